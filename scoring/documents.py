"""Score sheets and settlements as the machine contract prints them."""

from __future__ import annotations

from typing import Any

from scoring.numbers import plain
from scoring.ruleset import Line, ScoreSheet, Unit
from scoring.settle import Settlement

Document = dict[str, Any]


def document_of(sheet: ScoreSheet) -> Document:
    """A score sheet as the contract prints it."""
    tally = sheet.tally
    document: Document = {
        "base_lines": [
            {"line": line.id, "points": plain(line.amount), "tiles": _codes(line)}
            for line in sheet.base_lines
        ],
        "base_total": plain(sheet.points),
        "double_lines": [
            {"line": line.id, "doubles": int(line.amount), "tiles": _codes(line)}
            for line in sheet.double_lines
        ],
        "doubles": sheet.doubles,
        "paper_total": None if sheet.moon_game else tally.paper,
        "total": sheet.total,
        "limit_hand": sheet.limit_hand,
        "moon_game": sheet.moon_game,
        "arrangement": [
            {"type": str(meld.kind), "tiles": list(map(str, meld.tiles)), "state": meld.state}
            for meld in sheet.arrangement
        ],
        "ungrouped": list(map(str, sheet.rest)),
        "capped": tally.capped,
        "steps": list(tally.steps),
        "notes": list(sheet.notes),
    }
    if sheet.rules.name == "singapore":
        before = None if sheet.moon_game else tally.before_doubling
        document["after_x4_rounding_and_50"] = before
        document["dealer_price"] = sheet.dealer_price
    special = [line for line in sheet.lines if line.row.worth.unit in (Unit.LIMIT, Unit.MOON)]
    document["special_lines"] = [{"line": line.id, "tiles": _codes(line)} for line in special]
    return document


def payments_of(settlement: Settlement) -> Document:
    """Payments and net as the contract prints them."""
    return {
        "payments": [
            {
                "payer": str(payment.payer),
                "receiver": str(payment.receiver),
                "amount": payment.amount,
                "why": payment.why,
            }
            for payment in settlement.payments
        ],
        "net": {str(seat): amount for seat, amount in settlement.net.items()},
    }


def _codes(line: Line) -> list[str]:
    return list(map(str, line.tiles))
