"""Prints how long reading photos takes, stage by stage: medians over the photos, in milliseconds.

    python -m vision.bench PHOTO… [--threads 1] [--repeat 3] [--live]

Where `mahjong-detector` 0.0.6 is installed (`pip install ".[bench]"`), its stages on the same
photos, in the same run and with as many threads, are printed below.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from vision import images, peer
from vision.geometry import Image
from vision.pipeline import LIVE, Reader, Timings, load_reader


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


def measure_peer(read: peer.Peer, photos: Sequence[Image], *, repeat: int) -> dict[str, float]:
    """Median milliseconds of each stage of the other recogniser, after one unmeasured round."""
    read(photos[0])
    taken = [read(photo)[1] for _ in range(repeat) for photo in photos]
    return {stage: median(t[stage] for t in taken) for stage in taken[0]}


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
    lines += _peer_lines(photos, threads=given.threads, repeat=given.repeat)
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _peer_lines(photos: Sequence[Image], *, threads: int, repeat: int) -> list[str]:
    """The other's stages, or one line that says why there are none."""
    try:
        read = peer.load(threads=threads)
    except peer.PeerMissingError as error:
        return [f"{peer.NAME}: {error}"]
    stages = measure_peer(read, photos, repeat=repeat)
    return [
        f"{peer.NAME} {peer.VERSION}",
        *(f"  {n:20}{value:8.1f}" for n, value in stages.items()),
    ]


if __name__ == "__main__":
    sys.exit(main())
