"""Traits of melds, hands and wins as bits, so that a condition can be ruled out at a glance.

A meld has the traits of its tiles and its kind; a win has those of all its melds and of how it
was won. Conditions in `scoring.patterns` say which traits they need and which they cannot bear.
"""

from __future__ import annotations

from scoring.tiles import Suit, Tile

BAMBOO = 1 << 0
CHARACTERS = 1 << 1
DOTS = 1 << 2
WIND = 1 << 3
DRAGON = 1 << 4
TERMINAL = 1 << 5
SIMPLE = 1 << 6  # holds a tile 2–8
MAJOR = 1 << 7  # a pung, kong or pair of terminals or honours
NOT_GREEN = 1 << 8
CHOW = 1 << 9
PUNG = 1 << 10
KONG = 1 << 11
PAIR = 1 << 12
TRIPLET = 1 << 13  # pung or kong
EXPOSED = 1 << 14  # lies open from before the win
CONCEALED = 1 << 15
BONUS = 1 << 16
ANIMAL = 1 << 17
WINNER = 1 << 18
SELF_DRAWN = 1 << 19
PLACED = 1 << 20  # it is known which meld the winning tile completed
SEVEN_PAIRS = 1 << 21
ORPHANS = 1 << 22
FIRST_DECLARATION = 23  # the declarations of `scoring.win` follow, one bit each

SUITS = BAMBOO | CHARACTERS | DOTS
HONOUR = WIND | DRAGON

_SUIT_BITS = {
    Suit.BAMBOO: BAMBOO,
    Suit.CHARACTERS: CHARACTERS,
    Suit.DOTS: DOTS,
    Suit.WIND: WIND,
    Suit.DRAGON: DRAGON,
}
_GREEN = {Tile.B2, Tile.B3, Tile.B4, Tile.B6, Tile.B8, Tile.DG}


def of_tile(tile: Tile) -> int:
    """The traits of one tile."""
    if tile.is_bonus:
        return BONUS | (ANIMAL if tile.suit is Suit.ANIMAL else 0)
    bits = _SUIT_BITS[tile.suit] | (0 if tile in _GREEN else NOT_GREEN)
    if tile.is_suited:
        bits |= TERMINAL if tile.is_terminal else SIMPLE
    return bits
