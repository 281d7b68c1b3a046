"""What can go wrong while scoring.

ScoringError
├── BadNotation            a text that is no hand or no tile
├── ImpossibleHand         tiles that cannot exist together (five copies, wrong count)
├── NotAWin                a legal rack that the rules do not accept as a win
└── ContradictoryContext   circumstances that exclude each other (robbing a kong by a self-draw)
"""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.hand import Problem


class ScoringError(Exception):
    """Base of all errors of the scoring core; its text is one sentence for the player.

    `problems` holds everything that is wrong where that is known, else it is empty.
    """

    problems: tuple[Problem, ...] = ()


class BadNotation(ScoringError):
    """The text is not a tile, a hand or a rule set."""


class ImpossibleHand(ScoringError):
    """The tiles cannot exist together."""


class NotAWin(ScoringError):
    """The tiles are possible, but not a complete hand under these rules."""


class ContradictoryContext(ScoringError):
    """Two circumstances exclude each other."""


def brief(value: object) -> str:
    """Any value as it stands in a sentence: whole if short, its beginning if long."""
    return reprlib.repr(value)
