"""What cannot be is said, all of it at once, each problem naming its tiles."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import (
    RULESETS,
    Context,
    ContradictoryContext,
    Declaration,
    ImpossibleHand,
    NotAWin,
    Problem,
    Seat,
    parse,
    score,
)

DRAWN = Context(seat=Seat.SOUTH, self_drawn=True)
OPEN = "B67 C99 [B123] [C456] [D222] +B8"


def problems(name: str, text: str, context: Context | None = None) -> tuple[Problem, ...]:
    return RULESETS[name].problems(parse(text), context or Context(seat=Seat.SOUTH))


@pytest.mark.parametrize(
    ("name", "text", "what", "tiles"),
    [
        ("european", "B11111 C99 [B123] [C456] +B1", "copies", ["B1"] * 7),
        ("goulash", "B8 [B222] [C444] [C666] [D333] F11 +B8", "copies", ["F1", "F1"]),
        ("european", "B67 C999 [B123] [C456] [D222] +B8", "tile_count", None),
        ("taiwanese", OPEN, "tile_count", None),
        ("goulash", "B8 [B234] [C444] [C666] [D333] +B8", "chow", ["B2", "B3", "B4"]),
        ("goulash", "B8 [B222] [C444] [C666] [D333] A1 +B8", "foreign", ["A1"]),
        ("european", "B67 C99 [B123] [C456] [D222] A3 +B8", "foreign", ["A3"]),
    ],
)
def test_problem_names_its_tiles(name: str, text: str, what: str, tiles: list[str] | None) -> None:
    (found,) = (p for p in problems(name, text) if p.what == what)
    if tiles is not None:
        assert list(map(str, found.tiles)) == tiles
    assert all(str(tile) in found.text for tile in found.tiles[:20])


def test_all_problems_come_at_once() -> None:
    found = problems("goulash", "B88888 [B234] [C444] [C666] [D333] F22 A1 +B8")
    assert {p.what for p in found} == {"copies", "tile_count", "chow", "foreign"}
    assert len([p for p in found if p.what == "copies"]) == 2
    with pytest.raises(ImpossibleHand) as caught:
        score(
            parse("B88888 [B234] [C444] [C666] [D333] F22 A1 +B8"),
            Context(),
            RULESETS["goulash"],
        )
    assert caught.value.problems == found
    assert all(problem.text in str(caught.value) for problem in found)


def test_a_winning_tile_that_is_not_held() -> None:
    hand = parse(OPEN)
    other = type(hand)(hand.concealed, hand.melds, hand.bonus, parse("D9").concealed[0])
    assert "winning_tile" in {p.what for p in other.problems()}


def test_a_possible_hand_has_no_problems() -> None:
    assert parse(OPEN).problems() == ()
    assert problems("european", OPEN) == ()


CONTRADICTIONS: list[tuple[dict[str, Any], str]] = [
    ({"declared": {"ROB_KONG"}, "self_drawn": True}, "robbed kong"),
    ({"declared": {"HEAVEN"}, "self_drawn": True}, "Only the dealer"),
    ({"declared": {"HEAVEN"}, "self_drawn": True, "dealer": False}, "Only the dealer"),
    ({"declared": {"EARTH"}, "seat": Seat.EAST}, "dealer cannot win on his own"),
    ({"declared": {"EARTH"}, "self_drawn": True}, "first discard is claimed"),
    ({"declared": {"LAST_WALL"}}, "is drawn, it cannot be a discard"),
    ({"declared": {"LAST_DISCARD"}, "self_drawn": True}, "last discard is claimed"),
    ({"declared": {"SUPPLEMENT"}, "self_drawn": True}, "needs a kong"),
    ({"declared": {"ROB_KONG", "LAST_WALL"}}, "excludes"),
    ({"is_winner": False}, "no winning tile B8"),
    ({"is_winner": False, "declared": {"LAST_DISCARD"}}, "cannot claim last discard"),
    ({"is_winner": False, "self_drawn": True}, "has drawn no winning tile"),
    ({"dealer": True}, "dealer sits East"),
    ({"declared": {"EARTH", "LAST_DISCARD"}}, "earth excludes last discard"),
    ({"declared": {"EARTH"}}, "excludes sets laid open"),
]


@pytest.mark.parametrize(("how", "said"), CONTRADICTIONS)
def test_contradictory_context(how: dict[str, Any], said: str) -> None:
    told = dict(how)
    told["declared"] = frozenset(Declaration[name] for name in told.get("declared", ()))
    context = Context(**{"seat": Seat.SOUTH, **told})
    found = problems("european", OPEN, context)
    assert any(said in p.text for p in found), found
    with pytest.raises((ContradictoryContext, ImpossibleHand), match=said):
        score(parse(OPEN), context, RULESETS["european"])


def test_a_robbed_tile_cannot_be_held_twice() -> None:
    robbed = Context(seat=Seat.SOUTH, declared=frozenset({Declaration.ROB_KONG}))
    assert problems("european", OPEN, robbed) == ()
    (found,) = problems("european", "B678 C9 [B123] [C456] [D222] +C9", robbed)
    assert list(map(str, found.tiles)) == ["C9", "C9"]


def test_several_contradictions_are_said_together() -> None:
    context = Context(
        seat=Seat.SOUTH,
        self_drawn=True,
        declared=frozenset({Declaration.HEAVEN, Declaration.ROB_KONG}),
    )
    with pytest.raises(ContradictoryContext) as caught:
        score(parse(OPEN), context, RULESETS["european"])
    assert len(caught.value.problems) >= 3


def test_a_robbed_tile_is_no_discard() -> None:
    both = frozenset({Declaration.ROB_KONG, Declaration.LAST_DISCARD})
    with pytest.raises(ContradictoryContext, match="last discard excludes rob kong: B8"):
        score(parse(OPEN), Context(seat=Seat.SOUTH, declared=both), RULESETS["european"])


def test_a_contradiction_does_not_hide_that_the_tiles_are_no_win() -> None:
    robbed = Context(seat=Seat.SOUTH, self_drawn=True, declared=frozenset({Declaration.ROB_KONG}))
    with pytest.raises(ContradictoryContext, match=r"self-drawn: B8; No complete hand: B57 ") as e:
        score(parse("B57 C99 [B123] [C456] [D222] +B8"), robbed, RULESETS["european"])
    assert [problem.what for problem in e.value.problems] == ["context", "not_a_win"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("european", "B57 C99 [B123] [C456] [D222] +B8"),
        ("goulash", "B1238 [C444] [C666] [D333] +B8"),
        ("goulash", "B22228 [C444] [C666] D33 +B8"),
        ("taiwanese", "B1155 C2288 D337799 WNN +WN"),
    ],
)
def test_tiles_that_are_no_win(name: str, text: str) -> None:
    with pytest.raises(NotAWin, match="No complete hand"):
        score(parse(text), DRAWN, RULESETS[name])


def test_an_unused_tile_is_noted_not_refused() -> None:
    sheet = score(parse("B67 C99 [B123] [C456] [D222] F2 +B8"), Context(), RULESETS["european"])
    assert sheet.total == 22
    assert "F2" in sheet.notes[0]


def test_a_winner_without_a_named_tile_is_scored_and_noted() -> None:
    hand = parse("B678 C99 [B123] [C456] [D222]")
    sheet = score(hand, Context(seat=Seat.SOUTH), RULESETS["european"])
    assert sheet.total == 22
    assert "winning tile is not named" in sheet.notes[0]
