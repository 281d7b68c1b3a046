"""Edits, proposals, and the hand that comes of a reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from scoring.notation import parse
from tests.vision.racks import put, row
from vision import confirm, doubts, edits
from vision.errors import NoHand
from vision.group import arrange
from vision.reading import GroupKind, RackReading, TileReading


def reading(tiles: Sequence[TileReading]) -> RackReading:
    layout = arrange(tiles)
    found = doubts.find(layout.tiles, layout.groups)
    return RackReading(layout.tiles, layout.groups, (900, 700), found)


def hand(extra: Sequence[TileReading] = ()) -> RackReading:
    return reading(
        [*row("DG DG DG F1", 1, 0), *row("C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5", 0, 2), *extra]
    )


def test_to_hand() -> None:
    assert confirm.to_hand(hand()) == parse("C66 D123789 B345 [DGGG] F1")


def test_the_winning_tile_apart_is_told() -> None:
    tiles = row("C1 C1 C1 C2 C3 C4 C5 C6 C7 C8 C9 C9 C9")
    made = confirm.to_hand(reading([*tiles, put("C5", 14.2, 0)]))
    assert made == parse("C1112345678999 +C5")


def test_kongs_keep_how_they_lie() -> None:
    tiles = row("X B2 B2 X | C5 C5 C5 C5", 0, 0) + row("C6 C6 D7 D8 D9 D1 D2 D3", 0, 2)
    assert confirm.to_hand(reading(tiles)) == parse("C66 D123789 (B2222) [C5555]")


@pytest.mark.parametrize(
    ("tiles", "why"),
    [
        ([], "no tile"),
        (row("C1 C2 X C4"), "face down"),
        (row("C1 C2 ? C4"), "do not know"),
    ],
)
def test_no_hand(tiles: list[TileReading], why: str) -> None:
    with pytest.raises(NoHand, match=why):
        confirm.to_hand(reading(tiles))


def test_an_open_group_that_is_no_set_is_named() -> None:
    wrong = edits.set_face(hand(), 0, "B1")
    with pytest.raises(NoHand, match="B1 DG DG"):
        confirm.to_hand(wrong)


def test_naming_a_tile_settles_its_doubt() -> None:
    unsure = hand([])
    tiles = list(unsure.tiles)
    tiles[5] = replace(tiles[5], confidence=0.5, alternatives=(("C6", 0.5), ("C9", 0.45)))
    unsure = replace(unsure, tiles=tuple(tiles), doubts=doubts.find(tiles, unsure.groups))
    assert [doubt.tile for doubt in unsure.doubts] == [5]
    named = edits.set_face(unsure, 5, "C9")
    assert named.tiles[5].face == "C9"
    assert named.doubts == ()


def test_a_named_tile_is_surely_there() -> None:
    faint = hand([])
    tiles = list(faint.tiles)
    tiles[5] = replace(tiles[5], detection=replace(tiles[5].detection, confidence=0.4))
    faint = replace(faint, tiles=tuple(tiles), doubts=doubts.find(tiles, faint.groups))
    assert [doubt.tile for doubt in faint.doubts] == [5]
    assert edits.set_face(faint, 5, tiles[5].face).doubts == ()


def test_edits_keep_the_reading_order() -> None:
    start = hand()
    added = edits.add(start, "B6", 2)
    assert [tile.face for tile in added.in_hand][-2:] == ["B5", "B6"]
    assert [tile.face for tile in edits.drop(start, 0).tiles] == [t.face for t in start.tiles[1:]]
    moved = edits.move(start, 4, len(start.groups))
    assert [tile.face for tile in moved.tiles] == [tile.face for tile in start.tiles]
    assert moved.groups[-1].tiles == (4,)
    for changed in (added, moved, edits.mark_winning(start, 8), edits.drop(start, 3)):
        held = sorted(i for group in changed.groups for i in group.tiles)
        assert held == list(range(len(changed.tiles)))


def test_only_one_tile_wins() -> None:
    once = edits.mark_winning(hand(), 8)
    again = edits.mark_winning(once, 9)
    kinds = [group.kind for group in again.groups]
    assert kinds.count(GroupKind.WINNING_TILE) == 1
    assert confirm.to_hand(again).winning is not None
    assert confirm.to_hand(edits.mark_winning(again, None)).winning is None


def test_a_tile_can_be_added_to_an_empty_photo() -> None:
    nothing = RackReading((), (), (640, 480), ())
    assert [tile.face for tile in edits.add(nothing, "B1", 0).tiles] == ["B1"]


@pytest.mark.parametrize(
    "change",
    [
        lambda r: edits.set_face(r, 99, "B1"),
        lambda r: edits.set_face(r, 0, "Z9"),
        lambda r: edits.drop(r, -1),
        lambda r: edits.move(r, 0, 9),
        lambda r: edits.add(r, "B1", 17),
        lambda r: edits.set_kind(r, 0, GroupKind.WINNING_TILE),
    ],
)
def test_edits_that_make_no_sense(change: object) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z'].*\w$"):
        change(hand())  # type: ignore[operator]


def doubtful(face: str, other: str, sure: float) -> RackReading:
    tiles = row("C1 C1 C1 C2 C3 C4 C5 C6 C7 C8 C9 C9 C9 C5")
    tiles[4] = put(face, 4, 0, sure=sure, other=other)
    return reading(tiles)


def test_a_legal_hand_is_proposed_with_its_odds_and_never_slipped_in() -> None:
    wrong = doubtful("B3", "C3", 0.6)
    (proposal, *_) = confirm.repair(wrong)
    assert proposal.changes == ((4, "C3"),)
    assert 0.9 < proposal.odds < 1
    assert "3 of bamboo" in proposal.why
    assert wrong.tiles[4].face == "B3"
    assert proposal.apply(wrong).tiles[4].face == "C3"


def test_a_legal_and_sure_hand_needs_no_proposal() -> None:
    assert confirm.repair(doubtful("C3", "B3", 0.9)) == ()


def test_no_proposal_where_nothing_legal_is_near() -> None:
    assert confirm.repair(doubtful("WE", "B3", 0.9)) == ()
    assert confirm.repair(reading(row("C1 C2 C3"))) == ()


def test_no_proposal_that_is_less_probable_than_what_was_read() -> None:
    assert confirm.repair(doubtful("B3", "C3", 0.98))[0].odds > 0.5
    assert confirm.repair(doubtful("B3", "C3", 0.995)) == ()


def test_five_of_a_kind_is_doubted_and_repaired() -> None:
    tiles = row("C1 C1 C1 C2 C3 C4 C5 C6 C7 C8 C9 C9 C9 C1")
    tiles[0] = put("C1", 0, 0, sure=0.96)
    tiles[13] = put("C1", 13, 0, sure=0.93, other="C2")
    five = reading([*tiles[:3], put("C1", 3, 0, sure=0.94, other="C2"), *tiles[4:]])
    assert any("only four exist" in doubt.why for doubt in five.doubts)
    assert confirm.repair(five)[0].changes in (((13, "C2"),), ((3, "C2"),))


def test_doubts_say_why() -> None:
    tiles = row("C1 ? X B3")
    tiles.append(put("B5", 4, 0, sure=0.6, other="B6"))
    whys = {doubt.why for doubt in reading(tiles).doubts}
    assert whys >= {"an unfamiliar face", "lies face down", "5 of bamboo or 6 of bamboo?"}


def test_a_fourth_tile_that_nobody_sees_is_asked_for() -> None:
    seen = hand()
    kong = replace(seen.groups[0], kind=GroupKind.KONG)
    assert [seen.tiles[i].face for i in kong.tiles] == ["DG"] * 3
    found = doubts.find(seen.tiles, (kong, *seen.groups[1:]))
    assert [(doubt.tile, "fourth" in doubt.why) for doubt in found] == [(kong.tiles[1], True)]
