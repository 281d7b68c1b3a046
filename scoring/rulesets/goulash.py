# ruff: noqa: E501 - a table is read line by line beside its source
"""Goulash (Willingdon): an exposed game of pungs, points doubled, nothing under three doubles.

Source: the "How a hand is scored" pages, read in 2026; transcript in `scoring/sources/goulash.md`.
Refs count the source's tables and their lines: 1.x and 2.x hand points, 3.x to 7.x doubles, 8.x penalties.
"""

from __future__ import annotations

from scoring import patterns as p
from scoring import patterns_goulash as g
from scoring import settle, totals
from scoring.hand import Shape
from scoring.options import Choice, Option
from scoring.ruleset import EventRow, Row, RuleSet, doubles, points
from scoring.tiles import Suit
from scoring.win import Declaration

OPTIONS = (
    Option(
        ref="d01",
        id="heaven_stacks_concealed",
        question=('Heaven\'s Blessing: does "Concealed mahjong last tile from the wall" (3) add?'),
        default=False,
        choices=(
            Choice(False, "no"),
            Choice(True, "yes"),
        ),
        evidence=(
            "East's 14 tiles are dealt, nothing is drawn; classical books make it a "
            "limit hand by itself"
        ),
    ),
    Option(
        ref="d02",
        id="kongs_in_1_9",
        question=('"Pungs of 1s and 9s in one suit": does a kong count?'),
        default=True,
        choices=(
            Choice(True, "yes"),
            Choice(False, "no"),
        ),
        evidence=(
            "every neighbouring line says pung/kong; kajongg, noxone treat kong as pung in doubles"
        ),
    ),
    Option(
        ref="d03",
        id="pungs_1_9_per_suit",
        question=("1-and-9 pungs in two suits at once"),
        default=False,
        choices=(
            Choice(False, "once"),
            Choice(True, "per suit"),
        ),
        evidence=("line printed once; reported in no other rule set"),
    ),
    Option(
        ref="d04",
        id="concealed_kong_keeps_concealed",
        question=(
            "Does a concealed kong keep the hand concealed for the 3-double concealed mahjong?"
        ),
        default=True,
        choices=(
            Choice(True, "yes"),
            Choice(False, "no"),
        ),
        evidence=("Four Winds and kajongg treat a declared concealed kong as a concealed set"),
    ),
    Option(
        ref="d05",
        id="three_dragons_replace",
        question=("Three dragon pungs: three single doubles plus the line, or only the line?"),
        default=False,
        choices=(
            Choice(False, "3+1"),
            Choice(True, "line replaces"),
        ),
        evidence=(
            'India goulash page: "Pung of each of the dragons give a double. Pungs of '
            '3 dragons gives another double"; FAQ lists only kongs/concealed '
            "pungs/winds as tiers; the source's 58 x 4096 is reachable with 3+1"
        ),
    ),
    Option(
        ref="d06",
        id="bouquet_once",
        question=("Both bouquets held: 3 or 6?"),
        default=False,
        choices=(
            Choice(False, "each"),
            Choice(True, "once"),
        ),
        evidence=(
            '"All four flowers, or all four seasons. Either is worth 3"; kajongg has '
            "separate All Flowers / All Seasons"
        ),
    ),
    Option(
        ref="d07",
        id="four_winds_kong_ok",
        question=('"4 pungs of winds" with one kong among them'),
        default=True,
        choices=(
            Choice(True, "counts as four"),
            Choice(False, "only three-winds line"),
        ),
        evidence=("three-winds line says pungs/kongs"),
    ),
    Option(
        ref="d08",
        id="clean_doubles",
        question=("Clean hand 0 or 1 double"),
        default=0,
        choices=(
            Choice(0, "0 (as printed)"),
            Choice(1, "1"),
        ),
        evidence=('source flags it: "Most other rule sets give it 1"'),
    ),
    Option(
        ref="d09",
        id="cm_needs_last_wall_tile",
        question=(
            '"Concealed mahjong last tile from the wall": any self-drawn tile, or the '
            "very last wall tile?"
        ),
        default=False,
        choices=(
            Choice(False, "self-drawn"),
            Choice(True, "very last tile of the wall only"),
        ),
        evidence=(
            '"last tile" is used elsewhere in the source for the winning/last tile picked up'
        ),
    ),
    Option(
        ref="d10",
        id="settlement.east_double",
        question=("Settlement is not in the source: what does the winner collect?"),
        default=True,
        choices=(
            Choice(True, "each pays the score, East pays/receives double"),
            Choice(False, "each pays the score, no East doubling"),
        ),
        evidence=(
            'India goulash page: "Count minimum of 20, which is 160 ... and for east '
            'it is doubled to 320"; all classical rules double East'
        ),
        also=("east_double",),
    ),
    Option(
        ref="d11",
        id="settlement.losers_settle",
        question=("Do losers' racks settle between themselves?"),
        default=False,
        choices=(
            Choice(False, "no, winner only"),
            Choice(True, "yes, differences, East double"),
        ),
        evidence=(
            "source prints a 14-point hand without Mahjong, so racks are counted on "
            "paper; Four Winds/Babcock/BMJA settle losers"
        ),
        also=("losers_settle",),
    ),
    Option(
        ref="d12",
        id="penalty.three_exposed",
        question=(
            "Penalty amount when three exposed pungs/kongs are showing and the "
            "discard gives mahjong"
        ),
        default=None,
        choices=(
            Choice(None, "amount must be agreed: no default, off"),
            Choice("pay_all", "discarder pays for all three"),
        ),
        evidence=(
            "British rules: discarder reimburses the other two what they pay the "
            'winner; classical "Dangerous Game" (kajongg payforall)'
        ),
        also=("three_exposed",),
    ),
    Option(
        ref="d13",
        id="season_map",
        question=("Season numbering"),
        default="ESWN",
        choices=(
            Choice("ESWN", "S1..S4 = E,S,W,N like flowers"),
            Choice("custom", "some sets order seasons differently"),
        ),
        evidence=(
            "source maps only flowers explicitly; Babcock: No.1 Seasons East, 2 "
            "South, 3 West, 4 North"
        ),
        open_to="seats",
    ),
)

# fmt: off
RULES = RuleSet(
    name="goulash", title="Goulash (Willingdon)", source="scoring/sources/goulash.md", unit="points",
    rows=(
        #   ref    id                printed name                                    worth         condition
        Row("1.1", "pung.minor",     "Pung of minor (2–8)",                          points(2, 4),   p.pungs_of_simples),
        Row("1.2", "pung.major",     "Pung of major (honours, 1s and 9s)",           points(4, 8),   p.pungs_of_majors),
        Row("1.3", "kong.minor",     "Kong of minor (2–8)",                          points(8, 16),  p.kongs_of_simples),
        Row("1.4", "kong.major",     "Kong of major (honours, 1s and 9s)",           points(16, 32), p.kongs_of_majors),
        Row("2.1", "flower",         "Each flower or season",                        points(4),      p.flowers_and_seasons),
        Row("2.2", "pair.dragon",    "A pair of dragons",                            points(2),      p.pairs_of_dragons),
        Row("2.3", "pair.wind",      "A pair of any wind",                           points(2),      p.pairs_of_winds),
        Row("2.4", "pair.terminal",  "A pair of any 1s & 9s",                        points(2),      p.pairs_of_terminals),
        Row("2.5", "mahjong",        "Mahjong",                                      points(20),     p.going_out, winner=True),
        # "The hand doubles describe what kind of hand you have, and you only get the best one that fits."
        Row("3.1", "hand.pure",        "A Pure Hand one suit, no honours",                                 doubles(3), p.one_suit_only),
        Row("3.2", "hand.royal",       "A Royal Honour Hand winds and dragons only",                       doubles(3), p.honours_only,
            absorbs=("hand.all_major",)),
        Row("3.3", "hand.heads_tails", "A Heads & Tails Hand 1s and 9s only",                              doubles(3), p.terminals_only,
            absorbs=("hand.pure", "hand.all_major")),
        Row("3.4", "hand.all_major",   "An All Major Hand honours plus 1s and 9s, all from one suit",      doubles(1), p.majors_of_one_suit,
            absorbs=("hand.clean",)),
        Row("3.5", "hand.clean",       "A Clean Hand one suit plus honours",                               doubles(0), p.one_suit_and_honours,
            amount_option="clean_doubles"),  # d08: 0 as printed, perhaps a misprint
        Row("4.1", "pungs_1_9",        "Pungs of 1s and 9s in one suit",               doubles(1), g.pungs_of_1_and_9),        # d02, d03
        Row("4.2", "dragon",           "A pung/kong of dragons",                       doubles(1), g.dragons_each),            # d05
        Row("4.3", "three_dragons",    "3 pungs/kongs of all 3 dragons",               doubles(1), p.three_dragon_triplets),
        Row("4.4", "three_winds",      "3 pungs/kongs of winds",                       doubles(1), p.three_wind_triplets),
        Row("4.5", "own_wind",         "A pung/kong of your own wind",                 doubles(1), p.own_wind),
        Row("4.6", "round_wind",       "A pung/kong of the wind of the round",         doubles(1), p.round_wind),
        Row("4.7", "own_flower",       "Each of your own flower/season",               doubles(1), p.own_flowers),             # d13
        Row("4.8", "round_flower",     "Each flower/season of the round",              doubles(1), p.round_flowers),           # d13
        Row("4.9", "three_concealed_pungs", "3 concealed pungs",                       doubles(1), p.three_concealed_pungs),
        # "the tiers replace each other"
        Row("5.1", "four_concealed_pungs",  "4 concealed pungs",                       doubles(2), p.four_concealed_pungs,
            absorbs=("three_concealed_pungs",)),
        Row("5.2", "three_exposed_kongs",   "3 exposed kongs",                         doubles(2), p.three_exposed_kongs),
        Row("5.3", "four_winds",            "4 pungs of winds",                        doubles(2), g.four_winds,               # d07
            absorbs=("three_winds",)),
        Row("6.1", "three_concealed_kongs", "3 concealed kongs",                       doubles(3), p.three_concealed_kongs),
        Row("6.2", "concealed_mahjong",     "Concealed mahjong last tile from the wall", doubles(3), g.concealed_mahjong, winner=True),  # d01, d04, d09
        Row("6.3", "four_exposed_kongs",    "4 exposed kongs",                         doubles(3), p.four_exposed_kongs,
            absorbs=("three_exposed_kongs",)),
        Row("6.4", "bouquet",               "A bouquet of flowers",                    doubles(3), p.four_of_a_flower_suit),   # d06
        Row("7.1", "four_concealed_kongs",  "4 concealed kongs",                       doubles(4), p.four_concealed_kongs,
            absorbs=("three_concealed_kongs",)),
        Row("7.2", "earth",  "Earth's Blessing mahjong on the first tile discarded by East", doubles(8), p.declared(Declaration.EARTH),  winner=True),
        Row("7.3", "heaven", "Heaven's Blessing East is dealt a mahjong",                    doubles(9), p.declared(Declaration.HEAVEN), winner=True),
    ),
    options=OPTIONS,
    total=totals.willingdon, pay=settle.goulash,
    shape=Shape(chows=False, bonus=frozenset({Suit.FLOWER, Suit.SEASON})),
    marks=("e", "c"),
    events=(
        # no figure is printed: off unless option penalty.three_exposed says otherwise (d12)
        EventRow("8.1", "three_exposed", "If a player has 3 exposed pungs/kongs and declares mahjong from a discard", "whoever discarded that tile pays a penalty to the other players"),
        EventRow("8.2", "wrong_mahjong", "A wrong mahjong declaration", "costs 500 points to each player"),
    ),
)
# fmt: on
