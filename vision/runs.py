"""Runs: the pieces of a row between its gaps, and between playing tiles and bonus tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.belong import BONUS
from vision.reading import TileReading
from vision.rows import Frame, Row, angle_between

LEAST_GAP = 0.17  # tile widths; less is never a gap
OVER_USUAL = 0.15  # a gap is larger than the row's usual one by this
TILTED = 0.16  # radians a tile at the end may lean before it counts as laid apart


@dataclass(frozen=True, slots=True)
class Run:
    """Tiles (indices) that touch. `before` is the free space to the run before it in its row, in
    tile widths, None where there is none; `row` numbers the row; `bonus`: all are bonus tiles;
    `apart`: one tile that leans against the direction of its row."""

    tiles: tuple[int, ...]
    before: float | None
    row: int
    bonus: bool = False
    apart: bool = False

    def __len__(self) -> int:
        return len(self.tiles)


def split(row: Row, tiles: Sequence[TileReading], frame: Frame) -> list[Run]:
    """The runs of a row, left to right."""
    limit = _limit(row)
    number = row.tiles[0]
    starts = [0]
    for k in range(1, len(row)):
        bonus = [tiles[row.tiles[i]].face[0] in BONUS for i in (k - 1, k)]
        if row.gaps[k] > limit or bonus[0] != bonus[1]:
            starts.append(k)
    leaning = _leaning(row, frame)
    if leaning is not None and leaning not in starts:
        starts = sorted([*starts, leaning])
    if leaning == 0 and len(row) > 1 and 1 not in starts:
        starts = sorted([*starts, 1])
    ends = [*starts[1:], len(row)]
    return [
        Run(
            row.tiles[a:b],
            row.gaps[a] if a else None,
            number,
            bonus=tiles[row.tiles[a]].face[0] in BONUS,
            apart=leaning is not None and a == leaning and b == a + 1,
        )
        for a, b in zip(starts, ends, strict=True)
    ]


def _limit(row: Row) -> float:
    """The least gap that parts this row: well above its usual one."""
    gaps = np.array([gap for gap in row.gaps[1:] if gap > -0.5])
    if not len(gaps):
        return LEAST_GAP
    usual = float(np.median(gaps))
    spread = float(np.median(np.abs(gaps - usual)))
    return max(LEAST_GAP, usual + max(OVER_USUAL, 4.5 * spread))


def _leaning(row: Row, frame: Frame) -> int | None:
    """The place of a tile at either end that leans against all others, if there is one."""
    if len(row) < 4:
        return None
    angles = frame.angle[list(row.tiles)]
    for end, rest in ((len(row) - 1, angles[:-1]), (0, angles[1:])):
        usual = float(np.median(rest))
        spread = float(np.median(angle_between(rest, usual)))
        if angle_between(angles[end], usual) > max(TILTED, 5 * spread):
            return end
    return None
