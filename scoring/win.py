"""How a hand was won or lost, and what a condition gets to see: one arrangement with all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scoring import traits
from scoring.arrange import waits
from scoring.hand import Hand, Meld
from scoring.options import Value
from scoring.tiles import Tile


class Seat(Enum):
    """A player, named by the wind he sits in."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    def __init__(self, letter: str) -> None:
        self.wind = Tile("W" + letter)
        self.number = "ESWN".index(letter) + 1  # the number on this wind's flower

    def __str__(self) -> str:
        return str(self.value)

    @property
    def next(self) -> Seat:
        """The player on the right, who plays next."""
        return SEATS[self.number % 4]


SEATS: tuple[Seat, ...] = tuple(Seat)


class Declaration(Enum):
    """A circumstance of the win that some rule set pays for; the value is its name in records."""

    HEAVEN = "heaven"
    EARTH = "earth"
    LAST_WALL = "last_wall"
    LAST_DISCARD = "last_discard"
    SUPPLEMENT = "supplement"
    ROB_KONG = "rob_kong"
    LOOSE_TILE = "loose_tile"
    LOOSE_AFTER_SEASON = "loose_after_season"
    TIANHU = "tianhu"
    FA_SEON = "fa_seon"

    @property
    def trait(self) -> int:
        """The bit that says so among the traits of a win."""
        return 1 << traits.FIRST_DECLARATION + _DECLARATIONS.index(self)


_DECLARATIONS = tuple(Declaration)


@dataclass(frozen=True, slots=True)
class Context:
    """How it stood when the hand ended, seen from the player whose rack is scored.

    `dealer` None means: whoever sits East.
    """

    seat: Seat = Seat.EAST
    round: Seat = Seat.EAST
    is_winner: bool = True
    self_drawn: bool = False
    declared: frozenset[Declaration] = frozenset()
    dealer: bool | None = None

    @property
    def is_dealer(self) -> bool:
        return self.seat is Seat.EAST if self.dealer is None else self.dealer

    @property
    def traits(self) -> int:
        """The bits of this context among the traits of a win."""
        bits = traits.WINNER if self.is_winner else 0
        if self.self_drawn:
            bits |= traits.SELF_DRAWN
        for declaration in self.declared:
            bits |= declaration.trait
        return bits


class Rack:
    """What all arrangements of one hand share: the hand, its context, the options, its waits."""

    __slots__ = ("_waits", "chows", "context", "hand", "options")

    def __init__(
        self, hand: Hand, context: Context, options: Mapping[str, Value], *, chows: bool = True
    ) -> None:
        self.hand = hand
        self.context = context
        self.options = options
        self.chows = chows
        self._waits: frozenset[Tile] | None = None

    @property
    def shape_waits(self) -> frozenset[Tile]:
        """Every kind of tile that would have completed the hand, exhausted or not."""
        if self._waits is None:
            self._waits = waits(self.hand, chows=self.chows)
        return self._waits

    @property
    def waits(self) -> frozenset[Tile]:
        """The kinds that could really have come: four of a kind already held cannot."""
        found = self.shape_waits
        if len(found) < 2:
            return found
        before = list(self.hand.tiles)
        if self.hand.winning in before:
            before.remove(self.hand.winning)
        return frozenset(tile for tile in found if before.count(tile) < 4)


@dataclass(slots=True)
class Win:
    """One arrangement of a rack: the melds, the tiles in no meld, and what the last tile completed.

    Built for every candidate, so it is a plain (not frozen) dataclass; nothing writes to it.
    """

    rack: Rack
    melds: tuple[Meld, ...]
    rest: tuple[Tile, ...]
    placed: Meld | None
    traits: int

    @property
    def context(self) -> Context:
        return self.rack.context

    @property
    def whole(self) -> tuple[Meld | Tile, ...]:
        """Every meld and every loose tile."""
        return (*self.melds, *self.rest)

    def option(self, name: str) -> Value:
        return self.rack.options[name]
