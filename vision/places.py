"""Places where a tile may lie, before they are detections: many at once, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision import geometry
from vision.geometry import Floats

OVERLAP = 0.4  # IoU above which two boxes are one tile
INSIDE = 0.6  # share of the smaller box in the larger above which they are one tile
# A weak place is believed beside a sure one; steps from its middle in its widths or heights:
STEP = (0.75, 1.3)  # one tile further along the row
ASIDE = 0.25  # and no more than this across it
ALIKE = 1.5  # the larger of two neighbours is at most so many times the smaller, in area
PARALLEL = float(np.radians(10))


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

    def believed(self, threshold: float) -> Places:
        """The places scored `threshold` or more, and of the others those that continue a row of
        them: as large, as turned, one tile further."""
        sure = self.scores >= threshold
        beside = neighbours(self.quads) if sure.any() and not sure.all() else None
        while beside is not None:
            more = ~sure & beside[:, sure].any(axis=1)
            if not more.any():
                break
            sure |= more
        return self.where(sure)

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
