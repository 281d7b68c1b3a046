"""Rounded boxes (tiles, dice, racks, books) and how one is painted on a canvas."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.data.synth.camera import Camera
from vision.data.synth.photo import Floats, Image

Colour = tuple[float, float, float]  # BGR, 0..255
SHIFT = 4  # sub-pixel bits of OpenCV's polygon filler


@dataclass(frozen=True, slots=True)
class Coat:
    """How a box is coloured: layers from back to front as (share of the depth, colour).

    `front_ink` and `back_ink` are (H, W, 4) uint8 BGRA pictures with premultiplied colour.
    """

    layers: tuple[tuple[float, Colour], ...]
    front_ink: tuple[Image, ...] = ()  # a pyramid, largest first
    back_ink: tuple[Image, ...] = ()
    gloss: float = 0.0


@dataclass(frozen=True, slots=True)
class Box:
    """`axes` columns are right, up and outward of the front; `size` is (width, height, depth)."""

    centre: Floats  # (3,)
    axes: Floats  # (3, 3)
    size: tuple[float, float, float]
    radius: float
    coat: Coat

    def world(self, local: Floats) -> Floats:
        """Points (N, 3) of the box's own coordinates (from its centre) in the world."""
        return local @ self.axes.T + self.centre

    def face(self, *, front: bool) -> Floats:
        """TL, TR, BR, BL of the front or the back as seen from outside, (4, 3)."""
        w, h, d = (side / 2 for side in self.size)
        if front:
            local = np.array([[-w, h, d], [w, h, d], [w, -h, d], [-w, -h, d]])
        else:
            local = np.array([[w, h, -d], [-w, h, -d], [-w, -h, -d], [w, -h, -d]])
        return self.world(local)

    def corners(self) -> Floats:
        """The eight corners, (8, 3)."""
        signs = np.array(list(itertools.product((-1, 1), repeat=3)), dtype=float)
        return self.world(signs * np.array(self.size) / 2)


@dataclass(frozen=True, slots=True)
class Light:
    """`direction` points to the lamp; `ambient` is the share that comes from everywhere."""

    direction: Floats  # (3,), unit
    ambient: float

    def shade(self, normals: Floats) -> Floats:
        """Brightness 0..~1.1 for unit normals (N, 3)."""
        direct = np.maximum(normals @ self.direction, 0)
        sky = 0.75 + 0.25 * normals[:, 2]
        shade: Floats = self.ambient * sky + (1 - self.ambient) * direct * 1.15
        return shade


@lru_cache(maxsize=1)
def _octants() -> tuple[Floats, Floats]:
    """For the eight corners: signs (56, 3) of the inner corner and unit offsets (56, 3)."""
    signs = []
    offsets = []
    for corner in itertools.product((-1.0, 1.0), repeat=3):
        for pick in itertools.product((0.0, 1.0), repeat=3):
            if any(pick):
                step = np.array(corner) * np.array(pick)
                signs.append(corner)
                offsets.append(step / np.linalg.norm(step))
    return np.array(signs), np.array(offsets)


@lru_cache(maxsize=1)
def _ring() -> Floats:
    """Unit offsets round a corner of a rounded rectangle, and the corner's signs, (20, 4)."""
    rows = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(5):
            angle = (quarter + step / 4) * np.pi / 2
            rows.append((sx, sy, np.cos(angle), np.sin(angle)))
    return np.array(rows, dtype=float)


class Painter:
    """Paints boxes, far ones first, on `canvas` (H, W, 3) and says in `owner` whose px they are.

    `owner` (h, w) int32 is the same view at `1 / shrink` of the canvas: 0 where nobody lies,
    k + 1 on the labelled side of box k, -(k + 1) on the rest of it.
    """

    def __init__(self, canvas: Image, camera: Camera, light: Light, shrink: int) -> None:
        self.canvas = canvas
        self.camera = camera
        self.light = light
        self.shrink = shrink
        height, width = canvas.shape[:2]
        self.owner = np.zeros((height // shrink, width // shrink), np.int32)

    def paint(self, index: int, box: Box) -> None:
        """Paints box number `index` over what is there."""
        seen = box.axes.T @ (self.camera.position - box.centre)
        outline = self._layers(box, seen)
        self._own(-(index + 1), outline)
        front = bool(seen[2] > box.size[2] / 2)
        back = bool(seen[2] < -box.size[2] / 2)
        if front or back:
            self._side(index, box, front=front)

    def _flat(self, box: Box, local: Floats) -> Floats:
        return self.camera.project(box.world(local))[0]

    def _fill(self, flat: Floats, colour: Floats) -> None:
        points = np.clip(flat * (1 << SHIFT), -(2**26), 2**26).astype(np.int32)
        cv2.fillConvexPoly(self.canvas, points, colour.tolist(), cv2.LINE_AA, SHIFT)

    def _own(self, value: int, flat: Floats) -> None:
        points = np.clip(flat / self.shrink * (1 << SHIFT), -(2**26), 2**26).astype(np.int32)
        cv2.fillConvexPoly(self.owner, points, value, cv2.LINE_8, SHIFT)

    def _layers(self, box: Box, seen: Floats) -> Floats:
        """Paints body layers, the one farther from the camera first; returns the outline."""
        signs, offsets = _octants()
        half = np.array(box.size) / 2
        radius = box.radius
        skin = signs * (half - radius) + offsets * radius
        ring = _ring()
        rim = (half[:2] - radius) * ring[:, :2] + radius * ring[:, 2:]
        cuts = np.cumsum([0.0] + [share for share, _ in box.coat.layers]) * box.size[2] - half[2]
        order = range(len(box.coat.layers))
        for number in order if seen[2] > 0 else reversed(order):
            low, high = float(cuts[number]), float(cuts[number + 1])
            parts = [np.column_stack([rim, np.full(len(rim), z)]) for z in (low, high)]
            if number == 0:
                parts[0] = skin[signs[:, 2] < 0]
            if number == len(box.coat.layers) - 1:
                parts[1] = skin[signs[:, 2] > 0]
            self._layer(box, np.concatenate(parts), (low, high), box.coat.layers[number][1], seen)
        return _hull(self._flat(box, skin))

    def _layer(
        self, box: Box, skin: Floats, span: tuple[float, float], colour: Colour, seen: Floats
    ) -> None:
        """One slab of the body: its outline in the colour of its bevels, then its sides."""
        flat = self._flat(box, skin)
        out = box.axes.T[2:] * (1 if seen[2] > 0 else -1)
        shades = self.light.shade(np.concatenate([out, box.axes.T[:2], -box.axes.T[:2]]))
        base = np.array(colour)
        half = np.array(box.size) / 2
        # rounded edges have the brightness between the sides that meet in them
        shown = np.concatenate([[True], seen[:2] > half[:2], -seen[:2] > half[:2]])
        self._fill(_hull(flat), np.minimum(base * (0.97 * shades[shown].mean()), 255))
        inner = half - box.radius
        low = max(span[0], -half[2] + box.radius)
        high = min(span[1], half[2] - box.radius)
        for axis, sign in ((0, 1), (1, 1), (0, -1), (1, -1)):
            if sign * seen[axis] <= half[axis] or high <= low:
                continue
            other = 1 - axis
            side = np.zeros((4, 3))
            side[:, axis] = sign * half[axis]
            side[:, other] = np.array([-1, 1, 1, -1]) * inner[other]
            side[:, 2] = [low, low, high, high]
            shade = shades[1 + axis + (0 if sign > 0 else 2)]
            self._fill(self._flat(box, side), np.minimum(base * shade, 255))

    def _side(self, index: int, box: Box, *, front: bool) -> None:
        """The front or the back: four bevel strips, the plane, and the ink upon it."""
        half = np.array(box.size) / 2
        radius = box.radius
        out = 1.0 if front else -1.0
        colour = np.array(box.coat.layers[-1 if front else 0][1])
        axes = box.axes.T
        inner = half[:2] - radius
        for axis, sign in ((0, 1), (1, 1), (0, -1), (1, -1)):
            other = 1 - axis
            strip = np.zeros((4, 3))
            strip[:, other] = np.array([-1, 1, 1, -1]) * inner[other]
            strip[:2, axis] = sign * half[axis]
            strip[2:, axis] = sign * inner[axis]
            strip[:2, 2] = out * (half[2] - radius)
            strip[2:, 2] = out * half[2]
            normal = (out * axes[2] + sign * axes[axis])[None] / np.sqrt(2)
            shade = float(self.light.shade(normal)[0])
            self._fill(self._flat(box, strip), np.minimum(colour * shade, 255))
        shade = float(self.light.shade(out * axes[2:])[0])
        ring = _ring()
        inset = radius * 0.55
        rim = (half[:2] - radius - inset * 0.3) * ring[:, :2] + (radius - inset * 0.7) * ring[:, 2:]
        plane = np.column_stack([rim, np.full(len(rim), out * half[2])])
        self._fill(_hull(self._flat(box, plane)), np.minimum(colour * shade, 255))
        quad = self.camera.project(box.face(front=front))[0]
        self._own(index + 1, quad)
        ink = box.coat.front_ink if front else box.coat.back_ink
        if ink:
            self._ink(quad, ink, min(shade, 1.1))

    def _ink(self, quad: Floats, pyramid: tuple[Image, ...], shade: float) -> None:
        """Warps the picture on the quad; takes the pyramid's level that fits, against aliasing."""
        height, width = self.canvas.shape[:2]
        x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, (width, height))
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
        across = max(sides[0], sides[2], (sides[1] + sides[3]) * 0.37)
        level = next((p for p in reversed(pyramid) if p.shape[1] >= across * 0.9), pyramid[0])
        rows, columns = level.shape[:2]
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
        target = (quad - (x0, y0)).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        warped = cv2.warpPerspective(level, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        part = self.canvas[y0:y1, x0:x1]
        keep = cv2.merge([255 - warped[..., 3]] * 3)
        under = cv2.multiply(part, keep, scale=1 / 255)
        ink = cv2.convertScaleAbs(warped[..., :3], alpha=shade)
        cv2.add(under, ink, dst=part)
        self.canvas[y0:y1, x0:x1] = part


def _hull(flat: Floats) -> Floats:
    hull: Floats = cv2.convexHull(flat.astype(np.float32))[:, 0].astype(np.float64)
    return hull


def pyramid(ink: Image, smallest: int = 16) -> tuple[Image, ...]:
    """A premultiplied BGRA picture (H, W, 4) and ever smaller ones, each half the one before."""
    levels = [np.ascontiguousarray(ink)]
    while levels[-1].shape[1] >= 2 * smallest:
        last = levels[-1]
        size = (max(last.shape[1] // 2, 1), max(last.shape[0] // 2, 1))
        levels.append(cv2.resize(last, size, interpolation=cv2.INTER_AREA).astype(np.uint8))
    return tuple(levels)
