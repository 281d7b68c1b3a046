"""Conditions that only the Goulash source names."""

from __future__ import annotations

from scoring import traits as t
from scoring.conditions import Earned, condition
from scoring.hand import Kind
from scoring.patterns import dragon_triplets, four_wind_triplets, three_dragon_triplets
from scoring.win import Declaration, Win


@condition(t.TRIPLET | t.TERMINAL)
def pungs_of_1_and_9(win: Win) -> Earned:
    """A pung of ones and a pung of nines of one suit; option kongs_in_1_9 lets kongs count,
    pungs_1_9_per_suit counts every suit that has both."""
    bits = t.TRIPLET | t.TERMINAL if win.option("kongs_in_1_9") else t.PUNG | t.TERMINAL
    found = [meld for meld in win.melds if meld.traits & bits == bits]
    pairs = tuple(
        (one, nine)
        for one in found
        for nine in found
        if one.tile.rank == 1 and nine.tile.rank == 9 and one.tile.suit is nine.tile.suit
    )
    return pairs if win.option("pungs_1_9_per_suit") else pairs[:1]


@condition(t.TRIPLET | t.DRAGON)
def dragons_each(win: Win) -> Earned:
    """Each dragon pung or kong; none of them where the three-dragon line replaces them."""
    if win.option("three_dragons_replace") and three_dragon_triplets.earned(win):
        return ()
    return dragon_triplets.earned(win)


@condition(t.TRIPLET | t.WIND)
def four_winds(win: Win) -> Earned:
    """Four wind pungs; option four_winds_kong_ok lets kongs count among them."""
    found = four_wind_triplets.earned(win)
    if found and not win.option("four_winds_kong_ok"):
        return () if any(meld.kind is Kind.KONG for meld in win.melds) else found
    return found


@condition(t.WINNER | t.SELF_DRAWN, lacks=t.EXPOSED)
def concealed_mahjong(win: Win) -> Earned:
    """Nothing exposed and the last tile drawn; three options say what else it takes."""
    declared = win.context.declared
    if Declaration.HEAVEN in declared and not win.option("heaven_stacks_concealed"):
        return ()
    if win.option("cm_needs_last_wall_tile") and Declaration.LAST_WALL not in declared:
        return ()
    if win.traits & t.KONG and not win.option("concealed_kong_keeps_concealed"):
        return ()
    return (win.whole,)
