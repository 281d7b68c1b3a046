"""Conditions that only the Taiwanese 16-tile source names."""

from __future__ import annotations

from scoring import traits as t
from scoring.conditions import Earned, condition
from scoring.hand import Kind
from scoring.patterns import last_tile
from scoring.tiles import Suit, Tile
from scoring.waiting import is_one_place, is_only_wait
from scoring.win import Declaration, Win


def seasons_held(win: Win) -> tuple[Tile, ...]:
    """The tiles that are seasons: both numbered series, or one where option season_tiles is 4."""
    every = win.option("season_tiles") == 8
    return tuple(tile for tile in win.rack.hand.bonus if tile.suit is Suit.SEASON or every)


@condition(t.BONUS)
def seasons(win: Win) -> Earned:
    """Each season."""
    return tuple((tile,) for tile in seasons_held(win))


@condition(t.PAIR)
def value_pairs(win: Win) -> Earned:
    """Each pair of dragons or of the player's own wind."""
    own = win.context.seat.wind
    return tuple(
        (meld,)
        for meld in win.melds
        if meld.kind is Kind.PAIR and (meld.traits & t.DRAGON or meld.tile is own)
    )


def _is_drawn(win: Win) -> bool:
    """The winning piece was drawn; a dealt hand's is not unless option tianhu_counts_drawn."""
    dealt = Declaration.TIANHU in win.context.declared
    return win.context.self_drawn and (not dealt or bool(win.option("tianhu_counts_drawn")))


@condition(t.WINNER, lacks=t.TRIPLET)
def no_scoring_combination(win: Win) -> Earned:
    """No three, four, season or value pair; options no_score_ignores_seasons and
    no_score_allows_drawn."""
    if value_pairs.earned(win) or (
        seasons_held(win) and not win.option("no_score_ignores_seasons")
    ):
        return ()
    return () if _is_drawn(win) and not win.option("no_score_allows_drawn") else (win.whole,)


@condition(t.WINNER | t.SELF_DRAWN)
def winning_piece_drawn(win: Win) -> Earned:
    """Drawn, not claimed; option loose_includes_drawn takes the loose tile's 10 for all."""
    if win.option("loose_includes_drawn") and loose_tile.earned(win):
        return ()
    return (last_tile(win),) if _is_drawn(win) else ()


@condition(t.WINNER | t.PLACED)
def only_place_to_win(win: Win) -> Earned:
    """No other kind of tile would complete the hand (options only_place: "set" asks for a pair or
    a one-place run instead; only_place_own4_counts: tiles held four times still wait)."""
    if win.option("only_place") == "set":
        only = is_one_place(win)
    elif win.option("only_place_own4_counts"):
        only = win.rack.shape_waits == {win.rack.hand.winning}
    else:
        only = is_only_wait(win)
    return (last_tile(win),) if only else ()


@condition(t.WINNER | t.SELF_DRAWN)
def loose_tile(win: Win) -> Earned:
    """The winning piece is a loose tile after a four; after a season by option
    loose_after_season."""
    declared = win.context.declared
    after_season = Declaration.LOOSE_AFTER_SEASON in declared or not win.traits & t.KONG
    if not declared & {Declaration.LOOSE_TILE, Declaration.LOOSE_AFTER_SEASON}:
        return ()
    return () if after_season and not win.option("loose_after_season") else (last_tile(win),)


@condition(t.WINNER, lacks=t.CHOW)
def no_runs(win: Win) -> Earned:
    """No runs in hand or on table."""
    return (win.whole,)


def _suits_count(win: Win) -> bool:
    return win.context.is_winner or bool(win.option("loser_suit_doubles"))


@condition()
def one_suit_with_honours(win: Win) -> Earned:
    """One suit and winds or dragons; option suit_lines_stack counts it beside the 8× lines."""
    suits = win.traits & t.SUITS
    one = suits & (suits - 1) == 0
    mixed = suits != 0 and win.traits & t.HONOUR != 0
    if not one or not _suits_count(win) or not (mixed or win.option("suit_lines_stack")):
        return ()
    return (win.whole,)


@condition(lacks=t.HONOUR)
def one_suit(win: Win) -> Earned:
    """Entirely of one suit."""
    suits = win.traits & t.SUITS
    return (win.whole,) if suits & (suits - 1) == 0 and _suits_count(win) else ()


@condition(lacks=t.SUITS)
def winds_and_dragons(win: Win) -> Earned:
    """Entirely of winds and dragons."""
    return (win.whole,) if _suits_count(win) else ()


@condition(t.WINNER | Declaration.TIANHU.trait)
def original_hand(win: Win) -> Earned:
    """East wins on the hand he was dealt; option tianhu_scope lets others too."""
    fits = win.context.is_dealer or win.option("tianhu_scope") == "any"
    return (win.whole,) if fits else ()
