"""What tiles are made of: proportions, colours of the layers, roundness."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.data.synth.photo import Image, Rng
from vision.data.synth.solid import Colour, pyramid

FRONTS: tuple[Colour, ...] = (
    (240, 243, 244), (225, 236, 242), (205, 226, 238), (185, 213, 230), (236, 240, 236),
    (165, 200, 222),
)  # fmt: skip
BACKS: tuple[Colour, ...] = (
    (70, 140, 30), (150, 110, 20), (190, 120, 40), (40, 160, 235), (30, 110, 230), (45, 45, 45),
    (60, 40, 170), (120, 60, 130), (235, 238, 238), (90, 200, 230), (200, 170, 60), (80, 100, 130),
    (40, 90, 40), (150, 60, 40), (190, 150, 190), (230, 215, 150), (180, 200, 120),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Body:
    """`size` in tile widths; `layers` from back to front as (share of the depth, colour)."""

    size: tuple[float, float, float]
    radius: float
    layers: tuple[tuple[float, Colour], ...]
    dark: bool  # light ink on a dark tile

    @classmethod
    def sample(cls, rng: Rng) -> Body:
        """A body as sets have them: ivory or white on a coloured back, rarely black."""
        size = (1.0, float(rng.uniform(1.22, 1.48)), float(rng.uniform(0.48, 0.88)))
        radius = float(rng.uniform(0.04, 0.13)) * min(1.0, size[2] / 0.6)
        dark = rng.random() < 0.05
        front = _jitter((35.0, 32.0, 32.0) if dark else _pick(FRONTS, rng), rng, 5)
        back = _jitter(_pick(BACKS, rng), rng, 12)
        way = rng.random()
        layers: tuple[tuple[float, Colour], ...]
        if way < 0.08:
            layers = ((1.0, front),)
        elif way < 0.8:
            share = float(rng.uniform(0.15, 0.6))
            layers = ((share, back), (1 - share, front))
        else:
            share = float(rng.uniform(0.15, 0.35))
            middle = _jitter(_pick((*BACKS, *FRONTS), rng), rng, 10)
            thin = float(rng.uniform(0.08, 0.25))
            layers = ((share, back), (thin, middle), (1 - share - thin, front))
        return cls(size, radius, layers, dark)


def _pick(colours: tuple[Colour, ...], rng: Rng) -> Colour:
    return colours[int(rng.integers(len(colours)))]


def _jitter(colour: Colour, rng: Rng, spread: float) -> Colour:
    b, g, r = np.clip(np.array(colour) + rng.normal(0, spread, 3), 5, 250)
    return (float(b), float(g), float(r))


def back_pattern(rng: Rng) -> tuple[Image, ...]:
    """What few sets have on their backs: a frame, stripes, a lattice or spots; mostly nothing."""
    if rng.random() < 0.85:
        return ()
    ink = np.zeros((256, 192, 4), np.uint8)
    b, g, r = (float(v) for v in rng.uniform(20, 240, 3))
    colour = (b, g, r, 255.0)
    kind = int(rng.integers(4))
    if kind == 0:
        cv2.rectangle(ink, (24, 24), (168, 232), colour, int(rng.integers(3, 12)))
    elif kind == 3:
        cv2.circle(ink, (96, 128), int(rng.integers(20, 60)), colour, int(rng.choice([-1, 8])))
    else:
        step = int(rng.integers(14, 44))
        for offset in range(-256, 448, step):
            cv2.line(ink, (offset, 0), (offset + 256, 256), colour, step // 5, cv2.LINE_AA)
            if kind == 2:
                cv2.line(ink, (offset, 256), (offset + 256, 0), colour, step // 5, cv2.LINE_AA)
    return pyramid(ink)
