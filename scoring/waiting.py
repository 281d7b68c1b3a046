"""What the last tile did in an arrangement, and whether it was the only one that could."""

from __future__ import annotations

from scoring.hand import Kind
from scoring.win import Win


def is_edge(win: Win) -> bool:
    """The last tile completes 1-2-X or X-8-9."""
    placed, winning = win.placed, win.rack.hand.winning
    if placed is None or winning is None or placed.kind is not Kind.CHOW:
        return False
    low = placed.tile.rank
    return (low == 1 and winning.rank == 3) or (low == 7 and winning.rank == 7)


def is_closed(win: Win) -> bool:
    """The last tile is the middle of a chow."""
    placed, winning = win.placed, win.rack.hand.winning
    if placed is None or winning is None or placed.kind is not Kind.CHOW:
        return False
    return winning.rank == placed.tile.rank + 1


def is_one_place(win: Win) -> bool:
    """The last tile completes the pair, or a chow with one place open."""
    placed = win.placed
    return placed is not None and (placed.kind is Kind.PAIR or is_edge(win) or is_closed(win))


def is_only_wait(win: Win) -> bool:
    """No other kind of tile could have completed the hand."""
    return win.rack.waits == {win.rack.hand.winning}
