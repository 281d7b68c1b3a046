"""Rows that are seen too badly are no part of the hand; those seen well are, be they far away."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.vision.racks import put, row
from vision.group import arrange
from vision.reading import Detection, GroupKind, Quad, TileReading

# what was found in photos: tiles of [face, place, confidence, corners, likely face]
FOUND = json.loads((Path(__file__).parent / "data" / "behind.json").read_text("utf-8"))
HANDS = {
    "a row half hidden by the hand": "D1 D2 D3 D4 D5 D6 D7",
    "rows behind a flat one": "C1 C2 C3 C4 C5 C6 C7 C8 C9 WE WS",
    "two flat rows far behind": "D2 D1 F2 D5 DR C3 B2 DG WE DW F1 B5 B4 B3",
    "letters on the ledge": "B1 B1 B1 B9 B9 B9 DW DW DW B8 B8 D9 D9 WS WS DR",
    "a keyboard before the hand": "F2 S1 S3 F3 F1 S2 S4 F4",
}


def found(name: str) -> list[TileReading]:
    tiles = []
    for face, place, sure, at, likely in FOUND[name]:
        quad = Quad.of([at[0:2], at[2:4], at[4:6], at[6:8]])
        named = ((face, sure), (likely, 1 - sure))
        tiles.append(TileReading(Detection(quad, place), face, sure, named))
    return tiles


def hand(tiles: Sequence[TileReading]) -> str:
    layout = arrange(tiles)
    outside = {i for g in layout.groups if g.kind is GroupKind.OTHER for i in g.tiles}
    return " ".join(tile.face for i, tile in enumerate(layout.tiles) if i not in outside)


def smaller(tiles: Sequence[TileReading], scale: float, place: float) -> list[TileReading]:
    """The same row farther away, its places less sure."""
    quads = [Quad.of((tile.quad.array - 300) * scale + [340, 250]) for tile in tiles]
    return [
        replace(tile, detection=Detection(quad, place))
        for tile, quad in zip(tiles, quads, strict=True)
    ]


@pytest.mark.parametrize("name", HANDS)
def test_what_is_seen_badly_lies_outside(name: str) -> None:
    tiles = found(name)
    assert hand(tiles) == HANDS[name]
    assert len(arrange(tiles).tiles) == len(tiles)  # still there, to be tapped in


@pytest.mark.parametrize("name", FOUND)
def test_every_tile_is_in_one_group(name: str) -> None:
    tiles = found(name)
    members = [i for group in arrange(tiles).groups for i in group.tiles]
    assert sorted(members) == list(range(len(tiles)))


def test_a_far_row_of_sure_faces_is_part_of_the_hand() -> None:
    front, back = row("B1 B2 B3 B4 B5 B6 B7"), row("C1 C2 C3 C4 C5 C6 C7")
    tiles = [*smaller(back, 0.77, 0.6), *front]
    assert hand(tiles) == "C1 C2 C3 C4 C5 C6 C7 B1 B2 B3 B4 B5 B6 B7"
    dim = [replace(tile, confidence=0.7) for tile in smaller(back, 0.77, 0.6)]
    assert hand([*dim, *front]) == "B1 B2 B3 B4 B5 B6 B7"
    assert hand([*smaller(back, 0.6, 0.6), *front]) == "B1 B2 B3 B4 B5 B6 B7"  # half hidden


def test_light_on_a_tile_leaves_its_row_in_the_hand() -> None:
    front = row("B1 B2 B3 B4 B5 B6 B7 B8 B9 WE WE")
    back = [put("DR", 2, -2), put("?", 3, -2, sure=0.1, other="DR"), put("DR", 4, -2)]
    assert hand([*back, *front]) == "DR ? DR B1 B2 B3 B4 B5 B6 B7 B8 B9 WE WE"


def test_rows_of_keys_are_no_hand() -> None:
    keys = [put("?", x, y * 1.4, sure=0.1) for y in range(3) for x in range(7)]
    assert hand(keys) == ""
    assert hand(keys[:14]) == " ".join(["?"] * 14)  # a hand of a set that nobody knows
    assert hand([*keys, *smaller(row("B1 B2 B3 WE WE"), 0.8, 0.9)]) == "B1 B2 B3 WE WE"
