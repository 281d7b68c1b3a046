"""Every way to lay a rack out in sets and eyes, and the tiles that would complete it."""

from __future__ import annotations

from functools import lru_cache

from scoring.hand import Hand, Kind, Meld, meld
from scoring.tiles import PLAYING_KINDS, SUITED_KINDS, TILES, Tile

Counts = tuple[int, ...]
Layout = tuple[bool, tuple[Meld, ...]]  # whether it uses up the one pair; its melds
_Shape = tuple[bool, tuple[tuple[Kind, int], ...]]  # the same for any suit: kinds and places

_ORPHANS = tuple(t.index for t in TILES[:PLAYING_KINDS] if t.is_terminal or t.is_honour)
_CHOW, _PUNG, _PAIR = Kind.CHOW, Kind.PUNG, Kind.PAIR


def layouts(held: Counts, *, chows: bool = True) -> tuple[tuple[Meld, ...], ...]:
    """All ways to lay out these tiles (`Hand.counts`) as sets and exactly one pair.

    () when there is none.
    """
    partial = _honour_layouts(held[SUITED_KINDS:PLAYING_KINDS])
    for first in (0, 9, 18):
        if not partial:
            return ()
        suit = held[first : first + 9]
        if any(suit):
            found = _suit_layouts(first, suit, chows)
            if len(partial) == 1 and len(found) == 1:  # nearly always
                (pair, melds), (more_pair, more) = partial[0], found[0]
                partial = () if pair and more_pair else ((pair or more_pair, melds + more),)
                continue
            partial = tuple(
                (pair or more_pair, melds + more)
                for pair, melds in partial
                for more_pair, more in found
                if not (pair and more_pair)
            )
    return tuple(melds for pair, melds in partial if pair)


@lru_cache(maxsize=4096)
def _honour_layouts(held: Counts) -> tuple[Layout, ...]:
    """The one way to lay out winds and dragons, or none."""
    melds = []
    pair = False
    for place, count in enumerate(held, SUITED_KINDS):
        if count == 3:
            melds.append(meld(_PUNG, TILES[place]))
        elif count == 2 and not pair:
            pair = True
            melds.append(meld(_PAIR, TILES[place]))
        elif count:
            return ()
    return ((pair, tuple(melds)),)


def _suit_layouts(first: int, held: Counts, chows: bool) -> tuple[Layout, ...]:
    return tuple(
        (pair, tuple([_MELDS[kind][first + place] for kind, place in parts]))
        for pair, parts in _shapes(held, chows)
    )


@lru_cache(maxsize=16384)
def _shapes(held: Counts, chows: bool) -> tuple[_Shape, ...]:
    """All ways to lay out nine counts of a suit, at most one pair among them."""
    size = sum(held)
    if size % 3 == 1:
        return ()
    return tuple(_lay(list(held), 0, chows, size % 3 == 2))


def _lay(held: list[int], at: int, chows: bool, pair: bool) -> list[_Shape]:
    """Lay out the counts from place `at` upward, with a pair if `pair`. The lowest tile decides:
    at most one pair and one pung of it, the rest start chows, so every layout comes once."""
    while at < 9 and not held[at]:
        at += 1
    if at == 9:
        return [] if pair else [(False, ())]
    count = held[at]
    found: list[_Shape] = []
    for mine, used in _STARTS[pair]:
        runs = count - used
        if runs < 0:
            continue
        parts = tuple((kind, at) for kind in mine)
        paired = _PAIR in mine
        if not runs:
            rest = _lay(held, at + 1, chows, pair and not paired)
        elif not chows or at > 6 or held[at + 1] < runs or held[at + 2] < runs:
            continue
        else:
            left = held.copy()
            left[at + 1] -= runs
            left[at + 2] -= runs
            rest = _lay(left, at + 1, chows, pair and not paired)
            parts += ((_CHOW, at),) * runs
        found += [(paired or more_pair, parts + more) for more_pair, more in rest]
    return found


# What the lowest tile may begin besides chows, and how many of it that takes; with the pair free.
_NO_PAIR: tuple[tuple[tuple[Kind, ...], int], ...] = (((), 0), ((_PUNG,), 3))
_STARTS = {False: _NO_PAIR, True: (*_NO_PAIR, ((_PAIR,), 2))}

_MELDS: dict[Kind, list[Meld]] = {
    _PUNG: [meld(_PUNG, tile) for tile in TILES[:SUITED_KINDS]],
    _PAIR: [meld(_PAIR, tile) for tile in TILES[:SUITED_KINDS]],
    _CHOW: [meld(_CHOW, TILES[i - i % 9 + min(i % 9, 6)]) for i in range(SUITED_KINDS)],
}


def forget() -> None:
    """Empty the caches of layouts, for a fair benchmark."""
    _honour_layouts.cache_clear()
    _shapes.cache_clear()


def is_seven_pairs(hand: Hand) -> bool:
    """Seven pairs, nothing laid down; four of a kind are two pairs."""
    return not hand.melds and all(count in (0, 2, 4) for count in hand.counts)


def is_thirteen_orphans(hand: Hand) -> bool:
    """One of each terminal and honour and a second of one of them."""
    held = hand.counts
    return (
        bool(held[0] and held[8])  # seldom so, and quickly seen
        and not hand.melds
        and all(held[index] for index in _ORPHANS)
        and sum(held[index] for index in _ORPHANS) == len(hand.concealed) == 14
    )


def waits(hand: Hand, *, chows: bool = True) -> frozenset[Tile]:
    """The kinds of tile that complete the hand without its winning tile, by sets and a pair.

    Kinds of which four are held are not left out: whether they count is a question of the rules.
    """
    held = list(hand.counts[:PLAYING_KINDS])
    if hand.winning is not None and held[hand.winning.index]:
        held[hand.winning.index] -= 1
    groups = [sum(held[first : first + 9]) % 3 for first in (0, 9, 18, SUITED_KINDS)]
    found = []
    for group, first in enumerate((0, 9, 18, SUITED_KINDS)):
        after = [*groups[:group], (groups[group] + 1) % 3, *groups[group + 1 :]]
        if sorted(after) != [0, 0, 0, 2]:  # one pair, the rest sets
            continue
        for index in range(first, min(first + 9, PLAYING_KINDS)):
            if not _has_neighbour(held, index):
                continue
            held[index] += 1
            if layouts(tuple(held), chows=chows):
                found.append(TILES[index])
            held[index] -= 1
    return frozenset(found)


def _has_neighbour(held: list[int], index: int) -> bool:
    if index >= SUITED_KINDS:
        return held[index] > 0
    low = index - index % 9
    return any(held[max(low, index - 2) : min(low + 9, index + 3)])


def loose_layout(
    held: Counts, *, kong: bool, chows: bool
) -> tuple[tuple[Meld, ...], tuple[Tile, ...]]:
    """How a rack that did not win is laid out: pungs, pairs, then runs of what is left.

    No rule set pays a loser for a run, and no pung or pair takes a tile from another one, so
    this one layout is the best. `kong`: four alike count as a concealed kong.
    """
    found = list(held[:PLAYING_KINDS])
    melds: list[Meld] = []
    for index, count in enumerate(found):
        if count == 4 and kong:
            melds.append(meld(Kind.KONG, TILES[index]))
            found[index] = 0
        elif count >= 3:
            melds.append(meld(_PUNG, TILES[index]))
            found[index] -= 3
        elif count == 2:
            melds.append(meld(_PAIR, TILES[index]))
            found[index] = 0
    for index in range(SUITED_KINDS - 2):
        if chows and index % 9 < 7 and all(found[index : index + 3]):
            melds.append(meld(_CHOW, TILES[index]))
            for other in range(index, index + 3):
                found[other] -= 1
    rest = tuple(TILES[index] for index, count in enumerate(found) for _ in range(count))
    return tuple(melds), rest
