"""Tile faces from folders of drawn art: DESIGN/CODE.png with transparency."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.data.synth.photo import UNKNOWN, Floats, Image, Rng
from vision.data.synth.solid import Colour
from vision.data.synth.style import Inks
from vision.labels import FACES

FACE_SIZE = (192, 256)  # width, height px of every face picture


@lru_cache(maxsize=32)
def load_folder(folder: Path) -> dict[str, Image]:
    """Code to BGRA (256, 192, 4) of every picture in the folder that is named after a face.

    A drawn frame round the whole face is taken off. `joker` becomes "unknown". Raises
    FileNotFoundError when the folder holds none.
    """
    faces = {}
    for path in sorted(folder.glob("*.png")):
        code = {"joker": UNKNOWN}.get(path.stem, path.stem.removesuffix("-red"))
        if code not in FACES and code != UNKNOWN:
            continue
        key = path.stem if path.stem.endswith("-red") else code
        faces[key] = fit(_without_frame(_read(path)))
    if not faces:
        raise FileNotFoundError(f"no picture named CODE.png in {folder}")
    return faces


def _read(path: Path) -> Image:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise ValueError(f"{path} is not a picture with transparency")
    return picture.astype(np.uint8)


def _without_frame(picture: Image) -> Image:
    """Clears what is joined to all four borders: a frame drawn on the tile's edge."""
    inked = (picture[..., 3] > 40).astype(np.uint8)
    count, label = cv2.connectedComponents(inked)
    height, width = label.shape
    edge = max(2, round(width * 0.03))
    for number in range(1, count):
        mine = label == number
        sides = (mine[:edge], mine[-edge:], mine[:, :edge], mine[:, -edge:])
        framed = all(side.any() for side in sides)
        if framed and not mine[height // 4 : -height // 4, width // 4 : -width // 4].any():
            picture = picture.copy()
            picture[mine] = 0
    return picture


def fit(picture: Image) -> Image:
    """To the common size, keeping the picture's own proportions, in the middle."""
    height, width = picture.shape[:2]
    scale = min(FACE_SIZE[0] / width, FACE_SIZE[1] / height)
    size = (round(width * scale), round(height * scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    face = np.zeros((FACE_SIZE[1], FACE_SIZE[0], 4), np.uint8)
    x, y = (FACE_SIZE[0] - size[0]) // 2, (FACE_SIZE[1] - size[1]) // 2
    face[y : y + size[1], x : x + size[0]] = small
    return face


def one_colour(face: Image) -> bool:
    """Whether all ink is of one grey colour, so that it may be coloured per part."""
    ink = face[face[..., 3] > 128][:, :3]
    return len(ink) == 0 or bool((ink.max(axis=1) < 60).all())


def coloured(code: str, face: Image, inks: Inks, variant: int, rng: Rng) -> Image:
    """A one-colour face painted part by part, the way sets are; `variant` chooses the scheme."""
    alpha = face[..., 3]
    _, label, stats, middles = cv2.connectedComponentsWithStats((alpha > 90).astype(np.uint8))
    result = face.copy()
    result[..., :3] = np.array(_main_colour(code, inks, variant), np.uint8)
    for number in range(1, len(stats)):
        colour = _part_colour(code, middles[number] / np.array(FACE_SIZE), inks, variant, rng)
        if colour is not None:
            part = cv2.dilate((label == number).astype(np.uint8), np.ones((3, 3), np.uint8))
            result[part > 0, :3] = np.array(colour, np.uint8)
    return result


def _main_colour(code: str, inks: Inks, variant: int) -> Colour:
    if code == "DR":
        return inks.red
    if code == "DG" or (code[0] == "B" and code != "B1"):
        return inks.green
    if code[0] in "FS":
        return inks.green if variant % 3 else inks.black
    if code == "B1":
        return (inks.green, inks.blue, inks.black)[variant % 3]
    return inks.blue if variant % 5 < 3 else inks.black


def _part_colour(code: str, middle: Floats, inks: Inks, variant: int, rng: Rng) -> Colour | None:
    """The colour of a part whose middle (x, y) is given as shares of the face; None: the main."""
    x, y = float(middle[0]), float(middle[1])
    if code[0] == "C":
        return inks.red if y > 0.53 else None
    if code[0] in "FSA" or code == "B1":
        if code[0] in "FS" and y < 0.28 and abs(x - 0.5) > 0.12:  # caption and digit
            left = inks.blue if variant % 2 else inks.red
            right = inks.red if variant % 2 else inks.black
            return left if x < 0.5 else right
        return inks.any(rng) if rng.random() < 0.55 else None
    if code == "D1":
        return (inks.red, inks.green, inks.blue)[int(rng.integers(3))]
    if variant % 4 == 0:  # a set painted in few colours
        return None
    if code in ("D6", "D7"):
        return inks.red if y > 0.4 + 0.07 * (code == "D7") else inks.green
    if code == "B7" and y < 0.35:
        return inks.red
    if code in ("D5", "D9", "B9", "B5") and abs(x - 0.5) < 0.15:
        return inks.red if code[1] == "9" or abs(y - 0.5) < 0.2 else None
    if code == "D4" and (x < 0.5) == (y < 0.5):
        return inks.green
    return None


def repainted(face: Image, inks: Inks) -> Image:
    """A coloured face in the paints of another maker: its reds, greens, blues and blacks exchanged.

    BGRA (H, W, 4) with colour not premultiplied, as loaded.
    """
    colour = face[..., :3].astype(np.int16)
    b, g, r = colour[..., 0], colour[..., 1], colour[..., 2]
    dark = colour.max(axis=2) < 80
    kinds = (
        (dark, inks.black),
        (~dark & (r > g + 40) & (r > b + 40), inks.red),
        (~dark & (g > r + 15) & (g > b + 15), inks.green),
        (~dark & (b > r + 25) & (b >= g), inks.blue),
    )
    result = face.copy()
    for mask, ink in kinds:
        result[mask, :3] = np.array(ink, np.uint8)
    return result
