"""The parts of training that need torch and ultralytics; skipped where they are not installed."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest

from vision import geometry
from vision.data.synth.export import Job, write

Script = Callable[[str], ModuleType]


@pytest.mark.parametrize("quarters", range(4))
def test_boxes_are_turned_with_their_pictures(quarters: int, trainer: Script) -> None:
    import torch

    side, box = 200, np.array([60.0, 130, 70, 40, 0.4])  # px: cx, cy, w, h, radians

    def drawn(given: Any) -> Any:
        picture = np.zeros((side, side), np.uint8)
        quad = geometry.box_quads(given)[0]
        cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), 255)
        return picture

    shares = box / np.array([side, side, side, side, 1])
    image = torch.from_numpy(drawn(box)).expand(2, 3, side, side)
    batch = {"img": image, "bboxes": torch.from_numpy(shares)[None]}
    turned = trainer("locator").turned(batch, quarters)
    seen = turned["img"][0, 0].numpy()
    assert np.array_equal(seen, np.rot90(drawn(box), quarters))
    told = drawn(turned["bboxes"][0].numpy() * np.array([side, side, side, side, 1]))
    common = ((told > 0) & (seen > 0)).sum() / ((told > 0) | (seen > 0)).sum()
    assert common > 0.93


def test_a_crop_is_told_how_far_to_turn_it_back(trainer: Script) -> None:
    import torch

    images = torch.rand(8, 3, 6, 6, generator=torch.Generator().manual_seed(1))
    quarters = torch.arange(8) % 4
    turned = trainer("augment").turned(images, quarters)
    for k, before, after in zip(quarters.tolist(), images, turned, strict=True):
        assert torch.equal(torch.rot90(after, k, (1, 2)), before)
    assert not torch.equal(turned[1], images[1])


def test_loose_boxes_and_captions_get_the_quad_of_their_tile(trainer: Script) -> None:
    mend, real = trainer("mend"), trainer("real")
    loose = real.Box(3, 0.3, 0.5, 0.2, 0.3)
    caption = real.Box(mend.FACES.index("F2"), 0.7, 0.4, 0.1, 0.15)
    astray = real.Box(3, 0.9, 0.9, 0.1, 0.1)
    photo = real.Photo(Path("a.jpg"), "", "", False, 1, (loose, caption, astray))
    tilted = np.array([[0.22, 0.37], [0.36, 0.34], [0.38, 0.62], [0.24, 0.65]], np.float32)
    flower = np.array([[0.63, 0.31], [0.77, 0.31], [0.77, 0.53], [0.63, 0.53]], np.float32)
    far = tilted + np.float32(0.15)
    quads = mend.refine(photo, [far, tilted, flower])
    assert quads[0] == pytest.approx(tilted.ravel(), abs=1e-5)
    assert quads[1] == pytest.approx(flower.ravel(), abs=1e-5)
    assert quads[2] == []
    assert mend.refine(photo, [far]) == [[], [], []]
    assert mend.refine(photo, []) == [[], [], []]


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("start", range(4))
def test_a_found_quad_is_numbered_as_its_tile_lies_in_the_photo(
    way: int, start: int, trainer: Script
) -> None:
    upright = np.array([[10, 12], [48, 4], [60, 62], [22, 70]], np.float32)
    found = np.roll(upright, start, axis=0)[::way]
    assert np.array_equal(trainer("mend").upright(found), upright)


def test_the_clock_of_a_resumed_locator_goes_on(trainer: Script, tmp_path: Path) -> None:
    locator = trainer("locator")
    table = tmp_path / "results.csv"
    table.write_text("epoch, time, loss\n1, 30.5, 2\n2, 61, 1.5\n3, 90, 1\n")
    assert locator.seconds_spent(table, 2) == 61
    run = argparse.Namespace(start_epoch=2, csv=table, train_time_start=1000.0)
    locator.go_on(run)
    assert run.train_time_start == 939
    fresh = argparse.Namespace(start_epoch=0, csv=tmp_path / "none", train_time_start=1000.0)
    locator.go_on(fresh)
    assert fresh.train_time_start == 1000


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rendered")
    for seed in range(3):
        write(Job(folder, seed, 320, layout="desk"))
    return folder


def arguments(rendered: Path, out: Path, **changed: object) -> argparse.Namespace:
    given: dict[str, object] = {
        "photos": None, "synthetic": [rendered], "refined": None, "mirrored": None,
        "rendered_weight": 0.5, "out": out, "weights": None, "passes": 1, "samples": 32,
        "minutes": None, "batch": 16, "lr": 2e-3, "seed": 1, "resume": False,
    }  # fmt: skip
    return argparse.Namespace(**(given | changed))


def test_a_resumed_classifier_goes_on_where_and_when_it_stopped(
    trainer: Script, rendered: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    classifier = trainer("classifier")
    plotted: list[tuple[list[dict[str, float]], torch.Tensor]] = []
    monkeypatch.setattr(classifier, "plot", lambda _, *what: plotted.append(what))
    checkpoint = tmp_path / "last.pt"

    def train(**changed: object) -> dict[str, Any]:
        classifier.train(arguments(rendered, tmp_path, **changed))
        state: dict[str, Any] = torch.load(checkpoint)
        return state

    state = train()
    assert state["pass"] == 1
    assert state["seconds"] > 0
    assert plotted[0][1].sum() > 0  # pictures held out, though there are no real ones
    # nothing is left to do: the curves and the confusions stay
    train(resume=True)
    assert plotted[1][0] == plotted[0][0]
    assert torch.equal(plotted[1][1], plotted[0][1])
    # the time is up: no pass more
    torch.save(state | {"seconds": 600.0}, checkpoint)
    assert train(resume=True, passes=2, minutes=9)["pass"] == 1
    state = train(resume=True, passes=2, minutes=90)
    assert state["pass"] == 2
    assert 600 < state["seconds"] < 900
    assert [len(history) for history, _ in plotted] == [1, 1, 1, 2]


def test_a_net_is_judged_where_it_lies(trainer: Script) -> None:
    import torch

    classifier = trainer("classifier")
    crops = trainer("crops").Crops()
    for face in (0, 3, 3, -1):
        crops.add(np.zeros((108, 108, 3), np.uint8), face, 0, "rendered", "a")

    class Three(torch.nn.Module):
        """Says face 3; insists on crops that lie where its weights do, as a GPU does."""

        def __init__(self) -> None:
            super().__init__()
            self.weight = torch.nn.Parameter(torch.zeros(1, device="meta"))

        def forward(self, images: torch.Tensor) -> tuple[torch.Tensor]:
            assert images.device == self.weight.device
            said = torch.zeros(len(images), len(classifier.FACES))
            said[:, 3] = 1
            return (said,)

    share, table = classifier.accuracy(Three(), classifier.Deck(crops, {}))
    assert share == pytest.approx(2 / 3)
    assert table[3, 3] == 2
    assert table[0, 3] == 1
