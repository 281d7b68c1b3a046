"""A rack as it lies on the table: melds, the tiles in hand, bonus tiles, the winning tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from operator import attrgetter

from scoring import traits
from scoring.errors import ImpossibleHand
from scoring.tiles import PLAYING_KINDS, TILES, Suit, Tile


class Kind(Enum):
    """What a meld is; the value is its name in the machine contract."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"

    __hash__ = object.__hash__

    @property
    def size(self) -> int:
        return _SIZES[self]

    def __str__(self) -> str:
        return self.value


_SIZES = {Kind.CHOW: 3, Kind.PUNG: 3, Kind.KONG: 4, Kind.PAIR: 2}
_KIND_BITS = {
    Kind.CHOW: traits.CHOW,
    Kind.PUNG: traits.PUNG | traits.TRIPLET,
    Kind.KONG: traits.KONG | traits.TRIPLET,
    Kind.PAIR: traits.PAIR,
}


@dataclass(frozen=True, slots=True)
class Meld:
    """A chow, pung, kong or pair; `tile` is its lowest tile.

    `concealed` is False for a set that lies open, and for one that the winning discard completed
    (`completed`): such a set counts as exposed, though the hand before it was concealed.
    """

    kind: Kind
    tile: Tile
    concealed: bool = False
    completed: bool = False
    tiles: tuple[Tile, ...] = field(init=False, repr=False, compare=False)
    traits: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tiles = _tiles(self.kind, self.tile)
        bits = _KIND_BITS[self.kind]
        for tile in tiles:
            bits |= traits.of_tile(tile)
        if self.kind is not Kind.CHOW and not bits & traits.SIMPLE:
            bits |= traits.MAJOR
        if self.concealed:
            bits |= traits.CONCEALED
        elif not self.completed:
            bits |= traits.EXPOSED
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "traits", bits)

    @classmethod
    def of(cls, tiles: Iterable[Tile], *, concealed: bool = False) -> Meld:
        """The meld these tiles make, in any order. Raises `ImpossibleHand` if they make none."""
        ordered = sorted(tiles)
        kind = next((k for k in Kind if k.size == len(ordered) and _fits(k, ordered)), None)
        if kind is None:
            shown = _list(ordered) or "nothing"
            raise ImpossibleHand(f"{shown} is no chow, pung, kong or pair")
        return meld(kind, ordered[0], concealed)

    @property
    def state(self) -> str:
        """``concealed``, ``exposed`` or ``completed_by_winning_discard``."""
        if self.completed:
            return "completed_by_winning_discard"
        return "concealed" if self.concealed else "exposed"

    @property
    def is_triplet(self) -> bool:
        """True for a pung or a kong."""
        return self.traits & traits.TRIPLET != 0

    def __str__(self) -> str:
        return f"{self.kind} {' '.join(map(str, self.tiles))}"

    def __lt__(self, other: Meld) -> bool:
        return self._order < other._order

    @property
    def _order(self) -> tuple[int, int, str, bool, bool]:
        kind = self.kind
        return (self.tile.index, kind.size, kind.value, self.concealed, self.completed)


@cache
def meld(kind: Kind, tile: Tile, concealed: bool = True, completed: bool = False) -> Meld:
    """The meld of this kind; equal melds come back as one object (there are under 400)."""
    return Meld(kind, tile, concealed, completed)


def _tiles(kind: Kind, tile: Tile) -> tuple[Tile, ...]:
    if kind is not Kind.CHOW:
        if tile.is_bonus:
            raise ImpossibleHand(f"{tile} lies beside the hand, it makes no {kind}")
        return (tile,) * kind.size
    if not tile.is_suited or tile.rank > 7:
        raise ImpossibleHand(f"No chow starts with {tile}")
    return TILES[tile.index : tile.index + 3]


def _fits(kind: Kind, ordered: list[Tile]) -> bool:
    first = ordered[0]
    if kind is not Kind.CHOW:
        return not first.is_bonus and all(tile is first for tile in ordered)
    return first.is_suited and first.rank <= 7 and tuple(ordered) == _tiles(kind, first)


_LONGEST = 24
_BY_INDEX = attrgetter("index")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that cannot be, with the tiles it is about."""

    what: str
    tiles: tuple[Tile, ...]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Shape:
    """What a rule set lets a rack hold."""

    sets: int = 4
    chows: bool = True
    bonus: frozenset[Suit] = frozenset({Suit.FLOWER, Suit.SEASON})
    ignored: frozenset[Suit] = frozenset()  # may lie there, scores nothing

    def size(self, kongs: int, *, winner: bool) -> int:
        """How many tiles a rack with `kongs` kongs holds, bonus tiles apart."""
        return 3 * self.sets + kongs + (2 if winner else 1)


@dataclass(frozen=True, slots=True)
class Hand:
    """A rack. Order never matters: the tuples are kept sorted.

    `concealed` includes the winning tile; `melds` are the sets laid down before the win (open, or
    a concealed kong). `str(hand)` is its notation, see `scoring.notation`.
    """

    concealed: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[Tile, ...] = ()
    winning: Tile | None = None
    counts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """How many of each of the 46 kinds lie among `concealed`, by `Tile.index`."""

    def __post_init__(self) -> None:
        concealed = sorted(self.concealed, key=_BY_INDEX)
        object.__setattr__(self, "concealed", tuple(concealed))
        if self.melds:
            object.__setattr__(self, "melds", tuple(sorted(self.melds)))
        if self.bonus:
            object.__setattr__(self, "bonus", tuple(sorted(self.bonus, key=_BY_INDEX)))
        found = [0] * len(TILES)
        for tile in concealed:
            found[tile.index] += 1
        object.__setattr__(self, "counts", tuple(found))

    def __str__(self) -> str:
        from scoring import notation  # notation builds hands, so it cannot be imported above

        return notation.write(self)

    @property
    def kongs(self) -> int:
        return sum(meld.kind is Kind.KONG for meld in self.melds)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, the bonus tiles last."""
        laid = (tile for meld in self.melds for tile in meld.tiles)
        return (*self.concealed, *laid, *self.bonus)

    def problems(
        self, shape: Shape | None = None, *, winner: bool | None = None
    ) -> tuple[Problem, ...]:
        """Everything that is impossible about this rack, each problem naming its tiles.

        With a `shape` also what that rule set does not allow; `winner` says which tile count is
        right (None: either). An empty tuple means that the rack can exist.
        """
        if self._is_sound(shape, winner):
            return ()
        found = list(_too_many(self.tiles))
        strays = tuple(tile for tile in self.concealed if tile.is_bonus)
        if strays:
            found.append(
                Problem("bonus_in_hand", strays, f"{_list(strays)} cannot be held in the hand")
            )
        odd = tuple(tile for tile in self.bonus if not tile.is_bonus)
        if odd:
            found.append(Problem("not_bonus", odd, f"{_list(odd)} is no flower, season or animal"))
        if self.winning is not None and self.winning not in self.concealed:
            text = f"The winning tile {self.winning} is not among the concealed tiles"
            found.append(Problem("winning_tile", (self.winning,), text))
        pairs = tuple(meld for meld in self.melds if meld.kind is Kind.PAIR)
        for pair in pairs:
            found.append(
                Problem("pair_laid", pair.tiles, f"A pair of {pair.tile} cannot be laid down")
            )
        if shape is not None:
            found += _against(self, shape, winner)
        return tuple(found)

    def _is_sound(self, shape: Shape | None, winner: bool | None) -> bool:
        """Whether an all-concealed rack is plainly possible: most are, and it is quickly seen."""
        return (
            shape is not None
            and winner is not None
            and not self.melds
            and not self.bonus
            and len(self.concealed) == shape.size(0, winner=winner)
            and max(self.counts) <= 4
            and not any(self.counts[PLAYING_KINDS:])
            and (self.winning is None or self.counts[self.winning.index] > 0)
        )


def _list(tiles: Iterable[Tile]) -> str:
    """Codes for a sentence; nobody reads more than a rack of them."""
    codes = list(map(str, tiles))
    return " ".join(codes[:_LONGEST]) + (" …" if len(codes) > _LONGEST else "")


def _too_many(tiles: tuple[Tile, ...]) -> Iterable[Problem]:
    for tile, count in Counter(tiles).items():
        if count > tile.copies:
            limit = "only one exists" if tile.copies == 1 else "only four exist"
            yield Problem("copies", (tile,) * count, f"{tile} is there {count} times, {limit}")


def _against(hand: Hand, shape: Shape, winner: bool | None) -> Iterable[Problem]:
    held = len(hand.concealed) + sum(meld.kind.size for meld in hand.melds)
    allowed = [shape.size(hand.kongs, winner=won) for won in (False, True) if winner in (won, None)]
    if held not in allowed:
        right = " or ".join(map(str, allowed))
        kongs = f" with {hand.kongs} kong{'s' * (hand.kongs > 1)}" if hand.kongs else ""
        rack = {True: "A winning hand", False: "A losing rack", None: "A rack"}[winner]
        text = f"{rack}{kongs} holds {right} tiles, this one holds {held}"
        if held:
            text += f" ({_list(hand.tiles[:held])})"
        yield Problem("tile_count", hand.tiles[:held], text)
    if not shape.chows:
        for run in hand.melds:
            if run.kind is Kind.CHOW:
                yield Problem("chow", run.tiles, f"These rules know no chow: {_list(run.tiles)}")
    foreign = tuple(
        tile
        for tile in hand.bonus
        if tile.is_bonus and tile.suit not in shape.bonus | shape.ignored
    )
    if foreign:
        text = f"{_list(foreign)} is not among the tiles of these rules"
        yield Problem("foreign", foreign, text)
