"""Photos that are the same or look it, also mirrored or turned, whatever source they came from.

A 256-bit perceptual hash (imagehash, DCT signs) is compared with all eight orientations of the
others: mirroring a picture only flips the signs of its odd frequencies, so the turned hashes
come from the bits alone. Measured on 2,659 public pictures: all 153 pairs within 20 bits show the
same tiles; from 22 on, other hands on the same table mix in; unrelated pictures begin at 88.
Copies that were cropped or sheared look different and are not found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import imagehash
import numpy as np
import numpy.typing as npt

from mahjonglens.dataset.store import Store

SIDE = 16
SAME = 20  # bits of 256: a copy
ALIKE = 64  # bits of 256: the next frame of a burst; too near to lie in train and test
ROWS = 32  # hashes compared at once; bounds the memory
Packed = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two photos by id, `first` < `second`; `distance` in bits, 0 and `exact` for equal bytes."""

    first: int
    second: int
    distance: int
    exact: bool


def orientations(bits: npt.NDArray[np.bool_]) -> list[npt.NDArray[np.bool_]]:
    """The (16, 16) hash of the picture in its eight orientations, itself first."""
    odd = np.arange(SIDE) % 2 == 1
    turned = []
    for base in (bits, bits.T):
        for flip in (False, True):
            for mirror in (False, True):
                turned.append(base ^ (odd[None, :] & mirror) ^ (odd[:, None] & flip))
    return turned


def pack(bits: npt.NDArray[np.bool_]) -> Packed:
    """A (16, 16) hash as four 64-bit words."""
    return np.packbits(bits.ravel()).view(np.uint64)


def unhex(text: str) -> npt.NDArray[np.bool_]:
    """The bits of a hash as the store keeps it."""
    return np.asarray(imagehash.hex_to_hash(text).hash, dtype=np.bool_)


def near(hashes: list[npt.NDArray[np.bool_]], limit: int) -> Iterator[tuple[int, int, int]]:
    """(i, j, bits) for i < j at most `limit` bits apart in some orientation."""
    if not hashes:
        return
    plain = np.stack([pack(bits) for bits in hashes])
    turned = np.stack([[pack(one) for one in orientations(bits)] for bits in hashes])
    for start in range(0, len(plain), ROWS):
        some = turned[start : start + ROWS]
        rest = plain[start:]
        best = np.full((len(some), len(rest)), 4 * 64, dtype=np.int16)
        for view in range(some.shape[1]):
            apart = np.bitwise_count(some[:, view, None, :] ^ rest[None, :, :])
            np.minimum(best, apart.sum(axis=2, dtype=np.int16), out=best)
        for at, other in zip(*np.nonzero(best <= limit), strict=True):
            if at < other:
                yield start + int(at), start + int(other), int(best[at, other])


def pairs(store: Store, limit: int = SAME) -> list[Pair]:
    """All pairs of photos at most `limit` bits apart, the nearest first."""
    rows = store.db.execute("SELECT id, sha256, phash FROM photos ORDER BY id").fetchall()
    found = [
        Pair(rows[i]["id"], rows[j]["id"], bits, rows[i]["sha256"] == rows[j]["sha256"])
        for i, j, bits in near([unhex(row["phash"]) for row in rows], limit)
    ]
    return sorted(found, key=lambda pair: (not pair.exact, pair.distance, pair.first))


def ties(store: Store) -> list[tuple[int, int]]:
    """Pairs that a split must not part."""
    return [(pair.first, pair.second) for pair in pairs(store, ALIKE)]


def keepers(store: Store, found: Iterable[Pair]) -> dict[int, int]:
    """For each copy the photo that is kept in its stead.

    Kept is what people labelled, then what is larger, then what came first. Copies are only those
    directly like their keeper: a chain of likenesses does not make the ends alike.
    """
    like: dict[int, set[int]] = {}
    for pair in found:
        like.setdefault(pair.first, set()).add(pair.second)
        like.setdefault(pair.second, set()).add(pair.first)
    rank = {"labelled": 0, "prelabelled": 1, "unlabelled": 2}

    def worth(photo: int) -> tuple[int, int, int]:
        record = store.get(photo)
        return rank[record.status], -record.photo.size[0] * record.photo.size[1], photo

    kept: set[int] = set()
    copies: dict[int, int] = {}
    for photo in sorted(like, key=worth):
        if photo in copies:
            continue
        kept.add(photo)
        for other in like[photo] - kept:
            copies.setdefault(other, photo)
    return copies
