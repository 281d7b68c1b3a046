"""A reading, shown to a person: its groups line by line, its doubts below."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from vision.reading import Doubt, GroupKind, RackReading, TileReading

NAMES = {
    GroupKind.CONCEALED: "concealed",
    GroupKind.EXPOSED: "exposed",
    GroupKind.KONG: "kong",
    GroupKind.CONCEALED_KONG: "concealed kong",
    GroupKind.BONUS: "bonus tiles",
    GroupKind.WINNING_TILE: "winning tile",
    GroupKind.OTHER: "not in the hand",
}
COLOURS = {"B": "green", "C": "red", "D": "cyan", "W": "yellow", "F": "magenta", "S": "magenta"}
DRAGONS = {"DR": "bold red", "DG": "bold green", "DW": "bold"}
PLAIN = "default"


def face_style(face: str) -> str:
    """The colour a face is printed in, as a Rich style."""
    return DRAGONS.get(face) or COLOURS.get(face[:1], PLAIN)


def reading_lines(reading: RackReading, *, numbered: bool = False) -> RenderableType:
    """Groups in reading order, one a row; with `numbered`, as the confirm dialogue counts them.

    Numbers start at 1, of groups down the left, of tiles after each face.
    """
    doubtful = {doubt.tile for doubt in reading.doubts}
    table = Table.grid(padding=(0, 2))
    for index, group in enumerate(reading.groups, start=1):
        faces = Text(" ").join(
            _face(reading.tiles[tile], tile + 1 if numbered else None, doubtful=tile in doubtful)
            for tile in group.tiles
        )
        name = NAMES[group.kind]
        table.add_row(f"{index}. {name}" if numbered else name, faces)
    return Lines(table, *(_doubt(reading, doubt) for doubt in reading.doubts))


def _face(tile: TileReading, number: int | None, *, doubtful: bool) -> Text:
    text = Text(tile.face, style=face_style(tile.face))
    if doubtful:
        text.append("?", style="bold yellow")
    if number is not None:
        text.append(f"·{number}", style="dim")
    return text


def _doubt(reading: RackReading, doubt: Doubt) -> Text:
    tile = reading.tiles[doubt.tile]
    return Text(f"doubtful: {tile.face}, {', '.join(likely(tile))}: {doubt.why}", style="yellow")


def likely(tile: TileReading, count: int = 3) -> Iterator[str]:
    """The best alternatives of a tile as words: ``B3 61 %``."""
    for face, probability in tile.alternatives[:count]:
        yield f"{face} {probability:.0%}"
