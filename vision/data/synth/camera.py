"""A pinhole camera over the table.

World: x to the right, y away from the player, z up, the table is z = 0, one unit is one tile width.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.data.synth.photo import Floats, Rng


@dataclass(frozen=True, slots=True)
class Camera:
    """`axes` rows are the camera's right, down and forward; `focal` and `middle` in px."""

    position: Floats  # (3,)
    axes: Floats  # (3, 3)
    focal: float
    middle: tuple[float, float]

    def project(self, points: Floats) -> tuple[Floats, Floats]:
        """Points (N, 3) to px (N, 2) and depths (N,). Depth is held above 0.05."""
        local = (points - self.position) @ self.axes.T
        depth = np.maximum(local[:, 2], 0.05)
        flat = local[:, :2] * (self.focal / depth)[:, None]
        return flat + np.asarray(self.middle), depth

    def ground(self) -> Floats:
        """The homography (3, 3) from table coordinates (x, y, 1) to px."""
        lens = np.array(
            [[self.focal, 0, self.middle[0]], [0, self.focal, self.middle[1]], [0, 0, 1.0]]
        )
        shift = -self.axes @ self.position
        return lens @ np.column_stack([self.axes[:, 0], self.axes[:, 1], shift])

    def scaled(self, factor: float) -> Camera:
        """The same view with `factor` times as many px."""
        x, y = self.middle
        return Camera(self.position, self.axes, self.focal * factor, (x * factor, y * factor))


@dataclass(frozen=True, slots=True)
class View:
    """Angles in radians; `fill` is the share of the frame that the subject takes."""

    pitch: float
    azimuth: float
    roll: float
    field: float
    fill: float


def choose_view(rng: Rng, *, standing: bool) -> View:
    """How the phone is held. Standing tiles are looked at from lower down."""
    low, high = (8, 50) if standing else (26, 90)
    pitch = rng.uniform(low, high)
    if not standing and rng.random() < 0.35:
        pitch = rng.uniform(66, 90)
    azimuth = rng.normal(0, 16)
    way = rng.random()
    if way < 0.35:
        roll = rng.normal(0, 3)
    elif way < 0.6:
        roll = rng.uniform(-25, 25)
    elif way < 0.75:
        roll = rng.choice([90, 180, 270]) + rng.normal(0, 4)
    else:
        roll = rng.uniform(0, 360)
    fill = rng.uniform(0.62, 0.97) if rng.random() < 0.75 else rng.uniform(0.2, 1.25)
    pitch, azimuth, roll, field = (
        math.radians(float(angle)) for angle in (pitch, azimuth, roll, rng.uniform(32, 72))
    )
    return View(pitch, azimuth, roll, field, float(fill))


def place_camera(view: View, subject: Floats, size: tuple[int, int], rng: Rng) -> Camera:
    """The camera that shows the `subject` points (N, 3) as large as `view.fill` asks for.

    `size` is (width, height) px. The subject is put anywhere it fits, the middle when it is larger.
    """
    width, height = size
    focal = 0.5 * max(size) / math.tan(view.field / 2)
    axes = _axes(view)
    centre = subject.mean(axis=0)
    near = 1.0
    far = 400.0
    for _ in range(22):
        distance = math.sqrt(near * far)
        spread = _spread(centre - axes[2] * distance, axes, focal, subject)
        if (spread / np.array(size)).max() > view.fill:
            near = distance
        else:
            far = distance
    position = centre - axes[2] * far
    position[2] = max(position[2], 1.2)
    flat, _ = Camera(position, axes, focal, (0.0, 0.0)).project(subject)
    low, high = flat.min(axis=0), flat.max(axis=0)
    margin = np.maximum(np.array(size) - (high - low), 0) / 2
    slack = margin * rng.uniform(-0.9, 0.9, 2)
    middle = np.array([width, height]) / 2 - (low + high) / 2 + slack
    return Camera(position, axes, focal, (float(middle[0]), float(middle[1])))


def _axes(view: View) -> Floats:
    """Rows right, down, forward for the angles of `view`, shape (3, 3)."""
    sin_a, cos_a = math.sin(view.azimuth), math.cos(view.azimuth)
    sin_p, cos_p = math.sin(view.pitch), math.cos(view.pitch)
    forward = np.array([sin_a * cos_p, cos_a * cos_p, -sin_p])
    right = np.array([cos_a, -sin_a, 0.0])
    down = np.cross(forward, right)
    cos_r, sin_r = math.cos(view.roll), math.sin(view.roll)
    return np.stack([cos_r * right + sin_r * down, -sin_r * right + cos_r * down, forward])


def _spread(position: Floats, axes: Floats, focal: float, subject: Floats) -> Floats:
    flat, _ = Camera(position, axes, focal, (0.0, 0.0)).project(subject)
    spread: Floats = flat.max(axis=0) - flat.min(axis=0)
    return spread
