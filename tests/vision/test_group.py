"""Groups by layout: rows, gaps, what lies open, what is apart, what is not part of the hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.racks import groups, put, row
from vision.group import arrange
from vision.reading import Detection, GroupKind, Quad, TileReading

THIRTEEN = "C1 C2 C3 D4 D5 D6 B7 B8 B9 WE WE WE DR"


def turned(tiles: Sequence[TileReading], degrees: float) -> list[TileReading]:
    angle = np.radians(degrees)
    matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return [
        replace(tile, detection=Detection(Quad.of(tile.quad.array @ matrix + 900), 0.9))
        for tile in tiles
    ]


def seen_from(tiles: Sequence[TileReading], depth: float) -> list[TileReading]:
    """The same tiles seen from the front at an angle: far ones are smaller."""
    result = []
    for tile in tiles:
        points = tile.quad.array
        scale = 1 / (1 + depth * (600 - points[:, 1]) / 600)
        points = np.stack([(points[:, 0] - 500) * scale, points[:, 1] * scale], 1)
        result.append(replace(tile, detection=Detection(Quad.of(points + 600), 0.9)))
    return result


def test_no_tiles() -> None:
    assert arrange([]).groups == ()


def test_one_tile() -> None:
    assert groups([put("B3", 0, 0)]) == ["concealed: B3"]


def test_a_row_is_read_from_left_to_right_whatever_the_order_found() -> None:
    tiles = row(THIRTEEN)
    random.Random(3).shuffle(tiles)
    assert groups(tiles) == [f"concealed: {THIRTEEN}"]


@pytest.mark.parametrize("degrees", [0, 90, 180, 270, 17, -33, 135])
def test_a_turned_photo_reads_the_same(degrees: float) -> None:
    tiles = row("DR DR DR | C1 C2 C3", 0, 0) + row("B1 B1 B2 B3 B4 D5 D6 D7", 0, 2)
    assert groups(turned(tiles, degrees)) == groups(tiles)


@pytest.mark.parametrize("depth", [0.1, 0.3, 0.5])
def test_perspective_does_not_matter(depth: float) -> None:
    tiles = row("DR DR DR | C1 C2 C3", 1, 0) + row("B1 B1 B2 B3 B4 D5 D6 D7", 0, 2)
    assert groups(seen_from(tiles, depth)) == groups(tiles)


def curved(faces: str, bend: float) -> list[TileReading]:
    """Touching tiles on an arc; `bend` is the turn from one tile to the next, radians."""
    names, radius = faces.split(), 1 / bend
    turns = [bend * (k - (len(names) - 1) / 2) for k in range(len(names))]
    return [
        put(face, radius * np.sin(a), radius * (1 - np.cos(a)), degrees=float(np.degrees(a)))
        for face, a in zip(names, turns, strict=True)
    ]


@pytest.mark.parametrize("bend", [-0.06, -0.03, 0.02, 0.05])
def test_a_curved_row_is_one_row(bend: float) -> None:
    assert groups(curved(THIRTEEN, bend)) == [f"concealed: {THIRTEEN}"]


@pytest.mark.parametrize("seen", [0.35, 0.5, 0.8])
def test_sets_on_the_shelf_before_a_standing_row_are_open(seen: float) -> None:
    """`seen`: how high the flat tiles look, in heights of the standing ones."""
    standing = row("C6 C6 D7 D8 D9 D1 D2 D3", 0, 0)
    shelf = [
        replace(tile, detection=Detection(Quad.of(lower(tile.quad.array, seen)), 0.9))
        for tile in row("DG DG DG | B3 B4 B5", 0.5, 1.35)
    ]
    assert groups(standing + shelf) == [
        "concealed: C6 C6 D7 D8 D9 D1 D2 D3",
        "exposed: DG DG DG",
        "exposed: B3 B4 B5",
    ]


def lower(quad: np.ndarray, share: float) -> np.ndarray:
    """The quad (4, 2) pressed flat towards its upper edge."""
    top = quad[:, 1].min()
    return np.stack([quad[:, 0], top + (quad[:, 1] - top) * share], axis=1)


def test_exposed_sets_behind_the_hand() -> None:
    tiles = row("DG DG DG | B3 B4 B5", 1, 0) + row("C6 C6 D7 D8 D9 D1 D2 D3", 0, 2)
    assert groups(tiles) == [
        "exposed: DG DG DG",
        "exposed: B3 B4 B5",
        "concealed: C6 C6 D7 D8 D9 D1 D2 D3",
    ]


def test_exposed_sets_on_the_same_line() -> None:
    tiles = row("C6 C6 D7 D8 D9 D1 D2 D3 | DG DG DG | B3 B4 B5")
    assert groups(tiles)[1:] == ["exposed: DG DG DG", "exposed: B3 B4 B5"]


def test_a_claimed_tile_may_lie_sideways() -> None:
    tiles = row("C6 C6 D7 D8 D9 D1 D2 D3 B5 B5 B5", 0, 2)
    tiles += [put("DG", 0, 0), put("DG", 1.18, 0.17, degrees=90), put("DG", 2.36, 0)]
    assert groups(tiles)[0] == "exposed: DG DG DG"


def test_a_single_tile_may_lie_upside_down() -> None:
    tiles = row("C1 C2 C3 D4 D5 D6 B7 B8 B9 WE WE WE DR")
    tiles[3] = put("D4", 3, 0, degrees=180)
    assert groups(tiles) == [f"concealed: {THIRTEEN}"]


@pytest.mark.parametrize(
    ("faces", "kind"),
    [
        ("C5 C5 C5 C5", "kong"),
        ("X C5 C5 X", "concealed_kong"),
        ("C5 X X C5", "concealed_kong"),
        ("C5 X X X", "concealed_kong"),
        ("C5 X C5 C5", "concealed_kong"),
        ("X C5 X", "concealed_kong"),
    ],
)
def test_kongs(faces: str, kind: str) -> None:
    tiles = row(faces, 2, 0) + row("C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5", 0, 2)
    assert groups(tiles)[0] == f"{kind}: {faces}"


def test_a_kong_with_its_fourth_tile_on_top() -> None:
    tiles = row("C5 C5 C5", 2, 0) + row("C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5", 0, 2)
    tiles.append(put("C5", 3.05, -0.4))
    assert groups(tiles)[0] == "kong: C5 C5 C5 C5"


@pytest.mark.parametrize("shift", [(0.0, -0.5), (0.3, -0.9), (-0.2, -1.2)])
@pytest.mark.parametrize("faces", ["C5 C5 C5", "X C5 X"])
def test_the_top_tile_of_a_kong_may_hide_the_one_below(
    faces: str, shift: tuple[float, float]
) -> None:
    left, top, right = faces.split()
    tiles = [put(left, 2, 0), put(right, 4, 0), put(top, 3 + shift[0], shift[1], scale=1.04)]
    tiles += row("C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5", 0, 2.6)
    kind = "kong" if left == top else "concealed_kong"
    assert groups(tiles)[0] == f"{kind}: {faces}"


def test_a_claimed_tile_in_the_middle_is_not_on_top() -> None:
    tiles = row("C6 C6 D7 D8 D9 D1 D2 D3 B5 B5 B5", 0, 2)
    tiles += [put("DG", 0, 0), put("DG", 1.18, 0.17, degrees=90, scale=1.015), put("DG", 2.36, 0)]
    assert groups(tiles)[0] == "exposed: DG DG DG"


@pytest.mark.parametrize(
    ("shift", "scale", "kind"),
    [((0, 0), 1.0, "exposed"), ((0.05, -0.25), 1.02, "kong"), ((0, -0.7), 1.0, "kong")],
)
@pytest.mark.parametrize("mirrored", [False, True])
def test_beside_a_claimed_tile_one_may_lie_on_top(
    shift: tuple[float, float], scale: float, kind: str, mirrored: bool
) -> None:
    way = -1 if mirrored else 1
    tiles = row("C6 C6 D7 D8 D9 D1 D2 D3 B5 B5 B5", 0, 3)
    tiles += [put("DG", 5, 0.17, degrees=90), put("DG", 5 + way * 2.18, 0)]
    tiles.append(put("DG", 5 + way * (1.18 + shift[0]), shift[1], scale=scale))
    assert groups(tiles)[0] == f"{kind}: DG DG DG"


def test_a_claimed_tile_above_its_set_is_not_on_top() -> None:
    """As one who sits opposite lays it."""
    tiles = row("C6 C6 D7 D8 D9 D1 D2 D3 B5 B5 B5", 0, 2)
    tiles += [put("DG", 0, 0), put("DG", 1.18, -0.17, degrees=90, scale=1.01), put("DG", 2.36, 0)]
    assert groups(tiles)[0] == "exposed: DG DG DG"


@pytest.mark.parametrize(
    ("x", "y", "degrees", "right"),
    [(3.1, -0.72, 90, 4.4), (3.3, -0.64, 90, 4.4), (2.8, -1.5, 90, 4.4), (3.3, 2.1, 0, 4)],
)
def test_the_top_tile_may_lie_sideways_or_be_seen_from_behind(
    x: float, y: float, degrees: float, right: float
) -> None:
    tiles = [put("C5", 2, 0), put("C5", right, 0), put("C5", x, y, degrees=degrees, scale=1.04)]
    tiles += row("C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5", 8, 0)
    assert "kong: C5 C5 C5" in groups(tiles)


def test_between_two_alike_with_another_one_there_is_no_kong() -> None:
    tiles = [*row("C2 C5 C5 C2 D1 B8 D1 B6 C5 B7"), put("D1", 5, 1.9)]
    tiles += row("D4 D4 D4 D4", 2, -3)
    assert "winning_tile: D1" in groups(tiles)


def test_three_in_a_careless_row_are_no_kong() -> None:
    tiles = [*row("C4 C5 C6", 0, 0), put("C6", 3.48, 0), put("C6", 4.5, 0)]
    tiles += [*row("D4 D5 D6 | D1 D2 D3", 6.5, 0), put("DR", 2, -2), put("DR", 16, 0)]
    assert not any("kong" in text for text in groups(tiles))


@pytest.mark.parametrize(("aside", "scale", "kind"), [(0.2, 1.03, "kong"), (0, 1.03, "exposed")])
def test_a_larger_claimed_tile_shifted_along_its_set_lies_on_top(
    aside: float, scale: float, kind: str
) -> None:
    """Perspective makes what lies lower larger, but moves nothing along the row."""
    tiles = row("C6 C6 D7 D8 D9 D1 D2 D3 B5 B5 B5", 0, 2)
    tiles += [put("DG", 0, 0), put("DG", 2.36, 0)]
    tiles.append(put("DG", 1.18 + aside, 0.12, degrees=90, scale=scale))
    assert groups(tiles)[0] == f"{kind}: DG DG DG"


def test_a_claimed_tile_in_the_middle_hides_none() -> None:
    tiles = row("D2 D3", 0, 0) + row("C6 C6 D7 D8 D9 B5 B5 B5", 0, 2)
    tiles += [put("D4", 2.18, 0.17, degrees=90), put("D4", 3.85, 0), put("D4", 6.2, 0)]
    tiles.append(put("D4", 5.03, 0.17, degrees=90))
    assert groups(tiles)[:2] == ["exposed: D2 D3 D4", "exposed: D4 D4 D4"]


def test_a_face_before_a_wall_lies_on_no_kong() -> None:
    tiles = [*row(THIRTEEN), *row(["X"] * 14, 0, -3.2), put("DR", 5.4, -2.0)]
    assert "winning_tile: DR" in groups(tiles)


def test_a_discard_nearer_than_the_tile_that_wins_is_none_of_the_hand() -> None:
    tiles = [*row(THIRTEEN), put("B9", 13.9, 0), put("DR", 5, -2.6)]
    assert groups(tiles) == ["winning_tile: DR", f"concealed: {THIRTEEN}"]


def test_the_winning_tile_lies_farther_apart_than_the_last_of_a_careless_row() -> None:
    tiles = [*row(THIRTEEN[:-3]), put(THIRTEEN[-2:], 12.38, 0), put("DR", 5, -1.9)]
    assert groups(tiles)[0] == "winning_tile: DR"


def test_large_tiles_in_front_are_no_hand() -> None:
    tiles = row("C6 C6 D7 D8 D9", 0, 0) + row("D1 D2 D3 B3 B4 B5 DG DG DG", 0, 1.5)
    tiles += [put("B4", 4, 5.5, scale=2.2), put("F2", 6.3, 5.5, scale=2.2)]
    assert groups(tiles)[0].startswith("concealed: C6 C6 D7 D8 D9")
    assert not any("B4" in group.split()[1:2] for group in groups(tiles))


def test_sets_far_from_their_hand_complete_it() -> None:
    tiles = row("DG DG DG", 1, -7) + row("C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5", 0, 0)
    assert groups(tiles)[0] == "exposed: DG DG DG"


def test_discards_close_to_a_finished_hand_are_not_part_of_it() -> None:
    discards = row("B1 B9 WN D9 C4 DW", 1, -1.6) + row("C2 C9 WS D5", 1, -3)
    assert groups([*row(THIRTEEN + " DR"), *discards]) == [f"concealed: {THIRTEEN} DR"]


def test_seen_from_a_corner_rows_are_rows() -> None:
    tiles = row("DR DR DR | C1 C2 C3", 0, 0) + row("B1 B1 B2 B3 B4 D5 D6 D7", 0, 2)
    matrix = np.array([[0.9, 0.3], [-0.55, 0.45]])
    sheared = [
        replace(tile, detection=Detection(Quad.of(tile.quad.array @ matrix + 900), 0.9))
        for tile in tiles
    ]
    assert groups(sheared) == groups(tiles)


def test_another_players_larger_row_is_not_the_hand() -> None:
    near = [
        put(face, k * 1.3, 4.2, scale=1.3)
        for k, face in enumerate(["C9", "B1", "WN", "D9", "C4", "DW"])
    ]
    assert groups([*row(THIRTEEN + " DR"), *near]) == [f"concealed: {THIRTEEN} DR"]


def test_a_hand_that_waits_for_one_tile_keeps_its_own() -> None:
    tiles = row("WS WS WS WN WN WN DR DR DR", 0, 0) + row("C2 C2 C3 C4", 0, 1.6)
    tiles += row("B2 B2", 6, 3.4)
    assert groups(tiles)[-1] == "concealed: C2 C2 C3 C4"


def test_a_single_tile_beside_what_it_does_not_finish_is_no_winning_tile() -> None:
    tiles = [*row("C1 C9 B4 D6"), put("DR", 5.4, 0)]
    assert groups(tiles) == ["concealed: C1 C9 B4 D6", "concealed: DR"]


def test_flowers_among_discards_still_belong() -> None:
    tiles = row("F1 F2 | B9 WN", 3, -3) + row("C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5 DG DG DG")
    assert groups(tiles)[0] == "bonus: F1 F2"


def test_bonus_tiles_beside_an_open_set_are_apart() -> None:
    tiles = row("F1 DG DG DG", 0, 0) + row("C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5", 0, 2)
    assert groups(tiles)[:2] == ["bonus: F1", "exposed: DG DG DG"]


def test_bonus_tiles_far_behind_still_belong() -> None:
    tiles = row("F1 F2 S3", 3, -3) + row(THIRTEEN)
    assert groups(tiles)[0] == "bonus: F1 F2 S3"


def test_a_bonus_tile_among_the_concealed_does_not_cut_them() -> None:
    tiles = row("C1 C2 C3 F1 D4 D5 D6")
    layout = arrange(tiles)
    assert [tile.face for tile in layout.tiles] == ["C1", "C2", "C3", "F1", "D4", "D5", "D6"]
    assert [group.kind for group in layout.groups] == [GroupKind.CONCEALED, GroupKind.BONUS]


@pytest.mark.parametrize(
    "winning",
    [
        put("DR", 6, -1.9, degrees=20),
        put("DR", 5, 1.9),
        put("DR", 14.1, 0),
        put("DR", 13.1, 0.15, degrees=25),
        put("DR", 14.4, 0, degrees=90),
    ],
)
def test_the_winning_tile_lies_apart(winning: TileReading) -> None:
    assert "winning_tile: DR" in groups([*row(THIRTEEN), winning])


def test_a_fourteen_tile_row_has_no_winning_tile_apart() -> None:
    assert groups(row(THIRTEEN + " DR")) == [f"concealed: {THIRTEEN} DR"]


def test_discards_are_not_part_of_the_hand() -> None:
    places = [(1, -5), (3, -4.2), (4.4, -5.1), (6, -4.6), (7.6, -5.4), (2.2, -6.4), (5.1, -6.6)]
    discards = [
        put(face, *place, degrees=40 * k)
        for k, (face, place) in enumerate(
            zip(["B1", "B2", "WN", "D9", "C4", "DW", "WS"], places, strict=True)
        )
    ]
    assert groups([*row(THIRTEEN + " DR"), *discards]) == [f"concealed: {THIRTEEN} DR"]


def test_a_wall_of_backs_is_not_part_of_the_hand() -> None:
    wall = row(["X"] * 14, 0, -3.5)
    assert groups([*row(THIRTEEN + " DR"), *wall]) == [f"concealed: {THIRTEEN} DR"]


def test_another_players_rack_is_not_part_of_the_hand() -> None:
    far = [put("B4", 3 + 0.6 * k, -3, scale=0.6) for k in range(13)]
    assert groups([*row(THIRTEEN + " DR"), *far]) == [f"concealed: {THIRTEEN} DR"]


def test_rows_on_a_desk_are_all_read() -> None:
    tiles = row("D1 D2 D3 D4 D5 D6 D7 D8 D9") + row("C1 C2 C3 C4 C5 C6 C7 C8 C9", 0, 2)
    tiles += row("B1 B2 B3 B4 B5 B6 B7 B8 B9", 0, 4)
    assert [text.split(": ")[0] for text in groups(tiles)] == ["concealed"] * 3


def test_a_hand_laid_in_order_with_small_gaps_is_not_open() -> None:
    tiles: list[TileReading] = []
    x = 0.0
    for faces in ("C1 C2 C3", "C3 C4 C5", "C4 C5 C6", "C6 C7 C8", "C9 C9"):
        tiles += row(faces, x, 0)
        x = len(tiles) + 0.3 * len({t.quad for t in tiles}) / 3
    assert {text.split(": ")[0] for text in groups(tiles)} == {"concealed"}


def test_three_open_dragons_without_a_gap() -> None:
    tiles = row("DR DR DR DG DG DG DW DW DW") + row("F4 S1 C1 C1 C1 C2 C2", 1, 2)
    assert groups(tiles) == [
        "exposed: DR DR DR",
        "exposed: DG DG DG",
        "exposed: DW DW DW",
        "bonus: F4 S1",
        "concealed: C1 C1 C1 C2 C2",
    ]


def test_every_tile_is_in_exactly_one_group() -> None:
    chance = random.Random(11)
    for _ in range(60):
        faces = [chance.choice(["B1", "C5", "D9", "WE", "DR", "F1", "X", "?"]) for _ in range(30)]
        tiles = [
            put(face, chance.uniform(0, 9), chance.uniform(0, 7), degrees=chance.uniform(0, 360))
            for face in faces
        ]
        layout = arrange(tiles)
        held = sorted(i for group in layout.groups for i in group.tiles)
        assert held == list(range(30))
        assert sorted(t.face for t in layout.tiles) == sorted(faces)


def test_a_wall_with_a_face_in_it_is_no_part_of_the_hand() -> None:
    hand = [*row("DG DG DG F1", 1, 0), *row("C6 C6 D7 D8 D9 ? D2 D3 B3 B4 B5", 0, 2)]
    wall = row("? X X X X X X X X", 3, -3.5)
    layout = arrange([*hand, *wall])
    outside = [g for g in layout.groups if g.kind is GroupKind.OTHER]
    assert sum(len(g.tiles) for g in outside) == len(wall)
