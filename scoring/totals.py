"""The few ways lines add up to a total."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.numbers import Number, shown
from scoring.options import Value, as_int

WILLINGDON_MINIMUM = 3  # doubles under which a Goulash hand pays nothing


@dataclass(frozen=True, slots=True)
class Tally:
    """What a hand's points and doubles come to.

    `paper` is before the minimum or the limit, `total` what counts; `before_doubling` is the number
    that is doubled; `steps` says the sum in words, one sentence a step.
    """

    paper: int
    total: int
    before_doubling: int
    capped: bool
    steps: tuple[str, ...]


Total = Callable[[Number, int, bool, Mapping[str, Value]], Tally]
"""(points, doubles, is winner, options) -> Tally"""


def willingdon(points: Number, doubles: int, winner: bool, options: Mapping[str, Value]) -> Tally:
    """points × 2^doubles; a hand with fewer than three doubles pays nothing."""
    whole = int(points)
    paper = whole << doubles
    steps: tuple[str, ...] = (_doubling(whole, doubles, paper),)
    if doubles >= WILLINGDON_MINIMUM:
        return Tally(paper, paper, whole, False, steps)
    steps += (f"{doubles} of the {WILLINGDON_MINIMUM} doubles a hand needs: it scores 0",)
    return Tally(paper, 0, whole, False, steps)


def doubled(points: Number, doubles: int, winner: bool, options: Mapping[str, Value]) -> Tally:
    """points × 2^doubles, no more than the limit where there is one."""
    whole = int(points)
    paper = whole << doubles
    steps: tuple[str, ...] = (_doubling(whole, doubles, paper),)
    limit = options["limit"]
    if limit is None or not options.get("cap_ordinary", True) or paper <= as_int(limit):
        return Tally(paper, paper, whole, False, steps)
    total = as_int(limit)
    return Tally(paper, total, whole, True, (*steps, f"The limit is {total:,}"))


def half_points(points: Number, doubles: int, winner: bool, options: Mapping[str, Value]) -> Tally:
    """Four times the points, rounded up to tens; the winner adds 50; then the doubles."""
    unit = 20 if options["rounding"] == "ceil20" else 10
    fourfold = int(points * 4)
    rounded = -(-fourfold // unit) * unit
    steps = [f"{shown(points)} × 4 = {fourfold:,}"]
    if rounded != fourfold:
        steps.append(f"rounded up to a multiple of {unit}: {rounded:,}")
    before = rounded + 50 if winner else rounded
    if winner:
        steps.append(f"{rounded:,} + 50 for winning = {before:,}")
    total = before << doubles
    steps.append(_doubling(before, doubles, total))
    return Tally(total, total, before, False, tuple(steps))


def _doubling(before: int, doubles: int, after: int) -> str:
    if not doubles:
        return f"{before:,}, no doubles"
    return f"{before:,} × {1 << doubles:,} = {after:,} ({doubles} double{'s' * (doubles > 1)})"
