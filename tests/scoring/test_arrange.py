"""The search of arrangements and waits against a slow one that tries everything."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from scoring import Hand, Kind, parse
from scoring.arrange import layouts, loose_layout, waits
from scoring.tiles import PLAYING_KINDS, TILES, Tile

Sets = frozenset[tuple[tuple[str, ...], int]]


def slowly(tiles: Counter[Tile], pair: bool = False) -> Iterator[list[tuple[str, ...]]]:
    """Take away any set that the lowest tile is in, until nothing is left."""
    left = +tiles
    if not left:
        if pair:
            yield []
        return
    low = min(left)
    tries = [(low,) * 3] + ([] if pair else [(low,) * 2])
    if low.is_suited and low.rank <= 7:
        tries.append(TILES[low.index : low.index + 3])
    for each in tries:
        if not Counter(each) - left:
            for rest in slowly(left - Counter(each), pair or len(each) == 2):
                yield [tuple(map(str, each)), *rest]


def as_sets(found: Iterator[list[tuple[str, ...]]]) -> set[Sets]:
    return {frozenset(Counter(each).items()) for each in found}


def random_tiles(rng: random.Random, sets: int, suits: int) -> list[Tile]:
    """A complete hand crowded into few suits, so that it can be laid out in several ways."""
    while True:
        tiles: list[Tile] = []
        for _ in range(sets):
            first = rng.randrange(suits) * 9
            if rng.random() < 0.6:
                low = first + rng.randrange(7)
                tiles += TILES[low : low + 3]
            else:
                tiles += [TILES[first + rng.randrange(9)]] * 3
        tiles += [TILES[rng.randrange(PLAYING_KINDS if suits > 2 else 9)]] * 2
        if max(Counter(tiles).values()) <= 4:
            return tiles


@pytest.mark.parametrize("seed", range(150))
def test_every_layout_is_found_once(seed: int) -> None:
    rng = random.Random(seed)
    tiles = random_tiles(rng, rng.choice((2, 3, 4, 5)), rng.choice((1, 1, 2, 3)))
    found = layouts(Hand(tuple(tiles)).counts)
    mine = [Counter(tuple(map(str, meld.tiles)) for meld in melds) for melds in found]
    assert {frozenset(each.items()) for each in mine} == as_sets(slowly(Counter(tiles)))
    assert len(mine) == len({frozenset(each.items()) for each in mine})


@pytest.mark.parametrize("seed", range(60))
def test_waits_are_all_tiles_that_complete(seed: int) -> None:
    rng = random.Random(seed)
    tiles = random_tiles(rng, rng.choice((1, 4, 5)), rng.choice((1, 2, 3)))
    winning = rng.choice(tiles)
    before = Counter(tiles) - Counter([winning])
    expected = {
        tile
        for tile in TILES[:PLAYING_KINDS]
        if next(slowly(before + Counter([tile])), None) is not None
    }
    assert waits(Hand(tuple(tiles), (), (), winning)) == expected


def test_tiles_that_make_no_hand_have_no_layout() -> None:
    assert layouts(parse("B11122233344 C56").counts) == ()
    assert layouts(parse("WEEEE DRRRGGG C5566").counts) == ()


def test_without_chows_only_pungs_count() -> None:
    assert len(layouts(parse("B111222333 C55").counts)) == 2
    (only,) = layouts(parse("B111222333 C55").counts, chows=False)
    assert [meld.kind for meld in only].count(Kind.PUNG) == 3


def test_nine_gates_waits_for_the_whole_suit() -> None:
    assert len(waits(parse("B1112345678999 +B5"))) == 9


def test_a_loser_is_laid_out_in_pungs_pairs_and_runs() -> None:
    melds, rest = loose_layout(parse("B1111 C456 D99 WEEE S1").counts, kong=False, chows=True)
    assert sorted(str(meld) for meld in melds) == [
        "chow C4 C5 C6",
        "pair D9 D9",
        "pung B1 B1 B1",
        "pung WE WE WE",
    ]
    assert list(map(str, rest)) == ["B1"]
    melds, rest = loose_layout(parse("B1111").counts, kong=True, chows=True)
    assert (str(melds[0]), rest) == ("kong B1 B1 B1 B1", ())
