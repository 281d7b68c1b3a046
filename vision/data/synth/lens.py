"""What light, lens and phone do to the picture, after the scene is painted."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.data.synth.photo import Image, Rng

Picture = npt.NDArray[np.float32]


def photograph(
    scene: Image, owner: npt.NDArray[np.int32], rng: Rng, *, unit: float = 60.0
) -> Image:
    """Light, glare, colours, blur, noise and JPEG. `owner` is not 0 where things lie.

    `unit` is how wide a tile is, px: blur stays so small that a player could still read it.
    """
    picture = scene.astype(np.float32)
    picture *= _lamp(picture.shape[:2], rng)[..., None]
    if rng.random() < 0.3:
        picture *= _cast(picture.shape[:2], rng)[..., None]
    if rng.random() < 0.35:
        picture += _glare(owner, rng)[..., None]
    picture = _colours(picture, rng)
    picture = _blurred(picture, unit, rng)
    picture = _noisy(picture, rng)
    return _compressed(np.clip(picture, 0, 255).astype(np.uint8), rng)


def _lamp(shape: tuple[int, int], rng: Rng) -> Picture:
    """Brightness that changes over the picture: a lamp near it, or light from one side."""
    field = 1 + rng.uniform(0, 0.13) * rng.standard_normal((3, 3), dtype=np.float32)
    if rng.random() < 0.5:
        slope = rng.uniform(-0.3, 0.3, 2)
        ramp = np.linspace(-1, 1, 3)
        field += (slope[0] * ramp[:, None] + slope[1] * ramp[None]).astype(np.float32)
    size = (shape[1], shape[0])
    lamp = cv2.resize(np.clip(field, 0.35, 1.5), size, interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.3:
        y = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None]
        x = np.linspace(-1, 1, shape[1], dtype=np.float32)[None]
        lamp = lamp * (1 - rng.uniform(0.1, 0.35) * (x * x + y * y))
    return np.asarray(lamp, np.float32)


def _cast(shape: tuple[int, int], rng: Rng) -> Picture:
    """Soft shadows of a phone, an arm, a window frame."""
    small = np.ones((shape[0] // 4, shape[1] // 4), np.float32)
    height, width = small.shape
    for _ in range(int(rng.integers(1, 4))):
        middle = rng.uniform(-0.1, 1.1, 2) * (width, height)
        count = int(rng.integers(3, 8))
        angles = np.sort(rng.uniform(0, 2 * np.pi, count))
        reach = rng.uniform(0.1, 0.8, count) * max(width, height)
        points = middle + reach[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        mask = np.zeros_like(small)
        cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
        small *= 1 - rng.uniform(0.15, 0.6) * mask
    soft = cv2.GaussianBlur(small, (0, 0), float(rng.choice([0.7, 2, 5, 12])))
    return cv2.resize(soft, (shape[1], shape[0])).astype(np.float32)


def _glare(owner: npt.NDArray[np.int32], rng: Rng) -> Picture:
    """Reflections of lamps, mostly on the smooth things."""
    height, width = owner.shape
    small = np.zeros((height // 4, width // 4), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(0, 1, 2) * (width / 4, height / 4)
        axes = rng.uniform(0.03, 0.2, 2) * width / 4
        angle = float(rng.uniform(0, 180))
        cv2.ellipse(
            small, ((float(x), float(y)), (float(axes[0]), float(axes[1])), angle),
            float(rng.uniform(40, 200)), -1,
        )  # fmt: skip
    small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(1.5, 10)))
    share = np.where(owner != 0, np.float32(1), np.float32(rng.uniform(0.05, 0.7)))
    return (cv2.resize(small, (width, height)) * share).astype(np.float32)


def _colours(picture: Picture, rng: Rng) -> Picture:
    """White balance, exposure, contrast, saturation."""
    warm = rng.normal(0, 0.1)
    gain = np.array([1 - warm, 1 + rng.normal(0, 0.025), 1 + warm], np.float32)
    level = np.float32(np.exp(rng.normal(-0.05, 0.28)))
    picture = picture * (gain * level)
    if rng.random() < 0.5:
        gamma = float(np.exp(rng.normal(0, 0.25)))
        table = (np.linspace(0, 1, 256) ** gamma * 255).astype(np.uint8)
        picture = cv2.LUT(np.clip(picture, 0, 255).astype(np.uint8), table).astype(np.float32)
    contrast = rng.uniform(0.75, 1.2)
    picture = (picture - 128) * np.float32(contrast) + np.float32(128 * rng.uniform(0.9, 1.05))
    if rng.random() < 0.6:
        grey = picture.mean(axis=2, keepdims=True)
        picture = grey + (picture - grey) * np.float32(rng.uniform(0.5, 1.4))
    return picture.astype(np.float32)


def _blurred(picture: Picture, unit: float, rng: Rng) -> Picture:
    """Out of focus, shaken, enlarged from few px, or sharpened too much."""
    height, width = picture.shape[:2]
    limit = float(np.clip(unit * 0.045, 0.4, 3.0))
    way = rng.random()
    if way < 0.35:
        return cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, limit))).astype(np.float32)
    if way < 0.47:
        length = int(rng.integers(2, max(round(limit * 4.5), 3) + 1))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        reach = np.array([np.cos(angle), np.sin(angle)]) * (length - 1) / 2
        middle = (length - 1) / 2
        start, end = (tuple(round(float(v)) for v in middle + s * reach) for s in (-1, 1))
        cv2.line(kernel, start, end, 1.0)
        return cv2.filter2D(picture, -1, kernel / kernel.sum()).astype(np.float32)
    if way < 0.62:
        share = max(rng.uniform(0.4, 0.9), min(18 / unit, 0.95))
        size = (int(width * share), int(height * share))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    if way < 0.75:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        return (picture + np.float32(rng.uniform(0.3, 1.2)) * (picture - soft)).astype(np.float32)
    return picture


def _noisy(picture: Picture, rng: Rng) -> Picture:
    if rng.random() < 0.25:
        return picture
    sigma = rng.uniform(0.5, 9) if rng.random() < 0.8 else rng.uniform(8, 18)
    if rng.random() < 0.5:
        grey = rng.standard_normal(picture.shape[:2], dtype=np.float32) * np.float32(sigma)
        return picture + grey[..., None]
    return picture + rng.standard_normal(picture.shape, dtype=np.float32) * np.float32(sigma * 0.8)


def _compressed(picture: Image, rng: Rng) -> Image:
    if rng.random() < 0.2:
        return picture
    quality = int(rng.integers(28, 96))
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if decoded is None:
        raise RuntimeError("OpenCV could not read back its own JPEG")
    return decoded.astype(np.uint8)
