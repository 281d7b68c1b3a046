"""The pictures that models/limits.py measures with, and how it counts; no model is needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest

from vision.data.labels_io import Label, Truth
from vision.labels import UNFAMILIAR
from vision.reading import (
    Detection,
    Doubt,
    Group,
    GroupKind,
    Quad,
    RackReading,
    TileReading,
)

Script = Callable[[str], ModuleType]
KINDS = ("letter", "smiley", "logo", "die", "playing card")
PAPER = (205, 225, 230)


@pytest.mark.parametrize("kind", KINDS)
def test_a_strange_face_comes_from_its_seed(kind: str, script: Script) -> None:
    strange_faces = script("strange_faces")
    one, again, other = (strange_faces.face(kind, np.random.default_rng(k)) for k in (1, 1, 5))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    for drawn in (one, other):
        assert drawn.shape == (480, 360, 3)
        inked = (drawn.min(axis=2) < 200).mean()
        assert 0.03 < inked < 0.5
        assert (drawn[:8] == 255).all()  # nothing is cut off
        assert (drawn[:, :8] == 255).all()
        assert (drawn[-8:] == 255).all()


def test_a_face_is_pasted_on_its_tile_and_nowhere_else(script: Script) -> None:
    strange_faces = script("strange_faces")
    image = np.full((200, 260, 3), (40, 90, 60), np.uint8)
    quad = np.array([[80, 50], [130, 60], [116, 130], [66, 120]], np.float32)
    cv2.fillConvexPoly(image, np.round(quad).astype(np.int32), PAPER)
    middle = quad.mean(axis=0)
    printed = np.round(middle + (quad - middle) * 0.4).astype(np.int32)
    cv2.polylines(image, [printed], True, (20, 20, 160), 4)
    before = image.copy()
    blank = strange_faces.paste(image, quad, np.full((480, 360, 3), 255, np.uint8))
    assert np.array_equal(image, before)
    x, y = np.round(middle).astype(int)
    inside = blank[y - 25 : y + 25, x - 15 : x + 15].reshape(-1, 3)
    assert np.abs(inside.astype(int) - PAPER).max() < 12  # what was printed is gone

    half = np.full((480, 360, 3), 255, np.uint8)
    half[:240] = (0, 0, 0)  # the upper half is inked
    seen = strange_faces.paste(image, quad, half)
    up = (quad[0] + quad[1]) / 2 - middle
    for share, level in ((0.5, 20), (-0.5, 200)):
        at = np.round(middle + up * share).astype(int)
        assert abs(int(seen[at[1], at[0]].mean()) - level) < 22
    far = np.ones(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(far, np.round(quad).astype(np.int32), 0)
    far = cv2.erode(far, np.ones((5, 5), np.uint8))
    assert np.array_equal(seen[far > 0], before[far > 0])


def photo(folder: Path) -> Truth:
    """A dark photo with two bright tiles, the second in nobody's hand."""
    image = np.full((300, 400, 3), 30, np.uint8)
    labels = []
    for left, inside in ((60, True), (250, False)):
        image[80:134, left : left + 40] = 240
        corners = ((left, 80), (left + 40, 80), (left + 40, 134), (left, 134))
        labels.append(Label("C1", Quad(corners), in_hand=inside))
    cv2.imwrite(str(folder / "a.png"), image)
    return Truth(folder / "a.png", tuple(labels))


@pytest.mark.parametrize("width", [25, 100])
def test_tiles_are_as_wide_in_the_large_picture_as_asked_for(
    width: int, script: Script, tmp_path: Path
) -> None:
    limits = script("limits")
    truth = limits.of_hand(photo(tmp_path))
    assert len(truth.labels) == 1
    pictures = [limits.enlarged(truth, width, np.random.default_rng(3)) for _ in range(2)]
    assert np.array_equal(pictures[0][0], pictures[1][0])
    picture, (label,), factor = pictures[0]
    assert picture.shape == (3000, 4000, 3)
    assert factor == width / 40
    quad = label.quad.array
    assert np.ptp(quad[:, 0]) == pytest.approx(width, abs=0.01)
    low, high = np.round(quad.min(axis=0)).astype(int), np.round(quad.max(axis=0)).astype(int)
    assert picture[low[1] + 2 : high[1] - 2, low[0] + 2 : high[0] - 2].min() > 200
    assert picture[low[1] + 2 : high[1] - 2, low[0] - 6 : low[0] - 3].max() < 80


def test_pictures_without_tiles_have_none(script: Script) -> None:
    limits = script("limits")
    one, two = list(limits.rendered(2))
    assert not np.array_equal(one, two)
    assert np.array_equal(next(limits.rendered(1)), one)


def reading() -> RackReading:
    """Four tiles side by side: doubted, sure, rejected, outside the hand."""
    tiles = []
    for place, face in enumerate(("C1", "C2", UNFAMILIAR, "C4")):
        left = 50 * place
        corners = ((left, 0), (left + 40, 0), (left + 40, 50), (left, 50))
        tiles.append(TileReading(Detection(Quad(corners), 0.9), face, 0.9, ((face, 0.9),)))
    groups = (Group(GroupKind.CONCEALED, (0, 1, 2)), Group(GroupKind.OTHER, (3,)))
    doubts = (Doubt(0, "not sure"), Doubt(2, "an unfamiliar face"))
    return RackReading(tuple(tiles), groups, (400, 100), doubts)


def test_the_fate_of_a_face_is_what_the_reading_makes_of_its_tile(script: Script) -> None:
    limits = script("limits")
    read = reading()
    fates = [limits.fate(tile.quad.array + np.float32(3), read) for tile in read.tiles]
    assert fates == ["named, doubted", "named, no doubt", "rejected", "not in the hand"]
    astray = read.tiles[1].quad.array + np.float32([0, 60])
    assert limits.fate(astray, read) == "not in the hand"
    assert limits.fate(astray, RackReading((), (), (400, 100), ())) == "not in the hand"


class Reads:
    """A reader that gives the same readings in turn."""

    def __init__(self, *readings: RackReading) -> None:
        self._left = list(readings)

    def read(self, image: np.ndarray) -> RackReading:
        return self._left.pop(0)


def test_empty_pictures_are_counted_by_what_is_claimed_of_them(script: Script) -> None:
    limits = script("limits")
    full, nothing = reading(), RackReading((), (), (400, 100), ())
    doubted = RackReading(full.tiles, full.groups, full.size, (*full.doubts, Doubt(1, "?")))
    sure = RackReading(full.tiles, full.groups, full.size, ())
    figures = limits.empty([np.zeros((1, 1, 3))] * 4, Reads(full, nothing, doubted, sure))
    assert figures == {
        "pictures": 4,
        "a tile in the hand": 0.75,
        "one of them without a doubt": 0.5,
        "all of them without a doubt": 0.25,
    }
    assert limits.tables({"without tiles": {"a folder": figures}}).splitlines()[2] == (
        "| a folder | 4 | 0.750 | 0.500 | 0.250 |"
    )
