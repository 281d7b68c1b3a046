"""What is paid at once, outside the hand: kongs, pairs of animals, a wrong mahjong."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.errors import ScoringError, brief
from scoring.fields import Event
from scoring.options import Value
from scoring.ruleset import RuleSet
from scoring.settle import Payment, Settlement
from scoring.tiles import Suit, Tile
from scoring.win import SEATS, Seat

WRONG_MAHJONG = 500
KONG = 300
AM_KONG = 600
ANIMAL_PAIR = 300
_ANIMAL_PAIRS = ({Tile.A1, Tile.A2}, {Tile.A3, Tile.A4})


def pay(event: Event, rules: RuleSet, options: Mapping[str, Value]) -> Settlement:
    """The payments of an event. Raises `ScoringError` for one these rules do not pay for."""
    known = [row.id for row in rules.events]
    if event.what not in known:
        names = f"there is {', '.join(known)}" if known else "there is none"
        raise ScoringError(
            f"{rules.title} has no payment for the event {brief(event.what)}; {names}"
        )
    return _EVENTS[event.what](event, options)


def _wrong_mahjong(event: Event, options: Mapping[str, Value]) -> Settlement:
    return Settlement(
        tuple(
            Payment(event.player, seat, WRONG_MAHJONG, "wrong mahjong")
            for seat in SEATS
            if seat is not event.player
        )
    )


def _three_exposed(event: Event, options: Mapping[str, Value]) -> Settlement:
    """No figure is printed; where option penalty.three_exposed has the discarder pay for all, he
    does so when the deal is settled."""
    return Settlement(())


def _kong(event: Event, options: Mapping[str, Value]) -> Settlement:
    return _from_all(event, KONG, "kong", banker_double=True)


def _am_kong(event: Event, options: Mapping[str, Value]) -> Settlement:
    doubled = bool(options["am_kong_banker_double"])
    return _from_all(event, AM_KONG, "Am-Kong", banker_double=doubled)


def _animal_pair(event: Event, options: Mapping[str, Value]) -> Settlement:
    """One pair where the event names no tiles; both pairs are paid each."""
    pairs = sum(pair <= set(event.tiles) for pair in _ANIMAL_PAIRS) if event.tiles else 1
    doubled = bool(options["animal_pair_dealer_double"])
    one = _from_all(event, ANIMAL_PAIR, "pair of animals", banker_double=doubled)
    return Settlement(one.payments * pairs)


def _flower_kong(event: Event, options: Mapping[str, Value]) -> Settlement:
    """Off: it takes four suits of flowers. "pairs": the flower and season of one number."""
    suits = {tile.suit for tile in event.tiles}
    alike = len({tile.rank for tile in event.tiles}) == 1 and suits == {Suit.FLOWER, Suit.SEASON}
    if options["flower_kong"] != "pairs" or (event.tiles and not alike):
        return Settlement(())
    return _from_all(event, KONG, "flower kong", banker_double=True)


def _from_all(event: Event, amount: int, why: str, *, banker_double: bool) -> Settlement:
    def due(payer: Seat) -> int:
        return 2 * amount if banker_double and event.banker in (payer, event.player) else amount

    others = (seat for seat in SEATS if seat is not event.player)
    return Settlement(tuple(Payment(seat, event.player, due(seat), why) for seat in others))


_EVENTS: dict[str, Callable[[Event, Mapping[str, Value]], Settlement]] = {
    "wrong_mahjong": _wrong_mahjong,
    "three_exposed": _three_exposed,
    "kong": _kong,
    "am_kong": _am_kong,
    "animal_pair": _animal_pair,
    "flower_kong": _flower_kong,
}
