"""The game under each of the four rule sets: seats, deal and rounds move, and every payment that
the rules name is paid at once by whom they say."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from mahjonglens.web import practice
from scoring import Seat
from scoring.records import score_record
from scoring.rulesets import RULESETS

Json = dict[str, Any]
PLAYERS = ["Ann", "Ben", "Cy", "Di"]


def begin(client: TestClient, rules: str, **more: Any) -> str:
    made = client.post("/api/games", json={"players": PLAYERS, "rules": rules, **more})
    return f"/api/games/{made.json()['id']}"


def wins(rules: str) -> str:
    """A hand that pays under these rules."""
    return str(practice.picked(rules)[3].hand)


@pytest.mark.parametrize("rules", list(RULESETS))
def test_the_deal_stays_with_a_winning_east_and_passes_to_the_right(
    client: TestClient, rules: str
) -> None:
    path = begin(client, rules)
    expected_east = [0, 0, 0, 1, 2, 3, 0]
    for number, winner in enumerate([0, 0, 2, None, 3, 1]):
        before = client.get(path).json()
        east = expected_east[number]
        assert before["east"] == east
        assert before["seats"] == {
            seat: (east + place) % 4 for place, seat in enumerate(("E", "S", "W", "N"))
        }
        assert before["round"] == "E"
        if winner is None:
            answer = client.post(f"{path}/draws", json={"key": str(number)})
            assert answer.json()["entry"]["payments"] == []
        else:
            sent = {
                "key": str(number),
                "winner": winner,
                "discarder": (winner + 1) % 4,
                "hands": {str(winner): {"notation": wins(rules)}},
            }
            answer = client.post(f"{path}/hands", json=sent)
            entry = answer.json()["entry"]
            seat = Seat("ESWN"[(winner - east) % 4])
            context = entry["hands"][str(winner)]["context"]
            assert (context["seat_wind"], context["round_wind"]) == (str(seat), "E")
            check_payments(entry, rules, east=east, winner=winner)
        assert answer.status_code == 201
    after = client.get(path).json()
    assert after["east"] == 0
    assert after["round"] == "S"  # the deal has been all round
    undone = client.post(f"{path}/undo").json()["game"]
    assert (undone["east"], undone["round"]) == (3, "E")


def check_payments(entry: Json, rules: str, *, east: int, winner: int) -> None:
    """What the table was told is what the rules settle for these seats."""
    seats = {player: "ESWN"[(player - east) % 4] for player in range(4)}
    total = entry["hands"][str(winner)]["sheet"]["total"]
    assert total > 0
    record = {
        "kind": "settlement",
        "input": {
            "winner": seats[winner],
            "discarder": seats[(winner + 1) % 4],
            "scores": {seat: total if seat == seats[winner] else 0 for seat in "ESWN"},
        },
    }
    net = score_record(record, rules)["net"]
    assert entry["deltas"] == [net[seats[player]] for player in range(4)]
    assert sum(entry["deltas"]) == 0
    assert entry["deltas"][winner] > 0
    if winner != east:  # East pays double under all four
        others = [-entry["deltas"][p] for p in range(4) if p not in (east, winner)]
        assert -entry["deltas"][east] == 2 * max(others)


# every payment at once, by an East and by another player (West): what each of the four gains
EVENTS = [
    ("goulash", "wrong_mahjong", 0, {}, [-1500, 500, 500, 500]),
    ("goulash", "wrong_mahjong", 2, {}, [500, 500, -1500, 500]),
    ("goulash", "three_exposed", 2, {}, [0, 0, 0, 0]),
    ("singapore", "kong", 0, {}, [1800, -600, -600, -600]),
    ("singapore", "kong", 2, {}, [-600, -300, 1200, -300]),
    ("singapore", "am_kong", 0, {}, [1800, -600, -600, -600]),
    ("singapore", "am_kong", 2, {}, [-600, -600, 1800, -600]),
    ("singapore", "animal_pair", 2, {"pair": ["A3", "A4"]}, [-600, -300, 1200, -300]),
    ("singapore", "animal_pair", 0, {"pair": ["A1", "A2"]}, [1800, -600, -600, -600]),
    ("singapore", "flower_kong", 2, {"tiles": ["F1", "S1"]}, [0, 0, 0, 0]),
]


@pytest.mark.parametrize(("rules", "event", "player", "more", "gains"), EVENTS)
def test_what_is_paid_at_once(
    client: TestClient, rules: str, event: str, player: int, more: Json, gains: list[int]
) -> None:
    path = begin(client, rules)
    sent = {"key": "one", "type": event, "player": player, **more}
    answer = client.post(f"{path}/events", json=sent).json()
    assert answer["entry"]["deltas"] == gains
    assert answer["game"]["totals"] == gains
    assert (answer["game"]["east"], answer["game"]["hand_number"]) == (0, 1)
    assert client.post(f"{path}/undo").json()["game"]["totals"] == [0, 0, 0, 0]
    assert client.post(f"{path}/redo").json()["game"]["totals"] == gains


@pytest.mark.parametrize("rules", list(RULESETS))
def test_every_event_of_the_rules_is_tried_here(client: TestClient, rules: str) -> None:
    known = {event.id for event in RULESETS[rules].events}
    assert {event for name, event, *_ in EVENTS if name == rules} == known
    path = begin(client, rules)
    answer = client.post(f"{path}/events", json={"key": "k", "type": "nothing", "player": 1})
    assert answer.status_code == 422


def test_a_kong_is_paid_by_the_dealer_of_that_hand(client: TestClient) -> None:
    path = begin(client, "singapore")
    client.post(f"{path}/draws", json={"key": "draw"})  # the deal passes to Ben
    sent = {"key": "kong", "type": "kong", "player": 0}
    entry = client.post(f"{path}/events", json=sent).json()["entry"]
    assert entry["deltas"] == [1200, -600, -300, -300]


@pytest.mark.parametrize("rules", list(RULESETS))
def test_house_penalties_go_under_all_rules(client: TestClient, rules: str) -> None:
    path = begin(client, rules)
    payments = [{"payer": 3, "receiver": player, "amount": 30} for player in range(3)]
    answer = client.post(f"{path}/payments", json={"key": "p", "payments": payments, "why": "tea"})
    assert answer.json()["entry"]["deltas"] == [30, 30, 30, -90]
