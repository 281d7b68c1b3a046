"""Which rows are the hand, and which are the wall, discards or another player's rack.

The hand is the main row (most and largest tiles face up: nearest to the camera) and what lies with
it: rows beside it of its direction and size, bonus tiles, and the tile that completes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry import Floats
from vision.labels import FACE_DOWN
from vision.rows import Frame, Row, angle_between

FULL = 18  # tiles of a hand at most: four kongs and the eyes
NEAR = 1.5  # free tile heights between rows of one hand
NEAR_STRICT = 1.1  # the same where the tiles are too many for one hand
ALIKE = 0.66  # ratio of the sizes of neighbouring rows of one hand
ALIKE_STRICT = 0.8
SHAPE_STRICT = 0.75  # ratio of height over width of such rows
ALIGNED = 0.3  # radians between the directions of rows of one hand
ONE_NEAR = 1.3  # free tile heights between the hand and a tile that belongs to it
ONE_ALIKE = 0.62  # ratio of that tile's size to the hand's
BONUS = frozenset("FSA")


@dataclass(frozen=True, slots=True)
class Scene:
    """The tiles as the membership sees them: faces (N), frame, distances (N, N) in heights."""

    faces: tuple[str, ...]
    frame: Frame
    apart: Floats

    @classmethod
    def of(cls, faces: Iterable[str], frame: Frame) -> Scene:
        right, low = frame.offsets()
        wide = np.maximum(np.abs(right) - 1, 0) / np.maximum(frame.aspect, 0.3)[:, None]
        high = np.maximum(np.abs(low) - 1, 0)
        return cls(tuple(faces), frame, np.asarray(np.hypot(wide, high), dtype=np.float32))

    def is_bonus(self, tile: int) -> bool:
        return self.faces[tile][0] in BONUS

    def size(self, row: Row) -> float:
        return float(np.median(self.frame.size[list(row.tiles)]))

    def angle(self, row: Row) -> float:
        """The direction of the row from end to end, of a single tile its own, radians."""
        way = self.frame.centre[row.tiles[-1]] - self.frame.centre[row.tiles[0]]
        if len(row) < 3:
            way = self.frame.along[list(row.tiles)].mean(axis=0)
        return float(np.arctan2(way[1], way[0]))

    def shape(self, row: Row) -> float:
        return float(np.median(self.frame.aspect[list(row.tiles)]))

    def distance(self, tiles: Iterable[int], others: Iterable[int]) -> float:
        """Free tile heights between the nearest of two sets of tiles."""
        return float(self.apart[np.ix_(list(tiles), list(others))].min())

    def playing(self, rows: Iterable[Row]) -> int:
        """Tiles that are no bonus tiles."""
        return sum(not self.is_bonus(i) for row in rows for i in row.tiles)


def hand_rows(rows: Sequence[Row], scene: Scene) -> list[Row]:
    """The rows that make the hand; all others are not part of it."""
    seen = [row for row in rows if _face_up(row, scene)]
    if not seen:
        return list(rows) if len(rows) == 1 else []
    main = max(seen, key=lambda row: _weight(row, scene))
    if len(main) < 3 and len(seen) > 1:  # no row at all: loose tiles
        return seen
    hand = _joined([main], [row for row in seen if row is not main and len(row) > 1], scene)
    loose = [row for row in rows if row not in hand]
    hand += _bonus_beside(hand, loose, scene)
    hand += _winning(hand, [row for row in loose if row not in hand], scene)
    return hand


def _face_up(row: Row, scene: Scene) -> bool:
    return any(scene.faces[i] != FACE_DOWN for i in row.tiles)


def _weight(row: Row, scene: Scene) -> float:
    """How much of a hand's main row this is: the area of its faces."""
    return float(sum(scene.frame.size[i] ** 2 for i in row.tiles if scene.faces[i] != FACE_DOWN))


def _joined(hand: list[Row], others: list[Row], scene: Scene) -> list[Row]:
    """The hand with the rows that lie with it, nearest first."""
    while others:
        held = [i for row in hand for i in row.tiles]
        others.sort(key=lambda row: scene.distance(row.tiles, held))
        nearest = next((row for row in others if _lies_with(row, hand, scene)), None)
        if nearest is None:
            return hand
        others.remove(nearest)
        hand = [*hand, nearest]
    return hand


def _lies_with(row: Row, hand: list[Row], scene: Scene) -> bool:
    beside = min(hand, key=lambda other: scene.distance(row.tiles, other.tiles))
    distance = scene.distance(row.tiles, beside.tiles)
    sizes = sorted((scene.size(row), scene.size(beside)))
    if angle_between(scene.angle(row), scene.angle(beside)) > ALIGNED:
        return False
    if scene.playing([*hand, row]) <= FULL:
        return distance < NEAR and sizes[0] > ALIKE * sizes[1]
    shapes = sorted((scene.shape(row), scene.shape(beside)))
    alike = sizes[0] > ALIKE_STRICT * sizes[1] and shapes[0] > SHAPE_STRICT * shapes[1]
    return distance < NEAR_STRICT and alike


def _bonus_beside(hand: list[Row], loose: list[Row], scene: Scene) -> list[Row]:
    held = [i for row in hand for i in row.tiles]
    return [
        row
        for row in loose
        if all(scene.is_bonus(i) for i in row.tiles)
        and scene.distance(row.tiles, held) < NEAR
        and _same_size(row, held, scene)
    ]


def _winning(hand: list[Row], loose: list[Row], scene: Scene) -> list[Row]:
    """The one tile apart that makes the number of tiles right, if it lies nearer to the hand than
    to any other loose tile: among its like it is a discard."""
    kongs = sum(_kongs(row, scene) for row in hand)
    if (scene.playing(hand) - kongs) % 3 != 1:
        return []
    held = [i for row in hand for i in row.tiles]
    ones = [row for row in loose if len(row) == 1 and scene.faces[row.tiles[0]] != FACE_DOWN]
    for row in sorted(ones, key=lambda row: scene.distance(row.tiles, held)):
        distance = scene.distance(row.tiles, held)
        strangers = [i for other in loose if other is not row for i in other.tiles]
        apart = not strangers or scene.distance(row.tiles, strangers) > min(distance, 0.5)
        if distance < ONE_NEAR and apart and _same_size(row, held, scene):
            return [row]
    return []


def _kongs(row: Row, scene: Scene) -> int:
    """Runs of four tiles of one face in a row: each is one tile more than a set."""
    faces = [scene.faces[i] for i in row.tiles]
    count = at = 0
    while at + 4 <= len(faces):
        shown = {face for face in faces[at : at + 4] if face != FACE_DOWN}
        kong = len(shown) == 1 and (len(row) == 4 or FACE_DOWN not in faces[at : at + 4])
        count += kong
        at += 4 if kong else 1
    return count


def _same_size(row: Row, held: list[int], scene: Scene) -> bool:
    near = min(held, key=lambda i: scene.distance(row.tiles, [i]))
    sizes = sorted((scene.size(row), float(scene.frame.size[near])))
    return sizes[0] > ONE_ALIKE * sizes[1]
