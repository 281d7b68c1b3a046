"""Weights are found, checked by hash, and refused with a sentence; the shipped ones work."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.racks import manifest
from vision import store
from vision.classify import CLASSIFIERS, softmax
from vision.detect import DETECTORS
from vision.errors import WeightsCorrupt, WeightsMissing
from vision.labels import FACES
from vision.pipeline import load_reader
from vision.reading import Detection, Quad
from vision.runtime import session


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.VARIABLE, str(tmp_path))
    assert store.models_dir() == tmp_path
    with pytest.raises(WeightsMissing, match=r"manifest\.toml is missing"):
        store.find("locator")


def test_a_model_is_found(tmp_path: Path) -> None:
    manifest(tmp_path, "locator", b"weights", "input = 512\nthreshold = 0.5")
    model = store.find("locator", tmp_path)
    assert model.path.read_bytes() == b"weights"
    assert (model.number("input", 1), model.number("margin", 0.5)) == (512, 0.5)


@pytest.mark.parametrize(
    ("change", "error", "why"),
    [
        (lambda f: next(f.glob("*.onnx")).unlink(), WeightsMissing, "is missing"),
        (lambda f: next(f.glob("*.onnx")).write_bytes(b"x"), WeightsCorrupt, "not the file"),
        (lambda f: replace(f, "faces = ", 'faces = "0"#'), WeightsCorrupt, "another list"),
        (lambda f: replace(f, 'file = "', 'file = "../'), WeightsCorrupt, "names no file"),
        (lambda f: replace(f, "[locator]", "[spotter]"), WeightsMissing, "names no locator"),
        (lambda f: replace(f, "[locator]", "[locator"), WeightsCorrupt, "cannot be read"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, change, error, why: str) -> None:  # type: ignore[no-untyped-def]
    manifest(tmp_path, "locator", b"weights")
    change(tmp_path)
    with pytest.raises(error, match=why) as caught:
        store.find("locator", tmp_path)
    assert "\n" not in str(caught.value)


def replace(folder: Path, old: str, new: str) -> None:
    path = folder / "manifest.toml"
    path.write_text(path.read_text().replace(old, new))


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    manifest(tmp_path, "locator", b"weights")
    with pytest.raises(WeightsCorrupt, match="cannot be loaded"):
        session(store.find("locator", tmp_path))


def test_softmax_with_temperature() -> None:
    warm, cold = softmax([[2.0, 1.0]], temperature=2), softmax([[2.0, 1.0]], temperature=0.5)
    assert warm.sum() == pytest.approx(1)
    assert cold[0, 0] > warm[0, 0] > 0.5


@pytest.mark.parametrize("name", DETECTORS)
def test_a_detector_keeps_its_contract(name: str) -> None:
    noise = np.random.default_rng(5).integers(0, 255, (180, 320, 3), np.uint8)
    detect = DETECTORS[name]()
    assert detect(np.full((120, 160, 3), 114, np.uint8)) == []
    for detection in detect(noise):
        assert 0 < detection.confidence <= 1
        assert detection.quad.array.shape == (4, 2)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_classifier_keeps_its_contract(name: str) -> None:
    noise = np.random.default_rng(5).integers(0, 255, (180, 320, 3), np.uint8)
    classify = CLASSIFIERS[name]()
    assert classify(noise, []) == []
    quads = [Quad(((x, 20), (x + 40, 20), (x + 40, 74), (x, 74))) for x in (20.0, 60.0, 300.0)]
    readings = classify(noise, [Detection(quad, 0.5) for quad in quads])
    for quad, tile in zip(quads, readings, strict=True):
        assert sorted(tile.quad.corners) == sorted(quad.corners)
        chances = [chance for _, chance in tile.alternatives]
        assert chances == sorted(chances, reverse=True)
        assert 0 < sum(chances) <= 1.0001
        assert tile.confidence == chances[0]
        assert {face for face, _ in tile.alternatives} <= set(FACES)


def test_the_shipped_reader_reads_nothing_in_an_empty_photo() -> None:
    assert load_reader().read(np.full((240, 320, 3), 60, np.uint8)).tiles == ()
