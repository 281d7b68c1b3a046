"""The scoring core: tiles, hands, four published rule sets, score sheets, settlements.

It imports the standard library and nothing else.

    >>> from scoring import RULESETS, Context, Seat, parse, score
    >>> hand = parse("B1113337999 [B555] F13 S4 +B7")
    >>> score(hand, Context(seat=Seat.SOUTH, round=Seat.SOUTH), RULESETS["goulash"]).total
    1728
    >>> str(hand)
    'B1113337999 [B555] F13 S4 +B7'

`Context` also takes `self_drawn`, `is_winner` and `declared`; `score` takes `options`.

Records in the machine contract's format: `scoring.records.score_record(record, "goulash")`.
Score sheets in words: `scoring.explain`. Payments: `scoring.settle`.
"""

from __future__ import annotations

from scoring.errors import (
    BadNotation,
    ContradictoryContext,
    ImpossibleHand,
    NotAWin,
    ScoringError,
)
from scoring.hand import Hand, Kind, Meld, Problem
from scoring.notation import parse
from scoring.ruleset import Line, Row, RuleSet, ScoreSheet
from scoring.rulesets import RULESETS
from scoring.scorer import score
from scoring.settle import Payment, Settlement
from scoring.tiles import Suit, Tile
from scoring.win import Context, Declaration, Seat

__all__ = [
    "RULESETS",
    "BadNotation",
    "Context",
    "ContradictoryContext",
    "Declaration",
    "Hand",
    "ImpossibleHand",
    "Kind",
    "Line",
    "Meld",
    "NotAWin",
    "Payment",
    "Problem",
    "Row",
    "RuleSet",
    "ScoreSheet",
    "ScoringError",
    "Seat",
    "Settlement",
    "Suit",
    "Tile",
    "parse",
    "score",
]
