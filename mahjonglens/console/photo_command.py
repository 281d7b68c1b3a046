"""`mahjonglens score PHOTO`: read, group, confirm, score."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from rich.padding import Padding
from rich.text import Text

from mahjonglens.console import output
from mahjonglens.console.circumstances import Circumstances, seat_named
from mahjonglens.console.confirm_dialogue import Ask, ask_on_stderr, confirmed
from mahjonglens.console.hands import Scoring, print_sheet
from mahjonglens.console.photos import Photo, Saver, Unreadable, read_photo
from mahjonglens.console.reading_command import NO_TILES
from mahjonglens.console.reading_table import reading_lines
from mahjonglens.dataset.teaching import load_reader
from scoring.errors import ScoringError
from scoring.hand import Hand
from scoring.tiles import Tile
from vision.confirm import to_hand
from vision.errors import NoHand
from vision.reading import GroupKind, RackReading

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Manners:
    """How the command goes about it."""

    as_json: bool = False
    yes: bool = False
    save: Path | None = None
    threads: int = 1
    winning: Tile | None = None
    taught: str | None = None

    @property
    def asks(self) -> bool:
        """Whether the reading is confirmed; a program that wants JSON cannot be asked."""
        if self.yes or sys.stdin is None:
            return False
        return not self.as_json or sys.stdin.isatty()


def score_photo(file: str, scoring: Scoring, manners: Manners) -> int:
    """Score the hand in a photo; returns the exit status."""
    saver = Saver(manners.save, photos=1) if manners.save is not None else None
    photo = read_photo(file, load_reader(manners.taught, threads=manners.threads))
    if isinstance(photo, Unreadable):
        return _failed(photo.document, file, photo.why, manners, output.BAD_INPUT)
    winning = manners.winning
    if manners.asks and photo.reading.tiles:
        console = output.stderr_console()
        photo = replace(photo, reading=confirmed(photo.reading, ask_on_stderr, console))
        if winning is None:
            winning = _winning_asked(photo.reading, ask_on_stderr)
        told = _circumstances_asked(scoring.circumstances, ask_on_stderr)
        scoring = replace(scoring, circumstances=told)
    if saver is not None:
        saver.save(photo)
    try:
        if not photo.reading.tiles:
            raise NoHand(NO_TILES)
        hand = to_hand(photo.reading, winning=winning)
        if manners.as_json:
            score = scoring.document(file, hand)
            output.print_json({"reading": photo.document, "score": score})
        else:
            _print(photo, hand, scoring, confirmed=manners.asks)
    except (NoHand, ScoringError) as error:
        return _failed(photo.document, file, f"{file}: {error}", manners, output.NO_HAND)
    return output.OK


def _failed(reading: dict[str, object], file: str, why: str, manners: Manners, status: int) -> int:
    output.complain(why)
    if manners.as_json:
        score = {"id": file, "error": output.one_line(why)}
        output.print_json({"reading": reading, "score": score})
    return status


def _print(photo: Photo, hand: Hand, scoring: Scoring, *, confirmed: bool) -> None:
    sheet = scoring.sheet(hand)
    console = output.stdout_console()
    console.print(Text(output.one_line(photo.file), style="bold"))
    if not confirmed:
        console.print(Padding(reading_lines(photo.reading), (0, 0, 1, 2)))
    print_sheet(sheet)


def _winning_asked(reading: RackReading, ask: Ask) -> Tile | None:
    """Which tile completed the hand, where no tile lies apart as such."""
    if any(group.kind is GroupKind.WINNING_TILE for group in reading.groups):
        return None
    question = "Which tile completed the hand? Its code, or Enter if nobody knows: "
    return _answered(ask, question, Tile.parse)


def _circumstances_asked(told: Circumstances, ask: Ask) -> Circumstances:
    """Asks what was not said on the command line; Enter takes the usual."""
    if told.seat is None and told.dealer is None:
        told = replace(told, seat=_answered(ask, "Own wind, E S W or N [E]: ", seat_named))
    if told.round is None:
        told = replace(told, round=_answered(ask, "Wind of the round [E]: ", seat_named))
    if told.self_drawn is None and not told.lost:
        drawn = ask("Was the last tile drawn from the wall? y or n [n]: ").lower()
        told = replace(told, self_drawn=drawn in ("y", "yes"))
    return told


def _answered(ask: Ask, question: str, meaning: Callable[[str], Answer]) -> Answer | None:
    """The answer's meaning, asked again while it has none; None for an empty answer."""
    while answer := ask(question):
        try:
            return meaning(answer)
        except (output.UserError, ScoringError) as error:
            output.complain(str(error))
    return None
