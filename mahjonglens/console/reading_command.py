"""`mahjonglens read`: photos in, tiles out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.padding import Padding
from rich.text import Text

from mahjonglens.console import output
from mahjonglens.console.photos import Photo, Saver, Unreadable, read_photos
from mahjonglens.console.reading_table import reading_lines
from mahjonglens.dataset.teaching import load_reader


def read(
    photos: Sequence[str],
    *,
    as_json: bool,
    save: Path | None,
    threads: int,
    taught: str | None = None,
) -> int:
    """Read each photo and show it; returns the exit status of the worst of them."""
    saver = Saver(save, len(photos)) if save is not None else None
    status = output.OK
    for photo in read_photos(photos, load_reader(taught, threads=threads)):
        if isinstance(photo, Unreadable):
            output.complain(photo.why)
            status = output.BAD_INPUT
        elif not photo.reading.tiles:
            output.complain(f"{photo.file}: {NO_TILES}")
            status = status or output.NO_HAND
        elif not photo.reading.in_hand:
            output.complain(f"{photo.file}: {NO_HAND}")
            status = status or output.NO_HAND
        if as_json:
            output.print_json(photo.document)
        elif isinstance(photo, Photo):
            _show(photo)
        if saver is not None and isinstance(photo, Photo):
            saver.save(photo)
    return status


NO_HAND = "no hand found: what is seen lies outside of one or is too unclear"
NO_TILES = "no tiles found: come closer, and light the faces"


def _show(photo: Photo) -> None:
    width, height = photo.reading.size
    count = len(photo.reading.tiles)
    heading = Text.assemble(
        (output.one_line(photo.file), "bold"),
        f"   {width} × {height}, {count} tile{'s' * (count != 1)}, {photo.milliseconds:.0f} ms",
    )
    console = output.stdout_console()
    console.print(heading)
    console.print(Padding(reading_lines(photo.reading), (0, 0, 1, 2)))
