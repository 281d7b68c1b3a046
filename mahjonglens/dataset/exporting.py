"""Gives a dataset away in a foreign format: whole with its card, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import cv2

from mahjonglens.dataset import card, provenance
from mahjonglens.dataset.checking import fault_of
from mahjonglens.dataset.faults import DatasetError, Fault
from mahjonglens.dataset.files import whole_folder
from mahjonglens.dataset.formats import FORMATS
from mahjonglens.dataset.formats.common import Export, Format, FormatError, Item
from mahjonglens.dataset.photos import PhotoError, decode, read_bytes, shareable
from mahjonglens.dataset.prelabel import READ_BY
from mahjonglens.dataset.records import Record
from mahjonglens.dataset.store import Store
from vision.data.labelled import Origin, clipped
from vision.labels import FACES

KEEPS_UNLABELLED = ("labelstudio", "photos")
CUT_OFF = ("yolo", "yolo-obb")  # trainers throw a photo away for one corner outside
KEPT = "the exact corners are in exact/"
CARD = "README.md"


@dataclass(frozen=True, slots=True)
class ExportJob:
    """What to write where. `reviewed`: only labels that a person has said or seen."""

    form: str
    out: Path
    reviewed: bool = False
    drop_unknown: bool = False
    replace: bool = False


@dataclass(slots=True)
class Outcome:
    """What an export came to."""

    counts: card.Counts = field(default_factory=card.Counts)
    classes: tuple[str, ...] = FACES
    faults: list[Fault] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def export(store: Store, job: ExportJob) -> Outcome:
    """Writes the export. Raises DatasetError, and then `job.out` is as it was."""
    if job.form not in FORMATS:
        raise FormatError(f"no format {job.form}; there are {', '.join(FORMATS)}")
    form, outcome = FORMATS[job.form], Outcome()
    where = _where(job, store, outcome)
    bad = _damaged(store, where, outcome)
    if not job.drop_unknown:
        outcome.classes = (*FACES, *_foreign(store, where))

    def items() -> Iterator[Item]:
        for record in store.find(where):
            if record.id not in bad:
                yield _item(record, bad_faces=job.drop_unknown)

    if job.replace and job.out.is_dir() and any(job.out.iterdir()):
        _ours(job.out)
    with whole_folder(job.out, replace=job.replace) as work:
        cut = 0
        for item in items():
            outcome.counts.add(item)
            cut += sum(
                clipped(tile.quad, item.photo.size) != tile.quad for tile in item.photo.tiles
            )
        if cut and job.form in CUT_OFF:
            outcome.left_out.append(f"what of {cut} tiles sticks out of their photos ({KEPT})")
        splits = tuple(sorted(part for part in outcome.counts.photos if part != "all"))
        if splits and outcome.counts.photos["all"]:
            raise DatasetError("some photos are in no part; run: mahjonglens dataset split")
        form.write(Export(work, outcome.classes, splits, items, _Giver(store)))
        provenance.write(work / provenance.FILE, _rows(items(), form))
        (work / CARD).write_text(
            card.text(outcome.counts, _facts(store, form, outcome), outcome.classes),
            encoding="utf-8",
        )
    return outcome


def _where(job: ExportJob, store: Store, outcome: Outcome) -> str:
    clauses = ["duplicate_of IS NULL"]
    copies = store.count("duplicate_of IS NOT NULL")
    if copies:
        outcome.left_out.append(f"{copies} near or exact copies of other photos")
    if job.reviewed:
        clauses.append("status = 'labelled'")
        _tell(store, outcome, "status != 'labelled'", "photos that no person has labelled")
    elif job.form not in KEEPS_UNLABELLED:
        clauses.append("status != 'unlabelled'")
        _tell(store, outcome, "status = 'unlabelled'", "photos without labels")
    if job.drop_unknown:
        outcome.left_out.append("tiles whose class is none of the 47")
    return " AND ".join(clauses)


def _tell(store: Store, outcome: Outcome, where: str, what: str) -> None:
    count = store.count(f"duplicate_of IS NULL AND {where}")
    if count:
        outcome.left_out.append(f"{count} {what}")


def _damaged(store: Store, where: str, outcome: Outcome) -> set[int]:
    """Photos whose stored file is gone or no longer what was taken in."""
    bad = set()
    for record in store.find(where):
        fault = fault_of(record)
        if fault is not None:
            bad.add(record.id)
            outcome.faults.append(fault)
    return bad


def _foreign(store: Store, where: str) -> list[str]:
    rows = store.db.execute(
        "SELECT DISTINCT json_extract(tile.value, '$.face') AS face"
        f" FROM photos, json_each(photos.tiles) AS tile WHERE {where} ORDER BY face"
    )
    return [str(row[0]) for row in rows if row[0] not in FACES]


def _item(record: Record, *, bad_faces: bool) -> Item:
    photo = record.photo
    if bad_faces:
        photo = replace(photo, tiles=tuple(tile for tile in photo.tiles if tile.known))
    suffix = record.stored.suffix
    if suffix not in (".jpg", ".jpeg", ".png", ".webp", ".bmp"):
        suffix = ".jpg"
    return Item(record.name, suffix, photo.origin.split, record.status, photo, record.id)


class _Giver:
    """Hands out the photos' bytes, fit to be given away."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, item: Item) -> bytes:
        record = self._store.get(item.key)
        data, suffix = shareable(read_bytes(record.stored), record.stored.name)
        return data if suffix == item.suffix else _recoded(data, item.suffix)


def _recoded(data: bytes, suffix: str) -> bytes:
    done, out = cv2.imencode(suffix, decode(data, "x.jpg"))
    if not done:
        raise PhotoError(f"cannot be written as {suffix}")
    return bytes(out.tobytes())


def _rows(items: Iterator[Item], form: Format) -> Iterator[tuple[str, Origin, str, str]]:
    for item in items:
        file = f"{form.photo_folder}/{item.file}" if form.photo_folder else item.file
        yield file, item.photo.origin, item.photo.file, provenance.LABELS_BY[item.status]


def _ours(out: Path) -> None:
    if not (out / provenance.FILE).is_file() or not (out / CARD).is_file():
        raise DatasetError(f"{out} is not an earlier export; not replaced")


def _facts(store: Store, form: Format, outcome: Outcome) -> card.CardFacts:
    try:
        release = version("mahjonglens")
    except PackageNotFoundError:
        release = "(a checkout)"
    return card.CardFacts(
        store.name, form.name, store.fact("split_how"), tuple(outcome.left_out), release,
        store.fact(READ_BY),
    )  # fmt: skip
