"""What a person may change about a reading. Each function returns a new reading.

A tile that a person has named is sure: its confidence becomes 1 and its doubt is settled. Tiles
and groups are named by their index in the reading that is given. Indices out of range, and changes
that make no sense, raise ValueError with one sentence.
"""

from __future__ import annotations

from dataclasses import replace

from vision import doubts
from vision.labels import FACES
from vision.reading import Detection, Group, GroupKind, Quad, RackReading, TileReading


def set_face(reading: RackReading, tile: int, face: str) -> RackReading:
    """The tile shows `face`, one of FACES."""
    _check(tile, len(reading.tiles), "tile")
    _known(face)
    old = reading.tiles[tile]
    rest = tuple((f, p) for f, p in old.alternatives if f != face)
    place = replace(old.detection, confidence=1.0)
    new = TileReading(place, face, 1.0, ((face, 1.0), *rest))
    tiles = (*reading.tiles[:tile], new, *reading.tiles[tile + 1 :])
    return _again(replace(reading, tiles=tiles))


def add(reading: RackReading, face: str, group: int) -> RackReading:
    """A tile the camera missed, at the end of a group; `group` one past the last begins a new
    one. It has no place in the photo, so it gets that of the tile before it."""
    _known(face)
    _check(group, len(reading.groups) + 1, "group")
    groups = [list(g.tiles) for g in reading.groups]
    kinds = [g.kind for g in reading.groups]
    if group == len(groups):
        groups.append([])
        kinds.append(GroupKind.CONCEALED)
    before = groups[group][-1] if groups[group] else len(reading.tiles) - 1
    quad = reading.tiles[before].quad if reading.tiles else Quad(((0.0, 0.0),) * 4)
    tile = TileReading(Detection(quad, 1.0), face, 1.0, ((face, 1.0),))
    new = len(reading.tiles)
    groups[group].append(new)
    order = list(range(new))
    order.insert(before + 1, new)
    return _laid(reading, (*reading.tiles, tile), kinds, groups, order)


def drop(reading: RackReading, tile: int) -> RackReading:
    """What was read as a tile is none, or is not of interest."""
    _check(tile, len(reading.tiles), "tile")
    groups = [[i for i in g.tiles if i != tile] for g in reading.groups]
    return _laid(reading, reading.tiles, [g.kind for g in reading.groups], groups)


def move(reading: RackReading, tile: int, group: int) -> RackReading:
    """The tile belongs to another group; `group` one past the last begins a new one."""
    _check(tile, len(reading.tiles), "tile")
    _check(group, len(reading.groups) + 1, "group")
    groups = [[i for i in g.tiles if i != tile] for g in reading.groups]
    kinds = [g.kind for g in reading.groups]
    if group == len(groups):
        groups.append([])
        kinds.append(GroupKind.CONCEALED)
    groups[group].append(tile)
    return _laid(reading, reading.tiles, kinds, groups)


def set_kind(reading: RackReading, group: int, kind: GroupKind) -> RackReading:
    """The group is of another kind: laid open, concealed, not part of the hand."""
    _check(group, len(reading.groups), "group")
    if kind is GroupKind.WINNING_TILE and len(reading.groups[group].tiles) != 1:
        raise ValueError("Only one tile can be the winning tile")
    kinds = [kind if i == group else g.kind for i, g in enumerate(reading.groups)]
    groups = [list(g.tiles) for g in reading.groups]
    return _laid(reading, reading.tiles, kinds, groups)


def mark_winning(reading: RackReading, tile: int | None) -> RackReading:
    """This tile completed the hand; None: nobody says which did. An earlier one goes back among
    the concealed tiles."""
    if tile is not None:
        _check(tile, len(reading.tiles), "tile")
    groups: list[list[int]] = []
    kinds: list[GroupKind] = []
    for group in reading.groups:
        earlier = group.kind is GroupKind.WINNING_TILE
        kinds.append(GroupKind.CONCEALED if earlier else group.kind)
        groups.append([i for i in group.tiles if i != tile])
    if tile is not None:
        kinds.append(GroupKind.WINNING_TILE)
        groups.append([tile])
    return _laid(reading, reading.tiles, kinds, groups)


def _check(index: int, count: int, what: str) -> None:
    if not 0 <= index < count:
        raise ValueError(f"There is no {what} {index}: they are numbered 0 to {count - 1}")


def _known(face: str) -> None:
    if face not in FACES:
        raise ValueError(f"'{face}' is no face of a tile")


def _laid(
    reading: RackReading,
    tiles: tuple[TileReading, ...],
    kinds: list[GroupKind],
    groups: list[list[int]],
    order: list[int] | None = None,
) -> RackReading:
    """The tiles that are in a group, in reading order (`order`, else as they were), renumbered;
    empty groups fall away."""
    kept = {i for members in groups for i in members}
    order = [i for i in order or range(len(tiles)) if i in kept]
    place = {old: new for new, old in enumerate(order)}
    laid = tuple(
        Group(kind, tuple(sorted(place[i] for i in members)))
        for kind, members in zip(kinds, groups, strict=True)
        if members
    )
    return _again(replace(reading, tiles=tuple(tiles[i] for i in order), groups=laid))


def _again(reading: RackReading) -> RackReading:
    return replace(reading, doubts=doubts.find(reading.tiles, reading.groups))
