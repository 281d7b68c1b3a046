"""A score sheet, printed like the source's own worked examples, and who pays whom."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mahjonglens.console.circumstances import described
from mahjonglens.console.reading_table import face_style
from scoring.explain import Entry, Explanation, explain
from scoring.numbers import shown
from scoring.ruleset import ScoreSheet, Unit
from scoring.settle import Payment, Settlement
from scoring.win import Seat

_CODE = re.compile(r"\b(?:[BCD][1-9]|W[ESWN]|D[RGW]|[FSA][1-4])\b")


def sheet_lines(sheet: ScoreSheet, settlement: Settlement | None) -> RenderableType:
    """The hand as it was laid out, every line with its reason, the sum, the payments."""
    told = explain(sheet, settlement)
    parts: list[RenderableType] = [
        Text.assemble((told.title, "bold"), f"   {described(sheet.context)}"),
        _indented(Lines(*map(_coloured, told.arrangement))),
        _indented(_earned(told)),
        *(_indented(Text(step), below=0) for step in told.steps),
        _total(told),
        *(_indented(Text(note, style="italic"), below=0) for note in told.notes),
    ]
    if told.payments:
        parts.append(_indented(_payments(told.payments), above=1, below=0))
    return Lines(*parts)


def _earned(told: Explanation) -> Table:
    """Points with their running sum, then doubles with theirs, then what is neither."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(justify="right", no_wrap=True)
    table.add_column(justify="right", no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    for entry in (*told.points, *told.doubles):
        table.add_row(entry.name, _amount(entry), f"= {shown(entry.running)}", _coloured(entry.why))
    for entry in told.others:
        table.add_row(entry.name, entry.worth, "", _coloured(entry.why))
    return table


def _amount(entry: Entry) -> str:
    unit: Unit = entry.unit
    word = unit.value.removesuffix("s") if 0 < entry.amount <= 1 else unit.value
    return f"{shown(entry.amount)} {word}"


def _total(told: Explanation) -> Text:
    if told.total is None:
        return Text("Moon Game: the winner takes the whole pot", style="bold")
    return Text(f"Total {told.total:,}", style="bold")


def _payments(payments: Iterable[Payment]) -> Table:
    table = Table.grid(padding=(0, 2))
    for payment in payments:
        table.add_row(
            f"{_name(payment.payer)} pays {_name(payment.receiver)}",
            Text(f"{payment.amount:,}", justify="right"),
            Text(payment.why, style="dim"),
        )
    return table


def _name(seat: Seat) -> str:
    return seat.name.title()


def _coloured(words: str) -> Text:
    """Words with the tile codes among them in the colour of their suit."""
    text = Text(words)
    for code in _CODE.finditer(words):
        text.stylize(face_style(code.group()), *code.span())
    return text


def _indented(part: RenderableType, *, above: int = 0, below: int = 1) -> Padding:
    return Padding(part, (above, 0, below, 2))
