"""Rows of tiles: which tile lies beside which, seen in the frame of the rack.

Everything is measured in the tiles' own widths and heights, so a photo from afar, from the side
or turned by any angle gives the same rows.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.geometry import Floats, started
from vision.labels import FACE_DOWN
from vision.orient import ups
from vision.reading import TileReading

UPRIGHT = 0.5  # cosine between a tile's way up and the rack's from which it is no sideways one
AGREED = 20.0  # how sharply such tiles must agree on where right is
REACH = 3.2  # centre distance in tile widths up to which a tile is the next one of a row
BESIDE = 0.62  # centre distance from which a tile can be the next one
CLOSEST = 0.4  # centre distance below which it lies on top of the other instead
ASIDE = 0.5  # how far, in tile heights, neighbours of a row may be shifted against each other
SLOPE = 0.08  # more of that for each tile width between them
ALIKE = 0.66  # ratio of sizes of neighbours
BENT = 0.36  # radians between neighbours of a row
ON_TOP = 1.05  # centre distance in widths and heights within which a tile lies on a set of its like
OVER_HIDDEN = 1.8  # the same where it hides the one below
STEEP = 1.2  # the same for each unit of `_flatness`: how deep a tile is, in its heights
ASKEW = 0.6  # tile widths to the side at which such a tile may seem to lie; more higher up
TALL = 1.35  # height over width of a tile
BRIDGED = 0.4  # how far from two widths two tiles may be apart between which one is hidden
WIDE = 0.9  # the same, farther, where nothing else lies between: that one may lie sideways
TOUCHING = 0.08  # tile widths and heights within which two tiles lie exactly side by side
TOUCHING_CLAIMED = 0.25  # the same in height where one lies sideways
ACROSS = 1.25  # ratio of heights over widths of such two
OVERLAPPED = 0.85  # centre distance below which two tiles are hardly neighbours of a row
LEVEL = 0.5  # tile heights between the ends of two rows on one line


@dataclass(frozen=True, slots=True)
class Frame:
    """The tiles as parallelograms along the rack: centre, along (to the right), down. (N, 2) px.

    A tile that lies sideways is as wide as it is long; `tilt` (N,) is its angle to the rack.
    """

    centre: Floats
    along: Floats
    down: Floats

    @classmethod
    def of(cls, quads: Floats, up: Floats) -> Frame:
        """Quads (N, 4, 2) seen by a person for whom `up` is up.

        Seen from the side a row does not run square to its tiles' way up: where right is, most
        upright tiles say.
        """
        edges = np.roll(quads, -1, axis=1) - quads
        unit = edges / np.maximum(np.linalg.norm(edges, axis=2, keepdims=True), 1e-6)
        ways = unit[ups(quads) @ up > UPRIGHT, 0]
        right = np.array([-up[1], up[0]], np.float32)
        if len(ways):
            right = ways[int(np.argmax(np.exp(AGREED * (ways @ ways.T - 1)).sum(axis=1)))]
        laid = started(quads, np.argmax(unit @ right, axis=1))
        along = (laid[:, 1] + laid[:, 2] - laid[:, 0] - laid[:, 3]) / 2
        down = (laid[:, 2] + laid[:, 3] - laid[:, 0] - laid[:, 1]) / 2
        return cls(laid.mean(axis=1), along, down)

    @property
    def size(self) -> Floats:
        """Square root of each tile's area, px (N,)."""
        return np.sqrt(np.maximum(np.abs(cross(self.along, self.down)), 1e-6))

    @property
    def angle(self) -> Floats:
        """Angle of `along` in the photo, radians (N,)."""
        return np.asarray(np.arctan2(self.along[:, 1], self.along[:, 0]), dtype=np.float32)

    @property
    def aspect(self) -> Floats:
        """Height over width as seen, (N,)."""
        width = np.maximum(np.linalg.norm(self.along, axis=1), 1e-6)
        return np.asarray(np.linalg.norm(self.down, axis=1) / width, dtype=np.float32)

    def offsets(self) -> tuple[Floats, Floats]:
        """From tile i to tile j: mean widths to the right, mean heights down, (N, N) each."""
        along = (self.along[:, None] + self.along[None]) / 2
        down = (self.down[:, None] + self.down[None]) / 2
        way = self.centre[None] - self.centre[:, None]
        whole = cross(along, down)
        whole = np.where(np.abs(whole) < 1e-6, 1e-6, whole)
        return cross(way, down) / whole, cross(along, way) / whole


def cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0], dtype=np.float32)


def angle_between(a: npt.ArrayLike, b: npt.ArrayLike) -> Floats:
    """Unsigned difference of two angles, radians 0..π."""
    difference = np.asarray(a, np.float32) - np.asarray(b, np.float32)
    return np.asarray(np.abs((difference + np.pi) % (2 * np.pi) - np.pi), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles (indices) from left to right; `gaps[k]` is the free space before tile k in widths, 0
    for the first. A tile stacked on another stands behind it, with gap −1."""

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.tiles)


def find_rows(frame: Frame, tiles: Sequence[TileReading]) -> list[Row]:
    """All tiles in rows, each tile once; a tile beside none is a row of its own."""
    right, low = frame.offsets()
    faces = [tile.face for tile in tiles]
    lifted = _lifted(frame, right, low, faces)
    follower = _followers(frame, right, low, lifted)
    first = [i for i in range(len(faces)) if i not in follower.values() and i not in lifted]
    chains = [_chain(start, follower) for start in first]
    for tile, (under, _) in lifted.items():
        chain = next(chain for chain in chains if under in chain)
        chain.insert(chain.index(under) + 1, tile)
    return [
        _row(chain, right, {tile: hides for tile, (_, hides) in lifted.items()}) for chain in chains
    ]


def _flatness(aspect: float) -> float:
    """How flat the table is seen, from the tiles' height over width: 0 from straight above, else
    the cotangent of the angle to the table."""
    return float(np.sqrt(max((TALL / max(aspect, 0.05)) ** 2 - 1, 0)))


def _lifted(
    frame: Frame, right: Floats, low: Floats, faces: Sequence[str]
) -> dict[int, tuple[int, bool]]:
    """Tiles on top of the middle one of three of their like, the fourth of a kong: {tile: (the
    tile after which it comes in the row, whether it hides the one below)}."""
    found: dict[int, tuple[int, bool]] = {}
    beside = (np.abs(np.abs(right) - 1) < BRIDGED / 2) & (np.abs(low) < BRIDGED / 2)
    turned = np.maximum(frame.aspect[:, None], frame.aspect[None])
    turned = turned > ACROSS * np.minimum(frame.aspect[:, None], frame.aspect[None])
    level = np.where(turned, TOUCHING_CLAIMED, TOUCHING)
    touching = (np.abs(np.abs(right) - 1) < TOUCHING) & (np.abs(low) < level)
    between = (right > 2 - BRIDGED) & (right < 2 + WIDE) & (np.abs(low) < BRIDGED)
    for a, c in np.argwhere(between).tolist():
        if faces[a] != faces[c]:
            continue
        middle = (right[a] + right[c]) / 2, (low[a] + low[c]) / 2
        way = np.hypot(*middle)
        filled = np.flatnonzero(way < CLOSEST).tolist()
        if any(faces[i] not in (faces[a], FACE_DOWN) for i in filled):
            continue
        under = [
            i
            for i in np.flatnonzero(way < BRIDGED / 2).tolist()
            if faces[i] in (faces[a], FACE_DOWN)
        ]
        more = np.flatnonzero(beside[a] | beside[c]).tolist()
        if faces[a] == FACE_DOWN and any(faces[i] == FACE_DOWN and i not in under for i in more):
            continue  # a wall
        steep = STEEP * _flatness(float(frame.aspect[[a, c]].max()))
        reach = ON_TOP if under else max(OVER_HIDDEN, steep)
        near = way < ON_TOP
        higher = -middle[1] if faces[a] == FACE_DOWN else np.abs(middle[1])
        far = (way < reach) & (np.abs(middle[0]) < ASKEW + higher / 2)
        off = way if right[a, c] < 2 + BRIDGED else 0.5 * np.abs(middle[1])
        above = np.flatnonzero((near | far) & (off > BRIDGED / 2))
        # what lies higher seems farther up the rack, unless seen from behind
        lower = middle[1][above] > BESIDE
        for tile in above[np.lexsort((way[above], lower))].tolist():
            alike = faces[a] in (faces[tile], FACE_DOWN) and faces[tile] != FACE_DOWN
            others = [i for i in np.flatnonzero(beside[tile]).tolist() if i not in (a, c)]
            if touching[tile, a] or touching[tile, c] or tile in (a, c):
                continue
            if alike and not others:
                found[tile] = (under[0], False) if under else (a, True)
                break  # one lies there, the nearest
    return {tile: base for tile, base in found.items() if base[0] not in found}


def _followers(frame: Frame, right: Floats, low: Floats, lifted: Container[int]) -> dict[int, int]:
    """{tile: its right neighbour}, where each is the other's nearest; not for `lifted` ones."""
    size, angle = frame.size, frame.angle
    ratio = np.minimum(size[:, None], size[None]) / np.maximum(size[:, None], size[None])
    beside = (right > BESIDE) & (right < REACH) & (np.abs(low) < ASIDE + SLOPE * (right - 1))
    beside &= (ratio > ALIKE) & (angle_between(angle[:, None], angle[None]) < BENT)
    flat = np.array([i not in lifted for i in range(len(size))], bool)
    beside &= flat[:, None] & flat[None]
    crowded = 2 * np.maximum(OVERLAPPED - right, 0)
    cost = np.where(beside, right + 0.7 * np.abs(low) + crowded, np.inf)
    if not len(size):
        return {}
    after, before = np.argmin(cost, axis=1), np.argmin(cost, axis=0)
    return {i: int(j) for i, j in enumerate(after) if np.isfinite(cost[i, j]) and before[j] == i}


def _chain(start: int, follower: dict[int, int]) -> list[int]:
    chain = [start]
    while chain[-1] in follower:
        chain.append(follower[chain[-1]])
    return chain


def _row(chain: list[int], right: Floats, lifted: dict[int, bool]) -> Row:
    gaps = [0.0]
    last = chain[0]
    for tile in chain[1:]:
        hides = lifted.get(tile)
        if hides is False or (hides is None and right[last, tile] < CLOSEST):
            gaps.append(-1.0)  # stacked; the next one is measured from the tile below
            continue
        gaps.append(0.0 if hides or lifted.get(last) else float(right[last, tile]) - 1)
        last = tile
    return Row(tuple(chain), tuple(gaps))


def in_reading_order(rows: Sequence[Row], frame: Frame, up: Floats) -> list[Row]:
    """Lines from top to bottom, rows on one line from left to right."""
    if not rows:
        return []
    across = _direction(rows, frame, up)
    down = np.array([-across[1], across[0]], np.float32)
    height = float(np.median(np.abs(frame.down @ down)))
    spans = [_span(row, frame, across, down) for row in rows]
    lines: list[list[int]] = []
    for number in sorted(range(len(rows)), key=lambda n: (spans[n].middle, spans[n].left)):
        for line in lines:
            if all(_level(spans[number], spans[other], LEVEL * height) for other in line):
                line.append(number)
                break
        else:
            lines.append([number])
    lines.sort(key=lambda line: sum(spans[n].middle for n in line) / len(line))
    return [rows[n] for line in lines for n in sorted(line, key=lambda n: spans[n].left)]


def _direction(rows: Sequence[Row], frame: Frame, up: Floats) -> Floats:
    """The direction, a unit vector, in which the rows run: from first to last, longest most."""
    total = np.zeros(2, np.float32)
    for row in rows:
        total += frame.centre[row.tiles[-1]] - frame.centre[row.tiles[0]]
        total += 0.1 * frame.along[list(row.tiles)].mean(axis=0)
    right = np.array([-up[1], up[0]], np.float32)
    length = float(np.linalg.norm(total))
    return total / length if length > 1e-3 and total @ right > 0 else right


@dataclass(frozen=True, slots=True)
class _Span:
    """A row along (left, right) and across (at its ends, in the middle) the rack, px."""

    left: float
    right: float
    at_left: float
    at_right: float
    middle: float


def _span(row: Row, frame: Frame, across: Floats, down: Floats) -> _Span:
    points = frame.centre[list(row.tiles)]
    x, y = points @ across, points @ down
    return _Span(float(x.min()), float(x.max()), float(y[0]), float(y[-1]), float(y.mean()))


def _level(a: _Span, b: _Span, slack: float) -> bool:
    """Do two rows lie on one line, one after the other?"""
    if a.left > b.left:
        a, b = b, a
    return a.right < b.left and abs(a.at_right - b.at_left) < slack
