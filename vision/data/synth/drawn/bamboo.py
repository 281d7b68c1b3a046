"""Bamboos 2 to 9 in several stick styles; 8 as M over W."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from vision.data.synth.photo import Rng
from vision.data.synth.sheet import Point, Sheet
from vision.data.synth.solid import Colour
from vision.data.synth.style import Style

Stick = Callable[[Sheet, Point, Point, float, Colour], None]
RED, GREEN, BLUE = 0, 1, 2

# (x, y, colour) shares of the field; every stick stands upright
PLACES: dict[int, tuple[tuple[float, float, int], ...]] = {
    2: ((0.5, 0.25, GREEN), (0.5, 0.75, GREEN)),
    3: ((0.5, 0.25, GREEN), (0.25, 0.75, GREEN), (0.75, 0.75, GREEN)),
    4: (
        (0.25, 0.25, GREEN), (0.75, 0.25, BLUE),
        (0.25, 0.75, BLUE), (0.75, 0.75, GREEN),
    ),
    5: (
        (0.15, 0.25, GREEN), (0.85, 0.25, BLUE), (0.5, 0.5, RED),
        (0.15, 0.75, BLUE), (0.85, 0.75, GREEN),
    ),
    6: tuple((x, y, GREEN if y < 0.5 else BLUE) for y in (0.25, 0.75) for x in (0.15, 0.5, 0.85)),
    7: ((0.5, 0.14, RED), *((x, y, GREEN) for y in (0.5, 0.86) for x in (0.15, 0.5, 0.85))),
    9: tuple(
        (x, y, colour)
        for y in (0.16, 0.5, 0.84)
        for x, colour in ((0.15, GREEN), (0.5, RED), (0.85, GREEN))
    ),
}  # fmt: skip


def draw(sheet: Sheet, rank: int, style: Style, rng: Rng) -> None:
    """Draws `rank` sticks (2 to 9)."""
    stick = STICK_STYLES[style.sticks]
    if rank == 8:
        _eight(sheet, stick, style)
        return
    inks = (style.inks.red, style.inks.green, _second(style))
    high = {7: 0.31, 9: 0.31}.get(rank, 0.44) * 3.5
    wide = 2.4 * {2: 0.9, 3: 0.85, 4: 0.8}.get(rank, 1.0)
    breadth = (0.32 if rank > 4 else 0.4) * (0.8 + 0.13 * (style.number % 6))
    for x, y, colour in PLACES[rank]:
        if rank == 5 and colour == BLUE and style.number % 2:
            colour = GREEN
        at_x, at_y = 1.5 + (x - 0.5) * wide, 2.0 + (y - 0.5) * 3.5
        ends = ((at_x, at_y - high / 2), (at_x, at_y + high / 2))
        stick(sheet, *ends, breadth, inks[colour])


def _second(style: Style) -> Colour:
    """Some sets paint half of the sticks blue, most paint them green."""
    return style.inks.blue if style.number % 4 == 0 else style.inks.green


def _eight(sheet: Sheet, stick: Stick, style: Style) -> None:
    """Two groups of two upright and two slanted sticks: W over M, or M over W."""
    plain = style.number % 9 == 4
    w_first = style.number % 2 == 0
    breadth = 0.25 * (0.85 + 0.13 * (style.number % 6))
    low, high = 1.5 - 1.12, 1.5 + 1.12
    for half, top in enumerate((0.3, 2.15)):
        bottom = top + 1.55
        colour = style.inks.green if half == 0 else _second(style)
        for x in (low, high):
            stick(sheet, (x, top), (x, bottom), breadth, colour)
        if plain:
            for x in (1.5 - 0.37, 1.5 + 0.37):
                stick(sheet, (x, top), (x, bottom), breadth, colour)
            continue
        peak_up = (half == 0) == w_first
        near, far = (top + 0.12, bottom - 0.25) if peak_up else (bottom - 0.12, top + 0.25)
        stick(sheet, (1.5 - 0.09, near), (low + 0.3, far), breadth, colour)
        stick(sheet, (1.5 + 0.09, near), (high - 0.3, far), breadth, colour)


def _along(a: Point, b: Point) -> tuple[np.ndarray, np.ndarray, float]:
    """Unit vectors along and across the stick, and its length."""
    step = np.array(b) - np.array(a)
    length = float(np.linalg.norm(step))
    along = step / length
    return along, np.array([-along[1], along[0]]), length


def _outline(sheet: Sheet, a: Point, b: Point, profile: list[Point], colour: Colour | None) -> None:
    """A shape symmetric to the line a–b: profile of (share of the length, half breadth)."""
    along, across, length = _along(a, b)
    start = np.array(a)
    one = [start + along * s * length + across * w for s, w in profile]
    two = [start + along * s * length - across * w for s, w in reversed(profile)]
    sheet.poly(np.array(one + two), colour)


def _bone(sheet: Sheet, a: Point, b: Point, breadth: float, colour: Colour) -> None:
    along, _, length = _along(a, b)
    half = breadth / 2
    profile = [(0.06, half * 0.8), (0.42, half * 0.62), (0.58, half * 0.62), (0.94, half * 0.8)]
    _outline(sheet, a, b, profile, colour)
    for share in (0.1, 0.5, 0.9):
        sheet.disc(tuple(np.array(a) + along * length * share), half, colour)
    for low, high in ((0.2, 0.4), (0.6, 0.8)):
        ends = [tuple(np.array(a) + along * length * s) for s in (low, high)]
        sheet.line(ends, breadth * 0.2, None)


def _bar(sheet: Sheet, a: Point, b: Point, breadth: float, colour: Colour) -> None:
    sheet.line([a, b], breadth * 0.7, colour)
    along, _, length = _along(a, b)
    ends = [tuple(np.array(a) + along * length * s) for s in (0.12, 0.88)]
    sheet.line(ends, breadth * 0.16, None)


def _hollow(sheet: Sheet, a: Point, b: Point, breadth: float, colour: Colour) -> None:
    half = breadth / 2
    _outline(sheet, a, b, [(0.0, half), (1.0, half)], colour)
    for low, high in ((0.05, 0.46), (0.54, 0.95)):
        _outline(sheet, a, b, [(low, half * 0.55), (high, half * 0.55)], None)
    _outline(sheet, a, b, [(0.48, half * 1.3), (0.52, half * 1.3)], colour)


def _segments(sheet: Sheet, a: Point, b: Point, breadth: float, colour: Colour) -> None:
    half = breadth / 2
    for low, high in ((0.0, 0.3), (0.36, 0.64), (0.7, 1.0)):
        middle = (low + high) / 2
        profile = [(low, half * 0.9), (middle, half * 0.6), (high, half * 0.9)]
        _outline(sheet, a, b, profile, colour)


def _grains(sheet: Sheet, a: Point, b: Point, breadth: float, colour: Colour) -> None:
    half = breadth / 2
    for low, high in ((0.0, 0.48), (0.52, 1.0)):
        shares = np.linspace(low, high, 9)
        wide = np.sin(np.linspace(0.1, math.pi - 0.1, 9)) * half * 1.05
        _outline(sheet, a, b, list(zip(shares.tolist(), wide.tolist(), strict=True)), colour)


def _slim(sheet: Sheet, a: Point, b: Point, breadth: float, colour: Colour) -> None:
    sheet.line([a, b], breadth * 0.36, colour)
    along, across, length = _along(a, b)
    for share in (0.02, 0.5, 0.98):
        spot = np.array(a) + along * length * share
        ends = [tuple(spot + across * breadth * 0.42 * s) for s in (-1, 1)]
        sheet.line(ends, breadth * 0.25, colour)


def _shoot(sheet: Sheet, a: Point, b: Point, breadth: float, colour: Colour) -> None:
    half = breadth / 2
    profile = [(0.0, half * 0.5), (0.1, half), (0.46, half * 0.5), (0.5, half * 1.1),
               (0.54, half * 0.5), (0.9, half), (1.0, half * 0.5)]  # fmt: skip
    _outline(sheet, a, b, profile, colour)
    _outline(sheet, a, b, [(0.14, half * 0.3), (0.36, half * 0.12)], None)
    _outline(sheet, a, b, [(0.64, half * 0.12), (0.86, half * 0.3)], None)


STICK_STYLES: dict[str, Stick] = {
    "bone": _bone, "bar": _bar, "hollow": _hollow, "segments": _segments, "grains": _grains,
    "slim": _slim, "shoot": _shoot,
}  # fmt: skip
