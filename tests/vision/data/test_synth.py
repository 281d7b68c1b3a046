"""Rendered photographs: exact truth, the same from the same seed."""

from __future__ import annotations

import math
from collections import Counter

import cv2
import numpy as np
import pytest

from vision.data.synth.camera import Camera, View, place_camera
from vision.data.synth.export import Job, document, inside, write, yolo_lines
from vision.data.synth.footprint import drop_overlapping
from vision.data.synth.layouts import Layout, Pose, Put
from vision.data.synth.photo import UNKNOWN, SynthPhoto
from vision.data.synth.render import render, seen_kinds, subject_of
from vision.data.synth.solid import Box, Coat
from vision.labels import FACES
from vision.reading import GroupKind

COAT = Coat(((1.0, (200.0, 200.0, 200.0)),))
LAYOUTS = ("hand", "tidy", "desk", "grid", "scatter", "single", "stage")


@pytest.fixture(scope="module")
def photos() -> list[SynthPhoto]:
    return [render(seed, 320, layout=name) for name in LAYOUTS for seed in (3, 4)]


def test_the_same_seed_gives_the_same_photograph() -> None:
    one, two, other = render(11, 256), render(11, 256), render(12, 256)
    assert np.array_equal(one.image, two.image)
    assert one.tiles == two.tiles
    assert one.image.shape != other.image.shape or not np.array_equal(one.image, other.image)


def test_images_have_the_size_asked_for(photos: list[SynthPhoto]) -> None:
    for photo in photos:
        assert photo.image.dtype == np.uint8
        assert max(photo.image.shape[:2]) == 320


def test_quads_are_convex_and_run_clockwise_from_the_top_left(photos: list[SynthPhoto]) -> None:
    for photo in photos:
        assert photo.tiles or photo.layout == "empty"
        for tile in photo.tiles:
            quad = tile.quad.array
            assert cv2.isContourConvex(quad)
            # y points down, so TL TR BR BL has a positive shoelace area
            assert cv2.contourArea(quad, oriented=True) > 0


def test_quads_show_on_the_picture_as_far_as_they_say(photos: list[SynthPhoto]) -> None:
    for photo in photos:
        height, width = photo.image.shape[:2]
        for tile in photo.tiles:
            corners = inside(tile, (width, height))
            assert corners.min() >= 0
            assert (corners <= (width, height)).all()
            assert 0 < tile.visible <= 1


def test_faces_are_classes_and_no_more_than_a_set_holds() -> None:
    for seed in range(6):
        photo = render(seed, 200, layout="hand")
        faces = Counter(tile.face for tile in photo.tiles if tile.in_hand)
        for face, count in faces.items():
            assert face in FACES or face == UNKNOWN
            if face in FACES and face != "X":
                assert count <= (1 if face[0] in "FSA" else 4)


def test_groups_name_every_tile_once(photos: list[SynthPhoto]) -> None:
    for photo in photos:
        named = [index for group in photo.groups for index in group.tiles]
        assert sorted(named) == list(range(len(photo.tiles)))
        for number, group in enumerate(photo.groups):
            assert {photo.tiles[i].group for i in group.tiles} == {number}
            assert {photo.tiles[i].kind for i in group.tiles} == {group.kind}
            outside = group.kind is GroupKind.OTHER
            assert {photo.tiles[i].in_hand for i in group.tiles} == {not outside}


def test_a_hand_has_its_groups() -> None:
    kinds = {g.kind for seed in range(14) for g in render(seed, 128, layout="hand").groups}
    assert {
        GroupKind.CONCEALED, GroupKind.EXPOSED, GroupKind.BONUS, GroupKind.WINNING_TILE,
    } <= kinds  # fmt: skip


def test_tidy_hands_show_every_group() -> None:
    for seed in range(5):
        photo = render(seed, 256, layout="tidy")
        kinds = [group.kind for group in photo.groups if group.kind is not GroupKind.OTHER]
        assert kinds.count(GroupKind.CONCEALED) == 1
        assert all(kinds.count(kind) <= 1 for kind in (GroupKind.BONUS, GroupKind.WINNING_TILE))


def test_standing_rows_are_looked_at_from_the_front() -> None:
    seen = [len(render(seed, 160, layout="stage").tiles) for seed in range(8)]
    assert min(seen) > 0


def test_an_empty_table_has_no_hand() -> None:
    assert not any(tile.in_hand for tile in render(2, 128, layout="empty").tiles)


def test_an_unknown_layout_is_named() -> None:
    with pytest.raises(ValueError, match="pyramid"):
        render(0, 64, layout="pyramid")


def test_written_labels_can_be_read_back(tmp_path) -> None:  # type: ignore[no-untyped-def]
    image = write(Job(tmp_path, 7, size=256, layout="desk"))
    assert cv2.imread(str(image)) is not None
    photo = render(7, 256, layout="desk")
    lines = (tmp_path / "labels" / f"{image.stem}.txt").read_text().splitlines()
    assert lines == yolo_lines(photo)
    for line in lines:
        number, *shares = line.split()
        assert number == "0"
        assert len(shares) == 8
        assert all(0 <= float(v) <= 1 for v in shares)
    assert len(document(photo)["tiles"]) == len(photo.tiles)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pitch", "kind"),
    [
        (90, GroupKind.EXPOSED),  # nobody sees the tile under the fourth
        (55, GroupKind.KONG),
    ],
)
def test_a_kong_is_one_where_its_fourth_tile_can_be_seen(pitch: float, kind: GroupKind) -> None:
    layout = Layout("hand", (1.0, 1.35, 0.7))
    group = layout.group(GroupKind.KONG)
    for place, height in ((0, 0.0), (1, 0.0), (2, 0.0), (1, 0.7)):
        layout.puts.append(Put("C1", float(place - 1), 0.0, Pose.LIE, group, height))
    view = View(math.radians(pitch), 0.0, 0.0, math.radians(40), 0.1)
    boxes = [
        Box(np.array([put.x, put.y, put.z + 0.35]), put.axes(), layout.tile, 0.1, COAT)
        for put in layout.puts
    ]
    camera = place_camera(view, subject_of(boxes), (640, 640), np.random.default_rng(1))
    assert seen_kinds(layout, boxes, camera, [1.0] * 4) == [kind]


@pytest.mark.parametrize(
    ("seen", "kind"),
    [((1, 1, 1, 1), "kong"), ((1, 1, 1, 0.2), "exposed"), ((1, 0.2, 1, 1), "kong")],
)
def test_a_kong_with_a_hidden_end_is_a_pung_to_all(seen: tuple[float, ...], kind: str) -> None:
    layout = Layout("hand", (1.0, 1.35, 0.7))
    group = layout.group(GroupKind.KONG)
    layout.puts += [Put("C1", float(place), 0.0, Pose.LIE, group) for place in range(4)]
    camera = Camera(np.zeros(3), np.eye(3), 1.0, (0.0, 0.0))
    assert [str(k) for k in seen_kinds(layout, [], camera, seen)] == [kind]


def test_no_discard_lies_as_near_as_the_winning_tile() -> None:
    layout = Layout("hand", (1.0, 1.35, 0.7))
    held, won = layout.group(GroupKind.CONCEALED), layout.group(GroupKind.WINNING_TILE)
    other = layout.group(GroupKind.OTHER, in_hand=False)
    layout.puts = [Put("C1", 0, 0, Pose.LIE, held), Put("C1", 0, 3, Pose.LIE, won)]
    layout.puts += [Put("D5", 3.2, 0, Pose.LIE, other), Put("D6", 0, -5, Pose.LIE, other)]
    drop_overlapping(layout, 2)
    assert [put.face for put in layout.puts] == ["C1", "C1", "D6"]
