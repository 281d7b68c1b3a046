"""Conditions that only the Singapore-style source names."""

from __future__ import annotations

from scoring import traits as t
from scoring.conditions import Earned, condition
from scoring.hand import Kind
from scoring.patterns import last_tile, own_wind, round_wind
from scoring.win import Declaration, Win


@condition(t.PAIR | t.WINNER)
def value_pair(win: Win) -> Earned:
    """The pair that would have scored a Fan as a pong: a dragon, the prevailing or the relative
    wind; for a wind that is both, option double_wind_pair decides."""
    own, prevailing = win.context.seat.wind, win.context.round.wind
    for meld in win.melds:
        if meld.kind is Kind.PAIR and (meld.traits & t.DRAGON or meld.tile in (own, prevailing)):
            twice = meld.tile is own is prevailing and win.option("double_wind_pair") == 1
            return ((meld,), (meld,)) if twice else ((meld,),)
    return ()


@condition(t.TRIPLET | t.WIND)
def prevailing_wind(win: Win) -> Earned:
    """A pong or kong of the prevailing wind; for one that is also relative, option double_wind."""
    if win.context.seat is win.context.round and win.option("double_wind") == 1:
        return ()
    return round_wind.earned(win)


relative_wind = own_wind


@condition()
def suited_tiles_in_one_suit(win: Win) -> Earned:
    """All suited tiles in one suit; options all_honours_one_suit and loser_one_suit."""
    suits = win.traits & t.SUITS
    if suits & (suits - 1) or not (suits or win.option("all_honours_one_suit")):
        return ()
    return (win.whole,) if win.context.is_winner or win.option("loser_one_suit") else ()


@condition(t.TRIPLET)
def four_pongs(win: Win) -> Earned:
    """All four melds are pongs or kongs; a loser's by option loser_special."""
    found = tuple(meld for meld in win.melds if meld.is_triplet)
    counts = win.context.is_winner or win.option("loser_special")
    return (found,) if len(found) == 4 and counts else ()


@condition(t.WINNER | t.CHOW, lacks=t.TRIPLET | t.HONOUR)
def peng_hu(win: Win) -> Earned:
    """Four chis, no honours, and more than one kind of tile would have won; options
    peng_hu_no_pair_wait and peng_hu_flowers_ok."""
    if len(win.rack.waits) < 2:
        return ()
    if win.option("peng_hu_no_pair_wait") and win.placed and win.placed.kind is Kind.PAIR:
        return ()
    if win.rack.hand.bonus and not win.option("peng_hu_flowers_ok"):
        return ()
    return (win.whole,)


@condition(t.WINNER | t.CHOW, lacks=t.TRIPLET | t.HONOUR)
def denied_peng_hu(win: Win) -> Earned:
    """Four chis, no honours, but no Peng-Hu, where option failed_peng_hu_no_doubles says so."""
    if not win.option("failed_peng_hu_no_doubles") or peng_hu.earned(win):
        return ()
    return (win.whole,)


@condition(t.WINNER | t.SELF_DRAWN, lacks=Declaration.FA_SEON.trait)
def chi_mon(win: Win) -> Earned:
    """The winning tile was drawn from the wall."""
    return (last_tile(win),)


@condition(t.WINNER | t.SEVEN_PAIRS)
def heavenly_twins(win: Win) -> Earned:
    """Seven pairs, nothing claimed but perhaps the last tile."""
    return (win.whole,)


@condition(t.WINNER | t.ORPHANS)
def thirteen_wonders(win: Win) -> Earned:
    """One of each terminal and honour and a second of one of them."""
    return (win.whole,)
