"""Games: begin, write down, undo, take up again, export."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse, Response

from mahjonglens.ledger import LedgerError, Moved, NotFound, export
from mahjonglens.ledger.deal import Deal, Rack
from mahjonglens.ledger.game import Transfer
from mahjonglens.ledger.store import HandIn, Shown
from mahjonglens.web import problems
from mahjonglens.web.hands import reading_json, said, source_record
from mahjonglens.web.schemas import (
    DrawEntry,
    EventEntry,
    GameRequest,
    HandEntry,
    Json,
    PaymentsEntry,
    RackRequest,
)
from mahjonglens.web.state import Parts
from scoring import ScoringError
from vision.errors import NoHand

router = APIRouter(prefix="/games", tags=["games"])
GameId = Annotated[int, Path(ge=1, le=2**62)]


@router.get("", summary="All games")
def games(parts: Parts) -> Json:
    """All games, the one last played first."""
    return {"games": parts.ledger.games()}


@router.post("", status_code=201, summary="Begin a game")
def create(parts: Parts, given: GameRequest) -> Json:
    """Four players in seating order; the first sits East."""
    return parts.ledger.create_game(
        given.players, given.rules, given.options, draw_keeps_dealer=given.draw_keeps_dealer
    )


@router.get("/{game}", summary="One game")
def one(parts: Parts, game: GameId) -> Json:
    """Seats, totals and every entry."""
    return parts.ledger.game(game)


@router.delete("/{game}", status_code=204, summary="Forget a game")
def forget(parts: Parts, game: GameId) -> None:
    """The game and all its entries are gone."""
    parts.ledger.delete_game(game)


@router.post(
    "/{game}/hands",
    status_code=201,
    summary="Write down a finished hand",
    responses={200: {"description": "Only a preview, or nothing new"}},
)
def add_hand(
    parts: Parts, game: GameId, given: HandEntry, preview: bool = Query(False)
) -> JSONResponse:
    """Score and settle a hand; safe to repeat with its key.

    With `preview` nothing is written, and a hand that is no win yet is no failure: the answer is
    200 with only `error` and the `problems` it sums up.
    """
    if not preview:
        return JSONResponse(parts.ledger.add_hand(game, _hand(given)), 201)
    try:
        return JSONResponse(parts.ledger.preview_hand(game, _hand(given)), 200)
    except (NotFound, Moved):
        raise
    except (ScoringError, NoHand, LedgerError) as problem:
        return JSONResponse(problems.draft(problem), 200)


@router.post("/{game}/draws", status_code=201, summary="Write down a hand nobody won")
def add_draw(parts: Parts, game: GameId, given: DrawEntry) -> Json:
    """Nobody pays; the deal passes as the game's setting says."""
    return parts.ledger.add_draw(game, given.key, given.note)


@router.post("/{game}/events", status_code=201, summary="An instant payment or a penalty")
def add_event(parts: Parts, game: GameId, given: EventEntry) -> Json:
    """What the rules pay at once; see `events` of the rule set."""
    event = given.model_dump(exclude={"key", "note"}, exclude_none=True)
    return parts.ledger.add_event(game, given.key, event, given.note)


@router.post("/{game}/payments", status_code=201, summary="Payments the table agreed on")
def add_payments(parts: Parts, game: GameId, given: PaymentsEntry) -> Json:
    """Any payments between the four, for house rules."""
    transfers = [
        Transfer(each.payer, each.receiver, each.amount, given.why) for each in given.payments
    ]
    return parts.ledger.add_payments(game, given.key, transfers, given.why)


@router.post("/{game}/undo", summary="Take back the last entry")
def undo(parts: Parts, game: GameId) -> Json:
    """Until something else is entered, `redo` brings it back."""
    return parts.ledger.undo(game)


@router.post("/{game}/redo", summary="Bring back what was undone")
def redo(parts: Parts, game: GameId) -> Json:
    """The entry undone last."""
    return parts.ledger.redo(game)


@router.get(
    "/{game}/export.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}},
    summary="The game as a table",
)
def export_csv(parts: Parts, game: GameId) -> Response:
    """One row for each entry, for spreadsheets."""
    text = export.to_csv(parts.ledger.game(game))
    return Response(
        text.encode("utf-8-sig"), media_type="text/csv", headers=_attachment(game, "csv")
    )


@router.get("/{game}/export.json", summary="The game as JSON")
def export_json(parts: Parts, game: GameId) -> JSONResponse:
    """Everything but the photos."""
    return JSONResponse(parts.ledger.game(game), headers=_attachment(game, "json"))


def _attachment(game: int, kind: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="mahjong-game-{game}.{kind}"'}


def _hand(given: HandEntry) -> HandIn:
    """A request as the ledger takes it."""
    return HandIn(
        key=given.key,
        deal=Deal(
            winner=given.winner,
            discarder=given.discarder,
            racks={int(player): _rack(rack) for player, rack in given.hands.items()},
            circumstances=said(given.context),
            dead=() if given.dead is None else (given.dead,),
        ),
        shown={int(player): _shown(rack) for player, rack in given.hands.items()},
        hand_number=given.hand_number,
        note=given.note,
    )


def _rack(given: RackRequest) -> Rack:
    """A hand in any form, or a score. A reading beside a hand is only kept with it."""
    hand_given = given.hand is not None or given.notation is not None
    if given.score is not None:
        if hand_given:
            raise ScoringError("Give a hand or a score, not both")
        return Rack(score=given.score)
    if not hand_given and given.reading is None:
        return Rack(score=0)
    source = given.model_copy(update={"reading": None}) if hand_given else given
    hand, flowers = source_record(source)
    return Rack(hand, tuple(flowers))


def _shown(given: RackRequest) -> Shown:
    reading = None if given.reading is None else reading_json(given.reading)
    return Shown(reading, given.photo, given.consent)
