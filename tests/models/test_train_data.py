"""What the training scripts make of labelled and rendered photographs; needs no torch."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.data.synth.export import Job, write
from vision.labels import FACES

Script = Callable[[str], ModuleType]
Image = npt.NDArray[np.uint8]
BOXES = [(5, 0.25, 0.5, 0.2, 0.4), (9, 0.6, 0.45, 0.2, 0.4)]  # class, centre and size as shares


def patterned(seed: int) -> Image:
    """A picture (480, 640, 3) that looks different everywhere, and smooth enough to be warped."""
    small = np.random.default_rng(seed).integers(0, 256, (12, 16, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(small, (640, 480), interpolation=cv2.INTER_CUBIC), np.uint8)


def collection(folder: Path, rows: list[tuple[str, str, str]]) -> Path:
    """PHOTOS with train/ and provenance.csv; `rows` are (name, source, session)."""
    for part in ("images", "labels"):
        (folder / "train" / part).mkdir(parents=True)
    with (folder / "provenance.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(("file", "source", "session", "augmented", "caption_only_boxes"))
        for number, (name, source, session) in enumerate(rows):
            table.writerow((f"train/images/{name}.png", source, session, "0", ""))
            cv2.imwrite(str(folder / "train" / "images" / f"{name}.png"), patterned(number))
            lines = (" ".join(map(str, box)) for box in BOXES)
            (folder / "train" / "labels" / f"{name}.txt").write_text("\n".join(lines))
    return folder


def test_tile_sets_are_held_out_by_session_and_source(script: Script, tmp_path: Path) -> None:
    real, crops = script("real"), script("crops")
    sessions = [f"s{k}" for k in range(60)]
    rows = [(f"{s}_{k}", real.MIXED_SOURCE, s) for s in sessions for k in range(2)]
    rows += [("leo", "leo-miura-riichi", "one"), ("other", "somebody", "s1")]
    photos = real.photos(collection(tmp_path, rows))
    kept = {photo.path.stem for photo in photos if photo.held_out}
    assert {name for name in kept if not name.startswith("s")} == {"leo"}
    by_session = {name.split("_")[0] for name in kept} - {"leo"}
    assert kept == {"leo", *(f"{s}_{k}" for s in by_session for k in range(2))}
    # these and no others, for ever: a model may have learnt from all the rest
    assert by_session == {"s7", "s8", "s13", "s23", "s25", "s39", "s50", "s56"}

    def names(held_out: bool) -> set[str]:
        cut = crops.from_photos(tmp_path, held_out=held_out, refined={}, mirrored=frozenset())
        return {Path(name).stem for name in cut.pictures}

    assert names(True) == kept
    assert names(False) == {photo.path.stem for photo in photos} - kept


def test_a_mirrored_picture_is_undone(script: Script, tmp_path: Path) -> None:
    crops = script("crops")
    folder = collection(tmp_path, [("straight", "somebody", "a"), ("flipped", "somebody", "b")])
    train = folder / "train"
    straight = patterned(0)
    cv2.imwrite(str(train / "images" / "flipped.png"), straight[:, ::-1])
    lines = (f"{face} {1 - x} {y} {w} {h}" for face, x, y, w, h in BOXES)
    (train / "labels" / "flipped.txt").write_text("\n".join(lines))

    def cut(mirrored: frozenset[str]) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
        found = crops.from_photos(folder, held_out=False, refined={}, mirrored=mirrored)
        assert found.faces == [5, 9, 5, 9]
        images = np.stack(found.images).astype(np.int16)
        return images[:2], images[2:]

    wanted, undone = cut(frozenset({"flipped.png"}))
    assert np.abs(wanted - undone).mean() < 2
    wanted, left = cut(frozenset())
    assert np.abs(wanted - left).mean() > 20


def test_captions_and_loose_boxes_are_used_only_where_they_were_refined(
    script: Script, tmp_path: Path
) -> None:
    pictures = script("pictures")
    folder = collection(tmp_path / "photos", [(n, "somebody", n) for n in ("a", "b", "c")])
    labels = folder / "train" / "labels"
    (labels / "b.txt").write_text("5 0.25 0.5 0.2 0.4\n9 0.3 0.5 0.2 0.4\n")  # as of tilted tiles
    (labels / "c.txt").write_text("5 0.25 0.5 0.2 0.4\n9 0.3 0.5 0.2 0.4\n")
    quads = [[0.2, 0.3, 0.3, 0.3, 0.3, 0.6, 0.2, 0.6], [0.5, 0.3, 0.6, 0.3, 0.6, 0.6, 0.5, 0.6]]
    used = pictures.write_real(folder, tmp_path / "out", {"c.png": quads})
    assert [path.name for path in used] == ["a.png", "c.png"]
    firsts = ([0.15, 0.3, 0.35, 0.3, 0.35, 0.7, 0.15, 0.7], quads[0])
    for path, wanted in zip(used, firsts, strict=True):
        first = (tmp_path / "out" / "labels" / f"{path.stem}.txt").read_text().splitlines()[0]
        assert [float(v) for v in first.split()] == pytest.approx([0, *wanted])


def test_rendered_labels_hold_the_tiles_that_a_reader_should_find(
    script: Script, tmp_path: Path
) -> None:
    folder = tmp_path / "rendered"
    image = write(Job(folder, 4, 256, layout="hand"))
    exact = folder / "labels" / f"{image.stem}.json"
    truth = json.loads(exact.read_text())
    quad = truth["tiles"][0]["quad"]
    cases = [("C1", True, 0.59), ("X", False, 1.0), ("C1", False, 0.6), ("X", True, 1.0)]
    truth["tiles"] += [
        {"face": face, "quad": quad, "group": 0, "in_hand": inside, "visible": share}
        for face, inside, share in cases
    ]
    exact.write_text(json.dumps(truth))
    (used,) = script("pictures").write_rendered(folder, tmp_path / "data")
    assert used.resolve() == image.resolve()
    lines = (tmp_path / "data" / "labels" / f"{used.stem}.txt").read_text().splitlines()
    assert all(line.startswith("0 ") for line in lines)
    size = (truth["width"], truth["height"])
    shown = [np.array(line.split()[1:], float).reshape(4, 2) * size for line in lines]
    told = [t for t in truth["tiles"][: -len(cases)] if t["visible"] >= 0.6]
    wanted = [t["quad"] for t in told if t["face"] != "X" or t["in_hand"]] + [quad, quad]
    assert len(wanted) > 5
    assert np.abs(np.array(shown) - np.array(wanted)).max() < 0.01
    crops = script("crops").from_rendered(folder)
    assert {FACES[face] for face in crops.faces if face >= 0} <= {t["face"] for t in truth["tiles"]}


@pytest.mark.parametrize("count", [1, 2, 19, 40, 200])
def test_pictures_that_watch_the_training_are_not_trained_on(
    count: int, script: Script, tmp_path: Path
) -> None:
    names = [f"/pictures/{k:03d}.jpg" for k in range(count)]
    script("pictures").write_lists(names * 2, tmp_path)
    trained = (tmp_path / "train.txt").read_text().split()
    kept = (tmp_path / "val.txt").read_text().split()
    assert len(kept) == max(1, round(count / 40))
    if count > 1:  # one picture alone has to be both
        assert set(trained) | set(kept) == set(names)
        assert not set(trained) & set(kept)
        assert len(trained) == 2 * (count - len(kept))


def test_crops_are_parted_by_picture(script: Script) -> None:
    cropping = script("crops")
    crops = cropping.Crops()
    for k in range(90):
        crops.add(np.zeros((2, 2, 3), np.uint8), k % 47, 0, "rendered", f"picture {k // 3}")
    trained, kept = crops.parted()
    assert len(trained) + len(kept) == 90
    assert set(kept.pictures) == {"picture 27"}  # the 21st of 30 names, sorted
    assert kept.faces == [81 % 47, 82 % 47, 83 % 47]
    assert "picture 27" not in trained.pictures
