"""Tile designs: every face is drawn, faces differ, and what the fonts are is written down."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.data.synth import fonts, style
from vision.data.synth.art import load_folder
from vision.data.synth.designs import (
    ART_HELD_OUT,
    DESIGNS,
    KEYS,
    Design,
    Faces,
    art_design,
    choose_design,
)
from vision.data.synth.photo import UNKNOWN, Image
from vision.labels import FACES

ROOT = Path(__file__).resolve().parents[3]
TRAIN = [design for design in DESIGNS if design.split == "train"]
TEST = [design for design in DESIGNS if design.split == "test"]


@pytest.fixture(scope="module", params=[TRAIN[3], TRAIN[40], TEST[2]], ids=lambda d: d.name)
def faces(request: pytest.FixtureRequest) -> Faces:
    return Faces(request.param, 5)


def test_a_design_has_every_face_and_unfamiliar_ones(faces: Faces) -> None:
    assert set(FACES) - {"X"} <= set(faces)
    assert UNKNOWN in faces
    for code in faces:
        assert faces[code].shape == (256, 192, 4)
        inked = float((faces[code][..., 3] > 100).mean())
        assert inked > (0 if code == "DW" else 0.005) or code == "DW", code
        assert inked < 0.8, code


def test_colour_is_premultiplied(faces: Faces) -> None:
    for code in faces:
        assert (faces[code][..., :3].max(axis=2) <= faces[code][..., 3]).all(), code


def test_no_two_faces_of_a_design_are_the_same(faces: Faces) -> None:
    for one, two in combinations(sorted(set(FACES) - {"X"}), 2):
        assert np.abs(faces[one].astype(int) - faces[two]).mean() > 0.4, (one, two)


def test_faces_come_out_the_same_whichever_is_asked_first() -> None:
    one, two = Faces(TRAIN[7], 1), Faces(TRAIN[7], 1)
    forward = {code: one[code] for code in KEYS}
    backward = {code: two[code] for code in reversed(KEYS)}
    assert all(np.array_equal(forward[code], backward[code]) for code in KEYS)


def test_an_unknown_face_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Faces(TRAIN[0])["X"]


def test_test_designs_use_what_training_never_draws() -> None:
    held = {
        "dots": style.DOTS_HELD_OUT, "sticks": style.STICKS_HELD_OUT,
        "bird": style.BIRDS_HELD_OUT, "white": style.WHITES_HELD_OUT,
    }  # fmt: skip
    for design in TRAIN[:25]:
        drawn = Faces(design).style
        for name, kinds in held.items():
            assert getattr(drawn, name) not in kinds
        assert drawn.main.split != "test"
    unseen = [
        any(getattr(Faces(design).style, name) in kinds for name, kinds in held.items())
        for design in TEST[:20]
    ]
    assert sum(unseen) > 0.9 * len(unseen)


def test_names_are_unique_and_splits_are_two() -> None:
    assert len({design.name for design in DESIGNS}) == len(DESIGNS)
    assert {design.split for design in DESIGNS} == {"train", "test"}


def _picture(path: Path, colour: tuple[int, int, int], *, framed: bool = False) -> None:
    face = np.zeros((320, 240, 4), np.uint8)
    cv2.circle(face, (120, 160), 50, (*colour, 255), -1)
    if framed:
        cv2.rectangle(face, (0, 0), (239, 319), (*colour, 255), 10)
    cv2.imwrite(str(path), face)


def test_an_art_folder_becomes_a_design(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    _picture(folder / "D1.png", (200, 40, 30))
    _picture(folder / "joker.png", (10, 10, 10), framed=True)
    _picture(folder / "notes.png", (0, 0, 0))
    assert set(load_folder(folder)) == {"D1", UNKNOWN}
    assert load_folder(folder)[UNKNOWN][2, 2, 3] == 0  # the frame is taken off
    faces = Faces(art_design(folder), 2)
    middle = faces["D1"][128, 96]
    assert middle[0] > 120
    assert middle[3] > 200
    assert faces["C3"][..., 3].any()  # what the folder lacks is drawn


def test_an_empty_art_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nothing"):
        load_folder(tmp_path / "nothing")


def test_held_out_art_is_kept_from_training(tmp_path: Path) -> None:
    folders = []
    for name in (sorted(ART_HELD_OUT)[0], "free"):
        folder = tmp_path / name
        folder.mkdir()
        _picture(folder / "D1.png", (0, 0, 200))
        folders.append(folder)
    rng = np.random.default_rng(0)
    chosen: set[Design] = {choose_design(rng, tuple(folders), split="train") for _ in range(60)}
    assert "free" in {design.name for design in chosen}
    assert not {design.name for design in chosen} & ART_HELD_OUT


def test_without_fonts_the_package_to_install_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = fonts.Font("absent", "no-such-font.ttf", "fonts-of-nowhere")
    monkeypatch.setattr(fonts, "LAST_RESORT", absent)
    with pytest.raises(fonts.FontMissingError, match="apt install fonts-of-nowhere"):
        fonts.usable((absent,), "中", "train")


def test_without_installed_fonts_opencv_writes() -> None:
    absent = fonts.Font("absent", "no-such-font.ttf", "fonts-of-nowhere")
    if not hasattr(cv2, "FontFace"):
        pytest.skip("OpenCV 4 carries no fonts")
    (font,) = fonts.usable((absent,), "中發", "train")
    one: Image = font.mask("中")
    two: Image = font.mask("發")
    assert min(one.shape) > 40
    assert one.shape != two.shape or not np.array_equal(one, two)


def test_every_font_stands_in_the_list_of_sources() -> None:
    sources = tomllib.loads((ROOT / "datasets" / "sources.toml").read_text(encoding="utf-8"))
    listed = {
        (package, file) for package, entry in sources["fonts"].items() for file in entry["files"]
    }
    assert listed == {(font.package, font.file) for font in fonts.CHINESE + fonts.LATIN}
    assert all(entry["licence"] for part in sources.values() for entry in part.values())


@pytest.mark.parametrize("code", ["B5", "C5", "D5"])
def test_some_makers_paint_fives_red(code: str) -> None:
    red = sum(_all_red(Faces(design, 1)[code]) for design in TRAIN[:60])
    assert 2 <= red <= 25


def _all_red(face: Image) -> bool:
    inked = face[..., 3] > 200
    blue, green, red = face[inked][:, :3].astype(int).T
    return bool(np.mean((red > blue) & (red > green)) > 0.97)
