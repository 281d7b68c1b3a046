"""Proposals for a reading as the pages get them: what it may be instead, with its odds."""

from __future__ import annotations

from typing import Any

from vision.confirm import repair
from vision.reading import RackReading

Json = dict[str, Any]
MOST = 30  # tiles in a hand; with more no hand is near, and trying takes long


def proposals_json(reading: RackReading) -> list[Json]:
    """At most three, the most probable first: `changes` (tile and face), `odds` 0..1, `why`."""
    if len(reading.in_hand) > MOST:
        return []
    return [
        {
            "changes": [{"tile": tile, "face": face} for tile, face in each.changes],
            "odds": round(each.odds, 4),
            "why": each.why,
        }
        for each in repair(reading)
    ]
