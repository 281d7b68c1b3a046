"""The bird on 1 bamboo: sparrow, peacock, phoenix, crane, parrot, or a fan of feathers."""

from __future__ import annotations

import math
from collections.abc import Callable

from vision.data.synth.photo import Rng
from vision.data.synth.sheet import Point, Sheet, bezier, polar
from vision.data.synth.solid import Colour
from vision.data.synth.style import Style


def draw(sheet: Sheet, style: Style, rng: Rng) -> None:
    """Draws the set's bird, facing left or right."""
    body, wing, tail = _colours(style, rng)
    BIRD_STYLES[style.bird](sheet, body, wing, tail, style.line, rng)
    if rng.random() < 0.5:
        sheet.px = sheet.px[:, ::-1].copy()  # a drawing may face either way; digits come later


def _colours(style: Style, rng: Rng) -> tuple[Colour, Colour, Colour]:
    inks = style.inks
    choices = (
        (inks.green, inks.blue, inks.red), (inks.blue, inks.green, inks.red),
        (inks.red, inks.green, inks.blue), (inks.green, inks.green, inks.red),
        (inks.green, inks.red, inks.green), (inks.black, inks.green, inks.red),
    )  # fmt: skip
    return choices[int(rng.integers(len(choices)))]


def _head(s: Sheet, at: Point, r: float, colour: Colour, beak: Colour, rng: Rng) -> None:
    s.disc(at, r, colour)
    x, y = at
    s.poly(
        [(x - r * 0.8, y - r * 0.4), (x - r * 2.0, y + r * 0.1), (x - r * 0.7, y + r * 0.5)], beak
    )
    s.disc((x - r * 0.25, y - r * 0.15), r * 0.32, None)
    s.disc((x - r * 0.28, y - r * 0.15), r * 0.14, colour)


def _legs(s: Sheet, at: Point, length: float, width: float, colour: Colour) -> None:
    x, y = at
    for dx in (-0.12, 0.14):
        foot = (x + dx * 1.3, y + length)
        s.line([(x + dx, y), foot], width, colour)
        for toe in (-0.14, 0.0, 0.13):
            s.line([foot, (foot[0] + toe, foot[1] + 0.1)], width * 0.8, colour)


def _sparrow(s: Sheet, body: Colour, wing: Colour, tail: Colour, w: float, rng: Rng) -> None:
    tilt = float(rng.uniform(-0.25, 0.25))
    s.ellipse((1.45, 2.1), (0.8, 0.5), 0.5 + tilt, body)
    s.ellipse((1.55, 2.12), (0.5, 0.24), 0.6 + tilt, None)
    for k in range(4):
        s.taper(
            [(1.2, 1.95 + 0.1 * k), (1.6, 2.2 + 0.1 * k), (2.2, 2.45 + 0.12 * k)],
            (w * 1.6, w),
            wing,
        )
    for k in range(int(rng.integers(3, 5))):
        s.taper(
            [(2.0, 2.4), (2.4, 2.7 + 0.1 * k), (2.5 + 0.1 * k, 3.0 + 0.12 * k)], (w * 2, w), tail
        )
    _head(s, (0.95, 1.5), 0.34, body, tail, rng)
    _legs(s, (1.4, 2.55), 0.6, w, tail)
    if rng.random() < 0.6:
        s.line(bezier([(0.3, 3.25), (1.4, 3.15), (2.8, 3.4)]).tolist(), w * 1.5, wing)


def _peacock(s: Sheet, body: Colour, wing: Colour, tail: Colour, w: float, rng: Rng) -> None:
    middle = (1.5, 1.55)
    rings = int(rng.integers(2, 4))
    for ring in range(rings):
        count = 5 + 4 * ring
        reach = 0.42 + 0.36 * ring
        for k in range(count):
            angle = math.pi + (k + 0.5) * math.pi / count * 1.2 - 0.31
            spot = polar(middle, reach, angle)
            s.disc(spot, 0.2, tail if ring % 2 else wing)
            s.disc(spot, 0.1, None)
            s.disc(spot, 0.055, body)
    s.ellipse((1.5, 2.3), (0.42, 0.62), 0.0, body)
    for k in range(5):
        for side in (-1, 1):
            start = (1.5 + side * 0.25, 2.15 + 0.1 * k)
            s.taper([start, (1.5 + side * 0.8, 2.2 + 0.12 * k), (1.5 + side * 1.2, 2.5 + 0.13 * k)],
                    (w * 1.5, w), wing)  # fmt: skip
    s.taper([(1.5, 2.2), (1.15, 1.8), (1.5, 1.55), (1.3, 1.4)], (w * 4, w * 2.4), None)
    s.taper([(1.5, 2.2), (1.15, 1.8), (1.5, 1.55), (1.3, 1.4)], (w * 3, w * 1.7), body)
    s.disc((1.28, 1.4), 0.14, body)
    s.line([(1.18, 1.42), (1.0, 1.48)], w, tail)
    _legs(s, (1.5, 2.9), 0.55, w, tail)


def _phoenix(s: Sheet, body: Colour, wing: Colour, tail: Colour, w: float, rng: Rng) -> None:
    for k in range(int(rng.integers(3, 6))):
        x = 1.5 + 0.22 * k
        curve = [(1.5, 2.0), (1.2 + 0.35 * k, 2.5), (x, 3.1), (x - 0.2 + 0.15 * k, 3.7)]
        s.taper(curve, (w * 2.6, w * 1.4), (tail, wing)[k % 2])
        end = curve[-1]
        s.disc(end, 0.13, tail)
        s.disc(end, 0.06, None)
    s.ellipse((1.3, 1.75), (0.6, 0.34), 0.55, body)
    for k in range(4):
        s.taper([(1.2, 1.6), (1.7, 1.2 + 0.15 * k), (2.5, 1.05 + 0.28 * k)], (w * 2, w), wing)
    s.taper([(0.95, 1.6), (0.6, 1.3), (0.95, 1.0), (0.85, 0.8)], (w * 4, w * 2), body)
    _head(s, (0.85, 0.78), 0.2, body, tail, rng)
    for k in range(3):
        s.taper([(0.9, 0.62), (1.0 + 0.1 * k, 0.4), (1.2 + 0.15 * k, 0.4)], (w, w * 0.6), tail)


def _crane(s: Sheet, body: Colour, wing: Colour, tail: Colour, w: float, rng: Rng) -> None:
    s.taper([(1.7, 1.9), (0.9, 1.6), (1.3, 1.0), (1.0, 0.6)], (w * 3, w * 1.6), body)
    s.disc((0.98, 0.58), 0.15, body)
    s.taper([(0.9, 0.58), (0.6, 0.62), (0.4, 0.72)], (w * 1.6, w * 0.5), tail)
    s.ellipse((1.75, 2.05), (0.68, 0.36), 0.35, body)
    s.ellipse((1.75, 2.05), (0.48, 0.2), 0.35, None)
    for k in range(5):
        s.taper(
            [(1.5, 1.95), (2.0, 2.0 + 0.1 * k), (2.6, 2.1 + 0.17 * k)],
            (w * 2, w),
            (wing, tail)[k % 2],
        )
    for dx in (0.0, 0.25):
        s.line([(1.65 + dx, 2.35), (1.55 + dx, 3.0), (1.6 + dx, 3.6)], w, tail)
        s.line([(1.6 + dx, 3.6), (1.4 + dx, 3.68)], w, tail)


def _parrot(s: Sheet, body: Colour, wing: Colour, tail: Colour, w: float, rng: Rng) -> None:
    s.taper([(1.6, 2.2), (1.5, 2.9), (1.35, 3.7)], (0.55, 0.25), tail)
    s.line(bezier([(1.55, 2.4), (1.5, 3.0), (1.36, 3.6)]).tolist(), w, None)
    s.taper([(1.25, 0.9), (1.15, 1.7), (1.6, 2.6)], (0.5, 0.5), body)
    s.taper([(1.4, 1.3), (1.5, 1.9), (1.7, 2.5)], (0.2, 0.3), None)
    for k in range(4):
        s.taper(
            [(1.35 + 0.09 * k, 1.4), (1.5 + 0.1 * k, 2.0), (1.6 + 0.12 * k, 2.6)],
            (w * 1.4, w),
            wing,
        )
    s.disc((1.2, 0.75), 0.36, body)
    s.disc((1.1, 0.7), 0.11, None)
    s.disc((1.1, 0.7), 0.05, body)
    s.poly([(0.88, 0.65), (0.62, 0.98), (0.95, 0.95)], tail)
    for k in range(3):
        s.taper(
            [(1.3, 0.45), (1.5 + 0.1 * k, 0.2 + 0.1 * k), (1.9, 0.25 + 0.15 * k)],
            (w * 1.3, w),
            tail,
        )
    s.line(bezier([(0.4, 2.85), (1.4, 2.5), (2.7, 2.3)]).tolist(), w * 1.8, wing)


def _fan(s: Sheet, body: Colour, wing: Colour, tail: Colour, w: float, rng: Rng) -> None:
    """A bird seen from the front with spread feathers, nearly an ornament."""
    middle = (1.5, 2.4)
    count = int(rng.integers(9, 15))
    for k in range(count):
        angle = math.pi * (1.05 + 0.9 * k / (count - 1))
        reach = 1.5 + 0.15 * math.sin(k * 2.1)
        s.line([polar(middle, 0.35, angle), polar(middle, reach, angle)], w, wing)
        s.disc(polar(middle, reach, angle), 0.14, tail)
        s.disc(polar(middle, reach * 0.68, angle), 0.09, body)
    s.ellipse((1.5, 2.55), (0.36, 0.55), 0.0, body)
    s.ellipse((1.5, 2.6), (0.18, 0.32), 0.0, None)
    _head(s, (1.5, 1.9), 0.22, body, tail, rng)
    _legs(s, (1.5, 3.05), 0.45, w, tail)


Bird = Callable[[Sheet, Colour, Colour, Colour, float, Rng], None]
BIRD_STYLES: dict[str, Bird] = {
    "sparrow": _sparrow, "peacock": _peacock, "phoenix": _phoenix, "crane": _crane,
    "parrot": _parrot, "fan": _fan,
}  # fmt: skip
