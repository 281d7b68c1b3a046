"""How a hand was won, as told on the command line or asked at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mahjonglens.console import output
from scoring.win import Context, Declaration, Seat

DECLARATIONS = ", ".join(declaration.value for declaration in Declaration)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What was said about the win; None where nothing was said."""

    seat: Seat | None = None
    round: Seat | None = None
    dealer: bool | None = None
    self_drawn: bool | None = None
    lost: bool = False
    declared: frozenset[Declaration] = frozenset()

    @property
    def said(self) -> bool:
        """True if anything was."""
        return self != Circumstances()

    @property
    def context(self) -> Context:
        """With the usual taken for what was not said: East in the East round, won on a discard."""
        return Context(
            seat=self.seat or (Seat.EAST if self.dealer is not False else Seat.SOUTH),
            round=self.round or Seat.EAST,
            is_winner=not self.lost,
            self_drawn=bool(self.self_drawn),
            declared=self.declared,
            dealer=self.dealer,
        )

    @property
    def record(self) -> dict[str, object]:
        """The same as a record's `context`."""
        context = self.context
        return {
            "seat_wind": context.seat.value,
            "round_wind": context.round.value,
            "dealer": context.is_dealer,
            "is_winner": context.is_winner,
            "self_drawn": context.self_drawn,
            **{declaration.value: True for declaration in context.declared},
        }


def described(context: Context) -> str:
    """The context in words: ``East in the South round, self-drawn``."""
    place = f"{context.seat.name.title()} in the {context.round.name.title()} round"
    if not context.is_winner:
        return f"{place}, not the winner"
    won = "self-drawn" if context.self_drawn else "won on a discard"
    others = sorted(declaration.value.replace("_", " ") for declaration in context.declared)
    return ", ".join([place, won, *others])


def seat_named(word: str) -> Seat:
    """``E`` or ``east``, in any case. Raises UserError."""
    for seat in Seat:
        if word.strip().lower() in (seat.value.lower(), seat.name.lower()):
            return seat
    raise output.UserError(f"'{word}' is no wind: E, S, W or N")


def declarations_named(words: Iterable[str]) -> frozenset[Declaration]:
    """``last_wall`` or ``last-wall`` each. Raises UserError."""
    return frozenset(_declaration(word) for word in words)


def _declaration(word: str) -> Declaration:
    try:
        return Declaration(word.strip().lower().replace("-", "_"))
    except ValueError:
        raise output.UserError(f"--with {word}: it is one of {DECLARATIONS}") from None


def options_named(pairs: Sequence[str]) -> dict[str, object]:
    """``id=value`` each. Raises UserError; whether the rules know them is theirs to say."""
    chosen: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (equals and name.strip()):
            raise output.UserError(f"--option {pair}: write it as id=value")
        chosen[name.strip()] = value.strip()
    return chosen
