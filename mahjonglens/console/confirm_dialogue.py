"""The confirm step in the terminal: proposals and doubtful tiles first, then any correction.

Groups and tiles are numbered from 1 here, in the order they are shown. All questions go to stderr.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from mahjonglens.console import output
from mahjonglens.console.reading_table import likely, reading_lines
from scoring import notation
from scoring.errors import BadNotation
from vision import confirm, edits
from vision.labels import FACE_DOWN, FACES, to_tile
from vision.reading import Doubt, GroupKind, RackReading

Ask = Callable[[str], str]
"""Puts a question, returns the answer stripped; "" where there is nobody to answer."""

HELP = """\
  5 B3        tile 5 is B3 (codes, 3s, or the Unicode tile)
  add B3 2    a tile that was missed, in group 2; without a number, where its like lie
  drop 5      tile 5 is none, or nobody's
  move 5 2    tile 5 belongs to group 2; one past the last begins a new group
  win 5       tile 5 completed the hand; win none: nobody says which
  open 2      group 2 lies open; closed 2: concealed; bonus 2: flowers, seasons, animals;
              out 2: not part of the hand
  undo, quit"""
QUESTION = "Enter takes it, ? lists what can be typed: "


class MisunderstoodError(Exception):
    """An answer that means nothing here; its text says why."""


def ask_on_stderr(question: str) -> str:
    """One line from stdin, whether a person or a pipe is there."""
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        sys.stderr.write("\n")
    return line.strip()


def confirmed(reading: RackReading, ask: Ask, console: Console) -> RackReading:
    """The reading as the player says it is. Raises UserError where he gives up."""
    console.print(reading_lines(reading, numbered=True))
    reading = _proposed(reading, ask)
    reading = _doubts_settled(reading, ask, console)
    return _corrected(reading, ask, console)


def _proposed(reading: RackReading, ask: Ask) -> RackReading:
    for proposal in confirm.repair(reading):
        answer = ask(f"{proposal.why} ({proposal.odds:.0%}) y takes it, Enter leaves it: ")
        if answer.lower() in ("y", "yes"):
            return proposal.apply(reading)
    return reading


def _doubts_settled(reading: RackReading, ask: Ask, console: Console) -> RackReading:
    """Asks about each doubtful tile once; tiles are known by their place, numbers may change."""
    asked = set()
    while doubt := next(
        (d for d in reading.doubts if reading.tiles[d.tile].quad not in asked), None
    ):
        asked.add(reading.tiles[doubt.tile].quad)
        reading = _settled(reading, doubt, ask, console)
    return reading


def _settled(reading: RackReading, doubt: Doubt, ask: Ask, console: Console) -> RackReading:
    tile = reading.tiles[doubt.tile]
    seen = ", ".join(likely(tile))
    question = (
        f"tile {doubt.tile + 1}: {doubt.why} ({seen}) "
        f"Enter keeps {tile.face}, or type what it is, - for no tile: "
    )
    while answer := ask(question):
        try:
            if answer == "-":
                return edits.drop(reading, doubt.tile)
            return edits.set_face(reading, doubt.tile, _face(answer))
        except (MisunderstoodError, ValueError) as error:
            console.print(Text(str(error), style="red"))
    kept = tile.face in FACES  # a face that nobody knows stays doubtful
    return edits.set_face(reading, doubt.tile, tile.face) if kept else reading


def _corrected(reading: RackReading, ask: Ask, console: Console) -> RackReading:
    history: list[RackReading] = []
    console.print(reading_lines(reading, numbered=True))
    while answer := ask(QUESTION):
        word = answer.lower()
        if word in ("?", "help"):
            console.print(Text(HELP))
            continue
        if word in ("q", "quit"):
            raise output.UserError("not confirmed, so not scored", output.NO_HAND)
        try:
            if word == "undo":
                reading = _undone(history)
            else:
                changed = edited(reading, answer)
                history.append(reading)
                reading = changed
        except (MisunderstoodError, ValueError) as error:
            console.print(Text(str(error), style="red"))
        else:
            console.print(reading_lines(reading, numbered=True))
    return reading


def _undone(history: list[RackReading]) -> RackReading:
    if not history:
        raise MisunderstoodError("There is nothing to undo")
    return history.pop()


@dataclass(frozen=True, slots=True)
class _Words:
    """An answer's words after the first."""

    words: tuple[str, ...]
    reading: RackReading

    def tile(self) -> int:
        """The index of the tile that the first word numbers."""
        return self._index(0, len(self.reading.tiles), "tile")

    def group(self, place: int, *, new: bool = False) -> int:
        """The index of the group that a word numbers; with `new` also one past the last."""
        return self._index(place, len(self.reading.groups) + new, "group")

    def _index(self, place: int, count: int, what: str) -> int:
        if place >= len(self.words):
            raise MisunderstoodError(f"Which {what}? Give its number")
        word = self.words[place]
        if not (word.isdecimal() and len(word) < 5 and 1 <= int(word) <= count):
            raise MisunderstoodError(f"There is no {what} {word}: they are numbered 1 to {count}")
        return int(word) - 1


def edited(reading: RackReading, answer: str) -> RackReading:
    """The reading after one typed correction. Raises MisunderstoodError or ValueError."""
    first, *rest = answer.split()
    words = _Words(tuple(rest), reading)
    if first.isdecimal():
        if len(rest) != 1:
            raise MisunderstoodError(f"What is tile {first}? Type: {first} B3")
        return edits.set_face(reading, _Words((first,), reading).tile(), _face(rest[0]))
    act = _ACTS.get(first.lower())
    if act is None:
        raise MisunderstoodError(f"'{first}' is not understood; ? lists what can be typed")
    return act(reading, words)


def _add(reading: RackReading, words: _Words) -> RackReading:
    if not words.words:
        raise MisunderstoodError("Add which tile? Type: add B3")
    face = _face(words.words[0])
    if len(words.words) > 1:
        return edits.add(reading, face, words.group(1, new=True))
    tile = to_tile(face)
    kind = GroupKind.BONUS if tile and tile.is_bonus else GroupKind.CONCEALED
    new = len(reading.groups)
    group = next((i for i, each in enumerate(reading.groups) if each.kind is kind), new)
    added = edits.add(reading, face, group)
    return edits.set_kind(added, group, kind) if group == new else added


def _drop(reading: RackReading, words: _Words) -> RackReading:
    return edits.drop(reading, words.tile())


def _move(reading: RackReading, words: _Words) -> RackReading:
    return edits.move(reading, words.tile(), words.group(1, new=True))


def _win(reading: RackReading, words: _Words) -> RackReading:
    none = words.words[:1] == ("none",)
    return edits.mark_winning(reading, None if none else words.tile())


def _open(reading: RackReading, words: _Words) -> RackReading:
    group = words.group(0)
    four = len(reading.groups[group].tiles) == 4
    return edits.set_kind(reading, group, GroupKind.KONG if four else GroupKind.EXPOSED)


def _closed(reading: RackReading, words: _Words) -> RackReading:
    group = words.group(0)
    faces = {reading.tiles[i].face for i in reading.groups[group].tiles} - {FACE_DOWN}
    kong = len(reading.groups[group].tiles) == 4 and len(faces) == 1
    kind = GroupKind.CONCEALED_KONG if kong else GroupKind.CONCEALED
    return edits.set_kind(reading, group, kind)


def _bonus(reading: RackReading, words: _Words) -> RackReading:
    return edits.set_kind(reading, words.group(0), GroupKind.BONUS)


def _out(reading: RackReading, words: _Words) -> RackReading:
    return edits.set_kind(reading, words.group(0), GroupKind.OTHER)


_ACTS: dict[str, Callable[[RackReading, _Words], RackReading]] = {
    "add": _add,
    "drop": _drop,
    "move": _move,
    "win": _win,
    "open": _open,
    "closed": _closed,
    "bonus": _bonus,
    "out": _out,
}


def _face(word: str) -> str:
    """A face as typed: ``B3``, ``3s``, a Unicode tile, ``X`` for one lying face down."""
    if word.upper() == FACE_DOWN:
        return FACE_DOWN
    try:
        tiles = notation.tiles(word)
    except BadNotation as error:
        raise MisunderstoodError(str(error)) from None
    if len(tiles) != 1:
        raise MisunderstoodError(f"'{word}' is {len(tiles)} tiles; type one at a time")
    return tiles[0].value
