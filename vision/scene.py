"""A photo's tiles as the membership of rows sees them: sizes, distances, how well they are seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vision.behind import Sight, worth
from vision.geometry import Floats, sides
from vision.labels import FACE_DOWN, UNFAMILIAR
from vision.reading import TileReading
from vision.rows import TALL, Frame, Row, cross
from vision.runs import Run, split

UNLIKE = 5.0  # tile heights for each unit by which a ratio of widths is below `ALIKE`
ALIKE = 0.75


@dataclass(frozen=True, slots=True)
class Scene:
    """The tiles as the membership sees them: readings, frame, widths (N,) px, distances (N, N) in
    tile heights. `strange`: the distances, larger between tiles that do not look alike in size."""

    tiles: Sequence[TileReading]
    frame: Frame
    widths: Floats
    apart: Floats
    strange: Floats
    cut: dict[Row, list[Run]] = field(default_factory=dict)

    @classmethod
    def of(cls, tiles: Sequence[TileReading], quads: Floats, frame: Frame) -> Scene:
        right, low = frame.offsets()
        height = np.linalg.norm(frame.down, axis=1)
        ratio = (height[:, None] + height[None]) / 2 / np.minimum(height[:, None], height[None])
        wide = np.maximum(np.abs(right) - 1, 0) * 0.74
        high = np.maximum(np.abs(low) - 1, 0) * ratio
        apart = np.asarray(np.hypot(wide, high), dtype=np.float32)
        widths = _widths(quads, frame)
        alike = np.minimum(widths[:, None], widths) / np.maximum(widths[:, None], widths)
        strange = np.asarray(apart + UNLIKE * np.maximum(ALIKE - alike, 0), dtype=np.float32)
        return cls(tiles, frame, widths, apart, strange)

    def runs(self, row: Row) -> list[Run]:
        if row not in self.cut:
            self.cut[row] = split(row, self.tiles, self.frame)
        return self.cut[row]

    def quality(self, row: Row) -> float:
        """How well the row is seen, 0..1."""
        return Sight.of(row, self.tiles, self.widths).quality

    def down(self, tile: int) -> bool:
        return self.tiles[tile].face == FACE_DOWN

    def wall(self, row: Row) -> bool:
        """Whether the row lies face down: more backs than a kong shows beside each of its faces."""
        down = sum(map(self.down, row.tiles))
        return down > 3 * (len(row) - down)

    def width(self, tiles: Iterable[int]) -> float:
        return float(np.median(self.widths[list(tiles)]))

    def angle(self, row: Row) -> float:
        """The direction of the row from end to end, of a short one its tiles', radians."""
        way = self.frame.centre[row.tiles[-1]] - self.frame.centre[row.tiles[0]]
        if len(row) < 3:
            way = self.frame.along[list(row.tiles)].mean(axis=0)
        return float(np.arctan2(way[1], way[0]))

    def shape(self, row: Row) -> float:
        return float(np.median(self.frame.aspect[list(row.tiles)]))

    def distance(self, tiles: Iterable[int], others: Iterable[int]) -> float:
        """Free tile heights between the nearest of two sets of tiles."""
        return float(self.apart[np.ix_(list(tiles), list(others))].min())

    def importance(self, row: Row, counted: npt.NDArray[np.bool_] | None = None) -> float:
        """How much of a hand's main row this is: the area of its faces, were they lying alike.
        Only tiles that are `counted` (N,) add to it."""
        shown = [i for i in row.tiles if not self.down(i) and (counted is None or counted[i])]
        return worth(row, self.tiles) * float(sum(self.widths[i] ** 2 for i in shown))

    def weight(self, rows: Iterable[Row]) -> int:
        """Playing tiles, a kong counted as three."""
        runs = [run for row in rows for run in self.runs(row) if not run.bonus]
        return sum(run.weight for run in runs)


def _widths(quads: Floats, frame: Frame) -> Floats:
    """How wide each tile would look upright, px (N,): a sideways one runs down the table with its
    width, which looks shorter the lower it is seen from."""
    along = np.linalg.norm(frame.along, axis=1)
    own = sides(quads)
    right = quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]
    sideways = np.abs(cross(right, frame.along)) > np.abs((right * frame.along).sum(axis=1))
    return np.asarray(np.where(sideways, along / TALL, own[:, 0]), dtype=np.float32)


def spread_out(tiles: Sequence[TileReading]) -> bool:
    """No face is seen twice: this is a set laid out to be looked at, and no finished hand."""
    shown = [tile.face for tile in tiles if named(tile.face)]
    return len(set(shown)) == len(shown)


def named(face: str) -> bool:
    return face not in (FACE_DOWN, UNFAMILIAR)
