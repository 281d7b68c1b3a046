"""Learning a set, on embeddings made up so that the answer is known; and checking its layout."""

from __future__ import annotations

import numpy as np
import pytest

from vision.data.teach import (
    CONTEXT,
    LAYOUTS,
    VIEWS,
    Laid,
    Profile,
    complaints,
    fillings,
    learn,
    rows_of,
    views,
)
from vision.labels import FACES

KINDS = LAYOUTS["34"]
WANTED = [face for row in KINDS for face in row]
DEPTH = 64


def made_up(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Views (34, 6, D) of a set whose kinds differ less than its light does, and new tiles."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(0, 1, (len(WANTED), DEPTH))
    light = rng.normal(0, 1, (3, DEPTH)) * 6
    taught = centres[:, None] + rng.normal(0, 1, (len(WANTED), 6, 3)) @ light
    new = centres + rng.normal(0, 1, (len(WANTED), 3)) @ light
    noise = rng.normal(0, 0.2, taught.shape)
    return (taught + noise).astype(np.float32), new.astype(np.float32)


def test_a_taught_set_is_read_where_the_classifier_alone_fails() -> None:
    taught, new = made_up()
    profile = learn(WANTED, taught)
    truth = np.array([FACES.index(face) for face in WANTED])
    blind = np.zeros((len(WANTED), len(FACES)), np.float32)
    blind[np.arange(len(WANTED)), np.roll(truth, 1)] = 4  # sure of the wrong face
    assert (profile.adjust(blind, new).argmax(axis=1) == truth).mean() > 0.95
    plain = taught.mean(axis=1)
    nearest = np.linalg.norm(new[:, None] - plain[None], axis=2).argmin(axis=1)
    assert (nearest == np.arange(len(WANTED))).mean() < 0.5  # whitening did it


def test_another_set_is_left_alone() -> None:
    profile = learn(WANTED, made_up()[0])
    _, other = made_up(seed=5)
    logits = np.random.default_rng(1).normal(0, 1, (len(WANTED), len(FACES))).astype(np.float32)
    assert not profile.familiar(other)
    assert profile.adjust(logits, other) is logits
    assert profile.adjust(logits[:0], other[:0]).shape == (0, len(FACES))


def adjusted(face: str, logit: float) -> str:
    """What a tile is read as that the classifier takes for `face` and no taught tile looks like."""
    taught, new = made_up()
    profile = learn(WANTED, taught)
    strange = new.copy()
    strange[0] = -strange[0]
    logits = np.zeros((len(WANTED), len(FACES)), np.float32)
    logits[0, FACES.index(face)] = logit
    return FACES[int(profile.adjust(logits, strange)[0].argmax())]


def test_faces_that_were_not_taught_can_still_win() -> None:
    assert adjusted("F1", 9) == "F1"


def test_a_tile_like_none_that_was_taught_keeps_its_own_reading() -> None:
    # surely a taught face, in a shape the set does not know
    assert adjusted("B1", 4) == "B1"


def test_what_cannot_be_learnt_is_refused() -> None:
    taught, _ = made_up()
    with pytest.raises(ValueError, match="need"):
        learn(WANTED[:3], taught)
    with pytest.raises(ValueError, match="not faces"):
        learn(["Z9", *WANTED[1:]], taught)
    with pytest.raises(ValueError, match="one kind"):
        learn(["B1", "B1"], taught[:2])


def test_views_begin_with_the_tile_as_it_is() -> None:
    crops = np.random.default_rng(2).integers(0, 255, (2, 108, 108, 3), dtype=np.uint8)
    shown = views(crops, 72)
    assert shown.shape == (2, 1 + VIEWS, 72, 72, 3)
    edge = int(108 * (1 - 1 / CONTEXT) / 2)
    assert np.array_equal(shown[0, 0], crops[0, edge : edge + 72, edge : edge + 72])
    assert np.array_equal(shown, views(crops, 72))
    assert not np.array_equal(shown[0, 1], shown[0, 2])


def laid(faces: list[str], rows: tuple[int, ...] = (9, 9, 9, 7), sure: float = 0.95) -> Laid:
    beliefs = np.full((len(faces), len(FACES)), (1 - sure) / (len(FACES) - 1), np.float32)
    for at, face in enumerate(faces):
        beliefs[at, FACES.index(face)] = sure
    return Laid(rows, beliefs)


def test_a_layout_as_shown_has_no_complaints() -> None:
    assert complaints(laid(WANTED), KINDS) == []


def test_numbers_are_checked_row_by_row() -> None:
    assert complaints(laid(WANTED[:-1], (9, 9, 9, 6)), KINDS) == [
        "Row 4 has 6 tiles, it should have 7."
    ]
    assert complaints(laid(WANTED[:-1], (9, 9, 15)), KINDS) == [
        "33 tiles are seen, 34 were asked for."
    ]


def test_exchanged_tiles_are_named_both() -> None:
    order = list(WANTED)
    order[3], order[30] = order[30], order[3]
    assert complaints(laid(order), KINDS) == [
        f"Tile 4 should be {WANTED[3]} but looks like {WANTED[30]}.",
        f"Tile 31 should be {WANTED[30]} but looks like {WANTED[3]}.",
    ]


def test_another_order_altogether_is_refused() -> None:
    assert complaints(laid(WANTED[::-1]), KINDS) == [
        "The tiles do not lie in the order shown, or the photo is upside down."
    ]


def test_a_shifted_row_is_named() -> None:
    order = [*WANTED[1:9], "C9", *WANTED[9:]]
    assert complaints(laid(order), KINDS) == [
        "Row 1 does not lie in the order shown: C1 C2 C3 C4 C5 C6 C7 C8 C9."
    ]


def test_flowers_of_an_unknown_design_may_read_as_anything() -> None:
    layout = LAYOUTS["42"]
    order = [face for row in layout for face in row]
    assert complaints(laid(order[:34] + ["C1"] * 8, (9, 9, 9, 7, 8)), layout) == []


def test_a_set_that_reads_badly_is_no_mistake_of_the_player() -> None:
    order = list(WANTED)
    order[5], order[6], order[7] = order[6], order[7], order[5]  # sure, but no two of each other
    assert complaints(laid(order), KINDS) == []


@pytest.mark.parametrize("degrees", [0, 4, -5, 90, 178])
def test_rows_are_found_however_the_photo_is_turned(degrees: float) -> None:
    rng = np.random.default_rng(4)
    centres = np.array([(x * 50, y * 70) for y, row in enumerate(KINDS) for x in range(len(row))])
    centres = centres + rng.normal(0, 2, centres.shape)
    corners = np.array([(-24, -32), (24, -32), (24, 32), (-24, 32)])
    a = np.deg2rad(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    quads = ((centres[:, None] + corners) @ turn).astype(np.float32)
    up = np.array([0, -1]) @ turn
    tilted = up + 0.03 * np.array([-up[1], up[0]])  # what the tiles say is never exact
    rows = rows_of(quads, (tilted / np.linalg.norm(tilted)).astype(np.float32))
    assert [tile for row in rows for tile in row] == list(range(34))
    assert [len(row) for row in rows] == [9, 9, 9, 7]


def test_tiles_that_were_missed_are_put_in_where_they_may_lie() -> None:
    corners = np.array([(-24, -32), (24, -32), (24, 32), (-24, 32)], np.float32)
    whole = [
        np.array([(x * 50 + y, y * 70 + x) for x in range(9)])[:, None] + corners for y in range(3)
    ]
    between = [np.delete(whole[0], [3, 4], axis=0), whole[1], np.delete(whole[2], [6], axis=0)]
    made = fillings([row.astype(np.float32) for row in between], [9, 9, 9])
    assert [[way.put for way in ways] for ways in made] == [[(), (3, 4)], [()], [(), (6,)]]
    assert all(np.abs(a[-1].quads - b).max() < 1e-3 for a, b in zip(made, whole, strict=True))
    ends = [whole[0][1:], np.delete(whole[1], [2], axis=0)[:-2], whole[2][4:]]
    made = fillings([row.astype(np.float32) for row in ends], [9, 9, 9])
    assert [[way.put for way in ways] for ways in made] == [
        [(), (8,), (0,)], [(), (2, 7, 8), (0, 3, 8), (0, 1, 4)], [()],
    ]  # fmt: skip
    assert np.abs(made[0][2].quads - whole[0]).max() < 1e-3
    assert np.abs(made[1][1].quads - whole[1]).max() < 1e-3
    assert [len(ways) for ways in fillings(between, [9, 9])] == [1, 1, 1]
    assert [len(ways) for ways in fillings([whole[0]], [8])] == [1]


@pytest.mark.parametrize(("name", "count"), [("34", 34), ("42", 42), ("46", 46)])
def test_layouts_show_every_kind_once(name: str, count: int) -> None:
    kinds = [face for row in LAYOUTS[name] for face in row]
    assert len(kinds) == len(set(kinds)) == count
    assert set(kinds) <= set(FACES)
    assert isinstance(learn(WANTED, made_up()[0]), Profile)


def test_what_is_like_no_taught_tile_is_not_named_by_the_set() -> None:
    """A stranger between taught tiles keeps the even odds by which it is known as one."""
    rng = np.random.default_rng(3)
    means = np.eye(8, dtype=np.float32)[:6] * 10
    shown = means[:, None] + rng.normal(0, 0.3, (6, 10, 8)).astype(np.float32)
    profile = learn(FACES[:6], shown)
    rack = np.concatenate([means, -means.sum(axis=0, keepdims=True)])
    adjusted = profile.adjust(np.zeros((7, len(FACES)), np.float32), rack)
    assert adjusted[:6].argmax(axis=1).tolist() == list(range(6))
    odds = np.exp(adjusted[6] - adjusted[6].max())
    assert 1 / odds.sum() < 0.1
