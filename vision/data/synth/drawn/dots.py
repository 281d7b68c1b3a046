"""Dots 1 to 9 in several ring styles and colourings."""

from __future__ import annotations

import math
from collections.abc import Callable

from vision.data.synth.photo import Rng
from vision.data.synth.sheet import Point, Sheet, polar
from vision.data.synth.solid import Colour
from vision.data.synth.style import Style

Dot = Callable[[Sheet, Point, float, Colour, Colour], None]

# places as (column, row) shares of the field and a colour group each
PLACES: dict[int, tuple[tuple[float, float, int], ...]] = {
    2: ((0.5, 0.22, 0), (0.5, 0.78, 1)),
    3: ((0.2, 0.17, 0), (0.5, 0.5, 1), (0.8, 0.83, 2)),
    4: ((0.24, 0.22, 0), (0.76, 0.22, 2), (0.24, 0.78, 2), (0.76, 0.78, 0)),
    5: ((0.2, 0.18, 0), (0.8, 0.18, 2), (0.5, 0.5, 1), (0.2, 0.82, 2), (0.8, 0.82, 0)),
    6: tuple((x, y, 2 if y < 0.3 else 1) for y in (0.16, 0.56, 0.86) for x in (0.25, 0.75)),
    7: (
        (0.17, 0.1, 2), (0.5, 0.22, 2), (0.83, 0.34, 2),
        *((x, y, 1) for y in (0.63, 0.9) for x in (0.28, 0.72)),
    ),
    8: tuple((x, y, 0) for y in (0.11, 0.37, 0.63, 0.89) for x in (0.26, 0.74)),
    9: tuple((x, y, c) for y, c in ((0.14, 0), (0.5, 1), (0.86, 2)) for x in (0.16, 0.5, 0.84)),
}  # fmt: skip
ROOM = {2: 0.72, 3: 0.52, 4: 0.55, 5: 0.47, 6: 0.47, 7: 0.4, 8: 0.42, 9: 0.42}


def draw(sheet: Sheet, rank: int, style: Style, rng: Rng) -> None:
    """Draws `rank` dots (1 to 9)."""
    if rank == 1:
        _big(sheet, style, rng)
        return
    dot = DOT_STYLES[style.dots]
    left, top, width, height = 0.25, 0.2, 2.5, 3.6
    choice = _colours(style, rng)
    radius = ROOM[rank] * (0.72 + 0.07 * (style.number % 5))
    tight = 0.94 if style.number % 2 else 1.0
    for x, y, group in PLACES[rank]:
        at = (left + width * (0.5 + (x - 0.5) * tight), top + height * (0.5 + (y - 0.5) * tight))
        colour = choice[group]
        dot(sheet, at, radius, colour, style.inks.red if colour != style.inks.red else colour)


def _colours(style: Style, rng: Rng) -> tuple[Colour, Colour, Colour]:
    """Colours of the three groups: outer, middle, other."""
    inks = style.inks
    return {
        "classic": (inks.blue, inks.red, inks.green),
        "rows": (inks.green, inks.red, inks.blue),
        "one": (inks.blue,) * 3,
        "two": (inks.black, inks.red, inks.black),
        "mixed": (inks.green, inks.red, inks.green),
    }[style.dot_colours]


def _double(s: Sheet, at: Point, r: float, colour: Colour, _: Colour) -> None:
    s.ring(at, r, r * 0.2, colour)
    s.ring(at, r * 0.62, r * 0.18, colour)
    s.disc(at, r * 0.2, colour)


def _holed(s: Sheet, at: Point, r: float, colour: Colour, _: Colour) -> None:
    s.disc(at, r, colour)
    s.ring(at, r * 0.72, r * 0.14, None)
    s.disc(at, r * 0.22, None)


def _petals(s: Sheet, at: Point, r: float, colour: Colour, _: Colour) -> None:
    s.ring(at, r, r * 0.16, colour)
    s.ring(at, r * 0.74, r * 0.1, colour)
    for k in range(5):
        s.disc(polar(at, r * 0.33, k * 2 * math.pi / 5 - math.pi / 2), r * 0.2, colour)
    s.disc(at, r * 0.13, None)


def _wheel(s: Sheet, at: Point, r: float, colour: Colour, _: Colour) -> None:
    s.disc(at, r, colour)
    for k in range(4):
        angle = k * math.pi / 2 + math.pi / 4
        s.line([polar(at, r * 0.18, angle), polar(at, r * 0.74, angle)], r * 0.16, None)
    s.ring(at, r * 0.86, r * 0.1, None)


def _target(s: Sheet, at: Point, r: float, colour: Colour, other: Colour) -> None:
    s.ring(at, r, r * 0.14, colour)
    s.ring(at, r * 0.74, r * 0.12, other)
    s.disc(at, r * 0.42, colour)
    s.disc(at, r * 0.15, None)


def _filled(s: Sheet, at: Point, r: float, colour: Colour, _: Colour) -> None:
    s.disc(at, r * 0.95, colour)
    s.disc(at, r * 0.3, None)


def _coin(s: Sheet, at: Point, r: float, colour: Colour, _: Colour) -> None:
    s.disc(at, r, colour)
    s.ring(at, r * 0.84, r * 0.09, None)
    h = r * 0.32
    x, y = at
    s.poly([(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)], None)


def _star(s: Sheet, at: Point, r: float, colour: Colour, _: Colour) -> None:
    s.disc(at, r, colour)
    for k in range(4):
        angle = k * math.pi / 2
        middle = polar(at, r * 0.4, angle)
        s.ellipse(middle, (r * 0.36, r * 0.13), angle, None)
    s.disc(at, r * 0.1, colour)


def _beads(s: Sheet, at: Point, r: float, colour: Colour, other: Colour) -> None:
    s.ring(at, r, r * 0.13, colour)
    for k in range(8):
        s.disc(polar(at, r * 0.64, k * math.pi / 4), r * 0.13, colour)
    s.disc(at, r * 0.28, other)


DOT_STYLES: dict[str, Dot] = {
    "double": _double, "holed": _holed, "petals": _petals, "wheel": _wheel, "target": _target,
    "filled": _filled, "coin": _coin, "star": _star, "beads": _beads,
}  # fmt: skip


def _big(sheet: Sheet, style: Style, rng: Rng) -> None:
    """The one dot: rings and petals of several colours."""
    at = (1.5, 2.0)
    radius = float(rng.uniform(0.85, 1.35))
    inks = (style.inks.green, style.inks.blue, style.inks.red)
    first = int(rng.integers(3))
    if rng.random() < 0.15:
        DOT_STYLES[style.dots](sheet, at, radius, inks[first], style.inks.red)
        return
    r = radius
    number = 0
    while r > radius * 0.22:
        colour = inks[(first + number) % 3]
        way = int(rng.integers(5))
        step = radius * float(rng.uniform(0.14, 0.3))
        if way == 0:
            sheet.disc(at, r, colour)
            sheet.disc(at, r - step * 0.55, None)
        elif way == 1:
            sheet.ring(at, r, step * 0.35, colour)
        elif way == 2:
            count = int(rng.integers(8, 19))
            for k in range(count):
                turn = k * 2 * math.pi / count
                middle = polar(at, r - step / 2, turn)
                sheet.ellipse(middle, (step / 2, max(r / count * 1.7, 0.03)), turn, colour)
        elif way == 3:
            sheet.disc(at, r, colour)
            count = int(rng.integers(8, 17))
            for k in range(count):
                turn = k * 2 * math.pi / count
                sheet.ellipse(polar(at, r - step / 2, turn), (step * 0.36, r / count), turn, None)
            sheet.disc(at, r - step, None)
        else:
            count = int(rng.integers(9, 20))
            for k in range(count):
                spot = polar(at, r - step / 2, k * 2 * math.pi / count)
                sheet.disc(spot, min(step * 0.4, r * 2 / count), colour)
        r -= step * 1.12
        number += 1
    if rng.random() < 0.5:
        for k in range(5):
            petal = polar(at, r * 0.55, k * 2 * math.pi / 5)
            sheet.disc(petal, r * 0.45, style.inks.red)
    else:
        sheet.disc(at, r, style.inks.red)
