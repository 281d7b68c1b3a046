"""Every way to lay a rack out in sets and eyes, and the tiles that would complete it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from scoring.hand import Hand, Kind, Meld, meld
from scoring.tiles import PLAYING_KINDS, SUITED_KINDS, TILES, Tile

Layout = tuple[bool, tuple[Meld, ...]]  # whether it uses up the one pair; its melds

_ORPHANS = tuple(t.index for t in TILES[:PLAYING_KINDS] if t.is_terminal or t.is_honour)


def counts(tiles: tuple[Tile, ...]) -> list[int]:
    """How many of each playing kind, by `Tile.index` (34 numbers)."""
    found = [0] * PLAYING_KINDS
    for tile in tiles:
        found[tile.index] += 1
    return found


def layouts(concealed: tuple[Tile, ...], *, chows: bool = True) -> tuple[tuple[Meld, ...], ...]:
    """All ways to lay out these tiles as sets and exactly one pair; () when there is none."""
    found = counts(concealed)
    partial: list[Layout] = (
        [_honour_layout(tuple(found[SUITED_KINDS:]))] if _honours_fit(found) else []
    )
    for first in (0, 9, 18):
        if not partial:
            return ()
        held = tuple(found[first : first + 9])
        if any(held):
            partial = [
                (pair or more_pair, melds + more)
                for pair, melds in partial
                for more_pair, more in _suit_layouts(first, held, chows)
                if not (pair and more_pair)
            ]
    return tuple(melds for pair, melds in partial if pair)


def _honours_fit(found: list[int]) -> bool:
    pairs = 0
    for count in found[SUITED_KINDS:]:
        if count == 2:
            pairs += 1
        elif count in (1, 4):
            return False
    return pairs <= 1


@lru_cache(maxsize=4096)
def _honour_layout(held: tuple[int, ...]) -> Layout:
    melds = tuple(
        meld(Kind.PUNG if count == 3 else Kind.PAIR, TILES[SUITED_KINDS + place])
        for place, count in enumerate(held)
        if count
    )
    return any(count == 2 for count in held), melds


@lru_cache(maxsize=16384)
def _suit_layouts(first: int, held: tuple[int, ...], chows: bool) -> tuple[Layout, ...]:
    return tuple(_lay(first, list(held), 0, chows, pair=False))


def _lay(first: int, held: list[int], at: int, chows: bool, *, pair: bool) -> Iterator[Layout]:
    """Lay out one suit from rank place `at` upward. The lowest tile decides: at most one pair
    and one pung of it, the rest must start chows, so every layout comes once."""
    while at < 9 and not held[at]:
        at += 1
    if at == 9:
        yield False, ()
        return
    count = held[at]
    tile = TILES[first + at]
    for paired in (False, True):
        if paired and (pair or count < 2):
            continue
        for punged in (False, True):
            runs = count - 2 * paired - 3 * punged
            if runs < 0 or (runs and not chows):
                continue
            if runs and (at > 6 or held[at + 1] < runs or held[at + 2] < runs):
                continue
            mine = ((meld(Kind.PAIR, tile),) if paired else ()) + (
                (meld(Kind.PUNG, tile),) if punged else ()
            )
            left = held.copy()
            left[at] = 0
            if runs:
                mine += (meld(Kind.CHOW, tile),) * runs
                left[at + 1] -= runs
                left[at + 2] -= runs
            for more_pair, more in _lay(first, left, at + 1, chows, pair=pair or paired):
                yield paired or more_pair, mine + more


def is_seven_pairs(hand: Hand) -> bool:
    """Seven pairs, nothing laid down; four of a kind are two pairs."""
    found = counts(hand.concealed)
    return not hand.melds and sum(found) == 14 and all(count % 2 == 0 for count in found)


def is_thirteen_orphans(hand: Hand) -> bool:
    """One of each terminal and honour and a second of one of them."""
    found = counts(hand.concealed)
    return (
        not hand.melds and sum(found) == 14 and all(found[i] for i in _ORPHANS)
        and sum(found[i] for i in _ORPHANS) == 14
    )  # fmt: skip


def waits(hand: Hand, *, chows: bool = True) -> frozenset[Tile]:
    """The kinds of tile that complete the hand without its winning tile, by sets and a pair.

    Kinds of which four are held are not left out: whether they count is a question of the rules.
    """
    before = list(hand.concealed)
    if hand.winning in before:
        before.remove(hand.winning)
    found = counts(tuple(before))
    near = {
        index
        for index in range(PLAYING_KINDS)
        if any(
            found[other]
            for other in range(max(0, index - 2), min(PLAYING_KINDS, index + 3))
            if other == index or (_same_suit(other, index) and chows)
        )
    }
    return frozenset(
        TILES[index] for index in near if layouts((*before, TILES[index]), chows=chows)
    )


def _same_suit(one: int, other: int) -> bool:
    return one < SUITED_KINDS and other < SUITED_KINDS and one // 9 == other // 9


def loose_layout(
    concealed: tuple[Tile, ...], *, kong: bool, chows: bool
) -> tuple[tuple[Meld, ...], tuple[Tile, ...]]:
    """How a rack that did not win is laid out: pungs, pairs, then runs of what is left.

    No rule set pays a loser for a run, and no pung or pair takes a tile from another one, so
    this one layout is the best. `kong`: four alike count as a concealed kong.
    """
    found = counts(concealed)
    melds: list[Meld] = []
    for index, count in enumerate(found):
        if count == 4 and kong:
            melds.append(meld(Kind.KONG, TILES[index]))
            found[index] = 0
        elif count >= 3:
            melds.append(meld(Kind.PUNG, TILES[index]))
            found[index] -= 3
        elif count == 2:
            melds.append(meld(Kind.PAIR, TILES[index]))
            found[index] = 0
    for index in range(SUITED_KINDS - 2):
        if chows and index % 9 < 7 and all(found[index : index + 3]):
            melds.append(meld(Kind.CHOW, TILES[index]))
            for other in range(index, index + 3):
                found[other] -= 1
    rest = tuple(TILES[index] for index, count in enumerate(found) for _ in range(count))
    return tuple(melds), rest
