"""Functions on quads: corners from boxes, overlap, crops. No thresholds in pixels live here.

A set of quads is an array (N, 4, 2) of px, corners in drawing order; `(x, y)`, y downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Quad, TileReading

Floats = npt.NDArray[np.floating[Any]]
Image = npt.NDArray[np.uint8]

_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


def box_quads(boxes: npt.ArrayLike) -> Floats:
    """Rotated boxes (N, 5) of cx, cy, w, h, angle (radians, w along the angle) as (N, 4, 2)."""
    given = np.asarray(boxes, np.float32).reshape(-1, 5)
    centre, size, angle = given[:, None, :2], given[:, None, 2:4], given[:, 4]
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.stack([np.stack([cos, sin], -1), np.stack([-sin, cos], -1)], 1)
    local = _CORNERS[None] * size
    return np.asarray(local @ turn + centre, dtype=np.float32)


def nearest_upright(quads: Floats) -> Floats:
    """The same quads, each starting at the corner that makes its upper edge point most to the
    right: the way up a tile has in the photo if nobody knows better."""
    edges = np.roll(quads, -1, axis=1) - quads
    steepness = edges[..., 0] / np.maximum(np.linalg.norm(edges, axis=2), 1e-6)
    return started(quads, np.argmax(steepness, axis=1))


def started(quads: Floats, first: npt.ArrayLike) -> Floats:
    """Each quad with corner number `first` (N,) moved to the front."""
    order = (np.asarray(first, int)[:, None] + np.arange(4)) % 4
    return np.take_along_axis(quads, order[:, :, None], axis=1)


def turned(quads: Floats, quarters: npt.ArrayLike) -> Floats:
    """Corners renumbered so that crops come out turned by `quarters` (N,) quarter turns
    counter-clockwise, as `np.rot90` turns them: its corner TR becomes TL after one."""
    return started(quads, quarters)


def sides(quads: Floats) -> Floats:
    """Width and height px of each tile, means of opposite sides, (N, 2)."""
    lengths = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    pairs = np.stack([lengths[:, 0] + lengths[:, 2], lengths[:, 1] + lengths[:, 3]], 1)
    return np.asarray(pairs / 2, dtype=np.float32)


def areas(quads: Floats) -> Floats:
    """Area px² of each quad by the shoelace formula, (N,)."""
    x, y = quads[..., 0], quads[..., 1]
    total = (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)
    return np.asarray(np.abs(total) / 2, dtype=np.float32)


def shared_area(a: Floats, b: Floats) -> float:
    """Area px² that two convex quads (4, 2) have in common."""
    area, _ = cv2.intersectConvexConvex(a, b)
    return float(area)


def iou(a: Floats, b: Floats) -> float:
    """Intersection over union of two convex quads (4, 2)."""
    common = shared_area(a, b)
    whole = float(areas(np.stack([a, b])).sum()) - common
    return common / whole if whole > 0 else 0.0


def containment(a: Floats, b: Floats) -> float:
    """The share of the smaller quad (4, 2) that lies in the other."""
    small = float(areas(np.stack([a, b])).min())
    return shared_area(a, b) / small if small > 0 else 0.0


def suppress(
    quads: Floats, scores: Floats, *, overlap: float, inside: float, near: float = 0.3
) -> list[int]:
    """Indices of the quads to keep, best score first: one for each tile.

    A quad falls to a better one with which it shares `overlap` (IoU) or that holds `inside` of
    the smaller of the two, or whose centre is within `near` of its short side.
    """
    order = np.argsort(-scores, kind="stable")
    centres = quads.mean(axis=1)
    short = sides(quads).min(axis=1)
    reach = sides(quads).max(axis=1)
    alive = np.ones(len(quads), bool)
    kept: list[int] = []
    for place, best in enumerate(order):
        if not alive[best]:
            continue
        kept.append(int(best))
        rest = order[place + 1 :]
        rest = rest[alive[rest]]
        distance = np.linalg.norm(centres[rest] - centres[best], axis=1)
        alive[rest[distance < near * np.minimum(short[rest], short[best])]] = False
        touching = distance < (reach[rest] + reach[best]) / 2
        for other in rest[touching & alive[rest]]:
            pair = quads[best], quads[other]
            if iou(*pair) > overlap or containment(*pair) > inside:
                alive[other] = False
    return kept


def crop(image: Image, quad: Floats, side: int, *, margin: float = 0.0) -> Image:
    """The tile at `quad` (4, 2) warped to a square (side, side, 3), grown by `margin` of the
    square on each side. What lies outside the photo repeats its edge."""
    low, high = side * margin / (1 + 2 * margin), side * (1 + margin) / (1 + 2 * margin)
    target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    reach = np.ceil(np.ptp(quad, axis=0) * (margin + 0.1)) + 2
    first = np.clip(np.floor(quad.min(axis=0) - reach), 0, None).astype(int)
    last = np.ceil(quad.max(axis=0) + reach).astype(int)
    part = image[first[1] : max(last[1], first[1] + 1), first[0] : max(last[0], first[0] + 1)]
    if not part.size:  # wholly outside
        return np.full((side, side, 3), 114, np.uint8)
    local = np.asarray(quad - first, np.float32)
    scale = float(np.sqrt(abs(np.linalg.det(np.stack([quad[1] - quad[0], quad[3] - quad[0]])))))
    if scale > 2 * side:  # shrink first, else the warp skips pixels
        factor = side * 1.4 / scale
        smaller = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        part = np.asarray(smaller, np.uint8)
        local = local * np.float32(factor)
    matrix = cv2.getPerspectiveTransform(local, target)
    return np.asarray(
        cv2.warpPerspective(
            part, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    )


def crops(image: Image, quads: Floats, side: int, *, margin: float = 0.0) -> Image:
    """`crop` of every quad, (N, side, side, 3)."""
    if not len(quads):
        return np.zeros((0, side, side, 3), np.uint8)
    return np.stack([crop(image, quad, side, margin=margin) for quad in quads])


def hull_boxes(quads: Floats) -> Floats:
    """Upright boxes round the quads, (N, 4): left, top, right, bottom."""
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)


def box_iou(a: Floats, b: Floats) -> Floats:
    """IoU of upright boxes (N, 4) with upright boxes (M, 4), (N, M)."""
    common = _box_common(a, b)
    sizes = [(boxes[:, 2:] - boxes[:, :2]).prod(axis=1) for boxes in (a, b)]
    whole = sizes[0][:, None] + sizes[1][None] - common
    return np.asarray(common / np.maximum(whole, 1e-9), dtype=np.float32)


def box_inside(a: Floats, b: Floats) -> Floats:
    """The share of each upright box (N, 4) that lies in each of the boxes (M, 4), (N, M)."""
    sizes = (a[:, 2:] - a[:, :2]).prod(axis=1)
    return np.asarray(_box_common(a, b) / np.maximum(sizes, 1e-9)[:, None], dtype=np.float32)


def _box_common(a: Floats, b: Floats) -> Floats:
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    return np.asarray(np.clip(high - low, 0, None).prod(axis=2))


def contains(quad: Floats, point: Sequence[float]) -> bool:
    """Whether a point lies in or on the quad (4, 2)."""
    return cv2.pointPolygonTest(quad, (float(point[0]), float(point[1])), False) >= 0


def scaled(tile: TileReading, factor: float) -> TileReading:
    """The tile with its quad in px of a photo `factor` times as large."""
    quad = Quad.of(tile.quad.array * factor)
    return replace(tile, detection=replace(tile.detection, quad=quad))


def lean(quads: Floats) -> float:
    """How far the quads (N, 4, 2) lean from the photo's axes on average, radians in (−π/4, π/4],
    clockwise positive; 0 where there are none."""
    if not len(quads):
        return 0.0
    top = quads[:, 1] - quads[:, 0]
    fourfold = np.exp(4j * np.arctan2(top[:, 1], top[:, 0])).sum()
    return float(np.angle(fourfold) / 4)
