"""Whether a row lies beside the rows of a hand, or of a desk, as one more of them."""

from __future__ import annotations

import numpy as np

from vision.rows import Row, angle_between
from vision.runs import Run
from vision.scene import Scene, spread_out
from vision.sets import triplets

FULL = 18  # tiles of a hand at most: four kongs and the eyes
LEGAL = (13, 14, 16, 17)  # tiles of a whole hand, a kong counted as three
NEAR = 2.6  # free tile heights between rows of one hand
NEAR_STRICT = 1.75  # the same where their tiles do not speak for one hand
ALIKE = 0.66  # ratio of the tile widths of neighbouring rows of one hand
ALIKE_STRICT = 0.8
ALIKE_BESIDE = 0.73  # the same between rows no farther apart than `BESIDE` tile heights
BESIDE = 0.8
SHAPE_STRICT = 0.75  # ratio of height over width of such rows
ALIGNED = 0.3  # radians between the directions of rows of one hand
ALIGNED_STRICT = 0.24
TOUCHING_ROWS = 0.6  # free tile heights between rows that may be of two tiles
LINE_NEAR = 4.5  # free tile heights between two rows on one line
LINE = 0.7  # tile heights by which they may be shifted
LOOSE = 0.5  # tile widths between the tiles of a few that are no row of a desk
DESK_NEAR = 3.0  # free tile heights between rows on a desk
DESK_ALIKE = 0.6  # ratio of widths of neighbouring rows on a desk
SHAPE_DESK = 0.6  # ratio of height over width of such rows
ONE_DESK = 0.6  # free tile heights between them and a tile that may be the end of a hidden row
ONE_ALIGNED = 0.15  # radians by which it may be turned
SPREAD = 4.0  # free tile heights between rows of a set that is laid out, each kind once
ONE_ALIKE = 0.6  # ratio of that tile's width to the hand's


def lies_with(row: Row, hand: list[Row], scene: Scene) -> bool:
    """Whether the row, of two tiles or more, is part of the hand: from afar if it is sets or makes
    the number of tiles right, else only where it lies close and looks the same."""
    beside = min(hand, key=lambda other: scene.distance(row.tiles, other.tiles))
    distance = scene.distance(row.tiles, beside.tiles)
    widths = sorted((scene.width(row.tiles), scene.width(beside.tiles)))
    bend = float(angle_between(scene.angle(row), scene.angle(beside)))
    if spread_out(scene.tiles):
        return distance < SPREAD and widths[0] > ALIKE * widths[1] and bend < ALIGNED
    total = scene.weight([*hand, row])
    sets = all(run.bonus or run.kind or _triplets(run, scene) for run in scene.runs(row))
    completes = scene.weight(hand) < min(LEGAL) and total in LEGAL and not is_loose(row, scene)
    if total <= FULL and (sets or completes):
        least = ALIKE if sets else ALIKE_BESIDE
        return distance < NEAR and widths[0] > least * widths[1] and bend < ALIGNED
    line = _same_line(row, beside, scene)
    if len(row) < 3 and not line and (len(row) < 2 or distance > TOUCHING_ROWS):
        return False
    shapes = sorted((scene.shape(row), scene.shape(beside)))
    least = ALIKE_BESIDE if distance < BESIDE else ALIKE_STRICT
    alike = widths[0] > least * widths[1] and shapes[0] > SHAPE_STRICT * shapes[1]
    near = distance < (LINE_NEAR if line else NEAR_STRICT)
    return near and alike and bend < ALIGNED_STRICT


def lies_on_desk(row: Row, hand: list[Row], scene: Scene) -> bool:
    """Whether it is one more row of those on a desk, or what is seen of it behind another."""
    beside = min(hand, key=lambda other: scene.distance(row.tiles, other.tiles))
    distance = scene.distance(row.tiles, beside.tiles)
    widths = sorted((scene.width(row.tiles), scene.width(beside.tiles)))
    shapes = sorted((scene.shape(row), scene.shape(beside)))
    bend = float(angle_between(scene.angle(row), scene.angle(beside)))
    if 1 < len(row) < 4 and max(row.gaps) > LOOSE:
        return False
    if len(row) > 1:
        alike = widths[0] > DESK_ALIKE * widths[1] and shapes[0] > SHAPE_DESK * shapes[1]
        return distance < DESK_NEAR and alike and bend < ALIGNED
    line = _same_line(row, beside, scene)
    least = ALIKE if line else ALIKE_BESIDE
    alike = widths[0] > least * widths[1] and shapes[0] > SHAPE_STRICT * shapes[1]
    near = distance < (LINE_NEAR if line else ONE_DESK)
    return near and alike and bend < ONE_ALIGNED


def _triplets(run: Run, scene: Scene) -> bool:
    return len(run) >= 6 and bool(triplets([scene.tiles[i] for i in run.tiles]))


def _same_line(row: Row, other: Row, scene: Scene) -> bool:
    _, low = scene.frame.offsets()
    return bool(np.abs(low[np.ix_(row.tiles, other.tiles)]).min() < LINE)


def is_loose(row: Row, scene: Scene) -> bool:
    """Whether no two tiles of the row touch: discards on one line."""
    return len(row) > 2 and len(scene.runs(row)) == len(row)


def same_size(row: Row, held: list[int], scene: Scene, least: float = ONE_ALIKE) -> bool:
    """Whether the row's tiles are about as wide as the nearest of the hand's tiles `held`."""
    near = min(held, key=lambda i: scene.distance(row.tiles, [i]))
    widths = sorted((scene.width(row.tiles), float(scene.widths[near])))
    return widths[0] > least * widths[1]
