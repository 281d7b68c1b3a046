"""The real photographs, as the training scripts use them.

A folder of labelled photographs holds ``images/``, ``labels/`` (YOLO text, class order of
`vision.labels.FACES`) and beside them a ``provenance.csv`` that names each picture's source and
shooting session. Splits are made by source and session, never by picture.
"""

from __future__ import annotations

import csv
import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from vision import geometry

HELD_OUT_SOURCES = ("leo-miura-riichi",)  # one whole tile set that no model is trained on
HELD_OUT_SESSIONS = 0.15  # share of the sessions of the mixed source, chosen by hash
MIXED_SOURCE = "hk-rethink-bonus-label"  # the one source with many tile sets


@dataclass(frozen=True, slots=True)
class Box:
    """An upright box: class index, centre and size as shares of the picture."""

    face: int
    x: float
    y: float
    w: float
    h: float

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom as shares of the picture."""
        return (
            self.x - self.w / 2,
            self.y - self.h / 2,
            self.x + self.w / 2,
            self.y + self.h / 2,
        )

    @property
    def corners(self) -> list[float]:
        """Its four corners, clockwise from the upper left: eight shares of the picture."""
        left, top, right, bottom = self.edges
        return [left, top, right, top, right, bottom, left, bottom]


@dataclass(frozen=True, slots=True)
class Photo:
    """One labelled picture and where it comes from."""

    path: Path
    source: str
    session: str
    augmented: bool
    captions: int
    boxes: tuple[Box, ...]

    @property
    def held_out(self) -> bool:
        """True where the picture's tile set is kept from all training."""
        if self.source in HELD_OUT_SOURCES:
            return True
        if self.source != MIXED_SOURCE:
            return False
        digest = hashlib.sha256(self.session.encode()).digest()
        return digest[0] / 256 < HELD_OUT_SESSIONS


def photos(folder: Path) -> list[Photo]:
    """All pictures of ``folder/train``, in the order of ``folder/provenance.csv``."""
    found = []
    with (folder / "provenance.csv").open(newline="") as table:
        for row in csv.DictReader(table):
            path = folder / row["file"]
            if row["file"].startswith("train/") and path.exists():
                found.append(
                    Photo(
                        path.resolve(),
                        row["source"],
                        row["session"],
                        row["augmented"] == "1",
                        int(row["caption_only_boxes"] or 0),
                        _boxes(path),
                    )
                )
    return found


def _boxes(image: Path) -> tuple[Box, ...]:
    label = image.parents[1] / "labels" / f"{image.stem}.txt"
    if not label.exists():
        return ()
    rows = (line.split() for line in label.read_text().splitlines() if line.strip())
    return tuple(Box(int(r[0]), *(float(v) for v in r[1:5])) for r in rows)


def tilt(photo: Photo) -> float:
    """How much neighbouring boxes overlap on average: upright boxes around upright tiles barely do,
    around tilted ones they must, so a high value says that the boxes are loose."""
    if len(photo.boxes) < 2:
        return 0.0
    boxes = np.array([box.edges for box in photo.boxes])
    overlaps = geometry.box_iou(boxes, boxes)
    np.fill_diagonal(overlaps, 0)
    return float(overlaps.max(axis=1).mean())
