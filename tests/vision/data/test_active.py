"""Which photos come first: doubtful, unlike each other, unlike what is labelled."""

from __future__ import annotations

import numpy as np

from vision.data.active import Seen, rank

AXES = np.eye(8, dtype=np.float32)


def photo(*kinds: int, doubt: float = 0.5) -> Seen:
    """A photo with one tile of each kind; kinds are at right angles."""
    return Seen(AXES[list(kinds)], np.full(len(kinds), doubt, np.float32), tuple(map(str, kinds)))


def order(photos: list[Seen], **more: object) -> list[int]:
    return [pick.index for pick in rank(photos, **more)]  # type: ignore[arg-type]


def test_what_stands_for_most_comes_first_and_its_like_last() -> None:
    photos = [photo(0, 1), photo(2, 3, 4), photo(2, 3), photo(5)]
    assert order(photos) == [1, 0, 3, 2]


def test_doubt_decides_between_the_equally_new() -> None:
    assert order([photo(0, doubt=0.1), photo(1, doubt=0.9), photo(2, doubt=0.4)]) == [1, 2, 0]


def test_what_is_labelled_already_teaches_nothing_more() -> None:
    photos = [photo(0, 1, 2), photo(3)]
    assert order(photos, known=AXES[:3] * 5) == [1, 0]
    assert rank(photos, known=AXES[:3])[1].gain == 0


def test_photos_without_tiles_come_last_and_counts_are_kept() -> None:
    nothing = Seen(np.zeros((0, 8), np.float32), np.zeros(0, np.float32))
    assert order([nothing, photo(1), photo(0, 2)]) == [2, 1, 0]
    assert order([nothing, photo(1), photo(0, 2)], count=1) == [2]
    assert order([nothing]) == [0]
    assert rank([]) == []


def test_a_pick_says_what_it_is_about() -> None:
    seen = Seen(AXES[:3], np.array([0.1, 0.9, 0.5], np.float32), ("B1", "C2", "C2"))
    assert rank([seen])[0].faces == ("C2", "B1")


def test_it_beats_chance_where_few_photos_hold_the_rare_kinds() -> None:
    rng = np.random.default_rng(0)
    kinds = rng.normal(0, 1, (30, 64)).astype(np.float32)
    photos = []
    for at in range(60):  # most photos show the same few kinds
        shown = rng.choice(6, 5) if at % 5 else rng.choice(30, 5)
        noise = rng.normal(0, 0.1, (5, 64))
        photos.append(Seen((kinds[shown] + noise).astype(np.float32), np.full(5, 0.5, np.float32),
                           tuple(str(kind) for kind in shown)))  # fmt: skip

    def met(chosen: list[int]) -> int:
        return len({face for at in chosen for face in photos[at].faces})

    chance = np.mean([met(list(rng.permutation(60)[:6])) for _ in range(50)])
    assert met(order(photos, count=6)) > 1.3 * chance
