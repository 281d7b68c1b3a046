"""The confirm dialogue, played by a script of answers."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pytest
from rich.console import Console

from mahjonglens.console.confirm_dialogue import confirmed, edited
from mahjonglens.console.output import NO_HAND, UserError
from vision.confirm import to_hand
from vision.reading import Detection, Doubt, Group, GroupKind, Quad, RackReading, TileReading


def tile(place: int, face: str, confidence: float = 0.99, second: str = "") -> TileReading:
    """A tile in a row, 20 px wide, perhaps with a second thought."""
    left = 20.0 * place
    quad = Quad(((left, 0.0), (left + 20, 0.0), (left + 20, 30.0), (left, 30.0)))
    others = ((second, 1 - confidence),) if second else ()
    return TileReading(Detection(quad, 0.99), face, confidence, ((face, confidence), *others))


def reading(*groups: tuple[GroupKind, str], doubtful: dict[int, str] | None = None) -> RackReading:
    """Groups of codes; `doubtful` maps a tile's index to what else it could be."""
    doubtful = doubtful or {}
    tiles: list[TileReading] = []
    laid = []
    for kind, faces in groups:
        codes = faces.split()
        laid.append(Group(kind, tuple(range(len(tiles), len(tiles) + len(codes)))))
        for face in codes:
            place = len(tiles)
            second = doubtful.get(place, "")
            tiles.append(tile(place, face, 0.6 if second else 0.99, second))
    doubts = tuple(Doubt(i, "not sure") for i in doubtful)
    return RackReading(tuple(tiles), tuple(laid), (400, 40), doubts)


def answering(answers: Iterable[str]) -> tuple[list[str], object]:
    """An Ask that gives these answers, then nothing, and the questions it was asked."""
    left, asked = iter(answers), list[str]()

    def ask(question: str) -> str:
        asked.append(question)
        return next(left, "")

    return asked, ask


def play(start: RackReading, *answers: str) -> tuple[RackReading, list[str], str]:
    """The reading after the dialogue, the questions, what was printed."""
    asked, ask = answering(answers)
    paper = io.StringIO()
    console = Console(file=paper, width=200, markup=False, highlight=False)
    return confirmed(start, ask, console), asked, paper.getvalue()  # type: ignore[arg-type]


HAND = reading(
    (GroupKind.CONCEALED, "B1 B1 B1 B9 B9 B9 WE WE WE DR DR"),
    (GroupKind.EXPOSED, "D1 D1 D1"),
)


def test_enter_accepts() -> None:
    done, asked, shown = play(HAND)
    assert done == HAND
    assert len(asked) == 1
    assert "1. concealed" in shown
    assert "DR·11" in shown


def test_doubtful_tiles_are_asked_first_and_corrected_by_typing() -> None:
    start = reading((GroupKind.CONCEALED, "B1 B2 B3 D5 D5"), doubtful={1: "B3", 3: "D6"})
    done, asked, _ = play(start, "7s", "", "")
    assert [t.face for t in done.tiles] == ["B1", "B7", "B3", "D5", "D5"]
    assert "tile 2" in asked[0]
    assert "tile 4" in asked[1]
    assert len(asked) == 3


def test_a_doubtful_tile_can_be_none() -> None:
    start = reading((GroupKind.CONCEALED, "B1 B2 B3"), doubtful={1: "B3"})
    done, _, _ = play(start, "-", "")
    assert [t.face for t in done.tiles] == ["B1", "B3"]


def test_a_complete_hand_that_is_near_is_proposed() -> None:
    start = reading(
        (GroupKind.CONCEALED, "B1 B1 B1 B9 B9 B8 WE WE WE DR DR C2 C2 C2"), doubtful={5: "B9"}
    )
    done, asked, _ = play(start, "y")
    assert "makes a complete hand" in asked[0]
    assert done.tiles[5].face == "B9"


def test_nonsense_is_said_and_asked_again() -> None:
    done, asked, shown = play(
        HAND, "nonsense", "99 B3", "5", "5 QQ", "drop", "move 5 9", "undo", "?"
    )
    assert done == HAND
    assert len(asked) == 9
    assert "There is no tile 99: they are numbered 1 to 14" in shown
    assert "nothing to undo" in shown
    assert "win none" in shown


def test_undo_takes_back_the_last_correction() -> None:
    done, _, _ = play(HAND, "1 C7", "2 C7", "undo")
    assert [t.face for t in done.tiles[:3]] == ["C7", "B1", "B1"]


def test_quitting_scores_nothing() -> None:
    with pytest.raises(UserError) as stopped:
        play(HAND, "quit")
    assert stopped.value.status == NO_HAND


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("4 C5", "B11199 C5 WEEE DRR [D111]"),
        ("add b2", "B1112999 WEEE DRR [D111]"),
        ("add DW 3", "B111999 WEEE DRRW [D111]"),
        ("drop 4", "B11199 WEEE DRR [D111]"),
        ("win 11", "B111999 WEEE DR [D111] +DR"),
        ("out 2", "B111999 WEEE DRR"),
    ],
)
def test_each_correction_changes_the_hand(answer: str, shown: str) -> None:
    assert str(to_hand(edited(HAND, answer))) == shown


def test_added_flowers_lie_with_the_flowers() -> None:
    done = edited(edited(HAND, "add F2"), "add S1")
    assert [str(group.kind) for group in done.groups] == ["concealed", "exposed", "bonus"]
    assert [done.tiles[i].face for i in done.groups[2].tiles] == ["F2", "S1"]


def test_a_tile_moves_to_a_group_of_its_own() -> None:
    done = edited(HAND, "move 14 3")
    assert [len(group.tiles) for group in done.groups] == [11, 2, 1]


def test_four_alike_become_a_kong_open_or_closed() -> None:
    start = reading((GroupKind.CONCEALED, "B1 B2 B3"), (GroupKind.EXPOSED, "C5 C5 C5 C5"))
    assert edited(start, "open 2").groups[1].kind is GroupKind.KONG
    assert edited(start, "closed 2").groups[1].kind is GroupKind.CONCEALED_KONG
    assert edited(start, "closed 1").groups[0].kind is GroupKind.CONCEALED
    assert edited(start, "bonus 1").groups[0].kind is GroupKind.BONUS


def test_win_moves_and_can_be_taken_back() -> None:
    won = edited(HAND, "win 1")
    assert won.groups[-1].kind is GroupKind.WINNING_TILE
    back = edited(won, "win none")
    assert all(group.kind is not GroupKind.WINNING_TILE for group in back.groups)
