"""Score sheets that explain themselves: the contract's document and every line in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring import Hand, Meld, ScoreSheet, score
from scoring.fields import fields_of
from scoring.numbers import shown
from scoring.records import score_record
from scoring.ruleset import Line, Unit
from scoring.rulesets import find

Json = dict[str, Any]


def explained(record: Mapping[str, Any], rules: str) -> Json:
    """The contract's document of a hand record with `explain`, `summary`, `hand` and `notation`.

    Raises `ScoringError`.
    """
    document = score_record(record, rules)
    hand, sheet = _sheet(record, rules)
    return {
        **document,
        "rules": sheet.rules.name,
        "hand": hand_record(hand),
        "flowers": flowers_of(hand),
        "notation": str(hand),
        "explain": lines(sheet),
        "summary": " · ".join(sheet.tally.steps) if not sheet.moon_game else "Moon Game",
    }


def hand_record(hand: Hand) -> Json:
    """The `hand` of a record, as in the worked cases."""
    return {
        "declared": [meld_record(meld) for meld in hand.melds],
        "concealed_tiles": [str(tile) for tile in hand.concealed],
        "winning_tile": None if hand.winning is None else str(hand.winning),
    }


def meld_record(meld: Meld) -> Json:
    """A set with its tiles and its state."""
    return {"type": str(meld.kind), "tiles": [str(t) for t in meld.tiles], "state": meld.state}


def flowers_of(hand: Hand) -> list[str]:
    """The codes of the bonus tiles."""
    return [str(tile) for tile in hand.bonus]


def lines(sheet: ScoreSheet) -> list[Json]:
    """Every line of a sheet: printed name, worth, why, tiles, and the count so far."""
    points, doubles = sheet.points * 0, 0
    said: list[Json] = []
    for line in sheet.lines:
        unit = line.row.worth.unit
        if unit is Unit.POINTS:
            points += line.amount
            worth, running = f"{shown(line.amount)} points", f"{shown(points)} points"
        elif unit is Unit.DOUBLES:
            doubles += int(line.amount)
            worth, running = _doubles(int(line.amount)), _doubles(doubles)
        else:
            worth = running = str(line.row.worth)
        said.append(
            {
                "line": line.id,
                "ref": line.row.ref,
                "name": line.row.name,
                "unit": unit.value,
                "worth": worth,
                "why": _why(line),
                "tiles": [str(tile) for tile in line.tiles],
                "running": running,
            }
        )
    return said


def _sheet(record: Mapping[str, Any], rules: str) -> tuple[Hand, ScoreSheet]:
    table = find(rules)
    fields = fields_of(record, "The record")
    hand = fields.hand()
    context = fields.context(hand, table.shape)
    return hand, score(hand, context, table, fields.mapping("options"))


def _doubles(count: int) -> str:
    return f"{count} double{'' if count == 1 else 's'}"


def _why(line: Line) -> str:
    return str(line.row.condition)
