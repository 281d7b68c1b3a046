"""Teaching a set of tiles: one or two photos of every kind, and the classifier reads that set.

The network stays as it is. Each taught tile is seen in some shaken views, as if photographed from
other sides; the directions in which views of one tile differ are shrunk (whitened), and all views
are kept. A face's logit then gains STRENGTH times the cosine to the nearest view of that face.
Where a rack does not look like the taught set at all, nothing changes, so that a forgotten profile
does no harm. What it brings: datasets/README.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Floats, Image
from vision.labels import FACE_DOWN, FACES

STRENGTH = 15.0  # logits for a cosine of 1
UNTAUGHT = 0.42  # the cosine of faces that were not taught, and the least of those that were
ALIKE = 0.6  # best cosine below which, if the classifier is not sure either (EVEN),
EVEN = 0.25  # best probability; such a tile is taken for a stranger to the set
FAINT = 0.1  # keeps the odds of such a tile even, so that it is asked about or left out
FAMILIAR = 0.78  # median best cosine of a rack from which it is the taught set
SHRINK = 0.1  # of the mean variance is added to every direction before whitening
BEYOND = 2  # tiles that may be missing at the ends of a row
APART = 0.45  # tile heights between the lines of two rows
VIEWS = 24  # shaken views of each taught tile, besides itself
CONTEXT = 1.5  # a taught crop's side in tile sides, so that views can be shifted and turned

NUMBERED = tuple(tuple(f"{suit}{rank}" for rank in range(1, 10)) for suit in "CDB")
HONOURS = ("WE", "WS", "WW", "WN", "DR", "DG", "DW")
BONUS = ("F1", "F2", "F3", "F4", "S1", "S2", "S3", "S4")
ANIMALS = ("A1", "A2", "A3", "A4")
LAYOUTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "34": (*NUMBERED, HONOURS),
    "42": (*NUMBERED, HONOURS, BONUS),
    "46": (*NUMBERED, HONOURS, BONUS, ANIMALS),
}


@dataclass(frozen=True, slots=True)
class Profile:
    """What was learnt of a set. `views` (P, D) are unit rows, `counts` of them (K numbers) for each
    of `faces` (K names), in that order; `whiten` (D, D); `model` is the sha256 of the classifier
    whose embedding they are of."""

    model: str
    faces: tuple[str, ...]
    counts: tuple[int, ...]
    views: Floats
    whiten: Floats

    def likeness(self, embeddings: Floats) -> Floats:
        """Cosines (N, K) of tiles' embeddings (N, D) to the nearest view of each face."""
        cosines = _unit(embeddings @ self.whiten) @ self.views.T
        starts = np.cumsum((0, *self.counts[:-1]))
        return np.asarray(np.maximum.reduceat(cosines, starts, axis=1), dtype=np.float32)

    def familiar(self, embeddings: Floats) -> bool:
        """Whether a rack looks like the taught set."""
        if not len(embeddings):
            return False
        return float(np.median(self.likeness(embeddings).max(axis=1))) >= FAMILIAR

    def adjust(self, logits: Floats, embeddings: Floats) -> Floats:
        """The logits (N, faces) of a rack with the set's say in them."""
        if not self.familiar(embeddings):
            return logits
        likeness = self.likeness(embeddings)
        said = np.full(logits.shape, UNTAUGHT, np.float32)
        # A taught face never falls behind one that nobody taught: where a tile is like none of the
        # set's, as in another set, the classifier's own word stands.
        said[:, [FACES.index(face) for face in self.faces]] = np.maximum(likeness, UNTAUGHT)
        adjusted = logits + STRENGTH * said
        adjusted[_strange(logits) & (likeness.max(axis=1) < ALIKE)] *= FAINT  # ranked, not sure
        return np.asarray(adjusted, dtype=np.float32)


def _strange(logits: Floats) -> npt.NDArray[np.bool_]:
    """(N,) whether the classifier alone cannot say what it sees."""
    odds = np.exp(logits - logits.max(axis=1, keepdims=True)).sum(axis=1)
    return np.asarray(1 / odds < EVEN)


def _unit(rows: npt.ArrayLike) -> Floats:
    given = np.asarray(rows, np.float32)
    length = np.linalg.norm(given, axis=-1, keepdims=True)
    return np.asarray(given / np.maximum(length, 1e-6), dtype=np.float32)


def learn(faces: Sequence[str], embeddings: Floats, *, model: str = "") -> Profile:
    """From taught tiles' views: `embeddings` (M, V, D) of M tiles that show `faces` (M names).

    Raises ValueError where a face is none of FACES or fewer than two kinds are taught.
    """
    if embeddings.ndim != 3 or len(embeddings) != len(faces):
        raise ValueError(f"{len(faces)} faces need (M, V, D) embeddings, not {embeddings.shape}")
    kinds = tuple(face for face in FACES if face in set(faces))
    strange = set(faces) - set(kinds)
    if strange or len(kinds) < 2:
        raise ValueError(f"not faces: {sorted(strange)}" if strange else "one kind teaches nothing")
    depth = embeddings.shape[2]
    groups = [embeddings[[f == kind for f in faces]].reshape(-1, depth) for kind in kinds]
    means = np.stack([group.mean(axis=0) for group in groups])
    spread = np.concatenate([g - m for g, m in zip(groups, means, strict=True)]).astype(np.float64)
    within = spread.T @ spread / max(1, len(spread) - 1)
    floor = SHRINK * float(np.trace(within)) / depth + 1e-6
    whiten = np.linalg.cholesky(np.linalg.inv(within + floor * np.eye(depth))).astype(np.float32)
    counts = tuple(len(group) for group in groups)
    return Profile(model, kinds, counts, _unit(np.concatenate(groups) @ whiten), whiten)


def views(crops: Image, side: int, *, margin: float = 0.0, seed: int = 0) -> Image:
    """Views (M, 1 + VIEWS, side, side, 3) of crops (M, S, S, 3) cut with CONTEXT round the tile.

    The first view is the tile as it is; the others are shifted, turned, slanted, lit and blurred.
    """
    rng = np.random.default_rng(seed)
    shown = [
        [_view(crop, side, margin, None if at == 0 else rng) for at in range(1 + VIEWS)]
        for crop in crops
    ]
    return np.array(shown, dtype=np.uint8).reshape(len(crops), 1 + VIEWS, side, side, 3)


def _view(crop: Image, side: int, margin: float, rng: np.random.Generator | None) -> Image:
    whole = crop.shape[0]
    half = whole / CONTEXT / 2 * (1 + 2 * margin)
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    if rng is not None:
        angle = np.deg2rad(rng.normal(0, 6))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        corners = corners @ turn.T * (1 + rng.normal(0, 0.06, 2))
        corners = corners + rng.normal(0, 0.07 * half, 2) + rng.normal(0, 0.07 * half, (4, 2))
    source = (corners + whole / 2).astype(np.float32)
    goal = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, goal)
    seen = cv2.warpPerspective(crop, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen if rng is None else _lit(seen, rng), dtype=np.uint8)


def _lit(seen: npt.NDArray[Any], rng: np.random.Generator) -> Image:
    light = rng.uniform(0.7, 1.35) * (1 + rng.normal(0, 0.05, 3))
    bright = seen.astype(np.float32) * light.astype(np.float32) + np.float32(rng.normal(0, 12))
    if rng.random() < 0.4:
        bright = np.asarray(cv2.GaussianBlur(bright, (0, 0), rng.uniform(0.4, 1.4)))
    return np.asarray(np.clip(bright, 0, 255), dtype=np.uint8)


def rows_of(quads: Floats, up: Floats) -> list[list[int]]:
    """Tiles (N, 4, 2) laid in straight rows: indices row by row, left to right, seen with `up` up.

    Of the slopes that rows may have in a photo taken a little from the side, the one along which
    the rows are tightest.
    """
    down, right = -np.asarray(up, np.float64), np.array([-up[1], up[0]], np.float64)
    centres = quads.astype(np.float64).mean(axis=1)
    x, y = centres @ right, centres @ down
    height = float(np.median(np.ptp(quads @ down, axis=1)))

    def split(slope: float) -> tuple[float, list[list[int]]]:
        level = y - slope * x
        order = np.argsort(level, kind="stable")
        cuts = np.flatnonzero(np.diff(level[order]) > height * APART) + 1
        rows = [part for part in np.split(order, cuts) if len(part)]
        loose = sum(float(((level[row] - level[row].mean()) ** 2).sum()) for row in rows)
        return loose, [[int(at) for at in row[np.argsort(x[row])]] for row in rows]

    return min((split(float(s)) for s in np.linspace(-0.12, 0.12, 25)), key=lambda one: one[0])[1]


@dataclass(frozen=True, slots=True)
class Way:
    """How a row may lie: `quads` (n, 4, 2), left to right; those at `put` nobody has found."""

    quads: Floats
    put: tuple[int, ...] = ()


def fillings(rows: Sequence[Floats], wanted: Sequence[int]) -> list[list[Way]]:
    """For each row of quads (n, 4, 2), left to right, how it may lie: as it is; and, if it lacks a
    few tiles, with these put in where there is room between two others, and at its ends."""
    centres = [row.mean(axis=1) for row in rows]
    steps = [np.linalg.norm(np.diff(row, axis=0), axis=1) for row in centres]
    pitch = float(np.median(np.concatenate(steps))) if any(map(len, steps)) else 0.0
    ways = [[Way(row)] for row in rows]
    if len(rows) != len(wanted) or pitch <= 0:
        return ways
    for row, step, want, some in zip(rows, steps, wanted, ways, strict=True):
        room = np.maximum(np.rint(step / pitch).astype(int), 1)
        places = np.concatenate([[0], np.cumsum(room)])
        lacking = want - 1 - int(places[-1])
        if 1 < len(row) < want and 0 <= lacking <= BEYOND:
            inside = _between(row, places)
            for left in range(lacking + 1):
                there = {int(place) + left for place in places}
                put = tuple(at for at in range(want) if at not in there)
                some.append(Way(_beyond(inside, left, lacking - left), put))
    return ways


def _between(row: Floats, places: npt.NDArray[np.int64]) -> Floats:
    """The row with its quads at `places`, and others put evenly between them."""
    flat = row.reshape(len(row), 8)
    every = [np.interp(np.arange(places[-1] + 1), places, flat[:, at]) for at in range(8)]
    return np.stack(every, axis=1).reshape(-1, 4, 2).astype(np.float32)


def _beyond(row: Floats, left: int, right: int) -> Floats:
    """The row with so many more quads at its ends, each as far from the last as that from its own
    neighbour."""
    before = [row[0] + (row[0] - row[1]) * k for k in range(left, 0, -1)]
    after = [row[-1] + (row[-1] - row[-2]) * k for k in range(1, right + 1)]
    return np.stack([*before, *row, *after]).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles found on a teaching photo in reading order. `rows` are how many lie in each row;
    `beliefs` (N, faces) are the untaught classifier's probabilities."""

    rows: tuple[int, ...]
    beliefs: Floats


SURE = 0.9  # a belief from which the untaught classifier may contradict the order
AGREED = 0.4  # share of tiles that must read as laid, in the classifier's first five guesses


def complaints(laid: Laid, layout: Sequence[Sequence[str]]) -> list[str]:
    """What does not fit the order shown, one sentence each; empty if all is well."""
    wanted = [face for row in layout for face in row]
    found = sum(laid.rows)
    if found != len(wanted):
        return [_counted(laid.rows, layout, found, len(wanted))]
    ranks = np.argsort(-laid.beliefs, axis=1)[:, :5]
    expected = np.array([FACES.index(face) for face in wanted])
    agreed = (ranks == expected[:, None]).any(axis=1)
    # Flowers and animals look different in every set, so that reading them badly says nothing.
    free = np.array([face in (*BONUS, *ANIMALS) for face in wanted])
    if agreed[~free].mean() < AGREED:
        return ["The tiles do not lie in the order shown, or the photo is upside down."]
    ends = np.cumsum([len(row) for row in layout])
    for number, (row, end) in enumerate(zip(layout, ends, strict=True), 1):
        part = slice(end - len(row), end)
        if agreed[part].mean() < AGREED and not free[part].any():
            return [f"Row {number} does not lie in the order shown: {' '.join(row)}."]
    return _swaps(laid.beliefs, wanted)


def _counted(rows: Sequence[int], layout: Sequence[Sequence[str]], found: int, wanted: int) -> str:
    if len(rows) == len(layout):
        for number, (row, want) in enumerate(zip(rows, layout, strict=True), 1):
            if row != len(want):
                return f"Row {number} has {row} tiles, it should have {len(want)}."
    return f"{found} tiles are seen, {wanted} were asked for."


def _swaps(beliefs: Floats, wanted: Sequence[str]) -> list[str]:
    """Two tiles that surely show each other's faces. One alone is a set that reads badly."""
    said = []
    best = beliefs.argmax(axis=1)
    for at, face in enumerate(wanted):
        seen = FACES[int(best[at])]
        sure = float(beliefs[at].max()) >= SURE
        if seen in (face, FACE_DOWN) or not sure or seen not in wanted:
            continue
        home = list(wanted).index(seen)
        if FACES[int(best[home])] == face and float(beliefs[home].max()) >= SURE:
            said.append(f"Tile {at + 1} should be {face} but looks like {seen}.")
    return said
