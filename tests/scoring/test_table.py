"""Winners, losers and the table: settlements, dead hands, the deal, what is paid at once."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from scoring import Seat
from scoring.errors import ContradictoryContext, ImpossibleHand, NotAWin, ScoringError
from scoring.records import score_record
from scoring.rulesets import RULESETS
from scoring.settle import Payment, Table, next_east, taiwanese

CASES = Path(__file__).parents[1] / "golden" / "cases"
Record = dict[str, Any]


def settle(
    rules: str, scores: tuple[int, int, int, int], winner: str | None, **given: Any
) -> dict[str, int]:
    """Net of a settlement, scores in the order E S W N; options under their name."""
    own = {key: given.pop(key) for key in list(given) if key in INPUTS}
    east = own.pop("east", "E")
    record = {
        "kind": "settlement",
        "input": {"scores": dict(zip("ESWN", scores, strict=True)), "winner": winner, **own},
        "east": east,
        "options": given,
    }
    net: dict[str, int] = score_record(record, rules)["net"]
    return net


INPUTS = ("dead", "discarder", "three_exposed", "self_drawn", "east")


def test_the_table_printed_in_the_european_source() -> None:
    record = {
        "kind": "settlement",
        "input": {"scores": {"E": 50, "S": 80, "W": 20, "N": 0}, "winner": "W"},
    }
    paid = {
        (p["payer"], p["receiver"]): p["amount"]
        for p in score_record(record, "european")["payments"]
    }
    assert paid == {
        ("E", "S"): 60,
        ("E", "W"): 40,
        ("S", "W"): 20,
        ("N", "E"): 100,
        ("N", "S"): 80,
        ("N", "W"): 20,
    }


def test_east_may_be_another_player() -> None:
    assert settle("goulash", (0, 100, 0, 0), "S", east="N") == {
        "E": -100,
        "S": 400,
        "W": -100,
        "N": -200,
    }
    assert settle("goulash", (0, 100, 0, 0), "S", east="S")["S"] == 600


def test_goulash_penalty_for_feeding_a_third_set() -> None:
    told = {"discarder": "W", "three_exposed": True}
    plain = {"E": -200, "S": 400, "W": -100, "N": -100}
    assert settle("goulash", (0, 100, 0, 0), "S", **told) == plain
    assert settle(
        "goulash", (0, 100, 0, 0), "S", **told, **{"penalty.three_exposed": "pay_all"}
    ) == {
        "E": 0,
        "S": 400,
        "W": -400,
        "N": 0,
    }


def test_goulash_penalty_needs_three_open_sets_and_a_discard() -> None:
    options = {"penalty.three_exposed": "pay_all"}
    context: Record = {"seat_wind": "S", "round_wind": "E", "discarder": "N"}

    def payers(text: str, **more: Any) -> dict[str, int]:
        record = {"hand": text, "context": {**context, **more}, "options": options}
        received: dict[str, int] = score_record(record, "goulash")["payments_to_winner"]
        return received

    assert payers("C555 C6 [C222] [C333] [C444] +C6") == {"N": 960}
    assert set(payers("C555 C6 [C222] [C333] [C444] +C6", no_choice=True)) == {"E", "W", "N"}
    assert set(payers("C444555 C6 [C222] [C333] +C6")) == {"E", "W", "N"}


def test_taiwanese_dead_hand() -> None:
    """The dead hand pays everybody in full and is paid by nobody, whatever it was worth."""
    assert settle("taiwanese", (0, 52, 99, 24), "S", dead="W") == {
        "E": -152,
        "S": 208,
        "W": -76,
        "N": 20,
    }
    assert settle("taiwanese", (30, 52, 0, 24), "S", dead=["E"]) == {
        "E": -104 - 48,
        "S": 208,
        "W": -52 - 24,
        "N": -52 + 48 + 24,
    }
    assert settle("taiwanese", (8, 52, 0, 0), "S", dead=["W", "N"])["W"] == -52 - 16


def test_dead_hands_are_taiwanese_only() -> None:
    with pytest.raises(ScoringError, match="no rule for a dead hand"):
        settle("european", (0, 52, 0, 24), "S", dead="W")


@pytest.mark.parametrize(
    ("winner", "east", "after"),
    [("E", "E", "E"), ("S", "E", "S"), ("W", "N", "E"), ("N", "N", "N")],
)
def test_east_keeps_the_deal_while_he_wins(winner: str, east: str, after: str) -> None:
    table = Table(dict.fromkeys(Seat, 0), Seat(winner), Seat(east))
    assert next_east(table) is Seat(after)
    record = {
        "kind": "settlement",
        "input": {"scores": dict.fromkeys("ESWN", 1), "winner": winner},
        "east": east,
    }
    document = score_record(record, "taiwanese")
    assert document["next_east"] == after
    assert document["east_retains"] is (after == east)


def test_singapore_dealer_price_is_paid_once() -> None:
    assert settle("singapore", (0, 60, 0, 0), "S", self_drawn=True, losers_settle=False) == {
        "E": -120,
        "S": 360,
        "W": -120,
        "N": -120,
    }
    assert settle("singapore", (60, 0, 0, 0), "E", self_drawn=True)["E"] == 360


def test_a_self_drawn_win_costs_no_more_elsewhere() -> None:
    drawn = settle("european", (0, 60, 0, 0), "S", self_drawn=True)
    assert drawn == settle("european", (0, 60, 0, 0), "S")


def test_singapore_shooter_pays_alone() -> None:
    net = settle("singapore", (0, 60, 0, 0), "S", discarder="N", payer="shooter")
    assert net == {"E": 0, "S": 120, "W": 0, "N": -120}
    net = settle("singapore", (0, 60, 0, 0), "S", discarder="E", payer="shooter")
    assert net == {"E": -240, "S": 240, "W": 0, "N": 0}


def test_nobody_pays_in_a_deal_nobody_won() -> None:
    for rules in RULESETS:
        assert settle(rules, (8, 16, 0, 4), None) == dict.fromkeys("ESWN", 0)


def test_a_payment_says_itself() -> None:
    payment = Payment(Seat.EAST, Seat.SOUTH, 1200, "kong")
    assert str(payment) == "E pays S 1,200 (kong)"
    table = Table(dict.fromkeys(Seat, 4), Seat.SOUTH)
    settlement = taiwanese(table, RULESETS["taiwanese"].defaults)
    assert settlement.balance(Seat.SOUTH) == 16


def event(rules: str, options: Record | None = None, **told: Any) -> dict[str, int]:
    record = {"kind": "event", "input": {"event": told}, "options": options or {}}
    net: dict[str, int] = score_record(record, rules)["net"]
    return net


def test_instant_payments() -> None:
    kong = {"type": "kong", "player": "S", "banker": "E"}
    assert event("singapore", **kong) == {"E": -600, "S": 1200, "W": -300, "N": -300}
    banker = {**kong, "banker": "S"}
    assert event("singapore", **banker)["S"] == 1800
    am_kong = {**kong, "concealed_selfdrawn": True}
    assert event("singapore", **am_kong) == {"E": -600, "S": 1800, "W": -600, "N": -600}
    assert event("singapore", {"am_kong_banker_double": True}, **am_kong)["E"] == -1200
    pair = {"type": "animal_pair", "player": "W", "pair": ["A3", "A4"], "banker": "N"}
    assert event("singapore", **pair) == {"E": -300, "S": -300, "W": 1200, "N": -600}
    assert event("singapore", {"animal_pair_dealer_double": False}, **pair)["N"] == -300
    both = {**pair, "pair": ["A1", "A2", "A3", "A4"]}
    assert event("singapore", **both) == {"E": -600, "S": -600, "W": 2400, "N": -1200}
    assert event("singapore", **{**pair, "pair": ["A1", "A3"]})["W"] == 0
    assert event("goulash", type="wrong_mahjong", player="W") == {
        "E": 500,
        "S": 500,
        "W": -1500,
        "N": 500,
    }


def test_flower_kong_is_an_option() -> None:
    told = {"type": "flower_kong", "player": "S", "tiles": ["F2", "S2"]}
    assert event("singapore", **told)["S"] == 0
    assert event("singapore", {"flower_kong": "pairs"}, **told)["S"] == 1200
    odd = {**told, "tiles": ["F2", "S3"]}
    assert event("singapore", {"flower_kong": "pairs"}, **odd)["S"] == 0


@pytest.mark.parametrize(
    ("rules", "told", "said"),
    [
        ("european", {"type": "kong", "player": "S"}, "no payment for the event 'kong'"),
        ("goulash", {"type": "dance", "player": "S"}, "wrong_mahjong"),
        ("singapore", {"type": "kong"}, "names no player"),
        ("singapore", {"type": "kong", "player": "Z"}, "E, S, W or N"),
    ],
)
def test_events_that_are_refused(rules: str, told: Record, said: str) -> None:
    with pytest.raises(ScoringError, match=said):
        event(rules, **told)


def deal(name: str) -> Record:
    records: list[Record] = json.loads((CASES / f"{name}.json").read_text())
    return copy.deepcopy(next(r for r in records if r["kind"] == "deal"))


def test_a_loser_with_a_wrong_number_of_tiles_is_dead() -> None:
    record = deal("taiwanese")
    record["hands"]["S"]["hand"]["concealed_tiles"].pop()
    document = score_record(record, "taiwanese")
    assert document["dead"] == ["S"]
    assert document["hands"]["S"]["dead"] is True
    assert document["net"]["S"] == -68 - 16 - 4
    assert sum(document["net"].values()) == 0


def test_a_rack_may_be_declared_dead() -> None:
    record = deal("taiwanese")
    record["hands"]["N"]["context"]["dead"] = True
    document = score_record(record, "taiwanese")
    assert document["dead"] == ["N"]
    assert document["scores"]["N"] == 0
    alone = {"hand": record["hands"]["N"]["hand"], "context": {"dead": True, "seat_wind": "N"}}
    assert score_record(alone, "taiwanese")["total"] == 0
    with pytest.raises(ScoringError, match="no rule for a dead hand"):
        score_record(
            {"hand": "B67 C99 [B123] [C456] [D222]", "context": {"dead": True}}, "european"
        )
    record["hands"]["W"]["context"]["dead"] = True
    with pytest.raises(ContradictoryContext, match="cannot win"):
        score_record(record, "taiwanese")


def test_elsewhere_a_wrong_number_of_tiles_is_refused() -> None:
    record = deal("european")
    record["hands"]["N"]["hand"]["concealed_tiles"].pop()
    with pytest.raises(ImpossibleHand, match="N: A losing rack holds 13 tiles"):
        score_record(record, "european")


def test_four_hands_share_one_set_of_tiles() -> None:
    record = deal("european")
    record["hands"]["N"]["hand"]["concealed_tiles"][0:2] = ["WE", "WE"]
    with pytest.raises(ImpossibleHand, match="WE is there 5 times"):
        score_record(record, "european")


def test_what_is_wrong_in_several_hands_is_said_at_once() -> None:
    record = deal("european")
    record["hands"]["N"]["hand"]["concealed_tiles"].pop()
    record["hands"]["W"]["hand"]["concealed_tiles"].append("B1")
    record["hands"]["E"]["hand"]["concealed_tiles"][0:2] = ["WE", "WE"]
    with pytest.raises(ImpossibleHand) as caught:
        score_record(record, "european")
    for said in (
        "N: A losing rack holds 13",
        "W: A losing rack with 1 kong holds 14",
        "WE is there",
    ):
        assert str(caught.value).count(said) == 1
    assert len(caught.value.problems) == 3


def test_a_deal_names_its_winner() -> None:
    record = deal("european")
    record["winner"] = None
    assert score_record(record, "european")["winner"] == "S"
    silent = copy.deepcopy(record)
    for rack in silent["hands"].values():
        del rack["context"]["is_winner"]
    assert score_record(silent, "european")["winner"] == "S"
    record["winner"] = "E"
    with pytest.raises(ContradictoryContext, match="says that this hand won"):
        score_record(record, "european")
    record["winner"] = "S"
    del record["hands"]["W"]
    with pytest.raises(ScoringError, match="W is missing"):
        score_record(record, "european")


def test_a_moon_game_takes_the_pot() -> None:
    record = deal("singapore")
    record["hands"]["N"]["hand"] = {
        "declared": [],
        "concealed_tiles": ["B2277", "D2266", "C5566", "DGG"],
        "winning_tile": "DG",
    }
    record["hands"]["N"]["hand"]["concealed_tiles"] = "B2277 D2266 C5566 DGG"
    document = score_record(record, "singapore")
    assert document["moon_game"] is True
    assert document["takes_pot"] is True
    assert document["payments"] == []
    assert document["scores"]["N"] is None
    record["options"] = {"moon": "pot"}
    with pytest.raises(ScoringError, match="pot"):
        score_record(record, "singapore")
    record["pot"] = 4000
    document = score_record(record, "singapore")
    assert document["pot"] == 4000
    assert document["net"] == {"E": 0, "S": 0, "W": 0, "N": 0}  # the pot is no player's


def test_the_winner_of_a_deal_must_have_won() -> None:
    record = deal("european")
    record["hands"]["S"]["hand"]["concealed_tiles"][0] = "B5"
    with pytest.raises(NotAWin, match="S: No complete hand"):
        score_record(record, "european")
