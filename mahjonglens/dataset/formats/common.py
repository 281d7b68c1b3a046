"""What all label formats share: raw labels as a file says them, and how they become ours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from mahjonglens.dataset.faults import DatasetError, Fault, Note
from mahjonglens.dataset.photos import Frame
from vision.data.labelled import LabelledPhoto, LabelledTile, Origin, area, box_quad, hull
from vision.data.names import Names
from vision.reading import Quad

Points = npt.NDArray[np.float64]
OUTSIDE = 0.02  # of the photo's long side; boxes that stick out further are told about


class FormatError(DatasetError):
    """The folder or file is not of the format it was taken for."""


@dataclass(frozen=True, slots=True)
class RawBox:
    """A box as its file has it. `points` (2, 2): two opposite corners; else (k, 2) a polygon."""

    name: str
    points: Points
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class RawLabels:
    """Labels of one photo. `relative`: points are 0..1 of the frame, else px of `declared`.

    `declared` is the (width, height) that the label file claims, None where it is silent.
    `faults` are boxes that could not even be read. `classes` are all names that the file's maker
    has, where the format lists them: some can only be told apart together.
    """

    image: Path
    boxes: tuple[RawBox, ...] = ()
    relative: bool = False
    declared: tuple[int, int] | None = None
    labelled: bool = True
    origin: Origin = field(default_factory=Origin)
    faults: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()


class Format(Protocol):
    """One way of writing labelled photos down. `rotated`: whether it can hold turned boxes.

    `photo_folder` is where an export's photos lie below it; '' where it keeps no whole photos.
    """

    name: str
    rotated: bool
    photo_folder: str

    def fits(self, root: Path) -> bool:
        """Whether the folder or file looks like this format."""

    def read(self, root: Path) -> Iterator[RawLabels | Fault]:
        """Every photo with its labels, and every label without a photo as a fault."""

    def write(self, export: Export) -> None:
        """Fills `export.out`. Raises OSError."""


@dataclass(frozen=True, slots=True)
class Item:
    """A photo on its way out. `file` is relative to the photo folder of the export."""

    name: str
    suffix: str
    split: str
    status: str
    photo: LabelledPhoto
    key: int

    @property
    def file(self) -> str:
        """`train/name.jpg`, or `name.jpg` where the dataset is not split."""
        return f"{self.split}/{self.name}{self.suffix}" if self.split else self.name + self.suffix


class Items(Protocol):
    """Goes through the photos of an export; may be called as often as a format needs."""

    def __call__(self) -> Iterator[Item]: ...


class Pixels(Protocol):
    """The bytes of an item's photo, as they are to be given away."""

    def __call__(self, item: Item) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Export:
    """What a format needs for writing. `classes`: FACES, then foreign names, in order."""

    out: Path
    classes: tuple[str, ...]
    splits: tuple[str, ...]
    items: Items
    pixels: Pixels

    def number(self, face: str) -> int:
        """The class number of a face."""
        return self.classes.index(face)

    def save_photo(self, folder: str, item: Item) -> Path:
        """Writes the photo below `folder` and says where."""
        path = self.out / folder / item.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.pixels(item))
        return path


def quad_of(points: Points) -> Quad:
    """Four corners are kept as they stand; a polygon becomes its smallest turned rectangle."""
    if points.shape == (2, 2):
        (ax, ay), (bx, by) = points
        return box_quad(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    if len(points) == 4:
        return Quad.of(points)
    rect = cv2.boxPoints(cv2.minAreaRect(points.astype(np.float32)))
    start = int(np.argmin(rect.sum(axis=1)))
    return Quad.of(np.roll(rect, -start, axis=0))


def settle(raw: RawLabels, frame: Frame, names: Names) -> tuple[LabelledPhoto, list[Note]]:
    """Raw labels in the displayed frame of their photo, with our faces, and what was odd.

    Raises FormatError where the labels belong to a picture of another size.
    """
    scale, stored = _frame_of(raw, frame)
    names = _meant(names, raw.classes)
    tiles, notes = [], [Note(str(raw.image), why) for why in raw.faults]
    for number, box in enumerate(raw.boxes, 1):
        points = box.points * scale
        if stored:
            points = frame.displayed(points)
        quad = quad_of(points)
        why = _wrong(quad, frame.size)
        if why:
            notes.append(Note(str(raw.image), f"box {number} ({box.name}) left out: {why}"))
            continue
        if _sticks_out(quad, frame.size):
            notes.append(Note(str(raw.image), f"box {number} ({box.name}) sticks out of the photo"))
        tiles.append(LabelledTile(names.face(box.name), quad, box.confidence))
    photo = LabelledPhoto(raw.image.name, frame.size, tuple(tiles), raw.origin, raw.labelled)
    return photo, notes


@lru_cache(maxsize=8)
def _meant(names: Names, classes: tuple[str, ...]) -> Names:
    return names.among(classes)


def _frame_of(raw: RawLabels, frame: Frame) -> tuple[Points, bool]:
    """The scale to px, and whether the points are of the stored, not the displayed picture."""
    if raw.relative:
        turned = raw.declared == frame.raw and frame.raw != frame.size
        return np.array(frame.raw if turned else frame.size, dtype=np.float64), turned
    if raw.declared is None or raw.declared == frame.size or raw.declared == (0, 0):
        return np.ones(2), False
    if raw.declared == frame.raw:
        return np.ones(2), True
    dw, dh = raw.declared
    for size, stored in ((frame.size, False), (frame.raw, True)):
        if abs(dw * size[1] - dh * size[0]) <= max(size) * 2:  # the same picture, another size
            return np.array([size[0] / dw, size[1] / dh]), stored
    w, h = frame.size
    raise FormatError(f"its labels are for a picture of {dw}×{dh}, the file is {w}×{h}")


def _wrong(quad: Quad, size: tuple[int, int]) -> str:
    corners = np.array(quad.corners)
    if not np.isfinite(corners).all():
        return "not a number"
    if area(quad) < 1:
        return "it has no area"
    left, top, right, bottom = hull(quad)
    if right <= 0 or bottom <= 0 or left >= size[0] or top >= size[1]:
        return "it lies outside the photo"
    return ""


def _sticks_out(quad: Quad, size: tuple[int, int]) -> bool:
    slack = OUTSIDE * max(size)
    left, top, right, bottom = hull(quad)
    return min(left, top) < -slack or right > size[0] + slack or bottom > size[1] + slack


def with_origin(raw: RawLabels, origin: Origin) -> RawLabels:
    """The labels with an origin, where the format itself does not carry one."""
    return replace(raw, origin=origin)


def number(text: str) -> float:
    """A finite float. Raises ValueError."""
    value = float(text)
    if not np.isfinite(value):
        raise ValueError(text)
    return value


def index_photos(root: Path) -> dict[str, list[Path]]:
    """Photos below a folder by file name without suffix, for labels that name no folder."""
    from mahjonglens.dataset.photos import photos_under

    found: dict[str, list[Path]] = {}
    for path in photos_under(root):
        found.setdefault(path.stem, []).append(path)
    return found
