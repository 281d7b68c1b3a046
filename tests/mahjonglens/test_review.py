"""The review: doubtful first, two people at once, undo, the contact sheet, and a real browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import uvicorn
from PIL import Image
from starlette.testclient import TestClient

from mahjonglens.dataset.photos import decode
from mahjonglens.dataset.photos import look as seen
from mahjonglens.dataset.store import Store
from mahjonglens.ledger import Ledger
from mahjonglens.web.app import create_app
from mahjonglens.web.desk import Desk, Readers
from mahjonglens.web.review import look
from mahjonglens.web.review.odd import STANDS_OUT, cut, oddness, plain_look, sheet
from mahjonglens.web.review.pages import review_app
from mahjonglens.web.settings import Settings
from vision.classify import Beliefs
from vision.data.labelled import LabelledPhoto, LabelledTile, Origin, box_quad
from vision.errors import WeightsMissing
from vision.labels import FACES

CHROMIUM = Path("/usr/bin/chromium")


def put(store: Store, name: str, tiles: tuple[LabelledTile, ...], status: str, seed: int) -> int:
    rng = np.random.default_rng(seed)
    image = np.full((300, 400, 3), 90, np.uint8)
    for tile in tiles:
        (x, y), _, (right, bottom), _ = tile.quad.corners
        shade = 220 if tile.face != "odd" else 40
        image[int(y) : int(bottom), int(x) : int(right)] = shade
        cv2.line(image, (int(x), int(y)), (int(right), int(bottom)), (0, 0, 200), 3)
    noisy = np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", noisy)[1].tobytes()
    photo = LabelledPhoto(name, (400, 300), tiles, Origin("club", "monday"), status != "unlabelled")
    added = store.add(photo, data, seen(data, name), status=status, who="test")
    assert added is not None
    return added


def tile(face: str, at: int, confidence: float | None = None) -> LabelledTile:
    quad = box_quad(20 + 60 * at, 100, 64 + 60 * at, 160)
    return LabelledTile(face, quad, confidence, ((face, confidence or 1.0), ("B9", 0.01)))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    with Store.create(tmp_path / "set", "the set") as store:
        put(store, "done.jpg", (tile("B1", 0),), "labelled", 0)
        put(store, "sure.jpg", (tile("B1", 0, 0.99), tile("B2", 1, 0.98)), "prelabelled", 1)
        put(store, "bare.jpg", (), "unlabelled", 2)
        put(store, "unsure.jpg", (tile("C1", 0, 0.9), tile("C2", 1, 0.4)), "prelabelled", 3)
    return tmp_path / "set"


@pytest.fixture
def client(root: Path) -> Iterator[TestClient]:
    settings = Settings(frozenset({"testserver"}))
    with TestClient(review_app(settings, root)) as made:
        yield made


def saved(document: dict, face: str, who: str) -> dict:
    tiles = [{**document["tiles"][0], "face": face, "confidence": None}, *document["tiles"][1:]]
    return {"revision": document["revision"], "who": who, "status": "labelled", "tiles": tiles}


def test_doubtful_photos_come_first(client: TestClient) -> None:
    listed = client.get("/api/review/photos").json()
    assert [photo["name"] for photo in listed["photos"]] == ["unsure", "sure", "bare", "done"]
    assert listed["counts"] == {"labelled": 1, "prelabelled": 2, "unlabelled": 1}


def test_two_reviewers_are_given_different_photos(client: TestClient) -> None:
    ann = client.get("/api/review/next?who=Ann").json()["id"]
    bob = client.get("/api/review/next?who=Bob").json()["id"]
    assert ann != bob
    assert client.get("/api/review/next?who=Ann").json()["id"] == ann
    assert client.get(f"/api/review/next?who=Ann&skip={ann}").json()["id"] not in (ann, bob)


def test_the_second_save_is_refused_and_shown_the_first(client: TestClient, root: Path) -> None:
    photo = client.get("/api/review/photos/4").json()
    first = client.put("/api/review/photos/4", json=saved(photo, "D1", "Ann"))
    second = client.put("/api/review/photos/4", json=saved(photo, "D2", "Bob"))
    assert (first.status_code, second.status_code) == (200, 409)
    current = second.json()["current"]
    assert current["tiles"][0]["face"] == "D1"
    over = {**saved(photo, "D2", "Bob"), "revision": current["revision"]}
    assert client.put("/api/review/photos/4", json=over).json()["tiles"][0]["face"] == "D2"
    undone = client.post("/api/review/photos/4/undo", json={"revision": 2, "who": "Bob"}).json()
    assert (undone["tiles"][0]["face"], undone["revision"]) == ("D1", 3)
    with Store.open(root) as store:
        said = [row["who"] for row in store.db.execute("SELECT who FROM history WHERE photo = 4")]
    assert said == ["test", "Ann", "Bob", "Bob undo 1"]


def test_a_full_disk_is_told_and_leaves_the_labels_as_they_were(
    client: TestClient, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    was = client.get("/api/review/photos/1").json()
    one = {"face": "B1", "quad": [[1, 1], [9, 1], [9, 12], [1, 12]], "confidence": None}
    given = {"revision": was["revision"], "who": "Ann", "tiles": [one] * 900}
    opened = Store.open

    def small(root: Path) -> Store:
        store = opened(root)
        pages = store.db.execute("PRAGMA page_count").fetchone()[0]
        store.db.execute(f"PRAGMA max_page_count = {pages}")
        return store

    with monkeypatch.context() as patch:
        patch.setattr(Store, "open", small)
        answer = client.put("/api/review/photos/1", json=given)
    assert answer.status_code == 507
    assert "not saved: database or disk is full" in answer.json()["error"]
    assert client.get("/api/review/photos/1").json() == was


def test_saving_from_many_threads_loses_nothing(client: TestClient) -> None:
    photo = client.get("/api/review/photos/4").json()
    answers: list[int] = []

    def work(face: str) -> None:
        answers.append(
            client.put("/api/review/photos/4", json=saved(photo, face, face)).status_code
        )

    workers = [threading.Thread(target=work, args=(f"D{n}",)) for n in range(1, 7)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(answers) == [200, 409, 409, 409, 409, 409]


@pytest.mark.parametrize(
    ("path", "status"),
    [("/api/review/photos/99", 404), ("/api/review/photos/0", 422),
     ("/api/review/photos/4/tiles/7", 422), ("/api/review/photos/4/undo", 405)],
)  # fmt: skip
def test_what_is_not_there_is_said_in_one_sentence(
    client: TestClient, path: str, status: int
) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.json()["error"]


@pytest.mark.parametrize(
    "spoil",
    [{"face": ""}, {"quad": [[0, 0]] * 3}, {"quad": [[1e9, 0]] * 4}, {"confidence": 2}],
)
def test_labels_that_are_none_are_refused(client: TestClient, spoil: dict) -> None:
    photo = client.get("/api/review/photos/4").json()
    body = saved(photo, "D1", "Ann")
    body["tiles"][0] = {**body["tiles"][0], **spoil}
    assert client.put("/api/review/photos/4", json=body).status_code == 422
    assert client.get("/api/review/photos/4").json() == photo


def test_pictures_and_crops_are_served(client: TestClient) -> None:
    photo = client.get("/api/review/photos/4/image")
    assert photo.headers["content-type"] == "image/jpeg"
    crop = client.get("/api/review/photos/4/tiles/1").content
    assert cv2.imdecode(np.frombuffer(crop, np.uint8), cv2.IMREAD_COLOR).shape == (72, 72, 3)
    alone = client.get("/review/4")
    assert alone.status_code == 200
    assert 'href="/game"' not in alone.text  # the review alone has no such page
    assert client.get("/review", headers={"host": "evil.example"}).status_code == 421


def test_the_wrong_one_of_a_class_stands_out(root: Path) -> None:
    with Store.open(root) as store:
        for n in range(8):
            put(store, f"x{n}.jpg", tuple(tile("D1", at) for at in range(5)), "labelled", 10 + n)
        wrong = put(store, "wrong.jpg", (tile("D1", 0), tile("odd", 2)), "labelled", 30)
        record = store.get(wrong)
        mended = (record.photo.tiles[0], LabelledTile("D1", record.photo.tiles[1].quad))
        store.save(wrong, mended, status="labelled", revision=0, who="test")
        cells = sheet(store, "D1", plain_look)
    assert len(cells) == 42
    assert (cells[0].photo, cells[0].tile) == (wrong, 1)
    assert cells[0].stands_out
    assert sum(cell.stands_out for cell in cells) < 5


def test_few_tiles_are_never_odd() -> None:
    assert oddness(np.zeros((3, 5), np.float32)).tolist() == [0, 0, 0]


def test_the_sheet_of_a_face_that_is_not_there_is_empty(client: TestClient) -> None:
    assert client.get("/api/review/sheet/A4").json() == {"face": "A4", "cells": []}


@pytest.fixture
def address(root: Path) -> Iterator[str]:
    port = 18771
    app = review_app(Settings(frozenset({f"127.0.0.1:{port}"})), root)
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


def playwright() -> Any:
    """Playwright's module; without it or without Chromium the test is skipped."""
    sync_api = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM.exists():
        pytest.skip("no Chromium")
    return sync_api


@contextmanager
def a_page(sync_api: Any, width: int, height: int) -> Iterator[Any]:
    """A browser's page of that size; its scripts must run without an error."""
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": width, "height": height})
        problems: list[str] = []
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        yield page
        browser.close()
    assert problems == []


@pytest.mark.filterwarnings("ignore")  # the browser's and the server's own
def test_labels_are_mended_with_the_keyboard_and_the_pointer(address: str, root: Path) -> None:
    sync_api = playwright()
    with a_page(sync_api, 900, 900) as page:
        page.goto(f"{address}/review")
        page.wait_for_selector("#quads g.chosen")
        assert "Tile 2 of 2: C2, 40 %" in (page.text_content("#current") or "")
        page.keyboard.type("d7")
        assert "Tile 1 of 2: C1" in (page.text_content("#current") or "")
        corner = page.locator("#quads circle").nth(2).bounding_box()
        assert corner is not None
        page.mouse.move(corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2)
        page.mouse.down()
        page.mouse.move(corner["x"] + 40, corner["y"] + 40, steps=4)
        page.mouse.up()
        page.keyboard.press("Enter")
        page.wait_for_selector("#name:text-is('sure.jpg')")
        page.keyboard.press("n")
        page.keyboard.type("we")
        page.keyboard.press("Enter")
        page.wait_for_selector("#name:text-is('bare.jpg')")
        page.goto(f"{address}/review/sheet/B1")
        page.wait_for_selector("#cells img")
        cell = page.locator("#cells a").last
        tile = (cell.get_attribute("href") or "").partition("?tile=")[2]
        cell.click()
        page.wait_for_selector(f"#quads g.chosen[data-tile='{tile}']")
    with Store.open(root) as store:
        mended, more = store.get(4), store.get(2)
    assert [one.face for one in mended.photo.tiles] == ["C1", "D7"]
    assert mended.status == "labelled"
    assert all(one.confidence is None for one in mended.photo.tiles)
    moved = np.array(mended.photo.tiles[0].quad.corners) - box_quad(20, 100, 64, 160).corners
    assert np.abs(moved[[0, 1, 3]]).max() < 1e-6
    assert moved[2].min() > 5
    assert [one.face for one in more.photo.tiles] == ["B1", "B2", "WE"]


def test_the_app_for_the_table_reviews_a_dataset_too(root: Path, tmp_path: Path) -> None:
    settings = Settings(frozenset({"testserver"}), dataset=root)
    with (
        Ledger(tmp_path / "games.sqlite") as ledger,
        TestClient(create_app(settings, ledger, Desk(_no_readers))) as made,
    ):
        assert made.get("/review").status_code == 200
        assert all(f'href="{path}"' in made.get("/").text for path in ("/review", "/labels"))
        assert made.get("/api/review/photos/4").json()["name"] == "unsure"
        assert made.get("/api/review/photos/99").status_code == 404


def _no_readers() -> Readers:
    raise WeightsMissing("no models here")


class Reads:
    """A classifier that reads bright crops as B1 and dark ones as C1; all look much the same."""

    def believe(self, crops: np.ndarray) -> Beliefs:
        logits = np.zeros((len(crops), len(FACES)), np.float32)
        bright = crops.mean(axis=(1, 2, 3)) > 128
        logits[np.arange(len(crops)), np.where(bright, FACES.index("B1"), FACES.index("C1"))] = 9
        looks = np.random.default_rng(0).normal(0, 1, (len(crops), 8)).astype(np.float32)
        return Beliefs(logits, np.zeros((len(crops), 4), np.float32), looks)


def test_what_the_classifier_reads_otherwise_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "load_classifier", Reads)
    crops = np.full((40, 72, 72, 3), 200, np.uint8)
    crops[17] = 20
    odd = look.best_look()(crops, "B1")
    assert odd.argmax() == 17
    assert odd[17] >= STANDS_OUT
    assert look.best_look()(crops, "joker").shape == (40,)


def test_without_models_a_sheet_is_drawn_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise WeightsMissing("no models")

    monkeypatch.setattr(look, "load_classifier", missing)
    assert look.best_look() is plain_look


def snap(shade: int = 200) -> bytes:
    image = np.zeros((120, 160, 3), np.uint8)
    image[::8] = shade
    return cv2.imencode(".jpg", image)[1].tobytes()


def test_a_phone_is_told_what_is_missing_and_its_photos_are_taken(
    client: TestClient, root: Path
) -> None:
    asked = client.get("/api/review/wishes").json()
    first = asked["wishes"][0]
    assert set(first["faces"]) <= set(FACES)
    about = {"wish": first["layout"], "tileset": "jade", "who": "Ann"}
    jpeg = {"content-type": "image/jpeg"}
    taken = client.post("/api/review/shots", params=about, content=snap(), headers=jpeg)
    assert (taken.status_code, taken.json()["width"]) == (200, 160)
    with Store.open(root) as store:
        record = next(store.find("source = 'camera'"))
        assert store.count() == asked["photos"] + 1
    assert (record.status, record.photo.origin.tileset) == ("unlabelled", "jade")
    assert record.photo.origin.author == "Ann"
    after = client.get("/api/review/wishes").json()["wishes"]
    assert after[-1]["layout"] == first["layout"]  # asked for last now
    for spoilt, why in ((b"no picture", "not a picture"), (snap(3), "too dark"), (b"", "not a")):
        answer = client.post("/api/review/shots", content=spoilt, headers=jpeg)
        assert answer.status_code == 422
        assert why in answer.json()["error"]
    large = client.post("/api/review/shots", content=b"0" * (3 << 20), headers=jpeg)
    assert large.status_code == 422  # a photo may be larger than other requests
    with Store.open(root) as store:
        assert store.count() == asked["photos"] + 1


@pytest.mark.filterwarnings("ignore")  # the browser's and the server's own
def test_a_photo_is_taken_on_the_page(address: str, root: Path, tmp_path: Path) -> None:
    sync_api = playwright()
    (tmp_path / "good.jpg").write_bytes(snap())
    (tmp_path / "dark.jpg").write_bytes(snap(3))
    with Store.open(root) as store:
        before = store.count()
    with a_page(sync_api, 390, 800) as page:
        page.goto(f"{address}/review/capture")
        sync_api.expect(page.locator("#how")).not_to_be_empty(timeout=30_000)
        asked = page.text_content("#how")
        page.set_input_files("#shot", str(tmp_path / "dark.jpg"))
        sync_api.expect(page.locator("#problem")).to_contain_text("too dark", timeout=30_000)
        assert page.text_content("#how") == asked
        page.set_input_files("#shot", str(tmp_path / "good.jpg"))
        sync_api.expect(page.locator("#taken")).to_contain_text(f"{before + 1} ", timeout=30_000)
        assert page.text_content("#how") != asked
    with Store.open(root) as store:
        assert store.count() == before + 1


@pytest.mark.parametrize("orientation", [1, 6])
def test_large_photos_are_cut_from_a_smaller_picture(tmp_path: Path, orientation: int) -> None:
    image = np.full((1600, 2400, 3), 60, np.uint8)
    image[400:1000, 300:900] = 220
    stored = np.rot90(image, 1).copy() if orientation == 6 else image
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.fromarray(stored).save(tmp_path / "a.jpg", exif=exif)
    data = (tmp_path / "a.jpg").read_bytes()
    tiles = (LabelledTile("B1", box_quad(300, 400, 900, 1000)),)
    with Store.create(tmp_path / "set") as store:
        found = seen(data, "a.jpg")
        photo = LabelledPhoto("a.jpg", found.frame.size, tiles, Origin("club"))
        store.add(photo, data, found, status="labelled", who="test")
        crop = cut(next(store.find()), [0])[0]
    assert found.frame.size == (2400, 1600)
    assert decode(data, "a.jpg", shrink=8).shape == (200, 300, 3)
    assert np.median(crop) > 200
    assert crop[2:-2, 2:-2].min() > 180
