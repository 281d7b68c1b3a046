"""A finished hand among the pieces that lie about: which of them make four sets and a pair.

Distances alone cannot tell a set laid far from its hand from discards beside it. Where one choice
of pieces makes a finished hand, that is the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from scoring import arrange
from scoring.hand import Hand
from scoring.tiles import PLAYING_KINDS
from vision.geometry import Floats
from vision.labels import FACE_DOWN, UNFAMILIAR, to_tile
from vision.reading import TileReading
from vision.rows import Row
from vision.runs import Run

SIZES = (14, 17)  # tiles of a finished hand, a kong counted as three
SINGLES = 2  # single tiles of a hand: the winning one, and the one that it pairs
PAIRS = 6  # from which tiles are meant as seven pairs
ENDS = 12  # the same of the thirteen ends and honours
MOST = 14  # pieces tried besides the main one, the nearest
FARTHEST = 10.0  # free tile heights between two pieces of one hand
PARTED = 0.3  # free tile widths from which two runs of a row are pieces of their own
CLOSE = 0.6  # tile heights between pieces that are no nearer than need be


Cost = tuple[float, int, int, float]


@dataclass(frozen=True, slots=True)
class Finish:
    """A finished hand's rows, and how unlikely it is that these are one hand."""

    cost: Cost
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Piece:
    """Tiles (a row of their own) and what they add to a hand: faces, a kong's three times.
    `hidden`: how many tiles of a kong nobody sees."""

    row: Row
    faces: tuple[str, ...]
    hidden: int = 0


def pieces(row: Row, runs: Sequence[Run], tiles: Sequence[TileReading]) -> list[Piece]:
    """The row cut at its wide gaps, and where backs begin that are no kong's."""
    parts: list[list[Run]] = []
    for run in (part for whole in runs for part in _faces_up(whole, tiles)):
        if parts and run.before is not None and run.before < PARTED:
            parts[-1].append(run)
        else:
            parts.append([run])
    found = []
    at = 0
    for part in parts:
        count = sum(map(len, part))
        gaps = (0.0, *row.gaps[at + 1 : at + count])
        faces = tuple(face for run in part for face in played(run, tiles))
        hidden = sum(run.kong and len(run) == 3 for run in part)
        found.append(Piece(Row(row.tiles[at : at + count], gaps), faces, hidden))
        at += count
    return found


def _faces_up(run: Run, tiles: Sequence[TileReading]) -> Iterator[Run]:
    """The run in parts that show only faces or only backs."""
    if run.kong or run.bonus:
        yield run
        return
    for _, part in groupby(run.tiles, key=lambda i: tiles[i].face == FACE_DOWN):
        some = tuple(part)
        before = run.before if some[0] == run.tiles[0] else PARTED
        yield run if len(some) == len(run) else replace(run, tiles=some, before=before, kind=None)


def played(run: Run, tiles: Sequence[TileReading]) -> list[str]:
    """The faces that a run adds to the hand."""
    if run.bonus:
        return []
    faces = [tiles[i].face for i in run.tiles]
    if run.kong:
        return [face for face in faces if face != FACE_DOWN][:1] * 3
    return faces


def finished(faces: Sequence[str]) -> bool:
    """Do these playing tiles make four sets (or five) and one pair?"""
    return len(faces) in SIZES and complete(faces)


def complete(faces: Sequence[str]) -> bool:
    """Do these playing tiles, however many, make sets and one pair?"""
    if FACE_DOWN in faces or UNFAMILIAR in faces:
        return False
    return bool(arrange.layouts(_counts(faces)))


def nearly(faces: Sequence[str]) -> bool:
    """Would one more tile, or another one in place of one, finish this hand?"""
    strange = [face for face in faces if face in (FACE_DOWN, UNFAMILIAR)]
    if len(faces) + 1 in SIZES:
        rests = [] if strange else [list(faces)]
    elif len(faces) in SIZES and len(strange) <= 1:
        rests = [
            [*faces[:i], *faces[i + 1 :]] for i, f in enumerate(faces) if f in (strange or [f])
        ]
    else:
        return False
    counts = {_counts(rest) for rest in rests}
    return any(arrange.layouts(more) for held in counts for more in _one_more(held))


def likely(faces: Sequence[str]) -> bool:
    """Is this a hand, finished or no more than one tile away from it? Be it one of seven pairs, or
    of the thirteen ends and honours."""
    known = Counter(face for face in faces if face not in (FACE_DOWN, UNFAMILIAR))
    ends = {face for face in known if not face[1:].isdigit() or face[1:] in ("1", "9")}
    pairs = sum(count // 2 for count in known.values())
    return pairs >= PAIRS or len(ends) >= ENDS or finished(faces) or nearly(faces)


def _counts(faces: Sequence[str]) -> tuple[int, ...]:
    return Hand(tuple(tile for tile in map(to_tile, faces) if tile is not None)).counts


def _one_more(held: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """These counts of tiles with one more playing tile of each kind."""
    for kind in range(PLAYING_KINDS):
        yield (*held[:kind], held[kind] + 1, *held[kind + 1 :])


def finish(
    main: Piece, others: Sequence[Piece], apart: Floats, *, near: Set[int], keep: Set[int]
) -> Finish | None:
    """The finished hand that `main` is part of; None if there is none.

    `near`: tiles of the main row, beside which others are looked for; `keep`: tiles that must be
    part of it. `apart` (N, N): free tile heights between tiles. Of several hands it is the one
    whose pieces lie closest together, a larger one before a smaller.
    """
    useful = [piece for piece in others if piece.faces and FACE_DOWN not in piece.faces]
    held = [*near, *keep]
    useful.sort(key=lambda piece: float(apart[np.ix_(piece.row.tiles, held)].min()))
    known = [main, *useful[:MOST]]
    way = np.array([[_between(a, b, apart) for b in known] for a in known])
    best: tuple[Cost, list[int]] | None = None
    kept = {i for i, piece in enumerate(known) if not keep.isdisjoint(piece.row.tiles)}
    for chosen in _choices(known):
        if not kept <= set(chosen) or not finished([f for i in chosen for f in known[i].faces]):
            continue
        steps = _steps(way[np.ix_(chosen, chosen)])
        longest = max([CLOSE, *steps])
        size = sum(len(known[i].faces) for i in chosen)
        hidden = sum(known[i].hidden for i in chosen)  # backs and one face may be anything
        cost = (longest, hidden, -size, sum(steps))
        if longest < FARTHEST and (best is None or cost < best[0]):
            best = cost, chosen
    return Finish(best[0], [known[i].row for i in best[1]]) if best else None


def _choices(known: Sequence[Piece]) -> Iterator[list[int]]:
    """All choices of places, the first always among them, whose tiles come to one of SIZES and
    that hold no more single tiles than a hand has."""
    stack = [([0], len(known[0].faces), int(len(known[0].row) == 1))]
    while stack:
        chosen, total, singles = stack.pop()
        if total in SIZES:
            yield chosen
        for place in range(chosen[-1] + 1, len(known)):
            more, lone = total + len(known[place].faces), singles + (len(known[place].row) == 1)
            if more <= max(SIZES) and lone <= SINGLES:
                stack.append(([*chosen, place], more, lone))


def _between(one: Piece, two: Piece, apart: Floats) -> float:
    return float(apart[np.ix_(one.row.tiles, two.row.tiles)].min())


def _steps(way: Floats) -> list[float]:
    """The distances (K, K) over which pieces are joined, each to the nearest before it."""
    joined, left = [0], list(range(1, len(way)))
    steps = []
    while left:
        nearest = min(left, key=lambda i: way[i, joined].min())
        steps.append(float(way[nearest, joined].min()))
        joined.append(nearest)
        left.remove(nearest)
    return steps
