"""Options: the questions a source leaves open, with every answer and what speaks for it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from scoring.errors import ScoringError, brief

Value = bool | int | float | str | None


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: the value that selects it and how the answer reads."""

    value: Value
    reading: str


@dataclass(frozen=True, slots=True)
class Option:
    """One open question. Two questions may hang on one `id`.

    `also` are other names a record may use for it; `open_to` "limit" takes any whole number from 1
    besides the choices, "seats" any order of the letters ESWN.
    """

    ref: str
    id: str
    question: str
    default: Value
    choices: tuple[Choice, ...]
    evidence: str
    also: tuple[str, ...] = ()
    open_to: str = ""

    def read(self, given: object) -> Value:
        """The value that `given` means. Raises `ScoringError` naming the choices."""
        value = _plain(given)
        for choice in self.choices:
            if choice.value == value and (choice.value is None) == (value is None):
                return choice.value
        if self.open_to == "limit" and _is_limit(value):
            return int(cast(int, value))
        if self.open_to == "seats" and isinstance(value, str) and sorted(value) == sorted("ESWN"):
            return value
        allowed = ", ".join(show(choice.value) for choice in self.choices)
        if self.open_to == "limit":
            allowed += ", or any whole number from 1"
        raise ScoringError(f"Option {self.id} cannot be {brief(given)}; it can be {allowed}")


def resolve(options: Iterable[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """All options by id: the defaults, replaced by what was given.

    Raises `ScoringError` for an option the rule set does not have.
    """
    known = tuple(options)
    chosen = {option.id: option.default for option in known}
    for name, value in _flat(given):
        option = next((o for o in known if name == o.id or name in o.also), None)
        if option is None:
            names = ", ".join(dict.fromkeys(o.id for o in known))
            raise ScoringError(
                f"There is no option {brief(name)} under these rules; there are {names}"
            )
        chosen[option.id] = option.read(value)
    return chosen


def show(value: Value) -> str:
    """A value as it is typed: true, false, none, 500."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def as_int(value: Value) -> int:
    """A numeric option's value as a whole number."""
    return int(cast(int, value))


def as_number(value: Value) -> int | float:
    """A numeric option's value: a whole number or halves, so exact either way."""
    return cast(float, value)


def _flat(given: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    """`{"settlement": {"east_double": false}}` is `settlement.east_double`."""
    for name, value in given.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{inner}", each) for inner, each in value.items())
        else:
            yield name, value


def _plain(given: object) -> object:
    """A typed value for what a record or a command line gives: "true" is True, "500" is 500."""
    if not isinstance(given, str):
        return given
    word = given.strip()
    words: dict[str, object] = {
        "true": True,
        "yes": True,
        "false": False,
        "no": False,
        "none": None,
    }
    if word.lower() in words:
        return words[word.lower()]
    try:
        number = float(word)
    except ValueError:
        return word
    return int(number) if math.isfinite(number) and number == int(number) else number


def _is_limit(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return False
    return value == int(value) and value >= 1
