"""Writes synthetic photographs as files: JPEG, truth as JSON, labels for training a locator."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.data.synth.photo import UNKNOWN, Floats, SynthPhoto, SynthTile
from vision.data.synth.render import render
from vision.labels import FACES

SHOWN = 0.45  # a tile of which less can be seen is not asked for in the label files


@dataclass(frozen=True, slots=True)
class Job:
    """What to write: photograph number `seed` into `folder`; `faces`: 47 classes instead of one."""

    folder: Path
    seed: int
    size: int = 640
    art: tuple[Path, ...] = ()
    faces: bool = False
    split: str = "train"
    layout: str | None = None


def write(job: Job) -> Path:
    """Renders and writes images/NAME.jpg, labels/NAME.txt and .json; returns the image's path."""
    photo = render(job.seed, job.size, job.art or None, layout=job.layout, split=job.split)
    name = f"synth_{job.seed:07d}"
    for part in ("images", "labels"):
        (job.folder / part).mkdir(parents=True, exist_ok=True)
    image = job.folder / "images" / f"{name}.jpg"
    cv2.imwrite(str(image), photo.image, [cv2.IMWRITE_JPEG_QUALITY, 93])
    labels = "\n".join(yolo_lines(photo, faces=job.faces))
    (job.folder / "labels" / f"{name}.txt").write_text(labels, encoding="utf-8")
    truth = json.dumps(document(photo), ensure_ascii=False)
    (job.folder / "labels" / f"{name}.json").write_text(truth, encoding="utf-8")
    return image


def document(photo: SynthPhoto) -> dict[str, object]:
    """The truth as JSON: every tile that shows at all, with its visible share."""
    height, width = photo.image.shape[:2]
    return {
        "seed": photo.seed,
        "layout": photo.layout,
        "design": photo.design,
        "width": width,
        "height": height,
        "tiles": [
            {
                "face": tile.face,
                "quad": [[round(x, 2), round(y, 2)] for x, y in tile.quad.corners],
                "group": tile.group,
                "in_hand": tile.in_hand,
                "visible": round(tile.visible, 3),
            }
            for tile in photo.tiles
        ],
        "groups": [{"kind": str(g.kind), "tiles": list(g.tiles)} for g in photo.groups],
    }


def yolo_lines(photo: SynthPhoto, *, faces: bool = False) -> list[str]:
    """Rotated boxes for ultralytics: class and four corners as shares of the picture.

    One class, 0, or with `faces` the place in `labels.FACES` (unfamiliar faces are left out).
    """
    height, width = photo.image.shape[:2]
    lines = []
    for tile in photo.tiles:
        if tile.visible < SHOWN or (faces and tile.face == UNKNOWN):
            continue
        corners = inside(tile, (width, height))
        number = FACES.index(tile.face) if faces else 0
        shares = " ".join(f"{v:.5f}" for v in (corners / (width, height)).ravel())
        lines.append(f"{number} {shares}")
    return lines


def inside(tile: SynthTile, size: tuple[int, int]) -> Floats:
    """The quad (4, 2) in px; where the frame cuts it, the smallest rectangle round the rest."""
    quad = tile.quad.array
    limit = np.array(size, np.float32)
    if (quad >= 0).all() and (quad <= limit).all():
        return quad.astype(np.float64)
    frame = np.array([[0, 0], [limit[0], 0], [limit[0], limit[1]], [0, limit[1]]], np.float32)
    _, common = cv2.intersectConvexConvex(quad, frame)
    points = common if common is not None and len(common) >= 3 else quad
    rectangle = cv2.boxPoints(cv2.minAreaRect(points.astype(np.float32)))
    cut: Floats = np.clip(rectangle, 0, limit).astype(np.float64)
    return cut


def jobs(folder: Path, count: int, seed: int, art: Sequence[Path], job: Job) -> list[Job]:
    """`count` jobs with the seeds `seed`, `seed + 1`, …, otherwise like `job`."""
    return [
        Job(folder, seed + i, job.size, tuple(art), job.faces, job.split, job.layout)
        for i in range(count)
    ]
