"""What a YOLO label cannot hold, beside it: corners outside the photo, turned boxes, confidences.

A text of JSON per photo, `exact/train/name.exact`. It is believed where the label still says the
same, so that labels changed by other programs win.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from mahjonglens.dataset.formats.common import Item, RawBox, number, quad_of
from vision.data.labelled import clipped, hull
from vision.reading import Quad

FOLDER = "exact"
SUFFIX = ".exact"
SAME = 0.5  # px; a label whose box is further from the exact one was changed since


def place(root: Path, file: str) -> Path:
    """Where the exact labels of a photo lie; `file` is relative to the photo folder."""
    return (root / FOLDER / file).with_suffix(SUFFIX)


def write(root: Path, item: Item, kept: Sequence[RawBox]) -> None:
    """Writes what `kept`, the labels as they will be read, does not hold; nothing if they do."""
    size = np.array(item.photo.size, dtype=np.float64)
    lost = {}
    for at, (tile, box) in enumerate(zip(item.photo.tiles, kept, strict=True)):
        if tile.confidence is not None or _gap(quad_of(box.points * size), tile.quad) > 0.01:
            lost[at] = {"corners": tile.quad.corners, "confidence": tile.confidence}
    if lost:
        path = place(root, item.file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"size": item.photo.size, "tiles": lost}), encoding="utf-8")


def restored(path: Path, boxes: tuple[RawBox, ...]) -> tuple[RawBox, ...]:
    """The boxes with what the file keeps of them; as they are where it is missing or broken."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        size = np.array([number(str(side)) for side in said["size"]])
        tiles = {
            int(at): (_corners(t["corners"]), t["confidence"]) for at, t in said["tiles"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return boxes
    return tuple(
        _one(box, size, *tiles[at]) if at in tiles else box for at, box in enumerate(boxes)
    )


def _corners(given: Sequence[Sequence[float]]) -> Quad:
    return Quad.of([[number(str(value)) for value in point] for point in given])


def _one(
    box: RawBox, size: np.ndarray[tuple[int], np.dtype[np.float64]], quad: Quad, confidence: object
) -> RawBox:
    inside = clipped(quad, (int(size[0]), int(size[1])))
    there = np.array(hull(quad_of(box.points * size)))
    if np.abs(there - np.array(hull(inside))).max() > SAME:
        return box
    sure = float(confidence) if isinstance(confidence, int | float) else box.confidence
    return replace(box, points=np.array(quad.corners, dtype=np.float64) / size, confidence=sure)


def _gap(a: Quad, b: Quad) -> float:
    return float(np.abs(np.array(a.corners) - np.array(b.corners)).max())
