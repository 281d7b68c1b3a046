"""What must be asked about how a hand was won, for each rule set: no more than its rows need."""

from __future__ import annotations

from typing import Any

from scoring.ruleset import RuleSet

Json = dict[str, Any]


def _wind(name: str, question: str) -> Json:
    return {
        "id": name,
        "question": question,
        "kind": "wind",
        "for": "all",
        "needs": {},
        "default": "E",
    }


def _flag(name: str, question: str, **needs: Any) -> Json:
    """A yes-or-no question about the win, asked only if the answers in `needs` hold."""
    return {
        "id": name,
        "question": question,
        "kind": "flag",
        "for": "winner",
        "needs": needs,
        "default": False,
    }


_SEAT = _wind("seat_wind", "Which seat is this hand’s?")
_ROUND = _wind("round_wind", "Which round is it?")
_DRAWN = _flag("self_drawn", "Was the last tile drawn by the winner?")
_HEAVEN = _flag("heaven", "Was East dealt the complete hand?", self_drawn=True, seat_wind="E")
_EARTH = _flag("earth", "Was it won on East's first discard?", self_drawn=False)
_LAST_WALL = _flag("last_wall", "Was it the last tile of the wall?", self_drawn=True)

CIRCUMSTANCES: dict[str, tuple[Json, ...]] = {
    "goulash": (_SEAT, _ROUND, _DRAWN, _HEAVEN, _EARTH),
    "taiwanese": (
        _SEAT,
        _DRAWN,
        _flag(
            "loose_tile", "Was it the loose tile after four of a kind?", self_drawn=True, kong=True
        ),
        _flag("tianhu", "Was East dealt the complete hand?", self_drawn=True, seat_wind="E"),
    ),
    "european": (
        _SEAT,
        _ROUND,
        _DRAWN,
        _LAST_WALL,
        _flag("last_discard", "Was it the last discard of the hand?", self_drawn=False),
        _flag("supplement", "Was it a supplement tile after a kong?", self_drawn=True, kong=True),
        _flag("rob_kong", "Was it robbed from a kong?", self_drawn=False),
        _HEAVEN,
        _EARTH,
    ),
    "singapore": (
        _SEAT,
        _ROUND,
        _DRAWN,
        _flag(
            "fa_seon",
            "Was it drawn from the flower pile, after a kong or a flower?",
            self_drawn=True,
            replaced=True,
        ),
    ),
}
_BY_OPTION: dict[tuple[str, str], tuple[object, Json]] = {
    ("goulash", "cm_needs_last_wall_tile"): (True, _LAST_WALL),
    ("taiwanese", "loose_after_season"): (
        True,
        _flag("loose_after_season", "Was it drawn for a season?", self_drawn=True, replaced=True),
    ),
    ("goulash", "penalty.three_exposed"): (
        "pay_all",
        _flag("no_choice", "Was the discarder fishing, with no other choice?", self_drawn=False),
    ),
}


def circumstances(rules: RuleSet) -> list[Json]:
    """The questions in the order to ask; some only under an option (`option`).

    `needs` may also name `kong` (the hand has one) and `replaced` (it has a kong or a bonus tile).
    """
    asked = [dict(each) for each in CIRCUMSTANCES[rules.name]]
    for (name, option), (value, question) in _BY_OPTION.items():
        if name == rules.name:
            asked.append({**question, "option": {option: value}})
    return asked


EVENT_FIELDS: dict[str, list[Json]] = {
    "animal_pair": [
        {
            "id": "pair",
            "kind": "choice",
            "question": "Which pair?",
            "choices": [["A1", "A2"], ["A3", "A4"]],
        }
    ],
    "flower_kong": [{"id": "tiles", "kind": "tiles", "question": "Which tiles?", "count": 2}],
}
