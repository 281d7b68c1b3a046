"""The contract's document and back; the pipeline that fills it; painting."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.racks import put, row
from vision import draw, edits, images
from vision.contract import page_document, reading_document, reading_from_document
from vision.errors import BadDocument
from vision.geometry import Image
from vision.pipeline import Reader, Timings
from vision.reading import Detection, RackReading, TileReading

TILES = [*row("F1 DG DG DG", 0, 0), *row("C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5", 0, 2)]
IMAGE = np.full((700, 900, 3), 90, np.uint8)


def reader(tiles: Sequence[TileReading]) -> Reader:
    """A reader whose networks see just these tiles."""

    def detect(_: Image) -> list[Detection]:
        return [tile.detection for tile in tiles]

    def classify(_: Image, detections: Sequence[Detection]) -> list[TileReading]:
        assert [tile.detection for tile in tiles] == list(detections)
        return list(tiles)

    return Reader(detect, classify)


def document() -> dict[str, object]:
    reading, timings = reader(TILES).read_timed(IMAGE)
    return json.loads(json.dumps(reading_document(reading, "hand.jpg", timings)))


def test_document() -> None:
    made = document()
    assert list(made) == ["file", "width", "height", "tiles", "groups", "doubts", "elapsed_ms"]
    assert (made["file"], made["width"], made["height"]) == ("hand.jpg", 900, 700)
    assert made["groups"][1] == {"kind": "exposed", "tiles": [1, 2, 3]}
    tile = made["tiles"][1]
    assert list(tile) == ["code", "confidence", "quad", "alternatives", "group", "in_hand"]
    assert (tile["code"], tile["group"], tile["in_hand"]) == ("DG", 1, True)
    assert tile["alternatives"] == [["DG", 0.995]]
    assert set(made["elapsed_ms"]) == {"detect", "classify", "group", "total"}


def test_there_and_back() -> None:
    made = document()
    reading = reading_from_document(made)
    again = reading_document(reading, "hand.jpg", Timings(0, 0, 0, 0))
    assert again | {"elapsed_ms": made["elapsed_ms"]} == made


def strangers() -> RackReading:
    """A hand with an unfamiliar face in it, and another one in the wall."""
    guesses = (("C6", 0.4), ("C7", 0.3))
    own, wall = put("?", 5, 2, sure=0.4), put("?", 3, -3.5, sure=0.4)
    backs = row(["X"] * 8, 4, -3.5)
    tiles = [t for t in TILES if t.quad.centre != own.quad.centre]
    mine = [replace(tile, alternatives=guesses) for tile in (own, wall)]
    return reader([*tiles, *mine, *backs]).read(IMAGE)


def test_an_unfamiliar_face_bears_a_real_code_and_a_doubt() -> None:
    reading = strangers()
    strange = [i for i, tile in enumerate(reading.tiles) if tile.face == "?"]
    assert [tile.face for tile in reading.in_hand].count("?") == 1
    assert len(strange) == 2
    made = json.loads(json.dumps(reading_document(reading, "hand.jpg")))
    assert '"?"' not in json.dumps(made)
    assert [made["tiles"][i]["code"] for i in strange] == ["C6", "C6"]
    whys = {doubt["tile"]: doubt["why"] for doubt in made["doubts"]}
    assert [whys[i] for i in strange] == ["an unfamiliar face"] * 2
    back = reading_from_document(made)
    assert str(back) == str(reading)
    assert back.doubts == reading.doubts
    assert reading_document(back, "hand.jpg") == made


def test_an_unfamiliar_face_is_no_longer_so_once_named() -> None:
    made = json.loads(json.dumps(reading_document(strangers(), "hand.jpg")))
    for doubt in made["doubts"]:
        made["tiles"][doubt["tile"]]["code"] = "D9"
    assert all(tile.face != "?" for tile in reading_from_document(made).tiles)


def test_the_pages_see_unfamiliar_faces_as_such() -> None:
    made = json.loads(json.dumps(page_document(strangers(), "hand.jpg")))
    assert [tile["code"] for tile in made["tiles"]].count("?") == 2
    assert str(reading_from_document(made)) == str(strangers())


def test_a_photo_without_tiles() -> None:
    reading = reader([]).read(IMAGE)
    made = reading_document(reading, "table.jpg")
    assert (made["tiles"], made["groups"], made["doubts"]) == ([], [], [])


def test_what_is_outside_the_hand_is_marked() -> None:
    wall = row(["X"] * 9, 0, -3.5)
    made = reading_document(reader([*TILES, *wall]).read(IMAGE), "hand.jpg")
    assert [tile["in_hand"] for tile in made["tiles"]] == [True] * 15 + [False] * 9


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("tiles",), None),
        (("width",), "wide"),
        (("tiles", 0, "code"), "Z9"),
        (("tiles", 0, "quad"), [[0, 0]]),
        (("tiles", 0, "quad", 0), [0, "x"]),
        (("tiles", 0, "confidence"), True),
        (("tiles", 0, "alternatives"), [["B1"]]),
        (("tiles", 3), 7),
        (("groups", 0, "kind"), "pile"),
        (("groups", 0, "tiles"), [0, 99]),
        (("groups", 0, "tiles"), []),
        (("doubts",), [{"tile": -1, "why": ""}]),
    ],
)
def test_bad_documents_are_refused(path: tuple[str | int, ...], value: object) -> None:
    bad = copy.deepcopy(document())
    place: object = bad
    for step in path[:-1]:
        place = place[step]  # type: ignore[index]
    place[path[-1]] = value  # type: ignore[index]
    with pytest.raises(BadDocument):
        reading_from_document(bad)


@pytest.mark.parametrize(
    "image", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3)), np.zeros((0, 4, 3), np.uint8)]
)
def test_only_images_are_read(image: np.ndarray) -> None:
    with pytest.raises(ValueError, match="uint8"):
        reader([]).read(image)


def test_a_halved_photo_is_read_in_its_own_pixels() -> None:
    photo = IMAGE.view(images.Photo)
    photo.full_size = (1800, 1400)
    reading = reader(TILES).read(photo)
    assert reading.size == (1800, 1400)
    assert reading.tiles[0].quad.array == pytest.approx(TILES[0].quad.array * 2)
    painted = draw.paint(photo, reading)
    assert (painted[300:320, 280:320] != IMAGE[300:320, 280:320]).any()


def test_painting_changes_a_copy_at_every_tile() -> None:
    reading = reader([*TILES, put("B5", 13.4, 2, sure=0.5, other="B6")]).read(IMAGE)
    before = IMAGE.copy()
    painted = draw.paint(IMAGE, reading)
    assert (before == IMAGE).all()
    for tile in reading.tiles:
        x, y = (int(v) for v in tile.quad.corners[0])
        assert (painted[y - 4 : y + 5, x - 4 : x + 5] != 90).any()


def test_a_tile_added_by_hand_is_not_painted_over_its_neighbour() -> None:
    reading = reader(TILES).read(IMAGE)
    added = edits.add(reading, "F2", len(reading.groups))
    assert len(added.tiles) == len(reading.tiles) + 1
    assert (draw.paint(IMAGE, added) == draw.paint(IMAGE, reading)).all()
