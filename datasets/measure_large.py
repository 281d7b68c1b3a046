"""Memory and time of a large dataset: real files, each decoded and counted; nothing is skipped.

    python datasets/measure_large.py WORK --count 100000 --read 1000

Draws so many small, different pictures with labels into WORK, imports them, counts them, looks for
copies, splits; then the models label the first of them. After each tenth of a step it says how
much memory is in use; a step that streams needs no more at its end than after its first tenth.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from mahjonglens.dataset import alike
from mahjonglens.dataset.crew import Crew
from mahjonglens.dataset.importing import ImportJob, take_in
from mahjonglens.dataset.prelabel import prelabel, with_models
from mahjonglens.dataset.splitting import split
from mahjonglens.dataset.stats import SpanCounter, collect_on
from mahjonglens.dataset.store import Store
from vision.labels import FACES

SIZE = (64, 48)
TILES = 14
EVENING = 40  # photos


def draw(folder: Path, count: int) -> None:
    """Pictures with YOLO labels, an evening a folder; those that are there stay."""
    (folder / "classes.txt").parent.mkdir(parents=True, exist_ok=True)
    (folder / "classes.txt").write_text("".join(f"{face}\n" for face in FACES))
    for number in range(count):
        rng = np.random.default_rng(number)
        path = folder / f"images/evening {number // EVENING:05}/{number:06}.jpg"
        label = folder / f"labels/evening {number // EVENING:05}/{number:06}.txt"
        if label.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        label.parent.mkdir(parents=True, exist_ok=True)
        cells = rng.integers(0, 255, (6, 8, 3), dtype=np.uint8)
        cv2.imwrite(str(path), cv2.resize(cells, SIZE, interpolation=cv2.INTER_CUBIC))
        kinds = rng.integers(0, len(FACES), TILES)
        label.write_text(
            "".join(f"{k} {(n + 0.5) / TILES:.4f} 0.5 0.06 0.2\n" for n, k in enumerate(kinds))
        )


def memory() -> int:
    """MB in use by this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def watched(name: str, events: Iterable[object], total: int) -> Iterator[object]:
    """Passes events on; the memory after each tenth, at the end."""
    start, used, used_before = time.process_time(), [], memory()
    done = 0
    for event in events:
        done += 1
        if done % max(1, total // 10) == 0:
            used.append(memory())
        yield event
    spent = time.process_time() - start
    print(f"{name}: {done} in {spent:.0f} s of one core; MB {used_before} | {used}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--read", type=int, default=0, help="photos the models label")
    args = parser.parse_args()
    draw(args.work / "pictures", args.count)
    with Store.ensure(args.work / "set") as store:
        taking = take_in(store, ImportJob(args.work / "pictures", "yolo"))
        for _ in watched("import", taking, args.count):
            pass
        spans = [(low, low + 1999) for low in range(1, args.count, 2000)]
        counting = Crew().run(lambda: SpanCounter(store.root), spans)
        for _ in watched("statistics, 2000 photos each", counting, len(spans)):
            pass
        stats = collect_on(store, Crew())
        print(f"  {stats.photos} photos, {stats.tiles} tiles, {len(stats.by_session)} sessions")
        start = time.process_time()
        found = alike.pairs(store)
        spent = time.process_time() - start
        print(f"copies: {len(found)} pairs in {spent:.0f} s of one core; MB {memory()}", flush=True)
        start = time.process_time()
        how = split(store).how
        print(f"split: {time.process_time() - start:.0f} s of one core; MB {memory()}: {how}")
        if args.read:
            store.db.execute("UPDATE photos SET status = 'unlabelled' WHERE id <= ?", (args.read,))
            labelling = prelabel(store, Crew(), with_models())
            for _ in watched("pre-label", islice(labelling, args.read), args.read):
                pass


if __name__ == "__main__":
    main()
