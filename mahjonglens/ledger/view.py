"""Rows of the ledger as the JSON of the API and the exports."""

from __future__ import annotations

from typing import Any

from mahjonglens.ledger.deal import losers_count
from mahjonglens.ledger.game import PLAYERS, Entry, EntryKind, State, Transfer, replay
from mahjonglens.ledger.models import EntryRow, GameRow, RackRow
from scoring.rulesets import find

Json = dict[str, Any]
_LABELS = {
    EntryKind.DRAW: "Hand {hand}, nobody won",
    EntryKind.HAND: "Hand {hand}",
    EntryKind.EVENT: "Instant payment",
    EntryKind.MANUAL: "Agreed payment",
}


def live(row: GameRow) -> list[EntryRow]:
    """The entries that count, in order."""
    return [entry for entry in row.entries if not entry.undone]


def states(row: GameRow) -> list[State]:
    """The state before each entry that counts and, last, the one now."""
    entries = (_entry(entry) for entry in live(row))
    return replay(entries, draw_keeps_dealer=row.draw_keeps_dealer)


def game(row: GameRow) -> Json:
    """A game with everything in it."""
    counted, path = live(row), states(row)
    entries = [_entry_json(entry, before) for entry, before in zip(counted, path, strict=False)]
    return {
        **_head(row, path[-1]),
        "options": row.options,
        "draw_keeps_dealer": row.draw_keeps_dealer,
        "losers_count": losers_count(find(row.rules), row.options),
        **_standing(path[-1]),
        "dealer_streak": path[-1].streak,
        "series": [
            {"entry": entry["number"], "label": entry["label"], "totals": list(after.totals)}
            for entry, after in zip(entries, path[1:], strict=True)
        ],
        "entries": entries,
        "can_undo": bool(counted),
        "can_redo": any(entry.undone for entry in row.entries),
    }


def summary(row: GameRow) -> Json:
    """A game in a list of games."""
    hands = sum(EntryKind(entry.kind).ends_hand for entry in live(row))
    return {**_head(row, states(row)[-1]), "hands": hands}


def both(row: GameRow, entry: EntryRow) -> Json:
    """An entry that was just made, and the game with it."""
    return {"entry": entry_alone(row, entry), "game": game(row)}


def entry_alone(row: GameRow, entry: EntryRow) -> Json:
    """One entry, also one that was just undone."""
    counted = live(row)
    place = counted.index(entry) if entry in counted else len(counted)
    return _entry_json(entry, states(row)[place])


def _head(row: GameRow, now: State) -> Json:
    return {
        "id": row.id,
        "created": f"{row.created.isoformat(timespec='seconds')}Z",
        "changed": f"{row.changed.isoformat(timespec='seconds')}Z",
        "rules": row.rules,
        "players": row.players,
        "totals": list(now.totals),
        "finished": now.finished,
    }


def _standing(state: State) -> Json:
    return {
        "round": str(state.round),
        "hand_number": state.hand_number,
        "east": state.east,
        "seats": {str(state.seat(player)): player for player in range(PLAYERS)},
    }


def _entry(row: EntryRow) -> Entry:
    transfers = (Transfer(p.payer, p.receiver, p.amount, p.why) for p in row.payments)
    return Entry(EntryKind(row.kind), tuple(transfers), row.winner)


def _entry_json(row: EntryRow, before: State) -> Json:
    entry = _entry(row)
    label = _LABELS[entry.kind].format(hand=before.hand_number)
    return {
        "id": row.id,
        "number": row.number,
        "kind": row.kind,
        "when": f"{row.happened.isoformat(timespec='seconds')}Z",
        "label": label,
        **_standing(before),
        "winner": row.winner,
        "discarder": row.discarder,
        "self_drawn": row.discarder is None if row.winner is not None else None,
        "scores": row.scores,
        "deltas": list(entry.deltas),
        "payments": [
            {"payer": t.payer, "receiver": t.receiver, "amount": t.amount, "why": t.why}
            for t in entry.transfers
        ],
        "hands": {str(rack.player): _rack(rack) for rack in row.racks},
        "note": row.note,
    }


def _rack(row: RackRow) -> Json:
    record = row.record or {}
    return {
        "hand": record.get("hand"),
        "flowers": record.get("flowers", []),
        "context": record.get("context"),
        "sheet": row.sheet,
        "explain": (row.sheet or {}).get("explain", []),
        "reading": row.reading,
        "photo": row.photo_id,
        "corrections": row.corrections,
    }
