"""Prints how long reading photos takes, stage by stage: medians over the photos, in milliseconds.

    python -m vision.bench PHOTO… [--threads 1] [--repeat 3] [--live]

Where the package `mahjong-detector` is installed, its time on the same photos is printed beside.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from vision import images
from vision.geometry import Image
from vision.pipeline import LIVE, Reader, Timings, load_reader

OTHER = "mahjong_detector"  # the one public detector that installs with pip


def measure(reader: Reader, photos: Sequence[Image], *, repeat: int) -> dict[str, float]:
    """Median milliseconds of each stage, after one unmeasured round."""
    reader.read(photos[0])
    taken = [reader.read_timed(photo)[1] for _ in range(repeat) for photo in photos]
    stages = {f.name: median(getattr(t, f.name) for t in taken) for f in fields(Timings)}
    return stages | {"besides the networks": _besides(reader, photos)}


def _besides(reader: Reader, photos: Sequence[Image]) -> float:
    """Median milliseconds a photo that the networks do not take: their time is taken apart."""
    spent = 0.0

    def timed(run: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            nonlocal spent
            started = perf_counter()
            result = run(*arguments)
            spent += perf_counter() - started
            return result

        return call

    rest = []
    networks = [part for part in (reader.detect, reader.classify) if hasattr(part, "run")]
    originals = [part.run for part in networks]
    for part, run in zip(networks, originals, strict=True):
        part.run = timed(run)
    try:
        for photo in photos:
            spent = 0.0
            total = reader.read_timed(photo)[1].total
            rest.append(total - 1000 * spent)
    finally:
        for part, run in zip(networks, originals, strict=True):
            part.run = run
    return median(rest)


def other_detector() -> Callable[[Image], object] | None:
    """The other package's detector as a call on an image; None where it is not installed."""
    if importlib.util.find_spec(OTHER) is None:
        return None
    module = importlib.import_module(OTHER)
    maker = getattr(module, "MahjongDetector", None) or getattr(module, "Detector", None)
    if maker is None:
        return None
    detector = maker()
    for name in ("detect", "predict", "__call__"):
        call = getattr(detector, name, None)
        if callable(call):
            return lambda image: call(image)
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.bench", description=__doc__)
    parser.add_argument("photos", nargs="+", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--live", action="store_true", help="the setting for camera frames")
    parser.add_argument("--models", type=Path, help="another folder of models")
    given = parser.parse_args(arguments)
    photos = [images.load(path) for path in given.photos]
    look = LIVE if given.live else None
    reader = load_reader(given.models, look=look, threads=given.threads)
    stages = measure(reader, photos, repeat=given.repeat)
    lines = [f"{len(photos)} photos, {given.threads} thread(s), medians in ms"]
    lines += [f"{name:22}{value:8.1f}" for name, value in stages.items()]
    lines.append(f"{'pictures a second':22}{1000 / stages['total']:8.1f}")
    other = other_detector()
    if other is not None:
        times = []
        for photo in photos:
            started = perf_counter()
            other(photo)
            times.append(1000 * (perf_counter() - started))
        lines.append(f"{OTHER:22}{median(times):8.1f}")
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
