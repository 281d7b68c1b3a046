"""One hand, one line of test: every row of every table is earned once and narrowly missed once."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring import RULESETS, Context, Declaration, NotAWin, Seat, parse, score
from scoring.ruleset import RuleSet, Unit

GOLDEN = Path(__file__).parents[1] / "golden"
COLUMNS = ("target", "want", "hand", "how", "options", "lines", "paper", "total")
Case = dict[str, str]


def cases(name: str) -> list[Case]:
    rows = (GOLDEN / f"{name}.tsv").read_text().splitlines()[1:]
    return [dict(zip(COLUMNS, row.split("\t"), strict=True)) for row in rows]


def context(how: str) -> Context:
    """`S/E drawn last_wall`: seat South, round East, self-drawn, last tile of the wall."""
    seats, *words = how.split()
    seat, _, wind = seats.partition("/")
    return Context(
        seat=Seat(seat),
        round=Seat(wind or "E"),
        is_winner="loser" not in words,
        self_drawn="drawn" in words,
        declared=frozenset(Declaration(w) for w in words if w not in ("drawn", "loser")),
    )


EVERY = [
    pytest.param(name, case, id=f"{name}-{case['target'].replace(' ', '-')}-{case['want']}")
    for name in RULESETS
    for case in cases(name)
]


@pytest.mark.parametrize(("name", "case"), EVERY)
def test_golden_hand(name: str, case: Case) -> None:
    rules = RULESETS[name]
    options = dict(each.split("=") for each in case["options"].split())
    hand, how = parse(case["hand"]), context(case["how"])
    if case["want"] == "refused":
        with pytest.raises(NotAWin):
            score(hand, how, rules, options)
        return
    sheet = score(hand, how, rules, options)
    assert " ".join(line.id for line in sheet.lines) == case["lines"]
    assert str(sheet.tally.paper) == case["paper"]
    assert ("pot" if sheet.total is None else str(sheet.total)) == case["total"]
    ref, target = case["target"].split()
    earned = any(line.id == target and line.row.ref == ref for line in sheet.lines)
    assert earned is (case["want"] == "earned")


def targets(rules: RuleSet) -> set[str]:
    """Every line a hand can earn: the row, and where it has two columns each of them."""
    found = set()
    for row in rules.rows:
        if row.worth.unit is Unit.POINTS and not row.worth.exposed:
            continue  # "No points": printed, but no line of a score sheet
        two = row.worth.concealed is not None
        marks = [f".{mark}" for mark in rules.marks] if two else [""]
        found |= {f"{row.ref} {row.id}{mark}" for mark in marks}
    return found


@pytest.mark.parametrize("name", RULESETS)
def test_every_row_is_earned_and_missed(name: str) -> None:
    expected = targets(RULESETS[name])
    earned = {case["target"] for case in cases(name) if case["want"] == "earned"}
    missed = {case["target"] for case in cases(name) if case["want"] in ("missed", "refused")}
    assert earned == expected
    assert missed == expected
