"""What the runs of a hand are: concealed, exposed sets, kongs, bonus tiles, the winning tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf

from vision.labels import FACE_DOWN
from vision.reading import GroupKind, TileReading
from vision.runs import TOUCHING, Run
from vision.sets import triplets
from vision.whole import SIZES, complete, likely, played

Named = tuple[GroupKind, tuple[int, ...]]

SMALL_GAP = 0.41  # tile widths; what is parted by less is arranged, not laid open
EVEN_GAP = 0.6  # the same where the whole hand lies so in one row: sets and a pair
FULL = 18  # more playing tiles are no hand: rows on a desk


def kinds(runs: Sequence[Run], tiles: Sequence[TileReading]) -> list[Named]:
    """The groups of the hand, in the reading order of their first tiles."""
    runs = [run if _believed(run, runs, tiles) else replace(run, kind=None) for run in runs]
    blocks = _blocks(runs)
    playing = [run for run in runs if not run.bonus]
    hand = sum(map(len, playing)) <= FULL
    winning = _winning(playing, blocks, tiles) if hand else None
    rest = [run for run in playing if run is not winning]
    open_runs = {id(run) for run in _open(rest, tiles, blocks)} if hand else set()
    named: list[Named] = []
    concealed: dict[int, int] = {}  # block -> place of its concealed group
    for run in runs:
        block = blocks[id(run)]
        if run.bonus:
            named.append((GroupKind.BONUS, run.tiles))
        elif run is winning:
            named.append((GroupKind.WINNING_TILE, run.tiles))
        elif id(run) in open_runs:
            named += _laid(run, tiles)
        elif block in concealed:
            place = concealed[block]
            named[place] = (GroupKind.CONCEALED, named[place][1] + run.tiles)
        else:
            concealed[block] = len(named)
            named.append((GroupKind.CONCEALED, run.tiles))
    return named


def _blocks(runs: Sequence[Run]) -> dict[int, int]:
    """The block of each run, by `id`: runs of a row that only a bonus tile parts, without a gap."""
    blocks: dict[int, int] = {}
    last: Run | None = None
    for number, run in enumerate(runs):
        touches = (
            last is not None
            and run.row == last.row
            and run.before is not None
            and run.before < TOUCHING
            and run.bonus != last.bonus
        )
        blocks[id(run)] = blocks[id(last)] if touches and last is not None else number
        last = run
    return blocks


def _mixed(run: Run, runs: Sequence[Run], blocks: dict[int, int]) -> bool:
    """Whether other playing tiles share the run's block: bonus tiles lie in between."""
    return any(other is not run and blocks[id(other)] == blocks[id(run)] for other in runs)


def _winning(
    runs: Sequence[Run], blocks: dict[int, int], tiles: Sequence[TileReading]
) -> Run | None:
    """The one tile laid apart, where the rest lacks just one tile: of a whole hand, or of what is
    sets and a pair with it."""
    faces = [face for run in runs for face in played(run, tiles)]
    if len(runs) < 2 or not (complete(faces) or (len(faces) in SIZES and likely(faces))):
        return None
    singles = [
        run
        for run in runs
        if len(run) == 1 and tiles[run.tiles[0]].face != FACE_DOWN and not _mixed(run, runs, blocks)
    ]
    leaning = [run for run in singles if run.apart]
    alone = [run for run in singles if sum(other.row == run.row for other in runs) == 1]
    chosen = leaning or alone or singles
    return max(chosen, key=lambda run: _apart(run, runs)) if chosen else None


def _apart(run: Run, runs: Sequence[Run]) -> tuple[float, int]:
    """How far the run lies from the next ones of its row, in tile widths; the last of equals."""
    place = runs.index(run)
    after = runs[place + 1].before if place + 1 < len(runs) else None
    return min((gap for gap in (run.before, after) if gap is not None), default=inf), place


def _believed(run: Run, runs: Sequence[Run], tiles: Sequence[TileReading]) -> bool:
    """Backs beside one face are a kong only where all others make a hand with it, or are sets."""
    if not run.kong or sum(tiles[i].face != FACE_DOWN for i in run.tiles) > 1:
        return True
    if all(other.bonus or _laid(other, tiles) for other in runs):
        return True
    return likely([face for other in runs for face in played(other, tiles)])


def _open(rest: Sequence[Run], tiles: Sequence[TileReading], blocks: dict[int, int]) -> list[Run]:
    """The runs that lie open as sets."""
    sets = [run for run in rest if _laid(run, tiles) and not _mixed(run, rest, blocks)]
    held = [run for run in rest if run not in sets]
    certain = [run for run in sets if run.kong]
    if not held:  # all are sets: the longest is the hand, unless each lies by itself
        longest = max(map(len, sets), default=0)
        if longest <= 4 and len(sets) > 1:
            return sets
        main = max(sets, key=len, default=None)
        return [run for run in sets if run is not main or run in certain]
    return [run for run in sets if run in certain or not _arranged(run, sets, rest)]


def _arranged(run: Run, sets: Sequence[Run], rest: Sequence[Run]) -> bool:
    """Is the set only part of a hand laid in order? Small gaps part it from what is no set."""
    row = [other for other in rest if other.row == run.row]
    gaps = [
        after.before
        for before, after in pairwise(row)
        if after.before is not None and (before in sets) != (after in sets)
    ]
    if not gaps:
        return False
    whole = len(row) == len(rest) and sum(len(other) for other in row if other not in sets) == 2
    return max(gaps) < (EVEN_GAP if whole else SMALL_GAP)


def _laid(run: Run, tiles: Sequence[TileReading]) -> list[Named]:
    """The sets this run is made of; none if it is anything else."""
    if run.kind is not None:
        return [(run.kind, run.tiles)]
    if len(run) < 6:
        return []
    found: list[Named] = []
    at = 0
    for kind, size in triplets([tiles[i] for i in run.tiles]) or []:
        found.append((kind, run.tiles[at : at + size]))
        at += size
    return found
