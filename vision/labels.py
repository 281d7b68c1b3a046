"""The classes a classifier tells apart, in training order. The order is written once, here.

A face is a tile code of `scoring.tiles.Tile` (46 of them) or ``X``, a tile lying face down.
"""

from __future__ import annotations

import hashlib

from scoring.tiles import Tile

FACE_DOWN = "X"
UNFAMILIAR = "?"  # a reading's face where the tile shows none of FACES; never a class
FACES: tuple[str, ...] = (*(tile.value for tile in Tile), FACE_DOWN)
FACES_HASH = hashlib.sha256(" ".join(FACES).encode()).hexdigest()


def to_tile(face: str) -> Tile | None:
    """The tile that a face shows, None for a tile lying face down or showing something foreign."""
    return None if face in (FACE_DOWN, UNFAMILIAR) else Tile.parse(face)
