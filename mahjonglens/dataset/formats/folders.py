"""One tile a picture: a folder a class, or the class at the front of the file name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.formats.common import Export, RawBox, RawLabels
from mahjonglens.dataset.photos import PhotoError, decode, photos_under
from vision.data.labelled import sides
from vision.data.names import Names
from vision.labels import FACES
from vision.reading import Quad

WHOLE = np.array([[0.0, 0.0], [1.0, 1.0]])
ENOUGH = 0.5  # of the pictures must name a face for a folder to be taken for this format


@cache
def _names() -> Names:
    return Names()


def class_of(path: Path, root: Path) -> str:
    """The class a picture's folder or name claims: `B1/x.jpg`, `B1_07.jpg`, `east wind 3.png`."""
    names = _names()
    parent = path.parent.name
    if path.parent != root and (names.face(parent) in FACES or not _front(path)):
        return parent
    return _front(path) or (parent if path.parent != root else path.stem)


def _front(path: Path) -> str:
    """The longest beginning of a file name that names a face; '' where none does."""
    names = _names()
    words = re.split(r"[\s_\-.]+", path.stem)
    for count in range(len(words), 0, -1):
        if names.face(" ".join(words[:count])) in FACES:
            return " ".join(words[:count])
    return ""


class Folders:
    """The whole picture is the tile. Written: each tile cut out, upright, as PNG."""

    name = "folders"
    rotated = False
    photo_folder = ""

    def fits(self, root: Path) -> bool:
        """Most pictures name a face, by folder or file name."""
        if not root.is_dir():
            return False
        names, seen, good = _names(), 0, 0
        for path in photos_under(root):
            seen += 1
            good += names.face(class_of(path, root)) in FACES
        return seen > 0 and good >= ENOUGH * seen

    def read(self, root: Path) -> Iterator[RawLabels | Fault]:
        """Every picture with one box as large as itself."""
        names = _written_names(root)
        images = photos_under(root)
        classes = tuple(sorted({class_of(image, root) for image in images}))
        for image in images:
            name = class_of(image, root)
            box = RawBox(names.get(name, name), WHOLE)
            yield RawLabels(image, (box,), relative=True, classes=classes)

    def write(self, export: Export) -> None:
        """SPLIT/FACE/NAME-n.png; each class of the list gets its folder, also when empty."""
        for split in export.splits or ("",):
            for name in export.classes:
                (export.out / split / safe(name)).mkdir(parents=True, exist_ok=True)
        for item in export.items():
            data = export.pixels(item)
            picture = decode(data, f"x{item.suffix}")
            for at, tile in enumerate(item.photo.tiles):
                crop = cut(picture, tile.quad)
                done, png = cv2.imencode(".png", crop)
                if not done:
                    raise PhotoError(f"{item.name}: tile {at} cannot be written")
                folder = export.out / item.split / safe(tile.face)
                (folder / f"{item.name}-{at}.png").write_bytes(png.tobytes())
        (export.out / "classes.txt").write_text(
            "".join(name + "\n" for name in export.classes), encoding="utf-8"
        )


def _written_names(root: Path) -> dict[str, str]:
    """Class names by the folder that `write` gave them."""
    try:
        lines = (root / "classes.txt").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    return {safe(line): line for line in lines if line}


def safe(name: str) -> str:
    """A class name as a folder name."""
    return re.sub(r"[/\\:\0]+", "_", name).strip(". ") or "_"


def cut(picture: np.ndarray, quad: Quad) -> np.ndarray:
    """The tile itself, upright, at its own size: (h, w, 3) uint8 BGR."""
    w, h = (max(1, round(side)) for side in sides(quad))
    goal = np.array([[0, 0], [w, 0], [w, h], [0, h]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(quad.array, goal)
    return cv2.warpPerspective(picture, matrix, (w, h), borderMode=cv2.BORDER_REPLICATE)


class Photos:
    """Plain photos without labels. Cannot be written."""

    name = "photos"
    rotated = False
    photo_folder = "images"

    def fits(self, root: Path) -> bool:
        """Any photo at all."""
        return bool(photos_under(root))

    def read(self, root: Path) -> Iterator[RawLabels | Fault]:
        """Every photo, unlabelled."""
        for image in photos_under(root):
            yield RawLabels(image, labelled=False)

    def write(self, export: Export) -> None:
        """images/ and nothing else."""
        for item in export.items():
            export.save_photo("images", item)
