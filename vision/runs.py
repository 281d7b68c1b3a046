"""Runs: the pieces of a row between its gaps, and between playing tiles and bonus tiles.

Where a gap is doubtful the tiles decide: three that make a set are rather one piece than two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.reading import GroupKind, TileReading
from vision.rows import Frame, Row, angle_between, cross
from vision.sets import looks_bonus, set_kind

GAP = 0.22  # tile widths at which a gap is as likely meant as not
OVER_USUAL = 0.15  # a gap is meant if it is larger than the row's usual one by this
MOST_USUAL = 0.4  # tile widths: tiles farther apart than that are no piece, however even the gaps
SOFT = 0.055  # tile widths over which that turns from unlikely to likely
TILTED = 0.16  # radians a tile at the end may lean before it counts as laid apart
COST_SET, COST_BONUS, COST_OTHER = 0.5, 0.3, 1.0  # of a piece, in nats
COST_FOUR = -0.5  # of all four of a kind
NEAREST = 4  # tiles beside one that may lean, with which it is compared
RAISED = 0.07  # tile widths or heights by which a tile on top of another seems shifted
MUCH_RAISED = 0.3  # the same that tells by itself
LOWERED = 0.05  # tile heights towards the player that speak against it
NEARER = 1.005  # ratio of its seen size to its neighbours'
MUCH_NEARER = 1.03  # the same that tells by itself
CLAIMED_NEARER = 1.02  # the same between tiles that lie the other way
ASIDE = 0.12  # tile widths of a shift along the row, which no view from the side explains
SIDEWAYS = 1.25  # ratio of the neighbours' height over width to a claimed tile's
TOUCHING = 0.25  # tile widths


@dataclass(frozen=True, slots=True)
class Run:
    """Tiles (indices) that touch. `before` is the free space to the run before it in its row, in
    tile widths, None where there is none; `row` numbers the row; `bonus`: all are bonus tiles;
    `kind`: the set they make; `apart`: one tile that leans against its row."""

    tiles: tuple[int, ...]
    before: float | None
    row: int
    bonus: bool = False
    kind: GroupKind | None = None
    apart: bool = False

    def __len__(self) -> int:
        return len(self.tiles)

    @property
    def weight(self) -> int:
        """Its tiles, a kong counted as three, however many of it can be seen."""
        return 3 if self.kong else len(self.tiles)

    @property
    def kong(self) -> bool:
        return self.kind in (GroupKind.KONG, GroupKind.CONCEALED_KONG)


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    cost: float
    kind: GroupKind | None


def split(row: Row, tiles: Sequence[TileReading], frame: Frame) -> list[Run]:
    """The runs of a row, left to right: the cheapest way to cut it."""
    readings = [tiles[i] for i in row.tiles]
    bonus = [looks_bonus(tile) for tile in readings]
    leaning = _leaning(row, frame)
    inner, outer = _costs(row, bonus, leaning)
    best: list[_Piece] = [_Piece(0, 0.0, None)]
    for end in range(1, len(row) + 1):
        options = []
        for start in range(end):
            piece = readings[start:end]
            if len(set(bonus[start:end])) > 1:
                continue
            kind = None if bonus[start] or not 3 <= end - start <= 4 else set_kind(piece)
            if kind is GroupKind.EXPOSED and piece[0].face == piece[1].face:
                kind = GroupKind.KONG if _raised(row, frame, start) else kind
            own = COST_BONUS if bonus[start] else COST_SET if kind else COST_OTHER
            own = COST_FOUR if kind and end - start == 4 else own
            cost = best[start].cost + outer[start] + sum(inner[start + 1 : end]) + own
            options.append(_Piece(start, cost, kind))
        best.append(min(options, key=lambda option: option.cost))
    return _cut(row, best, bonus, leaning)


def _raised(row: Row, frame: Frame, start: int) -> bool:
    """Does the middle one of three tiles lie on a fourth, which it hides? It seems shifted against
    its neighbours' edges, and larger: nearer to the camera. A claimed tile lies sideways, mostly
    down the rack, so that it is nearer too."""
    a, b, c = row.tiles[start : start + 3]
    along, down = (frame.along[a] + frame.along[c]) / 2, (frame.down[a] + frame.down[c]) / 2
    whole = cross(along, down)
    left, right = frame.centre[a] + frame.along[a] / 2, frame.centre[c] - frame.along[c] / 2
    aside = float(cross(frame.centre[b] - (left + right) / 2, down) / whole)
    middle = frame.centre[b] - (frame.centre[a] + frame.centre[c]) / 2
    low = float(cross(along, middle) / whole)
    edge = low + float(cross(along, frame.down[b] - down) / whole) / 2  # of the lower edges
    # beside a tile that lies sideways the edges are level, the middles, or something between
    across = 0.0 if low * edge < 0 else min(abs(low), abs(edge))
    claimed = float(frame.aspect[b]) * SIDEWAYS < float(frame.aspect[[a, c]].mean())
    if claimed:  # the upper edges may be level too: a set laid for those who sit opposite
        across = max(abs(low) - abs(edge - low), 0.0)
    shift = float(np.hypot(aside, across))
    nearer = float(frame.size[b] / np.sqrt(frame.size[a] * frame.size[c]))
    if nearer > CLAIMED_NEARER and abs(aside) > ASIDE:
        return True
    if claimed and low > 0:
        return False
    if shift > MUCH_RAISED or nearer > (CLAIMED_NEARER if claimed else MUCH_NEARER):
        return True
    return nearer > NEARER and shift > RAISED and low < LOWERED


def _cut(row: Row, best: Sequence[_Piece], bonus: Sequence[bool], leaning: int | None) -> list[Run]:
    runs: list[Run] = []
    end = len(row)
    while end:
        piece = best[end]
        a = piece.start
        before = row.gaps[a] if a else None
        lone = leaning == a and end == a + 1
        tiles = row.tiles[a:end]
        runs.append(Run(tiles, before, row.tiles[0], bonus[a], piece.kind, lone))
        end = a
    return runs[::-1]


def _costs(row: Row, bonus: Sequence[bool], leaning: int | None) -> tuple[list[float], list[float]]:
    """What it costs to go on over the gap before each tile, and to cut there."""
    gaps = [gap for gap in row.gaps[1:] if gap > -0.5]
    usual = min(float(np.median(gaps)), MOST_USUAL) if len(gaps) > 2 else 0.0
    middle = max(GAP, usual + OVER_USUAL)
    inner, outer = [0.0], [0.0]
    for k in range(1, len(row)):
        way = float(np.clip((row.gaps[k] - middle) / SOFT, -8, 8))
        if bonus[k] != bonus[k - 1]:
            way = 8.0
        if leaning is not None and k == (leaning or 1):
            way = 4.0
        inner.append(math.log1p(math.exp(way)))
        outer.append(math.log1p(math.exp(-way)))
    return inner, outer


def _leaning(row: Row, frame: Frame) -> int | None:
    """The place of a tile at either end that leans against all others, if there is one."""
    if len(row) < 4:
        return None
    angles = frame.angle[list(row.tiles)]
    usually = 5 * float(np.median(angle_between(angles[1:], angles[:-1])))
    for end, rest in ((len(row) - 1, angles[-2::-1]), (0, angles[1:])):
        near = rest[:NEAREST]
        usual = float(np.median(near))  # from the side, a long row's angles drift
        drift = (near[0] - near[-1] + np.pi) % (2 * np.pi) - np.pi
        drifted = near[0] + drift / (len(near) - 1)
        if min(angle_between(angles[end], [usual, drifted])) > max(TILTED, usually):
            return end
    return None
