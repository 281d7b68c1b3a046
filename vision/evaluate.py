"""Measures the reader on labelled photos.

    python -m vision.evaluate --photos PHOTOS [--json report.json] [--rotate 90]
    python -m vision.evaluate --photos PHOTOS --compare OTHER_MODELS

PHOTOS holds ``images/`` and ``labels/``; see `vision.data.labels_io`.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision import images, store
from vision.data import metrics
from vision.data.labels_io import Truth, read_folder
from vision.geometry import Floats, Image
from vision.pipeline import Reader, load_reader
from vision.reading import Quad, RackReading

Report = dict[str, object]
COLUMNS = (
    ("photos", "photos"),
    ("tiles", "tiles"),
    ("place_found", "found"),
    ("right_place_and_class", "right"),
    ("extra_tiles", "extra"),
    ("photos_exact", "exact"),
    ("photos_in_order", "order"),
    ("groups_right", "groups"),
    ("seconds_a_photo", "seconds"),
)


def judge(truth: Truth, reader: Reader, *, degrees: float = 0.0) -> metrics.Outcome:
    """Read one photo, turned by `degrees` counter-clockwise, and hold it beside its labels."""
    image = images.load(truth.image)
    image, back = turned(image, degrees) if degrees else (image, None)
    reading, timings = reader.read_timed(image)
    if back is not None:
        reading = _moved(reading, back)
    matches = metrics.match(truth.labels, reading)
    ordered = metrics.in_order(truth, reading, matches)
    return metrics.Outcome(truth, reading, matches, timings.total / 1000, ordered)


def turned(image: Image, degrees: float) -> tuple[Image, Floats]:
    """The image turned counter-clockwise on a canvas that holds all of it, and the matrix (2, 3)
    that brings points back."""
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
    new = round(width * cos + height * sin), round(width * sin + height * cos)
    matrix[:, 2] += np.array(new) / 2 - np.array([width / 2, height / 2])
    result = cv2.warpAffine(image, matrix, new, flags=cv2.INTER_LINEAR, borderValue=(114,) * 3)
    return np.asarray(result, np.uint8), np.asarray(cv2.invertAffineTransform(matrix), np.float32)


def _moved(reading: RackReading, matrix: Floats) -> RackReading:
    tiles = []
    for tile in reading.tiles:
        quad = Quad.of(tile.quad.array @ matrix[:, :2].T + matrix[:, 2])
        tiles.append(replace(tile, detection=replace(tile.detection, quad=quad)))
    return replace(reading, tiles=tuple(tiles))


def with_groups(truths: Iterable[Truth], groups: dict[str, dict[str, object]]) -> Iterator[Truth]:
    """The truths, with the groups that a file gives by photo name: kind -> label indices, or for
    kinds of which there may be several, lists of them."""
    for truth in truths:
        given = groups.get(truth.image.name)
        if given is None:
            yield truth
            continue
        pairs: list[tuple[str, tuple[int, ...]]] = []
        for kind, value in given.items():
            lists = value if isinstance(value, list) else []
            if lists and not isinstance(lists[0], list):
                lists = [lists]
            pairs += ((kind, tuple(members)) for members in lists)
        yield replace(truth, groups=tuple(pairs))


def evaluate(
    truths: Iterable[Truth], reader: Reader, angle: Callable[[Truth], float]
) -> list[metrics.Outcome]:
    """Judge all photos; `angle` says by how many degrees each is turned first."""
    return [judge(truth, reader, degrees=angle(truth)) for truth in truths]


def table(report: Report, title: str) -> str:
    """The report's kinds and the main figures as text."""
    kinds = report["kinds"]
    assert isinstance(kinds, dict)
    lines = [title, f"{'':16}" + "".join(f"{name:>9}" for _, name in COLUMNS)]
    for kind, figures in kinds.items():
        cells = "".join(f"{_cell(figures[key]):>9}" for key, _ in COLUMNS)
        lines.append(f"{kind:16}{cells}")
    confusions = report["confusions"]
    assert isinstance(confusions, list)
    shown = ", ".join(f"{a}→{b} {n}" for a, b, n in confusions[:12])
    lines += [
        f"confusions: {shown or 'none'}",
        f"calibration: {report['calibration']}",
        f"doubts: {report['doubts']}",
    ]
    return "\n".join(lines)


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _angle(given: str) -> Callable[[Truth], float]:
    """Fixed degrees, or ``random``: for each photo its own, always the same."""
    if given == "random":
        return lambda truth: zlib.crc32(truth.image.name.encode()) % 3600 / 10
    degrees = float(given)
    return lambda _: degrees


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluate", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with images/, labels/")
    parser.add_argument("--groups", type=Path, help="JSON with the group truth by photo name")
    parser.add_argument("--models", type=Path, help="another folder of models")
    parser.add_argument("--compare", type=Path, help="a second folder of models, measured as well")
    parser.add_argument("--json", type=Path, help="write the whole report here")
    parser.add_argument("--rotate", default="0", help="degrees to turn each photo by, or 'random'")
    parser.add_argument("--limit", type=int, help="only the first photos")
    given = parser.parse_args(arguments)
    truths = list(read_folder(given.photos))[: given.limit]
    if given.groups:
        truths = list(with_groups(truths, json.loads(given.groups.read_text("utf-8"))))
    reports: dict[str, Report] = {}
    for folder in [given.models, *([given.compare] if given.compare else [])]:
        name = str(folder or store.models_dir().name)
        outcomes = evaluate(truths, load_reader(folder), _angle(given.rotate))
        reports[name] = metrics.report(outcomes)
        sys.stdout.write(table(reports[name], f"{name}, turned by {given.rotate}°") + "\n\n")
    if given.json:
        only = next(iter(reports.values())) if len(reports) == 1 else reports
        given.json.write_text(json.dumps(only, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
