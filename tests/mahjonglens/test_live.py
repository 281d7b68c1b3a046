"""Live: the WebSocket and the command, with frames that come faster than they are read."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from mahjonglens import camera, serve_cli
from mahjonglens.console.output import UserError
from mahjonglens.web.desk import Readers
from mahjonglens.web.live import Mailbox
from mahjonglens.web.settings import Limits
from vision.errors import WeightsMissing
from vision.pipeline import Timings
from vision.reading import RackReading

if TYPE_CHECKING:
    from tests.mahjonglens.conftest import Served

Json = dict[str, Any]
FRAMES_TO_LOCK = 5


def ask(socket: WebSocketTestSession, frame: bytes) -> Json:
    socket.send_bytes(frame)
    answer: Json = socket.receive_json()
    return answer


def test_a_still_camera_locks_and_hands_over(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    frame = make_picture()
    with client.websocket_connect("/api/live") as socket:
        answers = [ask(socket, frame) for _ in range(FRAMES_TO_LOCK + 2)]
    assert [answer["frame"] for answer in answers] == list(range(1, FRAMES_TO_LOCK + 3))
    assert [answer["locked"] for answer in answers] == [False] * (FRAMES_TO_LOCK - 1) + [True] * 3
    assert answers[0]["waiting"]
    assert len({tile["track"] for answer in answers for tile in answer["tiles"]}) == 14
    lock = answers[FRAMES_TO_LOCK - 1]
    assert lock["waiting"] is None
    assert all(tile["settled"] for tile in lock["tiles"])
    readings = [answer["reading"] for answer in answers if answer["reading"]]
    assert len(readings) == 1  # handed over once
    assert client.get(f"/api/photos/{readings[0]['photo']}").content == frame
    assert client.post("/api/hand", json={"reading": readings[0]}).json()["problems"] == []


def test_restart_begins_anew(client: TestClient, make_picture: Callable[..., bytes]) -> None:
    with client.websocket_connect("/api/live") as socket:
        for _ in range(FRAMES_TO_LOCK):
            answer = ask(socket, make_picture())
        assert answer["locked"]
        for nonsense in ("", "{", "[]", "1", '{"do": "dance"}'):
            socket.send_text(nonsense)
        assert ask(socket, make_picture())["locked"]
        socket.send_text(json.dumps({"do": "restart"}))
        assert not ask(socket, make_picture())["locked"]


def test_a_frame_that_is_no_picture_is_answered(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    with client.websocket_connect("/api/live") as socket:
        assert "error" in ask(socket, b"nothing")
        assert "error" in ask(socket, b"")
        assert ask(socket, make_picture())["tiles"]


def test_frames_faster_than_the_reader_are_dropped_not_queued(
    served: Served, make_picture: Callable[..., bytes]
) -> None:
    """Two hundred frames while the first is being read: the next one read is the last."""
    reading, let_go = threading.Event(), threading.Event()

    class Stuck:
        def read_timed(self, image: Any) -> tuple[RackReading, Timings]:
            reading.set()
            let_go.wait(20)
            return served.reader.read_timed(image)

    client = served.client(load=lambda: Readers(Stuck(), Stuck()))
    frame = make_picture()
    with client.websocket_connect("/api/live") as socket:
        socket.send_bytes(frame)
        assert reading.wait(20)
        for _ in range(200):
            socket.send_bytes(frame)
        client.get("/api/status")  # by now the server has taken them all
        let_go.set()
        first, second = socket.receive_json(), socket.receive_json()
    assert first["frame"] == 1
    assert second["frame"] > 190
    assert served.reader.read <= 4


def test_a_mailbox_holds_the_newest_frame_only() -> None:
    async def use() -> None:
        box = Mailbox()
        for number in range(1000):
            box.put(bytes([number % 256]))
        assert await box.take(1) == bytes([999 % 256])
        assert (box.came, box.dropped) == (1000, 999)
        assert await box.take(0.01) is None
        box.put(b"late")
        box.close()
        assert await box.take(1) is None

    asyncio.run(use())


def test_too_many_cameras_are_sent_away(served: Served, make_picture: Callable[..., bytes]) -> None:
    client = served.client(limits=Limits(cameras=1))
    with client.websocket_connect("/api/live") as first:
        with (
            client.websocket_connect("/api/live") as second,
            pytest.raises(WebSocketDisconnect) as gone,
        ):
            second.receive_json()
        assert gone.value.code == 1013
        assert ask(first, make_picture())["tiles"]
    with client.websocket_connect("/api/live") as third:
        assert ask(third, make_picture())["tiles"]


def test_a_camera_that_sends_nothing_is_sent_away(served: Served) -> None:
    client = served.client(limits=Limits(idle_seconds=0.05))
    with client.websocket_connect("/api/live") as socket, pytest.raises(WebSocketDisconnect):
        socket.receive_json()


def test_a_frame_that_is_too_big_ends_the_socket(served: Served) -> None:
    client = served.client(limits=Limits(frame_bytes=1000))
    with client.websocket_connect("/api/live") as socket:
        socket.send_bytes(b"x" * 1001)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


# --- the command -------------------------------------------------------------------------------


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Two seconds of a still picture."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 16.0, (320, 200))
    frame = np.zeros((200, 320, 3), np.uint8)
    frame[::2] = 200
    for _ in range(32):
        writer.write(frame)
    writer.release()
    return path


@pytest.fixture
def reader(served: Served, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    class Plain:
        def read(self, image: Any) -> RackReading:
            return served.reader.read_timed(image)[0]

    monkeypatch.setattr("vision.pipeline.load_reader", lambda **_: Plain())
    return served.reader


def test_a_film_is_taken_a_few_frames_a_second(film: Path) -> None:
    with camera.frames(str(film)) as frames:
        shapes = [frame.shape for frame in frames]
    assert shapes == [(200, 320, 3)] * 16


def test_the_command_reads_a_film_until_it_settles(
    film: Path, reader: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve_cli.live(str(film), as_json=True, keep_going=False, threads=1) == 0
    shown = capsys.readouterr()
    document = json.loads(shown.out)
    assert len(document["tiles"]) == 14
    assert document["file"] == str(film)
    assert "Keep still" in shown.err
    assert reader.read == FRAMES_TO_LOCK
    assert serve_cli.live(str(film), as_json=False, keep_going=True, threads=1) == 0
    assert "B9" in capsys.readouterr().out


def test_a_film_without_a_hand_ends_with_status_3(
    film: Path, reader: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = RackReading((), (), (320, 200), ())
    monkeypatch.setattr(reader, "read_timed", lambda image: (empty, Timings(0, 0, 0, 0)))
    assert serve_cli.live(str(film), as_json=True, keep_going=False, threads=1) == 3
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "No tiles in view" in shown.err


@pytest.mark.parametrize("source", ["nowhere.mp4", "", "99", "."])
def test_a_source_that_is_none_is_one_sentence(source: str, reader: Any) -> None:
    with pytest.raises(UserError):
        serve_cli.live(source, as_json=True, keep_going=False, threads=1)


def test_a_text_is_no_film(tmp_path: Path, reader: Any) -> None:
    text = tmp_path / "film.mp4"
    text.write_text("no film")
    with pytest.raises(UserError, match="Cannot open"):
        serve_cli.live(str(text), as_json=True, keep_going=False, threads=1)


def test_missing_models_are_one_sentence(film: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(**_: Any) -> None:
        raise WeightsMissing("the models are missing")

    monkeypatch.setattr("vision.pipeline.load_reader", missing)
    with pytest.raises(UserError, match="models are missing"):
        serve_cli.live(str(film), as_json=True, keep_going=False, threads=1)


def test_settled_hands_come_once_each(served: Served) -> None:
    from tests.mahjonglens.conftest import scene

    one = scene(320, 200)
    moved = tuple(
        replace(
            tile,
            detection=replace(
                tile.detection,
                quad=type(tile.quad).of(tile.quad.array + np.array([0, 90], np.float32)),
            ),
        )
        for tile in one.tiles
    )
    other = replace(one, tiles=moved)
    readings = [one] * 10 + [other] * 10
    assert len(list(serve_cli.settled(iter(readings)))) == 2
