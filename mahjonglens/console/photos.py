"""Photos on the command line: read each, say which cannot be read, paint what was read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mahjonglens.console import output
from vision import images
from vision.contract import reading_document
from vision.draw import paint
from vision.errors import ImageError
from vision.geometry import Image
from vision.pipeline import Reader, Timings
from vision.reading import RackReading

PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp"}


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo that was read; `image` is (H, W, 3) uint8 BGR as displayed."""

    file: str
    image: Image
    reading: RackReading
    timings: Timings

    @property
    def document(self) -> dict[str, object]:
        """The contract's `read` document."""
        return reading_document(self.reading, self.file, self.timings)

    @property
    def milliseconds(self) -> float:
        """How long reading took, without decoding the file."""
        return self.timings.total


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that is no photo; `why` is one sentence that begins with its name."""

    file: str
    why: str

    @property
    def document(self) -> dict[str, object]:
        """The contract's error document."""
        return {"file": self.file, "error": self.why}


def read_photo(file: str, reader: Reader) -> Photo | Unreadable:
    """One photo through the whole of vision."""
    try:
        image = images.load(file, name=file)
    except ImageError as error:
        return Unreadable(file, output.one_line(str(error)))
    reading, timings = reader.read_timed(image)
    return Photo(file, image, reading, timings)


def read_photos(files: Sequence[str], reader: Reader) -> Iterator[Photo | Unreadable]:
    """Each photo in turn, with a progress bar on stderr if there are several and someone looks."""
    console = output.stderr_console()
    columns = (
        TextColumn("reading"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    hidden = len(files) < 2 or not console.is_terminal
    progress = Progress(
        *columns,
        console=console,
        transient=True,
        disable=hidden,
        redirect_stdout=False,  # else results would end up on stderr
        redirect_stderr=False,
    )
    task = progress.add_task("reading", total=len(files))
    for file in files:
        with progress:  # gone again while the result is printed
            photo = read_photo(file, reader)
            progress.advance(task)
        yield photo


class Saver:
    """Paints readings on their photos and saves them: into a folder, or one of them to a file.

    Holds the names it has given out, so that two photos of one name do not overwrite each other.
    """

    def __init__(self, target: Path, photos: int) -> None:
        as_file = target.suffix.lower() in PICTURES and not target.is_dir()
        if as_file and photos > 1:
            raise output.UserError(f"--save {target}: {photos} photos need a folder, not a file")
        if not as_file and target.exists() and not target.is_dir():
            kinds = " ".join(sorted(PICTURES))
            raise output.UserError(f"--save {target}: neither a folder nor a picture ({kinds})")
        self._target = target
        self._as_file = as_file
        self._taken: set[Path] = set()

    def save(self, photo: Photo) -> Path:
        """Write the painted photo; returns where. Raises UserError where it cannot."""
        path = self._path(Path(photo.file))
        if path.exists() and path.samefile(photo.file):
            raise output.UserError(f"--save {path}: that is the photo itself")
        done, coded = cv2.imencode(path.suffix, paint(photo.image, photo.reading))
        if not done:
            raise output.UserError(f"--save {path}: cannot write a picture of this kind")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(coded.tobytes())
        except OSError as error:
            raise output.UserError(f"--save {path}: {error.strerror or error}") from None
        return path

    def _path(self, photo: Path) -> Path:
        if self._as_file:
            return self._target
        number = 1
        path = self._target / f"{photo.stem}-read.jpg"
        while path in self._taken:
            number += 1
            path = self._target / f"{photo.stem}-read-{number}.jpg"
        self._taken.add(path)
        return path
