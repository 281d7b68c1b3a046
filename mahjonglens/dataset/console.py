"""What the dataset commands print: tables, progress, and what went wrong with which file."""

from __future__ import annotations

import sqlite3
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from mahjonglens.camera import Frame, SourceError, frames
from mahjonglens.console.output import BAD_INPUT, OK, UserError, stderr_console, stdout_console
from mahjonglens.dataset.capture import Wish, a_second, done, keep_frame, sharpest, watch
from mahjonglens.dataset.faults import DatasetError, Fault, Note
from mahjonglens.dataset.profiles import TaughtSet
from mahjonglens.dataset.stats import Stats
from mahjonglens.dataset.store import Store
from vision import images
from vision.data.labelled import LabelledPhoto, Origin
from vision.data.names import Names
from vision.data.teach import LAYOUTS
from vision.errors import VisionError
from vision.labels import FACES

T = TypeVar("T")
SHOWN = 20  # faults printed; the rest are counted
REPORT = "faults.tsv"


@contextmanager
def told() -> Iterator[None]:
    """Turns what the dataset refuses into one line for the user and exit status 2."""
    try:
        yield
    except DatasetError as error:
        raise UserError(str(error)) from error
    except sqlite3.OperationalError as error:  # a full or read-only disk, in SQLite's words
        raise UserError(f"the dataset cannot go on: {error}") from error


@contextmanager
def opened(root: Path, *, create: bool = False) -> Iterator[Store]:
    """The dataset in a folder, made when there is none and `create` is set."""
    with told(), Store.ensure(root) if create else Store.open(root) as store:
        yield store


def watched(events: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Passes events on with a progress bar on stderr, if someone looks."""
    console = stderr_console()
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task(what, total=total)
        for event in events:
            yield event
            progress.advance(task)


def report(store: Store, step: str, faults: Sequence[Fault], notes: Sequence[Note] = ()) -> int:
    """Lists faults and notes by file, keeps them all in faults.tsv; the exit status."""
    console = stderr_console()
    for heading, lines in (("left out", faults), ("worth knowing", notes)):
        if lines:
            console.print(f"{heading}:")
        for line in lines[:SHOWN]:
            console.print(f"  {line}", soft_wrap=True)
        if len(lines) > SHOWN:
            console.print(f"  … and {len(lines) - SHOWN} more in {store.root / REPORT}")
    kept = [f"{step}\tleft out\t{fault.file}\t{fault.why}\n" for fault in faults]
    kept += [f"{step}\tnote\t{note.file}\t{note.why}\n" for note in notes]
    try:
        if kept:
            with (store.root / REPORT).open("a", encoding="utf-8") as out:
                out.writelines(kept)
    except OSError as error:
        console.print(f"  {REPORT} cannot be written: {error.strerror or error}")
    return BAD_INPUT if faults else OK


def shares_of(text: str) -> dict[str, float]:
    """`80/10/10` as train, val and test. Raises UserError."""
    try:
        numbers = [float(part) for part in text.split("/")]
    except ValueError:
        numbers = []
    if not 1 <= len(numbers) <= 3 or min(numbers, default=-1) < 0:
        raise UserError(f"'{text}' is no split; write it like 80/10/10")
    return dict(zip(("train", "val", "test"), numbers, strict=False))


def names_of(path: Path | None) -> Names:
    """The user's own class names: a TOML file of lines like `bird = "B1"`. Raises UserError."""
    if path is None:
        return Names()
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return Names({str(name): str(face) for name, face in table.items()})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValueError) as error:
        raise UserError(f"{path}: {error}") from error


def say(line: str) -> None:
    """One line of result."""
    stdout_console().print(line, soft_wrap=True)


def unknown_lines(unknown: Mapping[str, int]) -> None:
    """Names that are no face: kept as they are, and told."""
    if unknown:
        listed = ", ".join(f"{name} ({count})" for name, count in sorted(unknown.items()))
        say(f"classes outside the {len(FACES)}, kept by name: {listed}")
        say('  name them with --names FILE, lines like: bird = "B1"')


def stats_tables(stats: Stats) -> None:
    """The statistics as tables."""
    console = stdout_console()
    say(
        f"{stats.photos} photos, {stats.tiles} tiles; {stats.empty} empty, "
        f"{stats.duplicates} marked as copies"
    )
    faces = Table(title="tiles of each face", title_justify="left")
    for _ in range(6):
        faces.add_column("face")
        faces.add_column("tiles", justify="right")
    foreign = sorted(face for face in stats.faces if face not in FACES)
    cells = [(face, str(stats.faces[face])) for face in (*FACES, *foreign)]
    for start in range(0, len(cells), 6):
        faces.add_row(*(text for cell in cells[start : start + 6] for text in cell))
    console.print(faces)
    counted = stats.document()
    for title, key in (
        ("labels", "statuses"), ("part", "splits"), ("tile's long side, px", "tile_sizes_px"),
        ("light", "light"), ("sharpness", "sharpness"),
    ):  # fmt: skip
        say(f"{title}: " + ", ".join(f"{name} {count}" for name, count in counted[key].items()))
    for title, rows in (("set", stats.by_set), ("source", stats.by_source)):
        table = Table(title, "photos", "tiles")
        for name, row in sorted(rows.items()):
            table.add_row(name, str(row["photos"]), str(row["tiles"]))
        console.print(table)
    if stats.missing:
        say("still short: " + " ".join(stats.missing))


def layout_of(name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a layout. Raises UserError."""
    if name not in LAYOUTS:
        raise UserError(f"no layout {name}; there are {', '.join(LAYOUTS)}")
    return LAYOUTS[name]


def taught(
    name: str, photos: Sequence[Path], rows: Sequence[Sequence[str]], *, trust: bool
) -> TaughtSet:
    """A set from photo files. Raises UserError and DatasetError."""
    from mahjonglens.dataset.teaching import Teacher

    with seeing():
        shots = [images.load(path) for path in photos]
        return Teacher.load().teach(name, shots, rows, trust=trust)


@contextmanager
def seeing() -> Iterator[None]:
    """Turns missing or broken models into one line for the user."""
    try:
        yield
    except VisionError as error:
        raise UserError(str(error)) from error


def told_kept(event: LabelledPhoto | Fault) -> None:
    """Says what became of a photo."""
    if isinstance(event, Fault):
        say(f"not taken: {event}")
    else:
        say(f"taken: {event.file}, {event.size[0]}×{event.size[1]}")


def watch_folder(store: Store, folder: Path, origin: Origin, wanted: Sequence[Wish]) -> int:
    """Takes photos in as a phone sends them, until Ctrl-C. Raises UserError."""
    if not folder.is_dir():
        raise UserError(f"{folder} is no folder")
    for wish in wanted:
        say(f"wanted: {wish}")
    say(f"photos that come into {folder} are taken; Ctrl-C ends it")
    try:
        for event in watch(store, folder, origin, wait=a_second):
            told_kept(event)
    except KeyboardInterrupt:
        say(f"{store.count()} photos")
    return OK


def shoot(store: Store, camera: str, origin: Origin, wanted: Sequence[Wish]) -> int:
    """Asks for each photo in turn: Enter takes it, s passes it by, q ends. Raises UserError."""
    taken = 0
    try:
        with frames(camera) as live:
            for number, wish in enumerate(wanted, 1):
                say(f"{number} of {len(wanted)}: lay {wish}")
                kept = _asked(store, live, origin)
                if kept is None:
                    break
                if kept:
                    taken += 1
                    done(store, wish)
    except SourceError as error:
        raise UserError(str(error)) from error
    say(f"{taken} taken, {store.count()} photos; next: mahjonglens dataset prelabel {store.root}")
    return OK


def _asked(store: Store, live: Iterator[Frame], origin: Origin) -> bool | None:
    """Whether a photo was taken, None where the user has enough; a bad one is asked for again."""
    while True:
        answer = typer.prompt("Enter takes it, s skips, q ends", default="take").casefold()
        if answer.startswith("q"):
            return None
        if answer.startswith("s"):
            return False
        frame = sharpest(live)
        if frame is None:
            raise UserError("the camera gives no more pictures")
        event = keep_frame(store, frame, origin)
        told_kept(event)
        if not isinstance(event, Fault):
            return True
