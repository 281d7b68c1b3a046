# ruff: noqa: E501 - a table is read line by line beside its source
"""European Classical: points doubled, a limit, losers settle among themselves.

Source: an online site's page of 2008; transcript in `scoring/sources/european.md`. Refs count the
source's tables and their lines. Printed errors are kept: "1-X-2", "robbing the king", "forth".
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring import patterns as p
from scoring import patterns_european as e
from scoring import settle, totals
from scoring.hand import Shape
from scoring.options import Choice, Option, Value
from scoring.ruleset import LIMIT, Row, RuleSet, doubles, points
from scoring.tiles import Suit, Tile
from scoring.win import Declaration


def idle(tile: Tile, options: Mapping[str, Value]) -> bool:
    """Flowers and seasons score nothing unless option flowers says that they are used (d13)."""
    return options["flowers"] == "off"


OPTIONS = (
    Option(
        ref="d01",
        id="concealed_points_with_fully",
        question=("Fully concealed self-drawn hand: also the 10 points for Concealed hand?"),
        default=True,
        choices=(
            Choice(True, "10 points and the double"),
            Choice(False, "double only"),
        ),
        evidence=(
            "Four Winds (evident source) adds self-drawn points to Fully concealed "
            "when the units differ (points/doubles); its German preset note treats "
            "the concealed 10 as basic points a discard win also gets. Japanese "
            "practice (10 only on a discard) is general knowledge, not looked up"
        ),
    ),
    Option(
        ref="d02",
        id="double_wind_pair",
        question=("Pair of own wind that is also round wind"),
        default=4,
        choices=(
            Choice(4, "4 (both lines)"),
            Choice(2, "2"),
        ),
        evidence=(
            'kajongg DMJL/BMJA 2+2; an American page prints "double wind pair 4"; '
            "Millington lists both; some tables cap at 2"
        ),
    ),
    Option(
        ref="d03",
        id="loser_value_pairs",
        question=("Loser's concealed value pair"),
        default=False,
        choices=(
            Choice(False, "not counted"),
            Choice(True, "counts 2"),
        ),
        evidence=(
            'The source stars BOTH columns ("2* 2*", "Not applicable in user\'s '
            'hand"). Four Winds, the evident source, stars only the melded column '
            '("Not applicable in a loser\'s hand" - a loser cannot meld a pair) so a '
            "concealed pair counts there; kajongg counts it too"
        ),
    ),
    Option(
        ref="d04",
        id="last_chance_unique",
        question=("Out on a pair although another tile also wins (2-2-3-4 + 2)"),
        default=False,
        choices=(
            Choice(False, "pair bonus"),
            Choice(True, "no bonus, wait not unique"),
        ),
        evidence=(
            "Four Winds European rules give exactly this example (2-2-3-4 + 2, +2 "
            'points); kajongg "Last Tile Completes Pair" needs no uniqueness, its '
            '"Only Possible Tile" does'
        ),
    ),
    Option(
        ref="d05",
        id="tgs_chow_ok",
        question=("Three Great Scholars with a chow as fourth set"),
        default=False,
        choices=(
            Choice(False, "not a limit hand"),
            Choice(True, "limit"),
        ),
        evidence=(
            'source: "any triplet"; kajongg BMJA: pung/kong required ("nochow"); '
            "kajongg DMJL: any set is a limit"
        ),
    ),
    Option(
        ref="d06",
        id="all_green_needs_dragon",
        question=("All Green without green dragons"),
        default=False,
        choices=(
            Choice(False, "limit"),
            Choice(True, "dragon required: One suit only"),
        ),
        evidence=(
            '"contains only green dragons, bamboo 2,3,4,6,8"; Four Winds lists no '
            "dragon requirement"
        ),
    ),
    Option(
        ref="d07",
        id="ht_discard_pair",
        question=("Hidden Treasure completed by a discard on the pair"),
        default=True,
        choices=(
            Choice(True, "limit"),
            Choice(False, "not, must be self-drawn"),
        ),
        evidence=(
            'Four Winds option "Require fully concealed" is off for European, on '
            '(Yes) for Chinese Classical; kajongg: "Only hidden Pungs or Kongs, last '
            'tile from wall"'
        ),
    ),
    Option(
        ref="d08",
        id="ht_kongs",
        question=("Hidden Treasure with a concealed kong"),
        default=False,
        choices=(
            Choice(False, "not (triples only)"),
            Choice(True, "limit"),
        ),
        evidence=(
            'Four Winds "Acceptance of Kongs: No Kongs (default)"; CC accepts; '
            "kajongg accepts hidden kongs"
        ),
    ),
    Option(
        ref="d09",
        id="limit",
        question=("Value of the limit"),
        default=500,
        choices=(
            Choice(500, "500"),
            Choice(1000, "1000"),
        ),
        evidence=(
            'source gives none. Four Winds: "in the default European Classical rules '
            'the limit is 500 points"; kajongg DMJL 500, BMJA 1000; wikidot Chinese '
            "Classical 500 or 1,000"
        ),
        open_to="limit",
    ),
    Option(
        ref="d10",
        id="cap_ordinary",
        question=("Does the limit cap ordinary hands (winner and losers)?"),
        default=True,
        choices=(
            Choice(True, "cap"),
            Choice(False, "no cap"),
        ),
        evidence=(
            "Four Winds: limit is applied to the final score of a hand, not to "
            "payments or differences; kajongg caps unless roofOff"
        ),
    ),
    Option(
        ref="d11",
        id="supplement_selfdrawn",
        question=("Supplement-tile win: +2 self-drawn as well as the double?"),
        default=True,
        choices=(
            Choice(True, "yes"),
            Choice(False, "no"),
        ),
        evidence=("tile is drawn by the winner; units differ (points/double)"),
    ),
    Option(
        ref="d12",
        id="closed_wait_any",
        question=("Closed wait other than 1-X-3 (e.g. 4-X-6)"),
        default=True,
        choices=(
            Choice(True, "counts 2"),
            Choice(False, "only 1-2-X, X-8-9, 1-X-3"),
        ),
        evidence=(
            '"1-X-2" is a misprint; Four Winds: "1-2 or 8-9 or n-?-n+1 (middle tile '
            'missing)", itself a slip for n+2'
        ),
    ),
    Option(
        ref="d13",
        id="flowers",
        question=("Flowers and Seasons"),
        default="off",
        choices=(
            Choice("off", "not used"),
            Choice("fourwinds", "Four Winds: used, all players score them"),
        ),
        evidence=(
            'the source page omits them; its Four Winds source says "if Flowers and '
            'Seasons are used, all players receive ..."'
        ),
    ),
    Option(
        ref="d14",
        id="concealed_kong_ok",
        question=("Concealed kong in a concealed hand"),
        default=True,
        choices=(
            Choice(True, "still concealed (+10)"),
            Choice(False, "not concealed"),
        ),
        evidence=(
            'Four Winds: "a Concealed Kong must be declared" yet listed with '
            "concealed sets; kajongg scores it concealed"
        ),
    ),
    Option(
        ref="d15",
        id="undeclared_kong",
        question=("Four identical tiles in a loser's hand not declared as a kong"),
        default="pung",
        choices=(
            Choice("pung", "concealed pung 4"),
            Choice("kong", "concealed kong 16"),
        ),
        evidence=('Babcock page: "four scores only when declared"'),
    ),
)

# fmt: off
PAIRS = "Pair of own wind, Pair of wind of round, Pair of Dragons"
PUNGS = "Pung of own wind, Pung of wind of round, Pung of Dragons"
KONGS = "Kong of own wind, Kong of wind of round, Kong of Dragons"
X1 = doubles(1, "x1")  # the source's "x1" is one doubling

RULES = RuleSet(
    name="european", title="European Classical", source="scoring/sources/european.md", unit="points",
    rows=(
        #   ref    id              printed name                                        worth           condition
        Row("1.1", "pung.simple",  "Pung of Simples",                                  points(2, 4),   p.pungs_of_simples),
        Row("1.2", "pung.th",      "Pung of Terminals, Winds, Dragons",                points(4, 8),   p.pungs_of_majors),
        Row("1.3", "kong.simple",  "Kong of Simples",                                  points(8, 16),  p.kongs_of_simples),
        Row("1.4", "kong.th",      "Kong of Terminals, Winds, Dragons",                points(16, 32), p.kongs_of_majors),
        # "*Not applicable in user's hand": read as a loser's hand (d03)
        Row("1.5", "pair.own",     PAIRS,                                              points(2, note="2* / 2*"), e.pair_of_own_wind),
        Row("1.5", "pair.round",   PAIRS,                                              points(2, note="2* / 2*"), e.pair_of_round_wind),  # d02
        Row("1.5", "pair.dragon",  PAIRS,                                              points(2, note="2* / 2*"), e.pair_of_dragons),
        Row("2.1", "out",          "Going out",                                        points(20),     p.going_out, winner=True),
        Row("2.2", "concealed",    "Concealed hand",                                   points(10),     e.concealed_hand, winner=True),        # d01, d14
        Row("2.3", "selfdrawn",    "Self drawn last tile",                             points(2),      e.self_drawn_last_tile, winner=True),  # d11
        Row("2.4", "out_pair",     "Out on pair",                                      points(2),      e.out_on_pair, winner=True),           # d04
        Row("2.5", "out_chow",     "Out on 1 chance chow (1-2-X, X-8-9, 1-X-2)",       points(2),      e.out_on_one_chance_chow, winner=True),  # d04, d12
        Row("3.1", "own_wind",     PUNGS,                                              X1, p.own_wind_pung),
        Row("3.1", "round_wind",   PUNGS,                                              X1, p.round_wind_pung),
        Row("3.1", "dragon",       PUNGS,                                              X1, p.pungs_of_dragons),
        Row("3.2", "own_wind",     KONGS,                                              X1, p.own_wind_kong),
        Row("3.2", "round_wind",   KONGS,                                              X1, p.round_wind_kong),
        Row("3.2", "dragon",       KONGS,                                              X1, p.kongs_of_dragons),
        Row("4.1", "fully_concealed", "Fully concealed hand",                          X1, e.fully_concealed_hand, winner=True),  # d14
        Row("4.2", "chow_hand",    "Chow hand (no pungs, kongs or value pairs)",       X1, e.chow_hand, winner=True),
        Row("4.3", "pung_hand",    "Pung hand (no chows)",                             X1, p.no_chows, winner=True),
        Row("4.4", "all_th",       "All terminals and honours (can combine with pung hand)", X1, p.majors_only, winner=True),
        Row("4.5", "suit_honours", "One suit and honours",                             X1, p.one_suit_and_honours, winner=True),
        Row("4.6", "one_suit",     "One suit only",                                    doubles(3, "x3"), p.one_suit_only, winner=True),
        Row("5.1", "last_wall",    "Out on last tile of wall",                         X1, p.declared(Declaration.LAST_WALL), winner=True),
        Row("5.2", "last_discard", "Out on last discard",                              X1, p.declared(Declaration.LAST_DISCARD), winner=True),
        Row("5.3", "supplement",   "Out on a supplement tile",                         X1, p.declared(Declaration.SUPPLEMENT), winner=True),
        Row("5.4", "rob_kong",     "Out by robbing the king",                          X1, p.declared(Declaration.ROB_KONG), winner=True),
        Row("6.1", "all_green",    "All Green",                                        LIMIT, e.all_green, winner=True),          # d06
        Row("6.2", "four_kongs",   "Four Kongs",                                       LIMIT, p.four_kongs, winner=True),
        Row("6.3", "hidden_treasure",      "Hidden Treasure",                          LIMIT, e.hidden_treasure, winner=True),    # d07, d08
        Row("6.4", "three_great_scholars", "Three Great Scholars",                     LIMIT, e.three_great_scholars, winner=True),  # d05
        Row("6.5", "big_four_winds",       "Big Four Winds",                           LIMIT, p.four_wind_triplets, winner=True),
        Row("6.6", "little_four_winds",    "Little Four Winds",                        LIMIT, e.little_four_winds, winner=True),
        Row("6.7", "all_honours",          "All honours",                              LIMIT, p.honours_only, winner=True),
        Row("6.8", "all_terminals",        "All Terminals",                            LIMIT, p.terminals_only, winner=True),
        Row("6.9", "nine_gates",           "Nine Gates",                               LIMIT, e.nine_gates, winner=True),
        Row("6.10", "thirteen_orphans",    "Thirteen Orphans",                         LIMIT, e.thirteen_orphans, winner=True),
        Row("6.11", "heavenly",            "Heavenly hand",                            LIMIT, p.declared(Declaration.HEAVEN), winner=True),
        Row("6.12", "earthly",             "Earthly hand",                             LIMIT, p.declared(Declaration.EARTH), winner=True),
        # not in the source: what option flowers=fourwinds adds
        Row("d13", "flower",       "Each flower or season (option flowers)",           points(4), e.used_flowers),
    ),
    options=OPTIONS,
    total=totals.doubled, pay=settle.european,
    shape=Shape(bonus=frozenset(), ignored=frozenset({Suit.FLOWER, Suit.SEASON})),
    marks=("m", "c"),
    specials=frozenset({"thirteen_orphans"}),
    idle=idle,
)
# fmt: on
