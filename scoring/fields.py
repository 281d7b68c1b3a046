"""The fields of a record, read one by one; what is not as it should be is said in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring import notation
from scoring.checks import refuse
from scoring.errors import BadNotation, ContradictoryContext, ImpossibleHand, ScoringError, brief
from scoring.hand import Hand, Kind, Meld, Problem, Shape
from scoring.tiles import Tile
from scoring.win import SEATS, Context, Declaration, Seat

_KIND_NAMES = {"pong": "pung", "chi": "chow", "eyes": "pair", "kan": "kong"}
_TILE_NAMES = {
    **{tile.value: tile for tile in Tile},
    "CAT": Tile.A1,
    "MOUSE": Tile.A2,
    "ROOSTER": Tile.A3,
    "CATERPILLAR": Tile.A4,
    "A1ERPILLAR": Tile.A4,  # the worked cases spell the caterpillar so
}
_SEAT_NAMES = {"EAST": "E", "SOUTH": "S", "WEST": "W", "NORTH": "N"}
_DRAWN = {
    Declaration.HEAVEN,
    Declaration.TIANHU,
    Declaration.LAST_WALL,
    Declaration.SUPPLEMENT,
    Declaration.LOOSE_TILE,
    Declaration.LOOSE_AFTER_SEASON,
    Declaration.FA_SEON,
}


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object and where it stands, for the sentence about what is wrong with it."""

    raw: Mapping[str, Any]
    where: str

    def text(self, name: str, default: str) -> str:
        value = self.raw.get(name)
        if value is None:
            return default
        if not isinstance(value, str):
            raise ScoringError(f"{self.where}: {name} should be a text, not {brief(value)}")
        return value

    def flag(self, name: str) -> bool:
        return bool(self.flag_or_none(name))

    def flag_or_none(self, name: str) -> bool | None:
        value = self.raw.get(name)
        if value is None or isinstance(value, bool):
            return value
        raise ScoringError(f"{self.where}: {name} should be true or false, not {brief(value)}")

    def count(self, name: str, default: int | None = 0) -> int | None:
        """A whole number from 0."""
        value = self.raw.get(name)
        return default if value is None else _whole(value, f"{self.where}: {name}")

    def mapping(self, name: str) -> Mapping[str, Any]:
        value = self.raw.get(name)
        if value is None:
            return {}
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise ScoringError(f"{self.where}: {name} should be an object, not {brief(value)}")
        return value

    def nested(self, name: str) -> Fields:
        return Fields(self.mapping(name), f"{self.where}, {name}")

    def context_fields(self) -> Fields:
        return self.nested("context")

    def seat(self, name: str, default: Seat) -> Seat:
        return self.seat_or_none(name) or default

    def seat_or_none(self, name: str) -> Seat | None:
        value = self.raw.get(name)
        return None if value is None else _seat(value, f"{self.where}: {name}")

    def seats(self, name: str) -> frozenset[Seat]:
        """One player or a list of players; none when it is missing."""
        value = self.raw.get(name)
        several = value if isinstance(value, list | tuple) else [] if value is None else [value]
        return frozenset(_seat(each, f"{self.where}: {name}") for each in several)

    def scores(self) -> dict[Seat, int]:
        """The four players' scores."""
        given = {
            _seat(name, f"{self.where}: scores"): value
            for name, value in self.mapping("scores").items()
        }
        missing = [str(seat) for seat in SEATS if seat not in given]
        if missing:
            raise ScoringError(f"{self.where}: scores of {', '.join(missing)} missing")
        return {seat: _whole(given[seat], f"{self.where}: score of {seat}") for seat in SEATS}

    def tiles(self, name: str) -> tuple[Tile, ...]:
        """A list of codes, or a text of them."""
        value = self.raw.get(name)
        if value is None or value == "":
            return ()
        if isinstance(value, str):
            return notation.tiles(value)
        if not isinstance(value, list | tuple):
            raise ScoringError(
                f"{self.where}: {name} should be a list of tiles, not {brief(value)}"
            )
        return tuple(read_tile(each, f"{self.where}: {name}") for each in value)

    def hand(self) -> Hand:
        """The rack under `hand`, an object or a text in our notation, with the `flowers`."""
        value = self.raw.get("hand")
        if isinstance(value, str):
            read = notation.parse(value)
            return Hand(
                read.concealed, read.melds, read.bonus + self.tiles("flowers"), read.winning
            )
        if not isinstance(value, Mapping):
            raise ScoringError(f"{self.where}: there is no hand in it")
        inner = Fields(value, f"{self.where}, hand")
        concealed = list(inner.tiles("concealed_tiles"))
        melds = []
        wrong: list[Problem] = []
        for meld in inner.melds(wrong):
            if meld.concealed and meld.kind is not Kind.KONG:
                concealed += meld.tiles  # a set in hand is found again by the arrangement
            else:
                melds.append(meld)
        bonus = self.tiles("flowers") + inner.tiles("flowers")
        bonus += tuple(tile for tile in concealed if tile.is_bonus)
        held = tuple(tile for tile in concealed if not tile.is_bonus)
        won = inner.raw.get("winning_tile")
        winning = None if won is None else read_tile(won, f"{inner.where}: winning_tile")
        if wrong:
            loose = tuple(tile for problem in wrong for tile in problem.tiles)
            whole = Hand(held + loose, tuple(melds), bonus, winning)
            refuse((*wrong, *whole.problems()))
        if not (held or melds):
            raise ScoringError(f"{inner.where}: there are no tiles in it")
        return Hand(held, tuple(melds), bonus, winning)

    def melds(self, wrong: list[Problem]) -> Iterator[Meld]:
        """The declared sets; what lies there and makes none is added to `wrong`."""
        value = self.raw.get("declared") or []
        if not isinstance(value, list | tuple):
            raise ScoringError(
                f"{self.where}: declared should be a list of sets, not {brief(value)}"
            )
        for each in value:
            if not isinstance(each, Mapping):
                raise ScoringError(f"{self.where}: {brief(each)} is no declared set")
            given = Fields(each, f"{self.where}, declared")
            try:
                yield _meld(given)
            except ImpossibleHand as error:
                wrong.append(Problem("set", given.tiles("tiles"), str(error)))

    def context(
        self, hand: Hand, shape: Shape, *, seat: Seat | None = None, won: bool | None = None
    ) -> Context:
        """How it was won or lost; what is not said is taken from the hand or is the usual."""
        given = self.context_fields()
        dealer = given.flag_or_none("dealer")
        usual = Seat.SOUTH if dealer is False else Seat.EAST
        own = given.seat_or_none("seat_wind") or given.seat_or_none("seat")
        if seat is not None and own not in (None, seat):
            raise ContradictoryContext(
                f"{self.where}: it is {seat}'s hand, but the context says {own}"
            )
        declared = frozenset(each for each in Declaration if given.flag(each.value))
        drawn = given.flag_or_none("self_drawn")
        if drawn is None:
            drawn = given.flag("chi_mon") or bool(declared & _DRAWN)
        wins = given.flag_or_none("is_winner")
        if won is not None and wins not in (None, won):
            says = "won" if wins else "did not win"
            raise ContradictoryContext(f"{self.where}: the context says that this hand {says}")
        if wins is None:
            wins = won if won is not None else _looks_won(hand, shape)
        return Context(
            seat=seat or own or usual,
            round=given.seat_or_none("round_wind") or given.seat("round", Seat.EAST),
            is_winner=wins,
            self_drawn=drawn,
            declared=declared,
            dealer=_dealer(dealer, declared),
        )

    def racks(self) -> Iterator[tuple[Seat, Fields]]:
        """The hands of a deal by player."""
        for name, value in self.mapping("hands").items():
            seat = _seat(name, f"{self.where}: hands")
            yield seat, fields_of(value, f"The hand of {seat}")


def fields_of(value: object, where: str) -> Fields:
    """The fields of a JSON object. Raises `ScoringError` for any other value."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise ScoringError(f"{where} should be a JSON object")
    return Fields(value, where)


def read_tile(value: object, where: str) -> Tile:
    """A tile by its code, or an animal by its name."""
    if not isinstance(value, str):
        raise BadNotation(f"{where}: {brief(value)} is no tile code")
    named = _TILE_NAMES.get(value) or _TILE_NAMES.get(value.strip().upper())
    if named is not None:
        return named
    try:
        found = notation.tiles(value)
    except BadNotation as error:
        raise BadNotation(f"{where}: {error}") from None
    if len(found) != 1:
        raise BadNotation(f"{where}: '{value}' is not one tile")
    return found[0]


def _meld(given: Fields) -> Meld:
    state = given.text("state", "exposed")
    if state not in ("exposed", "concealed", "completed_by_winning_discard"):
        raise BadNotation(f"{given.where}: a set is exposed or concealed, not {state!r}")
    meld = Meld.of(given.tiles("tiles"), concealed=state != "exposed")
    said = given.text("type", str(meld.kind)).lower()
    if _KIND_NAMES.get(said, said) != str(meld.kind):
        raise BadNotation(f"{given.where}: {' '.join(map(str, meld.tiles))} is no {said}")
    return meld


def _looks_won(hand: Hand, shape: Shape) -> bool:
    held = len(hand.concealed) + sum(meld.kind.size for meld in hand.melds)
    return hand.winning is not None or held == shape.size(hand.kongs, winner=True)


def _dealer(said: bool | None, declared: frozenset[Declaration]) -> bool | None:
    """'Not the dealer' matters only to a win that depends on it; else the seat decides."""
    if said is False and not declared & {Declaration.HEAVEN, Declaration.EARTH}:
        return None
    return said


def _seat(value: object, where: str) -> Seat:
    word = value.strip().upper() if isinstance(value, str) else ""
    word = _SEAT_NAMES.get(word, word)
    if word not in ("E", "S", "W", "N"):
        raise ScoringError(f"{where}: a player is E, S, W or N, not {brief(value)}")
    return Seat(word)


def _whole(value: object, where: str) -> int:
    if isinstance(value, int | float) and not isinstance(value, bool) and value == value:
        if value in (float("inf"), float("-inf")) or value != int(value) or value < 0:
            raise ScoringError(f"{where} should be a whole number from 0, not {brief(value)}")
        return int(value)
    raise ScoringError(f"{where} should be a whole number from 0, not {brief(value)}")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that is paid at once: what, by whom, with which tiles; who is the banker."""

    what: str
    player: Seat
    banker: Seat
    tiles: tuple[Tile, ...] = ()


def event_of(record: Fields) -> Event:
    """The event of a record: `input.event` as an object, or as a name beside its fields."""
    outer = record.nested("input") if "input" in record.raw else record
    value = outer.raw.get("event")
    given = outer if value is None or isinstance(value, str) else outer.nested("event")
    what = value if isinstance(value, str) else given.text("type", "")
    player = given.seat_or_none("player")
    if player is None:
        raise ScoringError(f"{given.where}: the event names no player")
    if what == "kong" and given.flag("concealed_selfdrawn"):
        what = "am_kong"
    east = record.seat("east", outer.seat("banker", Seat.EAST))
    tiles = given.tiles("pair") or given.tiles("tiles")
    return Event(what, player, given.seat("banker", east), tiles)
