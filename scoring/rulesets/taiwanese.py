# ruff: noqa: E501 - a table is read line by line beside its source
"""Taiwanese (16 tiles): five sets and a pair, points doubled, dead hands, East keeps his deal.

Source: the printed score sheet; transcript in `scoring/sources/taiwanese.md`. Refs count its three
tables and their lines. "2x" is one doubling, "8x" three.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring import patterns as p
from scoring import patterns_taiwanese as w
from scoring import settle, totals
from scoring.hand import Shape
from scoring.options import Choice, Option, Value
from scoring.ruleset import Row, RuleSet, doubles, points
from scoring.tiles import Suit, Tile
from scoring.win import Declaration


def idle(tile: Tile, options: Mapping[str, Value]) -> bool:
    """With four season tiles the flowers are not among them (d15)."""
    return options["season_tiles"] == 4 and tile.suit is Suit.FLOWER


OPTIONS = (
    Option(
        ref="d01",
        id="loose_includes_drawn",
        question=("Loose tile: 10 in all, or 10 + 2 for a drawn piece?"),
        default=False,
        choices=(
            Choice(False, "10 + 2"),
            Choice(True, "10 in all"),
        ),
        evidence=(
            "literal source adds every winning line; a restatement of Babcock's Red "
            "Book (the parent text) says 10 in all (8 more than the 2); Harr lists "
            "them separately"
        ),
    ),
    Option(
        ref="d02",
        id="only_place",
        question=('"Only possible place": 2-2-3-4 + 2 (5 also wins)'),
        default="unique",
        choices=(
            Choice("unique", "no: another tile wins"),
            Choice("set", "yes, as a pair"),
        ),
        evidence=(
            '"Filling only possible place to win"; Babcock ch.5: two points "but only '
            'provided that ..." (excerpt cut), restated elsewhere as "one tile alone '
            'would complete the hand"; Harr: "fills the only possible place to win"; '
            "kajongg LastOnlyPossible counts calling tiles == 1. Four Winds European "
            "is set-based"
        ),
    ),
    Option(
        ref="d03",
        id="no_score_ignores_seasons",
        question=("No scoring combination but a season held"),
        default=False,
        choices=(
            Choice(False, "season is a combination: no 10"),
            Choice(True, "10 still paid"),
        ),
        evidence=(
            "seasons are listed under Combination Score; kajongg Zero Point Hand "
            "excludes bonus tiles (gives it)"
        ),
    ),
    Option(
        ref="d04",
        id="no_score_allows_drawn",
        question=("No scoring combination, winning piece drawn"),
        default=True,
        choices=(
            Choice(True, "10 and 2"),
            Choice(False, "drawing forfeits the 10"),
        ),
        evidence=(
            'source says "combinations"; Harr: "even drawing the winning piece will '
            'forfeit this bonus"; Babcock: only if no score whatever other than 20'
        ),
    ),
    Option(
        ref="d05",
        id="tianhu_counts_drawn",
        question=("Tian Hu: is the dealt 17th tile a drawn piece?"),
        default=False,
        choices=(
            Choice(False, "no"),
            Choice(True, "yes"),
        ),
        evidence=("dealt, not drawn"),
    ),
    Option(
        ref="d06",
        id="loser_suit_doubles",
        question=("Do hand-wide doublings (one suit etc.) apply to a loser?"),
        default=True,
        choices=(
            Choice(True, 'yes, "Double Honor Score" is for all hands'),
            Choice(False, "winner only"),
        ),
        evidence=(
            'Harr: "doubling honours which all four players may use"; Babcock '
            "restated: doubles for every hand; European source/kajongg: suit doubles "
            "winner only"
        ),
    ),
    Option(
        ref="d07",
        id="suit_lines_stack",
        question=("One suit: 8x alone or also 2x"),
        default=False,
        choices=(
            Choice(False, "8x"),
            Choice(True, "16x"),
        ),
        evidence=("Babcock restated: one suit with honours OR one suit only"),
    ),
    Option(
        ref="d08",
        id="suit_lines_stack",
        question=("All winds and dragons: 8x alone or also 2x"),
        default=False,
        choices=(
            Choice(False, "8x"),
            Choice(True, "also 2x (vacuous one suit)"),
        ),
        evidence=("no suit present; same as above"),
    ),
    Option(
        ref="d09",
        id="losers_settle",
        question=("Do the two losers other than East settle with each other?"),
        default=True,
        choices=(
            Choice(True, "yes, single difference"),
            Choice(False, "no, only East settles"),
        ),
        evidence=(
            "Harr, Babcock, Four Winds: the remaining players settle differences; "
            "Philippines 16-tile note: losers pay each other the difference"
        ),
    ),
    Option(
        ref="d10",
        id="losers_settle",
        question=("When East wins, do the three losers settle?"),
        default=True,
        choices=(
            Choice(True, "yes"),
            Choice(False, "no"),
        ),
        evidence=("as above"),
    ),
    Option(
        ref="d11",
        id="dead_east_double",
        question=("Dead hand owing East: doubled?"),
        default=True,
        choices=(
            Choice(True, "doubled"),
            Choice(False, "single, as printed"),
        ),
        evidence=('general East rule; the paragraph itself says just "total score of that player"'),
    ),
    Option(
        ref="d12",
        id="tianhu_scope",
        question=('Can a non-dealer score "win on original hand"?'),
        default="dealer",
        choices=(
            Choice("dealer", "dealer only (Tian Hu)"),
            Choice("any", "also a non-dealer on the first discard"),
        ),
        evidence=("Tian Hu means heavenly hand"),
        also=("tianhu",),
    ),
    Option(
        ref="d13",
        id="limit",
        question=("Limit"),
        default=None,
        choices=(
            Choice(None, "none"),
            Choice(300, "300"),
        ),
        evidence=("source prints no limit; Babcock 300, Harr 300-600 optional"),
        open_to="limit",
    ),
    Option(
        ref="d14",
        id="loose_after_season",
        question=("Loose tile drawn for a season completes the hand"),
        default=False,
        choices=(
            Choice(False, "no 10 (text says after 4 of a kind)"),
            Choice(True, "10"),
        ),
        evidence=(
            'source: "special draw of a loose tile after 4 of a kind"; Babcock ch.10: '
            'season procedure "same as after declaring four of a kind"'
        ),
    ),
    Option(
        ref="d15",
        id="season_tiles",
        question=("How many season tiles"),
        default=8,
        choices=(
            Choice(8, '8 (two numbered series, incl. "flowers")'),
            Choice(4, "4"),
        ),
        evidence=(
            'Babcock ch.10: eight Seasons, "also sometimes called Flowers", two series of four'
        ),
    ),
    Option(
        ref="d16",
        id="only_place_own4_counts",
        question=("Only possible place when the other waiting tile is exhausted in your own kong"),
        default=False,
        choices=(
            Choice(False, "own four excluded: unique, +2"),
            Choice(True, "shape rule: 5 and 8, no bonus"),
        ),
        evidence=(
            "kajongg drops a calling tile of which the hand already holds four; "
            "Millington even lets discards and exposed sets count"
        ),
    ),
)

# fmt: off
RULES = RuleSet(
    name="taiwanese", title="Taiwanese (16 tiles)", source="scoring/sources/taiwanese.md", unit="points",
    rows=(
        #   ref     id               printed name                                                worth       condition
        Row("1.1",  "three.simple",   "Three of a kind (of 2, 3, 4, 5, 6, 7, or 8)",             points(2),  p.pungs_of_simples),
        Row("1.2",  "three.terminal", 'Three "ones" or three "nines"',                           points(4),  p.pungs_of_terminals),
        Row("1.3",  "three.wind",     "Three of a kind of any wind",                             points(4),  p.pungs_of_winds),
        Row("1.4",  "three.dragon",   "Three of a kind of Dragon Group",                         points(4),  p.pungs_of_dragons),
        Row("1.5",  "four.simple",    "Four of a kind (of 2, 3, 4, 5, 6, 7, or 8)",              points(8),  p.kongs_of_simples),
        Row("1.6",  "four.terminal",  'Four "ones" or four "nines"',                             points(16), p.kongs_of_terminals),
        Row("1.7",  "four.wind",      "Four of a kind of any wind",                              points(16), p.kongs_of_winds),
        Row("1.8",  "four.dragon",    "Four of a kind of Dragon Group",                          points(16), p.kongs_of_dragons),
        Row("1.9",  "season",         "Each Season score",                                       points(4),  w.seasons),      # d15
        Row("1.10", "pair",           "A pair of any Dragon Group or of player's own wind",      points(2),  w.value_pairs),
        Row("2.1",  "mahjongg",       "Mahjongg",                                                points(20), p.going_out, winner=True),
        Row("2.2",  "no_score",       "No scoring combinations in hand or on table (Open & Close Hand)",                                        points(10), w.no_scoring_combination, winner=True),  # d03, d04
        Row("2.3",  "drawn",          'Winning piece drawn (not "Punged" or "Chowed", Zhi4 Mo1)',                                               points(2),  w.winning_piece_drawn, winner=True),     # d01, d05
        Row("2.4",  "only_place",     "Filling only possible place to win (as completing a pair or filling a straight in the middle or open on only one end, Du2 Ting 2)", points(2), w.only_place_to_win, winner=True),  # d02, d16
        Row("2.5",  "loose",          'Winning piece on special draw of a "loose tile" after 4 of a kind(Drawing from the back wall after Pung)', points(10), w.loose_tile, winner=True),              # d01, d14
        Row("2.6",  "no_runs",        "No runs in hand or on table",                             points(10), w.no_runs, winner=True),
        Row("3.1",  "own_wind",       "Three or four of own wind in hand or on table",           doubles(1, "2x"), p.own_wind),
        Row("3.2",  "dragon",         "Three or four of Dragon Group",                           doubles(1, "2x"), p.dragon_triplets),
        Row("3.3",  "one_suit_honours", "Hand all of one suit, except any number of winds, or Dragon Group", doubles(1, "2x"), w.one_suit_with_honours),  # d06, d07, d08
        Row("3.4",  "one_suit",       "Hand entirely of one suit",                               doubles(3, "8x"), w.one_suit),           # d06
        Row("3.5",  "honours",        "Hand entirely of winds and dragons",                      doubles(3, "8x"), w.winds_and_dragons),  # d06
        Row("3.6",  "tianhu",         "To win on original hand (this is very unusual and called Tian1 Hu2)", doubles(3, "8x"), w.original_hand, winner=True),  # d12
    ),
    options=OPTIONS,
    total=totals.doubled, pay=settle.taiwanese,
    shape=Shape(sets=5),
    dead_hands=True,
    idle=idle,
    same_as={Declaration.HEAVEN: Declaration.TIANHU},
)
# fmt: on
