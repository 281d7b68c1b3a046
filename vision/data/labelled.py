"""A labelled photo: what every label format is read into and written from."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vision.labels import FACES, UNFAMILIAR
from vision.reading import Quad, RackReading, TileReading

KNOWN = frozenset(FACES)
STRAIGHT = 1e-6  # px; a corner this near to its box's corner is on it


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """One tile on a photo. `face` is one of FACES, or a foreign name nobody has mapped yet.

    `confidence` is None where a person said so, else the model's 0..1.
    `alternatives` are (face, probability) as the model saw them, best first.
    """

    face: str
    quad: Quad
    confidence: float | None = None
    alternatives: tuple[tuple[str, float], ...] = ()

    @property
    def known(self) -> bool:
        """Whether the face is one of the 47."""
        return self.face in KNOWN


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a photo comes from; empty strings where nobody knows.

    `session` is one evening at one table, `tileset` the physical set of tiles,
    `split` one of train, val, test.
    """

    source: str = ""
    session: str = ""
    tileset: str = ""
    licence: str = ""
    author: str = ""
    split: str = ""


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """A photo and its tiles. `size` is (width, height) px as displayed, EXIF applied.

    `labelled` False: nobody has looked yet, which is not the same as an empty table.
    """

    file: str
    size: tuple[int, int]
    tiles: tuple[LabelledTile, ...] = ()
    origin: Origin = field(default_factory=Origin)
    labelled: bool = True


def hull(quad: Quad) -> tuple[float, float, float, float]:
    """The upright box round a quad: left, top, right, bottom in px."""
    xs = [x for x, _ in quad.corners]
    ys = [y for _, y in quad.corners]
    return min(xs), min(ys), max(xs), max(ys)


def box_quad(left: float, top: float, right: float, bottom: float) -> Quad:
    """An upright box as a quad; its corners start at the box's own top left."""
    return Quad(((left, top), (right, top), (right, bottom), (left, bottom)))


def straight(quad: Quad) -> bool:
    """Whether the quad is an upright box whose corners start at its top left."""
    a = np.array(quad.corners)
    return bool(np.abs(a - np.array(box_quad(*hull(quad)).corners)).max() <= STRAIGHT)


def area(quad: Quad) -> float:
    """Area in px², by the shoelace formula."""
    x, y = np.array(quad.corners, dtype=np.float64).T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def sides(quad: Quad) -> tuple[float, float]:
    """Width and height of the tile itself, px: means of opposite sides."""
    a: npt.NDArray[np.float64] = np.array(quad.corners, dtype=np.float64)
    lengths = np.hypot(*(np.roll(a, -1, axis=0) - a).T)
    return float(lengths[0] + lengths[2]) / 2, float(lengths[1] + lengths[3]) / 2


def clipped(quad: Quad, size: tuple[int, int]) -> Quad:
    """The quad with every corner moved inside the photo; some tools refuse anything else."""
    a = np.clip(np.array(quad.corners), 0, np.array(size, dtype=np.float64))
    return Quad.of(a)


def tiles_of(reading: RackReading) -> tuple[LabelledTile, ...]:
    """A reading's tiles as labels that the model, not a person, has said."""
    return tuple(_guess(tile) for tile in reading.tiles)


def _guess(tile: TileReading) -> LabelledTile:
    """`UNFAMILIAR` is no class: such a tile gets its likeliest face, as doubtful as can be."""
    face, confidence = tile.face, tile.confidence
    if face == UNFAMILIAR and tile.alternatives:
        face, confidence = tile.alternatives[0][0], 0.0
    return LabelledTile(face, tile.quad, round(confidence, 4), tile.alternatives[:5])
