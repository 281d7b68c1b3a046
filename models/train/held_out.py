"""Lay out the real photographs of tile sets kept from all training, to evaluate on them.

    python models/train/held_out.py --photos PHOTOS --out runs/held-out

Links to the pictures and their labels; which are kept is said by `real.Photo.held_out`.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import real


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("runs/held-out"))
    args = parser.parse_args()
    kept = [photo for photo in real.photos(args.photos) if photo.held_out and photo.boxes]
    for name in ("images", "labels"):
        (args.out / name).mkdir(parents=True, exist_ok=True)
    with (args.out / "provenance.csv").open("w", newline="") as table:
        rows = csv.writer(table)
        rows.writerow(("file", "source", "caption_only_boxes", "note"))
        for photo in kept:
            label = photo.path.parents[1] / "labels" / f"{photo.path.stem}.txt"
            for target in (photo.path, label):
                link = args.out / target.parent.name / target.name
                if not link.exists():
                    link.symlink_to(target)
            rows.writerow((photo.path.name, photo.source, photo.captions, photo.source))
    sets = len({(photo.source, photo.session) for photo in kept})
    print(f"{len(kept)} photographs of {sets} sessions in {args.out}")


if __name__ == "__main__":
    main()
