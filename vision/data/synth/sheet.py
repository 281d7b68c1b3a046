"""A sheet the size of a tile's face to draw on: 3 units wide, 4 high, (0, 0) at the top left."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from vision.data.synth.fonts import Font
from vision.data.synth.photo import Floats, Image
from vision.data.synth.solid import Colour

UNIT = 80  # px of one unit
WIDTH, HEIGHT = 3.0, 4.0
_SHIFT = 4

Point = tuple[float, float]


class Sheet:
    """Holds premultiplied BGRA px (4 * UNIT, 3 * UNIT, 4). Colour None rubs out."""

    def __init__(self) -> None:
        self.px: Image = np.zeros((int(HEIGHT * UNIT), int(WIDTH * UNIT), 4), np.uint8)

    def disc(self, at: Point, radius: float, colour: Colour | None) -> None:
        """A filled circle."""
        size = self._size(radius)
        cv2.circle(self.px, self._at(at), size, _ink(colour), -1, cv2.LINE_AA, _SHIFT)

    def ring(self, at: Point, radius: float, width: float, colour: Colour | None) -> None:
        """A circle line; `radius` is its outer edge."""
        inner = max(radius - width, 0.0)
        angles = np.linspace(0, 2 * math.pi, 49)
        around = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        outer = around * radius + at
        hole = around[::-1] * inner + at
        cv2.fillPoly(
            self.px, [self._points(np.concatenate([outer, hole]))], _ink(colour), cv2.LINE_AA,
            _SHIFT,
        )  # fmt: skip

    def ellipse(
        self, at: Point, axes: Point, angle: float, colour: Colour | None, width: float = 0.0
    ) -> None:
        """Half axes and angle (radians); `width` 0 fills it."""
        turn = np.linspace(0, 2 * math.pi, 33)[:-1]
        local = np.stack([np.cos(turn) * axes[0], np.sin(turn) * axes[1]], axis=1)
        cos, sin = math.cos(angle), math.sin(angle)
        points = local @ np.array([[cos, sin], [-sin, cos]]) + at
        if width:
            self.line([*map(tuple, points), tuple(points[0])], width, colour)
        else:
            self.poly(points, colour)

    def poly(self, points: Floats | Sequence[Point], colour: Colour | None) -> None:
        """A filled polygon."""
        cv2.fillPoly(
            self.px, [self._points(np.asarray(points, float))], _ink(colour), cv2.LINE_AA, _SHIFT
        )  # fmt: skip

    def line(self, points: Iterable[Point], width: float, colour: Colour | None) -> None:
        """A line through the points with round ends."""
        corners = self._points(np.array(list(points), float))
        thick = max(1, round(width * UNIT))
        cv2.polylines(self.px, [corners], False, _ink(colour), thick, cv2.LINE_AA, _SHIFT)

    def taper(self, points: Sequence[Point], widths: Point, colour: Colour | None) -> None:
        """A smooth stroke whose width runs from the first to the second of `widths`."""
        curve = bezier(points, 14)
        step = np.gradient(curve, axis=0)
        normal = np.stack([-step[:, 1], step[:, 0]], axis=1)
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
        half = np.linspace(widths[0], widths[1], len(curve))[:, None] / 2
        self.poly(np.concatenate([curve + normal * half, (curve - normal * half)[::-1]]), colour)

    def leaf(self, at: Point, length: float, breadth: float, angle: float, colour: Colour) -> None:
        """A pointed leaf that starts at `at` and points along `angle`."""
        s = np.linspace(0, 1, 9)
        wide = np.sin(np.pi * s**0.8) * breadth / 2
        local = np.concatenate(
            [np.stack([s * length, wide], 1), np.stack([s * length, -wide], 1)[::-1]]
        )
        cos, sin = math.cos(angle), math.sin(angle)
        self.poly(local @ np.array([[cos, sin], [-sin, cos]]) + at, colour)

    def glyph(
        self, text: str, font: Font, box: tuple[float, float, float, float], colour: Colour | None,
        *, weight: int = 0, slant: float = 0.0, stretch: bool = False,
    ) -> None:  # fmt: skip
        """Text fitted into a box (left, top, right, bottom); `weight` px thicker or thinner.

        With `stretch` the box is filled both ways, else the font's proportions are kept.
        """
        mask = font.mask(text)
        if weight:
            brush = np.ones((abs(weight) + 1,) * 2, np.uint8)
            mask = (cv2.dilate if weight > 0 else cv2.erode)(mask, brush).astype(np.uint8)
        left, top, right, bottom = (v * UNIT for v in box)
        height, width = mask.shape
        sx, sy = (right - left) / width, (bottom - top) / height
        if not stretch:
            sx = sy = min(sx, sy)
        wide, high = sx * width, sy * height
        lean = abs(slant) * high / 2
        x0, y0 = int((left + right - wide) / 2 - lean) - 1, int((top + bottom - high) / 2) - 1
        x1 = min(int(x0 + wide + 2 * lean) + 4, self.px.shape[1])
        y1 = min(int(y0 + high) + 4, self.px.shape[0])
        x0, y0 = max(x0, 0), max(y0, 0)
        cx, cy = (left + right) / 2 - x0, (top + bottom) / 2 - y0
        matrix = np.array(
            [[sx, -slant * sy, cx - wide / 2 + slant * high / 2], [0, sy, cy - high / 2]]
        )
        if min(sx, sy) < 0.5:
            mask = cv2.GaussianBlur(mask, (0, 0), 0.4 / min(sx, sy)).astype(np.uint8)
        cover = cv2.warpAffine(mask, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        part = self.px[y0:y1, x0:x1]
        under = cv2.multiply(part, cv2.merge([255 - cover] * 4), scale=1 / 255)
        ink = np.zeros_like(part)
        ink[:] = _ink(colour)
        over = cv2.multiply(ink, cv2.merge([cover] * 4), scale=1 / 255)
        self.px[y0:y1, x0:x1] = cv2.add(under, over)

    def _at(self, at: Point) -> tuple[int, int]:
        return (round(at[0] * UNIT * 16), round(at[1] * UNIT * 16))

    def _size(self, radius: float) -> int:
        return max(1, round(radius * UNIT * 16))

    def _points(self, points: Floats) -> np.ndarray:
        return (points * UNIT * 16).round().astype(np.int32)


def _ink(colour: Colour | None) -> tuple[float, float, float, float]:
    return (0.0, 0.0, 0.0, 0.0) if colour is None else (*colour, 255.0)


def bezier(points: Sequence[Point], count: int = 12) -> Floats:
    """A smooth curve (count, 2) guided by two to four control points."""
    control = np.array(points, float)
    s = np.linspace(0, 1, count)[:, None]
    while len(control) > 1 and control.ndim == 2:
        control = control[None].repeat(count, 0)
    while control.shape[1] > 1:
        control = control[:, :-1] * (1 - s[:, None]) + control[:, 1:] * s[:, None]
    curve: Floats = control[:, 0]
    return curve


def polar(at: Point, radius: float, angle: float) -> Point:
    """The point `radius` away from `at` along `angle` (radians, y downwards)."""
    return (at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle))
