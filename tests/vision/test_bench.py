"""The benchmark prints our stages, and the peer's beside them where it is installed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from vision import bench, images, peer
from vision.labels import FACES
from vision.reading import GroupKind

SAMPLE = Path(__file__).parents[2] / "datasets" / "samples" / "hand.jpg"
NAMES = [*(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)), *peer.HONOURS]


@dataclass(frozen=True)
class Box:
    """As the peer tells of a tile."""

    x1: int
    y1: int
    x2: int
    y2: int
    class_id: int
    confidence: float


def test_the_peers_34_names_are_our_34_faces() -> None:
    faces = [peer.face_of(name) for name in NAMES]
    assert len(faces) == 34
    assert set(faces) == {face for face in FACES if face[0] in "BCDW" or face in ("DR", "DG", "DW")}
    assert peer.face_of("3m") == "C3"
    assert peer.face_of("7p") == "D7"
    assert peer.face_of("1s") == "B1"
    assert peer.face_of("haku") == "DW"


def test_the_peers_boxes_become_a_reading_from_left_to_right() -> None:
    found = [Box(50, 10, 70, 40, NAMES.index("9s"), 0.75), Box(5, 12, 25, 42, 0, 0.5)]
    reading = peer.reading_of(found, NAMES, (100, 60))
    assert [tile.face for tile in reading.tiles] == ["C1", "B9"]
    assert reading.tiles[1].quad.corners == ((50, 10), (70, 10), (70, 40), (50, 40))
    assert reading.tiles[1].confidence == 0.75
    assert [(group.kind, group.tiles) for group in reading.groups] == [
        (GroupKind.CONCEALED, (0, 1))
    ]
    assert reading.size == (100, 60)


@pytest.mark.parametrize("version", [None, "0.0.5"])
def test_without_the_peer_the_benchmark_says_what_to_install(
    version: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peer, "installed", lambda: version)
    with pytest.raises(peer.PeerMissingError, match=r"pip install mahjong-detector==0\.0\.6"):
        peer.load()
    assert bench.main([str(SAMPLE), "--repeat", "1", "--live"]) == 0
    printed = capsys.readouterr().out
    assert "classify" in printed
    assert f"mahjong-detector: {'only 0.0.5' if version else 'not'} installed" in printed


@pytest.mark.skipif(peer.installed() != peer.VERSION, reason='pip install ".[bench]"')
def test_with_the_peer_its_stages_stand_below_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main([str(SAMPLE), "--repeat", "1", "--live"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    start = lines.index(["mahjong-detector", "0.0.6"])
    assert [line[0] for line in lines[start + 1 :]] == ["prepare", "network", "total"]
    prepare, network, total = (float(line[1]) for line in lines[start + 1 :])
    assert total == pytest.approx(prepare + network, abs=0.2)
    assert network > 0


@pytest.mark.skipif(peer.installed() != peer.VERSION, reason='pip install ".[bench]"')
def test_the_peer_reads_a_photo_as_it_does_by_itself() -> None:
    image = images.load(SAMPLE)
    reading, stages = peer.load()(image)
    assert set(stages) == {"prepare", "network", "total"}
    detector = pytest.importorskip("mahjong_detector")
    names = detector.detect_tiles(str(SAMPLE))
    assert [tile.face for tile in reading.tiles] == [peer.face_of(name) for name in names]
    assert reading.size == (image.shape[1], image.shape[0])
    assert peer.load()(np.zeros((90, 120, 3), np.uint8))[0].tiles == ()
