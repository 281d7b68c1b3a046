"""Which rows and tiles belong to the hand, or to the rows on a desk, and which do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.racks import groups, put, row
from vision.reading import Detection, Quad, TileReading
from vision.whole import likely

SETS = "DG DG DG | C6 C7 C8 | D7 D8 D9 | D1 D2 D3"
SCATTERED = "C9 B1 WS D4 B7 C4 DW B8 D6 WE B2 B5 C1"
WAITS = "C1 C2 C3 D4 D5 D6 B7 B8 B9 WE WE WE DR"


def small(faces: str, x: float, y: float, scale: float) -> list[TileReading]:
    """A touching row of tiles of that scale."""
    return [put(f, x + k * scale, y, scale=scale) for k, f in enumerate(faces.split())]


def flat(tiles: Sequence[TileReading], height: float) -> list[TileReading]:
    """The same tiles seen from low down: as high as that share of what they were."""
    return [
        replace(tile, detection=Detection(Quad.of(tile.quad.array * np.array([1, height])), 0.9))
        for tile in tiles
    ]


def read(tiles: Sequence[TileReading]) -> set[str]:
    """The faces that are read as part of the hand."""
    return {face for text in groups(tiles) for face in text.split(": ")[1].split()}


def test_rows_of_a_desk_look_smaller_farther_away() -> None:
    tiles = small("C1 C9 D4 D4 B7 WE", 1, 0, 0.45) + small("B2 B6 D8 D8 WS", 0.7, 2.5, 0.66)
    tiles += row("C3 C3 D5 WN DR", 0, 5.6)
    assert [text.split(": ")[0] for text in groups(tiles)] == ["concealed"] * 3


def test_a_tile_behind_a_row_is_the_end_of_a_hidden_one() -> None:
    tiles = [*row("B7 C2 C2 D6 WN", 0, 0), put("D3", -0.4, -1.3, scale=0.9)]
    assert "D3" in read(tiles)


def test_a_discard_behind_a_row_is_none() -> None:
    for discard in (
        put("D3", -0.4, -1.3, degrees=25),
        put("D3", -0.4, -1.0, scale=0.6),
        put("D3", -0.4, -3.4),
    ):
        assert "D3" not in read([*row("B7 C2 C2 D6 WN", 0, 0), discard])


def test_a_hand_laid_on_a_row_does_not_cut_it() -> None:
    assert "B3" in read([put("B3", -4.2, 0, scale=0.7), *row("C4 C5 C8 D4 D7 F2", 0, 0)])


def test_a_flower_does_not_cut_a_row_on_a_desk() -> None:
    tiles = row("C7 F1 D2", 0, -1.7) + row("B6 B7 C6 C9 D1 D3 D7 WE", 0, 0)
    assert {"C7", "F1", "D2"} <= read(tiles)


def test_a_hand_that_waits_takes_no_rows_of_discards() -> None:
    discards = row("B1 B4 WN D9 C4 DW", 3, -4.6) + row("C2 C9 WS D5 B1 B4", 3, -6)
    assert groups([*row("C1 C2 C5 D4 D5 D9 B7 B8 B9 WE WE WS DR"), *discards]) == [
        "concealed: C1 C2 C5 D4 D5 D9 B7 B8 B9 WE WE WS DR"
    ]


@pytest.mark.parametrize("faces", ["X D8 X", "X X X D8", "X D8 X X"])
def test_backs_beside_one_face_on_a_desk_are_no_kong(faces: str) -> None:
    tiles = row("C7 D7 WW WS", 0, 0) + row("D1 WS WN C1", 0, 1.4) + row(faces, 0, 2.8)
    assert {text.split(": ")[0] for text in groups(tiles)} == {"concealed"}


@pytest.mark.parametrize("faces", ["X D8 X", "X X X D8", "X D8 X X"])
def test_beside_a_hand_they_are_one(faces: str) -> None:
    tiles = row(faces, 0, 0) + row("C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5", 0, 2)
    assert groups(tiles)[0] == f"concealed_kong: {faces}"


def test_rows_on_a_desk_have_no_winning_tile() -> None:
    tiles = row("B2 C7 WN DG B3 WS C1 C9", 0, 0) + row("B1 C9 D4 D6 WE D1 D5 DR", 0, 1.6)
    tiles.append(put("D5", 0, 3.2))
    assert not any(text.startswith("winning") for text in groups(tiles))


def test_an_unfamiliar_face_in_a_careless_row_is_part_of_it() -> None:
    tiles = [put(f, 1.3 * k, 1.4) for k, f in enumerate(["S1", "?"])]
    tiles += [put(f, 1.24 * k, 0) for k, f in enumerate(["B4", "WE", "D3", "B9", "D2", "B7", "C1"])]
    assert "?" in read(tiles)


def test_a_pair_may_lie_at_the_two_ends_of_its_sets() -> None:
    tiles = [*row(SETS), put("WN", -1.8, 0.1), put("WN", 15.6, 0.1)]
    tiles += [put("C2", 1, -4.6, degrees=20), put("C2", 3, -4.4, degrees=-20)]
    tiles += [
        put(face, 4 + 1.7 * k, -4.6 - k % 3, degrees=35 * k)
        for k, face in enumerate(SCATTERED.split())
    ]
    assert "WN" in read(tiles)
    assert "C2" not in read(tiles)


def test_larger_discards_before_a_hand_do_not_finish_it() -> None:
    hand = row("B9 B9 B9 | B4 B5 B6 | WS WS WS") + row("B1 B3 WW WW", 0, 1.6) + [put("B2", 8, 1.8)]
    large = small("B2 C4 C4 C4", 1, 7, 2.0) + small("B8 C5 B6", 1, 9.9, 2.0)
    assert {"B1", "B3", "WW"} <= read([*hand, *large])
    assert "C4" not in read([*hand, *large])


def test_discards_on_one_line_do_not_finish_a_hand() -> None:
    tiles = row("B1 B2 B2 B3 B6 B7 B8 | WS WS WS | B4 B5 B6", 0, 0)
    tiles.append(put("B2", 1, -1.6))
    tiles += [put(f, 2.1 * k, -4.2) for k, f in enumerate(["C6", "B2", "C7", "C8"])]
    assert not {"C6", "C7", "C8"} & read(tiles)


def test_a_sideways_tile_seen_from_low_down_is_as_large_as_others() -> None:
    tiles = [*row(SETS), put("WN", 2, 2.3, degrees=90), put("WN", 6, 2.3)]
    assert "WN" in read(flat(tiles, 0.3))


def test_the_winning_tile_lies_farthest_from_its_row() -> None:
    tiles = row("B9 B9 B9", 5, -2) + row("C1 C2 C3 D4 D5 D6 D7 D8 D9 DR", 0, 0)
    tiles += [put("DR", -2.6, 0)]
    tiles[3] = put("C1", -0.5, 0)
    assert "winning_tile: DR" in groups(tiles)


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ("C1 C1 C3 C3 D2 D2 D5 D5 B7 B7 WE WE DR DR", True),
        ("C1 C9 D1 D9 B1 B9 WE WS WW WN DR DG DW DW", True),
        (WAITS, True),
        (f"{WAITS} C9", True),
        ("C1 C4 C7 D2 D2 D5 D8 B3 B6 B9 WE WE WS DR", False),
        ("C1 C2 C3", False),
    ],
)
def test_what_may_be_a_hand(faces: str, expected: bool) -> None:
    assert likely(faces.split()) is expected
