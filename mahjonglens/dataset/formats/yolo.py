"""YOLO text labels: `class cx cy w h`, or `class x1 y1 … x4 y4` for turned boxes, all 0..1."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import yaml

from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.formats import exact
from mahjonglens.dataset.formats.common import Export, FormatError, RawBox, RawLabels, number
from mahjonglens.dataset.photos import photos_under
from vision.data.labelled import clipped, hull
from vision.reading import Quad

SPLITS = ("train", "val", "valid", "test")
NOT_LABELS = frozenset(("classes.txt", "readme.txt", "requirements.txt", "train.txt", "val.txt"))


def class_names(root: Path) -> tuple[str, ...]:
    """Names by class number, from data.yaml or classes.txt here or one folder up.

    Raises FormatError where neither is there: numbers alone say nothing.
    """
    for folder in (root, root.parent):
        for name in ("data.yaml", "data.yml", "dataset.yaml"):
            if (folder / name).is_file():
                return _yaml_names(folder / name)
        if (folder / "classes.txt").is_file():
            lines = (folder / "classes.txt").read_text(encoding="utf-8").splitlines()
            while lines and not lines[-1].strip():
                lines.pop()
            return tuple(line.strip() for line in lines)  # an empty line is a number too
    raise FormatError(f"{root} has neither data.yaml nor classes.txt to say what the numbers mean")


def _yaml_names(path: Path) -> tuple[str, ...]:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise FormatError(f"{path} is no YAML: {error}") from error
    names = data.get("names") if isinstance(data, dict) else None
    if isinstance(names, dict):
        top = max((int(key) for key in names), default=-1)
        return tuple(str(names.get(key, names.get(str(key), ""))) for key in range(top + 1))
    if isinstance(names, list):
        return tuple(str(name) for name in names)
    raise FormatError(f"{path} lists no class names")


def parse_line(line: str, names: tuple[str, ...]) -> RawBox:
    """One label line. Raises ValueError saying what is wrong with it."""
    fields = line.split()
    try:
        kind, values = number(fields[0]), [number(field) for field in fields[1:]]
    except ValueError as error:
        raise ValueError(f"{line!r} is not numbers") from error
    if kind != int(kind) or kind < 0:
        raise ValueError(f"{fields[0]} is no class number")
    name = names[int(kind)] if int(kind) < len(names) else f"class {int(kind)}"
    confidence = values.pop() if len(values) in (5, 9) else None
    if len(values) == 4:
        cx, cy, w, h = values
        points = np.array([[cx - w / 2, cy - h / 2], [cx + w / 2, cy + h / 2]])
    elif len(values) >= 6 and len(values) % 2 == 0:
        points = np.array(values).reshape(-1, 2)
    else:
        raise ValueError(f"{line!r} is neither a box nor corners")
    return RawBox(name, points, confidence)


def label_path(image: Path, root: Path) -> Path:
    """Where the labels of a photo lie: `images` becomes `labels`, or beside the photo."""
    parts = list(image.relative_to(root).parts)
    places = [at for at, part in enumerate(parts[:-1]) if part == "images"]
    if places:
        parts[places[-1]] = "labels"
    elif root.name == "images":
        return (root.parent / "labels" / Path(*parts)).with_suffix(".txt")
    return (root / Path(*parts)).with_suffix(".txt")


def _boxes(
    name: str, text: str, names: tuple[str, ...]
) -> tuple[tuple[RawBox, ...], tuple[str, ...]]:
    boxes, faults = [], []
    for at, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            boxes.append(parse_line(line, names))
        except ValueError as error:
            faults.append(f"{name} line {at} left out: {error}")
    return tuple(boxes), tuple(faults)


def _exact_place(image: Path, root: Path) -> Path:
    parts = image.relative_to(root).parts
    if parts[0] == "images":
        return exact.place(root, Path(*parts[1:]).as_posix())
    return exact.place(root.parent if root.name == "images" else root, Path(*parts).as_posix())


class Yolo:
    """Boxes as `class cx cy w h`; with `rotated`, four corners each."""

    def __init__(self, name: str, *, rotated: bool) -> None:
        self.name = name
        self.rotated = rotated
        self.photo_folder = "images"

    def fits(self, root: Path) -> bool:
        """Text files under `labels`, or beside the photos, with class names at hand."""
        try:
            class_names(root)
        except FormatError:
            return False
        return any(path.name.lower() not in NOT_LABELS for path in root.rglob("*.txt"))

    def read(self, root: Path) -> Iterator[RawLabels | Fault]:
        """A photo with no label file is unlabelled; an empty label file is an empty table."""
        names = class_names(root)
        used = set()
        for image in photos_under(root):
            labels = label_path(image, root)
            if not labels.is_file():
                yield RawLabels(image, labelled=False)
                continue
            used.add(labels)
            try:
                text = labels.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                yield Fault(str(labels), f"cannot be read ({type(error).__name__})")
                yield RawLabels(image, labelled=False)
                continue
            boxes, faults = _boxes(labels.name, text, names)
            if not faults:
                boxes = exact.restored(_exact_place(image, root), boxes)
            yield RawLabels(image, boxes, relative=True, faults=faults, classes=names)
        for path in sorted(root.rglob("*.txt")):
            if path not in used and path.name.lower() not in NOT_LABELS:
                yield Fault(str(path), "labels without a picture")

    def write(self, export: Export) -> None:
        """images/, labels/, data.yaml and classes.txt, as ultralytics trains on them; and under
        exact/ what the labels cannot hold."""
        for item in export.items():
            export.save_photo("images", item)
            path = (export.out / "labels" / item.file).with_suffix(".txt")
            path.parent.mkdir(parents=True, exist_ok=True)
            lines = [
                f"{export.number(tile.face)} {self._numbers(tile.quad, item.photo.size)}"
                for tile in item.photo.tiles
            ]
            path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
            exact.write(export.out, item, [parse_line(line, export.classes) for line in lines])
        folders = {split: f"images/{split}" for split in export.splits} or {"train": "images"}
        names = dict(enumerate(export.classes))
        text = yaml.safe_dump({**folders, "names": names}, allow_unicode=True, sort_keys=False)
        (export.out / "data.yaml").write_text(text, encoding="utf-8")
        (export.out / "classes.txt").write_text(
            "".join(name + "\n" for name in export.classes), encoding="utf-8"
        )

    def _numbers(self, quad: Quad, size: tuple[int, int]) -> str:
        w, h = size
        inside = clipped(quad, size)  # trainers throw a photo away for one corner outside
        if self.rotated:
            return " ".join(f"{x / w:.7f} {y / h:.7f}" for x, y in inside.corners)
        left, top, right, bottom = hull(inside)
        return (
            f"{(left + right) / 2 / w:.7f} {(top + bottom) / 2 / h:.7f}"
            f" {(right - left) / w:.7f} {(bottom - top) / h:.7f}"
        )
