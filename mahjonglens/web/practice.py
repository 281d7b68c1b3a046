"""Hands to practise scoring on: six picked by hand that get harder, then dealt ones. Pure.

A dealt hand follows from (rules, seed, number) alone, so nothing need be remembered between the
question and the answer. Dealt hands have a legal shape and lean to those worth counting.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import Context, Hand, Kind, Meld, ScoreSheet, Seat, Suit, Tile, parse, score
from scoring.errors import ScoringError
from scoring.hand import meld
from scoring.ruleset import RuleSet
from scoring.tiles import TILES

_CANDIDATES = 6  # dealt for each question; the most interesting is asked
_ATTEMPTS = 400
_INTERESTING_DOUBLES = 6  # more than this is a feast, not an exercise


@dataclass(frozen=True, slots=True)
class Exercise:
    """A hand and how it was won."""

    hand: Hand
    context: Context


def _picked(text: str, seat: str = "S", round_: str = "E", drawn: bool = False) -> Exercise:
    context = Context(seat=Seat(seat), round=Seat(round_), self_drawn=drawn)
    return Exercise(parse(text), context)


def picked(rules: str) -> tuple[Exercise, ...]:
    """The six hands picked for these rules, easiest first."""
    return tuple(_picked(*each) for each in _PICKED[rules])


# What each adds to the one before it is said on its right.
_PICKED: dict[str, tuple[tuple[str, str, str, bool], ...]] = {
    "goulash": (
        ("B222 C4 [C888] [D333] [D666] +C4", "S", "E", False),  # plain pungs: under three doubles
        ("D5 [B111] [C777] [DRRR] [WSSS] +D5", "S", "E", False),  # a dragon, the own wind
        ("B222 B55 B888 (B9999) DRR F3 +DR", "W", "S", False),  # a concealed kong, own flower
        ("C33 C55 [C111] [C222] [C999] +C5", "W", "E", False),  # a pure hand, ones and nines
        ("B1 C999 D111 [B999] [C1111] F2 S2 +B1", "S", "S", True),  # heads and tails, flowers
        ("DGG DRR DWWW WEEE (WSSSS) F1 +DG", "E", "E", True),  # royal, concealed, self-drawn
    ),
    "taiwanese": (
        ("B2 C345 D567 [B888] [C123] [D111] +B2", "S", "E", True),  # threes, the only place
        ("B12 C567 D44 [B456] [C123] [D678] +B3", "S", "E", False),  # nothing but runs
        ("C22 C456 D77 [DRRR] [B123] [D345] S1 +D7", "W", "E", False),  # a dragon, a season
        ("B11 B345 B66 [B999] [WNNN] [B234] +B6", "N", "E", True),  # one suit and honours
        ("D22 D55 [D111] (D8888) [D333] [D999] S2 S3 +D5", "S", "E", True),  # no runs, one suit
        ("DG DRRR [WEEE] [WSSS] [WNNNN] [DWWW] F4 +DG", "E", "E", False),  # winds and dragons
    ),
    "european": (
        ("C7 D456 [B222] [C999] [D111] +C7", "S", "E", True),  # pungs, out on the pair
        ("B45 C22 [B789] [C345] [D123] +B6", "S", "E", False),  # chows alone
        ("B12 C44 D333 [DRRR] [C678] +B3", "W", "E", False),  # a dragon, the one chance
        ("B55 B77 [B111] [B999] [WWWW] +B5", "W", "S", True),  # pungs, one suit and honours
        ("C11 C234 C567 C888 C99 +C9", "S", "S", True),  # one suit, fully concealed
        ("D99 WEE [B1111] [C999] [DWWW] +WE", "E", "E", False),  # terminals and honours
    ),
    "singapore": (
        ("B45 C222 DRR [C678] [D333] F1 +B6", "S", "E", False),  # half points, the pair
        ("B678 C23 D99 [DGGG] [C567] F2 +C1", "S", "E", False),  # a dragon, the own flower
        ("B2345 B678 C456 D567 +B2", "W", "E", False),  # Peng-Hu
        ("C44 C99 [C111] [WWWW] [C666] A1 +C9", "W", "S", True),  # pongs of one suit, the cat
        ("D22 D55 D888 (D1111) [DRRR] S3 +D5", "W", "W", True),  # a kong, fans that add up
        ("WE WSSS DWWW [WNNN] (DRRRR) F3 A2 A3 +WE", "E", "S", True),  # honours, animals
    ),
}


def exercise(rules: RuleSet, number: int, seed: int) -> Exercise:
    """The hand with this number: 0–5 picked, later ones dealt."""
    first = picked(rules.name)
    if number < len(first):
        return first[number]
    chance = random.Random(f"{rules.name} {seed} {number}")  # seeded: the same hand every time
    dealt = [deal(rules, chance) for _ in range(_CANDIDATES)]
    weights = [1.0 + _interest(score(each.hand, each.context, rules)) ** 2 for each in dealt]
    return chance.choices(dealt, weights)[0]


def deal(rules: RuleSet, chance: random.Random) -> Exercise:
    """A winning hand of legal shape. Raises RuntimeError if none is found in many attempts."""
    for _ in range(_ATTEMPTS):
        found = _attempt(rules, chance)
        if found is None:
            continue
        try:
            score(found.hand, found.context, rules)
        except ScoringError:
            continue
        return found
    raise RuntimeError(f"found no legal hand under {rules.name} in {_ATTEMPTS} attempts")


def _interest(sheet: ScoreSheet) -> float:
    if sheet.limit_hand is not None or sheet.moon_game:
        return 2.0
    doubles = min(sheet.doubles, _INTERESTING_DOUBLES)
    kinds = len({line.row.id for line in sheet.lines})
    return doubles + 0.4 * kinds


def _attempt(rules: RuleSet, chance: random.Random) -> Exercise | None:
    pool = _pool(chance)
    chows = rules.shape.chows and chance.random() < 0.75
    sets: list[Meld] = []
    while len(sets) < rules.shape.sets:
        made = _set(pool, chance, chows=chows and chance.random() < 0.55)
        if made is None:
            return None
        sets.append(made)
    sets.append(meld(Kind.PAIR, chance.choice(pool), True))
    if not _exists(sets, distinct=not rules.shape.chows):
        return None
    return _won(rules, sets, chance)


def _pool(chance: random.Random) -> list[Tile]:
    """The tiles to build from: a theme makes lines likely that chance alone hardly ever earns."""
    playing = [tile for tile in TILES if not tile.is_bonus]
    suit = chance.choice((Suit.BAMBOO, Suit.CHARACTERS, Suit.DOTS))
    honours = [tile for tile in playing if tile.is_honour]
    own = [tile for tile in playing if tile.suit is suit]
    terminals = [tile for tile in playing if tile.is_terminal]
    themes = (playing, playing, own, own + honours, honours, terminals, terminals + honours)
    return chance.choice(themes)


def _set(pool: Sequence[Tile], chance: random.Random, *, chows: bool) -> Meld | None:
    concealed = chance.random() < 0.5
    if chows:
        starts = [tile for tile in pool if tile.is_suited and tile.rank <= 7]
        whole = [tile for tile in starts if {*TILES[tile.index : tile.index + 3]} <= {*pool}]
        return meld(Kind.CHOW, chance.choice(whole), concealed) if whole else None
    kind = Kind.KONG if chance.random() < 0.18 else Kind.PUNG
    return meld(kind, chance.choice(list(pool)), concealed)


def _exists(sets: Sequence[Meld], *, distinct: bool) -> bool:
    if distinct and len({each.tile for each in sets}) < len(sets):
        return False
    held = Counter(tile for each in sets for tile in each.tiles)
    return all(count <= tile.copies for tile, count in held.items())


def _won(rules: RuleSet, sets: list[Meld], chance: random.Random) -> Exercise:
    laid = tuple(each for each in sets if not each.concealed or each.kind is Kind.KONG)
    held = tuple(
        tile
        for each in sets
        if each.concealed and each.kind is not Kind.KONG
        for tile in each.tiles
    )
    flowers = [tile for tile in TILES if tile.suit in rules.shape.bonus]
    count = chance.choices((0, 1, 2, 3), (4, 4, 2, 1))[0] if flowers else 0
    bonus = tuple(chance.sample(flowers, count))
    context = Context(
        seat=chance.choice(tuple(Seat)),
        round=chance.choice(tuple(Seat)),
        self_drawn=chance.random() < 0.4,
    )
    return Exercise(Hand(held, laid, bonus, chance.choice(held)), context)


def question(each: Exercise) -> str:
    """How the hand was won, as a sentence to the player."""
    names = {Seat.EAST: "East", Seat.SOUTH: "South", Seat.WEST: "West", Seat.NORTH: "North"}
    where = f"You sit {names[each.context.seat]} in the {names[each.context.round]} round."
    last = "drawn from the wall" if each.context.self_drawn else "another player's discard"
    return f"{where} The last tile was {last}. How many points, how many doubles?"


def asks(sheet: ScoreSheet) -> list[str]:
    """What the player is asked for: a limit hand has only its total, a Moon Game only its name."""
    if sheet.moon_game:
        return []
    return ["total"] if sheet.limit_hand is not None else ["points", "doubles"]


def minimum_note(rules: RuleSet) -> str | None:
    """What the player should know about small hands."""
    if rules.name != "goulash":
        return None
    return (
        "Count points and doubles even if the hand has fewer than three doubles and pays nothing."
    )


def is_right(
    sheet: Mapping[str, Any], points: float | None, doubles: int | None
) -> tuple[bool, bool]:
    """(points right, doubles right) for a contract document; see `asks` for special hands."""
    if sheet["moon_game"]:
        return True, True
    if sheet["limit_hand"] is not None:
        return points == sheet["total"], True
    return points == sheet["base_total"], doubles == sheet["doubles"]


def all_picked() -> Iterator[tuple[str, Exercise]]:
    """Every picked hand with the name of its rules."""
    for rules in _PICKED:
        for each in picked(rules):
            yield rules, each
