"""COCO instances: one JSON a split; turned boxes as four corners under `segmentation`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.formats.common import (
    Export,
    FormatError,
    Item,
    RawBox,
    RawLabels,
    index_photos,
    number,
)
from vision.data.labelled import LabelledTile, area, hull, straight

OURS = "mahjonglens"


def load(path: Path) -> dict[str, Any]:
    """A COCO document. Raises FormatError."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise FormatError(f"{path} is no JSON: {error}") from error
    if not isinstance(data, dict) or not {"images", "categories"} <= data.keys():
        raise FormatError(f"{path} is no COCO document: it lists no images and categories")
    return data


class Coco:
    """Reads any instances JSON below a folder."""

    name = "coco"
    rotated = True
    photo_folder = "images"

    def fits(self, root: Path) -> bool:
        """A JSON file with images and categories."""
        return any(_like_coco(path) for path in _documents(root))

    def read(self, root: Path) -> Iterator[RawLabels | Fault]:
        """Images are looked for by their name, below the document or the folder."""
        folder = root.parent if root.is_file() else root
        photos = index_photos(folder)
        found = False
        for path in _documents(root):
            try:
                data = load(path)
            except FormatError as error:
                yield Fault(str(path), str(error))
                continue
            found = True
            yield from self._document(data, path, folder, photos)
        if not found:
            raise FormatError(f"{root} holds no COCO document")

    def _document(
        self, data: dict[str, Any], path: Path, folder: Path, photos: dict[str, list[Path]]
    ) -> Iterator[RawLabels | Fault]:
        names = {one["id"]: str(one["name"]) for one in data["categories"]}
        by_image: dict[Any, list[dict[str, Any]]] = {}
        for annotation in data.get("annotations", []):
            by_image.setdefault(annotation.get("image_id"), []).append(annotation)
        for image in data["images"]:
            name = str(image.get("file_name", ""))
            place = _locate(name, path, folder, photos)
            annotations = by_image.pop(image.get("id"), [])
            if place is None:
                yield Fault(name or str(path), f"labels without a picture (in {path.name})")
                continue
            boxes, faults = _boxes(annotations, names)
            declared = (int(image.get("width") or 0), int(image.get("height") or 0))
            yield RawLabels(
                place, boxes, declared=declared, faults=faults, classes=tuple(names.values())
            )
        for left in by_image.values():
            yield Fault(str(path), f"{len(left)} boxes of an image that is not listed")

    def write(self, export: Export) -> None:
        """images/ and annotations/instances_SPLIT.json, written as a stream."""
        (export.out / "annotations").mkdir(parents=True)
        for split in export.splits or ("",):
            path = export.out / "annotations" / f"instances_{split or 'all'}.json"
            with path.open("w", encoding="utf-8") as out:
                _write(out, export, split)


def _documents(root: Path) -> list[Path]:
    return [root] if root.is_file() else sorted(root.rglob("*.json"))


def _like_coco(path: Path) -> bool:
    try:
        load(path)
    except FormatError:
        return False
    return True


def _locate(name: str, document: Path, folder: Path, photos: dict[str, list[Path]]) -> Path | None:
    for base in (folder, document.parent, folder / "images", document.parent.parent / "images"):
        if name and (base / name).is_file():
            return base / name
    same = [path for path in photos.get(Path(name).stem, []) if path.name == Path(name).name]
    return same[0] if len(same) == 1 else None


def _boxes(
    annotations: list[dict[str, Any]], names: dict[Any, str]
) -> tuple[tuple[RawBox, ...], tuple[str, ...]]:
    boxes, faults = [], []
    for annotation in annotations:
        kind = annotation.get("category_id")
        try:
            points = _points(annotation)
            score = annotation.get("score")
            confidence = None if score is None else number(str(score))
        except (TypeError, ValueError, KeyError) as error:
            faults.append(f"box {annotation.get('id')} left out: {error!r} is no box")
            continue
        boxes.append(RawBox(names.get(kind, f"class {kind}"), points, confidence))
    return tuple(boxes), tuple(faults)


def _points(annotation: dict[str, Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    rings = annotation.get("segmentation")
    if isinstance(rings, list) and len(rings) == 1 and len(rings[0]) >= 6:
        return np.array([number(str(value)) for value in rings[0]]).reshape(-1, 2)
    x, y, w, h = (number(str(value)) for value in annotation["bbox"])
    return np.array([[x, y], [x + w, y + h]])


def _write(out: TextIO, export: Export, split: str) -> None:
    head = {
        "info": {"description": OURS, "classes_in_order": True},
        "licenses": [],
        "categories": [
            {"id": at, "name": name, "supercategory": "tile"}
            for at, name in enumerate(export.classes, 1)
        ],
    }
    out.write(json.dumps(head, ensure_ascii=False)[:-1] + ',\n"images": [')
    for at, item in enumerate(_of(export, split)):
        export.save_photo("images", item)
        w, h = item.photo.size
        image = {"id": item.key, "file_name": item.file, "width": w, "height": h}
        out.write((",\n" if at else "\n") + json.dumps(image, ensure_ascii=False))
    out.write('],\n"annotations": [')
    count = 0
    for item in _of(export, split):
        for tile in item.photo.tiles:
            count += 1
            out.write((",\n" if count > 1 else "\n") + json.dumps(_annotation(
                tile, count, item.key, export.number(tile.face) + 1)))  # fmt: skip
    out.write("]}\n")


def _of(export: Export, split: str) -> Iterator[Item]:
    return (item for item in export.items() if item.split == split)


def _annotation(tile: LabelledTile, number: int, image: int, category: int) -> dict[str, Any]:
    left, top, right, bottom = (round(value, 3) for value in hull(tile.quad))
    ring = [round(value, 3) for point in tile.quad.corners for value in point]
    said: dict[str, Any] = {
        "id": number, "image_id": image, "category_id": category, "iscrowd": 0,
        "bbox": [left, top, round(right - left, 3), round(bottom - top, 3)],
        "area": round(area(tile.quad), 2),
        "segmentation": [] if straight(tile.quad) else [ring],
    }  # fmt: skip
    return said if tile.confidence is None else {**said, "score": tile.confidence}
