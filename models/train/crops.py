"""Cut labelled tiles out of pictures for the classifier, as the product cuts them when it reads.

A crop is the tile's quad warped to a square and CONTEXT times as wide as the tile, so that training
can still shift, turn and zoom it before the inner square is taken.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import real
from watching import watched

from vision.labels import FACES

SIDE = 72  # px of the classifier's square input
CONTEXT = 1.5  # a stored crop's width in tile widths
STORED = int(SIDE * CONTEXT)  # px
LEAST = 20  # px of a rendered tile's shorter side; smaller ones teach noise
UNKNOWN = -1  # a face that is none of FACES, or a turn nobody knows
UPRIGHT_SOURCES = (real.MIXED_SOURCE, "leo-miura-riichi")  # rows as their players see them
Image = npt.NDArray[np.uint8]


@dataclass(slots=True)
class Crops:
    """Growing arrays of crops: image (STORED, STORED, 3) BGR, face index, quarter turns, source,
    and the name of the picture it was cut from.

    `turn` is how many quarter turns counter-clockwise make the stored crop upright.
    """

    images: list[Image] = field(default_factory=list)
    faces: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)

    def add(self, image: Image, face: int, turn: int, source: str, picture: str) -> None:
        self.images.append(image)
        self.faces.append(face)
        self.turns.append(turn)
        self.sources.append(source)
        self.pictures.append(picture)

    def extend(self, more: Crops) -> None:
        self.images += more.images
        self.faces += more.faces
        self.turns += more.turns
        self.sources += more.sources
        self.pictures += more.pictures

    def parted(self) -> tuple[Crops, Crops]:
        """The crops to train on, and those of a few pictures that training is watched with."""
        kept = watched(sorted(set(self.pictures)))
        parts = Crops(), Crops()
        rows = zip(self.images, self.faces, self.turns, self.sources, self.pictures, strict=True)
        for row in rows:
            parts[row[-1] in kept].add(*row)
        return parts

    def __len__(self) -> int:
        return len(self.images)


def cut(image: Image, quad: npt.NDArray[np.float32]) -> Image:
    """The tile at `quad` (4, 2) px, TL TR BR BL, with context: (STORED, STORED, 3)."""
    low, high = (STORED - SIDE) / 2, (STORED + SIDE) / 2
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    scale = np.sqrt(abs(np.linalg.det(np.array([quad[1] - quad[0], quad[3] - quad[0]]))))
    if scale > 2 * SIDE:  # shrink first, else the warp skips pixels
        factor = SIDE * 1.4 / scale
        image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        matrix = cv2.getPerspectiveTransform(quad.astype(np.float32) * np.float32(factor), target)
    return cv2.warpPerspective(
        image, matrix, (STORED, STORED), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def from_photos(
    folder: Path,
    *,
    held_out: bool,
    refined: dict[str, list[list[float]]],
    mirrored: frozenset[str],
    skip_augmented: bool = False,
) -> Crops:
    """Crops of the real training pictures, of the held-out tile sets or of all others.

    Loose boxes are left out unless `refined` has a quad for them; `mirrored` pictures are undone.
    """
    crops = Crops()
    for photo in real.photos(folder):
        if photo.held_out != held_out or (skip_augmented and photo.augmented):
            continue
        quads = refined.get(photo.path.name)
        if quads is None and (photo.captions or real.tilt(photo) > 0.1):
            continue
        add_photo(crops, photo, quads, photo.path.name in mirrored)
    return crops


def add_photo(
    crops: Crops, photo: real.Photo, quads: list[list[float]] | None, mirror: bool
) -> None:
    """The photo's labelled tiles, by `quads` where given; tiles under 12 px are left out."""
    image = cv2.imread(str(photo.path))
    size = np.array(image.shape[1::-1], np.float32)
    for i, box in enumerate(photo.boxes):
        corners = box.corners
        if quads is not None:
            if not quads[i]:
                continue
            corners = quads[i]
        quad = np.array(corners, np.float32).reshape(4, 2) * size
        if min(np.ptp(quad[:, 0]), np.ptp(quad[:, 1])) < 12:
            continue
        crop = cut(image, quad)
        turn = 0 if photo.source in UPRIGHT_SOURCES else UNKNOWN
        crop = crop[:, ::-1] if mirror else crop
        crops.add(crop, box.face, turn, photo.source, photo.path.name)


def from_singles(folder: Path) -> Crops:
    """Crops of single upright tiles, a file each, named CODE_nn.jpg."""
    crops = Crops()
    for path in sorted(folder.glob("*.jpg")):
        image = cv2.imread(str(path))
        h, w = image.shape[:2]
        dx, dy = 0.02 * w, 0.02 * h
        quad = np.array([[dx, dy], [w - dx, dy], [w - dx, h - dy], [dx, h - dy]], np.float32)
        crops.add(cut(image, quad), FACES.index(path.name.split("_")[0]), 0, "crops", path.name)
    return crops


def from_rendered(folder: Path) -> Crops:
    """Crops of rendered photographs with exact quads (`labels/*.json` of the generator)."""
    crops = Crops()
    for path in sorted((folder / "labels").glob("*.json")):
        label = json.loads(path.read_text())
        image = cv2.imread(str(folder / "images" / f"{path.stem}.jpg"))
        for tile in label["tiles"]:
            quad = np.array(tile["quad"], np.float32)
            sides = np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1)
            if tile["visible"] < 0.75 or sides.min() < LEAST:
                continue
            face = FACES.index(tile["face"]) if tile["face"] in FACES else UNKNOWN
            crops.add(cut(image, quad), face, 0, "rendered", f"{folder.name}/{path.stem}")
    return crops
