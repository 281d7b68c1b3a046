"""Conditions that only the European Classical source names."""

from __future__ import annotations

from scoring import traits as t
from scoring.conditions import Earned, condition
from scoring.hand import Kind
from scoring.patterns import flowers_and_seasons, last_tile
from scoring.waiting import is_closed, is_edge, is_only_wait
from scoring.win import Declaration, Seat, Win


def _is_kept_secret(win: Win) -> bool:
    """Nothing lies open; option concealed_kong_ok lets concealed kongs be."""
    return not win.traits & t.KONG or bool(win.option("concealed_kong_ok"))


def _pairs_count(win: Win) -> bool:
    return win.context.is_winner or bool(win.option("loser_value_pairs"))


@condition(t.PAIR | t.WIND)
def pair_of_own_wind(win: Win) -> Earned:
    """A pair of the player's wind; a loser's counts by option loser_value_pairs."""
    return _pair_of(win, win.context.seat) if _pairs_count(win) else ()


@condition(t.PAIR | t.WIND)
def pair_of_round_wind(win: Win) -> Earned:
    """A pair of the round's wind; for a wind that is both, option double_wind_pair decides."""
    both = win.context.seat is win.context.round
    if both and win.option("double_wind_pair") == 2:
        return ()
    return _pair_of(win, win.context.round) if _pairs_count(win) else ()


def _pair_of(win: Win, seat: Seat) -> Earned:
    return tuple((m,) for m in win.melds if m.tile is seat.wind and m.kind is Kind.PAIR)


@condition(t.PAIR | t.DRAGON)
def pair_of_dragons(win: Win) -> Earned:
    """A pair of dragons; a loser's counts by option loser_value_pairs."""
    bits = t.PAIR | t.DRAGON
    return tuple((m,) for m in win.melds if m.traits & bits == bits) if _pairs_count(win) else ()


@condition(t.BONUS)
def used_flowers(win: Win) -> Earned:
    """Each flower and season, where option flowers says that they are used."""
    return flowers_and_seasons.earned(win) if win.option("flowers") == "fourwinds" else ()


@condition(t.WINNER, lacks=t.EXPOSED)
def concealed_hand(win: Win) -> Earned:
    """Nothing melded before going out; the last tile may be a discard."""
    if win.context.self_drawn and not win.option("concealed_points_with_fully"):
        return ()
    return (win.whole,) if _is_kept_secret(win) else ()


@condition(t.WINNER | t.SELF_DRAWN, lacks=t.EXPOSED)
def fully_concealed_hand(win: Win) -> Earned:
    """Nothing melded and the last tile self-drawn."""
    return (win.whole,) if _is_kept_secret(win) else ()


@condition(t.WINNER | t.SELF_DRAWN)
def self_drawn_last_tile(win: Win) -> Earned:
    """The last tile was drawn; option supplement_selfdrawn lets a supplement tile count."""
    supplement = Declaration.SUPPLEMENT in win.context.declared
    return () if supplement and not win.option("supplement_selfdrawn") else (last_tile(win),)


@condition(t.WINNER | t.PLACED)
def out_on_pair(win: Win) -> Earned:
    """The last tile completes the pair."""
    placed = win.placed
    if placed is None or placed.kind is not Kind.PAIR or not _is_last_chance(win):
        return ()
    return ((placed,),)


@condition(t.WINNER | t.PLACED | t.CHOW)
def out_on_one_chance_chow(win: Win) -> Earned:
    """The last tile fills 1-2-X, X-8-9 or the middle of a chow (option closed_wait_any: of
    1-X-3 only)."""
    placed = win.placed
    if placed is None or placed.kind is not Kind.CHOW or not _is_last_chance(win):
        return ()
    closed = is_closed(win) and (placed.tile.rank == 1 or win.option("closed_wait_any"))
    return ((placed,),) if closed or is_edge(win) else ()


def _is_last_chance(win: Win) -> bool:
    return not win.option("last_chance_unique") or is_only_wait(win)


@condition(t.WINNER | t.CHOW, lacks=t.TRIPLET | t.DRAGON)
def chow_hand(win: Win) -> Earned:
    """No pungs, kongs or value pair."""
    value = (win.context.seat.wind, win.context.round.wind)
    return () if any(m.tile in value for m in win.melds) else (win.whole,)


@condition(t.WINNER, lacks=t.NOT_GREEN)
def all_green(win: Win) -> Earned:
    """Green dragons and bamboo 2, 3, 4, 6, 8 only; option all_green_needs_dragon."""
    needs_dragon = win.option("all_green_needs_dragon")
    return () if needs_dragon and not win.traits & t.DRAGON else (win.whole,)


@condition(t.WINNER | t.TRIPLET | t.CONCEALED, lacks=t.CHOW | t.EXPOSED)
def hidden_treasure(win: Win) -> Earned:
    """Four concealed triples and a pair; options ht_kongs and ht_discard_pair."""
    bits = (t.TRIPLET if win.option("ht_kongs") else t.PUNG) | t.CONCEALED
    found = tuple(meld for meld in win.melds if meld.traits & bits == bits)
    if len(found) < 4 or not (win.context.self_drawn or win.option("ht_discard_pair")):
        return ()
    return (win.whole,)


@condition(t.WINNER | t.TRIPLET | t.DRAGON)
def three_great_scholars(win: Win) -> Earned:
    """All three dragons and any triplet; option tgs_chow_ok lets a chow be the fourth set."""
    found = [m for m in win.melds if m.is_triplet and m.traits & t.DRAGON]
    if len(found) < 3 or (win.traits & t.CHOW and not win.option("tgs_chow_ok")):
        return ()
    return (win.whole,)


@condition(t.WINNER | t.TRIPLET | t.WIND | t.PAIR)
def little_four_winds(win: Win) -> Earned:
    """Three winds, a pair of the fourth and any set."""
    winds = [meld for meld in win.melds if meld.traits & t.WIND]
    sets = sum(meld.is_triplet for meld in winds)
    return (win.whole,) if sets == 3 and len(winds) == 4 else ()


@condition(t.WINNER | t.TERMINAL | t.SIMPLE, lacks=t.HONOUR | t.KONG | t.EXPOSED)
def nine_gates(win: Win) -> Earned:
    """1112345678999 and one more tile of the suit, all concealed."""
    if win.rack.hand.melds:
        return ()
    first = win.rack.hand.concealed[0].index // 9 * 9
    held = win.rack.hand.counts[first : first + 9]
    gates = all(count >= need for count, need in zip(held, (3, *(1,) * 7, 3), strict=True))
    return (win.whole,) if gates and sum(held) == 14 else ()


@condition(t.WINNER | t.ORPHANS)
def thirteen_orphans(win: Win) -> Earned:
    """One of each terminal and honour and a second of one of them."""
    return (win.whole,)
