"""A second, closer look: which windows of a photo to read enlarged.

Tiles that are small in the first look are read again from windows in which they are larger. The
windows overlap by more than a tile, so that each tile lies whole in one of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision import geometry
from vision.geometry import Floats

SMALL = 34.0  # px of the network's input; a tile's short side below this asks for a second look,
TINY = 26.0  # or below this where the photo itself has no more detail to show
WANTED = 48.0  # px of the short side in the second look
LARGEST = 2.0  # the photo's own pixels are enlarged by at most this
MARGIN = 2.5  # tile lengths round the tiles seen, in which there may be more
MOST = 9  # windows a photo
GAIN = 1.25  # a second look enlarges by at least this or is not worth its time
OVERLAP = 2.0  # of windows, in tile lengths
FEW = 4  # tiles; with fewer found, and small ones, the whole photo is looked at closer
BLIND = 1.8  # with few found: windows this many times as large as the first look
GROWN = 0.08  # of a window's length by which tiles must reach further for yet another look
EDGE = 0.06  # tile widths from a window's inner border within which a tile counts as cut


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the photo, px."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        return self.right - self.left, self.bottom - self.top

    def holds(self, quads: Floats, photo: tuple[int, int]) -> npt.NDArray[np.bool_]:
        """Which quads (N, 4, 2) none of the window's borders inside the photo cuts, (N,)."""
        boxes = geometry.hull_boxes(quads)
        slack = EDGE * geometry.sides(quads).min(axis=1) if len(quads) else np.zeros(0)
        whole = np.ones(len(quads), bool)
        if self.left > 0:
            whole &= boxes[:, 0] > self.left + slack
        if self.top > 0:
            whole &= boxes[:, 1] > self.top + slack
        if self.right < photo[0]:
            whole &= boxes[:, 2] < self.right - slack
        if self.bottom < photo[1]:
            whole &= boxes[:, 3] < self.bottom - slack
        return whole


def cover(photo: Window, quads: Floats, size: int, *, blind: int = 1) -> list[Window]:
    """The windows worth reading enlarged, none if the first look, `size` px long, was enough.

    `blind` counts the looks at the whole photo while hardly anything is found, each closer than
    the one before.
    """
    first = size / max(photo.size)
    sides = geometry.sides(quads)
    short = float(np.median(sides.min(axis=1))) if len(quads) else 0.0
    length = float(np.median(sides.max(axis=1))) if len(quads) else 0.0
    if len(quads) and short * first >= (SMALL if first * GAIN < 1 else TINY):
        return []
    scale = min(first * BLIND**blind, 1.0)
    if few(quads) and scale > first * GAIN:  # small things may be none, tiles smaller still
        return _grid(photo, scale, size, length=0.1 * size / scale)
    if not len(quads):
        return []
    scale = min(WANTED / max(short, 1.0), LARGEST)
    region = _round(quads, photo, margin=MARGIN * length)
    while scale > first * GAIN:
        windows = _grid(_filled(region, photo, size / scale), scale, size, length=length)
        if len(windows) <= MOST:
            return windows
        scale *= 0.85
    return []


def few(quads: Floats) -> bool:
    """Whether so little is found that tiles may lie anywhere."""
    return len(quads) < FEW


def tells_more(windows: list[Window], before: list[Window]) -> bool:
    """Whether these windows show what those did not: more of the photo, or the same much larger."""
    if not windows or not before:
        return bool(windows)
    reach = max(max(window.size) for window in windows)
    if reach * GAIN < max(max(window.size) for window in before):
        return True
    (left, top, right, bottom), old = _hull(windows), _hull(before)
    grown = max(old[0] - left, old[1] - top, right - old[2], bottom - old[3])
    return grown > GROWN * reach


def _hull(windows: list[Window]) -> tuple[int, int, int, int]:
    return (
        min(w.left for w in windows),
        min(w.top for w in windows),
        max(w.right for w in windows),
        max(w.bottom for w in windows),
    )


def _round(quads: Floats, photo: Window, *, margin: float) -> Window:
    """The part of the photo that holds all quads, with a margin."""
    low, high = quads.min(axis=(0, 1)) - margin, quads.max(axis=(0, 1)) + margin
    return Window(
        max(int(low[0]), photo.left),
        max(int(low[1]), photo.top),
        min(math.ceil(high[0]), photo.right),
        min(math.ceil(high[1]), photo.bottom),
    )


def _filled(region: Window, photo: Window, reach: float) -> Window:
    """The region made as wide as one window if it is narrower: more of the row for nothing."""
    left, right = region.left, region.right
    more = reach - (right - left)
    if more > 0:
        left = max(int(left - more / 2), photo.left)
        right = min(math.ceil(left + reach), photo.right)
        left = max(int(right - reach), photo.left)
    return Window(left, region.top, right, region.bottom)


def _grid(region: Window, scale: float, size: int, *, length: float) -> list[Window]:
    """Equal windows that cover the region; enlarged by `scale` each is at most `size` px long."""
    across = _spans(region.left, region.right, size / scale, OVERLAP * length)
    down = _spans(region.top, region.bottom, size / scale, OVERLAP * length)
    return [Window(a, c, b, d) for c, d in down for a, b in across]


def _spans(low: int, high: int, reach: float, overlap: float) -> list[tuple[int, int]]:
    if high - low <= reach:
        return [(low, high)]
    step = max(reach - overlap, reach / 3)
    count = math.ceil((high - low - reach) / step) + 1
    starts = np.linspace(low, high - reach, count)
    return [(math.floor(start), min(math.ceil(start + reach), high)) for start in starts]
