"""Labels photos with the current models. What a person has labelled is never touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from mahjonglens.dataset.crew import Crew
from mahjonglens.dataset.faults import ConflictError, Fault
from mahjonglens.dataset.store import MACHINE, Store
from mahjonglens.dataset.teaching import load_reader
from vision import images
from vision.data.labelled import LabelledTile, tiles_of
from vision.errors import VisionError
from vision.store import find

JOB = "prelabel"
READ_BY = "read_by"  # the fact that names the models


@dataclass(frozen=True, slots=True)
class Task:
    """A photo to read. `revision` guards against a person who labels it meanwhile."""

    photo: int
    revision: int
    path: Path
    original: str


@dataclass(frozen=True, slots=True)
class Done:
    """A photo read: its tiles, or what went wrong."""

    task: Task
    tiles: tuple[LabelledTile, ...]
    why: str = ""


Read = Callable[[Task], Done]


class ReaderWork:
    """Holds the loaded models of one worker; it knows the set that was chosen."""

    def __init__(self) -> None:
        self._reader = load_reader()

    def __call__(self, task: Task) -> Done:
        try:
            return Done(task, tiles_of(self._reader.read(images.load(task.path))))
        except VisionError as error:
            return Done(task, (), str(error))


def waiting(store: Store, *, again: bool = False) -> str:
    """SQL for the photos a run would read: those untouched, and with `again` earlier guesses."""
    if again:
        return "status IN ('unlabelled', 'prelabelled')"
    return (
        "status = 'unlabelled'"
        f" AND NOT EXISTS (SELECT 1 FROM tried WHERE photo = photos.id AND job = '{JOB}')"
    )


def prelabel(
    store: Store, crew: Crew, make: Callable[[], Read], *, again: bool = False
) -> Iterator[Done | Fault]:
    """Reads and saves, photo by photo; a killed run goes on where it stopped."""
    for done in crew.run(make, _tasks(store, again)):
        task = done.task
        if done.why:
            store.tried(JOB, task.photo, done.why)
            yield Fault(task.original, done.why)
            continue
        try:
            store.save(
                task.photo, done.tiles, status="prelabelled", revision=task.revision, who=MACHINE
            )
        except ConflictError:
            yield Fault(task.original, "a person labelled it meanwhile; left as they left it")
            continue
        yield done


def _tasks(store: Store, again: bool) -> Iterator[Task]:
    for record in store.find(waiting(store, again=again)):
        yield Task(record.id, record.revision, record.stored, record.original)


def noted(store: Store) -> None:
    """Keeps which models read, for the cards of exports. Raises WeightsMissing."""
    models = {Path(str(find(role).entry["file"])).stem for role in ("locator", "classifier")}
    known = {name for name in store.fact(READ_BY).split(", ") if name}
    store.fact(READ_BY, ", ".join(sorted(known | models)))


def with_models() -> Callable[[], Read]:
    """What workers are made of: the models of this installation."""
    return partial(ReaderWork)
