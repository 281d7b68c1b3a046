"""The HTTP API: photos, scores, rules, games, practice."""

from __future__ import annotations

import csv
import io
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from mahjonglens.ledger import Ledger
from mahjonglens.web import practice
from mahjonglens.web.desk import Readers
from mahjonglens.web.examples import example
from scoring import RULESETS, ScoringError, score
from scoring.records import score_record
from vision.errors import WeightsMissing
from vision.reading import Doubt

if TYPE_CHECKING:
    from tests.mahjonglens.conftest import SceneReader, Served

Json = dict[str, Any]
GAME: Json = {"players": ["Ann", "Ben", "Cy", "Di"], "rules": "goulash"}
WIN = "B111 B999 B333 B7 [B555] +B7"
JPEG = {"content-type": "image/jpeg"}
CASES = Path(__file__).parents[3] / "shared" / "cases"


def read(client: TestClient, content: bytes) -> Json:
    answer = client.post("/api/read", content=content, headers=JPEG)
    assert answer.status_code == 200, answer.text
    document: Json = answer.json()
    return document


# --- photos ------------------------------------------------------------------------------------


def test_a_photo_becomes_the_contracts_document(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    document = read(client, make_picture(size=(640, 400)))
    assert (document["width"], document["height"]) == (640, 400)
    assert [tile["code"] for tile in document["tiles"]][-2:] == ["B5", "B7"]
    assert {group["kind"] for group in document["groups"]} == {
        "concealed",
        "exposed",
        "winning_tile",
    }
    assert document["doubts"] == [{"tile": 9, "why": "7 or 9 of bamboo"}]
    assert document["hint"] is None
    assert client.get(f"/api/photos/{document['photo']}").status_code == 200


def test_a_stored_photo_comes_small_when_asked_for(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    number = read(client, make_picture(size=(640, 400)))["photo"]
    for asked, got in ((160, (160, 100)), (2048, (640, 400))):
        shown = client.get(f"/api/photos/{number}?width={asked}")
        assert shown.headers["content-type"] == "image/jpeg"
        with Image.open(io.BytesIO(shown.content)) as picture:
            assert picture.size == got
    for wrong in ("0", "31", "4096", "wide"):
        assert client.get(f"/api/photos/{number}?width={wrong}").status_code == 422
    assert client.get(f"/api/photos/{number + 1}?width=160").status_code == 404


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP", "TIFF"])
def test_a_form_with_any_kind_of_picture_will_do(
    client: TestClient, make_picture: Callable[..., bytes], kind: str
) -> None:
    answer = client.post("/api/read", files={"photo": ("my hand.x", make_picture(kind))})
    assert answer.status_code == 200, answer.text
    assert answer.json()["file"] == "my hand.x"
    shown = client.get(f"/api/photos/{answer.json()['photo']}")
    assert shown.headers["content-type"].startswith("image/")


def test_an_empty_table_says_what_to_do(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    document = read(client, make_picture(plain=True))
    assert document["tiles"] == []
    assert "come closer" in document["hint"]


def test_a_blurred_photo_says_what_to_do(
    served: Served, make_picture: Callable[..., bytes]
) -> None:
    class Unsure:
        def read_timed(self, image: Any) -> Any:
            seen, timings = served.reader.read_timed(image)
            doubts = tuple(Doubt(tile, "hard to tell") for tile in range(8))
            return replace(seen, doubts=doubts), timings

    client = served.client(load=lambda: Readers(Unsure(), Unsure()))
    document = read(client, make_picture())
    assert len(document["tiles"]) == 14
    assert "hold still" in document["hint"]


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"hello", "image/jpeg", 422),
        (b"hello", "text/plain", 415),
        (b"--x--\r\n", "multipart/form-data; boundary=x", 422),
        (b"--x", "multipart/form-data", 400),
    ],
)
def test_what_is_no_photo_gets_one_sentence(
    client: TestClient, content: bytes, kind: str, status: int
) -> None:
    answer = client.post("/api/read", content=content, headers={"content-type": kind})
    assert answer.status_code == status
    assert list(answer.json()) == ["error"]
    assert "\n" not in answer.json()["error"]


def test_without_models_the_server_says_so_and_goes_on(
    served: Served, make_picture: Callable[..., bytes]
) -> None:
    def missing() -> Readers:
        raise WeightsMissing("the models are missing: install them")

    client = served.client(load=missing)
    answer = client.post("/api/read", content=make_picture(), headers=JPEG)
    assert answer.status_code == 503
    assert answer.json() == {"error": "the models are missing: install them"}
    assert client.get("/api/status").json()["reader"] == "missing"
    assert client.get("/api/rules").status_code == 200


def test_photos_wait_in_a_bounded_queue(served: Served, make_picture: Callable[..., bytes]) -> None:
    """The queue holds four; while the reader is stuck, the fifth is told to come again."""
    let_go = threading.Event()

    class Slow:
        def read_timed(self, image: Any) -> Any:
            let_go.wait(20)
            return served.reader.read_timed(image)

    client = served.client(load=lambda: Readers(Slow(), Slow()))

    def send(_: int) -> int:
        return client.post("/api/read", content=make_picture(), headers=JPEG).status_code

    with ThreadPoolExecutor(9) as pool:
        waiting = [pool.submit(send, number) for number in range(9)]
        while sum(each.done() for each in waiting) < 5:
            assert client.get("/api/status").status_code == 200  # the server itself never waits
        refused = [each.result() for each in waiting if each.done()]
        let_go.set()
        answers = sorted(each.result() for each in waiting)
    assert refused == [503] * 5
    assert answers == [200] * 4 + [503] * 5


# --- from reading to score ---------------------------------------------------------------------


def test_a_mended_reading_becomes_a_hand_and_a_score(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    reading = read(client, make_picture())
    made = client.post("/api/hand", json={"reading": reading, "rules": "goulash"}).json()
    assert made["hand"]["winning_tile"] == "B7"
    assert made["hand"]["declared"] == [{"type": "pung", "tiles": ["B5"] * 3, "state": "exposed"}]
    assert made["problems"] == []
    asked = {"rules": "goulash", "reading": reading, "context": {"seat_wind": "S"}}
    assert client.post("/api/score", json=asked).json()["total"] == 42 * 32
    reading["tiles"][9]["code"] = "B8"  # now no pair: the player is told
    answer = client.post("/api/score", json=asked)
    assert answer.status_code == 422
    assert "error" in answer.json()
    reading["tiles"][9]["code"] = "?"
    assert "do not know" in client.post("/api/score", json=asked).json()["error"]


def test_a_group_without_tiles_is_none(client: TestClient) -> None:
    reading: Json = {"width": 9, "height": 9, "tiles": [{"code": "B1"}], "doubts": []}
    for kind in ("winning_tile", "exposed", "bonus"):
        groups = [{"kind": "concealed", "tiles": [0]}, {"kind": kind, "tiles": []}]
        answer = client.post("/api/hand", json={"reading": {**reading, "groups": groups}})
        assert answer.status_code == 422
        assert list(answer.json()) == ["error"]


def test_a_tile_added_by_hand_needs_no_place(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    reading = read(client, make_picture())
    reading["tiles"].append({"code": "F1"})
    reading["groups"].append({"kind": "bonus", "tiles": [14]})
    answer = client.post("/api/hand", json={"reading": reading})
    assert answer.json()["flowers"] == ["F1"]


def test_the_sheet_explains_itself(client: TestClient) -> None:
    answer = client.post(
        "/api/score", json={"rules": "goulash", "notation": WIN, "context": {"seat_wind": "S"}}
    ).json()
    lines = answer["base_lines"] + answer["double_lines"]
    assert [line["line"] for line in answer["explain"]] == [line["line"] for line in lines]
    for said in answer["explain"]:
        assert said["name"]
        assert said["why"]
        assert said["tiles"]
    assert answer["explain"][len(answer["base_lines"]) - 1]["running"] == "42 points"
    assert answer["explain"][-1]["running"] == "5 doubles"
    assert answer["net"] == {"E": -2688, "S": 5376, "W": -1344, "N": -1344}


@pytest.mark.skipif(not CASES.exists(), reason="the worked cases are not beside this checkout")
@pytest.mark.parametrize("rules", list(RULESETS))
def test_the_api_answers_as_the_contract_does(client: TestClient, rules: str) -> None:
    for case in json.loads((CASES / f"{rules}.json").read_text("utf-8")):
        names = ("id", "kind", "input", "east", "winner", "options", "hands", "flowers", "context")
        asked = {name: case[name] for name in names if case.get(name) is not None}
        if case["kind"] == "hand":
            asked["hand"] = case["hand"]
        try:
            expected = score_record({**case, "expected": None}, rules)
        except ScoringError as error:
            expected = {"error": str(error)}
        answer = client.post("/api/score", json={**asked, "rules": rules}).json()
        assert {name: answer.get(name) for name in expected} == expected, case["id"]


def test_a_hand_comes_in_one_form_only(client: TestClient) -> None:
    for more in ({}, {"notation": WIN, "hand": {"concealed_tiles": ["B1"]}}):
        answer = client.post("/api/score", json={"rules": "goulash", **more})
        assert answer.status_code == 422


# --- rules -------------------------------------------------------------------------------------


def test_every_rule_set_is_shown_with_an_example_for_each_line(client: TestClient) -> None:
    shown = client.get("/api/rules").json()["rules"]
    assert [each["name"] for each in shown] == list(RULESETS)
    for each, rules in zip(shown, RULESETS.values(), strict=True):
        assert [row["line"] for row in each["rows"]] == [row.id for row in rules.rows]
        assert all(option["evidence"] for option in each["options"])
        assert {question["id"] for question in each["circumstances"]} >= {"seat_wind", "self_drawn"}
        assert all(row["example"]["tiles"] for row in each["rows"])


@pytest.mark.parametrize("name", list(RULESETS))
def test_examples_earn_their_lines(client: TestClient, name: str) -> None:
    """Scored anew through the API, as anybody may: the line is on the sheet, for these tiles."""
    rules = RULESETS[name]
    for row, shown in zip(rules.rows, client.get(f"/api/rules/{name}").json()["rows"], strict=True):
        given = example(name, row)
        assert given is not None, row.id
        sheet = score(given.hand, given.context, rules, given.options)
        asked = {key: shown["example"][key] for key in ("hand", "flowers", "context", "options")}
        told = client.post("/api/score", json={"rules": name, **asked}).json()["explain"]
        if not any(line.row is row for line in sheet.lines):  # worth nothing: on no sheet
            assert (row.id, shown["example"]["tiles"]) == ("chi", ["C3", "C4", "C5"])
            continue
        assert shown["example"]["tiles"] in [line["tiles"] for line in told], row.id


def test_what_is_asked_can_be_answered(client: TestClient) -> None:
    """Every circumstance is one that the rules score or refuse, none is unknown to them."""
    for each in client.get("/api/rules").json()["rules"]:
        conditions = {str(row.condition) for row in RULESETS[each["name"]].rows}
        assert conditions
        for question in each["circumstances"]:
            assert question["kind"] in ("wind", "flag")
            assert set(question["needs"]) <= {"self_drawn", "seat_wind", "kong", "replaced"}


def test_unknown_rules_are_refused(client: TestClient) -> None:
    assert client.get("/api/rules/bridge").status_code == 422
    assert client.get("/api/practice/bridge/deal").status_code == 422


# --- games -------------------------------------------------------------------------------------


def entry(key: str, winner: int, discarder: int | None = None, **rack: Any) -> Json:
    hand = rack or {"notation": WIN}
    return {"key": key, "winner": winner, "discarder": discarder, "hands": {str(winner): hand}}


def test_a_game_from_photos_to_payments(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    game = client.post("/api/games", json=GAME).json()
    assert game["seats"] == {"E": 0, "S": 1, "W": 2, "N": 3}
    reading = read(client, make_picture())
    photo = reading["photo"]
    reading["tiles"][0]["code"] = "B1"
    reading["tiles"][13]["code"] = "B7"
    sent = entry("one", 1, 0, reading=reading, photo=photo)
    preview = client.post(f"/api/games/{game['id']}/hands?preview=true", json=sent)
    assert preview.status_code == 200
    assert client.get(f"/api/games/{game['id']}").json() == game
    saved = client.post(f"/api/games/{game['id']}/hands", json=sent)
    assert saved.status_code == 201
    again = client.post(f"/api/games/{game['id']}/hands", json=sent)
    assert again.json() == saved.json()
    kept = saved.json()["game"]
    assert kept["totals"] == [-2688, 5376, -1344, -1344]
    rack = kept["entries"][0]["hands"]["1"]
    assert rack["photo"] == photo
    assert rack["corrections"] == []
    assert rack["explain"]
    assert kept["east"] == 1


def test_corrections_are_kept_with_the_hand(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    number = client.post("/api/games", json=GAME).json()["id"]
    reading = read(client, make_picture())
    for index in (10, 11, 12):
        reading["tiles"][index]["code"] = "B2"
    sent = entry("one", 2, reading=reading, photo=reading["photo"], consent=True)
    kept = client.post(f"/api/games/{number}/hands", json=sent).json()["entry"]["hands"]["2"]
    assert kept["corrections"] == [{"tile": i, "was": "B5", "now": "B2"} for i in (10, 11, 12)]


def test_losers_racks_and_scores(client: TestClient) -> None:
    number = client.post("/api/games", json={**GAME, "rules": "european"}).json()["id"]
    sent = entry("one", 1, 3)
    sent["hands"]["0"] = {"score": 100}
    sent["hands"]["2"] = {"notation": "B246 C246 D246 [DRRR] W"}
    answer = client.post(f"/api/games/{number}/hands", json=sent)
    assert answer.status_code == 422
    sent["hands"]["2"] = {"notation": "B246 C246 D246 [DRRR] WE"}
    made = client.post(f"/api/games/{number}/hands", json=sent).json()["entry"]
    assert made["scores"] == [100, 500, 8, None]
    assert sum(made["deltas"]) == 0


def test_draws_events_payments_undo_redo(client: TestClient) -> None:
    number = client.post("/api/games", json={**GAME, "rules": "singapore"}).json()["id"]
    path = f"/api/games/{number}"
    assert client.post(f"{path}/draws", json={"key": "1"}).json()["game"]["east"] == 1
    kong = client.post(f"{path}/events", json={"key": "2", "type": "kong", "player": 0})
    assert kong.json()["entry"]["deltas"] == [1200, -600, -300, -300]
    pay = {"key": "3", "payments": [{"payer": 1, "receiver": 2, "amount": 20}], "why": "late"}
    assert client.post(f"{path}/payments", json=pay).json()["game"]["totals"][2] == -280
    assert client.post(f"{path}/undo").json()["undone"]["kind"] == "manual"
    assert client.post(f"{path}/redo").json()["entry"]["kind"] == "manual"
    assert client.post(f"{path}/redo").status_code == 409
    rows = list(csv.reader(io.StringIO(client.get(f"{path}/export.csv").text.lstrip("\ufeff"))))
    assert len(rows) == 4
    exported = client.get(f"{path}/export.json")
    assert exported.json() == client.get(path).json()
    assert "attachment" in exported.headers["content-disposition"]
    assert client.delete(path).status_code == 204
    assert client.get(path).status_code == 404


def test_a_hand_that_is_being_put_together_is_no_failure(client: TestClient) -> None:
    """Pages ask for the score after every touch; only what cannot be helped is an error status."""
    number = client.post("/api/games", json=GAME).json()["id"]
    path = f"/api/games/{number}/hands"
    for notation, causes in (
        ("B1", ["tile_count"]),
        (WIN.replace("+B7", ""), ["tile_count"]),
        ("B11111 B999 B333 B7 +B7", ["copies", "tile_count"]),
        ("B11133355577 C99 [D888] +C9", ["tile_count"]),
        ("B123 B999 B333 B7 [B555] +B7", ["not_a_win"]),
    ):
        sent = entry("one", 1, notation=notation)
        shown = client.post(f"{path}?preview=true", json=sent)
        assert shown.status_code == 200
        assert list(shown.json()) == ["error", "problems"]
        assert client.post(path, json=sent).status_code == 422
        asked = {"rules": "goulash", "notation": notation, "context": {"is_winner": True}}
        told = client.post("/api/score?draft=true", json=asked).json()
        assert list(told) == ["error", "problems"]
        assert [each["what"] for each in told["problems"]] == causes
        assert client.post("/api/score", json=asked).status_code == 422
    alone = {"type": "pung", "tiles": ["WE"], "state": "exposed"}  # moved out of its set
    asked = {"rules": "goulash", "hand": {"declared": [alone], "concealed_tiles": ["B1"]}}
    told = client.post("/api/score?draft=true", json=asked).json()
    assert told["problems"][0]["what"] == "set"
    missing = {**entry("one", 1), "winner": 2}
    assert "missing" in client.post(f"{path}?preview=true", json=missing).json()["error"]
    assert client.post("/api/games/99/hands?preview=true", json=entry("a", 1)).status_code == 404
    assert client.get(f"/api/games/{number}").json()["entries"] == []


def test_two_phones_entering_the_same_hand(client: TestClient) -> None:
    number = client.post("/api/games", json=GAME).json()["id"]
    path = f"/api/games/{number}/hands"
    assert client.post(path, json={**entry("a", 1), "hand_number": 1}).status_code == 201
    late = client.post(path, json={**entry("b", 1), "hand_number": 1})
    assert late.status_code == 409
    assert "hand 2" in late.json()["error"]


def test_an_old_game_is_taken_up_by_a_new_server(served: Served) -> None:
    number = served.client().post("/api/games", json=GAME).json()["id"]
    again = served.client()
    assert [game["id"] for game in again.get("/api/games").json()["games"]] == [number]
    assert again.post(f"/api/games/{number}/hands", json=entry("a", 0)).status_code == 201


def test_the_labelled_photos_are_those_with_consent(
    served: Served, make_picture: Callable[..., bytes]
) -> None:
    client = served.client()
    reading = read(client, make_picture())
    path = f"/api/photos/{reading['photo']}/label"
    assert client.post(path, json={"reading": reading, "consent": False}).status_code == 422
    assert client.post(path, json={"reading": reading, "consent": True}).status_code == 200
    with Ledger(served.folder / "games.sqlite") as ledger:
        (label,) = ledger.labelled_photos()
    assert len(label.reading["tiles"]) == 14
    assert label.content == make_picture()


# --- practice ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(RULESETS))
def test_picked_hands_rise_and_dealt_ones_are_legal(name: str) -> None:
    rules = RULESETS[name]
    papers = [score(e.hand, e.context, rules).tally.paper for e in practice.picked(name)]
    totals = [score(e.hand, e.context, rules).total or 0 for e in practice.picked(name)]
    assert len(papers) == 6
    assert papers == sorted(papers) or totals == sorted(totals)
    seen = set()
    interesting = 0
    for number in range(6, 46):
        each = practice.exercise(rules, number, seed=3)
        sheet = score(each.hand, each.context, rules)
        assert each == practice.exercise(rules, number, seed=3)
        assert len(set(each.hand.bonus)) == len(each.hand.bonus)
        interesting += sheet.doubles > 0 or sheet.limit_hand is not None
        seen.add(str(each.hand))
        if name == "goulash":
            assert len({meld.tile for meld in sheet.arrangement}) == 5
            assert len(sheet.arrangement) == 5
    assert len(seen) == 40
    assert interesting >= 28


@pytest.mark.parametrize("name", list(RULESETS))
def test_answers_are_checked_and_explained(client: TestClient, name: str) -> None:
    for number in (0, 3, 5, 6, 17):
        asked = client.get(f"/api/practice/{name}/deal?n={number}&seed=8").json()
        path = f"/api/practice/{name}/check"
        shown = client.post(path, json={"n": number, "seed": 8, "reveal": True}).json()
        assert shown["right"] is False
        sheet = shown["sheet"]
        assert sheet["hand"] == asked["hand"]
        if asked["asks"] != ["points", "doubles"]:
            continue
        right = {"n": number, "seed": 8, "points": sheet["base_total"], "doubles": sheet["doubles"]}
        assert client.post(path, json=right).json()["right"]
        wrong = client.post(path, json={**right, "doubles": sheet["doubles"] + 1}).json()
        assert (wrong["right"], wrong["points_right"], wrong["doubles_right"]) == (
            False,
            True,
            False,
        )


def test_one_can_practise_on_ones_own_photo(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    reading = read(client, make_picture())
    asked = {"reading": reading, "context": {"seat_wind": "S"}, "points": 42, "doubles": 5}
    assert client.post("/api/practice/goulash/check", json=asked).json()["right"]
    assert client.post("/api/practice/goulash/check", json={"points": 4}).status_code == 422


# --- the documentation -------------------------------------------------------------------------


def test_the_api_is_documented(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    for path, methods in document["paths"].items():
        assert path.startswith("/api/")
        for operation in methods.values():
            assert operation["summary"]
            assert operation["description"]
    assert "multipart/form-data" in json.dumps(document["paths"]["/api/read"])


def test_reader_is_used_once_for_each_photo(
    served: Served, make_picture: Callable[..., bytes]
) -> None:
    client = served.client()
    reader: SceneReader = served.reader
    read(client, make_picture())
    read(client, make_picture())
    assert reader.read == 2
