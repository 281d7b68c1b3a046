"""Places where a tile may lie, before they are detections: many at once, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from vision import geometry
from vision.geometry import Floats

OVERLAP = 0.4  # IoU above which two boxes are one tile
INSIDE = 0.6  # share of the smaller box in the larger above which they are one tile
# Of a row are two places; steps from the one's middle in its widths or heights:
STEP = (0.75, 1.3)  # one tile further along the row
ASIDE = 0.25  # and no more than this across it
ALIKE = 1.5  # the larger of two neighbours is at most so many times the smaller, in area
PARALLEL = float(np.radians(10))
# A place is straightened where it lies in the middle between two others that touch it:
MIDDLE = 0.15  # sides from their middle at most
APART = 2.4  # sides from each other at most
CROOKED = float(np.radians(15))  # turned from both by more: no tile has room to lie like that


@dataclass(frozen=True, slots=True)
class Places:
    """Found places: quads (N, 4, 2) px, scores (N,) 0..1."""

    quads: Floats
    scores: Floats

    def where(self, chosen: npt.NDArray[np.bool_] | list[int]) -> Places:
        return Places(self.quads[chosen], self.scores[chosen])

    def merged(self) -> Places:
        """One place for each tile, best first."""
        kept = geometry.suppress(self.quads, self.scores, overlap=OVERLAP, inside=INSIDE)
        return self.where(kept)

    def above(self, threshold: float) -> Places:
        """The places with that score or a higher one."""
        return self.where(self.scores >= threshold)

    def straightened(self) -> Places:
        """Places that lie turned between two parallel neighbours of a row, laid as these are."""
        quads = self.quads.copy()
        for i, a, b in _squeezed(self.quads):
            beside = _likewise(self.quads[a], self.quads[b])
            middle = (self.quads[a] + beside) / 2
            quads[i] = middle + self.quads[i].mean(axis=0) - middle.mean(axis=0)
        return Places(quads, self.scores)

    def refined(self, looks: Sequence[Places]) -> Places:
        """What closer looks found, and of this first look the tiles that none of them saw."""
        quads = np.concatenate([self.quads, *(look.quads for look in looks)])
        scores = np.concatenate([self.scores, *(look.scores for look in looks)])
        rank = scores.copy()
        rank[len(self.scores) :] += 1  # a closer look is trusted first, whatever the scores
        kept = geometry.suppress(quads, rank, overlap=OVERLAP, inside=INSIDE)
        return Places(quads[kept], scores[kept])


def neighbours(quads: Floats) -> npt.NDArray[np.bool_]:
    """Whether quad i lies as the next tile of a row beside quad j, (N, N)."""
    centres, sides, areas = quads.mean(axis=1), geometry.sides(quads), geometry.areas(quads)
    across = quads[:, 1] - quads[:, 0]
    angle = np.arctan2(across[:, 1], across[:, 0])
    apart = centres[:, None] - centres[None]
    cos, sin = np.cos(angle)[None], np.sin(angle)[None]
    steps = np.stack([apart[..., 0] * cos + apart[..., 1] * sin,
                      apart[..., 1] * cos - apart[..., 0] * sin], -1)  # fmt: skip
    steps = np.abs(steps) / np.maximum(sides, 1)[None]
    next_to = (steps > STEP[0]) & (steps < STEP[1]) & (steps[..., ::-1] < ASIDE)
    ratio = areas[:, None] / np.maximum(areas[None], 1)
    turn = np.angle(np.exp(4j * (angle[:, None] - angle[None]))) / 4
    alike = (ratio < ALIKE) & (ratio > 1 / ALIKE) & (np.abs(turn) < PARALLEL)
    return np.asarray(next_to.any(axis=-1) & alike)


def _squeezed(quads: Floats) -> Iterator[tuple[int, int, int]]:
    """Each crooked place with the two parallel ones that it lies between."""
    if len(quads) < 3:
        return
    centres, sides = quads.mean(axis=1), geometry.sides(quads)
    across = quads[:, 1] - quads[:, 0]
    angle = np.arctan2(across[:, 1], across[:, 0])
    turn = np.abs(np.angle(np.exp(4j * (angle[:, None] - angle[None]))) / 4)
    reach = sides.max(axis=1)
    crooked = (turn > CROOKED).sum(axis=1) > 1
    for i in np.flatnonzero(crooked):
        far = np.linalg.norm(centres - centres[i], axis=1)
        near = np.flatnonzero((far < APART * reach / 2) & (far > 0) & (turn[i] > CROOKED))
        for a, b in combinations(near.tolist(), 2):
            off = np.linalg.norm(centres[i] - (centres[a] + centres[b]) / 2)
            if off < MIDDLE * reach[a] and turn[a, b] < PARALLEL:
                yield int(i), a, b
                break


def _likewise(quad: Floats, other: Floats) -> Floats:
    """`other` (4, 2) with its corners in the order of `quad`'s."""
    local, there = quad - quad.mean(axis=0), other - other.mean(axis=0)
    gaps = [float(np.abs(np.roll(there, -k, axis=0) - local).sum()) for k in range(4)]
    return np.roll(other, -int(np.argmin(gaps)), axis=0)
