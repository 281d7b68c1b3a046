"""The pictures that the locator trains on, as ultralytics wants them: links, labels of one class,
lists."""

from __future__ import annotations

import json
from pathlib import Path

import real
from watching import watched

LOOSE = 0.03  # mean overlap of neighbouring boxes above which a picture's boxes are too loose


def write_real(photos: Path, out: Path, refined: dict[str, list[list[float]]]) -> list[Path]:
    """Link the usable real pictures into ``out`` with one-class oriented labels; their paths.

    `refined` maps a file name to quads (8 shares of the picture) that replace its loose boxes.
    """
    used = []
    for photo in real.photos(photos):
        quads = refined.get(photo.path.name, [[]] if not usable(photo) else [])
        if not all(quads) and usable(photo) and not photo.captions:
            quads = []  # its own boxes are better than an incomplete refinement
        if photo.held_out or not all(quads):
            continue
        quads = quads or [box.corners for box in photo.boxes]
        used.append(_enter(out, photo.path.name, photo.path, quads))
    return used


def write_rendered(folder: Path, out: Path) -> list[Path]:
    """Link rendered pictures into ``out`` with labels of the tiles a reader should find: faces that
    are mostly visible, and backs only inside a hand (a wall is no part of any hand)."""
    used = []
    for path in sorted((folder / "labels").glob("*.json")):
        truth = json.loads(path.read_text())
        size = (truth["width"], truth["height"])
        quads = [
            [v / size[i] for corner in tile["quad"] for i, v in enumerate(corner)]
            for tile in truth["tiles"]
            if tile["visible"] >= 0.6 and (tile["face"] != "X" or tile["in_hand"])
        ]
        picture = (folder / "images" / f"{path.stem}.jpg").resolve()
        used.append(_enter(out, f"{folder.name}_{picture.name}", picture, quads))
    return used


def _enter(out: Path, name: str, picture: Path, quads: list[list[float]]) -> Path:
    """Link the picture into ``out`` under that name, with its label beside; the link."""
    link, label = out / "images" / name, (out / "labels" / name).with_suffix(".txt")
    for file in (link, label):
        file.parent.mkdir(parents=True, exist_ok=True)
    if not link.exists():
        link.symlink_to(picture)
    lines = (" ".join(["0", *(f"{v:.6f}" for v in quad)]) for quad in quads)
    label.write_text("\n".join(lines) + "\n")
    return link


def write_lists(pictures: list[str], out: Path) -> Path:
    """Lists the pictures to train on and those to watch the training with; the data file."""
    names = sorted(set(pictures))
    kept = watched(names) or set(names)
    trained = [name for name in pictures if name not in kept] or pictures
    (out / "train.txt").write_text("\n".join(trained) + "\n")
    (out / "val.txt").write_text("\n".join(sorted(kept)) + "\n")
    data = out / "data.yaml"
    data.write_text(f"path: {out}\ntrain: train.txt\nval: val.txt\nnames: [tile]\n")
    return data


def usable(photo: real.Photo) -> bool:
    """False where boxes are round captions only, or loose because the tiles lie tilted."""
    return photo.captions == 0 and real.tilt(photo) <= LOOSE
