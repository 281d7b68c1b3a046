"""Rows that are seen too badly to be part of the hand.

Behind the hand other rows may stand, half hidden by it or too far away to be told; before it there
may be letters on a ledge or in a subtitle. A row of the hand is seen about as well as its main
row. What is left out is still read, so that the player can add it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry import Floats
from vision.labels import UNFAMILIAR
from vision.reading import TileReading
from vision.rows import Row

SEEN = 0.45  # of the main row's place times face, medians: less is hidden or no tile at all
SMALL = 0.8  # ratio of widths to the main row's from which a row stands farther away
SURE = 0.95  # mean of its faces, of the main row's: where it is less sure than this,
TINY = 0.65  # such a ratio from which also its places are asked, which must be
DIM = 0.8  # so much of the main row's, or again
SEEN_SMALL = 0.8  # its place times face must be so much of the main row's
KEYS = 18  # unfamiliar faces, more than a hand has, that are those of a keyboard
STRANGE = 0.05  # what a row of unfamiliar faces counts, as the keys of a keyboard are


def readable(
    rows: Sequence[Row], main: Row, tiles: Sequence[TileReading], widths: Floats
) -> list[Row]:
    """The rows that are seen well enough to belong to the hand whose main row is `main`.

    `widths` (N,): of all tiles, px.
    """
    usual = Sight.of(main, tiles, widths)
    return [row for row in rows if row is main or Sight.of(row, tiles, widths).like(usual)]


def worth(row: Row, tiles: Sequence[TileReading]) -> float:
    """What the row counts when the main row is looked for, at most 1."""
    strange = sum(tiles[i].face == UNFAMILIAR for i in row.tiles)
    return STRANGE if 2 * strange > len(row) else 1.0


def only_keys(rows: Sequence[Row], main: Row, tiles: Sequence[TileReading]) -> bool:
    """Whether the photo shows rows of unfamiliar faces, too many for a hand, and no other row."""
    strange = sum(tiles[i].face == UNFAMILIAR for row in rows for i in row.tiles)
    return worth(main, tiles) < 1 and strange > KEYS


@dataclass(frozen=True, slots=True)
class Sight:
    """How a row is seen: confidence in its places and in its faces, medians, the mean of the
    latter, and its width px."""

    place: float
    face: float
    mean: float
    width: float

    @classmethod
    def of(cls, row: Row, tiles: Sequence[TileReading], widths: Floats) -> Sight:
        places = [tiles[i].detection.confidence for i in row.tiles]
        faces = [tiles[i].confidence for i in row.tiles]
        width = np.median(widths[list(row.tiles)])
        return cls(*map(float, (np.median(places), np.median(faces), np.mean(faces), width)))

    @property
    def quality(self) -> float:
        """Are there tiles, and can they be told?"""
        return self.place * self.face

    def like(self, main: Sight) -> bool:
        """Whether it is seen about as well as the main row."""
        small, tiny = (self.width < ratio * main.width for ratio in (SMALL, TINY))
        unsure, dim = self.mean < SURE * main.mean, self.place < DIM * main.place
        if (small and unsure) or (tiny and dim):
            return self.place * self.mean >= SEEN_SMALL * main.place * main.mean
        return self.quality >= SEEN * main.quality
