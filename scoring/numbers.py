"""Exact numbers: whole ones, and the halves of the Singapore-style source."""

from __future__ import annotations

from fractions import Fraction

Number = int | Fraction
HALF = Fraction(1, 2)


def plain(number: Number) -> int | float:
    """For JSON: 6.5 as a float (halves are exact), whole numbers as int."""
    return number.numerator if number.denominator == 1 else float(number)


def shown(number: Number) -> str:
    """For people: 1,728 and 6½."""
    whole, rest = divmod(number, 1)
    if rest != HALF:
        return f"{int(number):,}" if rest == 0 else str(number)
    return f"{whole:,}½" if whole else "½"
