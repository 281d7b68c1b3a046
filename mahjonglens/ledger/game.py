"""How a game moves: seats, dealer, round and totals, as a function of what happened. Pure.

Players are numbered 0..3 in seating order, anticlockwise as they play; player 0 is East in the
first hand. A state is never stored: it follows from the entries, so undo cannot leave it wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from mahjonglens.ledger.errors import LedgerError
from scoring import Seat

PLAYERS = 4
SEATS: tuple[Seat, ...] = tuple(Seat)
NAME_LENGTH = 40


class EntryKind(Enum):
    """What was written down; the value is its name in the database and the API."""

    HAND = "hand"
    DRAW = "draw"
    EVENT = "event"
    MANUAL = "manual"

    def __str__(self) -> str:
        return self.value

    @property
    def ends_hand(self) -> bool:
        """Does the next hand begin after it?"""
        return self in (EntryKind.HAND, EntryKind.DRAW)


@dataclass(frozen=True, slots=True)
class Transfer:
    """`payer` gives `receiver` a positive amount; both are player numbers."""

    payer: int
    receiver: int
    amount: int
    why: str

    def __post_init__(self) -> None:
        if not {self.payer, self.receiver} <= set(range(PLAYERS)) or self.payer == self.receiver:
            raise LedgerError("A payment goes from one of the four players to another")
        if self.amount <= 0:
            raise LedgerError(f"A payment is a positive amount, not {self.amount}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened: a hand, a draw, an instant payment, a penalty."""

    kind: EntryKind
    transfers: tuple[Transfer, ...] = ()
    winner: int | None = None

    @property
    def deltas(self) -> tuple[int, ...]:
        """What each player gained; sums to 0."""
        gains = [0] * PLAYERS
        for transfer in self.transfers:
            gains[transfer.receiver] += transfer.amount
            gains[transfer.payer] -= transfer.amount
        return tuple(gains)


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands before a hand.

    `rounds` counts finished rounds (0: the East round is on, 4: the game is over); `streak` is how
    often East has kept the deal in a row.
    """

    rounds: int = 0
    east: int = 0
    hand_number: int = 1
    streak: int = 0
    totals: tuple[int, ...] = (0, 0, 0, 0)

    @property
    def finished(self) -> bool:
        return self.rounds >= len(SEATS)

    @property
    def round(self) -> Seat:
        """The wind of the round; of the last one when the game is over."""
        return SEATS[min(self.rounds, len(SEATS) - 1)]

    def seat(self, player: int) -> Seat:
        """The wind this player sits in."""
        return SEATS[(player - self.east) % PLAYERS]

    def player(self, seat: Seat) -> int:
        """Who sits there."""
        return (self.east + SEATS.index(seat)) % PLAYERS

    def after(self, entry: Entry, *, draw_keeps_dealer: bool = False) -> State:
        """East keeps the deal while he wins; else it passes to the right, and round with it."""
        totals = tuple(a + b for a, b in zip(self.totals, entry.deltas, strict=True))
        moved = replace(self, totals=totals)
        if not entry.kind.ends_hand:
            return moved
        moved = replace(moved, hand_number=self.hand_number + 1)
        drawn = entry.winner is None
        if entry.winner == self.east or (drawn and draw_keeps_dealer):
            return replace(moved, streak=self.streak + 1)
        east = (self.east + 1) % PLAYERS
        return replace(moved, streak=0, east=east, rounds=self.rounds + (east == 0))


def replay(entries: Iterable[Entry], *, draw_keeps_dealer: bool = False) -> list[State]:
    """The state before each entry and, last, the one after all."""
    states = [State()]
    for entry in entries:
        states.append(states[-1].after(entry, draw_keeps_dealer=draw_keeps_dealer))
    return states


def check_players(names: Sequence[str]) -> tuple[str, ...]:
    """Four different names, trimmed. Raises `LedgerError` saying what is wrong with them."""
    trimmed = tuple(" ".join(name.split()) for name in names)
    if len(trimmed) != PLAYERS:
        raise LedgerError(f"A game has four players, not {len(trimmed)}")
    if not all(trimmed):
        raise LedgerError("Every player needs a name")
    if any(not name.isprintable() or len(name) > NAME_LENGTH for name in trimmed):
        raise LedgerError(f"A name has up to {NAME_LENGTH} letters")
    if len({name.casefold() for name in trimmed}) < PLAYERS:
        raise LedgerError("The four players need different names")
    return trimmed
