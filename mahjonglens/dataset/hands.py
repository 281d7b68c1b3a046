"""Hands confirmed at the table, given with consent, become labelled photos: and go for good."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mahjonglens.dataset.exporting import ExportJob, export
from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.photos import PhotoError, look
from mahjonglens.dataset.store import Store
from mahjonglens.ledger.photos import Labelled
from vision.data.labelled import LabelledPhoto, LabelledTile, Origin
from vision.reading import Quad

SOURCE = "hands confirmed at the table"
WHO = "the player"
SUFFIXES = {"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp"}


def name_of(number: int, media_type: str) -> str:
    """The file name a ledger's photo has in datasets."""
    return f"hand_{number:06d}{SUFFIXES.get(media_type, '.jpg')}"


def tiles_of(reading: dict[str, Any]) -> tuple[LabelledTile, ...]:
    """Labels of a confirmed reading; tiles that were added without a place have none."""
    return tuple(
        LabelledTile(str(tile["code"]), Quad.of(tile["quad"]))
        for tile in reading["tiles"]
        if tile.get("quad")
    )


def collect(store: Store, given: Iterable[Labelled]) -> Iterator[LabelledPhoto | Fault]:
    """Takes the given photos in; those that are there are brought up to date. Those whose consent
    was taken back since are deleted from the dataset, with their history."""
    there = {record.original: record for record in store.find("source = ?", (SOURCE,))}
    kept: set[str] = set()
    for one in given:
        name = name_of(one.number, one.media_type)
        kept.add(name)
        try:
            seen = look(one.content, name)
        except PhotoError as error:
            yield Fault(name, str(error))
            continue
        session = f"ledger {seen.taken[:10]}" if seen.taken else "ledger"
        tiles = tiles_of(one.reading)
        photo = LabelledPhoto(name, seen.frame.size, tiles, Origin(SOURCE, session))
        known = there.get(name)
        if known is not None and known.sha256 == seen.sha256:
            if not known.revision and known.photo.tiles != tiles:
                store.save(known.id, tiles, status="labelled", revision=0, who=WHO)
            continue
        if known is not None:
            store.forget(known.id)
        store.add(photo, one.content, seen, status="labelled", who=WHO)
        yield photo
    for name, record in there.items():
        if name not in kept:
            store.forget(record.id)


def archive(given: Iterable[Labelled], form: str = "yolo-obb") -> bytes:
    """All given photos as one zip in a label format: the one click of the player's page."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        with Store.create(work / "set", "My confirmed hands") as store:
            for _ in collect(store, given):
                pass
            export(store, ExportJob(form, work / "out"))
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as box:
            for path in sorted((work / "out").rglob("*")):
                if path.is_file():
                    box.write(path, path.relative_to(work / "out").as_posix())
        return out.getvalue()
