"""Score and settle one hand of a game: four racks in, payments between players out. Pure.

The racks are records in the format of the machine contract; everything the game knows (seats,
round, who won and how) is filled in here, so that no two answers can disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mahjonglens.ledger.errors import LedgerError
from mahjonglens.ledger.game import PLAYERS, Entry, EntryKind, State, Transfer
from mahjonglens.sheets import explained
from scoring import RuleSet, ScoringError, Seat, Tile
from scoring.records import score_record

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Rack:
    """What one player showed: a hand record, or a score that was counted at the table."""

    hand: Json | None = None
    flowers: tuple[str, ...] = ()
    score: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """How a hand ended. `discarder` None: the winner drew his last tile himself."""

    winner: int
    racks: Mapping[int, Rack]
    discarder: int | None = None
    circumstances: Json = field(default_factory=dict)
    dead: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        named = {self.winner, *self.racks, *self.dead}
        if self.discarder is not None:
            named.add(self.discarder)
        if not named <= set(range(PLAYERS)):
            raise LedgerError("Players are numbered 0 to 3")
        if self.winner == self.discarder:
            raise LedgerError("Nobody wins on his own discard")
        if self.winner in self.dead:
            raise LedgerError("A dead hand cannot win")
        rack = self.racks.get(self.winner)
        if rack is None or rack.hand is None:
            raise LedgerError("The winner's hand is missing")


@dataclass(frozen=True, slots=True)
class ScoredRack:
    """A rack with its record as it was scored and its document, every line in words."""

    record: Json | None
    document: Json | None
    score: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A settled hand: `racks` by player, the entry for the game, what else must be said."""

    entry: Entry
    racks: Mapping[int, ScoredRack]
    notes: tuple[str, ...] = ()

    def scores(self) -> list[int | None]:
        """Each player's score, None where no rack was shown or it takes the pot."""
        return [
            self.racks[player].score if player in self.racks else None for player in range(PLAYERS)
        ]


def settle_deal(deal: Deal, state: State, rules: str, options: Mapping[str, Any]) -> Outcome:
    """Score every rack and pay. Raises `ScoringError`; a loser's error names his seat."""
    _one_set_of_tiles(deal.racks.values())
    racks = {
        player: _score(player, rack, deal, state, rules, options)
        for player, rack in sorted(deal.racks.items())
        if player not in deal.dead
    }
    won = racks[deal.winner].document or {}
    if won.get("moon_game") and won.get("total") is None:
        notes = ("A Moon Game: the winner takes the pot, settle it by hand.",)
        return Outcome(Entry(EntryKind.HAND, (), deal.winner), racks, notes)
    document = score_record(_settlement(deal, state, racks, options), rules)
    transfers = to_transfers(document["payments"], state)
    return Outcome(Entry(EntryKind.HAND, transfers, deal.winner), racks)


def settle_event(event: Json, state: State, rules: str, options: Mapping[str, Any]) -> Entry:
    """An instant payment or penalty; `event` names its player by number. Raises `ScoringError`."""
    player = event["player"]
    banker = str(Seat.EAST)
    named = {**event, "player": str(state.seat(player)), "banker": banker}
    record = {
        "kind": "event",
        "input": {"event": named},
        "east": banker,
        "options": dict(options),
    }
    document = score_record(record, rules)
    return Entry(EntryKind.EVENT, to_transfers(document["payments"], state))


def losers_count(rules: RuleSet, options: Mapping[str, Any]) -> bool:
    """Do the losers' racks matter to the payments? If not, nobody need count them."""
    chosen = rules.resolve(options)
    names = ("losers_settle", "settlement.losers_settle")
    if rules.dead_hands:
        return True  # East settles with every loser whatever the options say
    settings = [bool(chosen[name]) for name in names if name in chosen]
    return settings[0] if settings else True


def to_transfers(payments: Sequence[Json], state: State) -> tuple[Transfer, ...]:
    """Payments between seats as payments between players."""
    return tuple(
        Transfer(
            state.player(Seat(payment["payer"])),
            state.player(Seat(payment["receiver"])),
            payment["amount"],
            payment.get("why", ""),
        )
        for payment in payments
    )


def _score(
    player: int, rack: Rack, deal: Deal, state: State, rules: str, options: Mapping[str, Any]
) -> ScoredRack:
    if rack.hand is None:
        return ScoredRack(None, None, rack.score)
    wins = player == deal.winner
    context: Json = {
        **(deal.circumstances if wins else {}),
        "seat_wind": str(state.seat(player)),
        "round_wind": str(state.round),
        "dealer": player == state.east,
        "is_winner": wins,
        "self_drawn": wins and deal.discarder is None,
    }
    record: Json = {
        "kind": "hand",
        "hand": rack.hand if wins else {**rack.hand, "winning_tile": None},
        "flowers": list(rack.flowers),
        "context": context,
        "options": dict(options),
    }
    if wins and deal.discarder is not None:
        record["discarder"] = str(state.seat(deal.discarder))
    try:
        document = explained(record, rules)
    except ScoringError as error:
        if wins:
            raise
        named = type(error)(f"{state.seat(player).name.capitalize()}'s rack: {error}")
        raise named from error
    return ScoredRack(record, document, document["total"])


def _settlement(
    deal: Deal, state: State, racks: Mapping[int, ScoredRack], options: Mapping[str, Any]
) -> Json:
    won = racks[deal.winner]
    document = won.document or {}
    hand = (won.record or {}).get("hand", {})
    exposed = sum(1 for meld in hand.get("declared", ()) if meld.get("state") != "concealed")
    drawn = deal.discarder is None
    record: Json = {
        "kind": "settlement",
        "scores": {
            str(state.seat(player)): (racks[player].score or 0) if player in racks else 0
            for player in range(PLAYERS)
        },
        "winner": str(state.seat(deal.winner)),
        "east": str(Seat.EAST),
        "dead": [str(state.seat(player)) for player in deal.dead],
        "dealer_price": bool(document.get("dealer_price")),
        "three_exposed": exposed >= 3 and not drawn and not deal.circumstances.get("no_choice"),
        "options": dict(options),
    }
    if deal.discarder is not None:
        record["discarder"] = str(state.seat(deal.discarder))
    return record


def _one_set_of_tiles(racks: Iterable[Rack]) -> None:
    """Four players share one set of tiles: no kind is there oftener than it exists."""
    held: Counter[str] = Counter()
    for rack in racks:
        hand = rack.hand or {}
        held.update(hand.get("concealed_tiles") or ())
        for meld in hand.get("declared") or ():
            held.update(meld.get("tiles") or ())
        held.update(rack.flowers)
    known = {tile.value: tile for tile in Tile}
    for code, count in held.items():
        if code in known and count > known[code].copies:
            copies = known[code].copies
            raise LedgerError(
                f"{code} lies on the table {count} times, only {copies} exist: "
                "one of the racks shows another tile"
            )
