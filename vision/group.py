"""Groups by layout: rows, gaps and orientation; what lies open, what is apart, what is foreign.

The concealed part is not arranged into sets here: scoring does that.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision import orient
from vision.belong import hand_rows
from vision.geometry import Floats
from vision.kinds import Named, kinds
from vision.labels import FACE_DOWN, UNFAMILIAR
from vision.reading import Group, GroupKind, TileReading
from vision.rows import Frame, Row, find_rows, in_reading_order
from vision.runs import Run, split
from vision.scene import Scene, spread_out

UPRIGHT = 0.8  # cosine between a tile's way up and the rack's
ASIDE = 0.45  # tile widths from which a tile of a row lies aside
UPSIDE_DOWN = 0.7  # of a unit vector: how far down the photo a way up points to be the other side's


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
    frame, hand, outside = _hand(tiles, quads)
    runs = [run for row in hand for run in split(row, tiles, frame)]
    aside = {run.tiles[0] for run in _aside(runs)}
    groups = [_known(group, tiles, aside) for group in kinds(runs, tiles)]
    groups += [(GroupKind.OTHER, row.tiles) for row in outside]
    order = [i for rows_of in (hand, outside) for row in rows_of for i in row.tiles]
    return _numbered(tiles, order, groups)


def _hand(tiles: Sequence[TileReading], quads: Floats) -> tuple[Frame, list[Row], list[Row]]:
    """The frame of the rack, the rows of the hand in reading order, and all others.

    Of the ways up that tiles in the photo have, the rack's is the one that gives a finished hand,
    or else the best main row: discards and other players' tiles may be more, but lie in no
    such row.
    """
    blank = np.array([tile.face in (FACE_DOWN, UNFAMILIAR) for tile in tiles])
    ways = orient.ways_up(quads, ~blank)
    if spread_out(tiles):  # laid out for the camera, so its side is the reader's
        ways = [-up if up[1] > UPSIDE_DOWN else up for up in ways]
    views = [_View.of(tiles, quads, up, blank) for up in ways]
    views.sort(key=lambda view: -view.weight)
    parted = [hand_rows(view.rows, view.scene) for view in views[:1]]
    if not parted[0].settled:
        parted += [hand_rows(view.rows, view.scene) for view in views[1:]]
    best = next((n for n, one in enumerate(parted) if one.settled), 0)
    frame, up = views[best].scene.frame, views[best].up
    # the hand's rows among themselves: strangers must not bend their lines
    hand = in_reading_order(parted[best].hand, frame, up)
    return frame, hand, in_reading_order(parted[best].others, frame, up)


@dataclass(frozen=True, slots=True)
class _View:
    """The tiles as seen by someone for whom `up` is up; `weight`: of the best such row."""

    up: Floats
    scene: Scene
    rows: list[Row]
    weight: float

    @classmethod
    def of(
        cls, tiles: Sequence[TileReading], quads: Floats, up: Floats, blank: npt.NDArray[np.bool_]
    ) -> _View:
        frame = Frame.of(quads, up)
        scene = Scene.of(tiles, quads, frame)
        rows = find_rows(frame, tiles)
        upright = blank | (orient.ups(quads) @ up > UPRIGHT)
        return cls(up, scene, rows, max(scene.importance(row, upright) for row in rows))


def _aside(runs: Sequence[Run]) -> list[Run]:
    """Single tiles in a row of the hand that lie at a distance from all others of it."""
    found = []
    for place, run in enumerate(runs):
        after = runs[place + 1].before if place + 1 < len(runs) else None
        gaps = [gap for gap in (run.before, after) if gap is not None]
        if len(run) == 1 and gaps and min(gaps) > ASIDE:
            found.append(run)
    return found


def _known(group: Named, tiles: Sequence[TileReading], aside: Container[int]) -> Named:
    """A single unfamiliar face, apart from the rest, is no part of the hand."""
    kind, members = group
    strange = len(members) == 1 and members[0] in aside and tiles[members[0]].face == UNFAMILIAR
    return (GroupKind.OTHER if strange else kind), members


def _numbered(
    tiles: Sequence[TileReading], order: Sequence[int], groups: Sequence[Named]
) -> Layout:
    place = {old: new for new, old in enumerate(order)}
    return Layout(
        tuple(tiles[i] for i in order),
        tuple(Group(kind, tuple(place[i] for i in members)) for kind, members in groups),
    )
