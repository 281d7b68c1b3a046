"""Which way is up."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.racks import row
from vision import geometry, orient
from vision.classify import from_every_side, without_bias

QUADS = np.stack([tile.quad.array for tile in row("C1 " * 8)])
SURE = np.array([[0.97, 0.01, 0.01, 0.01]])
BLANK = np.full((1, 4), 0.25)


@pytest.mark.parametrize("quarters", range(4))
def test_all_tiles_agree(quarters: int) -> None:
    turns = np.roll(np.repeat(SURE, 8, axis=0), quarters, axis=1)
    up = orient.rack_up(QUADS, turns)
    found = orient.quarters(QUADS, turns, up)
    assert found.tolist() == [quarters] * 8
    turned = geometry.turned(QUADS, found)
    assert np.allclose(orient.ups(turned), up, atol=1e-5)


def test_symmetrical_tiles_follow_their_neighbours() -> None:
    turns = np.repeat(BLANK, 8, axis=0)
    turns[2] = turns[5] = [0.02, 0.02, 0.94, 0.02]
    up = orient.rack_up(QUADS, turns)
    assert orient.quarters(QUADS, turns, up).tolist() == [2] * 8


def test_without_any_evidence_the_photo_is_upright() -> None:
    turns = np.repeat(BLANK, 8, axis=0)
    assert orient.rack_up(QUADS, turns).tolist() == pytest.approx([0, -1], abs=1e-5)


def test_one_tile_may_lie_against_the_rack() -> None:
    turns = np.repeat(SURE, 8, axis=0)
    turns[3] = [0.01, 0.01, 0.97, 0.01]
    turns[6] = [0.01, 0.97, 0.01, 0.01]
    up = orient.rack_up(QUADS, turns)
    assert orient.quarters(QUADS, turns, up).tolist() == [0, 0, 0, 2, 0, 0, 1, 0]


def test_ways_up_are_told_apart_and_counted() -> None:
    turned = geometry.turned(QUADS[:3], [1, 1, 1])
    ways = orient.ways_up(np.concatenate([QUADS, turned]), np.ones(11, bool))
    assert len(ways) == 2
    assert ways[0].tolist() == pytest.approx([0, -1], abs=1e-5)
    assert len(orient.ways_up(QUADS, np.zeros(8, bool))) == 1


def test_a_network_that_likes_one_answer_cancels_itself_out() -> None:
    liked = np.array([0.5, 0.0, 0.0, 0.0])
    looks = []
    for k in range(4):  # truly to be turned by 2; look k saw it turned by k already
        truth = np.roll([0.4, 0.2, 0.2, 0.2], 2 - k)
        looks.append(((truth + liked) / 1.5)[None])
    assert np.argmax(looks[0]) == 0
    assert np.argmax(without_bias(looks)) == 2
    assert without_bias(looks[:1]) is looks[0]


def test_four_looks_outvote_the_upright_one() -> None:
    upright = np.array([[2.0, 1.0]], np.float32)
    others = [upright, *[np.array([[0.0, 3.0]], np.float32)] * 3]
    assert np.argmax(from_every_side(upright, others)) == 1
    assert from_every_side(upright, others[:1]) is upright
