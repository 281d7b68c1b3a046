"""Labelled photos on disk: collecting, converting, checking and giving them away."""
