"""What a few tiles that lie together can be: a chow or pung laid open, a kong, bonus tiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from vision.labels import FACE_DOWN, UNFAMILIAR
from vision.reading import GroupKind, TileReading

BONUS = frozenset("FSA")
POSSIBLE = 0.05  # an alternative face below this is not tried


def looks_bonus(tile: TileReading) -> bool:
    """Whether a flower, season or animal lies there, be it one that cannot be named."""
    if tile.face != UNFAMILIAR:
        return tile.face[0] in BONUS
    share = sum(p for face, p in tile.alternatives if face[0] in BONUS)
    return share > sum(p for face, p in tile.alternatives if face[0] not in BONUS)


def set_kind(readings: Sequence[TileReading]) -> GroupKind | None:
    """What three or four tiles that lie by themselves are; None if they are no set."""
    shown = [tile for tile in readings if tile.face != FACE_DOWN]
    if len(readings) == 4:
        if not shown or not _can_be_one(shown):
            return None
        return GroupKind.KONG if len(shown) == 4 else GroupKind.CONCEALED_KONG
    if [tile.face == FACE_DOWN for tile in readings] == [True, False, True]:
        return GroupKind.CONCEALED_KONG if _faces(shown[0]) else None  # one up, on top of another
    if len(readings) != 3 or len(shown) < 3:
        return None
    faces = [_faces(tile) for tile in shown]
    return GroupKind.EXPOSED if any(is_set(chosen) for chosen in product(*faces)) else None


def _can_be_one(shown: Sequence[TileReading]) -> bool:
    return bool(set.intersection(*(set(_faces(tile)) for tile in shown)))


def _faces(tile: TileReading) -> list[str]:
    """Faces of playing tiles that this one may show."""
    others = (face for face, p in tile.alternatives if p >= POSSIBLE and face != tile.face)
    return [face for face in (tile.face, *others) if _playing(face)]


def _playing(face: str) -> bool:
    return face not in (FACE_DOWN, UNFAMILIAR) and face[0] not in BONUS


def is_set(faces: Sequence[str]) -> bool:
    """Three faces: a pung, or a chow in any order."""
    if len(set(faces)) == 1:
        return True
    if len({face[0] for face in faces}) != 1 or not all(face[1].isdigit() for face in faces):
        return False
    low, middle, high = sorted(int(face[1]) for face in faces)
    return high - middle == middle - low == 1


def triplets(readings: Sequence[TileReading]) -> list[tuple[GroupKind, int]] | None:
    """Six or more tiles without a gap as pungs and kongs, (kind, size) one after the other; None
    where they are anything else. Chows side by side are more often a hand in order."""
    found: list[tuple[GroupKind, int]] = []
    faces = [tile.face for tile in readings]
    while faces:
        size = 4 if len(faces) >= 4 and len(set(faces[:4])) == 1 else 3
        if len(faces) < size or len(set(faces[:size])) != 1 or not _playing(faces[0]):
            return None
        found.append((GroupKind.KONG if size == 4 else GroupKind.EXPOSED, size))
        faces = faces[size:]
    return found
