"""What proposals of legal hands gain: whole hands right as read, and right if they are accepted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vision import confirm
from vision.data.metrics import Outcome


def proposals(outcomes: Iterable[Outcome]) -> dict[str, object]:
    """Counts of photos: with a proposal, exact as read, exact if the first proposal is accepted;
    how many hands and tiles that would mend, how many it would spoil; how many of the proposals
    were right, beside the odds they were given on average."""
    before = after = mended = spoilt = 0
    tiles = [0, 0]
    odds: list[float] = []
    hits = 0
    for outcome in outcomes:
        before += outcome.exact
        offered = confirm.repair(outcome.reading)
        if not offered:
            after += outcome.exact
            continue
        accepted = replace(outcome, reading=offered[0].apply(outcome.reading))
        after += accepted.exact
        mended += accepted.exact and not outcome.exact
        spoilt += outcome.exact and not accepted.exact
        was, now = _right(outcome), _right(accepted)
        tiles[0] += len(now - was)
        tiles[1] += len(was - now)
        odds.append(offered[0].odds)
        hits += now >= {tile for tile, _ in offered[0].changes}
    return {
        "photos": len(odds),
        "exact_as_read": before,
        "exact_if_accepted": after,
        "hands_mended": mended,
        "hands_spoilt": spoilt,
        "tiles_mended": tiles[0],
        "tiles_spoilt": tiles[1],
        "right": hits,
        "mean_odds": round(sum(odds) / len(odds), 3) if odds else None,
    }


def _right(outcome: Outcome) -> set[int]:
    """Tiles (indices of the reading) that have their true face."""
    return {outcome.matches[i] for i in outcome.wanted if outcome.right(i)}
