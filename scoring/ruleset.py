"""A rule set is a table of rows; a score sheet is the rows a hand earned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from scoring import options as opts
from scoring.checks import contradictions
from scoring.conditions import Because, Condition
from scoring.hand import Hand, Meld, Problem, Shape
from scoring.numbers import Number, shown
from scoring.options import Option, Value
from scoring.tiles import Tile
from scoring.totals import Tally, Total
from scoring.traits import WINNER
from scoring.win import Context, Declaration

if TYPE_CHECKING:
    from scoring.settle import Pay


class Unit(Enum):
    """What a row pays in."""

    POINTS = "points"
    DOUBLES = "doubles"
    LIMIT = "limit"
    MOON = "moon"
    PRICE = "price"


@dataclass(frozen=True, slots=True)
class Worth:
    """What a row pays, as printed: `exposed` and, where the source has two columns, `concealed`."""

    unit: Unit
    exposed: Number = 0
    concealed: Number | None = None
    note: str = ""

    def __str__(self) -> str:
        if self.note:
            return self.note
        if self.concealed is None:
            return shown(self.exposed)
        return f"{shown(self.exposed)} / {shown(self.concealed)}"


def points(exposed: Number, concealed: Number | None = None, note: str = "") -> Worth:
    """Points; with two numbers, for an exposed and for a concealed set."""
    return Worth(Unit.POINTS, exposed, concealed, note)


def doubles(count: int, note: str = "") -> Worth:
    """Doublings: 3 is eightfold."""
    return Worth(Unit.DOUBLES, count, None, note)


LIMIT = Worth(Unit.LIMIT, note="limit")
MOON = Worth(Unit.MOON, note="Moon Game")
DEALER_PRICE = Worth(Unit.PRICE, note="Everyone pays dealer price")


@dataclass(frozen=True, slots=True)
class Row:
    """One printed line, or one of several that a printed line stands for (they share `ref`).

    `id` names the line in documents; `absorbs` are ids not counted beside it; `amount_option` is
    the option that sets the amount; `winner` rows are the winner's alone.
    """

    ref: str
    id: str
    name: str
    worth: Worth
    condition: Condition
    winner: bool = False
    absorbs: tuple[str, ...] = ()
    amount_option: str = ""


@dataclass(frozen=True, slots=True)
class EventRow:
    """A payment at once, outside the hand: what happened and what each player pays for it."""

    ref: str
    id: str
    name: str
    amount: str


Idle = Callable[[Tile, Mapping[str, Value]], bool]


def nothing_idle(tile: Tile, options: Mapping[str, Value]) -> bool:
    """Every bonus tile has its line."""
    return False


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One source document as a table, see `scoring.rulesets`."""

    name: str
    title: str
    source: str
    unit: str
    rows: tuple[Row, ...]
    options: tuple[Option, ...]
    total: Total
    pay: Pay
    shape: Shape = field(default_factory=Shape)
    marks: tuple[str, str] = ("e", "c")  # suffix of a line's id for an exposed, a concealed set
    specials: frozenset[str] = frozenset()  # "seven_pairs", "thirteen_orphans"
    events: tuple[EventRow, ...] = ()
    dead_hands: bool = False  # a wrong number of tiles makes a losing rack dead
    no_doubles_if: Condition | None = None  # what costs a hand all its doubles
    idle: Idle = nothing_idle  # which bonus tiles these options leave without a line
    same_as: Mapping[Declaration, Declaration] = field(default_factory=dict)
    defaults: Mapping[str, Value] = field(init=False, repr=False, compare=False)
    _by_traits: dict[int, tuple[Row, ...]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "defaults", opts.resolve(self.options, {}))

    @property
    def has_dealer_price(self) -> bool:
        """Whether a self-drawn win makes everyone pay as the dealer."""
        return any(row.worth.unit is Unit.PRICE for row in self.rows)

    def resolve(self, given: Mapping[str, object] | None) -> Mapping[str, Value]:
        """All options by id. Raises `ScoringError` for a name or value the rules do not know."""
        return opts.resolve(self.options, given) if given else self.defaults

    def rows_for(self, traits: int) -> tuple[Row, ...]:
        """The rows that a win with these traits could earn, in order."""
        found = self._by_traits.get(traits)
        if found is None:
            if len(self._by_traits) > 8192:
                self._by_traits.clear()
            won = traits & WINNER
            found = tuple(
                row
                for row in self.rows
                if (won or not row.winner) and row.condition.possible(traits)
            )
            self._by_traits[traits] = found
        return found

    def forget(self) -> None:
        """Empty the cache of `rows_for`, for a fair benchmark."""
        self._by_traits.clear()

    def problems(self, hand: Hand, context: Context) -> tuple[Problem, ...]:
        """What is impossible about this hand and this context under these rules, all at once."""
        return (
            *hand.problems(self.shape, winner=context.is_winner),
            *contradictions(hand, context),
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One earned row: `because` lists the melds and tiles that earn it."""

    row: Row
    id: str
    amount: Number
    because: Because

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(_flatten(self.because))


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What a hand scored. `lines` alone explain `tally`, and with it `total`.

    `total` is None in a Moon Game that is settled by hand.
    """

    rules: RuleSet
    hand: Hand
    context: Context
    options: Mapping[str, Value]
    arrangement: tuple[Meld, ...]
    rest: tuple[Tile, ...]
    lines: tuple[Line, ...]
    points: Number
    doubles: int
    tally: Tally
    limit_hand: str | None = None
    moon_game: bool = False
    dealer_price: bool = False
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> int | None:
        return None if self.moon_game else self.tally.total

    @property
    def base_lines(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.row.worth.unit is Unit.POINTS)

    @property
    def double_lines(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.row.worth.unit is Unit.DOUBLES)


def _flatten(because: Iterable[Meld | Tile]) -> Iterator[Tile]:
    for part in because:
        if isinstance(part, Tile):
            yield part
        else:
            yield from part.tiles
