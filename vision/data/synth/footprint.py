"""Do tiles lie in one another? Footprints on the table as turned rectangles."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.data.synth.layouts import Layout, Pose, Put
from vision.reading import GroupKind

SLACK = 0.9  # footprints are taken a little smaller: neighbours may touch
# tile widths between what is laid and what is no part of it: nearer, nobody could tell
ROOM = {"hand": 0.4, "tidy": 0.4, "desk": 2.3}

APART = 0.5  # tile widths by which the winning tile lies nearer to its hand than others


def overlap(one: Put, two: Put, tile: tuple[float, float, float], *, room: float = 0.0) -> bool:
    """Whether two tiles of the same level would stand in each other, or nearer than `room`."""
    distance = math.hypot(one.x - two.x, one.y - two.y)
    if distance > math.hypot(1, tile[1]) + room or abs(one.z - two.z) > 0.1:
        return False
    if distance < 0.4:
        return True
    kind, _ = cv2.rotatedRectangleIntersection(
        _rectangle(one, tile), _rectangle(two, tile, 2 * room)
    )
    return bool(kind != cv2.INTERSECT_NONE)


def _rectangle(
    put: Put, tile: tuple[float, float, float], more: float = 0.0
) -> tuple[tuple[float, float], tuple[float, float], float]:
    axes = np.abs(put.axes() * np.array(tile))
    cos, sin = abs(math.cos(put.turn)), abs(math.sin(put.turn))
    # extents along x and y, taken back from the turned box to the box itself
    wide, deep = axes[0].sum(), axes[1].sum()
    if abs(cos - sin) > 0.05:
        square = cos * cos - sin * sin
        wide, deep = (wide * cos - deep * sin) / square, (deep * cos - wide * sin) / square
    size = (wide * SLACK + more, deep * SLACK + more)
    return ((put.x, put.y), size, math.degrees(put.turn))


def clear(layout: Layout) -> bool:
    """Whether no two tiles of different groups lie in one another."""
    puts = layout.puts
    return not any(
        a.group != b.group and overlap(a, b, layout.tile)
        for place, a in enumerate(puts)
        for b in puts[:place]
    )


def _way(put: Put, others: list[Put]) -> float:
    """Tile widths to the nearest of the others, from middle to middle."""
    return min((math.hypot(put.x - o.x, put.y - o.y) for o in others), default=math.inf)


def _winning_way(layout: Layout, hand: list[Put]) -> float:
    """How near to a hand no other face may lie: nearer than the winning tile, which lies apart
    as a discard does, nobody could tell which of the two it is."""
    kinds = [layout.groups[put.group][0] for put in hand]
    won = [put for put, kind in zip(hand, kinds, strict=True) if kind is GroupKind.WINNING_TILE]
    rest = [put for put in hand if put not in won]
    return max((_way(put, rest) + APART for put in won), default=0.0)


def drop_overlapping(layout: Layout, first: int) -> None:
    """Takes away the tiles from number `first` on that lie in an earlier one, or too near
    to those before it, the subject of the photo."""
    kept = layout.puts[:first]
    room = ROOM.get(layout.name, 0.0)
    rival = _winning_way(layout, kept)
    for put in layout.puts[first:]:
        if put.pose is Pose.LIE and _way(put, kept[:first]) < rival:
            continue
        ground = Put(put.face, put.x, put.y, put.pose, put.group, 0.0, put.turn, put.tip, put.spin)
        rivals = [
            (other, room if place < first else 0.0)
            for place, other in enumerate(kept)
            if other.z == 0 and other.group != put.group
        ]
        if not any(overlap(ground, other, layout.tile, room=far) for other, far in rivals):
            kept.append(put)
    layout.puts = kept
