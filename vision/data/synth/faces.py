"""Which design the tiles of a photograph have."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.data.synth.art import FACE_SIZE, coloured, load_folder, one_colour, varied
from vision.data.synth.photo import UNKNOWN, Image, Rng
from vision.data.synth.solid import pyramid
from vision.labels import FACE_DOWN, FACES


def choose_faces(
    rng: Rng, art: Sequence[Path] | None, *, split: str, dark: bool
) -> tuple[str, dict[str, tuple[Image, ...]]]:
    """A design's name and for each face its picture as a pyramid of premultiplied BGRA."""
    folder = art[int(rng.integers(len(art)))] if art else None
    return (folder.name if folder else "plain"), _lazy(folder, rng)


def _lazy(folder: Path | None, rng: Rng) -> dict[str, tuple[Image, ...]]:
    drawn = load_folder(folder) if folder else {}
    hue = np.exp(rng.normal(0, 0.15, 3)) if rng.random() < 0.7 else np.ones(3)
    size = float(rng.uniform(0.74, 0.97))
    faces = {}
    for code in (*FACES, UNKNOWN):
        if code == FACE_DOWN:
            continue
        face = drawn.get(code)
        if face is None:
            face = _letters(code)
        elif one_colour(face):
            face = coloured(code, face, rng)
        faces[code] = pyramid(varied(face, rng, hue=hue, size=size))
    return faces


def _letters(code: str) -> Image:
    face = np.zeros((FACE_SIZE[1], FACE_SIZE[0], 4), np.uint8)
    if code != "DW":
        cv2.putText(face, code, (8, 170), 0, 4.0, (40, 40, 160, 255), 14, cv2.LINE_AA)
    return face
