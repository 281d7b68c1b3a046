"""Drawings of tile faces: dots, bamboos, birds, written tiles, plants, animals, strangers."""
