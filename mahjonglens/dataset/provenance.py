"""provenance.csv: where each photo comes from. Read beside any format, written by each export."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from mahjonglens.dataset.formats.yolo import SPLITS
from vision.data.labelled import Origin

FILE = "provenance.csv"
COLUMNS = ("file", "source", "session", "set", "licence", "author", "split", "original", "labels")
LABELS_BY = {"labelled": "people", "prelabelled": "the model, unreviewed", "unlabelled": "nobody"}
EVENING = timedelta(hours=6)  # a game that goes on after midnight is still the same session


@dataclass(frozen=True, slots=True)
class Known:
    """What a row says of a photo; `guessed`: its labels are the model's, unreviewed."""

    origin: Origin
    guessed: bool


def read(root: Path) -> dict[Path, Known]:
    """By absolute photo path, from the folder's file or its parent's; {} without one."""
    folder = root if root.is_dir() else root.parent
    found: dict[Path, Known] = {}
    for base in (folder.parent, folder):
        if not (base / FILE).is_file():
            continue
        with (base / FILE).open(encoding="utf-8-sig", newline="") as lines:
            for row in csv.DictReader(lines):
                if row.get("file"):
                    guessed = (row.get("labels") or "").strip() == LABELS_BY["prelabelled"]
                    found[(base / row["file"]).resolve()] = Known(_origin(row), guessed)
    return found


def _origin(row: dict[str, str | None]) -> Origin:
    def cell(*names: str) -> str:
        return next((str(row[name]).strip() for name in names if row.get(name)), "")

    return Origin(
        source=cell("source"),
        session=cell("session"),
        tileset=cell("set", "tileset"),
        licence=cell("licence", "license"),
        author=cell("author"),
        split=cell("split"),
    )


def write(path: Path, rows: Iterable[tuple[str, Origin, str, str]]) -> None:
    """Rows are (file, origin, original, whose labels)."""
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(COLUMNS)
        for file, o, original, labels in rows:
            writer.writerow(
                (
                    *(file, o.source, o.session, o.tileset, o.licence, o.author, o.split),
                    *(original, labels),
                )
            )


def completed(found: Origin, default: Origin, where: Path, taken: str) -> Origin:
    """What is known of a photo, its gaps filled from the user's words, its folder and its date.

    `where` is the photo's path below the imported folder, `taken` EXIF's text. The session is the
    evening it was taken, else the folder it lies in; '' where neither tells.
    """
    split = next((part.casefold() for part in where.parts[:-1] if part.casefold() in SPLITS), "")
    filled = Origin(
        source=default.source or found.source,
        session=default.session or found.session or _evening(taken) or _folder(where),
        tileset=default.tileset or found.tileset,
        licence=default.licence or found.licence,
        author=default.author or found.author,
        split=found.split or split,
    )
    return replace(filled, split="val" if filled.split == "valid" else filled.split)


def _evening(taken: str) -> str:
    try:
        moment = datetime.strptime(taken, "%Y:%m:%d %H:%M:%S")
    except ValueError:
        return ""
    return (moment - EVENING).date().isoformat()


def _folder(where: Path) -> str:
    plain = {*SPLITS, "images", "labels", "jpegimages", "annotations", "photos", "crops"}
    parts = [part for part in where.parts[:-1] if part.casefold() not in plain]
    return "/".join(parts)
