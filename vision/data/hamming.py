"""Perceptual hashes that are near each other, also of mirrored and turned pictures, found fast.

A hash is 16 × 16 signs of a picture's cosine transform. Mirroring the picture flips the signs of
odd columns, turning it upside down those of odd rows, a quarter turn exchanges rows and columns.
So the hash falls into four blocks of 64 bits, by odd and even rows and columns, each of which
stays or flips as a whole; two hashes are compared in all eight orientations by their blocks.

Near pairs are found by bands: two hashes at most `limit` bits apart differ in at most
`limit // BANDS` bits in one of BANDS bands, so only those that nearly share a band are compared.
The work then grows little faster than the number of hashes (datasets/README.md has figures).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import numpy.typing as npt

SIDE = 16
BITS = 16  # of a band
BANDS = SIDE * SIDE // BITS
FLIPS = 2  # bits of a band that are tried; for more, comparing all with all is no slower
FEW = 0.25  # of the square of their number: pairs from which the bands are no quicker
ROWS = 16  # hashes compared with all others at once; bounds the memory
CHUNK = 1 << 20  # pairs looked at at once
Hashes = npt.NDArray[np.bool_]
Blocks = npt.NDArray[np.uint64]
Pairs = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int16]]


def near(hashes: Hashes, limit: int) -> Pairs:
    """(i, j, bits) with i < j, each pair of hashes (N, 16, 16) that is at most `limit` bits apart
    in some orientation, once."""
    if len(hashes) < 2:
        nothing = np.zeros(0, np.int64)
        return nothing, nothing, np.zeros(0, np.int16)
    plain, turned = _blocks(hashes), _blocks(hashes.transpose(0, 2, 1))
    masks = _masks(limit // BANDS) if limit // BANDS <= FLIPS else []
    worth = masks and _expected(plain, len(masks)) < FEW * len(hashes) ** 2
    found = list(_by_bands(plain, turned, limit, masks) if worth else _all(plain, turned, limit))
    first, second, apart = (np.concatenate(part) for part in zip(*found, strict=True))
    return _once(first, second, apart, len(hashes))


def _blocks(hashes: Hashes) -> Blocks:
    """(N, 4) words: even and odd rows by even and odd columns."""
    parts = [hashes[:, row::2, column::2] for row in (0, 1) for column in (0, 1)]
    bits = np.stack(parts, axis=1).reshape(len(hashes), 4, -1)
    return np.packbits(bits, axis=2).view(np.uint64)[..., 0]


def _apart(a: Blocks, b: Blocks) -> npt.NDArray[np.int16]:
    """Bits between hashes (…, 4), the nearest of the four ways to mirror one of them."""
    counted = np.bitwise_count(a ^ b).astype(np.int16)
    still, column, row, both = (counted[..., at] for at in range(4))
    best = still + column + row + both
    for flipped in (
        (64 - column) + row + (64 - both),
        column + (64 - row) + (64 - both),
        (64 - column) + (64 - row) + both,
    ):
        best = np.minimum(best, still + flipped)
    return np.asarray(best, dtype=np.int16)


def _all(plain: Blocks, turned: Blocks, limit: int) -> Iterator[Pairs]:
    for start in range(0, len(plain), ROWS):
        rest = plain[None, start:]
        some = slice(start, start + ROWS)
        best = np.minimum(_apart(plain[some, None], rest), _apart(turned[some, None], rest))
        row, column = np.nonzero(best <= limit)
        later = row < column
        row, column = row[later], column[later]
        yield row + start, column + start, best[row, column]


def _masks(flips: int) -> list[int]:
    """Every way to flip at most so many bits of a band."""
    return [
        sum(1 << bit for bit in bits)
        for count in range(flips + 1)
        for bits in combinations(range(BITS), count)
    ]


def _expected(plain: Blocks, masks: int) -> int:
    """About how many pairs the bands would compare; many where hashes are of a kind."""
    sizes = [np.bincount(band, minlength=1 << BITS).astype(np.int64) for band in _bands(plain).T]
    return masks * sum(int((size**2).sum()) for size in sizes)


def _by_bands(plain: Blocks, turned: Blocks, limit: int, masks: list[int]) -> Iterator[Pairs]:
    keys, asked = _bands(plain), (_bands(plain), _bands(turned))
    for band in range(BANDS):
        order = np.argsort(keys[:, band], kind="stable")
        starts = np.searchsorted(keys[order, band], np.arange((1 << BITS) + 1))
        for these, blocks in zip(asked, (plain, turned), strict=True):
            for mask in masks:
                wanted = _settled(these[:, band] ^ np.uint16(mask))
                for first, second in _joined(wanted, order, starts):
                    apart = _apart(blocks[first], plain[second])
                    good = apart <= limit
                    yield first[good], second[good], apart[good]


def _bands(blocks: Blocks) -> npt.NDArray[np.uint16]:
    """(N, BANDS) keys that flipping a block does not change."""
    return _settled(blocks.view(np.uint16).reshape(len(blocks), BANDS))


def _settled(keys: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    return np.where(keys >> (BITS - 1), ~keys, keys)


def _joined(
    wanted: npt.NDArray[np.uint16], order: npt.NDArray[np.int64], starts: npt.NDArray[np.int64]
) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Pairs (i, j), i < j, of an asker and those who have the key it wants, CHUNK at a time."""
    sizes = starts[wanted.astype(np.int64) + 1] - starts[wanted]
    ends = np.cumsum(sizes)
    low = 0
    while low < len(wanted):
        done = int(ends[low - 1]) if low else 0
        high = max(low + 1, int(np.searchsorted(ends, done + CHUNK, side="right")))
        counts = sizes[low:high]
        first = np.repeat(np.arange(low, high), counts)
        within = np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
        second = order[starts[wanted[first]] + within]
        later = first < second
        yield first[later], second[later]
        low = high


def _once(
    first: npt.NDArray[np.int64], second: npt.NDArray[np.int64],
    apart: npt.NDArray[np.int16], count: int,
) -> Pairs:  # fmt: skip
    """Each pair once, by its first, with the fewest bits any orientation gave."""
    order = np.lexsort((apart, second, first))
    first, second, apart = first[order], second[order], apart[order]
    names = first * count + second
    new = np.ones(len(names), bool)
    new[1:] = names[1:] != names[:-1]
    return first[new], second[new], apart[new]
