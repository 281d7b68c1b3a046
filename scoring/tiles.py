"""The 46 kinds of tile: 34 playing kinds, eight flowers and seasons, four animals."""

from __future__ import annotations

from enum import Enum

from scoring.errors import BadNotation, brief


class Suit(Enum):
    """What a kind of tile belongs to; the value is its English name."""

    BAMBOO = "bamboo"
    CHARACTERS = "characters"
    DOTS = "dots"
    WIND = "wind"
    DRAGON = "dragon"
    FLOWER = "flower"
    SEASON = "season"
    ANIMAL = "animal"

    def __str__(self) -> str:
        return self.value

    @classmethod
    def parse(cls, family: str, mark: str) -> tuple[Suit, int]:
        """The suit and rank of the code ``family + mark``: ("D", "R") is the first dragon."""
        if family == "W":
            return cls.WIND, "ESWN".index(mark) + 1
        if family == "D" and mark in "RGW":
            return cls.DRAGON, "RGW".index(mark) + 1
        return _FAMILIES[family], int(mark)


_FAMILIES = {
    "B": Suit.BAMBOO,
    "C": Suit.CHARACTERS,
    "D": Suit.DOTS,
    "F": Suit.FLOWER,
    "S": Suit.SEASON,
    "A": Suit.ANIMAL,
}
SUITED_KINDS = 27
PLAYING_KINDS = 34


class Tile(Enum):
    """A kind of tile. The four copies of a kind are equal; the value is the kind's code.

    `Tile("B3")` and `Tile.parse("B3")` read a code, `str(tile)` writes it.
    """

    B1 = "B1"
    B2 = "B2"
    B3 = "B3"
    B4 = "B4"
    B5 = "B5"
    B6 = "B6"
    B7 = "B7"
    B8 = "B8"
    B9 = "B9"
    C1 = "C1"
    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    D1 = "D1"
    D2 = "D2"
    D3 = "D3"
    D4 = "D4"
    D5 = "D5"
    D6 = "D6"
    D7 = "D7"
    D8 = "D8"
    D9 = "D9"
    WE = "WE"
    WS = "WS"
    WW = "WW"
    WN = "WN"
    DR = "DR"
    DG = "DG"
    DW = "DW"
    F1 = "F1"
    F2 = "F2"
    F3 = "F3"
    F4 = "F4"
    S1 = "S1"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    A1 = "A1"
    A2 = "A2"
    A3 = "A3"
    A4 = "A4"

    def __init__(self, code: str) -> None:
        suit, rank = Suit.parse(code[0], code[1])
        self.suit = suit
        self.rank = rank  # 1–9, or the place among winds (E S W N), dragons (R G W), bonus tiles
        self.index = len(type(self).__members__)  # 0..45, the order of this list
        self.is_bonus = self.index >= PLAYING_KINDS  # flower, season, animal: lies beside the hand
        self.is_suited = self.index < SUITED_KINDS
        self.is_honour = not self.is_bonus and not self.is_suited
        self.is_terminal = self.is_suited and rank in (1, 9)
        self.copies = 1 if self.is_bonus else 4  # of this kind in a set of tiles

    __hash__ = object.__hash__  # kinds are single objects; the inherited hash is slow

    def __str__(self) -> str:
        return str(self.value)

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    @classmethod
    def parse(cls, code: str) -> Tile:
        """Read a code such as ``B3`` or ``we``. Raises `BadNotation` naming what was given."""
        try:
            return cls(code.strip().upper())
        except ValueError:
            raise BadNotation(f"{brief(code)} is not a tile code (B3, WE, DR, F1, …)") from None


TILES: tuple[Tile, ...] = tuple(Tile)
