"""Writes synthetic photographs: images/NAME.jpg, labels/NAME.txt (rotated boxes) and NAME.json.

    python datasets/synthesise.py OUT --count 1000 --seed 0 --art DIR DIR … --workers 2

`--art` folders hold CODE.png pictures of a design; a folder of such folders stands for all of
them. The same arguments give the same pictures; --split test uses designs that training never sees.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from vision.data.synth.export import Job, jobs, write


def main() -> int:
    """Reads the command line, renders, tells how far it is on stderr."""
    parser = argparse.ArgumentParser(description="Render synthetic photographs of mahjong tiles.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", type=int, default=640, help="longer side, px")
    parser.add_argument("--art", type=Path, nargs="*", default=[], help="folders of CODE.png")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--faces", action="store_true", help="47 classes instead of one")
    parser.add_argument("--split", choices=("train", "test"), default="train")
    parser.add_argument(
        "--layout", help="hand, tidy, kongs, desk, grid, strange, scatter, single, stage or empty"
    )
    given = parser.parse_args()
    art = [folder for path in given.art for folder in _designs(path)]
    like = Job(given.out, 0, given.size, (), given.faces, given.split, given.layout)
    todo = jobs(given.out, given.count, given.seed, art, like)
    with ProcessPoolExecutor(max(given.workers, 1), initializer=_one_thread) as pool:
        for done, _ in enumerate(pool.map(write, todo, chunksize=4), start=1):
            if done % 100 == 0 or done == len(todo):
                sys.stderr.write(f"{done}/{len(todo)}\n")
    return 0


def _one_thread() -> None:
    cv2.setNumThreads(1)


def _designs(path: Path) -> list[Path]:
    """The folder itself when it holds pictures, else the folders in it."""
    if any(path.glob("*.png")):
        return [path]
    return sorted(folder for folder in path.iterdir() if any(folder.glob("*.png")))


if __name__ == "__main__":
    raise SystemExit(main())
