"""Label Studio JSON: tasks with `annotations` (people's) or `predictions` (the model's).

A turned rectangle is x, y, width, height in percent, turned clockwise by `rotation` degrees about
its own top left corner; what is no exact rectangle is a polygon of four points.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlparse
from xml.sax.saxutils import quoteattr

import numpy as np

from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.formats.common import (
    Export,
    FormatError,
    Item,
    Points,
    RawBox,
    RawLabels,
    index_photos,
    number,
)
from vision.data.labelled import LabelledTile, sides
from vision.reading import Quad

EXACT = 0.05  # px; a quad whose corners are this near to a rectangle's is written as one


def load(path: Path) -> list[dict[str, Any]]:
    """The tasks of an export. Raises FormatError."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise FormatError(f"{path} is no JSON: {error}") from error
    tasks = data if isinstance(data, list) else [data]
    if not all(isinstance(task, dict) and isinstance(task.get("data"), dict) for task in tasks):
        raise FormatError(f"{path} is no Label Studio export: its tasks have no data")
    return tasks


class LabelStudio:
    """Reads tasks.json or any such export; writes one ready to import, pre-annotated."""

    name = "labelstudio"
    rotated = True
    photo_folder = "images"

    def fits(self, root: Path) -> bool:
        """A JSON file whose tasks carry data."""
        for path in _documents(root):
            try:
                return bool(load(path))
            except FormatError:
                continue
        return False

    def read(self, root: Path) -> Iterator[RawLabels | Fault]:
        """People's annotations come before the model's predictions."""
        folder = root.parent if root.is_file() else root
        photos = index_photos(folder)
        for path in _documents(root):
            try:
                tasks = load(path)
            except FormatError as error:
                yield Fault(str(path), str(error))
                continue
            for task in tasks:
                yield self._task(task, path, folder, photos)

    def _task(
        self, task: dict[str, Any], path: Path, folder: Path, photos: dict[str, list[Path]]
    ) -> RawLabels | Fault:
        url = next((str(value) for value in task["data"].values() if _names_file(value)), "")
        image = _locate(url, folder, photos)
        if image is None:
            return Fault(url or f"{path} task {task.get('id')}", "labels without a picture")
        said = [one for one in task.get("annotations", []) if not one.get("was_cancelled")]
        guesses = task.get("predictions") or []
        results = (said or guesses or [{}])[-1].get("result", [])
        boxes, faults, declared = _boxes(results, guessed=not said)
        return RawLabels(
            image, boxes, relative=True, declared=declared,
            labelled=bool(said or guesses), faults=faults,
        )  # fmt: skip

    def write(self, export: Export) -> None:
        """images/, tasks.json and the labelling set-up to paste into a new project."""
        with (export.out / "tasks.json").open("w", encoding="utf-8") as out:
            out.write("[")
            for at, item in enumerate(export.items()):
                export.save_photo("images", item)
                out.write((",\n" if at else "\n") + json.dumps(_task(item), ensure_ascii=False))
            out.write("\n]\n")
        labels = "".join(f"    <Label value={quoteattr(name)}/>\n" for name in export.classes)
        (export.out / "label_config.xml").write_text(
            '<View>\n  <Image name="image" value="$image" zoom="true"/>\n'
            f'  <RectangleLabels name="tile" toName="image">\n{labels}  </RectangleLabels>\n'
            f'  <PolygonLabels name="corners" toName="image">\n{labels}  </PolygonLabels>\n'
            "</View>\n",
            encoding="utf-8",
        )
        (export.out / "classes.txt").write_text(
            "".join(name + "\n" for name in export.classes), encoding="utf-8"
        )


def _documents(root: Path) -> list[Path]:
    return [root] if root.is_file() else sorted(root.rglob("*.json"))


def _names_file(value: object) -> bool:
    return isinstance(value, str) and "." in value


def _locate(url: str, folder: Path, photos: dict[str, list[Path]]) -> Path | None:
    parsed = urlparse(url)
    inner = parse_qs(parsed.query).get("d", [""])[0]  # /data/local-files/?d=images/a.jpg
    name = unquote(inner or parsed.path).lstrip("/")
    parts = Path(name).parts
    for at in range(len(parts)):  # the longest tail of the address that is a file here
        if (folder / Path(*parts[at:])).is_file():
            return folder / Path(*parts[at:])
    same = [path for path in photos.get(Path(name).stem, []) if path.name == Path(name).name]
    if len(same) == 1:
        return same[0]
    stem = Path(name).name.partition("-")[2]  # an upload is renamed to 1a2b3c4d-name.jpg
    same = [path for path in photos.get(Path(stem).stem, []) if path.name == stem]
    return same[0] if len(same) == 1 else None


def _boxes(
    results: list[dict[str, Any]], *, guessed: bool
) -> tuple[tuple[RawBox, ...], tuple[str, ...], tuple[int, int] | None]:
    boxes: list[RawBox] = []
    faults: list[str] = []
    declared: tuple[int, int] | None = None
    for one in results:
        try:
            value = one["value"]
            size = (int(one["original_width"]), int(one["original_height"]))
            labels = value.get("rectanglelabels") or value.get("polygonlabels") or value["labels"]
            points = _points(value, size)
            score = number(str(one.get("score", 0))) if guessed else None
        except (KeyError, TypeError, ValueError) as error:
            faults.append(f"region {one.get('id')} left out: {error!r}")
            continue
        declared = size
        boxes.append(RawBox(str(labels[0]), points, score))
    return tuple(boxes), tuple(faults), declared


def _points(value: dict[str, Any], size: tuple[int, int]) -> Points:
    if "points" in value:
        return np.array([[number(str(v)) for v in point] for point in value["points"]]) / 100
    whole = np.array(size, dtype=np.float64)
    x, y, w, h = (number(str(value[key])) for key in ("x", "y", "width", "height"))
    angle = np.deg2rad(number(str(value.get("rotation", 0))))
    along = np.array([np.cos(angle), np.sin(angle)])
    down = np.array([-along[1], along[0]])
    start = np.array([x, y]) / 100 * whole
    across = w / 100 * whole[0] * along
    deep = h / 100 * whole[1] * down
    return np.array([start, start + across, start + across + deep, start + deep]) / whole


def _task(item: Item) -> dict[str, Any]:
    result = [
        _region(tile, f"{item.key}-{at}", item.photo.size)
        for at, tile in enumerate(item.photo.tiles)
    ]
    task: dict[str, Any] = {
        "id": item.key,
        "data": {"image": f"/data/local-files/?d=images/{item.file}"},
        "meta": {"split": item.split, "session": item.photo.origin.session},
    }
    if item.status == "labelled":
        task["annotations"] = [{"result": result, "ground_truth": False}]
    elif item.status == "prelabelled":
        task["predictions"] = [{"model_version": "mahjonglens", "result": result}]
    return task


def _region(tile: LabelledTile, name: str, size: tuple[int, int]) -> dict[str, Any]:
    w, h = size
    value: dict[str, Any] = dict(_rectangle(tile.quad, size))
    kind = "rectanglelabels" if value else "polygonlabels"
    if not value:
        value = {"points": [[x / w * 100, y / h * 100] for x, y in tile.quad.corners]}
    region: dict[str, Any] = {
        "id": name, "type": kind, "to_name": "image",
        "from_name": "tile" if kind == "rectanglelabels" else "corners",
        "original_width": w, "original_height": h, "image_rotation": 0,
        "value": {**value, kind: [tile.face]},
    }  # fmt: skip
    return region if tile.confidence is None else {**region, "score": tile.confidence}


def _rectangle(quad: Quad, size: tuple[int, int]) -> dict[str, float]:
    """The quad as a turned rectangle, {} where it is none."""
    corners = np.array(quad.corners, dtype=np.float64)
    across = corners[1] - corners[0] + corners[2] - corners[3]
    width, height = sides(quad)
    angle = float(np.rad2deg(np.arctan2(across[1], across[0])))
    value = {
        "x": corners[0, 0] / size[0] * 100, "y": corners[0, 1] / size[1] * 100,
        "width": width / size[0] * 100, "height": height / size[1] * 100, "rotation": angle,
    }  # fmt: skip
    again = _points(value, size) * np.array(size, dtype=np.float64)
    return {} if np.abs(again - corners).max() > EXACT else {k: float(v) for k, v in value.items()}
