"""A rule set as the rules pages and the forms need it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from mahjonglens.ledger.deal import losers_count
from mahjonglens.sheets import flowers_of, hand_record
from mahjonglens.web.circumstances import EVENT_FIELDS, circumstances
from mahjonglens.web.examples import example
from scoring import Context, Kind, RuleSet, ScoreSheet, Tile, score
from scoring.options import Option
from scoring.ruleset import Row
from scoring.rulesets import RULESETS, find
from scoring.tiles import TILES

Json = dict[str, Any]
_SECTIONS = {"moon": "Moon Game", "price": "payment"}


@lru_cache(maxsize=16)
def rules_json(name: str) -> Json:
    """Everything about one rule set. Raises `ScoringError` for a name there is not."""
    rules = find(name)
    shape = rules.shape
    return {
        "name": rules.name,
        "title": rules.title,
        "unit": rules.unit,
        "tiles_in_hand": shape.size(0, winner=True),
        "chows": shape.chows,
        "bonus": [str(tile) for tile in TILES if tile.suit in shape.bonus],
        "circumstances": circumstances(rules),
        "options": [_option(option) for option in rules.options],
        "rows": [_row(row, rules) for row in rules.rows],
        "events": [
            {
                "type": event.id,
                "name": event.name,
                "question": f"{event.name}: {event.amount}",
                "amount": event.amount,
                "fields": EVENT_FIELDS.get(event.id, []),
            }
            for event in rules.events
        ],
        "losers_count": losers_count(rules, {}),
        "dead_hands": rules.dead_hands,
    }


def all_rules() -> list[Json]:
    """Every rule set, in the order they are listed."""
    return [rules_json(name) for name in RULESETS]


def context_json(context: Context) -> Json:
    """A context as the records write it."""
    return {
        "seat_wind": str(context.seat),
        "round_wind": str(context.round),
        "is_winner": context.is_winner,
        "self_drawn": context.self_drawn,
        **{each.value: True for each in sorted(context.declared, key=lambda d: d.value)},
    }


def _option(option: Option) -> Json:
    return {
        "id": option.id,
        "ref": option.ref,
        "question": option.question,
        "default": option.default,
        "choices": [{"value": choice.value, "label": choice.reading} for choice in option.choices],
        "evidence": option.evidence,
        "open_to": option.open_to,
    }


def _row(row: Row, rules: RuleSet) -> Json:
    unit = row.worth.unit.value
    return {
        "line": row.id,
        "ref": row.ref,
        "section": _SECTIONS.get(unit, unit),
        "name": row.name,
        "worth": str(row.worth),
        "winner_only": row.winner,
        "example": _example(row, rules),
    }


def _example(row: Row, rules: RuleSet) -> Json | None:
    given = example(rules.name, row)
    if given is None:
        return None
    sheet = score(given.hand, given.context, rules, given.options)
    return {
        "tiles": [str(tile) for tile in _earning(row, sheet)],
        "notation": str(given.hand),
        "hand": hand_record(given.hand),
        "flowers": flowers_of(given.hand),
        "context": context_json(given.context),
        "options": dict(given.options),
    }


def _earning(row: Row, sheet: ScoreSheet) -> tuple[Tile, ...]:
    """The tiles for which the sheet counts the line; of a line worth nothing the run itself."""
    for line in sheet.lines:
        if line.row is row:
            return line.tiles
    return next(each.tiles for each in sheet.arrangement if each.kind is Kind.CHOW)
