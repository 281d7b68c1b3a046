"""From a network's raw output to places, and which windows are looked at again."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from vision import geometry
from vision.detect import decode, letterbox, on_its_side
from vision.places import Places
from vision.windows import MOST, Window, cover, tells_more


def raw(boxes: list[list[float]], scores: list[float]) -> np.ndarray:
    """Output (1, 6, N) of cx, cy, w, h, score, angle."""
    rows = [[*box[:4], score, box[4]] for box, score in zip(boxes, scores, strict=True)]
    return np.array(rows, np.float32).T[None]


def test_decode_drops_what_is_unsure_or_no_number() -> None:
    boxes = [[100, 80, 40, 54, 0.1], [200, 80, 40, 54, 0], [300, 80, float("nan"), 54, 0]]
    places = decode(raw(boxes, [0.9, 0.2, 0.9]), threshold=0.4)
    assert places.scores.tolist() == pytest.approx([0.9])
    assert places.quads[0].mean(axis=0).tolist() == pytest.approx([100, 80], abs=0.01)


def test_decode_names_the_shape_it_got() -> None:
    with pytest.raises(ValueError, match=r"\(1, 5, 9\)"):
        decode(np.zeros((1, 5, 9)), threshold=0.4)


@pytest.mark.parametrize("size", [(480, 640), (640, 480), (33, 1000), (1, 1), (3000, 4000)])
def test_letterbox(size: tuple[int, int]) -> None:
    image = np.zeros((*size, 3), np.uint8)
    image[..., 2] = 255
    planes, factor = letterbox(image, 640)
    assert planes.dtype == np.float32
    assert planes.shape[:2] == (1, 3)
    assert all(side % 32 == 0 and side <= 640 for side in planes.shape[2:])
    assert factor == pytest.approx(640 / max(size))
    assert planes[0, :, 0, 0].tolist() == [1, 0, 0]  # red first


def test_merging_keeps_the_best_of_each_tile() -> None:
    quads = geometry.box_quads([[50, 50, 40, 54, 0], [52, 50, 40, 54, 0], [91, 50, 40, 54, 0]])
    merged = Places(quads, np.array([0.6, 0.9, 0.7], np.float32)).merged()
    assert merged.scores.tolist() == pytest.approx([0.9, 0.7])


def test_a_closer_look_replaces_the_first_one() -> None:
    first = Places(geometry.box_quads([[50, 50, 44, 50, 0], [500, 50, 40, 54, 0]]), ones(2))
    closer = Places(geometry.box_quads([[51, 50, 40, 54, 0]]), ones(1) / 2)
    quads = first.refined([closer]).quads
    assert len(quads) == 2
    assert np.allclose(quads[0], closer.quads[0])


@pytest.mark.parametrize("lean", [0.0, 0.5, 0.8, 1.4])
def test_a_tile_between_two_others_lies_as_they_do(lean: float) -> None:
    way = np.array([np.cos(lean), np.sin(lean)])
    row = [[*(300 + 41 * i * way), 40, 54, lean] for i in range(4)]
    true = geometry.nearest_upright(geometry.box_quads(row))
    seen = geometry.box_quads([row[0], [*row[1][:4], lean + 0.7], *row[2:]])
    straight = Places(geometry.nearest_upright(seen), ones(4)).straightened().quads
    corners = np.abs(straight[:, :, None] - true[:, None]).sum(axis=-1).min(axis=2)
    assert corners.max() < 3


def test_a_crooked_tile_at_the_end_or_apart_stays() -> None:
    row = [[100, 100, 40, 54, 0], [141, 100, 40, 54, 0], [182, 100, 40, 54, 0.7]]
    apart = [[400, 100, 40, 54, 0], [500, 100, 40, 54, 0.7], [600, 100, 40, 54, 0]]
    for boxes in (row, apart):
        places = Places(geometry.box_quads(boxes), ones(3))
        assert np.array_equal(places.straightened().quads, places.quads)


def ones(count: int) -> np.ndarray:
    return np.ones(count, np.float32)


def tiles(count: int, width: float, at: tuple[float, float]) -> np.ndarray:
    return geometry.box_quads(
        [[at[0] + i * width, at[1], width, width * 1.35, 0] for i in range(count)]
    )


def test_large_tiles_need_no_second_look() -> None:
    assert cover(Window(0, 0, 640, 480), tiles(14, 40, (60, 200)), 640) == []
    assert cover(Window(0, 0, 4000, 3000), tiles(14, 250, (300, 900)), 640) == []


@pytest.mark.parametrize("width", [30, 60, 120])
def test_every_small_tile_lies_whole_in_a_window(width: int) -> None:
    photo = Window(0, 0, 4032, 3024)
    found = tiles(14, width, (900, 1400))
    windows = cover(photo, found, 640)
    assert 0 < len(windows) <= MOST
    whole = [window.holds(found, photo.size) for window in windows]
    boxes = geometry.hull_boxes(found)
    inside = [
        held
        & (boxes[:, 0] >= w.left)
        & (boxes[:, 1] >= w.top)
        & (boxes[:, 2] <= w.right)
        & (boxes[:, 3] <= w.bottom)
        for held, w in zip(whole, windows, strict=True)
    ]
    assert np.any(inside, axis=0).all()


def test_a_large_photo_without_tiles_is_looked_at_closer() -> None:
    nothing = np.zeros((0, 4, 2), np.float32)
    assert 1 < len(cover(Window(0, 0, 4032, 3024), nothing, 640)) <= MOST
    assert cover(Window(0, 0, 640, 480), nothing, 640) == []


def test_a_cut_tile_is_left_to_the_next_window() -> None:
    window = Window(100, 0, 700, 500)
    quads = geometry.box_quads([[100, 200, 40, 54, 0], [300, 200, 40, 54, 0]])
    assert window.holds(quads, (2000, 1500)).tolist() == [False, True]
    assert Window(0, 0, 700, 500).holds(quads[:1] - 100, (2000, 1500)).tolist() == [True]


def test_another_look_is_taken_only_where_it_tells_more() -> None:
    wide, near = [Window(0, 0, 1000, 800)], [Window(100, 100, 1040, 700)]
    assert tells_more(wide, [])
    assert not tells_more([], wide)
    assert not tells_more(near, wide)
    assert tells_more([Window(0, 0, 1200, 800)], wide)  # tiles reach further
    assert tells_more([Window(300, 300, 600, 500)], wide)  # the same, much larger


def test_while_nothing_is_found_looks_go_down_to_the_photos_own_pixels() -> None:
    whole, nothing = Window(0, 0, 4000, 3000), tiles(0, 40, (0, 0))
    looks = [cover(whole, nothing, 640, blind=k) for k in (1, 2, 3)]
    assert [len(windows) for windows in looks] == sorted(len(windows) for windows in looks)
    assert max(looks[-1][0].size) <= 700
    assert all(tells_more(after, before) for before, after in pairwise(looks))


def test_with_a_few_small_things_found_the_whole_photo_is_looked_at() -> None:
    photo = Window(0, 0, 4032, 3024)
    windows = cover(photo, tiles(2, 60, (900, 1400)), 640)
    assert min(w.left for w in windows) == 0
    assert max(w.right for w in windows) == 4032


def test_tiny_tiles_of_a_small_photo_are_enlarged() -> None:
    assert cover(Window(0, 0, 640, 480), tiles(2, 20, (300, 200)), 640)
    assert not cover(Window(0, 0, 640, 480), tiles(2, 30, (300, 200)), 640)
    assert cover(Window(0, 0, 1280, 960), tiles(14, 60, (100, 200)), 640)


def test_a_rack_on_its_side_is_told_by_its_tiles_and_its_row() -> None:
    level = tiles(14, 40, (60, 60))
    turned = geometry.nearest_upright(level[..., ::-1])  # the row runs down, tiles wider than high
    assert not on_its_side(level)
    assert on_its_side(turned)
    flat = level * np.array([1, 0.4])  # lying tiles seen from low down are wide as well
    assert not on_its_side(flat)
    column = geometry.box_quads([[50, 60 * i, 40, 54, 0] for i in range(8)])
    assert not on_its_side(column)  # tiles upright, one above the other
