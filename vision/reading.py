"""What stands between the stages of reading a rack: immutable values, types only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Quad:
    """Four corners in px of the photo as displayed: TL, TR, BR, BL of the *upright* tile.

    A tile that lies upside down has its TL corner at the bottom right of the picture.
    """

    corners: tuple[Point, Point, Point, Point]

    @property
    def array(self) -> npt.NDArray[np.float32]:
        """Shape (4, 2), float32."""
        return np.array(self.corners, dtype=np.float32)

    @classmethod
    def of(cls, array: npt.ArrayLike) -> Quad:
        """From anything of shape (4, 2). Raises ValueError naming the shape it got."""
        points = np.asarray(array, dtype=np.float64)
        if points.shape != (4, 2):
            raise ValueError(f"a quad has shape (4, 2), not {points.shape}")
        a, b, c, d = ((float(x), float(y)) for x, y in points)
        return cls((a, b, c, d))

    @property
    def centre(self) -> Point:
        """Mean of the corners, px."""
        return (
            sum(x for x, _ in self.corners) / 4,
            sum(y for _, y in self.corners) / 4,
        )


@dataclass(frozen=True, slots=True)
class Detection:
    """A place where a tile lies; which way is up is not known yet, so corners start anywhere."""

    quad: Quad
    confidence: float


@dataclass(frozen=True, slots=True)
class TileReading:
    """One tile, named. `alternatives` are (face, probability), best first, `face` among them."""

    detection: Detection
    face: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]

    @property
    def quad(self) -> Quad:
        """Corners TL, TR, BR, BL of the upright tile, px of the photo as displayed."""
        return self.detection.quad

    def __str__(self) -> str:
        return f"{self.face} {self.confidence:.2f}"


class GroupKind(Enum):
    """What a group of tiles on the table is; the value is the contract's word for it."""

    CONCEALED = "concealed"
    EXPOSED = "exposed"
    KONG = "kong"
    CONCEALED_KONG = "concealed_kong"
    BONUS = "bonus"
    WINNING_TILE = "winning_tile"
    OTHER = "other"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together. `tiles` are indices into `RackReading.tiles`.

    Groups of kind OTHER are seen but not part of the hand (wall, discards, another rack).
    """

    kind: GroupKind
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A tile (index into `RackReading.tiles`) the player must be asked about, and why."""

    tile: int
    why: str


def inside(groups: Iterable[Group]) -> list[int]:
    """The tiles (indices) of the groups that are the hand, group by group."""
    return [i for group in groups if group.kind is not GroupKind.OTHER for i in group.tiles]


@dataclass(frozen=True, slots=True)
class RackReading:
    """A photo, read. Tiles stand in reading order; `size` is (width, height) px as displayed."""

    tiles: tuple[TileReading, ...]
    groups: tuple[Group, ...]
    size: tuple[int, int]
    doubts: tuple[Doubt, ...]

    @property
    def in_hand(self) -> tuple[TileReading, ...]:
        """The tiles that belong to the hand, in reading order."""
        outside = self.outside
        return tuple(t for i, t in enumerate(self.tiles) if i not in outside)

    @property
    def outside(self) -> frozenset[int]:
        """The tiles (indices) that are seen, but belong to no hand."""
        return frozenset(i for g in self.groups if g.kind is GroupKind.OTHER for i in g.tiles)

    def __str__(self) -> str:
        return " | ".join(
            f"{group.kind}: {' '.join(self.tiles[i].face for i in group.tiles)}"
            for group in self.groups
        )
