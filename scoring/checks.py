"""What cannot be true together about how a hand was won; all of it at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.errors import ContradictoryContext, ImpossibleHand
from scoring.hand import Hand, Problem
from scoring.tiles import Tile
from scoring.win import Context, Declaration, Seat

_DRAWN = {
    Declaration.HEAVEN: "A dealt hand",
    Declaration.LAST_WALL: "The last tile of the wall",
    Declaration.SUPPLEMENT: "A supplement tile",
    Declaration.LOOSE_TILE: "A loose tile",
    Declaration.LOOSE_AFTER_SEASON: "A loose tile",
    Declaration.FA_SEON: "A tile of the flower pile",
}
_CLAIMED = {
    Declaration.EARTH: "The first discard",
    Declaration.LAST_DISCARD: "The last discard",
    Declaration.ROB_KONG: "The tile of a robbed kong",
}
_EXCLUSIVE = (
    (Declaration.LAST_WALL, Declaration.ROB_KONG),
    (Declaration.LAST_DISCARD, Declaration.ROB_KONG),  # the robbed tile was never discarded
)
_REPLACEMENTS = {Declaration.SUPPLEMENT, Declaration.LOOSE_TILE, Declaration.FA_SEON}


def refuse(problems: Sequence[Problem]) -> None:
    """Raise the one error that names all of these problems; none, no error."""
    if not problems:
        return
    text = "; ".join(problem.text for problem in problems)
    of_context = all(problem.what in ("context", "not_a_win") for problem in problems)
    error = (ContradictoryContext if of_context else ImpossibleHand)(text)
    error.problems = tuple(problems)
    raise error


def contradictions(hand: Hand, context: Context) -> tuple[Problem, ...]:
    """Circumstances that exclude each other or the tiles."""
    if context.is_winner and not context.declared and context.dealer is None:
        return ()
    return tuple(
        Problem("context", tiles, text)
        for text, tiles in (*_player(hand, context), *_last_tile(hand, context))
    )


Said = Iterator[tuple[str, tuple[Tile, ...]]]


def _player(hand: Hand, context: Context) -> Said:
    declared = context.declared
    if context.dealer and context.seat is not Seat.EAST:
        yield f"The dealer sits East, not {context.seat}", ()
    if Declaration.HEAVEN in declared and not (context.is_dealer and context.seat is Seat.EAST):
        yield "Only the dealer can be dealt a complete hand", ()
    if Declaration.EARTH in declared and context.is_dealer:
        yield "The dealer cannot win on his own first discard", ()
    if context.is_winner:
        return
    if hand.winning is not None:
        yield f"A hand that did not win has no winning tile {hand.winning}", (hand.winning,)
    if context.self_drawn:
        yield "A hand that did not win has drawn no winning tile", ()
    for declaration in _sorted(declared):
        yield f"A hand that did not win cannot claim {_name(declaration)}", ()


def _last_tile(hand: Hand, context: Context) -> Said:
    declared = context.declared
    tile = () if hand.winning is None else (hand.winning,)
    named = f": {hand.winning}" if tile else ""
    for declaration in _sorted(declared):
        if declaration in _DRAWN and not context.self_drawn:
            yield f"{_DRAWN[declaration]} is drawn, it cannot be a discard{named}", tile
        if declaration in _CLAIMED and context.self_drawn:
            yield f"{_CLAIMED[declaration]} is claimed, it cannot be self-drawn{named}", tile
    for first in (Declaration.HEAVEN, Declaration.EARTH, Declaration.TIANHU):
        for other in _sorted(declared - {Declaration.HEAVEN, Declaration.TIANHU} - {first}):
            if first in declared:
                yield f"{_name(first)} excludes {_name(other)}", ()
        laid = tuple(t for meld in hand.melds if not meld.concealed for t in meld.tiles)
        if first in declared and laid:
            shown = " ".join(map(str, laid))
            yield f"{_name(first)} excludes sets laid open: {shown}", laid
    for one, other in _EXCLUSIVE:
        if one in declared and other in declared:
            yield f"{_name(one)} excludes {_name(other)}{named}", tile
    if declared & _REPLACEMENTS and not hand.kongs and not hand.bonus:
        name = _name(_sorted(declared & _REPLACEMENTS)[0])
        yield f"{name} needs a kong or a bonus tile that it replaces", ()
    if Declaration.ROB_KONG in declared and hand.winning is not None:
        held = hand.tiles.count(hand.winning)
        if held > 1:
            text = f"{hand.winning} cannot be robbed from a kong: {held} of them are in this hand"
            yield text, (hand.winning,) * held


def _sorted(declared: frozenset[Declaration]) -> list[Declaration]:
    return [declaration for declaration in Declaration if declaration in declared]


def _name(declaration: Declaration) -> str:
    return declaration.value.replace("_", " ")
