"""Taught sets are kept, named, chosen, given away, taken in, removed; and teach end to end."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from mahjonglens.cli import run
from mahjonglens.dataset import profiles, teaching
from mahjonglens.dataset.faults import DatasetError
from mahjonglens.dataset.profiles import SIDE, Shelf, TaughtSet, dump, load
from mahjonglens.dataset.teaching import Teacher
from vision.classify import Beliefs
from vision.data.teach import LAYOUTS, learn
from vision.errors import WeightsMissing
from vision.labels import FACES
from vision.reading import Detection, Quad

LAYOUT = LAYOUTS["34"]
KINDS = [face for row in LAYOUT for face in row]


def taught(name: str = "jade") -> TaughtSet:
    rng = np.random.default_rng(1)
    crops = rng.integers(0, 255, (len(KINDS), SIDE, SIDE, 3), dtype=np.uint8)
    embeddings = rng.normal(0, 1, (len(KINDS), 3, 8)).astype(np.float32)
    return TaughtSet(name, tuple(KINDS), crops, learn(KINDS, embeddings, model="m"), "2030-01-01")


def test_a_set_survives_its_file() -> None:
    was = taught()
    now = load(dump(was), "jade")
    assert (now.name, now.faces, now.kinds, now.made) == ("jade", was.faces, 34, was.made)
    assert now.profile.model == "m"
    assert np.array_equal(now.crops, was.crops)
    assert np.array_equal(now.profile.whiten, was.profile.whiten)


def test_sets_are_kept_chosen_and_removed(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "profiles")
    assert shelf.names() == []
    assert shelf.chosen is None
    shelf.keep(taught("jade"))
    shelf.keep(taught("grand mother's".replace("'", "")))
    assert shelf.names() == ["grand mothers", "jade"]
    with pytest.raises(DatasetError, match="already"):
        shelf.keep(taught("jade"))
    shelf.keep(taught("jade"), replace=True)
    shelf.choose("jade")
    assert Shelf(tmp_path / "profiles").chosen == "jade"
    with pytest.raises(
        DatasetError, match="no set 'bone' was taught; there are: grand mothers, jade"
    ):
        shelf.choose("bone")
    shelf.remove("jade")
    assert shelf.chosen is None
    assert shelf.names() == ["grand mothers"]
    with pytest.raises(DatasetError, match="no set"):
        shelf.load("jade")


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "x" * 61, "dot."])
def test_names_that_are_none_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="is no name"):
        Shelf(tmp_path).path(name)


def spoiled(**changes: object) -> bytes:
    """A set's file with some entries of its JSON replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(dump(taught()))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "set.json":
                data = json.dumps({**json.loads(data), **changes}).encode()
            new.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [b"", b"no zip at all", dump(taught())[:-200], spoiled(faces=["B1"]),
     spoiled(faces=["Z9"] * 34), spoiled(kinds=["B1"]), spoiled(faces="B1"),
     spoiled(counts=None), spoiled(counts=[3]), spoiled(counts=[0] * 34),
     spoiled(counts=["3"] * 34)],
)  # fmt: skip
def test_files_from_strangers_are_checked(data: bytes) -> None:
    with pytest.raises(DatasetError):
        load(data, "stranger")


def test_a_set_of_an_earlier_version_is_to_be_learnt_anew() -> None:
    old = load(spoiled(version=1), "jade")
    assert (old.faces, old.profile.model) == (tuple(KINDS), profiles.OUTDATED)
    assert np.array_equal(old.crops, taught().crops)


def test_a_bomb_is_refused_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "LARGEST", 1000)
    with pytest.raises(DatasetError, match="too large"):
        load(dump(taught()), "bomb")


class FakeNet:
    """Reads a tile by its grey level, wrongly by one kind when `off` is set."""

    side, margin = 72, 0.0

    def __init__(self, off: int = 0) -> None:
        self.off = off

    def believe(self, crops: np.ndarray) -> Beliefs:
        levels = crops[:, 30:42, 30:42].mean(axis=(1, 2, 3))
        kind = np.clip(np.rint((levels - 20) / 6), 0, 33).astype(int)
        logits = np.zeros((len(crops), len(FACES)), np.float32)
        for at, number in enumerate(kind):
            logits[at, FACES.index(KINDS[(number + self.off) % 34])] = 9
        embeddings = np.exp(-((np.arange(34) - (levels[:, None] - 20) / 6) ** 2))
        turns = np.tile(np.array([0.94, 0.02, 0.02, 0.02], np.float32), (len(crops), 1))
        return Beliefs(logits, turns, embeddings.astype(np.float32))


def photo(order: list[str]) -> tuple[np.ndarray, list[Detection]]:
    """Tiles laid in rows, each a grey square; detections in no order at all."""
    image = np.zeros((420, 520, 3), np.uint8)
    found, at = [], 0
    for y, row in enumerate(LAYOUT):
        for x in range(len(row)):
            left, top = 20 + 52 * x, 20 + 90 * y
            image[top : top + 64, left : left + 48] = 20 + 6 * KINDS.index(order[at])
            corners = ((left, top), (left + 48, top), (left + 48, top + 64), (left, top + 64))
            found.append(Detection(Quad(corners), 0.9))
            at += 1
    np.random.default_rng(3).shuffle(found)
    return image, found


def teacher(found: list[Detection], off: int = 0) -> Teacher:
    return Teacher(lambda image: found, FakeNet(off), "m")  # type: ignore[arg-type]


def test_two_photos_teach_a_set() -> None:
    image, found = photo(KINDS)
    dim = cv2.convertScaleAbs(image, alpha=1.0, beta=1)
    done = teacher(found).teach("jade", [image, dim], LAYOUT)
    assert done.faces == (*KINDS, *KINDS)
    assert done.profile.faces == tuple(face for face in FACES if face in KINDS)
    middle = done.crops[:34, 54, 54, 0].astype(int)
    assert middle.tolist() == [20 + 6 * n for n in range(34)]


def test_a_photo_taken_from_the_other_side_of_the_table_is_turned() -> None:
    image, found = photo(KINDS)
    upside = cv2.rotate(image, cv2.ROTATE_180)
    h, w = image.shape[:2]
    turned = [
        Detection(Quad.of([(w - x, h - y) for x, y in one.quad.corners][2:]
                          + [(w - x, h - y) for x, y in one.quad.corners][:2]), 0.9)
        for one in found
    ]  # fmt: skip
    done = teacher(turned).teach("jade", [upside], LAYOUT)
    assert done.crops[:34, 54, 54, 0].astype(int).tolist() == [20 + 6 * n for n in range(34)]


def test_what_is_laid_wrong_is_told_and_taught_only_on_demand() -> None:
    order = list(KINDS)
    order[0], order[1] = order[1], order[0]
    image, found = photo(order)
    with pytest.raises(DatasetError, match=r"photo 1: Tile 1 should be C1 but looks like C2\."):
        teacher(found).teach("jade", [image], LAYOUT)
    missing = [one for one in found if one.quad.corners[0] != (20 + 52 * 6, 20 + 90 * 3)]
    bare = image.copy()
    bare[290:, 332:] = 0  # the table, where the last tile of the fourth row should lie
    with pytest.raises(DatasetError, match="Row 4 has 6 tiles"):
        teacher(missing).teach("jade", [bare], LAYOUT, trust=True)
    assert teacher(found).teach("jade", [image], LAYOUT, trust=True).kinds == 34
    with pytest.raises(DatasetError, match="no tiles"):
        teacher([]).teach("jade", [image], LAYOUT)


def test_new_models_learn_from_the_kept_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    image, found = photo(KINDS)
    old = teacher(found).teach("jade", [image], LAYOUT)

    entry = SimpleNamespace(entry={"sha256": "newer"})
    monkeypatch.setattr(teaching.store, "find", lambda role, folder=None: entry)
    newer = Teacher(lambda image: found, FakeNet(), "newer")  # type: ignore[arg-type]
    monkeypatch.setattr(Teacher, "load", classmethod(lambda cls, folder=None: newer))
    profile = teaching.profile_for(old)
    assert profile.model == "newer"
    assert np.allclose(profile.views, old.profile.views, atol=1e-5)


@pytest.mark.parametrize(
    ("said", "known"), [([], "jade"), (["--set", "bone"], "bone"), (["--set", "none"], None)]
)
@pytest.mark.parametrize("command", [["read"], ["score", "--rules", "goulash", "--yes"]])
def test_a_command_reads_with_the_set_it_names_else_the_chosen_one(
    command: list[str],
    said: list[str],
    known: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(profiles.VARIABLE, str(tmp_path / "shelf"))
    for name in ("jade", "bone"):
        Shelf().keep(taught(name))
    Shelf().choose("jade")
    asked: list[str] = []

    def load_known(shelf: Shelf, name: str, folder: Path | None) -> SimpleNamespace:
        asked.append(name)
        return SimpleNamespace(adjust=None)

    def no_models(**given: object) -> None:
        raise WeightsMissing("no models in this test")

    monkeypatch.setattr(teaching, "_known", load_known)
    monkeypatch.setattr(teaching.pipeline, "load_reader", no_models)
    picture = tmp_path / "photo.png"
    cv2.imwrite(str(picture), np.zeros((40, 40, 3), np.uint8))
    assert run([*command, str(picture), *said]) == 2
    assert asked == ([known] if known else [])


@pytest.mark.parametrize("command", [["read", "x.jpg"], ["serve"], ["live", "0"]])
def test_a_set_that_is_unknown_is_said(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(profiles.VARIABLE, str(tmp_path / "shelf"))
    monkeypatch.setenv("MAHJONGLENS_DATA", str(tmp_path / "data"))
    assert run([*command, "--set", "bone"]) == 2
    assert "bone" in capsys.readouterr().err


def test_tiles_that_were_not_found_are_looked_for_where_they_should_lie() -> None:
    image, found = photo(KINDS)
    gone = {(20 + 52 * 6, 20 + 90 * 3), (20, 20), (20 + 52 * 4, 20 + 90)}
    few = [one for one in found if one.quad.corners[0] not in gone]
    assert len(few) == 31
    done = teacher(few).teach("jade", [image], LAYOUT)
    assert done.crops[:34, 54, 54, 0].astype(int).tolist() == [20 + 6 * n for n in range(34)]


def test_a_thing_too_many_is_left_out() -> None:
    image, found = photo(KINDS)
    wide = cv2.copyMakeBorder(image, 0, 0, 0, 80, cv2.BORDER_CONSTANT)
    box = Detection(Quad(((530, 30), (578, 30), (578, 94), (530, 94))), 0.5)
    assert teacher([*found, box]).teach("jade", [wide], LAYOUT).kinds == 34
