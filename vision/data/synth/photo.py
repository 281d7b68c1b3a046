"""What the renderer returns: a picture and the exact truth about it. Types only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.reading import Group, GroupKind, Quad

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Rng = np.random.Generator

UNKNOWN = "unknown"  # a face of no class: a joker, a letter, a playing card


@dataclass(frozen=True, slots=True)
class SynthTile:
    """One rendered tile. `visible` is the share (0..1) of its face that the picture shows.

    A tile that shows its back has face X. `face` is a class of `labels.FACES` or "unknown".
    """

    quad: Quad
    face: str
    group: int
    kind: GroupKind
    in_hand: bool
    visible: float


@dataclass(frozen=True, slots=True)
class SynthPhoto:
    """`image` (H, W, 3) uint8 BGR; `tiles` in reading order, those outside the hand last."""

    image: Image
    tiles: tuple[SynthTile, ...]
    groups: tuple[Group, ...]
    layout: str
    design: str
    seed: int
