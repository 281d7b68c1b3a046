"""Which photos to label next: those whose tiles stand for most that is not labelled yet.

Every unlabelled tile wants a labelled one that looks like it (cosine of the classifier's
embeddings), the more so the less sure the classifier is. Photos are taken one by one, each time
the one that helps all tiles most (facility location), so that the choice is doubtful and varied.

What it brings: datasets/README.md. Taking the most doubtful photos, without regard to likeness,
was no better than chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.geometry import Floats

ALWAYS = 0.05  # a tile the classifier is sure of still wants to be known a little


@dataclass(frozen=True, slots=True)
class Seen:
    """A photo as the models see it: embeddings (N, D) of its tiles, their doubts (N,) 0..1, and
    the faces (N names) they are read as."""

    embeddings: Floats
    doubts: Floats
    faces: tuple[str, ...] = ()

    @property
    def doubt(self) -> float:
        """How many of its tiles are expected to be wrong."""
        return float(self.doubts.sum())


@dataclass(frozen=True, slots=True)
class Pick:
    """A photo by its place in the given list; `gain` is what it adds, as a share of all there is
    to gain; `faces` are what its most helpful tiles are read as."""

    index: int
    gain: float
    faces: tuple[str, ...]


def rank(
    photos: Sequence[Seen], *, count: int | None = None, known: Floats | None = None
) -> list[Pick]:
    """The first `count` photos to label, best first, all if None.

    `known` are embeddings (K, D) of tiles that are labelled already. Photos without tiles teach a
    classifier nothing and come last.
    """
    full = [at for at, photo in enumerate(photos) if len(photo.embeddings)]
    empty = [at for at, photo in enumerate(photos) if not len(photo.embeddings)]
    goal = len(photos) if count is None else min(count, len(photos))
    picks: list[Pick] = []
    if full:
        units = {at: _unit(photos[at].embeddings) for at in full}
        tiles = np.concatenate([units[at] for at in full])
        weights = ALWAYS + np.concatenate([photos[at].doubts for at in full]).astype(np.float32)
        best = _nearest(tiles, _unit(known)) if known is not None and len(known) else None
        covered = np.zeros(len(tiles), np.float32) if best is None else best
        near = {at: _nearest(tiles, units[at]) for at in full}
        while full and len(picks) < goal:
            gains = [float(weights @ np.maximum(near[at] - covered, 0)) for at in full]
            at = full.pop(int(np.argmax(gains)))
            picks.append(_pick(at, max(gains) / float(weights.sum()), photos[at]))
            covered = np.maximum(covered, near[at])
    picks += [Pick(at, 0.0, ()) for at in empty]
    return picks[:goal]


def _pick(at: int, gain: float, photo: Seen) -> Pick:
    order = np.argsort(-photo.doubts, kind="stable")
    faces = tuple(dict.fromkeys(photo.faces[i] for i in order if i < len(photo.faces)))
    return Pick(at, gain, faces[:4])


def _unit(rows: npt.ArrayLike) -> Floats:
    given = np.asarray(rows, np.float32)
    length = np.linalg.norm(given, axis=-1, keepdims=True)
    return np.asarray(given / np.maximum(length, 1e-6), dtype=np.float32)


def _nearest(tiles: Floats, others: Floats) -> Floats:
    """For each tile the cosine to its nearest of the others, at least 0; (N,)."""
    return np.asarray(np.clip((tiles @ others.T).max(axis=1), 0, 1), dtype=np.float32)
