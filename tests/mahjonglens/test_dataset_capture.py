"""Capture asks for what is missing and takes only photos on which something can be seen."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from mahjonglens.cli import run
from mahjonglens.dataset import capture
from mahjonglens.dataset.capture import keep_frame, sharpest, watch, wishes
from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.stats import Stats
from mahjonglens.dataset.store import Store
from vision.data.labelled import LabelledPhoto, Origin
from vision.labels import FACES


def board(shade: int = 200) -> np.ndarray:
    image = np.zeros((120, 160, 3), np.uint8)
    image[::8] = shade
    return image


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.create(tmp_path / "set")


def test_an_empty_dataset_wants_everything() -> None:
    wanted = wishes(Stats())
    assert {face for wish in wanted for face in wish.faces} == set(FACES)
    assert len({str(wish) for wish in wanted}) == len(wanted)


def test_only_what_is_short_is_asked_for() -> None:
    stats = Stats(photos=100)
    stats.faces.update(dict.fromkeys(FACES, 90) | {"A1": 2, "X": 0})
    stats.light.update(even=60, bright=30, dim=10)
    wanted = wishes(stats)
    assert {wish.faces for wish in wanted} == {("X", "A1")}
    assert all("dim evening light" in wish.light for wish in wanted)


def test_the_sharpest_frame_is_taken() -> None:
    blurred = cv2.GaussianBlur(board(), (0, 0), 3)
    frames = iter([blurred, board(), blurred])
    assert np.array_equal(sharpest(frames), board())
    assert sharpest(iter([])) is None


def test_frames_are_kept_unless_nothing_is_on_them(store: Store) -> None:
    taken = keep_frame(store, board(), Origin("camera", tileset="jade"))
    assert isinstance(taken, LabelledPhoto)
    assert not taken.labelled
    record = next(store.find())
    assert record.status == "unlabelled"
    assert record.photo.origin.tileset == "jade"
    assert record.photo.origin.session
    dark = keep_frame(store, board(5), Origin("camera"))
    flat = keep_frame(store, np.full((60, 80, 3), 128, np.uint8), Origin("camera"))
    assert isinstance(dark, Fault)
    assert "too dark" in dark.why
    assert isinstance(flat, Fault)
    assert store.count() == 1


def test_a_phones_photos_are_taken_once_they_are_whole(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "phone"
    folder.mkdir()
    data = cv2.imencode(".jpg", board())[1].tobytes()
    (folder / "a.jpg").write_bytes(data[:200])
    looks = []

    def wait() -> bool:
        looks.append(len(looks))
        if len(looks) == 1:
            (folder / "a.jpg").write_bytes(data)  # it has grown: not whole yet
            (folder / "b.jpg").write_bytes(b"no picture")
        return len(looks) < 4

    events = list(watch(store, folder, Origin("phone"), wait=wait))
    assert [type(event) for event in events] == [LabelledPhoto, Fault]
    assert store.count() == 1
    assert capture.FRAMES > 1


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A camera that can be had everywhere: black at first, then boards that differ."""
    path = tmp_path / "camera.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 8, (160, 120))
    assert writer.isOpened()
    for number in range(40):
        image = board()
        image[:, number * 4 : number * 4 + 4] = 90
        writer.write(image if number >= capture.FRAMES else np.zeros_like(image))
    writer.release()
    return path


def test_a_camera_is_asked_for_each_wish_until_the_photo_is_good(
    film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["take", "take", "skip", "take", "quit"])
    monkeypatch.setattr("typer.prompt", lambda *_args, **_more: next(answers))
    arguments = ["dataset", "capture", str(tmp_path / "set"), "--camera", str(film)]
    assert run([*arguments, "--set", "jade"]) == 0
    said = capsys.readouterr().out
    assert "too dark" in said  # and asked again
    assert "2 taken, 2 photos" in said
    assert next(answers, None) is None
    with Store.open(tmp_path / "set") as store:
        assert [r.photo.origin.tileset for r in store.find()] == ["jade", "jade"]
    asked = [line.partition("lay ")[2] for line in said.splitlines() if " of 5: lay " in line]
    assert run([*arguments, "--show"]) == 0
    still = capsys.readouterr().out.splitlines()
    layouts = [line.split(", ")[0] for line in (*still[-2:], asked[0], asked[2])]
    assert layouts[:2] == layouts[2:]  # what has been photographed is asked for last


def test_a_camera_that_ends_is_one_sentence(
    film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("typer.prompt", lambda *_args, **_more: "take")
    assert run(["dataset", "capture", str(tmp_path / "set"), "--camera", str(film)]) == 2
    assert "the camera gives no more pictures" in capsys.readouterr().err
    assert run(["dataset", "capture", str(tmp_path / "set"), "--camera", "no film"]) == 2
