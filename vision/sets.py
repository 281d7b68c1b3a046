"""What the runs of a hand are: concealed, exposed sets, kongs, bonus tiles, the winning tile."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from scoring.errors import ImpossibleHand
from scoring.hand import Kind, Meld
from scoring.tiles import Tile
from vision.labels import FACE_DOWN, UNFAMILIAR
from vision.reading import GroupKind, TileReading
from vision.runs import Run

Named = tuple[GroupKind, tuple[int, ...]]

SMALL_GAP = 0.42  # tile widths; a hand parted by such gaps only is arranged, not laid open
POSSIBLE = 0.03  # an alternative face below this is not tried
FULL = 18  # more playing tiles are no hand: rows on a desk


def kinds(runs: Sequence[Run], tiles: Sequence[TileReading]) -> list[Named]:
    """The groups of the hand in reading order."""
    playing = [run for run in runs if not run.bonus]
    count = sum(len(run) for run in playing)
    winning = _winning(playing, tiles) if count <= FULL else None
    rest = [run for run in playing if run is not winning]
    laid = {id(run): sets_of(run, tiles) for run in rest} if count <= FULL else {}
    open_runs = {id(run) for run in _open(rest, {k: v for k, v in laid.items() if v})}
    named: list[Named] = []
    for run in runs:
        if run.bonus:
            named.append((GroupKind.BONUS, run.tiles))
        elif run is winning:
            named.append((GroupKind.WINNING_TILE, run.tiles))
        elif id(run) in open_runs:
            named += laid[id(run)] or []
        else:
            named.append((GroupKind.CONCEALED, run.tiles))
    return named


def _winning(runs: Sequence[Run], tiles: Sequence[TileReading]) -> Run | None:
    """The one tile laid apart, where the rest lacks just one tile."""
    kongs = sum(1 for run in runs for kind, _ in sets_of(run, tiles) or [] if _is_kong(kind))
    if (sum(len(run) for run in runs) - kongs) % 3 != 2 or len(runs) < 2:
        return None
    singles = [run for run in runs if len(run) == 1 and tiles[run.tiles[0]].face != FACE_DOWN]
    leaning = [run for run in singles if run.apart]
    return (leaning or singles)[-1] if leaning or singles else None


def _open(rest: Sequence[Run], laid: dict[int, list[Named]]) -> list[Run]:
    """The runs that lie open as sets."""
    sets = [run for run in rest if id(run) in laid]
    held = [run for run in rest if id(run) not in laid]
    certain = [run for run in sets if any(_is_kong(kind) for kind, _ in laid[id(run)])]
    if not held:  # all are sets: the longest is the hand, unless each lies by itself
        longest = max((len(run) for run in sets), default=0)
        if longest <= 4 and len(sets) > 1:
            return sets
        main = max(sets, key=len, default=None)
        return [run for run in sets if run is not main or run in certain]
    rows = {run.row for run in rest}
    gaps = [run.before for run in rest if run.before is not None]
    if len(rows) == 1 and len(sets) >= 3 and max(gaps, default=1) < SMALL_GAP:
        return certain
    return sets


def _is_kong(kind: GroupKind) -> bool:
    return kind in (GroupKind.KONG, GroupKind.CONCEALED_KONG)


def sets_of(run: Run, tiles: Sequence[TileReading]) -> list[Named] | None:
    """The sets this run is made of, one after the other; None if it is anything else."""
    if run.bonus or len(run) < 3:
        return None
    readings = [tiles[i] for i in run.tiles]
    if len(run) <= 4:
        kind = set_kind(readings)
        return [(kind, run.tiles)] if kind else None
    found: list[Named] = []
    at = 0
    while at < len(run):  # several sets without a gap: only triplets say so by themselves
        faces = [tile.face for tile in readings[at:]]
        size = 4 if len(faces) >= 4 and len(set(faces[:4])) == 1 else 3
        if len(faces) < size or len(set(faces[:size])) != 1 or not _playing(faces[0]):
            return None
        kind = GroupKind.KONG if size == 4 else GroupKind.EXPOSED
        found.append((kind, run.tiles[at : at + size]))
        at += size
    return found


def set_kind(readings: Sequence[TileReading]) -> GroupKind | None:
    """What three or four tiles that lie by themselves are; None if they are no set."""
    shown = [tile for tile in readings if tile.face != FACE_DOWN]
    if len(readings) == 4:
        if not shown or not _same(shown):
            return None
        return GroupKind.KONG if len(shown) == 4 else GroupKind.CONCEALED_KONG
    if len(shown) < 3:
        return None
    faces = [[f for f, p in _faces(tile) if p >= POSSIBLE and _playing(f)] for tile in shown]
    return GroupKind.EXPOSED if any(_is_set(chosen) for chosen in product(*faces)) else None


def _same(shown: Sequence[TileReading]) -> bool:
    """Can all of these be one face?"""
    common = set.intersection(*({f for f, p in _faces(t) if p >= POSSIBLE} for t in shown))
    return any(_playing(face) for face in common)


def _faces(tile: TileReading) -> tuple[tuple[str, float], ...]:
    named = ((tile.face, 1.0),)
    return named + tuple(pair for pair in tile.alternatives if pair[0] != tile.face)


def _playing(face: str) -> bool:
    return face not in (FACE_DOWN, UNFAMILIAR) and not Tile(face).is_bonus


def _is_set(faces: Sequence[str]) -> bool:
    try:
        return Meld.of(Tile(face) for face in faces).kind is not Kind.PAIR
    except ImpossibleHand:
        return False
