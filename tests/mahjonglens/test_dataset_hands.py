"""Confirmed hands become data only with consent, in one click, and go for good."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

from fastapi.testclient import TestClient

from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.hands import SOURCE, collect
from mahjonglens.dataset.store import Store
from mahjonglens.ledger.photos import Labelled


def reading(face: str) -> dict:
    quad = [[10, 10], [40, 10], [40, 50], [10, 50]]
    tiles = [{"code": face, "quad": quad}, {"code": "C9", "quad": None}]
    return {"width": 320, "height": 200, "tiles": tiles, "groups": []}


def test_hands_are_taken_in_brought_up_to_date_and_forgotten(
    tmp_path: Path, make_picture: Callable[..., bytes]
) -> None:
    data = make_picture()
    with Store.create(tmp_path / "set") as store:
        assert len(list(collect(store, [Labelled(3, "image/jpeg", data, reading("B1"))]))) == 1
        record = next(store.find())
        assert record.photo.origin.source == SOURCE
        assert [tile.face for tile in record.photo.tiles] == ["B1"]
        assert list(collect(store, [Labelled(3, "image/jpeg", data, reading("B2"))])) == []
        assert store.get(record.id).photo.tiles[0].face == "B2"
        store.save(record.id, (), status="labelled", revision=1, who="Ann")
        list(collect(store, [Labelled(3, "image/jpeg", data, reading("B3"))]))
        assert store.get(record.id).photo.tiles == ()  # the reviewer's word stands
        broken = list(collect(store, [Labelled(4, "image/png", b"x", reading("B1"))]))
        assert isinstance(broken[0], Fault)
        assert store.count() == 0  # photo 3 is no longer given
        assert not record.stored.exists()


def test_a_given_hand_is_exported_in_one_click_and_taken_back(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    read = client.post(
        "/api/read", content=make_picture(), headers={"content-type": "image/jpeg"}
    ).json()
    photo = read["photo"]
    given = {key: read[key] for key in ("width", "height", "tiles", "groups", "doubts")}
    assert client.get("/api/labels").json() == {"labels": []}
    answer = client.post(
        f"/api/photos/{photo}/label", json={"reading": {**given, "file": "x"}, "consent": True}
    )
    assert answer.status_code == 200, answer.text
    assert client.get("/api/labels").json() == {"labels": [{"photo": photo, "tiles": 14}]}
    answer = client.get("/api/labels/export?format=coco")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as box:
        document = json.loads(box.read("annotations/instances_all.json"))
        assert "README.md" in box.namelist()
    assert len(document["annotations"]) == 14
    assert client.get("/api/labels/export?format=riddle").status_code == 422
    assert client.get("/labels").status_code == 200
    assert client.delete(f"/api/labels/{photo}").json() == {"labelled": False}
    assert client.get("/api/labels").json() == {"labels": []}
    assert client.get(f"/api/photos/{photo}").status_code == 404
    assert client.delete(f"/api/labels/{photo}").status_code == 404
