"""Pictures of what is no tile but was taken for one: book spines, captions, signs, printed sheets.

Flat pictures, laid over the table before any tile is painted, so that they never hide a tile.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.data.synth.fonts import CHINESE, LATIN, Font, usable
from vision.data.synth.photo import Floats, Image, Rng

SHARE = 0.4  # of the photographs have something of it
WORDS = "人大小上下天日月水山中一二三四五六七八九十百千年分時新打牌包東南西北門口心手金木土火生白"
LATIN_WORDS = "ABCDEFGHIJKLMNOPRSTUVWXYZabcdefghiklmnoprstuvwy0123456789"


def add(ground: Image, rng: Rng) -> None:
    """Paint none, one or a few such things over `ground` (H, W, 3), in place."""
    if rng.random() > SHARE:
        return
    for _ in range(int(rng.integers(1, 4))):
        thing = _THINGS[int(rng.choice(len(_THINGS), p=[0.4, 0.3, 0.3]))]
        thing(ground, rng)


def _shelf(ground: Image, rng: Rng) -> None:
    """Spines of books side by side, mostly at the far side of the table."""
    height, width = ground.shape[:2]
    tall = int(height * rng.uniform(0.12, 0.5))
    thickness = max(width * rng.uniform(0.012, 0.06), 4.0)
    spines: list[Image] = []
    total = 0
    while total < width * rng.uniform(0.5, 1.3) and len(spines) < 60:
        spine = _spine(tall, max(int(thickness * rng.uniform(0.5, 1.8)), 3), rng)
        spines.append(spine)
        total += spine.shape[1]
    far = rng.random() < 0.8
    top = rng.uniform(-0.4 * tall, 0.1 * height) if far else rng.uniform(0, height - tall)
    _lay(ground, np.hstack(spines), (rng.uniform(-0.3, 0.5) * width, top), rng)


def _spine(tall: int, broad: int, rng: Rng) -> Image:
    """One spine, BGRA: a colour, often light, with a title down it; its head may stand lower."""
    light = rng.random() < 0.6
    colour = rng.uniform(190, 250, 3) if light else rng.uniform(10, 240, 3)
    picture = _plate(tall, broad, colour)
    picture[: int(rng.uniform(0, 0.25) * tall)] = 0
    ink = rng.uniform(0, 110, 3) if light else rng.uniform(120, 255, 3)
    size = max(int(broad * rng.uniform(0.45, 0.9)), 3)
    if rng.random() < 0.6:
        font, step = _font(CHINESE, WORDS, rng), int(size * rng.uniform(1.0, 1.3))
        for y in range(int(tall * rng.uniform(0.2, 0.5)), tall - size, step):
            if rng.random() < 0.85:
                _write(picture, font, _letter(WORDS, rng), ((broad - size) // 2, y), size, ink)
    else:
        line = np.zeros((broad, tall, 4), np.uint8)
        _line(line, LATIN, LATIN_WORDS, int(tall * 0.3), size, ink, rng)
        turned = np.rot90(line, -1)
        picture[turned[..., 3] > 0] = turned[turned[..., 3] > 0]
    if rng.random() < 0.3:
        y = int(rng.uniform(0.3, 0.9) * tall)
        picture[y : y + max(broad // 2, 2)] = (*rng.uniform(0, 255, 3), 255)
    picture[:, 0] = picture[:, -1] = (30, 30, 30, 0)
    return picture


def _caption(ground: Image, rng: Rng) -> None:
    """A line of large writing, as laid over pictures of a video, with or without a bar below."""
    height, width = ground.shape[:2]
    size = max(int(height * rng.uniform(0.03, 0.11)), 6)
    bar = np.zeros((int(size * 1.4), width, 4), np.uint8)
    if rng.random() < 0.7:
        bar[:] = (*rng.uniform(0, 255, 3), 255)
    ink = rng.uniform(0, 255, 3)
    fonts, words = (CHINESE, WORDS) if rng.random() < 0.7 else (LATIN, LATIN_WORDS)
    _line(bar, fonts, words, int(width * rng.uniform(0, 0.3)), size, ink, rng)
    y = rng.choice([rng.uniform(0, 0.1), rng.uniform(0.8, 0.95), rng.uniform(0, 0.95)]) * height
    _blend(ground, bar, int(y), 0)


def _sign(ground: Image, rng: Rng) -> None:
    """A sheet, box or screen with some lines of writing, frames and marks, lying or standing."""
    height, width = ground.shape[:2]
    across = int(width * rng.uniform(0.06, 0.35))
    down = int(across * rng.uniform(0.5, 1.6))
    light = rng.random() < 0.7
    picture = _plate(down, across, rng.uniform(200, 255, 3) if light else rng.uniform(5, 120, 3))
    ink = rng.uniform(0, 120, 3) if light else rng.uniform(140, 255, 3)
    size = max(int(down * rng.uniform(0.06, 0.4)), 4)
    y = int(size * rng.uniform(0.3, 1.5))
    fonts, words = (CHINESE, WORDS) if rng.random() < 0.6 else (LATIN, LATIN_WORDS)
    while y + size < down and rng.random() < 0.9:
        part = picture[y : y + size]
        _line(part, fonts, words, int(across * rng.uniform(0.02, 0.3)), size, ink, rng)
        y += int(size * rng.uniform(1.2, 2.5))
    if rng.random() < 0.4:
        cv2.rectangle(picture, (2, 2), (across - 3, down - 3), (*ink.tolist(), 255), 2)
    at = (rng.uniform(-0.1, 0.95) * width, rng.uniform(-0.1, 0.9) * height)
    _lay(ground, picture, at, rng)


_THINGS = (_shelf, _caption, _sign)


def _plate(tall: int, broad: int, colour: Floats) -> Image:
    picture = np.empty((max(tall, 1), max(broad, 1), 4), np.uint8)
    picture[:] = (*colour, 255)
    return picture


def _font(fonts: tuple[Font, ...], words: str, rng: Rng) -> Font:
    able = usable(fonts, words[0], "train")
    return able[int(rng.integers(len(able)))]


def _letter(words: str, rng: Rng) -> str:
    return words[int(rng.integers(len(words)))]


def _line(
    picture: Image, fonts: tuple[Font, ...], words: str, x: int, size: int, ink: Floats, rng: Rng
) -> None:
    """Writing from left to right, from `x` until the picture or the words end."""
    font = _font(fonts, words, rng)
    for _ in range(int(rng.integers(2, 24))):
        if x + size > picture.shape[1]:
            return
        y = max((picture.shape[0] - size) // 2, 0)
        x += _write(picture, font, _letter(words, rng), (x, y), size, ink) + max(size // 8, 1)
        if rng.random() < 0.1:
            x += size


def _write(
    picture: Image, font: Font, letter: str, at: tuple[int, int], size: int, ink: Floats
) -> int:
    """One letter, `size` px high, its corner at `at`; the width it took."""
    mask = font.mask(letter)
    wide = max(size * int(mask.shape[1]) // int(mask.shape[0]), 1)
    if wide > 2 * size:
        return size
    small = cv2.resize(mask, (wide, size), interpolation=cv2.INTER_AREA)
    part = picture[at[1] : at[1] + size, at[0] : at[0] + wide]
    inked = small[: part.shape[0], : part.shape[1]] > 110
    part[inked] = (*ink, 255)
    return wide


def _lay(ground: Image, picture: Image, at: tuple[float, float], rng: Rng) -> None:
    """Blend a picture in with its corner at `at`, leaning a little and seen a little aslant."""
    down, across = picture.shape[:2]
    lean = rng.normal(0, 0.12) if rng.random() < 0.8 else rng.uniform(-np.pi, np.pi)
    cos, sin = np.cos(lean), np.sin(lean)
    corners = np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float64)
    centre = corners.mean(axis=0)
    target = (corners - centre) @ np.array([[cos, sin], [-sin, cos]])
    target = target * (1 + rng.uniform(-0.06, 0.06, (4, 1))) + centre + np.array(at)
    view = cv2.getPerspectiveTransform(corners.astype(np.float32), target.astype(np.float32))
    size = (ground.shape[1], ground.shape[0])
    _blend(ground, np.asarray(cv2.warpPerspective(picture, view, size), np.uint8), 0, 0)


def _blend(ground: Image, picture: Image, top: int, left: int) -> None:
    part = ground[top : top + picture.shape[0], left : left + picture.shape[1]]
    share = picture[: part.shape[0], : part.shape[1], 3:].astype(np.float32) / 255
    colour = picture[: part.shape[0], : part.shape[1], :3]
    part[:] = np.clip(part * (1 - share) + colour * share, 0, 255).astype(np.uint8)
