"""Near hashes: exactly those that comparing all with all finds, at a small part of the work."""

from __future__ import annotations

import numpy as np
import pytest

from vision.data import hamming
from vision.data.hamming import near


def some(count: int, seed: int = 0) -> np.ndarray:
    """Hashes, half of them noisy, mirrored or turned copies of the others."""
    rng = np.random.default_rng(seed)
    plain = rng.random((count // 2, 16, 16)) < 0.5
    odd = np.arange(16) % 2 == 1
    copies = []
    for number, bits in enumerate(plain):
        copy = bits ^ (rng.random((16, 16)) < rng.uniform(0, 0.2))
        copy = copy.T if number % 2 else copy
        copy = copy ^ odd[None] if number % 3 else copy
        copies.append(copy ^ odd[:, None] if number % 5 else copy)
    return np.concatenate([plain, np.array(copies)])


def all_with_all(hashes: np.ndarray, limit: int) -> dict[tuple[int, int], int]:
    """The same by looking at every pair in every orientation."""
    odd = np.arange(16) % 2 == 1
    found = {}
    for i in range(len(hashes)):
        for j in range(i + 1, len(hashes)):
            apart = min(
                int((base ^ (odd[None] & mirror) ^ (odd[:, None] & flip) ^ hashes[j]).sum())
                for base in (hashes[i], hashes[i].T)
                for mirror in (False, True)
                for flip in (False, True)
            )
            if apart <= limit:
                found[i, j] = apart
    return found


@pytest.mark.parametrize("few", [0.0, np.inf])
@pytest.mark.parametrize("limit", [0, 15, 20, 40, 60])
def test_it_finds_what_comparing_all_with_all_finds(
    limit: int, few: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hamming, "FEW", few)  # by bands, or without
    hashes = some(80)
    found = near(hashes, limit)
    pairs = {(i, j): bits for i, j, bits in zip(*(part.tolist() for part in found), strict=True)}
    assert pairs == all_with_all(hashes, limit)
    assert len(found[0]) == len(pairs)


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_to_compare(count: int) -> None:
    assert [len(part) for part in near(np.zeros((count, 16, 16), bool), 20)] == [0, 0, 0]


def test_a_small_part_of_all_pairs_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, real = [], hamming._apart

    def counting(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        looked.append(len(a))
        return real(a, b)

    monkeypatch.setattr(hamming, "_apart", counting)
    count = 6000
    near(np.random.default_rng(1).random((count, 16, 16)) < 0.5, 20)
    assert sum(looked) < 0.03 * count * count / 2


def test_many_pairs_of_one_key_do_not_need_more_memory_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hamming, "CHUNK", 50)
    monkeypatch.setattr(hamming, "FEW", np.inf)
    hashes = np.concatenate([some(40), some(40)])
    assert len(near(hashes, 0)[0]) >= 40
