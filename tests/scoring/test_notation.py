"""Text to hand and back."""

from __future__ import annotations

import pytest

from scoring import BadNotation, Hand, Meld, ScoringError, Tile, parse
from scoring.notation import tiles, unicode_tile
from scoring.tiles import TILES


@pytest.mark.parametrize(
    "text",
    [
        "B1113337999 [B555] F13 S4 +B7",
        "WE DRRR [WSSS] [WWWW] [WNNN] +WE",
        "B19 C19 D19 WESWN DRGW +C9",
        "D2 [B3333] (C5555) [D9999] [WNNNN] A1234 +D2",
        "C9 DG [B123]",
        "[DRRR]",
        "F1",
    ],
)
def test_a_hand_reads_as_it_is_written(text: str) -> None:
    assert str(parse(text)) == text
    assert parse(str(parse(text))) == parse(text)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("B1 B1 B1 C5,c6, c7 we WE", "B111 C567 WEE"),
        ("123m456p789s1155z", "C123 D456 B789 WEE DWW"),
        ("0m0p0s", "C5 D5 B5"),
        ("67z [222s] +3m", "DG DR [B222] +C3"),
        ("🀐🀐🀐 [🀀🀀🀀] 🀄︎ 🀙 +🀇", "B111 [WEEE] DR D1 +C1"),
        ("🀢🀣🀤🀥🀦🀧🀨🀩 🀆", "F1243 S1234 DW"),
        ("B3 B1 B2 + B4", "B123 +B4"),
    ],
)
def test_other_ways_of_writing(text: str, same: str) -> None:
    assert parse(text) == parse(same)


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_every_tile_by_code_and_unicode(tile: Tile) -> None:
    assert tiles(str(tile)) == (tile,)
    assert tiles(unicode_tile(tile)) == (tile,)
    assert Tile.parse(str(tile).lower()) is tile


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no tiles"),
        ("B0", "B0"),
        ("B1 Q2", "Q2"),
        ("X", "face down"),
        ("🀫", "face down"),
        ("8z", "1z to 7z"),
        ("[B124]", "no chow, pung, kong or pair"),
        ("[B111", "is no tile"),
        ("B1 +B2 +B3", "one winning tile"),
        ("B1 +B23", "one winning tile"),
        ("[B11 B2]", "no chow, pung, kong or pair"),
        ("[F123]", "no chow, pung, kong or pair"),
        ("D12R", "no tile"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, said: str) -> None:
    with pytest.raises(BadNotation, match=said):
        parse(text)


def test_order_is_no_part_of_a_hand() -> None:
    one = Hand((Tile.C1, Tile.B1), (Meld.of([Tile.WE] * 3), Meld.of([Tile.B5] * 3)))
    two = Hand((Tile.B1, Tile.C1), (Meld.of([Tile.B5] * 3), Meld.of([Tile.WE] * 3)))
    assert one == two
    assert hash(one) == hash(two)


def test_a_meld_is_found_in_any_order() -> None:
    assert Meld.of([Tile.B3, Tile.B1, Tile.B2]) == Meld.of([Tile.B1, Tile.B2, Tile.B3])
    with pytest.raises(ScoringError):
        Meld.of([])
