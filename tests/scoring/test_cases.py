"""The worked cases of the four rule sets and every answer to every open reading, exactly."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scoring.records import score_record
from scoring.rulesets import RULESETS

CASES = Path(__file__).parents[1] / "golden" / "cases"
Record = dict[str, Any]


def read(name: str) -> list[Record]:
    found: list[Record] = json.loads((CASES / f"{name}.json").read_text())
    return found


RECORDS = [pytest.param(r, id=r["id"]) for name in RULESETS for r in read(name)]
READINGS = read("open_readings")


def expect(expected: Record, document: Record) -> None:
    """Everything that the case says, and in the lines every entry, however often."""
    for key, value in expected.items():
        found = document[key]
        if key in ("base_lines", "double_lines"):
            unit = "points" if key == "base_lines" else "doubles"
            found = Counter((line["line"], line[unit]) for line in found)
            assert found == Counter((line["line"], line[unit]) for line in value)
        elif key == "payments":
            assert _payments(found) == _payments(value)
        else:
            assert found == value, key


def _payments(payments: list[Record]) -> Counter[tuple[str, str, int]]:
    return Counter((p["payer"], p["receiver"], p["amount"]) for p in payments)


def _sets(melds: list[Record]) -> Counter[tuple[str, tuple[str, ...], str]]:
    return Counter((m["type"], tuple(m["tiles"]), m["state"]) for m in melds)


@pytest.mark.parametrize("record", RECORDS)
def test_case(record: Record) -> None:
    document = score_record(record, record["ruleset"])
    assert document["id"] == record["id"]
    expect(record["expected"], document)
    for seat, inner in record.get("hands", {}).items():
        expect(inner["expected"], document["hands"][seat])


@pytest.mark.parametrize("record", [p for p in RECORDS if p.values[0]["kind"] == "hand"])
def test_arrangement_of_a_winner(record: Record) -> None:
    if not record["context"]["is_winner"]:
        return  # how a loser's worthless tiles are laid out is nobody's answer
    best = record["hand"]["best_arrangement"]
    document = score_record(record, record["ruleset"])
    if best:
        assert _sets(document["arrangement"]) == _sets(best)


@pytest.mark.parametrize("record", RECORDS)
def test_a_line_names_the_tiles_that_earn_it(record: Record) -> None:
    """No line points at a tile that the player does not have."""
    document = score_record(record, record["ruleset"])
    for doc in document.get("hands", {"": document}).values():
        held = Counter(t for meld in doc.get("arrangement", []) for t in meld["tiles"])
        held += Counter(doc.get("ungrouped", []))
        for line in doc.get("base_lines", []) + doc.get("double_lines", []):
            assert line["tiles"]
            bonus = [t for t in line["tiles"] if t[0] in "FSA" and t not in held]
            if not bonus:
                assert not Counter(line["tiles"]) - held


@pytest.mark.parametrize("record", RECORDS)
def test_the_answer_is_no_input(record: Record) -> None:
    """The best arrangement, what is left over and the special shape are found, not read."""
    blind = copy.deepcopy(record)
    for inner in [blind, *blind.get("hands", {}).values()]:
        for key in ("best_arrangement", "ungrouped", "special"):
            inner.get("hand", {}).pop(key, None)
    expect(record["expected"], score_record(blind, record["ruleset"]))


@pytest.mark.parametrize("record", [pytest.param(r, id=r["id"]) for r in READINGS])
def test_question_is_an_option_with_the_recommended_default(record: Record) -> None:
    rules = RULESETS[record["ruleset"]]
    ref = record["id"].split("-")[1]
    option = next(o for o in rules.options if o.ref == ref)
    assert option.id == record["option"]
    assert option.question == record["question"]
    assert [choice.reading for choice in option.choices] == [
        answer["reading"] for answer in record["answers"]
    ]
    default = next(c for c in option.choices if c.reading == record["recommended_default"])
    assert (option.default, type(option.default)) == (default.value, type(default.value))
    assert option.evidence


def _sets_record(sets: list[str], rest: list[str], win: str | None) -> Record:
    """`p DR e`, `c B6 w`, `2 C2 c`: kind, lowest tile, exposed / concealed / won with."""
    kinds = {"p": "pung", "c": "chow", "k": "kong"}
    declared, concealed = [], list(rest)
    for each in sets:
        kind, tile, state = each.split()
        size = {"2": 2, "k": 4}.get(kind, 3)
        tiles = [tile] * size
        if kind == "c":
            tiles = [tile[0] + str(int(tile[1]) + step) for step in range(3)]
        if state == "e" or kind == "k":
            how = "exposed" if state == "e" else "concealed"
            declared.append({"type": kinds[kind], "tiles": tiles, "state": how})
        else:
            concealed += tiles
    return {"declared": declared, "concealed_tiles": concealed, "winning_tile": win}


def as_record(reading: Record, answer: Record) -> Record | None:
    """The answer as a record; None where the question gives no hand and no table."""
    options = answer.get("options") or {}
    if "option_value" in answer:
        options = {reading["option"]: answer["option_value"].split("=", 1)[1]}
    given = reading.get("input", {})
    same = {"ruleset": reading["ruleset"]}
    if "hand" in reading:
        return {**reading, "kind": "hand", "options": options}
    if "event" in given:
        return {**same, "kind": "event", "input": given, "options": options}
    if "scores" in given:
        return {**same, "kind": "settlement", "input": given, "options": options}
    if "sets" in given:
        win = given.get("win")
        context = {
            "seat_wind": given["seat"],
            "round_wind": given["round"],
            "is_winner": win is not None,
            "self_drawn": False,
        }
        hand = _sets_record(given["sets"], given.get("rest", []), win)
        return {**same, "kind": "hand", "hand": hand, "context": context, "options": options}
    cases = {r["id"]: r for name in RULESETS for r in read(name)}
    if given.get("case") in cases:
        return {**cases[given["case"]], "options": options}
    return None


ANSWERS = [
    pytest.param(asked, answer, id=f"{record['id']}-{answer['reading'][:24]}")
    for record in READINGS
    for answer in record["answers"]
    if (asked := as_record(record, answer)) is not None
]


@pytest.mark.parametrize(("record", "answer"), ANSWERS)
def test_every_answer_comes_out_under_its_option(record: Record, answer: Record) -> None:
    """The questions that name no hand are answered in test_options."""
    document = score_record(record, record["ruleset"])
    expected = answer.get("expected_total", answer.get("expected"))
    if expected is not None:
        assert (document["net"] if isinstance(expected, dict) else document["total"]) == expected
