"""Everything that is kept, in one SQLite file. Each public method is one transaction.

Safe from several threads at once, and from several processes on the same file. A method that
returned has written to the disk; one that raised has written nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session, sessionmaker

from mahjonglens.ledger import game as play
from mahjonglens.ledger import photos, view
from mahjonglens.ledger.deal import Deal, settle_deal, settle_event
from mahjonglens.ledger.errors import Moved, NotFound
from mahjonglens.ledger.game import Entry, EntryKind, State, Transfer
from mahjonglens.ledger.models import DeviceRow, EntryRow, GameRow, PaymentRow, RackRow
from mahjonglens.ledger.schema import empty_log, open_engine
from scoring.rulesets import find

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """What lay behind a rack: the photo and its reading as the player corrected it."""

    reading: Json | None = None
    photo: int | None = None
    consent: bool = False


@dataclass(frozen=True, slots=True)
class HandIn:
    """A hand to be written down. `hand_number` guards against entering the same hand twice."""

    key: str
    deal: Deal
    shown: Mapping[int, Shown] = field(default_factory=dict)
    hand_number: int | None = None
    note: str = ""


class Ledger:
    """An open ledger. Close it, or use it in a ``with``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._engine = open_engine(path)
        self._sessions = sessionmaker(self._engine, expire_on_commit=False)

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """One transaction: committed at the end, rolled back by an exception."""
        with self._sessions.begin() as session:
            yield session

    # --- games ---------------------------------------------------------------------------------

    def create_game(
        self,
        players: Sequence[str],
        rules: str,
        options: Mapping[str, Any] | None = None,
        *,
        draw_keeps_dealer: bool = False,
    ) -> Json:
        """Begin a game. Raises `LedgerError` about the names, `ScoringError` about the rules."""
        names = play.check_players(players)
        table = find(rules)
        table.resolve(options or {})
        now = _now()
        row = GameRow(
            created=now,
            changed=now,
            rules=table.name,
            options=dict(options or {}),
            players=list(names),
            draw_keeps_dealer=draw_keeps_dealer,
        )
        with self.transaction() as session:
            session.add(row)
            session.flush()
            return view.game(row)

    def games(self) -> list[Json]:
        """All games, the one last played first."""
        with self.transaction() as session:
            rows = session.scalars(select(GameRow).order_by(GameRow.changed.desc()))
            return [view.summary(row) for row in rows]

    def game(self, number: int) -> Json:
        """One game with everything in it."""
        with self.transaction() as session:
            return view.game(_game(session, number))

    def delete_game(self, number: int) -> None:
        """Forget a game; its photos go with the next tidying."""
        with self.transaction() as session:
            session.delete(_game(session, number))

    # --- entries -------------------------------------------------------------------------------

    def preview_hand(self, number: int, hand: HandIn) -> Json:
        """What `add_hand` would write, without writing."""
        session = self._sessions()
        try:
            return _write_hand(session, number, hand)
        finally:
            session.rollback()
            session.close()

    def add_hand(self, number: int, hand: HandIn) -> Json:
        """Score, settle and write a hand: photo, reading, corrections, sheets and payments."""
        with self.transaction() as session:
            return _write_hand(session, number, hand)

    def add_draw(self, number: int, key: str, note: str = "") -> Json:
        """Nobody won this hand."""
        with self.transaction() as session:
            row = _game(session, number)
            if (known := _known(row, key)) is not None:
                return view.both(row, known)
            _open_state(row)
            return _add(session, row, _entry_row(row, key, Entry(EntryKind.DRAW), note))

    def add_event(self, number: int, key: str, event: Json, note: str = "") -> Json:
        """An instant payment or penalty that the rules know, see `RuleSet.events`."""
        with self.transaction() as session:
            row = _game(session, number)
            if (known := _known(row, key)) is not None:
                return view.both(row, known)
            entry = settle_event(event, _open_state(row), row.rules, row.options)
            return _add(session, row, _entry_row(row, key, entry, note or event["type"]))

    def add_payments(self, number: int, key: str, transfers: Sequence[Transfer], note: str) -> Json:
        """Payments the table agreed on, whatever the rules say."""
        with self.transaction() as session:
            row = _game(session, number)
            if (known := _known(row, key)) is not None:
                return view.both(row, known)
            entry = Entry(EntryKind.MANUAL, tuple(transfers))
            return _add(session, row, _entry_row(row, key, entry, note))

    def undo(self, number: int) -> Json:
        """Take back the last entry; `redo` brings it back until something else is entered."""
        with self.transaction() as session:
            row = _game(session, number)
            live = [entry for entry in row.entries if not entry.undone]
            if not live:
                raise Moved("There is nothing to undo")
            live[-1].undone = True
            row.changed = _now()
            session.flush()
            return {"undone": view.entry_alone(row, live[-1]), "game": view.game(row)}

    def redo(self, number: int) -> Json:
        """Bring back the entry that was undone last."""
        with self.transaction() as session:
            row = _game(session, number)
            undone = [entry for entry in row.entries if entry.undone]
            if not undone:
                raise Moved("There is nothing to bring back")
            undone[0].undone = False
            row.changed = _now()
            session.flush()
            return view.both(row, undone[0])

    # --- photos --------------------------------------------------------------------------------

    def add_photo(self, content: bytes, media_type: str, reading: Json) -> int:
        """Keep a photo for the hand it may become part of; returns its number."""
        with self.transaction() as session:
            return photos.add(session, content, media_type, reading, _now())

    def photo(self, number: int) -> tuple[str, bytes]:
        """(media type, content) of a photo."""
        with self.transaction() as session:
            row = photos.find(session, number)
            return row.media_type, row.content

    def label_photo(self, number: int, reading: Json) -> None:
        """Its owner confirmed this reading and lets us learn from it."""
        with self.transaction() as session:
            row = photos.find(session, number)
            row.label = photos.as_label(row.reading, reading)

    def take_back(self, number: int) -> None:
        """Its owner takes a photo back: it goes with its label, and nothing of it stays on disk."""
        with self.transaction() as session:
            photos.take_back(session, number)
        empty_log(self._engine)

    def labelled_photos(self) -> Iterator[photos.Labelled]:
        """Every photo given for learning, with its confirmed reading."""
        with self.transaction() as session:
            numbers = photos.labelled(session)
        for number in numbers:
            with self.transaction() as session:
                row = photos.find(session, number)
                yield photos.Labelled(number, row.media_type, row.content, row.label or {})

    # --- paired phones -------------------------------------------------------------------------

    def add_device(self, token_hash: str) -> None:
        """Remember a paired phone."""
        with self.transaction() as session:
            session.add(DeviceRow(token_hash=token_hash, paired=_now()))

    def devices(self) -> set[str]:
        """The token hashes of all paired phones."""
        with self.transaction() as session:
            return set(session.scalars(select(DeviceRow.token_hash)))

    def forget_devices(self) -> int:
        """Every phone must be paired again; returns how many there were."""
        with self.transaction() as session:
            count = session.scalar(select(func.count()).select_from(DeviceRow)) or 0
            session.execute(delete(DeviceRow))
            return count


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


def _game(session: Session, number: int) -> GameRow:
    row = session.get(GameRow, number)
    if row is None:
        raise NotFound(f"There is no game {number}")
    return row


def _known(row: GameRow, key: str) -> EntryRow | None:
    """The entry a repeated request has already made."""
    known = next((entry for entry in row.entries if entry.key == key), None)
    if known is not None and known.undone:
        raise Moved("This entry was made and then undone")
    return known


def _open_state(row: GameRow) -> State:
    """The state now. Raises `Moved` when the game is over."""
    state = view.states(row)[-1]
    if state.finished:
        raise Moved("The game is over: begin a new one, or undo the last hand")
    return state


def _entry_row(row: GameRow, key: str, entry: Entry, note: str) -> EntryRow:
    return EntryRow(
        key=key,
        number=1 + sum(not each.undone for each in row.entries),
        kind=str(entry.kind),
        happened=_now(),
        winner=entry.winner,
        discarder=None,
        scores=[None] * play.PLAYERS,
        note=note,
        undone=False,
        payments=[
            PaymentRow(payer=t.payer, receiver=t.receiver, amount=t.amount, why=t.why)
            for t in entry.transfers
        ],
        racks=[],
    )


def _add(session: Session, row: GameRow, entry: EntryRow) -> Json:
    """Append an entry; what was undone before it can no longer be brought back."""
    row.entries[:] = [each for each in row.entries if not each.undone]
    session.flush()
    row.entries.append(entry)
    row.changed = entry.happened
    session.flush()
    return view.both(row, entry)


def _write_hand(session: Session, number: int, hand: HandIn) -> Json:
    row = _game(session, number)
    if (known := _known(row, hand.key)) is not None:
        return view.both(row, known)
    state = _open_state(row)
    if hand.hand_number is not None and hand.hand_number != state.hand_number:
        raise Moved(
            f"Hand {hand.hand_number} is already written down; the game is at "
            f"hand {state.hand_number}"
        )
    outcome = settle_deal(hand.deal, state, row.rules, row.options)
    entry = _entry_row(row, hand.key, outcome.entry, " ".join((hand.note, *outcome.notes)).strip())
    entry.discarder = hand.deal.discarder
    entry.scores = outcome.scores()
    for player, rack in outcome.racks.items():
        shown = hand.shown.get(player, Shown())
        entry.racks.append(
            RackRow(
                player=player,
                record=rack.record,
                sheet=rack.document,
                reading=shown.reading,
                corrections=_take_photo(session, shown),
                photo_id=shown.photo,
            )
        )
    return _add(session, row, entry)


def _take_photo(session: Session, shown: Shown) -> list[Any]:
    """The corrections the player made to the photo's reading; with consent it becomes a label."""
    if shown.photo is None:
        return []
    photo = photos.find(session, shown.photo)
    if shown.reading is None:
        return []
    if shown.consent:
        photo.label = photos.as_label(photo.reading, shown.reading)
    return photos.corrections(photo.reading, shown.reading)
