"""What differs between two makers' copies of a design: size, paint, stroke, engraving, wear."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.data.synth.art import FACE_SIZE
from vision.data.synth.photo import Image, Rng


@dataclass(frozen=True, slots=True)
class Finish:
    """What differs between copies of a design: size on the tile, paint, engraving, wear."""

    size: tuple[float, float]
    gain: tuple[float, float, float]
    fade: float
    relief: float
    wear: float
    stroke: int  # px: thicker above 0, thinner below
    bend: float  # px a line may stray

    @classmethod
    def sample(cls, rng: Rng) -> Finish:
        size = float(rng.uniform(0.74, 0.98))
        stretch = float(rng.normal(1, 0.025))
        b, g, r = np.exp(rng.normal(0, 0.13, 3)) if rng.random() < 0.7 else np.ones(3)
        return cls(
            (size * stretch, size),
            (float(b), float(g), float(r)),
            float(rng.uniform(0.75, 1.0)) if rng.random() < 0.3 else 1.0,
            float(rng.uniform(0.1, 0.5)) if rng.random() < 0.5 else 0.0,
            float(rng.uniform(0.2, 0.9)) if rng.random() < 0.12 else 0.0,
            int(rng.choice([-1, 0, 1, 2], p=[0.15, 0.55, 0.2, 0.1])),
            float(rng.uniform(0.5, 2.5)) if rng.random() < 0.4 else 0.0,
        )

    def apply(self, face: Image, rng: Rng) -> Image:
        """Premultiplied BGRA of any size to FACE_SIZE."""
        height, width = face.shape[:2]
        turn = np.deg2rad(rng.normal(0, 0.6))
        sx = FACE_SIZE[0] / width * self.size[0]
        sy = FACE_SIZE[1] / height * self.size[1]
        linear = np.array(
            [[sx * np.cos(turn), -sy * np.sin(turn)], [sx * np.sin(turn), sy * np.cos(turn)]]
        )
        shift = np.array(FACE_SIZE) / 2 + rng.normal(0, 0.9, 2)
        offset = shift - linear @ (np.array([width, height]) / 2)
        matrix = np.column_stack([linear, offset])
        ink = cv2.warpAffine(face, matrix, FACE_SIZE, flags=cv2.INTER_LINEAR).astype(np.uint8)
        if self.stroke:
            brush = np.ones((abs(self.stroke) + 1,) * 2, np.uint8)
            ink = (cv2.dilate if self.stroke > 0 else cv2.erode)(ink, brush).astype(np.uint8)
        if self.bend:
            ink = _bent(ink, self.bend, rng)
        b, g, r = self.gain
        ink = cv2.multiply(ink, np.array([b, g, r, 1.0])).astype(np.uint8)
        if self.relief:
            ink = _embossed(ink, self.relief)
        alpha = ink[..., 3]
        ink = cv2.min(ink, cv2.merge([alpha] * 4)).astype(np.uint8)
        if self.wear:
            rough = cv2.resize(rng.standard_normal((48, 36), dtype=np.float32), FACE_SIZE)
            keep = np.clip(1.3 - self.wear * np.maximum(rough, 0), 0, 1) * 255
            worn = cv2.merge([keep.astype(np.uint8)] * 4)
            ink = cv2.multiply(ink, worn, scale=1 / 255).astype(np.uint8)
        return cv2.convertScaleAbs(ink, alpha=self.fade).astype(np.uint8)


def _bent(ink: Image, reach: float, rng: Rng) -> Image:
    """Lines a little crooked, as by another engraver."""
    width, height = FACE_SIZE
    stray = (rng.standard_normal((5, 4, 2), dtype=np.float32) * np.float32(reach)).astype(
        np.float32
    )
    field = cv2.resize(stray, FACE_SIZE, interpolation=cv2.INTER_CUBIC)
    x = np.arange(width, dtype=np.float32)[None] + field[..., 0]
    y = np.arange(height, dtype=np.float32)[:, None] + field[..., 1]
    return cv2.remap(ink, x, y, cv2.INTER_LINEAR, borderValue=(0, 0, 0, 0)).astype(np.uint8)


def _embossed(ink: Image, depth: float) -> Image:
    """Darker on the edges towards the lamp, as an engraving is; only where there is ink."""
    alpha = ink[..., 3].astype(np.int16)
    rise = np.zeros_like(alpha)
    rise[2:-2, 2:-2] = alpha[:-4, :-4] - alpha[4:, 4:]
    tone = np.clip(128 + rise * (depth / 2), 0, 255).astype(np.uint8)
    shaded = cv2.multiply(ink[..., :3], cv2.merge([tone] * 3), scale=1 / 128)
    return np.dstack([shaded, ink[..., 3]]).astype(np.uint8)
