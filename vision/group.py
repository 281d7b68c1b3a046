"""Groups by layout: rows, gaps and orientation; what lies open, what is apart, what is foreign.

The concealed part is not arranged into sets here: scoring does that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision import orient
from vision.belong import Scene, hand_rows
from vision.geometry import Floats
from vision.kinds import Named, kinds
from vision.labels import FACE_DOWN, UNFAMILIAR
from vision.reading import Group, GroupKind, TileReading
from vision.rows import Frame, Row, find_rows, in_reading_order
from vision.runs import split

TURNED = 0.7  # cosine between two ways up below which they differ


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
    up = _rack_up(tiles, quads, range(len(tiles)))
    frame, rows, hand = _hand(tiles, quads, up)
    mine = [i for row in hand for i in row.tiles]
    own_up = _rack_up(tiles, quads, mine) if mine else up
    if own_up @ up < TURNED:  # most tiles in the photo lie as others see them
        up = own_up
        frame, rows, hand = _hand(tiles, quads, up)
    outside = [row for row in rows if row not in hand]
    runs = [run for row in rows if row in hand for run in split(row, tiles, frame)]
    groups = kinds(runs, tiles)
    groups += [(GroupKind.OTHER, row.tiles) for row in outside]
    order = [i for rows_of in (hand, outside) for row in rows_of for i in row.tiles]
    return _numbered(tiles, order, groups)


def _hand(
    tiles: Sequence[TileReading], quads: Floats, up: Floats
) -> tuple[Frame, list[Row], list[Row]]:
    """The frame for that way up, all rows in reading order, and those of the hand."""
    frame = Frame.of(quads, up)
    rows = in_reading_order(find_rows(frame, tiles), frame, up)
    mine = hand_rows(rows, Scene.of(tiles, quads, frame))
    # the hand's rows among themselves: strangers must not bend their lines
    return frame, rows, in_reading_order(mine, frame, up)


def _rack_up(tiles: Sequence[TileReading], quads: Floats, which: Iterable[int]) -> Floats:
    """Up, as the person sees it who laid those tiles; backs have none of their own."""
    chosen = list(which)
    blank = [tiles[i].face in (FACE_DOWN, UNFAMILIAR) for i in chosen]
    turns = np.where(np.array(blank)[:, None], 0.25, np.array([1.0, 0, 0, 0]))
    return orient.rack_up(quads[chosen], turns)


def _numbered(
    tiles: Sequence[TileReading], order: Sequence[int], groups: Sequence[Named]
) -> Layout:
    place = {old: new for new, old in enumerate(order)}
    return Layout(
        tuple(tiles[i] for i in order),
        tuple(Group(kind, tuple(place[i] for i in members)) for kind, members in groups),
    )
