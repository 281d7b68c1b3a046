"""A score sheet in words: each line, why, which tiles, running sums, the sum, who pays whom.

`explain(sheet)` is the data that a table or a page shows; `sheet_text` is the same as plain lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring import traits
from scoring.hand import Meld
from scoring.numbers import Number, shown
from scoring.ruleset import Line, ScoreSheet, Unit
from scoring.settle import Payment, Settlement
from scoring.tiles import Tile

# what a line about the last tile needs: its place, that it was drawn, a circumstance
_LAST_TILE = traits.PLACED | traits.SELF_DRAWN | -(1 << traits.FIRST_DECLARATION)
_STATES = {
    "concealed": "concealed",
    "exposed": "exposed",
    "completed_by_winning_discard": "completed by the winning discard",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One earned line. `running` is the sum of points, or of doubles, up to and with it."""

    id: str
    ref: str
    name: str
    unit: Unit
    amount: Number
    running: Number
    worth: str
    why: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything a player needs to check the total with pencil and paper."""

    title: str
    arrangement: tuple[str, ...]
    points: tuple[Entry, ...]
    doubles: tuple[Entry, ...]
    others: tuple[Entry, ...]  # limit hand, Moon Game, dealer price
    steps: tuple[str, ...]
    total: int | None
    payments: tuple[Payment, ...] = ()
    net: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()


def explain(sheet: ScoreSheet, settlement: Settlement | None = None) -> Explanation:
    """The score sheet line by line, with the payments where they are known."""
    return Explanation(
        title=sheet.rules.title,
        arrangement=(
            *(meld_text(meld) for meld in sheet.arrangement),
            *([f"in no set: {codes(sheet.rest)}"] if sheet.rest else []),
            *([f"beside the hand: {codes(sheet.hand.bonus)}"] if sheet.hand.bonus else []),
        ),
        points=_entries(sheet, sheet.base_lines),
        doubles=_entries(sheet, sheet.double_lines),
        others=_entries(sheet, _others(sheet)),
        steps=sheet.tally.steps,
        total=sheet.total,
        payments=() if settlement is None else settlement.payments,
        net=()
        if settlement is None
        else tuple((str(seat), amount) for seat, amount in settlement.net.items()),
        notes=sheet.notes,
    )


def sheet_text(sheet: ScoreSheet, settlement: Settlement | None = None) -> str:
    """The score sheet as plain text, like the worked examples of the sources."""
    told = explain(sheet, settlement)
    lines = [told.title, *(f"  {laid}" for laid in told.arrangement), ""]
    for heading, entries in (("Points", told.points), ("Doubles", told.doubles)):
        if entries:
            lines += [heading, *_columns(entries), ""]
    lines += [f"{entry.name}: {entry.worth} ({entry.why})" for entry in told.others]
    lines += told.steps
    lines.append(f"Total {told.total:,}" if told.total is not None else "Total: the whole pot")
    if told.payments:
        lines += ["", *map(str, told.payments)]
        lines.append("Net " + ", ".join(f"{seat} {amount:+,}" for seat, amount in told.net))
    return "\n".join((*lines, *told.notes))


def why(line: Line, sheet: ScoreSheet) -> str:
    """What earned a line: a set with its state, a tile, the whole hand or how it was won."""
    whole = len(sheet.hand.concealed) + sum(meld.kind.size for meld in sheet.hand.melds)
    if len(line.tiles) >= whole:
        return line.row.condition.says
    winning = sheet.hand.winning
    if winning is not None and line.row.condition.needs & _LAST_TILE:
        about_place = line.row.condition.needs & traits.PLACED
        completes = f" completes {line.because[0]}" if about_place and line.because else ""
        return f"{winning}{completes}: {_lower(line)}"
    if line.row.worth.unit not in (Unit.POINTS, Unit.DOUBLES):
        return f"{codes(line.tiles)}: {_lower(line)}"
    if len(line.because) == 1:
        only = line.because[0]
        return only.value if isinstance(only, Tile) else meld_text(only)
    return f"{codes(line.tiles)}: {_lower(line)}"


def meld_text(meld: Meld) -> str:
    """``pung B5 B5 B5, exposed``."""
    state = _STATES[meld.state]
    if meld.completed and meld.is_triplet:
        state += ", so exposed"
    return f"{meld}, {state}"


def codes(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))


def _lower(line: Line) -> str:
    says = line.row.condition.says
    return says[0].lower() + says[1:]


def _others(sheet: ScoreSheet) -> tuple[Line, ...]:
    ordinary = (Unit.POINTS, Unit.DOUBLES)
    return tuple(line for line in sheet.lines if line.row.worth.unit not in ordinary)


def _entries(sheet: ScoreSheet, lines: Iterable[Line]) -> tuple[Entry, ...]:
    entries = []
    running: Number = 0
    for line in lines:
        running += line.amount
        row = line.row
        entries.append(
            Entry(
                id=line.id,
                ref=row.ref,
                name=row.name,
                unit=row.worth.unit,
                amount=line.amount,
                running=running,
                worth=str(row.worth),
                why=why(line, sheet),
                tiles=line.tiles,
            )
        )
    return tuple(entries)


def _columns(entries: tuple[Entry, ...]) -> list[str]:
    names = max(len(entry.name) for entry in entries)
    return [
        f"  {each.name:<{names}}  {shown(each.amount):>4}  = {shown(each.running):>4}  {each.why}"
        for each in entries
    ]
