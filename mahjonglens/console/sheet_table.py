"""A score sheet, printed like the source's own worked examples, and who pays whom."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mahjonglens.console.circumstances import described
from mahjonglens.console.reading_table import face_style
from scoring.numbers import Number, shown
from scoring.ruleset import Line, ScoreSheet, Unit
from scoring.settle import Settlement
from scoring.tiles import Tile
from scoring.win import Seat

STATES = {
    "concealed": "concealed",
    "exposed": "exposed",
    "completed_by_winning_discard": "completed by the discard, exposed",
}


def sheet_lines(sheet: ScoreSheet, settlement: Settlement | None) -> RenderableType:
    """The hand as it was laid out, every line with its tiles, the sum, the payments."""
    parts: list[RenderableType] = [
        Text.assemble((sheet.rules.title, "bold"), f"   {described(sheet.context)}"),
        _indented(_arrangement(sheet)),
        _indented(_earned(sheet)),
        *(_indented(Text(step), below=0) for step in sheet.tally.steps),
        _total(sheet),
        *(_indented(Text(note, style="italic"), below=0) for note in sheet.notes),
    ]
    if settlement is not None and settlement.payments:
        parts.append(_indented(_payments(settlement), above=1, below=0))
    return Lines(*parts)


def _arrangement(sheet: ScoreSheet) -> Table:
    table = Table.grid(padding=(0, 2))
    for meld in sheet.arrangement:
        table.add_row(str(meld.kind), tiles_text(meld.tiles), Text(STATES[meld.state], style="dim"))
    if sheet.rest:
        table.add_row("no set", tiles_text(sheet.rest), "")
    if sheet.hand.bonus:
        table.add_row("bonus", tiles_text(sheet.hand.bonus), "")
    return table


def _earned(sheet: ScoreSheet) -> Table:
    """Points with their running sum, then doubles with theirs."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    table.add_column(justify="right")
    table.add_column(justify="right", style="dim")
    for unit, lines in (
        (Unit.POINTS, sheet.base_lines),
        (Unit.DOUBLES, sheet.double_lines),
    ):
        running: Number = 0
        for line in lines:
            running += line.amount
            table.add_row(line.row.name, _why(line, sheet), _amount(line, unit), shown(running))
    for line in sheet.lines:
        if line.row.worth.unit not in (Unit.POINTS, Unit.DOUBLES):
            table.add_row(line.row.name, _why(line, sheet), str(line.row.worth), "")
    return table


def _amount(line: Line, unit: Unit) -> str:
    word = unit.value.removesuffix("s") if line.amount == 1 else unit.value
    return f"+{shown(line.amount)} {word}"


def _why(line: Line, sheet: ScoreSheet) -> Text:
    """The tiles that earn a line; naming them all helps nobody where it is the whole hand."""
    whole = sum(meld.kind.size for meld in sheet.arrangement) + len(sheet.rest)
    if len(line.tiles) == whole:
        return Text("the whole hand", style="dim")
    return tiles_text(line.tiles)


def _total(sheet: ScoreSheet) -> Text:
    if sheet.total is None:
        return Text("Moon Game: the winner takes the whole pot", style="bold")
    return Text(f"Total {sheet.total:,}", style="bold")


def _payments(settlement: Settlement) -> Table:
    table = Table.grid(padding=(0, 2))
    for payment in settlement.payments:
        table.add_row(
            f"{_name(payment.payer)} pays {_name(payment.receiver)}",
            Text(f"{payment.amount:,}", justify="right"),
            Text(payment.why, style="dim"),
        )
    return table


def _name(seat: Seat) -> str:
    return seat.name.title()


def tiles_text(tiles: Iterable[Tile]) -> Text:
    """Codes in the colour of their suit."""
    return Text(" ").join(Text(tile.value, style=face_style(tile.value)) for tile in tiles)


def _indented(part: RenderableType, *, above: int = 0, below: int = 1) -> Padding:
    return Padding(part, (above, 0, below, 2))
