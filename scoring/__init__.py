"""The scoring core: tiles, hands, four published rule sets, score sheets, settlements.

It imports the standard library and nothing else.

    hand = parse("B1113337999 [B555] F13 S4 +B7")       # str(hand) writes it back
    context = Context(seat=Seat.SOUTH, round=Seat.SOUTH)  # self_drawn=…, declared=…, is_winner=…
    sheet = score(hand, context, RULESETS["goulash"])     # options={"clean_doubles": 1}
    sheet.total, sheet.lines, sheet.arrangement

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
