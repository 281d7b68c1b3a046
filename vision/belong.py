"""Which rows are the hand, and which are the wall, discards or another player's rack.

The hand is the main row (most and largest tiles face up: nearest to the camera) and what lies with
it: sets and rows beside it of its direction and size, bonus tiles, and the tile that completes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from vision.behind import SEEN, only_keys, readable, worth
from vision.beside import is_loose, lies_on_desk, lies_with, same_size
from vision.rows import Row
from vision.scene import Scene, named, spread_out
from vision.sets import is_set
from vision.whole import SIZES, Finish, Piece, finish, finished, nearly, pieces, played

WAITING = (13, 16)  # tiles of a whole hand that nothing has finished, a kong counted as three
ONE_NEAR = 2.4  # free tile heights between the hand and a tile that belongs to it
WHOLE_ALIKE = 0.3  # ratio of widths to the main piece's of what makes a finished hand with it
TOGETHER = 1.0  # free tile heights within which such tiles surely are one hand
MAINS = 3  # rows that may be the hand's main one
BONUS_ALIKE = 0.45  # ratio of widths to the hand's, which may stand before them
BONUS_NEAR = 3.3  # free tile heights between the hand and a row of bonus tiles

Fits = Callable[[Row, list[Row], Scene], bool]
Chosen = Callable[[Sequence[Row]], list[Row]]


@dataclass(frozen=True, slots=True)
class Parted:
    """The rows of the hand, and all others; `settled`: the hand's tiles make sets and a pair, or
    would with one more."""

    hand: list[Row]
    others: list[Row]
    settled: bool = False


def hand_rows(rows: Sequence[Row], scene: Scene) -> Parted:
    """Which rows make the hand; some may be cut in two for it."""
    seen = [row for row in rows if not scene.wall(row)]
    if not seen:
        return Parted(list(rows), []) if len(rows) == 1 else Parted([], list(rows))
    mains = sorted(seen, key=lambda row: (len(row) >= 3, scene.importance(row)), reverse=True)
    if len(mains[0]) < 3 and len(seen) > 1:  # no row at all: loose tiles
        return Parted(seen, _without(rows, seen))
    if only_keys(rows, mains[0], scene.tiles):
        return Parted([], list(rows))
    told = partial(readable, main=mains[0], tiles=scene.tiles, widths=scene.widths)
    seen = told(seen)
    hand = _joined(mains[0], seen, scene)
    whole = _whole(mains, hand, seen, scene)
    if whole is not None:
        cut, hand = whole
        hand, loose = _with_bonus(hand, [*cut, *_without(rows, seen)], scene, told)
        return Parted(hand, loose, settled=True)
    near, loose = _with_bonus(hand, rows, scene, told)
    ones = _ones(near, _clear(loose, scene, told), scene)
    near += ones
    settled = nearly(_faces(near, scene))
    if settled or scene.weight(near) in WAITING:
        return Parted(near, _without(loose, near), settled)
    hand, loose = _with_bonus(_grown(hand, seen, scene, lies_on_desk), rows, scene, told)
    held = {i for row in hand for i in row.tiles}
    hand += [one for one in ones if len(ones) == 1 and held.isdisjoint(one.tiles)]
    hand = _grown(hand, _clear(loose, scene, told), scene, lies_on_desk)
    return Parted(hand, _without(loose, hand))


def _with_bonus(
    hand: list[Row], rows: Sequence[Row], scene: Scene, told: Chosen
) -> tuple[list[Row], list[Row]]:
    """The hand with the bonus tiles beside it, and the rest of the rows, bonus tiles parted off."""
    rest = _without(rows, hand)
    dim = [row for row in _without(rest, told(rest)) if len(row) > 1 or worth(row, scene.tiles) < 1]
    loose = [part for row in _without(rest, dim) for part in _bonus_parted(row, scene)]
    hand = [*hand, *_bonus_beside(hand, loose, scene)]
    return hand, _without([*loose, *dim], hand)


def _clear(rows: Sequence[Row], scene: Scene, told: Chosen) -> list[Row]:
    return [row for row in told(rows) if not scene.wall(row)]


def _without(rows: Sequence[Row], some: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row not in some]


def _whole(
    mains: Sequence[Row], hand: list[Row], seen: list[Row], scene: Scene
) -> tuple[list[Row], list[Row]] | None:
    """All rows that are seen, cut where need be, and those that make a finished hand; None if none
    do. Another player's row may be the larger one, so some of the `mains` are tried; but what one
    tile would finish is only added to."""
    if spread_out(scene.tiles):
        return None
    if finished(_faces(hand, scene)):
        return seen, hand
    cut = [piece for row in seen for piece in pieces(row, scene.runs(row), scene.tiles)]
    keep: set[int] = set()
    for rest in [[row] for row in hand] + [_without(hand, [row]) for row in hand]:
        if finished(_faces(rest, scene)):
            return seen, rest
    if nearly(_faces(hand, scene)):  # but a single tile may be a discard instead
        keep = {i for row in hand for i in row.tiles}
        keep -= {i for piece in cut if len(piece.row) == 1 for i in piece.row.tiles}
    if not keep:
        for main in _mains(mains, scene)[1:]:
            other = _joined(main, seen, scene)
            if finished(_faces(other, scene)):
                return seen, other
    best = _cheapest(mains, cut, scene, keep)
    if best is None and keep:  # what waits may be a mistake, where a hand lies close together
        best = _cheapest(mains, cut, scene, set())
        best = best if best and best.cost[0] < TOGETHER else None
    return _rejoined(seen, best.rows, cut) if best else None


def _mains(mains: Sequence[Row], scene: Scene) -> list[Row]:
    return [row for row in mains[:MAINS] if not is_loose(row, scene)]


def _cheapest(
    mains: Sequence[Row], cut: Sequence[Piece], scene: Scene, keep: Set[int]
) -> Finish | None:
    """The likeliest finished hand around the largest piece of any of the main rows."""
    best: Finish | None = None
    for main in _mains(mains, scene):
        inside = [piece for piece in cut if set(piece.row.tiles) <= set(main.tiles)]
        if len(main) < 3 or not inside:
            continue
        first = max(inside, key=lambda one: (_is_set(one), scene.importance(one.row)))
        least = WHOLE_ALIKE * scene.width(first.row.tiles)
        alike = [p for p in cut if p is not first and scene.width(p.row.tiles) > least]
        alike = [p for p in alike if scene.quality(p.row) >= SEEN * scene.quality(first.row)]
        found = finish(first, alike, scene.strange, near={*main.tiles}, keep=keep)
        if found and (best is None or found.cost < best.cost):
            best = found
    return best


def _is_set(piece: Piece) -> bool:
    return len(piece.faces) == 3 and is_set(piece.faces)


def _rejoined(
    seen: Sequence[Row], found: Sequence[Row], cut: Sequence[Piece]
) -> tuple[list[Row], list[Row]]:
    """The rows cut only between what is part of the hand and what is not: all, and the hand's."""
    rows: list[Row] = []
    hand: list[Row] = []
    for row in seen:
        own = [piece.row for piece in cut if piece.row.tiles[0] in row.tiles]
        at = 0
        for inside, parts in groupby(own, key=lambda part: part in found):
            count = sum(map(len, parts))
            gaps = (0.0, *row.gaps[at + 1 : at + count])
            rows.append(Row(row.tiles[at : at + count], gaps))
            hand += rows[-1:] if inside else []
            at += count
    return rows, hand


def _faces(hand: Sequence[Row], scene: Scene) -> list[str]:
    runs = [run for row in hand for run in scene.runs(row)]
    return [face for run in runs for face in played(run, scene.tiles)]


def _joined(main: Row, seen: Sequence[Row], scene: Scene) -> list[Row]:
    """The main row with the rows that lie with it, nearest first, pairs last."""
    return _grown([main], [row for row in seen if len(row) > 1], scene, lies_with)


def _grown(hand: list[Row], seen: Sequence[Row], scene: Scene, fits: Fits) -> list[Row]:
    """The hand with those of the rows that fit it, nearest first, pairs last."""
    others = _without(seen, hand)
    while others:
        held = [i for row in hand for i in row.tiles]
        others.sort(key=lambda row: (len(row) < 3, scene.distance(row.tiles, held)))
        nearest = next((row for row in others if fits(row, hand, scene)), None)
        if nearest is None:
            return hand
        others.remove(nearest)
        hand = [*hand, nearest]
    return hand


def _bonus_parted(row: Row, scene: Scene) -> list[Row]:
    """The row, its flowers cut off from what lies beside them: those are nobody's discards."""
    runs = scene.runs(row)
    if len({run.bonus for run in runs}) < 2:
        return [row]
    parts: list[Row] = []
    at = 0
    for run in runs:
        parts.append(Row(run.tiles, (0.0, *row.gaps[at + 1 : at + len(run)])))
        at += len(run)
    return parts


def _bonus_beside(hand: list[Row], loose: list[Row], scene: Scene) -> list[Row]:
    held = [i for row in hand for i in row.tiles]
    return [
        row
        for row in loose
        if all(run.bonus for run in scene.runs(row))
        and scene.distance(row.tiles, held) < BONUS_NEAR
        and same_size(row, held, scene, BONUS_ALIKE)
    ]


def _ones(hand: list[Row], loose: list[Row], scene: Scene) -> list[Row]:
    """Single tiles that make the number of tiles right: the winning tile, and where all sets lie
    open the tile it paired. Each must lie nearer to the hand than to any other loose tile: among
    its like it is a discard."""
    weight = scene.weight(hand)
    lacking = (2 - weight) % 3
    if weight + lacking not in SIZES:
        return []
    found: list[Row] = []
    ones = [row for row in loose if len(row) == 1 and named(scene.tiles[row.tiles[0]].face)]
    held = [i for row in hand for i in row.tiles]
    ones.sort(key=lambda row: scene.distance(row.tiles, held))
    for row in ones[:6]:
        if len(found) == lacking:
            break
        distance = scene.distance(row.tiles, held)
        strangers = [i for o in loose if o is not row and o not in found for i in o.tiles]
        apart = not strangers or scene.distance(row.tiles, strangers) > min(distance, 0.5)
        if distance < ONE_NEAR and (apart or lacking == 2) and same_size(row, held, scene):
            found.append(row)
    return found if len(found) == lacking else []
