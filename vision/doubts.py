"""What the player must be asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scoring.tiles import Tile
from vision.labels import FACE_DOWN, UNFAMILIAR
from vision.reading import Doubt, Group, GroupKind, TileReading, inside

SURE = 0.99  # a face below this is asked about
CLOSE = 0.08  # a second face above this is told
FOUND = 0.66  # a place below this may be no tile at all
HIDDEN = "three tiles are seen: is there a fourth under this one?"
STRANGE = "an unfamiliar face"
_NAMES = {"W": ("east", "south", "west", "north"), "D": ("red", "green", "white")}


def find(tiles: Sequence[TileReading], groups: Sequence[Group]) -> tuple[Doubt, ...]:
    """Doubts about the tiles in the hand, the most doubtful first. One for each tile."""
    whys: dict[int, str] = {}
    crowded = _crowded(tiles, groups)
    for group in groups:
        if group.kind is GroupKind.OTHER:
            continue
        for index in group.tiles:
            why = crowded.get(index) or _why(tiles[index], group)
            if why:
                whys[index] = why
        if group.kind is GroupKind.KONG and len(group.tiles) == 3:
            whys.setdefault(group.tiles[1], HIDDEN)
    worst_first = sorted(whys, key=lambda i: (tiles[i].confidence, i))
    return tuple(Doubt(index, whys[index]) for index in worst_first)


def _why(tile: TileReading, group: Group) -> str | None:
    if tile.face == UNFAMILIAR:
        return STRANGE
    if tile.face == FACE_DOWN:
        kong = group.kind is GroupKind.CONCEALED_KONG
        return None if kong and tile.confidence >= SURE else "lies face down"
    others = [f for f, p in tile.alternatives if f != tile.face and p >= CLOSE]
    if tile.confidence < SURE:
        if others:
            return f"{name(tile.face)} or {name(others[0])}?"
        return f"not sure that this is {name(tile.face)}"
    if tile.detection.confidence < FOUND:
        return "hardly to be seen: is this a tile?"
    return None


def _crowded(tiles: Sequence[TileReading], groups: Sequence[Group]) -> dict[int, str]:
    """Of a kind with more copies than exist, the least sure tiles."""
    held = inside(groups)
    counts = Counter(tiles[i].face for i in held)
    doubts: dict[int, str] = {}
    for face, count in counts.items():
        if face in (FACE_DOWN, UNFAMILIAR):
            continue
        limit = Tile(face).copies
        if count <= limit:
            continue
        copies = sorted((i for i in held if tiles[i].face == face), key=lambda i: _sure(tiles, i))
        exist = "only one exists" if limit == 1 else "only four exist"
        for index in copies[: count - limit]:
            doubts[index] = f"{count} tiles read as {name(face)}, {exist}"
    return doubts


def _sure(tiles: Sequence[TileReading], index: int) -> float:
    return tiles[index].confidence


def name(face: str) -> str:
    """``3 of bamboo``, ``east wind``, ``red dragon``, ``flower 2``: as a player says it."""
    if face == FACE_DOWN:
        return "a tile face down"
    if face == UNFAMILIAR:
        return STRANGE
    tile = Tile(face)
    if tile.is_suited:
        return f"{tile.rank} of {tile.suit}"
    names = _NAMES.get(face[0])
    if names and tile.is_honour:
        return f"{names[tile.rank - 1]} {tile.suit}"
    return f"{tile.suit} {tile.rank}"
