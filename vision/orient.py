"""Which way is up: of each tile, and of the rack as the person who laid it sees it.

The turn head of the classifier knows for most faces. Dots, bamboos and the white dragon look the
same upside down; they follow their neighbours.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision import geometry
from vision.geometry import Floats

FLOOR = 0.01  # probability that the turn head is wrong about anything
RACK = 6.0  # how sharply the tiles' directions must agree to speak for one rack
PULL = 2.5  # how sharply a tile is drawn to the rack's direction
STRAY = 0.02  # weight of a tile that lies against the rack
MOST_WAYS = 4  # up that are told apart in one photo
ONE_WAY = 0.8  # cosine within which two tiles have the same way up
PHOTO = 1.0  # how much the photo's own upright speaks where nothing else does


def ups(quads: Floats) -> Floats:
    """Unit vectors from the bottom to the top of each quad as it is numbered, (N, 2)."""
    vectors = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2
    lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    return np.asarray(vectors / lengths, dtype=np.float32)


def rack_up(quads: Floats, turns: npt.ArrayLike) -> Floats:
    """The direction, a unit vector (2,), that is up for most of the tiles.

    `turns` (N, 4): probability that the crop must be turned by 0–3 quarters counter-clockwise.
    """
    if not len(quads):
        return np.array([0, -1], np.float32)
    every = _all_ups(quads)  # (N, 4, 2)
    belief = np.clip(np.asarray(turns, np.float32), FLOOR, 1)
    flat = every.reshape(-1, 2)
    agree = np.exp(RACK * (flat @ flat.T - 1)).reshape(len(flat), len(quads), 4)
    support = np.log((agree * belief).sum(axis=2) + STRAY).sum(axis=1)
    best = int(np.argmax(support - PHOTO * flat[:, 1]))
    return np.asarray(flat[best], dtype=np.float32)


def ways_up(quads: Floats, known: npt.NDArray[np.bool_]) -> list[Floats]:
    """The ways up that tiles of a photo have, unit vectors (2,), the most common first. Only tiles
    that are `known` (N,) to stand upright speak; there is always at least one way."""
    vectors = ups(quads)[known]
    found: list[Floats] = []
    while len(vectors) and len(found) < MOST_WAYS:
        near = np.exp(RACK * (vectors @ vectors.T - 1)).sum(axis=1) - 0.1 * vectors[:, 1]
        best = vectors[int(np.argmax(near))]
        group = vectors @ best > ONE_WAY
        if found and group.sum() < 3:
            break
        mean = vectors[group].mean(axis=0)
        found.append(np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-6), dtype=np.float32))
        vectors = vectors[~group]
    return found or [np.array([0, -1], np.float32)]


def quarters(quads: Floats, turns: npt.ArrayLike, up: Floats) -> npt.NDArray[np.int64]:
    """By how many quarters each quad is to be turned to be upright, (N,): its own evidence
    weighed with the rack's direction `up`."""
    belief = np.clip(np.asarray(turns, np.float32), FLOOR, 1)
    fits = STRAY + np.exp(PULL * (_all_ups(quads) @ up - 1))
    return np.asarray(np.argmax(np.log(belief) + np.log(fits), axis=1), dtype=np.int64)


def _all_ups(quads: Floats) -> Floats:
    """Where up would be after 0–3 quarter turns, (N, 4, 2)."""
    options = [ups(geometry.turned(quads, np.full(len(quads), k))) for k in range(4)]
    return np.stack(options, axis=1)
