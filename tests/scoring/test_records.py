"""Records of the machine contract: what they may leave out, and what is refused in a sentence."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring import RULESETS, ImpossibleHand, ScoringError
from scoring.records import score_record

CASES = Path(__file__).parents[1] / "golden" / "cases"
Record = dict[str, Any]


def case(name: str) -> Record:
    ruleset = name.split("-")[0]
    records: list[Record] = json.loads((CASES / f"{ruleset}.json").read_text())
    return next(record for record in records if record["id"] == name)


def test_a_record_of_the_contract() -> None:
    document = score_record(case("goulash-01"), "goulash")
    assert document["paper_total"] == document["total"] == 1728
    assert document["base_lines"][1] == {
        "line": "pung.minor.c",
        "points": 4,
        "tiles": ["B3", "B3", "B3"],
    }
    assert document["limit_hand"] is None
    assert document["moon_game"] is False
    assert json.loads(json.dumps(document)) == document


def test_halves_are_exact() -> None:
    document = score_record(case("singapore-01"), "singapore")
    assert document["base_total"] == 6.5
    assert [line["points"] for line in document["base_lines"]] == [1, 1, 4, 0.5]
    assert document["after_x4_rounding_and_50"] == 80


def test_a_hand_may_be_text() -> None:
    record = {
        "hand": "B1113337999 [B555] +B7",
        "flowers": "F13 S4",
        "context": {"seat_wind": "South", "round_wind": "s"},
    }
    assert score_record(record, "goulash")["total"] == 1728


def test_what_a_record_may_leave_out() -> None:
    """No context: East in the East round, the winner if the tiles are a winner's number."""
    document = score_record({"hand": "B678 C99 [B123] [C456] [D222]"}, "european")
    assert (document["total"], document["winner"]) == (22, "E")
    loser = score_record({"hand": "B67 C99 [B123] [C456] [D222]"}, "european")
    assert loser["total"] == 2
    assert "payments" not in loser
    drawn = {"hand": "B67 C99 [B123] [C456] [D2222] +B8", "context": {"supplement": True}}
    assert score_record(drawn, "european")["total"] == 60


def test_a_concealed_set_may_be_declared() -> None:
    """It is in the hand: the arrangement finds it again."""
    record = case("european-23")
    record["hand"]["declared"].append({"type": "pung", "tiles": ["B1"] * 3, "state": "concealed"})
    for _ in range(3):
        record["hand"]["concealed_tiles"].remove("B1")
    assert score_record(record, "european")["total"] == 80


def test_animals_by_name() -> None:
    record = case("singapore-25")
    for spelt in (["A1", "A2", "A3", "A4"], ["Cat", "mouse", "Rooster", "Caterpillar"]):
        record["flowers"] = spelt
        assert score_record(record, "singapore")["total"] == 1120


def test_all_that_is_wrong_with_declared_sets_is_said_at_once() -> None:
    declared = [
        {"type": "pung", "tiles": ["B5", "B5", "B6"], "state": "exposed"},
        {"type": "chow", "tiles": ["C1", "C2", "C9"], "state": "exposed"},
    ]
    hand = {"declared": declared, "concealed_tiles": ["B5"] * 3 + ["D1"] * 3 + ["D2"] * 2}
    with pytest.raises(ImpossibleHand) as caught:
        score_record({"hand": hand, "flowers": ["F1", "F1"]}, "european")
    assert str(caught.value).split("; ") == [
        "B5 B5 B6 is no chow, pung, kong or pair",
        "C1 C2 C9 is no chow, pung, kong or pair",
        "B5 is there 5 times, only four exist",
        "F1 is there 2 times, only one exists",
    ]


HAND = case("goulash-01")


def changed(**changes: Any) -> Record:
    record = copy.deepcopy(HAND)
    for path, value in changes.items():
        *before, last = path.split("__")
        place = record
        for step in before:
            place = place[step]
        place[last] = value
    return record


REFUSED = [
    (None, "JSON object"),
    ([], "JSON object"),
    ("B1", "JSON object"),
    ({}, "no hand"),
    (changed(kind="score"), "hand, settlement, event or deal"),
    (changed(kind=7), "kind should be a text"),
    (changed(id=[1]), "id should be"),
    (changed(hand=None), "no hand"),
    (changed(hand="B1 Q"), "Q"),
    (changed(hand__concealed_tiles=["B1", "ZZ"]), "ZZ"),
    (changed(hand__concealed_tiles=["B1", "X"]), "face down"),
    (changed(hand__concealed_tiles=[1]), "1 is no tile code"),
    (changed(hand__concealed_tiles={"B1": 3}), "list of tiles"),
    (changed(hand__concealed_tiles=[]), "winning tile B7 is not among"),
    (changed(hand__declared=[{"tiles": ["B1", "B2"]}]), "no chow, pung, kong or pair"),
    (changed(hand__declared=[{"type": "kong", "tiles": ["B5"] * 3}]), "is no kong"),
    (changed(hand__declared=[{"tiles": ["B5"] * 3, "state": "open"}]), "exposed or concealed"),
    (changed(hand__declared="B5"), "list of sets"),
    (changed(hand__winning_tile=["B7"]), "no tile code"),
    (changed(hand__winning_tile="B2"), "not among the concealed tiles"),
    (changed(flowers=["F1", "F1"]), "F1 is there 2 times"),
    (changed(flowers=["F5"]), "F5"),
    (changed(context=[]), "context should be an object"),
    (changed(context__seat_wind="X"), "E, S, W or N"),
    (changed(context__self_drawn="yes"), "true or false"),
    (changed(context__self_drawn=float("nan")), "true or false"),
    (changed(options=["limit"]), "options should be an object"),
    (changed(options={"limit": 300}), "no option 'limit'"),
    (changed(options={"clean_doubles": 7}), "it can be 0, 1"),
    (changed(options={"clean_doubles": float("nan")}), "it can be 0, 1"),
    (changed(options={"clean_doubles": None}), "it can be 0, 1"),
]


@pytest.mark.parametrize(("record", "said"), REFUSED)
def test_refused_in_one_sentence(record: object, said: str) -> None:
    with pytest.raises(ScoringError) as caught:
        score_record(record, "goulash")
    text = str(caught.value)
    assert said in text
    assert "\n" not in text
    assert len(text) < 500


def test_unknown_rules() -> None:
    with pytest.raises(ScoringError, match="goulash, taiwanese, european, singapore"):
        score_record(HAND, "riichi")


SETTLEMENT = {"kind": "settlement", "input": {"scores": {"E": 1, "S": 2, "W": 3, "N": 4}}}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"scores": {"E": 1, "S": 2, "W": 3}, "winner": "E"}, "scores of N missing"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": float("inf")}}, "whole number"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": -1}}, "whole number"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": 2.5}}, "whole number"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": True}}, "whole number"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "Q": 1}}, "E, S, W or N"),
        ({"scores": {"E": 1, "S": 2, "W": 3, "N": 1}, "winner": "S", "dead": "S"}, "dead hand"),
        (
            {"scores": {"E": 1, "S": 2, "W": 3, "N": 1}, "winner": "S", "discarder": "S"},
            "own discard",
        ),
    ],
)
def test_settlements_that_cannot_be(given: Record, said: str) -> None:
    with pytest.raises(ScoringError, match=said):
        score_record({"kind": "settlement", "input": given}, "taiwanese")


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], (*path, key))
    elif isinstance(value, list):
        for place in range(len(value)):
            yield from paths(value[place], (*path, place))


JUNK = [None, True, 0, -1, 3.5, float("nan"), float("inf"), "", "X", "B1", "E", "🀙", [], {}, ["B1"]]
JUNK += [[None], [[]], [{}], {"a": 1}, "x" * 5000, 10**30, ["B1"] * 60, "none", {"type": "kong"}]


@pytest.mark.parametrize("seed", range(8))
def test_damaged_records_are_scored_or_refused(seed: int) -> None:
    """Whatever is broken in a record: a document that JSON can write, or one sentence."""
    rng = random.Random(seed)
    whole = [
        (name, r) for name in RULESETS for r in json.loads((CASES / f"{name}.json").read_text())
    ]
    for _ in range(60):
        name, record = rng.choice(whole)
        record = copy.deepcopy(record)
        record.pop("expected")
        *before, last = rng.choice([path for path in paths(record) if path])
        place = record
        for step in before:
            place = place[step]
        if rng.random() < 0.7:
            place[last] = copy.deepcopy(rng.choice(JUNK))
        else:
            del place[last]
        rules = rng.choice([name, name, *RULESETS])
        said, document = scored(record, rules)
        assert "\n" not in said
        assert len(said) < 1500
        json.dumps(document, allow_nan=False)
        assert sum(document.get("net", {}).values()) == 0


def scored(record: Record, rules: str) -> tuple[str, Record]:
    """What the error says and the document; one of the two is empty."""
    try:
        return "", score_record(record, rules)
    except ScoringError as error:
        return str(error), {}
