# ruff: noqa: E501 - a table is read line by line beside its source
"""Singapore-style: half points times four, rounded up to tens, 50 for the winner, doubled by Fans.

Source: "Scoring your Mahjong Hand, Singapore-Style"; transcript in `scoring/sources/singapore.md`.
Refs count its tables and lists: 1.x base points, 2.x Fans, 3.x special hands, 4.x paid at once.
"""

from __future__ import annotations

from scoring import patterns as p
from scoring import patterns_singapore as s
from scoring import settle, totals
from scoring.hand import Shape
from scoring.numbers import HALF
from scoring.options import Choice, Option
from scoring.ruleset import DEALER_PRICE, MOON, EventRow, Row, RuleSet, doubles, points
from scoring.tiles import Suit
from scoring.win import Declaration

OPTIONS = (
    Option(
        ref="d01",
        id="double_wind",
        question=("Wind that is both prevailing and relative: one Fan or two?"),
        default=2,
        choices=(
            Choice(2, "2"),
            Choice(1, "1"),
        ),
        evidence=(
            'one printed line "Prevailing or relative wind Pong/Kong" and "every meld '
            '... adds another Fan"; kajongg, Four Winds and the European source list '
            'own and round separately (2); the old Singapore wiki text "seat wind or '
            'the prevailing wind scores one point" is as unclear'
        ),
    ),
    Option(
        ref="d02",
        id="peng_hu_no_pair_wait",
        question=("Peng-Hu on a stretched pair wait 2-3-4-5 (two kinds of tile win)"),
        default=False,
        choices=(
            Choice(False, "Peng-Hu"),
            Choice(True, "no: completes the pair"),
        ),
        evidence=(
            'rule sentence: "more than one kind of tile"; "waiting specifically to '
            'complete your pair" is the explanation; Singapore wiki: "waiting for one '
            'of at least 2 different tiles"'
        ),
    ),
    Option(
        ref="d03",
        id="peng_hu_flowers_ok",
        question=("Peng-Hu with a non-positional flower"),
        default=True,
        choices=(
            Choice(True, "still 3 Fan"),
            Choice(False, "no flowers allowed"),
        ),
        evidence=(
            "source lists no flower condition; other Singapore rules: 4 points only "
            "without flowers, else 1"
        ),
    ),
    Option(
        ref="d04",
        id="loser_one_suit",
        question=("Loser all in one suit: Fan?"),
        default=True,
        choices=(
            Choice(True, "yes"),
            Choice(False, "winner only"),
        ),
        evidence=(
            '"This scoring applies to all players. Where the winner and dealer score '
            'differently, it is pointed out."'
        ),
    ),
    Option(
        ref="d05",
        id="all_honours_one_suit",
        question=('No suited tiles at all: "All suited tiles are in the same suit"?'),
        default=False,
        choices=(
            Choice(False, "no"),
            Choice(True, "yes (vacuous)"),
        ),
        evidence=("needs at least one suited tile"),
    ),
    Option(
        ref="d06",
        id="failed_peng_hu_no_doubles",
        question=(
            'Denied Peng-Hu: "you just don\'t get any doubles" - does a positional '
            "flower still double?"
        ),
        default=False,
        choices=(
            Choice(False, "yes, only the Peng-Hu doubles are lost"),
            Choice(True, "no doubles at all"),
        ),
        evidence=("context of the footnote is Peng-Hu"),
    ),
    Option(
        ref="d07",
        id="am_kong_banker_double",
        question=('Am-Kong "600 all around": does the banker pay 1200?'),
        default=False,
        choices=(
            Choice(False, "600 each"),
            Choice(True, "banker 1200"),
        ),
        evidence=(
            '"600 all around" = everyone at banker\'s price; general rule "dealer '
            'always ... loses double" points the other way'
        ),
    ),
    Option(
        ref="d08",
        id="animal_pair_dealer_double",
        question=("Animal pair: does the dealer pay/receive double?"),
        default=True,
        choices=(
            Choice(True, "yes 300/300/600"),
            Choice(False, "flat 300"),
        ),
        evidence=("general dealer rule"),
    ),
    Option(
        ref="d09",
        id="losers_settle",
        question=("Do losers settle differences?"),
        default=True,
        choices=(
            Choice(True, "yes, dealer double"),
            Choice(False, "no"),
        ),
        evidence=(
            '"This scoring applies to all players" - losers are scored (no 50, no '
            "pair), which has no use unless they settle; classical rule"
        ),
    ),
    Option(
        ref="d10",
        id="flower_kong",
        question=('"Flower tiles can be Konged when you have all four with the same number"'),
        default="off",
        choices=(
            Choice(
                "off",
                "needs a set with four flower suits (16 flowers); 300/600 like a kong, option off",
            ),
            Choice("pairs", "pay 300 for same-number pair in an 8-flower set"),
        ),
        evidence=(
            'contradicts the 8-flower set implied by "All four Flowers in a Flower '
            'suit (1,2,3,4 of Seasons)"'
        ),
    ),
    Option(
        ref="d11",
        id="loser_special",
        question=("Pong-Pong Fan for a loser with four pongs"),
        default=False,
        choices=(
            Choice(False, "no: needs a complete hand"),
            Choice(True, "yes"),
        ),
        evidence=("listed under Special Hands"),
    ),
    Option(
        ref="d12",
        id="double_wind_pair",
        question=("Pair of a wind that is both prevailing and relative"),
        default=0.5,
        choices=(
            Choice(0.5, "1/2"),
            Choice(1, "1"),
        ),
        evidence=('"the pair counts as a half point if ..."'),
    ),
    Option(
        ref="d13",
        id="payer",
        question=("Does the discarder alone pay on a discard win?"),
        default="all",
        choices=(
            Choice("all", "all pay (dealer double)"),
            Choice("shooter", "discarder pays double (modern Singapore)"),
        ),
        evidence=(
            'source: "Everyone pays dealer price" on Chi-Mon implies everyone '
            "normally pays his own price; modern Singapore: shooter pays double"
        ),
    ),
    Option(
        ref="d14",
        id="moon",
        question=("Moon game settlement"),
        default="symbolic",
        choices=(
            Choice("symbolic", "symbolic: takes the pot"),
            Choice("pot", "numeric pot passed in"),
        ),
        evidence=("needs the pot amount as context; stacking with Kongs etc. undefined"),
    ),
    Option(
        ref="d15",
        id="rounding",
        question=('"even multiple of 10"'),
        default="ceil10",
        choices=(
            Choice("ceil10", "exact multiple: 10 stays 10"),
            Choice("ceil20", "multiple of 20"),
        ),
        evidence=("example: 26 -> 30 (30 is not a multiple of 20)"),
    ),
    Option(
        ref="d16",
        id="undeclared_kong",
        question=("Kong kept in hand / four identical tiles concealed, not declared"),
        default="pong",
        choices=(
            Choice("pong", "scores as concealed pong"),
            Choice("kong", "as kong"),
        ),
        evidence=('kong is paid "at the moment it is declared"'),
    ),
)

# fmt: off
RULES = RuleSet(
    name="singapore", title="Singapore-style", source="scoring/sources/singapore.md", unit="points",
    rows=(
        #   ref    id             printed name                        worth             condition
        Row("1.1", "chi",         "Chi (sequence)",                   points(0, note="No points / No points"), p.chows),
        Row("1.2", "pong.mid",    "Mid-card Pong (2-8 any suit)",     points(HALF, 1),  p.pungs_of_simples),
        Row("1.3", "kong.mid",    "Mid-card Kong* (2-8 any suit)",    points(2),        p.kongs_of_simples),
        Row("1.4", "pong.end",    "End-card Pong (1 or 9 any suit)",  points(1, 2),     p.pungs_of_terminals),
        Row("1.5", "kong.end",    "End-card Kong* (1 or 9 any suit)", points(4),        p.kongs_of_terminals),
        Row("1.6", "pong.wind",   "Wind Pong (any wind)",             points(1, 2),     p.pungs_of_winds),
        Row("1.7", "kong.wind",   "Wind Kong* (any wind)",            points(4),        p.kongs_of_winds),
        Row("1.8", "pong.dragon", "Dragon Pong (any dragon)",         points(1, 2),     p.pungs_of_dragons),
        Row("1.9", "kong.dragon", "Dragon Kong* (any dragon)",        points(4),        p.kongs_of_dragons),
        Row("1.10", "bonus",      "Any Flower or Animal",             points(1),        p.flowers_and_animals),
        Row("1.11", "pair",       "The Pair** (winner only)",         points(HALF),     s.value_pair, winner=True),  # d12
        Row("2.1", "dragon",          "Dragon Pong/Kong",                        doubles(1, "1 Fan"), p.dragon_triplets),
        Row("2.2", "wind_prevailing", "Prevailing or relative wind Pong/Kong",   doubles(1, "1 Fan"), s.prevailing_wind),  # d01
        Row("2.2", "wind_relative",   "Prevailing or relative wind Pong/Kong",   doubles(1, "1 Fan"), p.own_wind),
        Row("2.3", "animal",          "Animal tile (Cat, Mouse, Rooster, Caterpillar)", doubles(1, "1 Fan"), p.animals),
        Row("2.4", "flower",          "Positional Flower tile (if you're sitting South Wind and get a 2-Flower, that's a Fan)", doubles(1, "1 Fan"), p.own_flowers),
        Row("2.5", "flower_set",      "All four Flowers in a Flower suit (1,2,3,4 of Seasons, e.g.)", doubles(1, "1 Fan"), p.four_of_a_flower_suit),
        Row("2.6", "one_suit",        "All suited tiles are in the same suit",   doubles(1, "1 Fan"), s.suited_tiles_in_one_suit),  # d04, d05
        Row("3.1", "pong_pong",       "Pong-Pong (all 4 melds are Pongs)",       doubles(2, "2 Fan"), s.four_pongs),  # d11
        Row("3.2", "peng_hu",         "Peng-Hu (all 4 sets are Chi, no honor tiles)***", doubles(3, "3 Fan"), s.peng_hu, winner=True),  # d02, d03, d06
        Row("3.3", "chi_mon",         "Chi-Mon (winning tile drawn from wall)",  DEALER_PRICE, s.chi_mon, winner=True),
        Row("3.4", "fa_seon",         "Fa-Seon (winning tile drawn from flower pile)", doubles(1, "1 Fan and Everyone pays dealer price"), p.declared(Declaration.FA_SEON), winner=True),
        Row("3.4", "fa_seon_price",   "Fa-Seon (winning tile drawn from flower pile)", DEALER_PRICE, p.declared(Declaration.FA_SEON), winner=True),
        Row("3.5", "heavenly_twins",  "Heavenly Twins (7 pairs, all but the last tile must be drawn from the wall -- no discards)", MOON, s.heavenly_twins, winner=True),
        Row("3.6", "thirteen_wonders", "Thirteen Wonders (1 & 9 Bamboo, 1 & 9 Ball, 1 & 9 Character, Each Dragon, Each Wind, and a pair", MOON, s.thirteen_wonders, winner=True),
    ),
    options=OPTIONS,
    total=totals.half_points, pay=settle.singapore,
    shape=Shape(bonus=frozenset({Suit.FLOWER, Suit.SEASON, Suit.ANIMAL})),
    marks=("r", "c"),
    specials=frozenset({"seven_pairs", "thirteen_orphans"}),
    no_doubles_if=s.denied_peng_hu,  # d06
    events=(
        EventRow("4.1", "animal_pair", "If a player draws both the Cat and Mouse animal tiles, or the Rooster and Caterpillar animal tiles", "they are paid 300 on the spot"),  # d08
        EventRow("4.2", "flower_kong", "Flower tiles can be Konged when you have all four with the same number", "no figure"),  # d10: off
        EventRow("4.3", "kong", "Kong", "pays 300 points (600 from or to the banker) at the moment it is declared"),
        EventRow("4.4", "am_kong", "If the Kong is made by drawing the 4th tile from the wall into a concealed Pong, it is Am-Kong", "pays 600 all around"),  # d07
    ),
)
# fmt: on
