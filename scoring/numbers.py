"""Exact numbers: whole ones, and the halves of the Singapore-style source.

Halves are kept as floats: a float holds every multiple of ½ that a hand can reach exactly.
"""

from __future__ import annotations

Number = int | float
HALF = 0.5


def plain(number: Number) -> int | float:
    """For JSON: 6.5 as it is, whole numbers as int."""
    return int(number) if number == int(number) else number


def shown(number: Number) -> str:
    """For people: 1,728 and 6½."""
    whole = int(number)
    if number == whole:
        return f"{whole:,}"
    if number - whole != HALF:
        return str(number)
    return f"{whole:,}½" if whole else "½"
