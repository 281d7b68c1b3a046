"""Hold the reader beside `mahjong-detector` (PyPI), on the same photos, in one run, on one thread.

    pip install -e ".[bench]"
    python models/compare.py --photos PHOTOS

Flowers, seasons and animals, which the other does not know, are left out for both. Prints the
shares of tiles and whole photos right, and the median milliseconds of each stage.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from vision import images, peer
from vision.data import metrics
from vision.data.labels_io import Truth
from vision.evaluate import labelled, table
from vision.pipeline import load_reader
from vision.reading import Group, GroupKind, RackReading


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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with images/, labels/")
    parser.add_argument("--groups", type=Path, help="JSON with the group truth by photo name")
    given = parser.parse_args()
    truths = labelled(given.photos, given.groups)
    read_peer = peer.load()
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
