"""The arrows joined: a photo becomes tiles, named tiles, a rack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import numpy as np
import numpy.typing as npt

from vision import doubts, geometry, images
from vision.classify import Adjust, Classifier, load_classifier
from vision.detect import Detector, Look, load_locator
from vision.geometry import Image
from vision.group import Layout, arrange
from vision.labels import FACE_DOWN, UNFAMILIAR
from vision.places import neighbours
from vision.reading import GroupKind, RackReading, TileReading, inside

BLANKS = (FACE_DOWN, UNFAMILIAR, "DW")
BLANK_FOUND = 0.62  # confidence of the place from which a blank face counts
BETWEEN = 0.4  # or from here for a white dragon with neighbours on both sides, a back in a kong
KONG = 2.6  # tile lengths from an end of a concealed kong to its other end, and some room
FRAME_FOUND = 0.3  # or from here for one whose frame is seen this clearly
FRAME_CLEAR = 0.99
FAINT = 0.45  # of the place below which the face must be clear
CLEAR = 0.95
SEAM = "B2"  # what the side of a tile of two colours looks like, with its line down the middle
SEAM_FOUND = 0.7  # confidence of its place below which the face must be as clear as this
SEAM_CLEAR = 0.985
LOOSE_FOUND = 0.62  # and of one that lies beside no other tile,
LOOSE_CLEAR = 0.9  # where the face must be this clear
GHOSTS = 4  # tiles at most that are no hand if every one of them is doubted


Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Timings:
    """Milliseconds that the stages took."""

    detect: float
    classify: float
    group: float
    total: float

    def document(self) -> dict[str, float]:
        """The contract's `elapsed_ms`."""
        return {
            "detect": round(self.detect, 1),
            "classify": round(self.classify, 1),
            "group": round(self.group, 1),
            "total": round(self.total, 1),
        }


@dataclass(frozen=True, slots=True)
class Reader:
    """A detector and a classifier, ready to read photos. Safe to use from several threads."""

    detect: Detector
    classify: Classifier

    def read(self, image: Image) -> RackReading:
        """The rack in a photo (H, W, 3) uint8 BGR. A photo without tiles is an empty reading."""
        return self.read_timed(image)[0]

    def read_timed(self, image: Image) -> tuple[RackReading, Timings]:
        """The same, and how long each stage took. Raises ValueError for any other array."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != "uint8" or not image.size:
            raise ValueError(f"an image is (H, W, 3) uint8, not {image.shape} {image.dtype}")
        started = perf_counter()
        detections = self.detect(image)
        detected = perf_counter()
        tiles = plausible(self.classify(image, detections))
        classified = perf_counter()
        layout = without_ghosts(arrange(tiles))
        reading = _reading(layout, image)
        done = perf_counter()
        stages = (detected - started, classified - detected, done - classified, done - started)
        return reading, Timings(*(1000 * stage for stage in stages))


def plausible(tiles: Sequence[TileReading]) -> list[TileReading]:
    """The readings that are tiles at all. A bare patch of table looks like a blank or a strange
    face, so for these the place itself must be sure, or a white dragon lie between tiles of a row,
    a back where it makes a kong; a hardly seen place counts where its face is clear, one beside no
    other tile where it is quite clear."""
    if not tiles:
        return []
    beside = neighbours(np.stack([tile.detection.quad.array for tile in tiles]))
    named = np.array([tile.face not in BLANKS for tile in tiles])
    sure = named & np.array([tile.detection.confidence >= LOOSE_FOUND for tile in tiles])
    return [
        tile
        for tile, near in zip(tiles, beside, strict=True)
        if _is_tile(tile, between=bool((near & named).sum() >= 2), loose=not (near & sure).any())
        or (tile.detection.confidence >= BETWEEN and _makes_kong(tile, near & named, beside, tiles))
    ]


def _makes_kong(
    tile: TileReading, near: Marks, beside: Marks, tiles: Sequence[TileReading]
) -> bool:
    """Whether a back lies beside a face that shows again within a kong's length, or beside one
    between two backs. `near` (N,): the faces beside it."""
    if tile.face != FACE_DOWN:
        return False
    here, reach = tile.quad.array.mean(axis=0), KONG * geometry.sides(tile.quad.array[None]).max()
    for one in np.flatnonzero(near).tolist():
        backs = sum(
            tiles[other].face == FACE_DOWN for other in np.flatnonzero(beside[one]).tolist()
        )
        same = (t for i, t in enumerate(tiles) if i != one and t.face == tiles[one].face)
        if backs > 1 or any(
            np.linalg.norm(other.quad.array.mean(axis=0) - here) < reach for other in same
        ):
            return True
    return False


def _is_tile(tile: TileReading, *, between: bool, loose: bool) -> bool:
    """Whether a reading, between two named ones or beside no sure one, is a tile."""
    found = tile.detection.confidence
    if tile.face == "DW" and tile.confidence > FRAME_CLEAR:
        return found >= FRAME_FOUND
    if tile.face in BLANKS:
        return found >= BLANK_FOUND or (between and tile.face == "DW" and found >= BETWEEN)
    if tile.face == SEAM and found < SEAM_FOUND:
        return tile.confidence >= SEAM_CLEAR
    if found < FAINT:
        return tile.confidence >= CLEAR
    return not loose or found >= LOOSE_FOUND or tile.confidence >= LOOSE_CLEAR


def without_ghosts(layout: Layout) -> Layout:
    """The layout; a few tiles of which none is sure are no hand and lie outside of it."""
    held = inside(layout.groups)
    if len(held) > GHOSTS or len(doubts.find(layout.tiles, layout.groups)) < len(held):
        return layout
    outside = tuple(replace(group, kind=GroupKind.OTHER) for group in layout.groups)
    return replace(layout, groups=outside)


def _reading(layout: Layout, image: Image) -> RackReading:
    """The layout as a reading, in px of the photo itself where the image was halved."""
    size = images.full_size(image)
    factor = size[0] / image.shape[1]
    tiles = layout.tiles
    if factor != 1:
        tiles = tuple(geometry.scaled(tile, factor) for tile in tiles)
    return RackReading(tiles, layout.groups, size, doubts.find(tiles, layout.groups))


def load_reader(
    folder: Path | None = None,
    *,
    look: Look | None = None,
    threads: int = 1,
    adjust: Adjust | None = None,
) -> Reader:
    """A reader with the models of `folder`, else of `store.models_dir()`.

    `adjust` is what a taught set of tiles has to say (`vision.data.teach.Profile.adjust`).

    Raises `WeightsMissing` or `WeightsCorrupt`.
    """
    return Reader(
        load_locator(folder, look=look, threads=threads),
        load_classifier(
            folder, threads=threads, adjust=adjust, thorough=look is None or look.twice
        ),
    )


LIVE = Look(size=448, twice=False)  # for camera frames: fast, small tiles are not looked at twice
