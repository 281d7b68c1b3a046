"""Who pays whom. Every payment has a payer and a receiver, so a settlement sums to zero."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from scoring.errors import ContradictoryContext
from scoring.options import Value
from scoring.win import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` gives `receiver` a positive amount; `why` is for the score sheet."""

    payer: Seat
    receiver: Seat
    amount: int
    why: str

    def __str__(self) -> str:
        return f"{self.payer} pays {self.receiver} {self.amount:,} ({self.why})"


@dataclass(frozen=True, slots=True)
class Settlement:
    """All payments of one deal or one event."""

    payments: tuple[Payment, ...]

    def balance(self, seat: Seat) -> int:
        """What this player has gained; over the four players it sums to 0."""
        return sum(
            payment.amount * ((payment.receiver is seat) - (payment.payer is seat))
            for payment in self.payments
        )

    @property
    def net(self) -> dict[Seat, int]:
        return {seat: self.balance(seat) for seat in SEATS}


@dataclass(frozen=True, slots=True)
class Table:
    """How a deal ended: the four scores, and what the payments depend on.

    A dead hand counts as nothing. `dealer_price`: everyone pays the winner as the dealer would.
    `three_exposed`: the winner had three exposed sets and won on a discard.
    """

    scores: Mapping[Seat, int]
    winner: Seat | None
    east: Seat = Seat.EAST
    dead: frozenset[Seat] = frozenset()
    dealer_price: bool = False
    discarder: Seat | None = None
    three_exposed: bool = False

    def __post_init__(self) -> None:
        if self.winner is not None and self.winner in self.dead:
            raise ContradictoryContext(f"{self.winner} has a dead hand and cannot win")
        if self.discarder is not None and self.discarder is self.winner:
            raise ContradictoryContext(f"{self.winner} cannot win on his own discard")

    def score(self, seat: Seat) -> int:
        return 0 if seat in self.dead else self.scores[seat]

    def factor(self, *players: Seat) -> int:
        """2 where East is among these players, who pays and receives double."""
        return 2 if self.east in players else 1

    @property
    def losers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in SEATS if seat is not self.winner)


Pay = Callable[[Table, Mapping[str, Value]], Settlement]


def next_east(table: Table) -> Seat:
    """Who is East in the next deal: East keeps the deal while he wins."""
    return table.east if table.winner is table.east else table.east.next


def goulash(table: Table, options: Mapping[str, Value]) -> Settlement:
    """Each loser pays the winner's score; doubling, losers and penalty are options d10–d12."""
    doubled = bool(options["settlement.east_double"])
    payments = list(_to_winner(table, east_double=doubled))
    if options["penalty.three_exposed"] == "pay_all" and table.three_exposed and table.discarder:
        payments = [
            Payment(
                table.discarder, p.receiver, p.amount, f"for {p.payer}: fed a third exposed set"
            )
            if p.payer is not table.discarder
            else p
            for p in payments
        ]
    if options["settlement.losers_settle"]:
        payments += _differences(table, table.losers, east_double=doubled)
    return _settled(payments)


def european(table: Table, options: Mapping[str, Value]) -> Settlement:
    """The winner is paid his score, losers pay one another the difference, East always double."""
    return _settled([*_to_winner(table), *_differences(table, table.losers)])


def taiwanese(table: Table, options: Mapping[str, Value]) -> Settlement:
    """As European; a dead hand pays everyone's full score and nobody pays it; whether losers
    other than East settle is option losers_settle (d09, d10)."""
    payments = list(_to_winner(table))
    alive = tuple(seat for seat in table.losers if seat not in table.dead)
    if table.winner is not None:
        for dead in (seat for seat in table.losers if seat in table.dead):
            for other in alive:
                factor = table.factor(dead, other) if options["dead_east_double"] else 1
                payments.append(Payment(dead, other, factor * table.score(other), "dead hand"))
    if options["losers_settle"]:
        payments += _differences(table, alive)
    else:
        payments += _differences(table, alive, only_with=table.east)
    return _settled(payments)


def singapore(table: Table, options: Mapping[str, Value]) -> Settlement:
    """Everyone pays the winner, the dealer double; at dealer price all pay double, once."""
    payments = list(_to_winner(table))
    if options["payer"] == "shooter" and table.discarder and table.winner:
        amount = 2 * table.factor(table.discarder, table.winner) * table.score(table.winner)
        payments = [Payment(table.discarder, table.winner, amount, "discarded the winning tile")]
    if options["losers_settle"]:
        payments += _differences(table, table.losers)
    return _settled(payments)


def _to_winner(table: Table, *, east_double: bool = True) -> Iterator[Payment]:
    winner = table.winner
    if winner is None:
        return
    for loser in table.losers:
        factor, why = 1, "the winner's score"
        if table.dealer_price:
            factor, why = 2, "the winner's score at dealer price"
        elif east_double and table.factor(loser, winner) == 2:
            factor, why = 2, "the winner's score, East double"
        yield Payment(loser, winner, factor * table.score(winner), why)


def _differences(
    table: Table,
    players: Iterable[Seat],
    *,
    east_double: bool = True,
    only_with: Seat | None = None,
) -> Iterator[Payment]:
    """The lower score pays the higher one the difference; nothing in a deal nobody won."""
    if table.winner is None:
        return
    for one, other in combinations(players, 2):
        if only_with not in (None, one, other):
            continue
        low, high = sorted((one, other), key=table.score)
        factor = table.factor(one, other) if east_double else 1
        why = "difference of scores" + (", East double" if factor == 2 else "")
        yield Payment(low, high, factor * (table.score(high) - table.score(low)), why)


def _settled(payments: Iterable[Payment]) -> Settlement:
    """Without the payments of nothing."""
    return Settlement(tuple(payment for payment in payments if payment.amount))
