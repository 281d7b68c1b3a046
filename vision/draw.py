"""Paints a reading on its photo: each tile outlined in its group's colour, named; doubts ringed."""

from __future__ import annotations

import cv2
import numpy as np

from vision import geometry
from vision.geometry import Floats, Image
from vision.reading import GroupKind, Quad, RackReading, TileReading

# BGR; told apart by the colour-blind as well, and by the group's bar below the tiles
COLOURS: dict[GroupKind, tuple[int, int, int]] = {
    GroupKind.CONCEALED: (0, 158, 240),
    GroupKind.EXPOSED: (178, 114, 0),
    GroupKind.KONG: (167, 121, 204),
    GroupKind.CONCEALED_KONG: (115, 158, 0),
    GroupKind.BONUS: (233, 180, 86),
    GroupKind.WINNING_TILE: (0, 94, 213),
    GroupKind.OTHER: (150, 150, 150),
}
DOUBT = (40, 40, 230)
FONT = cv2.FONT_HERSHEY_SIMPLEX


def paint(image: Image, reading: RackReading) -> Image:
    """A copy of the photo (H, W, 3) BGR with the reading drawn on it."""
    canvas = np.ascontiguousarray(np.array(image, dtype=np.uint8, copy=True, subok=False))
    factor = canvas.shape[1] / max(reading.size[0], 1)
    doubtful = {doubt.tile for doubt in reading.doubts}
    seen = _seen(reading)
    for group in reading.groups:
        colour = COLOURS[group.kind]
        tiles = [i for i in group.tiles if i in seen]
        quads = [reading.tiles[i].quad.array * factor for i in tiles]
        for index, quad in zip(tiles, quads, strict=True):
            _outline(canvas, quad, colour)
            if group.kind is GroupKind.OTHER:
                continue
            if index in doubtful:
                _outline(canvas, _grown(quad, 1.12), DOUBT)
            _label(canvas, quad, reading.tiles[index], doubtful=index in doubtful, colour=colour)
        if len(quads) > 1 and group.kind is not GroupKind.OTHER:
            _bar(canvas, quads, colour)
    return canvas


def _seen(reading: RackReading) -> set[int]:
    """Tiles with a place of their own; one that a person added has that of the tile before it."""
    first: dict[Quad, int] = {}
    for index, tile in enumerate(reading.tiles):
        first.setdefault(tile.quad, index)
    return set(first.values())


def _thickness(quad: Floats) -> int:
    width = float(np.linalg.norm(np.asarray(quad[1], float) - np.asarray(quad[0], float)))
    return max(1, round(width / 24))


def _grown(quad: Floats, factor: float) -> Floats:
    centre = quad.mean(axis=0)
    return np.asarray(centre + (quad - centre) * factor, dtype=np.float32)


def _outline(canvas: Image, quad: Floats, colour: tuple[int, int, int]) -> None:
    shape = np.round(quad).astype(np.int32)
    cv2.polylines(canvas, [shape], True, colour, _thickness(quad), cv2.LINE_AA)


def _label(
    canvas: Image, quad: Floats, tile: TileReading, *, doubtful: bool, colour: tuple[int, int, int]
) -> None:
    """The code on a plate above the tile as the photo shows it."""
    text = f"{tile.face}?" if doubtful else tile.face
    width = float(geometry.sides(quad[None])[0].min())
    scale = max(width / 60, 0.28)
    thick = max(1, round(scale * 1.6))
    (wide, high), base = cv2.getTextSize(text, FONT, scale, thick)
    left = round(float(quad[:, 0].mean()) - wide / 2)
    bottom = round(float(quad[:, 1].min()) - 0.06 * width)
    bottom = max(bottom, high + base)
    corner = (left - 2, bottom - high - base // 2)
    cv2.rectangle(canvas, corner, (left + wide + 2, bottom + base // 2), (255, 255, 255), -1)
    ink = DOUBT if doubtful else tuple(round(value * 0.55) for value in colour)
    cv2.putText(canvas, text, (left, bottom), FONT, scale, ink, thick, cv2.LINE_AA)


def _bar(canvas: Image, quads: list[Floats], colour: tuple[int, int, int]) -> None:
    """A line along the feet of the group's tiles."""
    feet = [(quad[2] + quad[3]) / 2 + (quad[3] - quad[0]) * 0.08 for quad in quads]
    line = np.round(np.array(feet)).astype(np.int32)
    cv2.polylines(canvas, [line], False, colour, 2 * _thickness(quads[0]), cv2.LINE_AA)
