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
from PIL import Image as Pil

from vision import images, store
from vision.data import gains, metrics
from vision.data.labels_io import Truth, read_folder
from vision.geometry import Floats, Image
from vision.group import arrange
from vision.pipeline import Reader, load_reader
from vision.reading import Detection, Quad, RackReading, TileReading

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


def judge(truth: Truth, reader: Reader | None, *, degrees: float = 0.0) -> metrics.Outcome:
    """Read one photo, turned by `degrees` counter-clockwise, and hold it beside its labels.

    Without a reader the labelled tiles themselves are grouped: what grouping alone can do.
    """
    if reader is None:
        reading, seconds = _grouped(truth, degrees), 0.0
    else:
        image = images.load(truth.image)
        image, back = turned(image, degrees) if degrees else (image, None)
        reading, timings = reader.read_timed(image)
        reading = _moved(reading, back) if back is not None else reading
        seconds = timings.total / 1000
    matches = metrics.match(truth.labels, reading)
    ordered = metrics.in_order(truth, reading, matches)
    return metrics.Outcome(truth, reading, matches, seconds, ordered)


def turned(image: Image, degrees: float) -> tuple[Image, Floats]:
    """The image turned counter-clockwise on a canvas that holds all of it, and the matrix (2, 3)
    that brings points back."""
    matrix, size = _turning((image.shape[1], image.shape[0]), degrees)
    result = cv2.warpAffine(image, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(114,) * 3)
    return np.asarray(result, np.uint8), np.asarray(cv2.invertAffineTransform(matrix), np.float32)


def _turning(size: tuple[int, int], degrees: float) -> tuple[Floats, tuple[int, int]]:
    """The matrix (2, 3) that turns points of a picture of that size, and its new size."""
    width, height = size
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
    new = round(width * cos + height * sin), round(width * sin + height * cos)
    matrix[:, 2] += np.array(new) / 2 - np.array([width / 2, height / 2])
    return np.asarray(matrix), new


def _moved(reading: RackReading, matrix: Floats) -> RackReading:
    tiles = []
    for tile in reading.tiles:
        quad = Quad.of(tile.quad.array @ matrix[:, :2].T + matrix[:, 2])
        tiles.append(replace(tile, detection=replace(tile.detection, quad=quad)))
    return replace(reading, tiles=tuple(tiles))


def _grouped(truth: Truth, degrees: float) -> RackReading:
    """What would be read if every labelled tile were found and named, in a photo turned so."""
    with Pil.open(truth.image) as picture:
        size = picture.size
    tiles = [
        TileReading(Detection(label.quad, 1.0), label.face, 1.0, ((label.face, 1.0),))
        for label in truth.labels
    ]
    given = RackReading(tuple(tiles), (), size, ())
    matrix, _ = _turning(size, degrees)
    layout = arrange(_moved(given, matrix).tiles)
    reading = RackReading(layout.tiles, layout.groups, size, ())
    return _moved(reading, np.asarray(cv2.invertAffineTransform(matrix)))


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


def labelled(photos: Path, groups: Path | None = None) -> list[Truth]:
    """The truths of a folder, with the groups of the JSON file `groups`. See `with_groups`."""
    truths = read_folder(photos)
    given = json.loads(groups.read_text("utf-8")) if groups else {}
    return list(with_groups(truths, given))


def evaluate(
    truths: Iterable[Truth], reader: Reader | None, degrees: Callable[[Truth], float]
) -> list[metrics.Outcome]:
    """Judge all photos; `degrees` says by how many each is turned first. See `judge`."""
    return [judge(truth, reader, degrees=degrees(truth)) for truth in truths]


def report(outcomes: Sequence[metrics.Outcome]) -> Report:
    """`metrics.report`, and what accepting the proposals would gain."""
    return {**metrics.report(outcomes), "proposals": gains.proposals(outcomes)}


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
    if "proposals" in report:
        lines.append(f"proposals: {report['proposals']}")
    return "\n".join(lines)


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def angle(given: str) -> Callable[[Truth], float]:
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
    parser.add_argument(
        "--true-tiles", action="store_true", help="group the labelled tiles, read nothing"
    )
    parser.add_argument("--limit", type=int, help="only the first photos")
    given = parser.parse_args(arguments)
    truths = labelled(given.photos, given.groups)[: given.limit]
    reports: dict[str, Report] = {}
    for folder in [given.models, *([given.compare] if given.compare else [])]:
        name = "true tiles" if given.true_tiles else str(folder or store.models_dir().name)
        reader = None if given.true_tiles else load_reader(folder)
        outcomes = evaluate(truths, reader, angle(given.rotate))
        reports[name] = report(outcomes)
        sys.stdout.write(table(reports[name], f"{name}, turned by {given.rotate}°") + "\n\n")
    if given.json:
        only = next(iter(reports.values())) if len(reports) == 1 else reports
        given.json.write_text(json.dumps(only, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
