"""What a photo may show instead: proposed with its odds, taken by nobody but the player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from mahjonglens.web.desk import Readers
from mahjonglens.web.proposals import MOST

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

    from tests.mahjonglens.conftest import Served

Json = dict[str, Any]
JPEG = {"content-type": "image/jpeg"}
MISREAD = 9  # the first B7 of the pair


class Misreader:
    """Takes a 7 of bamboo of the scene for 7 of dots, without being sure."""

    def __init__(self, right: Any) -> None:
        self._right = right

    def read_timed(self, image: Any) -> Any:
        seen, timings = self._right.read_timed(image)
        named = (("D7", 0.6), ("B7", 0.38), ("B9", 0.02))
        wrong = replace(seen.tiles[MISREAD], face="D7", confidence=0.6, alternatives=named)
        tiles = (*seen.tiles[:MISREAD], wrong, *seen.tiles[MISREAD + 1 :])
        return replace(seen, tiles=tiles), timings


@pytest.fixture
def client(served: Served) -> TestClient:
    reader = Misreader(served.reader)
    return served.client(load=lambda: Readers(reader, reader))


@pytest.fixture
def read(client: TestClient, make_picture: Callable[..., bytes]) -> Json:
    document: Json = client.post("/api/read", content=make_picture(), headers=JPEG).json()
    return document


def asked(client: TestClient, reading: Json) -> list[Json]:
    answer = client.post("/api/proposals", json={"reading": reading})
    assert answer.status_code == 200, answer.text
    found: list[Json] = answer.json()["proposals"]
    return found


def test_a_reading_comes_with_the_most_probable_hand_and_is_left_as_it_is(read: Json) -> None:
    (proposal,) = read["proposals"]
    assert proposal["changes"] == [{"tile": MISREAD, "face": "B7"}]
    assert 0.9 < proposal["odds"] < 1  # 7 of dots makes no hand, and nearly every photo shows one
    assert "7 of bamboo" in proposal["why"]
    assert read["tiles"][MISREAD]["code"] == "D7"


def test_proposals_are_made_anew_after_an_edit(client: TestClient, read: Json) -> None:
    assert asked(client, read) == read["proposals"]
    read["tiles"][MISREAD] |= {"code": "B7", "confidence": 1.0}
    assert asked(client, read) == []  # the hand is complete


def test_what_the_player_said_is_not_called_in_question(client: TestClient, read: Json) -> None:
    read["tiles"][MISREAD]["confidence"] = 1.0  # it is, he says
    assert asked(client, read) == []


def test_a_hand_that_is_right_needs_no_proposal(
    served: Served, make_picture: Callable[..., bytes]
) -> None:
    client = served.client()
    document = client.post("/api/read", content=make_picture(), headers=JPEG).json()
    assert document["proposals"] == []


def test_a_face_nobody_knows_gets_a_proposal_too(client: TestClient, read: Json) -> None:
    read["tiles"][MISREAD]["code"] = "?"
    assert asked(client, read)[0]["changes"] == [{"tile": MISREAD, "face": "B7"}]


def test_for_a_table_full_of_tiles_nothing_is_tried(client: TestClient, read: Json) -> None:
    """Flowers beside the hand do not count among its tiles, but each would be tried."""
    flowers = list(range(len(read["tiles"]), MOST + 1))
    maybe = [[f"F{n}", 0.25] for n in range(1, 5)]
    read["tiles"] += [{"code": "F1", "confidence": 0.25, "alternatives": maybe} for _ in flowers]
    read["groups"].append({"kind": "bonus", "tiles": flowers})
    assert asked(client, read) == []


def test_a_reading_that_is_none_gets_one_sentence(client: TestClient, read: Json) -> None:
    read["groups"].pop()
    answer = client.post("/api/proposals", json={"reading": read})
    assert answer.status_code == 422
    assert list(answer.json()) == ["error"]
