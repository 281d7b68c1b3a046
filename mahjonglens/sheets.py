"""Score sheets that explain themselves: the contract's document and every line in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring import Hand, Meld, ScoreSheet, score
from scoring.explain import Entry, explain
from scoring.fields import fields_of
from scoring.numbers import Number, shown
from scoring.records import score_record
from scoring.ruleset import Unit
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
    told = explain(sheet)
    return [_line(entry) for entry in (*told.points, *told.doubles, *told.others)]


def _line(entry: Entry) -> Json:
    worth = running = entry.worth
    if entry.unit is Unit.POINTS:
        worth, running = _points(entry.amount), _points(entry.running)
    elif entry.unit is Unit.DOUBLES:
        worth, running = _doubles(entry.amount), _doubles(entry.running)
    return {
        "line": entry.id,
        "ref": entry.ref,
        "name": entry.name,
        "unit": entry.unit.value,
        "worth": worth,
        "why": entry.why,
        "tiles": [str(tile) for tile in entry.tiles],
        "running": running,
    }


def _sheet(record: Mapping[str, Any], rules: str) -> tuple[Hand, ScoreSheet]:
    table = find(rules)
    fields = fields_of(record, "The record")
    hand = fields.hand()
    context = fields.context(hand, table.shape)
    return hand, score(hand, context, table, fields.mapping("options"))


def _points(amount: Number) -> str:
    return f"{shown(amount)} point{'' if 0 < amount <= 1 else 's'}"


def _doubles(amount: Number) -> str:
    return f"{shown(amount)} double{'' if amount == 1 else 's'}"
