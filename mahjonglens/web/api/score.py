"""Scores and rules: the calculator, the tables, the practice hands."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from mahjonglens.sheets import explained, flowers_of, hand_record, meld_record
from mahjonglens.web import practice, problems
from mahjonglens.web.hands import said, source_record
from mahjonglens.web.rules_json import all_rules, context_json, rules_json
from mahjonglens.web.schemas import RULE_NAMES, CheckRequest, Json, ScoreRequest
from scoring import RuleSet, ScoringError, score
from scoring.records import score_record
from scoring.rulesets import find
from vision.errors import NoHand

router = APIRouter(tags=["scoring"])
RulesName = Annotated[str, Path(min_length=1, max_length=40, json_schema_extra=RULE_NAMES)]


@router.post("/score", summary="Score a hand, settle a deal")
def score_hand(given: ScoreRequest, draft: bool = Query(False)) -> Json:
    """The contract's score document; for a hand also every line in words (`explain`).

    With `draft` a hand that is no win yet is no failure: the answer is 200 with only `error` and
    the `problems` it sums up.
    """
    try:
        return _scored(given)
    except (ScoringError, NoHand) as problem:
        if not draft:
            raise
        return problems.draft(problem)


def _scored(given: ScoreRequest) -> Json:
    plain = given.model_dump(
        include={"kind", "id", "options", "input", "east", "winner", "discarder", "hands"},
        exclude_none=True,
    )
    if given.kind != "hand":
        return score_record(plain, given.rules)
    hand, flowers = source_record(given)
    context = said(given.context)
    return explained({**plain, "hand": hand, "flowers": flowers, "context": context}, given.rules)


@router.get("/rules", summary="All rule sets")
def rules() -> Json:
    """Every rule set: its lines with examples, its options, what it asks about a win."""
    return {"rules": all_rules()}


@router.get("/rules/{name}", summary="One rule set")
def one_rules(name: RulesName) -> Json:
    """One rule set, see `/rules`."""
    return rules_json(name.strip().lower())


@router.get("/practice/{rules}/deal", summary="A hand to practise on")
def deal(
    rules: RulesName,
    n: int = Query(0, ge=0, le=10**6),
    seed: int = Query(0, ge=0, le=2**53),
) -> Json:
    """Hands 0–5 are picked and get harder, later ones are dealt from `seed` and `n`."""
    table = find(rules)
    each = practice.exercise(table, n, seed)
    sheet = score(each.hand, each.context, table)
    return {
        "rules": table.name,
        "n": n,
        "seed": seed,
        "hand": hand_record(each.hand),
        "flowers": flowers_of(each.hand),
        "context": context_json(each.context),
        "sets": [meld_record(meld) for meld in sheet.arrangement],
        "winning_tile": None if each.hand.winning is None else str(each.hand.winning),
        "question": practice.question(each),
        "asks": practice.asks(sheet),
        "minimum_note": practice.minimum_note(table),
    }


@router.post("/practice/{rules}/check", summary="Check an answer")
def check(rules: RulesName, given: CheckRequest) -> Json:
    """Is the answer right, and why: the sheet comes with it. `reveal` counts as a miss."""
    table = find(rules)
    record = _asked(given, table)
    sheet = explained(record, table.name)
    points_right, doubles_right = practice.is_right(sheet, given.points, given.doubles)
    if given.reveal:
        points_right = doubles_right = False
    return {
        "right": points_right and doubles_right,
        "points_right": points_right,
        "doubles_right": doubles_right,
        "reveal": given.reveal,
        "sheet": sheet,
    }


def _asked(given: CheckRequest, table: RuleSet) -> Json:
    """The record of the hand that was asked about: a dealt one, or the player's own."""
    own = any(each is not None for each in (given.hand, given.reading, given.notation))
    if own == (given.n is not None):
        raise ScoringError("Give either the number n of a dealt hand or a hand of your own")
    if given.n is None:
        hand, flowers = source_record(given)
        context = said(given.context)
        return {"hand": hand, "flowers": flowers, "context": context, "options": given.options}
    each = practice.exercise(table, given.n, given.seed)
    return {
        "hand": hand_record(each.hand),
        "flowers": flowers_of(each.hand),
        "context": context_json(each.context),
    }
