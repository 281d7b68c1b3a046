"""Quads: corners, overlap, crops."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import geometry

SQUARE = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)


def test_a_box_turned_by_a_quarter_swaps_its_sides() -> None:
    flat, turned = geometry.box_quads([[50, 40, 20, 10, 0], [50, 40, 20, 10, np.pi / 2]])
    assert np.ptp(flat, axis=0).tolist() == pytest.approx([20, 10], abs=1e-4)
    assert np.ptp(turned, axis=0).tolist() == pytest.approx([10, 20], abs=1e-4)
    assert turned.mean(axis=0).tolist() == pytest.approx([50, 40], abs=1e-4)


@pytest.mark.parametrize("degrees", range(-40, 45, 10))
@pytest.mark.parametrize("first", range(4))
def test_nearest_upright_starts_at_the_upper_left(degrees: int, first: int) -> None:
    quad = geometry.box_quads([[0, 0, 20, 28, np.radians(degrees)]])
    shuffled = np.roll(quad, first, axis=1)
    assert np.allclose(geometry.nearest_upright(shuffled), quad, atol=1e-4)


def test_turning_a_quad_turns_its_crop_like_rot90() -> None:
    noise = np.random.default_rng(2).integers(0, 255, (60, 60, 3), np.uint8)
    image = cv2.normalize(cv2.GaussianBlur(noise, (0, 0), 3), None, 0, 255, cv2.NORM_MINMAX)
    quad = np.array([[[10, 10], [40, 10], [40, 40], [10, 40]]], np.float32)
    upright = geometry.crop(image, quad[0], 30)
    for quarters in range(4):
        turned = geometry.crop(image, geometry.turned(quad, [quarters])[0], 30)
        difference = np.abs(
            np.rot90(upright, quarters)[3:-3, 3:-3].astype(int) - turned[3:-3, 3:-3]
        )
        assert np.median(difference) < 12  # half a pixel of shift, no more


def test_iou_and_containment() -> None:
    half = SQUARE * np.float32([0.5, 1])
    assert geometry.iou(SQUARE, half) == pytest.approx(0.5)
    assert geometry.containment(SQUARE, half) == pytest.approx(1)
    assert geometry.iou(SQUARE, SQUARE + 20) == 0


def test_suppress_keeps_neighbours_and_drops_doubles() -> None:
    boxes = [[x, 50, 40, 54, 0.02] for x in (50, 90, 130)]
    doubles = [[52, 51, 41, 53, 0.0], [90, 40, 30, 20, 0.0]]
    quads = geometry.box_quads(boxes + doubles)
    scores = np.array([0.9, 0.8, 0.7, 0.6, 0.5], np.float32)
    assert geometry.suppress(quads, scores, overlap=0.4, inside=0.6) == [0, 1, 2]


def test_crop_of_a_large_tile_is_not_aliased() -> None:
    stripes = np.zeros((800, 800, 3), np.uint8)
    stripes[:, ::2] = 255
    quad = np.array([[0, 0], [799, 0], [799, 799], [0, 799]], np.float32)
    small = geometry.crop(stripes, quad, 72)
    assert np.abs(small[5:-5, 5:-5].astype(int) - 127).max() < 40


@pytest.mark.parametrize("shift", [-500, 500, 10_000])
def test_crop_outside_the_photo_is_still_a_crop(shift: int) -> None:
    image = np.zeros((50, 50, 3), np.uint8)
    assert geometry.crop(image, SQUARE + shift, 24, margin=0.1).shape == (24, 24, 3)


def test_crops_of_no_tiles() -> None:
    none = geometry.crops(np.zeros((9, 9, 3), np.uint8), np.zeros((0, 4, 2), np.float32), 24)
    assert none.shape == (0, 24, 24, 3)


def test_box_iou() -> None:
    a = np.array([[0, 0, 10, 10], [20, 20, 30, 30]], np.float32)
    table = geometry.box_iou(a, np.array([[0, 0, 10, 5]], np.float32))
    assert table.ravel().tolist() == pytest.approx([0.5, 0])


def test_contains() -> None:
    assert geometry.contains(SQUARE, (5, 5))
    assert not geometry.contains(SQUARE, (15, 5))


def test_how_much_of_a_box_lies_inside_others() -> None:
    boxes = np.array([[0, 0, 10, 10], [5, 0, 25, 10]], np.float32)
    shares = geometry.box_inside(boxes, np.array([[0, 0, 10, 10], [5, 5, 30, 30], [40, 0, 50, 9]]))
    assert shares == pytest.approx(np.array([[1, 0.25, 0], [0.25, 0.5, 0]]))
