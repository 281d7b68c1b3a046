"""A game as a table for spreadsheets. (The JSON export is `Ledger.game` as it is.)"""

from __future__ import annotations

import csv
import io
from typing import Any

Json = dict[str, Any]
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(game: Json) -> str:
    """One row for each entry: what happened, what each player gained, the running totals."""
    players = [_safe(name) for name in game["players"]]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(
        (
            *("number", "when", "what", "round", "east", "winner", "discarder", "score"),
            *(f"{name} gains" for name in players),
            *(f"{name} total" for name in players),
            *("payments", "note"),
        )
    )
    for entry, point in zip(game["entries"], game["series"], strict=True):
        winner, discarder = entry["winner"], entry["discarder"]
        writer.writerow(
            (
                entry["number"],
                entry["when"],
                entry["label"],
                entry["round"],
                players[entry["east"]],
                "" if winner is None else players[winner],
                "" if discarder is None else players[discarder],
                "" if winner is None else _number(entry["scores"][winner]),
                *entry["deltas"],
                *point["totals"],
                "; ".join(_payment(payment, game["players"]) for payment in entry["payments"]),
                _safe(entry["note"]),
            )
        )
    return out.getvalue()


def _payment(payment: Json, players: list[str]) -> str:
    text = f"{players[payment['payer']]} to {players[payment['receiver']]}: {payment['amount']}"
    return _safe(text)


def _number(score: Any) -> str:
    return "" if score is None else str(score)


def _safe(text: str) -> str:
    """A name that a spreadsheet would take for a formula gets an apostrophe before it."""
    return f"'{text}" if text.startswith(_FORMULA) else text
