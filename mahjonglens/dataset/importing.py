"""Takes labelled or bare photos in, one at a time: a bad one is a Fault and the rest go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from mahjonglens.dataset import provenance
from mahjonglens.dataset.faults import Fault, Note
from mahjonglens.dataset.formats import FORMATS, guess
from mahjonglens.dataset.formats.common import Format, FormatError, RawLabels, settle
from mahjonglens.dataset.photos import PhotoError, look, read_bytes
from mahjonglens.dataset.store import MACHINE, Store
from vision.data.labelled import LabelledPhoto, Origin
from vision.data.names import Names


@dataclass(frozen=True, slots=True)
class Taken:
    """A photo that is in the dataset now; `new` False where it had been before."""

    file: str
    photo: LabelledPhoto
    new: bool


@dataclass(frozen=True, slots=True)
class ImportJob:
    """What to take in, and what the user says about it. `form` None: find out."""

    root: Path
    form: str | None = None
    origin: Origin = field(default_factory=Origin)
    names: Names = field(default_factory=Names)
    who: str = "import"

    def format(self) -> Format:
        """Raises FormatError where it is unknown or cannot be told."""
        if self.form is None:
            return guess(self.root)
        if self.form not in FORMATS:
            raise FormatError(f"no format {self.form}; there are {', '.join(FORMATS)}")
        if not self.root.exists():
            raise FormatError(f"{self.root} does not exist")
        return FORMATS[self.form]


def take_in(store: Store, job: ImportJob) -> Iterator[Taken | Fault | Note]:
    """Goes through the folder. Raises DatasetError only where nothing can go on (a full disk)."""
    origins = provenance.read(job.root)
    for raw in job.format().read(job.root):
        if isinstance(raw, Fault):
            yield raw
            continue
        try:
            yield from _one(store, job, raw, origins)
        except (PhotoError, FormatError) as error:
            yield Fault(str(raw.image), str(error))


def _one(
    store: Store, job: ImportJob, raw: RawLabels, origins: dict[Path, provenance.Known]
) -> Iterator[Taken | Note]:
    data = read_bytes(raw.image)
    seen = look(data, raw.image.name)
    photo, notes = settle(raw, seen.frame, job.names)
    yield from notes
    folder = job.root if job.root.is_dir() else job.root.parent
    where = raw.image.relative_to(folder)
    row = origins.get(raw.image.resolve())
    known = row.origin if row else raw.origin
    default = job.origin
    if not (default.source or known.source):
        default = replace(default, source=folder.resolve().name)
    origin = provenance.completed(known, default, where, seen.taken)
    photo = replace(photo, file=where.as_posix(), origin=origin)
    status = _status(photo, guessed=row is not None and row.guessed)
    who = MACHINE if status == "prelabelled" else job.who
    new = store.add(photo, data, seen, status=status, who=who) is not None
    yield Taken(str(raw.image), photo, new)


def _status(photo: LabelledPhoto, *, guessed: bool) -> str:
    if not photo.labelled:
        return "unlabelled"
    unsure = any(tile.confidence is not None for tile in photo.tiles)
    return "prelabelled" if guessed or unsure else "labelled"


@dataclass(slots=True)
class Tally:
    """What an import came to, summed up while it runs."""

    new: int = 0
    again: int = 0
    tiles: int = 0
    unlabelled: int = 0
    faults: list[Fault] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    unknown: dict[str, int] = field(default_factory=dict)

    def add(self, event: Taken | Fault | Note) -> None:
        """Counts one event."""
        if isinstance(event, Fault):
            self.faults.append(event)
        elif isinstance(event, Note):
            self.notes.append(event)
        elif event.new:
            self.new += 1
            self.unlabelled += not event.photo.labelled
            self.tiles += len(event.photo.tiles)
            for tile in event.photo.tiles:
                if not tile.known:
                    self.unknown[tile.face] = self.unknown.get(tile.face, 0) + 1
        else:
            self.again += 1
