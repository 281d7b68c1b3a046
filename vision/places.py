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

    def refined(self, looks: Sequence[Places]) -> Places:
        """What closer looks found, and of this first look the tiles that none of them saw."""
        quads = np.concatenate([self.quads, *(look.quads for look in looks)])
        scores = np.concatenate([self.scores, *(look.scores for look in looks)])
        rank = scores.copy()
        rank[len(self.scores) :] += 1  # a closer look is trusted first, whatever the scores
        kept = geometry.suppress(quads, rank, overlap=OVERLAP, inside=INSIDE)
        return Places(quads[kept], scores[kept])
