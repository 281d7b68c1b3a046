"""Options whose question names no hand, and how options are given."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULESETS, Context, Declaration, ScoringError, Seat, parse, score
from scoring.options import show

OPEN = "B67 C99 [B123] [C456] [D222] +B8"
TAIWANESE = "[B456] [C234] [D345] +D8"


def total(rules: str, hand: str, how: Context, **options: Any) -> int | None:
    return score(parse(hand), how, RULESETS[rules], options).total


SOUTH = Context(seat=Seat.SOUTH)
DRAWN = Context(seat=Seat.SOUTH, self_drawn=True)
LOSER = Context(seat=Seat.SOUTH, is_winner=False)


def own_flowers(season_map: str) -> int:
    how = Context(seat=Seat.WEST, round=Seat.EAST)
    hand = parse("B8 [B222] [C444] [C666] [D333] S3 +B8")
    sheet = score(hand, how, RULESETS["goulash"], {"season_map": season_map})
    return sum(line.id == "own_flower" for line in sheet.lines)


def test_season_numbers() -> None:
    assert own_flowers("ESWN") == 1
    assert own_flowers("custom") == 0
    assert own_flowers("EWSN") == 0
    assert own_flowers("SEWN") == 1


def test_european_limit() -> None:
    green = "B34 DGG [B234] [B666] [B888] +B2"
    assert total("european", green, SOUTH) == 500
    assert total("european", green, SOUTH, limit=1000) == 1000
    assert total("european", green, SOUTH, limit="750") == 750


def test_european_cap() -> None:
    hand = "WE [B111] [B999] [WNNN] [DRRR] +WE"
    west = Context(seat=Seat.SOUTH, round=Seat.WEST)
    assert total("european", hand, west) == 500
    assert total("european", hand, west, cap_ordinary=False) == 608


def test_european_flowers() -> None:
    hand = "B67 C99 [B123] [C456] [D222] F2 +B8"
    assert total("european", hand, SOUTH) == 22
    assert total("european", hand, SOUTH, flowers="fourwinds") == 26


def test_four_alike_in_a_losers_hand() -> None:
    hand = "B5555 C1 C4 C7 D2 D5 D8 WE WS WW"
    assert total("european", hand, LOSER) == 4
    assert total("european", hand, LOSER, undeclared_kong="kong") == 16
    assert total("singapore", hand, LOSER) == 10
    assert total("singapore", hand, LOSER, undeclared_kong="kong") == 10
    hand = "B9999 C1 C4 C7 D2 D5 D8 WE WS WW"
    assert total("singapore", hand, LOSER, undeclared_kong="kong") == 20


def test_supplement_and_closed_wait() -> None:
    how = Context(seat=Seat.SOUTH, self_drawn=True, declared=frozenset({Declaration.SUPPLEMENT}))
    hand = "B67 C99 [B123] [C456] [D2222] +B8"
    assert total("european", hand, how) == 60
    assert total("european", hand, how, supplement_selfdrawn=False) == 56
    assert total("european", OPEN.replace("B67", "B13").replace("+B8", "+B2"), SOUTH) == 24
    closed = OPEN.replace("B67", "B46").replace("+B8", "+B5")
    assert total("european", closed, SOUTH) == 24
    assert total("european", closed, SOUTH, closed_wait_any=False) == 22
    assert total("european", closed.replace("B46", "B13").replace("+B5", "+B2"), SOUTH,
                 closed_wait_any=False) == 24  # fmt: skip


def test_tianhu_by_another_player() -> None:
    hand = "B123456 C23499 D34567 +D8"
    how = Context(seat=Seat.SOUTH, declared=frozenset({Declaration.TIANHU}))
    assert total("taiwanese", hand, how) == 30
    assert total("taiwanese", hand, how, tianhu_scope="any") == 240
    assert total("taiwanese", hand, how, tianhu="any") == 240


def test_heaven_is_tianhu_in_taiwanese() -> None:
    hand = "B123456 C23499 D34567 +D8"
    how = Context(self_drawn=True, declared=frozenset({Declaration.HEAVEN}))
    assert total("taiwanese", hand, how) == 240


def test_taiwanese_limit() -> None:
    hand = "WNN DGG [WEEE] [WSSS] [WWWW] [DRRR] +DG"
    how = Context(seat=Seat.NORTH)
    assert total("taiwanese", hand, how) == 1664
    assert total("taiwanese", hand, how, limit=300) == 300


def test_loose_tile_for_a_season() -> None:
    how = Context(seat=Seat.SOUTH, self_drawn=True, declared=frozenset({Declaration.LOOSE_TILE}))
    hand = f"D67 C99 [B222] {TAIWANESE} S1"
    assert total("taiwanese", hand, how) == 28
    assert total("taiwanese", hand, how, loose_after_season=True) == 38
    after = frozenset({Declaration.LOOSE_AFTER_SEASON})
    hand = f"D67 C99 [B2222] {TAIWANESE} S1"
    how = Context(seat=Seat.SOUTH, self_drawn=True, declared=after)
    assert total("taiwanese", hand, how) == 34
    assert total("taiwanese", hand, how, loose_after_season=True) == 44


def test_season_tiles() -> None:
    hand = f"D67 C99 [B222] {TAIWANESE} F3 S2"
    assert total("taiwanese", hand, SOUTH) == 30
    assert total("taiwanese", hand, SOUTH, season_tiles=4) == 26


def test_singapore_rounding() -> None:
    hand = "B99 D67 [B123] [C2222] D222 F1 +D8"
    hand = "B99 D67 [B123] [C444] [D222] F1 +D8"
    assert total("singapore", hand, SOUTH) == 60
    assert total("singapore", hand, SOUTH, rounding="ceil20") == 70


def test_double_wind_pair_adds_to_other_points() -> None:
    east = Context(seat=Seat.EAST, round=Seat.EAST)
    hand = "D67 WEE [B123] [B456] [C999] F3 +D8"
    assert total("singapore", hand, east) == 60
    hand = "D67 WEE [B123] [B456] [C999] F34 +D8"
    assert total("singapore", hand, east) == 70
    hand = "D67 WEE [B123] [B456] [C444] F34 +D8"
    sheets = [
        score(parse(hand), east, RULESETS["singapore"], {"double_wind_pair": value})
        for value in (0.5, 1)
    ]
    assert [sheet.points for sheet in sheets] == [3, 3.5]


@pytest.mark.parametrize("name", RULESETS)
def test_every_choice_can_be_given_and_typed(name: str) -> None:
    rules = RULESETS[name]
    for option in rules.options:
        for choice in option.choices:
            for given in (choice.value, show(choice.value)):
                read = rules.resolve({option.id: given})[option.id]
                assert (read, type(read)) == (choice.value, type(choice.value))
        assert option.default in [choice.value for choice in option.choices]
        assert option.question
        assert option.evidence


def test_options_may_be_nested() -> None:
    rules = RULESETS["goulash"]
    for given in ({"settlement": {"east_double": False}}, {"east_double": "false"}):
        assert rules.resolve(given)["settlement.east_double"] is False


@pytest.mark.parametrize(
    ("rules", "given", "said"),
    [
        ("goulash", {"limit": 500}, "no option 'limit'"),
        ("european", {"limit": 0}, "any whole number from 1"),
        ("european", {"limit": float("nan")}, "any whole number from 1"),
        ("european", {"limit": "lots"}, "any whole number from 1"),
        ("european", {"cap_ordinary": "perhaps"}, "true, false"),
        ("goulash", {"season_map": "EEEE"}, "ESWN, custom"),
    ],
)
def test_options_that_do_not_exist(rules: str, given: dict[str, object], said: str) -> None:
    with pytest.raises(ScoringError, match=said):
        RULESETS[rules].resolve(given)
