"""Which readings count as tiles."""

from __future__ import annotations

import pytest

from vision.group import arrange
from vision.pipeline import plausible, without_ghosts
from vision.reading import Detection, GroupKind, Quad, TileReading


def tile(face: str, x: float, *, found: float, sure: float = 0.99) -> TileReading:
    quad = Quad(((x, 10.0), (x + 40, 10.0), (x + 40, 64.0), (x, 64.0)))
    return TileReading(Detection(quad, found), face, sure, ((face, sure),))


def faces(*tiles: TileReading) -> str:
    return " ".join(one.face for one in plausible(tiles))


def test_nothing_is_nothing() -> None:
    assert plausible([]) == []


def test_a_blank_face_needs_a_sure_place() -> None:
    seen = [tile(face, 100 * i, found=0.55) for i, face in enumerate(["B1", "DW", "X", "?"])]
    assert faces(*seen) == "B1"
    seen = [tile(face, 100 * i, found=0.7) for i, face in enumerate(["B1", "DW", "X", "?"])]
    assert faces(*seen) == "B1 DW X ?"


def test_a_white_dragon_in_a_row_is_one() -> None:
    row = [tile("DG", 0, found=0.9), tile("DW", 41, found=0.45), tile("DR", 82, found=0.9)]
    assert faces(*row) == "DG DW DR"
    assert faces(*row[:2]) == "DG"
    assert faces(row[0], tile("DW", 41, found=0.35, sure=0.998)) == "DG DW"
    assert faces(row[0], tile("DW", 41, found=0.25, sure=0.998)) == "DG"
    assert faces(row[0], tile("?", 41, found=0.45), row[2]) == "DG DR"


@pytest.mark.parametrize(
    "kong", ["X DR DR X", "DR X X DR", "X DR X", "DR DR X DR", "X DR DR", "X DR X X"]
)
def test_a_back_is_one_where_it_makes_a_kong(kong: str) -> None:
    row = [
        tile(face, 41 * i, found=0.9 if face != "X" else 0.45)
        for i, face in enumerate(kong.split())
    ]
    seen = faces(*row)
    assert seen == kong or (kong == "X DR X X" and seen == "X DR X")


@pytest.mark.parametrize("row", ["DR DG X", "X DR DG DW", "X X DR"])
def test_a_faint_back_beside_a_row_is_none(row: str) -> None:
    seen = [
        tile(face, 41 * i, found=0.9 if face != "X" else 0.45) for i, face in enumerate(row.split())
    ]
    assert faces(*seen) == row.replace("X", "").strip()


def test_a_place_hardly_seen_needs_a_clear_face() -> None:
    assert faces(tile("D3", 0, found=0.3, sure=0.99), tile("D4", 41, found=0.3, sure=0.6)) == "D3"
    assert faces(tile("D4", 41, found=0.5, sure=0.95)) == "D4"


def test_a_weak_place_beside_no_tile_needs_a_clear_face() -> None:
    assert faces(tile("D4", 41, found=0.5, sure=0.6)) == ""
    assert faces(tile("D3", 0, found=0.9), tile("D4", 41, found=0.5, sure=0.6)) == "D3 D4"
    assert faces(tile("D3", 0, found=0.5), tile("D4", 41, found=0.5, sure=0.6)) == "D3"


def test_the_seam_on_the_side_of_a_tile_is_no_bamboo() -> None:
    row = [tile("DG", 0, found=0.9), tile("B2", 41, found=0.5, sure=0.98)]
    assert faces(*row) == "DG"
    assert faces(row[0], tile("B2", 41, found=0.5, sure=0.99)) == "DG B2"
    assert faces(row[0], tile("B3", 41, found=0.5, sure=0.98)) == "DG B3"


def test_a_few_tiles_of_which_none_is_sure_are_no_hand() -> None:
    letters = [tile("C2", 0, found=0.5, sure=0.97), tile("?", 300, found=0.7, sure=0.4)]
    groups = without_ghosts(arrange(letters)).groups
    assert {group.kind for group in groups} == {GroupKind.OTHER}
    seen = [*letters, tile("D1", 400, found=0.9, sure=0.999)]
    assert without_ghosts(arrange(seen)) == arrange(seen)
    many = [tile("C2", 41 * i, found=0.5, sure=0.97) for i in range(5)]
    assert without_ghosts(arrange(many)) == arrange(many)
