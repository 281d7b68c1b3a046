"""What the ledger can refuse.

LedgerError
├── NotFound    there is no such game, photo or entry
└── Moved       the game is no longer where the request thought it was
"""

from __future__ import annotations


class LedgerError(Exception):
    """Base of all errors of the ledger; its text is one sentence for the player."""


class NotFound(LedgerError):
    """No such game, photo or entry."""


class Moved(LedgerError):
    """Someone else's phone was faster, or there is nothing to undo."""
