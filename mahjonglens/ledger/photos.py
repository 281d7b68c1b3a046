"""Photos in the ledger: kept as they were sent, tidied when no hand needs them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from mahjonglens.ledger.errors import LedgerError, NotFound
from mahjonglens.ledger.models import PhotoRow, RackRow

Json = dict[str, Any]
LOOSE_KEPT = 120  # photos that belong to no hand (yet); older ones are dropped


@dataclass(frozen=True, slots=True)
class Labelled:
    """A photo its owner gave for learning. `reading` is the contract's read document, confirmed."""

    number: int
    media_type: str
    content: bytes
    reading: Json


def add(
    session: Session, content: bytes, media_type: str, reading: Json, received: datetime
) -> int:
    """Keep a photo; the oldest that no hand and no label needs make room."""
    row = PhotoRow(
        received=received,
        media_type=media_type,
        sha256=hashlib.sha256(content).hexdigest(),
        content=content,
        reading=reading,
    )
    session.add(row)
    session.flush()
    _tidy(session)
    return row.id


def find(session: Session, number: int) -> PhotoRow:
    """The photo of this number. Raises `NotFound`."""
    row = session.get(PhotoRow, number)
    if row is None:
        raise NotFound(f"There is no photo {number}: take it again")
    return row


def take_back(session: Session, number: int) -> None:
    """Delete a photo with its label; a hand that showed it keeps its score, without the photo."""
    row = find(session, number)
    session.execute(update(RackRow).where(RackRow.photo_id == number).values(photo_id=None))
    session.delete(row)


def labelled(session: Session) -> list[int]:
    """Numbers of the photos given for learning, oldest first."""
    return [
        number
        for number, label in session.execute(
            select(PhotoRow.id, PhotoRow.label).order_by(PhotoRow.id)
        )
        if label is not None
    ]


def as_label(read: Json, confirmed: Json) -> Json:
    """What a label keeps of a confirmed reading: the picture's size, tiles with quads, groups.

    Raises `LedgerError` for a reading that cannot be of the photo that was read as `read`.
    """
    wide, high = read["width"], read["height"]
    if (confirmed["width"], confirmed["height"]) != (wide, high):
        raise LedgerError("This reading is of a photo of another size")
    for tile in confirmed["tiles"]:
        for x, y in tile.get("quad") or ():
            if abs(x - wide / 2) > wide or abs(y - high / 2) > high:
                raise LedgerError("A tile of this reading lies outside the photo")
    return {name: confirmed[name] for name in ("width", "height", "tiles", "groups")}


def corrections(read: Json, confirmed: Json) -> list[Json]:
    """How the player changed the reading: ``{"tile": index, "was": code, "now": code}``.

    Tiles are matched by their quad, which an edit keeps; `was` or `now` is None for a tile that
    was added or removed, and `tile` counts in the reading it is in.
    """
    before = {_place(tile): (index, tile["code"]) for index, tile in enumerate(read["tiles"])}
    found: list[Json] = []
    for index, tile in enumerate(confirmed["tiles"]):
        was = before.pop(_place(tile), (index, None))
        if was[1] != tile["code"]:
            found.append({"tile": index, "was": was[1], "now": tile["code"]})
    found += ({"tile": index, "was": code, "now": None} for index, code in before.values())
    return found


def _place(tile: Json) -> str:
    return repr([[round(float(c), 1) for c in corner] for corner in tile.get("quad") or []])


def _tidy(session: Session) -> None:
    used = select(RackRow.photo_id).where(RackRow.photo_id.is_not(None))
    loose = session.scalars(
        select(PhotoRow)
        .where(PhotoRow.label.is_(None), PhotoRow.id.not_in(used))
        .order_by(PhotoRow.id.desc())
        .offset(LOOSE_KEPT)
    )
    for row in loose:
        session.delete(row)
