"""Groups by layout: rows, gaps and orientation; what lies open, what is apart, what is foreign.

The concealed part is not arranged into sets here: scoring does that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision import orient
from vision.belong import Scene, hand_rows
from vision.geometry import Floats
from vision.labels import FACE_DOWN, UNFAMILIAR
from vision.reading import Group, GroupKind, TileReading
from vision.rows import Frame, Row, find_rows, in_reading_order
from vision.runs import Run, split
from vision.sets import kinds


@dataclass(frozen=True, slots=True)
class Layout:
    """Tiles in reading order, those outside the hand last, and their groups."""

    tiles: tuple[TileReading, ...]
    groups: tuple[Group, ...]


def arrange(tiles: Sequence[TileReading]) -> Layout:
    """Order and group tiles whose quads are numbered as they stand upright."""
    if not tiles:
        return Layout((), ())
    quads = np.stack([tile.quad.array for tile in tiles])
    up = _rack_up(tiles, quads)
    frame = Frame.of(quads, up)
    rows = in_reading_order(find_rows(frame), frame, up)
    hand = set(hand_rows(rows, Scene.of((tile.face for tile in tiles), frame)))
    runs = [run for row in rows if row in hand for run in split(row, tiles, frame)]
    groups = kinds(runs, tiles)
    groups += [(GroupKind.OTHER, row.tiles) for row in rows if row not in hand]
    return _numbered(tiles, groups)


def _rack_up(tiles: Sequence[TileReading], quads: Floats) -> Floats:
    """Up, as the person sees it who laid the tiles; backs have none of their own."""
    blank = [tile.face in (FACE_DOWN, UNFAMILIAR) for tile in tiles]
    turns = np.where(np.array(blank)[:, None], 0.25, np.array([1.0, 0, 0, 0]))
    return orient.rack_up(quads, turns)


def _numbered(
    tiles: Sequence[TileReading], groups: Sequence[tuple[GroupKind, tuple[int, ...]]]
) -> Layout:
    order = [i for _, members in groups for i in members]
    place = {old: new for new, old in enumerate(order)}
    return Layout(
        tuple(tiles[i] for i in order),
        tuple(Group(kind, tuple(place[i] for i in members)) for kind, members in groups),
    )


__all__ = ["Layout", "Row", "Run", "arrange"]
