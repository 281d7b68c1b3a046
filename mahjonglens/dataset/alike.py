"""Photos that are the same or look it, also mirrored or turned, whatever source they came from.

A 256-bit perceptual hash (imagehash, DCT signs) is compared in all eight orientations
(`vision.data.hamming`). Measured on 2,659 public pictures: all 153 pairs within 20 bits show the
same tiles; from 22 on, other hands on the same table mix in; unrelated pictures begin at 88.
Copies that were cropped or sheared look different and are not found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import imagehash
import numpy as np
import numpy.typing as npt

from mahjonglens.dataset.store import Store
from vision.data.hamming import near

SAME = 20  # bits of 256: a copy
ALIKE = 40  # bits of 256: too near to lie in train and test
WORTH = {"labelled": 0, "prelabelled": 1, "unlabelled": 2}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two photos by id, `first` < `second`; `distance` in bits, 0 and `exact` for equal bytes."""

    first: int
    second: int
    distance: int
    exact: bool


@dataclass(frozen=True, slots=True)
class _Photo:
    """What copies are judged by; the smaller `worth`, the rather it is kept."""

    id: int
    sha256: str
    phash: str
    worth: tuple[int, int, int]


def unhex(text: str) -> npt.NDArray[np.bool_]:
    """The bits of a hash as the store keeps it."""
    return np.asarray(imagehash.hex_to_hash(text).hash, dtype=np.bool_)


def _photos(store: Store) -> dict[int, _Photo]:
    rows = store.db.execute(
        "SELECT id, sha256, phash, status, width * height AS area FROM photos ORDER BY id"
    )
    return {
        int(row["id"]): _Photo(
            row["id"], row["sha256"], row["phash"], (WORTH[row["status"]], -row["area"], row["id"])
        )
        for row in rows
    }


def pairs(store: Store, limit: int = SAME) -> list[Pair]:
    """Pairs of photos at most `limit` bits apart, the nearest first.

    Of photos with the same hash one stands for all: each of the others is paired with it and with
    what it is like, not with all the rest, so that a thousand copies are a thousand pairs.
    """
    photos = _photos(store)
    groups: dict[str, list[int]] = {}
    for photo in sorted(photos.values(), key=lambda one: one.worth):
        groups.setdefault(photo.phash, []).append(photo.id)
    found: dict[tuple[int, int], int] = {}
    for best, *others in groups.values():
        found.update(((min(best, one), max(best, one)), 0) for one in others)
    kinds = list(groups.values())
    hashes = np.stack([unhex(text) for text in groups]) if groups else np.zeros((0, 16, 16), bool)
    for i, j, bits in zip(*(part.tolist() for part in near(hashes, limit)), strict=True):
        links = [(kinds[i][0], other) for other in kinds[j]]
        links += [(other, kinds[j][0]) for other in kinds[i][1:]]
        found.update(((min(link), max(link)), bits) for link in links)
    made = [
        Pair(a, b, bits, photos[a].sha256 == photos[b].sha256) for (a, b), bits in found.items()
    ]
    return sorted(made, key=lambda pair: (not pair.exact, pair.distance, pair.first, pair.second))


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
    photos = _photos(store)
    kept: set[int] = set()
    copies: dict[int, int] = {}
    for photo in sorted(like, key=lambda one: photos[one].worth):
        if photo in copies:
            continue
        kept.add(photo)
        for other in like[photo] - kept:
            copies.setdefault(other, photo)
    return copies


def named(store: Store) -> Mapping[int, tuple[str, str]]:
    """(path as it was imported, source) of each photo."""
    rows = store.db.execute("SELECT id, original, source FROM photos")
    return {int(row["id"]): (row["original"], row["source"]) for row in rows}
