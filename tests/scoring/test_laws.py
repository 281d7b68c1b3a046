"""Laws that hold for every hand, tried on hands that hypothesis makes up."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scoring import (
    RULESETS,
    Context,
    Hand,
    Kind,
    Meld,
    NotAWin,
    ScoreSheet,
    Seat,
    Tile,
    parse,
    score,
)
from scoring.explain import explain
from scoring.records import score_record
from scoring.ruleset import RuleSet
from scoring.settle import Table
from scoring.tiles import PLAYING_KINDS, SUITED_KINDS, TILES
from scoring.win import SEATS

settings.register_profile(
    "laws",
    deadline=None,
    max_examples=30,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),  # a busy machine is no fault of the code
)
settings.load_profile("laws")

NAMES = tuple(RULESETS)
seats = st.sampled_from(SEATS)


@st.composite
def melds(draw: st.DrawFn, rules: RuleSet) -> Meld:
    kind = draw(st.sampled_from([Kind.PUNG, Kind.PUNG, Kind.KONG, *([Kind.CHOW] * 3)]))
    if kind is Kind.CHOW and rules.shape.chows:
        low = draw(st.integers(0, SUITED_KINDS - 1))
        return Meld(Kind.CHOW, TILES[low - low % 9 + min(low % 9, 6)], draw(st.booleans()))
    kind = Kind.PUNG if kind is Kind.CHOW else kind
    return Meld(kind, TILES[draw(st.integers(0, PLAYING_KINDS - 1))], draw(st.booleans()))


@st.composite
def wins(draw: st.DrawFn, rules: RuleSet) -> tuple[Hand, Context]:
    """A complete hand under these rules with any of its sets laid open, and how it was won."""
    sets = [draw(melds(rules)) for _ in range(rules.shape.sets)]
    eyes = TILES[draw(st.integers(0, PLAYING_KINDS - 1))]
    held: list[Tile] = [eyes, eyes]
    laid: list[Meld] = []
    for each in sets:
        if each.concealed and each.kind is not Kind.KONG:
            held += each.tiles
        else:
            laid.append(each)
    bonus = draw(
        st.sets(st.sampled_from([t for t in TILES if t.suit in rules.shape.bonus] or [Tile.F1]))
    )
    if not rules.shape.bonus:
        bonus = set()
    every = Counter([*held, *(tile for each in laid for tile in each.tiles)])
    assume(max(every.values()) <= 4)
    hand = Hand(tuple(held), tuple(laid), tuple(bonus), draw(st.sampled_from(held)))
    return hand, Context(draw(seats), draw(seats), self_drawn=draw(st.booleans()))


def sheet_of(rules: RuleSet, win: tuple[Hand, Context]) -> ScoreSheet:
    try:
        return score(*win, rules)
    except NotAWin:  # Goulash: four alike in hand are no two sets
        assume(False)
        raise


def record(hand: Hand, context: Context, order: list[Tile]) -> dict[str, Any]:
    return {
        "hand": {
            "declared": [
                {"type": str(m.kind), "tiles": list(map(str, m.tiles)), "state": m.state}
                for m in hand.melds
            ],
            "concealed_tiles": list(map(str, order)),
            "winning_tile": str(hand.winning),
        },
        "flowers": list(map(str, hand.bonus)),
        "context": {
            "seat_wind": str(context.seat),
            "round_wind": str(context.round),
            "is_winner": True,
            "self_drawn": context.self_drawn,
        },
    }


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_order_never_matters(name: str, data: st.DataObject) -> None:
    rules = RULESETS[name]
    hand, context = data.draw(wins(rules))
    sheet_of(rules, (hand, context))
    order = data.draw(st.permutations(hand.concealed))
    turned = record(hand, context, list(order))
    turned["hand"]["declared"].reverse()
    turned["flowers"].reverse()
    assert score_record(turned, name) == score_record(
        record(hand, context, list(hand.concealed)), name
    )


def in_suits(tile: Tile, order: tuple[int, int, int]) -> Tile:
    return TILES[order[tile.index // 9] * 9 + tile.index % 9] if tile.is_suited else tile


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_suits_are_alike(name: str, data: st.DataObject) -> None:
    """But for All Green, which only European has and only bamboo makes."""
    rules = RULESETS[name]
    orders = [(0, 2, 1)] if name == "european" else [(1, 2, 0), (2, 1, 0), (0, 2, 1)]
    order = data.draw(st.sampled_from(orders))
    hand, context = data.draw(wins(rules))
    other = Hand(
        tuple(in_suits(tile, order) for tile in hand.concealed),
        tuple(replace(meld, tile=in_suits(meld.tile, order)) for meld in hand.melds),
        hand.bonus,
        in_suits(hand.winning, order) if hand.winning else None,
    )
    one, two = sheet_of(rules, (hand, context)), score(other, context, rules)
    assert (one.total, one.points, one.doubles) == (two.total, two.points, two.doubles)
    assert Counter(line.id for line in one.lines) == Counter(line.id for line in two.lines)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_exposing_a_set_never_raises_its_points(name: str, data: st.DataObject) -> None:
    rules = RULESETS[name]
    kinds = [Kind.PUNG, Kind.KONG]
    tile = TILES[data.draw(st.integers(0, PLAYING_KINDS - 1))]
    kind = data.draw(st.sampled_from(kinds))
    others = "D234 D345" if tile.index < 18 else "B234 B345"
    rest = parse(f"{others} C99") if tile is not Tile.C9 else parse(f"{others} C88")
    sets = rules.shape.sets

    def worth(concealed: bool) -> float:
        meld = Meld(kind, tile, concealed)
        loser = Hand(rest.concealed, (meld,), (), None)
        short = rules.shape.size(loser.kongs, winner=False) - 8 - kind.size
        spare = [t for t in TILES[:PLAYING_KINDS] if t is not tile and t not in rest.concealed]
        filled = Hand((*rest.concealed, *spare[: short * 2 : 2]), (meld,), (), None)
        sheet = score(filled, Context(is_winner=False), rules)
        return sum(line.amount for line in sheet.base_lines if line.because == (meld,))

    assert sets in (4, 5)
    assert worth(False) <= worth(True)


tables = st.fixed_dictionaries({seat: st.integers(0, 5000) for seat in SEATS})


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data(), scores=tables)
def test_payments_sum_to_zero(name: str, data: st.DataObject, scores: dict[Seat, int]) -> None:
    rules = RULESETS[name]
    options = {
        option.id: data.draw(st.sampled_from(option.choices)).value for option in rules.options
    }
    winner = data.draw(st.sampled_from([*SEATS, None]))
    losers = [seat for seat in SEATS if seat is not winner]
    table = Table(
        scores,
        winner,
        east=data.draw(seats),
        dead=frozenset(data.draw(st.sets(st.sampled_from(losers)))),
        dealer_price=data.draw(st.booleans()),
        discarder=data.draw(st.sampled_from([*losers, None])),
        three_exposed=data.draw(st.booleans()),
    )
    settlement = rules.pay(table, rules.resolve(options))
    assert sum(settlement.net.values()) == 0
    assert all(payment.amount > 0 for payment in settlement.payments)
    assert all(payment.payer is not payment.receiver for payment in settlement.payments)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_the_lines_explain_the_total(name: str, data: st.DataObject) -> None:
    """The total again, with pencil and paper, from nothing but the explanation."""
    rules = RULESETS[name]
    sheet = sheet_of(rules, data.draw(wins(rules)))
    told = explain(sheet)
    points = sum(entry.amount for entry in told.points)
    doublings = int(sum(entry.amount for entry in told.doubles))
    if told.points:
        assert told.points[-1].running == points
    if sheet.limit_hand:
        assert told.total == 500
    elif sheet.moon_game:
        assert told.total is None
    elif name == "singapore":
        tens = -(-int(points * 4) // 10) * 10
        assert told.total == (tens + 50) * 2**doublings
    elif name == "goulash":
        assert told.total == (points * 2**doublings if doublings >= 3 else 0)
    else:
        paper = int(points * 2**doublings)
        assert told.total == (min(paper, 500) if name == "european" else paper)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_a_hand_is_its_notation(name: str, data: st.DataObject) -> None:
    hand, _ = data.draw(wins(RULESETS[name]))
    assert parse(str(hand)) == hand
