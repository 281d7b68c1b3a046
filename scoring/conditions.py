"""What a condition is: a named question about a win, with the traits that rule it out.

A condition returns what earns its line: one entry for each time it is earned, each entry the melds
and tiles responsible; () when it is not earned. `needs` and `lacks` are traits (see
`scoring.traits`) without which, or with which, it cannot be earned at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scoring.hand import Meld
from scoring.tiles import Suit, Tile
from scoring.win import Win

Because = tuple[Meld | Tile, ...]
Earned = tuple[Because, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """A named condition with the traits that rule it out."""

    name: str
    earned: Callable[[Win], Earned]
    needs: int = 0
    lacks: int = 0

    @property
    def says(self) -> str:
        """The condition in words: the first sentence of what its function says, without options."""
        told = " ".join((self.earned.__doc__ or "").split()).split("; ")[0].split(". ")[0]
        told = told.split(" (option")[0]
        return told.rstrip(".") or self.name.replace("_", " ").capitalize()

    def possible(self, traits: int) -> bool:
        return not (self.needs & ~traits or self.lacks & traits)

    def __str__(self) -> str:
        return self.name.replace("_", " ")


def condition(needs: int = 0, lacks: int = 0) -> Callable[[Callable[[Win], Earned]], Condition]:
    """Make a condition of a function from a win to what earns it."""

    def make(earned: Callable[[Win], Earned]) -> Condition:
        return Condition(earned.__name__, earned, needs, lacks)

    return make


def each(win: Win, bits: int) -> Earned:
    return tuple((meld,) for meld in win.melds if meld.traits & bits == bits)


def all_of(win: Win, bits: int) -> Because:
    return tuple(meld for meld in win.melds if meld.traits & bits == bits)


def bonus_of(win: Win, *suits: Suit) -> tuple[Tile, ...]:
    return tuple(tile for tile in win.rack.hand.bonus if tile.suit in suits)
