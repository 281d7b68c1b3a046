"""Cat, mouse, rooster and caterpillar in several manners."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.data.synth.photo import Rng
from vision.data.synth.sheet import Point, Sheet, bezier, polar
from vision.data.synth.solid import Colour
from vision.data.synth.style import Style

CAPTIONS = {"A1": "貓", "A2": "鼠", "A3": "雞", "A4": "蟲"}


class _Pen:
    """Draws body parts full, or as outlines, as the set does."""

    def __init__(self, sheet: Sheet, style: Style) -> None:
        self.sheet = sheet
        self.full = style.animal != "outline"
        self.width = style.line

    def oval(self, at: Point, axes: Point, angle: float, colour: Colour) -> None:
        self.sheet.ellipse(at, axes, angle, colour)
        if not self.full:
            thin = (max(axes[0] - self.width, 0.02), max(axes[1] - self.width, 0.02))
            self.sheet.ellipse(at, thin, angle, None)

    def shape(self, points: list[Point], colour: Colour) -> None:
        if self.full:
            self.sheet.poly(points, colour)
        else:
            self.sheet.line([*points, points[0]], self.width, colour)

    def eye(self, at: Point, colour: Colour) -> None:
        self.sheet.disc(at, 0.1, None if self.full else colour)
        self.sheet.disc(at, 0.05, colour if self.full else None)


def draw(sheet: Sheet, code: str, style: Style, rng: Rng) -> None:
    """A1 cat, A2 mouse, A3 rooster, A4 caterpillar or centipede; now and then with a caption."""
    first, second = style.inks.any(rng), style.inks.any(rng)
    if style.animal == "filled":
        second = first
    pen = _Pen(sheet, style)
    {"A1": _cat, "A2": _mouse, "A3": _rooster, "A4": _crawler}[code](pen, first, second, rng)
    if rng.random() < 0.5:
        sheet.px = sheet.px[:, ::-1].copy()
    scale = rng.uniform(0.85, 1.0)
    sheet.px = _shrunk(sheet, float(scale))
    if style.number % 4 == 0 and style.caption.has(CAPTIONS[code]):
        sheet.glyph(CAPTIONS[code], style.caption, (0.1, 0.1, 0.85, 0.85), style.inks.red)
    elif style.number % 4 == 1:
        sheet.glyph(code[1], style.latin, (0.15, 0.1, 0.65, 0.8), style.inks.any(rng))


def _shrunk(sheet: Sheet, scale: float) -> np.ndarray:
    height, width = sheet.px.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), 0, scale)
    return cv2.warpAffine(sheet.px, matrix, (width, height)).astype(np.uint8)


def _cat(pen: _Pen, first: Colour, second: Colour, rng: Rng) -> None:
    s = pen.sheet
    w = pen.width
    if rng.random() < 0.45:  # the face alone
        pen.shape([(0.55, 1.9), (0.6, 0.7), (1.2, 1.2)], first)
        pen.shape([(2.45, 1.9), (2.4, 0.7), (1.8, 1.2)], first)
        pen.oval((1.5, 2.1), (1.05, 0.92), 0, first)
        for x in (1.1, 1.9):
            pen.eye((x, 1.9), first)
        centre = (1.5, 2.4)
        inner = None if pen.full else second
        for side in (-1, 1):
            for k in (-0.15, 0.0, 0.15):
                s.line(
                    [(1.5 + side * 0.3, 2.4 + k), (1.5 + side * 1.35, 2.35 + k * 2.5)],
                    w * 0.6,
                    second,
                )
            s.line(
                bezier([centre, (1.5 + side * 0.1, 2.7), (1.5 + side * 0.35, 2.6)]).tolist(),
                w,
                inner,
            )
        s.disc(centre, 0.1, inner)
        return
    pen.oval((1.6, 2.75), (0.72, 0.9), 0, first)  # sitting
    s.taper([(2.2, 3.3), (3.0, 3.2), (2.5, 2.2), (2.75, 1.7)], (w * 3, w * 2), first)
    pen.shape([(0.75, 1.4), (0.72, 0.5), (1.2, 0.9)], first)
    pen.shape([(1.7, 1.4), (1.85, 0.5), (1.35, 0.9)], first)
    pen.oval((1.3, 1.45), (0.62, 0.55), 0, first)
    for x in (1.08, 1.5):
        pen.eye((x, 1.4), first)
    for side in (-1, 1):
        for k in (0.0, 0.12):
            s.line(
                [(1.3 + side * 0.2, 1.65 + k), (1.3 + side * 0.85, 1.6 + k * 2)], w * 0.5, second
            )
    for x in (1.25, 1.75):
        s.line([(x, 2.7), (x, 3.6)], w, None if pen.full else first)
    for k in range(3):
        s.line(
            [(1.95, 2.3 + 0.25 * k), (2.3, 2.25 + 0.25 * k)], w, second if not pen.full else None
        )


def _mouse(pen: _Pen, first: Colour, second: Colour, rng: Rng) -> None:
    s = pen.sheet
    w = pen.width
    rise = float(rng.uniform(-0.35, 0.2))
    pen.oval((1.7, 2.4), (0.9, 0.58), rise, first)
    s.line(bezier([(2.5, 2.6), (3.1, 3.3), (1.6, 3.3), (2.3, 3.8)], 18).tolist(), w, second)
    pen.shape([(1.3, 1.9), (0.25, 2.5 - rise * 0.4), (1.2, 2.85)], first)
    pen.oval((1.15, 1.75), (0.34, 0.36), 0, second)
    pen.oval((1.55, 1.7), (0.28, 0.33), 0, second)
    pen.eye((0.85, 2.3), first)
    s.disc((0.28, 2.5 - rise * 0.4), 0.09, second)
    for k in (-0.14, 0.0, 0.14):
        s.line([(0.55, 2.5), (0.2, 2.7 + k)], w * 0.5, second)
    for x in (1.2, 1.5, 2.0):
        s.line([(x, 2.9), (x - 0.1, 3.15)], w, first)
    if rng.random() < 0.4:
        pen.shape([(0.3, 3.7), (1.0, 3.3), (1.1, 3.75)], second)


def _rooster(pen: _Pen, first: Colour, second: Colour, rng: Rng) -> None:
    s = pen.sheet
    w = pen.width
    for k in range(int(rng.integers(4, 7))):
        s.taper([(2.0, 2.3), (2.5, 1.2 + 0.1 * k), (2.85, 1.4 + 0.3 * k), (2.7, 2.0 + 0.25 * k)],
                (w * 2.4, w), (first, second)[k % 2])  # fmt: skip
    pen.oval((1.5, 2.4), (0.78, 0.6), 0.3, first)
    pen.shape([(0.75, 1.15), (1.25, 1.1), (1.7, 2.1), (0.85, 2.4)], first)
    pen.oval((0.98, 1.05), (0.3, 0.3), 0, first)
    for k in range(3):
        s.disc((0.82 + 0.17 * k, 0.72 - (0.05 if k == 1 else 0)), 0.14, second)
    s.poly([(0.72, 1.0), (0.4, 1.15), (0.75, 1.2)], second)
    s.ellipse((0.72, 1.42), (0.1, 0.2), 0, second)
    pen.eye((0.93, 1.0), first)
    for k in range(3):
        colour = None if pen.full else second
        s.line(
            bezier([(1.3, 2.25 + 0.17 * k), (1.6, 2.6), (2.05, 2.4 + 0.15 * k)]).tolist(), w, colour
        )
    for x in (1.35, 1.7):
        s.line([(x, 2.95), (x, 3.5)], w * 1.1, second)
        for toe in (-0.22, 0.0, 0.2):
            s.line([(x, 3.5), (x + toe, 3.66)], w, second)


def _crawler(pen: _Pen, first: Colour, second: Colour, rng: Rng) -> None:
    s = pen.sheet
    w = pen.width
    curves: list[list[Point]] = [
        [(0.5, 3.5), (3.3, 3.7), (-0.3, 1.4), (2.3, 0.8)],
        [(0.6, 0.8), (3.2, 0.8), (0.0, 3.0), (2.5, 3.4)],
        [(0.4, 3.0), (1.0, 0.6), (1.9, 4.4), (2.6, 1.6)],
        [(1.5, 3.6), (1.2, 2.6), (1.8, 1.6), (1.5, 0.7)],
    ]
    count = int(rng.integers(9, 17))
    spine = bezier(curves[int(rng.integers(len(curves)))], count)
    step = np.gradient(spine, axis=0)
    centipede = rng.random() < 0.55
    radius = 0.3 if not centipede else 0.2
    for k, (point, ahead) in enumerate(zip(spine, step, strict=True)):
        at = (float(point[0]), float(point[1]))
        angle = math.atan2(ahead[1], ahead[0])
        sides = (-1.57, 1.57) if centipede else (1.57,)
        for side in sides:
            reach = radius + (0.38 if centipede else 0.2)
            s.line([at, polar(at, reach, angle + side + 0.35)], w * 0.8, second)
        pen.oval(at, (radius, radius * 0.92), angle, first if k % 2 else second)
    head = (float(spine[-1][0]), float(spine[-1][1]))
    angle = math.atan2(step[-1][1], step[-1][0])
    pen.oval(head, (radius * 1.25, radius * 1.2), angle, first)
    pen.eye(polar(head, 0.1, angle), first)
    for side in (-0.5, 0.5):
        tip = polar(head, radius + 0.45, angle + side)
        s.line([head, tip], w * 0.8, second)
        s.disc(tip, 0.07, second)
