"""Hold the reader beside `mahjong-detector` (PyPI), on the same photos, in one run, on one thread.

    pip install mahjong-detector==0.0.6
    python models/compare.py --photos PHOTOS

Flowers, seasons and animals, which the other does not know, are left out for both. Prints the
shares of tiles and whole photos right, and the median milliseconds of each stage.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

import cv2
import numpy as np
import onnxruntime
from PIL import Image as Pil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from vision import images
from vision.data import metrics
from vision.data.labels_io import Truth
from vision.evaluate import labelled, table
from vision.pipeline import load_reader
from vision.reading import Detection, Group, GroupKind, Quad, RackReading, TileReading

# by name: the package hides its module behind a function of the same name
predict = importlib.import_module("mahjong_detector.predict")
preprocess = importlib.import_module("mahjong_detector.preprocess")

HONOURS = dict(
    zip(
        ("tou", "nan", "sha", "pe", "chun", "hatsu", "haku"),
        ("WE", "WS", "WW", "WN", "DR", "DG", "DW"),
        strict=True,
    )
)
SUITS = {"m": "C", "p": "D", "s": "B"}


def face_of(name: str) -> str:
    """The other's class name as our code: ``3m`` is C3, ``tou`` is WE."""
    return HONOURS.get(name) or f"{SUITS[name[1]]}{name[0]}"


def read_peer(image: np.ndarray) -> tuple[RackReading, dict[str, float]]:
    """What the other sees, as a reading with one group, and milliseconds by stage."""
    start = perf_counter()
    picture = Pil.fromarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
    picture, padding = preprocess.preprocess_image(picture)
    ready = perf_counter()
    found = sorted(predict.predict(picture, padding), key=lambda d: d.x1)
    done = perf_counter()
    tiles = []
    for d in found:
        quad = Quad.of([(d.x1, d.y1), (d.x2, d.y1), (d.x2, d.y2), (d.x1, d.y2)])
        face = face_of(predict.CLASS_NAMES[d.class_id])
        tiles.append(
            TileReading(Detection(quad, d.confidence), face, d.confidence, ((face, d.confidence),))
        )
    everything = Group(GroupKind.CONCEALED, tuple(range(len(tiles))))
    size = image.shape[1], image.shape[0]
    stages = {"prepare": ready - start, "network": done - ready, "total": done - start}
    return RackReading(tuple(tiles), (everything,), size, ()), {
        name: 1000 * seconds for name, seconds in stages.items()
    }


def judge(truth: Truth, reading: RackReading, seconds: float) -> metrics.Outcome:
    """The reading judged on the faces that both know: flowers, seasons and animals are neither
    asked for nor held against anybody. The other has no reading order, so order does not count."""
    asked = [label.face[0] not in "FSA" for label in truth.labels]
    matches = metrics.match(truth.labels, reading)
    idle = {tile for label, tile in matches.items() if not asked[label]}
    groups = [Group(g.kind, tuple(i for i in g.tiles if i not in idle)) for g in reading.groups]
    groups.append(Group(GroupKind.OTHER, tuple(sorted(idle))))
    labels = tuple(
        label if known else replace(label, in_hand=False)
        for label, known in zip(truth.labels, asked, strict=True)
    )
    reading = replace(reading, groups=tuple(groups))
    return metrics.Outcome(replace(truth, labels=labels), reading, matches, seconds, True)


def measure(
    truths: list[Truth], read: Callable[[np.ndarray], tuple[RackReading, dict[str, float]]]
) -> tuple[list[metrics.Outcome], dict[str, float]]:
    """Outcomes, and the median milliseconds of each stage."""
    outcomes, stages = [], []
    for truth in truths:
        reading, taken = read(images.load(truth.image))
        outcomes.append(judge(truth, reading, taken["total"] / 1000))
        stages.append(taken)
    return outcomes, {name: round(median(s[name] for s in stages), 1) for name in stages[0]}


def one_thread() -> None:
    """Give the other's session one thread, as ours has."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    predict.threadlocal.session = onnxruntime.InferenceSession(
        predict.model_path, options, providers=["CPUExecutionProvider"]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with images/, labels/")
    parser.add_argument("--groups", type=Path, help="JSON with the group truth by photo name")
    given = parser.parse_args()
    truths = labelled(given.photos, given.groups)
    one_thread()
    reader = load_reader()

    def read_ours(image: np.ndarray) -> tuple[RackReading, dict[str, float]]:
        reading, timings = reader.read_timed(image)
        return reading, timings.document()

    for name, read in (("mahjonglens", read_ours), ("mahjong-detector", read_peer)):
        outcomes, stages = measure(truths, read)
        print(table(metrics.report(outcomes), name))
        print(f"milliseconds a photo: {stages}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
