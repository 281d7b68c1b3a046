"""The conditions that rows of several rule sets name."""

from __future__ import annotations

from scoring import traits as t
from scoring.conditions import Because, Condition, Earned, all_of, bonus_of, condition, each
from scoring.tiles import Suit
from scoring.win import Declaration, Seat, Win


def _is_one_suit(win: Win) -> bool:
    suits = win.traits & t.SUITS
    return suits != 0 and suits & (suits - 1) == 0


# --- single sets -------------------------------------------------------------------------------


@condition(t.PUNG | t.SIMPLE)
def pungs_of_simples(win: Win) -> Earned:
    """Each pung of 2–8."""
    return each(win, t.PUNG | t.SIMPLE)


@condition(t.PUNG | t.MAJOR)
def pungs_of_majors(win: Win) -> Earned:
    """Each pung of ones, nines, winds or dragons."""
    return each(win, t.PUNG | t.MAJOR)


@condition(t.PUNG | t.TERMINAL)
def pungs_of_terminals(win: Win) -> Earned:
    return each(win, t.PUNG | t.TERMINAL)


@condition(t.PUNG | t.WIND)
def pungs_of_winds(win: Win) -> Earned:
    return each(win, t.PUNG | t.WIND)


@condition(t.PUNG | t.DRAGON)
def pungs_of_dragons(win: Win) -> Earned:
    return each(win, t.PUNG | t.DRAGON)


@condition(t.KONG | t.SIMPLE)
def kongs_of_simples(win: Win) -> Earned:
    return each(win, t.KONG | t.SIMPLE)


@condition(t.KONG | t.MAJOR)
def kongs_of_majors(win: Win) -> Earned:
    return each(win, t.KONG | t.MAJOR)


@condition(t.KONG | t.TERMINAL)
def kongs_of_terminals(win: Win) -> Earned:
    return each(win, t.KONG | t.TERMINAL)


@condition(t.KONG | t.WIND)
def kongs_of_winds(win: Win) -> Earned:
    return each(win, t.KONG | t.WIND)


@condition(t.KONG | t.DRAGON)
def kongs_of_dragons(win: Win) -> Earned:
    return each(win, t.KONG | t.DRAGON)


@condition(t.CHOW)
def chows(win: Win) -> Earned:
    return each(win, t.CHOW)


@condition(t.TRIPLET | t.DRAGON)
def dragon_triplets(win: Win) -> Earned:
    """Each pung or kong of dragons."""
    return each(win, t.TRIPLET | t.DRAGON)


@condition(t.TRIPLET | t.WIND)
def own_wind(win: Win) -> Earned:
    """A pung or kong of the wind the player sits in."""
    return _wind(win, win.context.seat, t.TRIPLET)


@condition(t.TRIPLET | t.WIND)
def round_wind(win: Win) -> Earned:
    """A pung or kong of the wind of the round."""
    return _wind(win, win.context.round, t.TRIPLET)


@condition(t.PUNG | t.WIND)
def own_wind_pung(win: Win) -> Earned:
    return _wind(win, win.context.seat, t.PUNG)


@condition(t.PUNG | t.WIND)
def round_wind_pung(win: Win) -> Earned:
    return _wind(win, win.context.round, t.PUNG)


@condition(t.KONG | t.WIND)
def own_wind_kong(win: Win) -> Earned:
    return _wind(win, win.context.seat, t.KONG)


@condition(t.KONG | t.WIND)
def round_wind_kong(win: Win) -> Earned:
    return _wind(win, win.context.round, t.KONG)


def _wind(win: Win, seat: Seat, bits: int) -> Earned:
    wind = seat.wind
    return tuple((meld,) for meld in win.melds if meld.tile is wind and meld.traits & bits)


# --- pairs -------------------------------------------------------------------------------------


@condition(t.PAIR | t.DRAGON)
def pairs_of_dragons(win: Win) -> Earned:
    return each(win, t.PAIR | t.DRAGON)


@condition(t.PAIR | t.WIND)
def pairs_of_winds(win: Win) -> Earned:
    return each(win, t.PAIR | t.WIND)


@condition(t.PAIR | t.TERMINAL)
def pairs_of_terminals(win: Win) -> Earned:
    return each(win, t.PAIR | t.TERMINAL)


# --- bonus tiles -------------------------------------------------------------------------------


@condition(t.BONUS)
def flowers_and_seasons(win: Win) -> Earned:
    """Each flower and each season."""
    return tuple((tile,) for tile in bonus_of(win, Suit.FLOWER, Suit.SEASON))


@condition(t.BONUS)
def flowers_and_animals(win: Win) -> Earned:
    """Each bonus tile of any kind."""
    return tuple((tile,) for tile in win.rack.hand.bonus)


@condition(t.ANIMAL)
def animals(win: Win) -> Earned:
    return tuple((tile,) for tile in bonus_of(win, Suit.ANIMAL))


@condition(t.BONUS)
def own_flowers(win: Win) -> Earned:
    """Each flower or season with the number of the player's seat."""
    return _flowers_of(win, win.context.seat)


@condition(t.BONUS)
def round_flowers(win: Win) -> Earned:
    """Each flower or season with the number of the round's wind."""
    return _flowers_of(win, win.context.round)


def _flowers_of(win: Win, seat: Seat) -> Earned:
    order = win.rack.options.get("season_map", "ESWN")
    season = str(order).find(seat.value) + 1 if order != "custom" else 0
    return tuple(
        (tile,)
        for tile in bonus_of(win, Suit.FLOWER, Suit.SEASON)
        if tile.rank == (season if tile.suit is Suit.SEASON else seat.number)
    )


@condition(t.BONUS)
def four_of_a_flower_suit(win: Win) -> Earned:
    """All four flowers; all four seasons."""
    full = tuple(
        found for suit in (Suit.FLOWER, Suit.SEASON) if len(found := bonus_of(win, suit)) == 4
    )
    return full[:1] if win.rack.options.get("bouquet_once") else full


# --- the whole hand ----------------------------------------------------------------------------


@condition(t.WINNER)
def going_out(win: Win) -> Earned:
    """The hand is complete."""
    return (win.whole,)


@condition(t.CHOW, lacks=t.TRIPLET)
def only_chows(win: Win) -> Earned:
    return (all_of(win, t.CHOW),)


@condition(t.TRIPLET, lacks=t.CHOW)
def no_chows(win: Win) -> Earned:
    return (all_of(win, t.TRIPLET),)


@condition(lacks=t.HONOUR)
def one_suit_only(win: Win) -> Earned:
    """Every tile in one suit, no honours."""
    return (win.whole,) if _is_one_suit(win) else ()


@condition()
def one_suit_and_honours(win: Win) -> Earned:
    """One suit and at least one honour."""
    return (win.whole,) if win.traits & t.HONOUR and _is_one_suit(win) else ()


@condition(lacks=t.SUITS)
def honours_only(win: Win) -> Earned:
    """Winds and dragons only."""
    return (win.whole,)


@condition(t.TERMINAL, lacks=t.HONOUR | t.SIMPLE)
def terminals_only(win: Win) -> Earned:
    """Ones and nines only, of any suits."""
    return (win.whole,)


@condition(lacks=t.SIMPLE)
def majors_only(win: Win) -> Earned:
    """Ones, nines, winds and dragons only."""
    return (win.whole,)


@condition(lacks=t.SIMPLE)
def majors_of_one_suit(win: Win) -> Earned:
    """Honours with ones and nines that all come from one suit, or honours alone."""
    suits = win.traits & t.SUITS
    return (win.whole,) if suits & (suits - 1) == 0 else ()


# --- several sets ------------------------------------------------------------------------------


@condition(t.TRIPLET | t.DRAGON)
def three_dragon_triplets(win: Win) -> Earned:
    found = all_of(win, t.TRIPLET | t.DRAGON)
    return (found,) if len(found) == 3 else ()


@condition(t.TRIPLET | t.WIND)
def three_wind_triplets(win: Win) -> Earned:
    found = all_of(win, t.TRIPLET | t.WIND)
    return (found,) if len(found) >= 3 else ()


@condition(t.TRIPLET | t.WIND)
def four_wind_triplets(win: Win) -> Earned:
    found = all_of(win, t.TRIPLET | t.WIND)
    return (found,) if len(found) == 4 else ()


@condition(t.PUNG | t.CONCEALED)
def three_concealed_pungs(win: Win) -> Earned:
    found = all_of(win, t.PUNG | t.CONCEALED)
    return (found,) if len(found) >= 3 else ()


@condition(t.PUNG | t.CONCEALED)
def four_concealed_pungs(win: Win) -> Earned:
    found = all_of(win, t.PUNG | t.CONCEALED)
    return (found,) if len(found) >= 4 else ()


@condition(t.KONG)
def four_kongs(win: Win) -> Earned:
    found = all_of(win, t.KONG)
    return (found,) if len(found) == 4 else ()


@condition(t.KONG | t.EXPOSED)
def three_exposed_kongs(win: Win) -> Earned:
    found = all_of(win, t.KONG | t.EXPOSED)
    return (found,) if len(found) >= 3 else ()


@condition(t.KONG | t.EXPOSED)
def four_exposed_kongs(win: Win) -> Earned:
    found = all_of(win, t.KONG | t.EXPOSED)
    return (found,) if len(found) >= 4 else ()


@condition(t.KONG | t.CONCEALED)
def three_concealed_kongs(win: Win) -> Earned:
    found = all_of(win, t.KONG | t.CONCEALED)
    return (found,) if len(found) >= 3 else ()


@condition(t.KONG | t.CONCEALED)
def four_concealed_kongs(win: Win) -> Earned:
    found = all_of(win, t.KONG | t.CONCEALED)
    return (found,) if len(found) >= 4 else ()


# --- how it was won ----------------------------------------------------------------------------


@condition(t.WINNER | t.SELF_DRAWN)
def self_drawn(win: Win) -> Earned:
    """The winning tile was drawn, not claimed."""
    return (last_tile(win),)


def last_tile(win: Win) -> Because:
    """What a line about the last tile points at."""
    if win.placed is not None:
        return (win.placed,)
    winning = win.rack.hand.winning
    return () if winning is None else (winning,)


def declared(declaration: Declaration) -> Condition:
    """The condition that this circumstance was declared."""

    def was_declared(win: Win) -> Earned:
        return (last_tile(win),)

    was_declared.__doc__ = _CIRCUMSTANCES.get(declaration)
    return Condition(declaration.value, was_declared, t.WINNER | declaration.trait)


_CIRCUMSTANCES = {
    Declaration.HEAVEN: "The complete hand was dealt to East.",
    Declaration.EARTH: "Won on the first discard.",
    Declaration.LAST_WALL: "Won on the last tile of the wall.",
    Declaration.LAST_DISCARD: "Won on the last discard.",
    Declaration.SUPPLEMENT: "Won on a supplement tile.",
    Declaration.ROB_KONG: "Won by robbing a kong.",
    Declaration.FA_SEON: "The winning tile came from the flower pile.",
}
