"""Tile faces from folders of drawn art: DESIGN/CODE.png with transparency."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.data.synth.photo import UNKNOWN, Image, Rng
from vision.labels import FACES

FACE_SIZE = (192, 256)  # width, height px of every face picture
RED = (45.0, 40.0, 190.0)
GREEN = (50.0, 110.0, 20.0)
BLUE = (130.0, 50.0, 25.0)
BLACK = (35.0, 30.0, 30.0)


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


def coloured(code: str, face: Image, rng: Rng) -> Image:
    """A one-colour face coloured the way sets are: part by part."""
    alpha = face[..., 3]
    _, label, stats, middles = cv2.connectedComponentsWithStats((alpha > 90).astype(np.uint8))
    palette = [np.array(c) for c in (BLUE, GREEN, RED, BLACK)]
    result = face.copy()
    result[..., :3] = np.array(_main_colour(code, rng), np.uint8)
    if code[0] in "CDBFSA" or code == "DW":
        for number in range(1, len(stats)):
            colour = _part_colour(code, middles[number] / np.array(FACE_SIZE), palette, rng)
            if colour is not None:
                part = cv2.dilate((label == number).astype(np.uint8), np.ones((3, 3), np.uint8))
                result[part > 0, :3] = colour.astype(np.uint8)
    return result


def _main_colour(code: str, rng: Rng) -> tuple[float, float, float]:
    if code == "DR":
        return RED
    if code == "DG" or code[0] == "B":
        return GREEN
    if code == "DW":
        return BLUE
    return (BLUE, BLACK)[int(rng.random() < 0.4)]


def _part_colour(
    code: str, middle: np.ndarray, palette: list[np.ndarray], rng: Rng
) -> np.ndarray | None:
    """The colour of a part whose middle (x, y) is given as shares of the face; None: the main."""
    x, y = middle
    if code[0] == "C":
        return palette[2] if y > 0.53 else None
    if code[0] in "FS":
        return palette[int(rng.integers(4))]
    if code == "D1" or code == "B1":
        return palette[int(rng.integers(3))]
    if code in ("B7",) and y < 0.35:
        return palette[2]
    if code in ("D7", "D6"):
        return palette[2] if y > (0.47 if code == "D7" else 0.4) else palette[1]
    if code in ("D5", "D9", "B9", "D3") and abs(x - 0.5) < 0.15 and (code != "D5" or y < 0.6):
        return palette[2]
    return None


def varied(face: Image, rng: Rng, *, hue: np.ndarray, size: float) -> Image:
    """The face with its colours turned by `hue` (a BGR gain) and drawn at `size` of its size."""
    height, width = face.shape[:2]
    turn = rng.normal(0, 0.7)
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, size)
    matrix[:, 2] += rng.normal(0, 0.008, 2) * (width, height)
    moved = cv2.warpAffine(face, matrix, (width, height), flags=cv2.INTER_LINEAR)
    result: Image = moved.astype(np.uint8)
    result[..., :3] = np.clip(moved[..., :3] * hue + (hue - 1) * 30, 0, 255).astype(np.uint8)
    return result
