"""Rows of tiles: which tile lies beside which, seen in the frame of the rack.

Everything is measured in the tiles' own widths and heights, so a photo from afar, from the side
or turned by any angle gives the same rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.geometry import Floats, started
from vision.labels import FACE_DOWN
from vision.reading import TileReading

REACH = 3.2  # centre distance in tile widths up to which a tile is the next one of a row
CLOSEST = 0.4  # centre distance below which it lies on top of the other instead
ASIDE = 0.42  # how far, in tile heights, neighbours of a row may be shifted against each other
SLOPE = 0.08  # more of that for each tile width between them
ALIKE = 0.66  # ratio of sizes of neighbours
BENT = 0.28  # radians between neighbours of a row
ON_TOP = 1.05  # centre distance in widths and heights within which a tile lies on a set of its like
BRIDGED = 0.4  # how far from two widths two tiles may be apart between which one is hidden
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
        """Quads (N, 4, 2) seen by a person for whom `up` is up."""
        right = np.array([-up[1], up[0]], np.float32)
        edges = np.roll(quads, -1, axis=1) - quads
        unit = edges / np.maximum(np.linalg.norm(edges, axis=2, keepdims=True), 1e-6)
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
    count = len(frame.centre)
    right, low = frame.offsets()
    follower = _followers(frame, right, low)
    first = [i for i in range(count) if i not in follower.values()]
    chains = [_chain(start, follower) for start in first]
    chains, lifted = _stack(chains, right, low, [tile.face for tile in tiles])
    return [_row(chain, right, lifted) for chain in chains]


def _followers(frame: Frame, right: Floats, low: Floats) -> dict[int, int]:
    """{tile: its right neighbour}, where each is the other's nearest."""
    size, angle = frame.size, frame.angle
    ratio = np.minimum(size[:, None], size[None]) / np.maximum(size[:, None], size[None])
    beside = (right > CLOSEST) & (right < REACH) & (np.abs(low) < ASIDE + SLOPE * (right - 1))
    beside &= (ratio > ALIKE) & (angle_between(angle[:, None], angle[None]) < BENT)
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


def _stack(
    chains: list[list[int]], right: Floats, low: Floats, faces: Sequence[str]
) -> tuple[list[list[int]], dict[int, bool]]:
    """Single tiles that lie on a set of their like (the fourth tile of a kong) join its row.

    Also {tile: whether it hides the one below} of these."""
    rows = [chain for chain in chains if len(chain) > 1]
    lifted: dict[int, bool] = {}
    for chain in chains:
        if len(chain) > 1:
            continue
        tile = chain[0]
        for row in rows:
            under = min(row, key=lambda i: np.hypot(right[i, tile], low[i, tile]))
            near = np.hypot(right[under, tile], low[under, tile]) < ON_TOP
            if near and _of_a_kind(row, row.index(under), faces, faces[tile]):
                place, lifted[tile] = row.index(under) + 1, False
            elif place := _bridged(row, tile, right, low, faces):
                lifted[tile] = True
            else:
                continue
            row.insert(place, tile)
            break
        else:
            rows.append(chain)
    return rows, lifted


def _of_a_kind(row: list[int], place: int, faces: Sequence[str], face: str) -> bool:
    """Does the tile at `place` stand among three that can be the same as `face`?"""
    for start in range(max(place - 2, 0), place + 1):
        shown = {faces[i] for i in row[start : start + 3]} | {face}
        if start + 3 <= len(row) and len(shown - {FACE_DOWN}) <= 1:
            return True
    return False


def _bridged(row: list[int], tile: int, right: Floats, low: Floats, faces: Sequence[str]) -> int:
    """Before which place of a row the tile lies on one that it hides: in a gap one tile wide
    between two that can be the same. 0 if it does not."""
    for place in range(1, len(row)):
        a, b = row[place - 1], row[place]
        alike = faces[a] == faces[b] and faces[a] in (faces[tile], FACE_DOWN)
        over = np.hypot(right[a, tile] - 1, low[a, tile]) < ON_TOP
        if alike and over and abs(right[a, b] - 2) < BRIDGED:
            return place
    return 0


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
