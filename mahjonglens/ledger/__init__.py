"""The ledger: games of four named players, every hand with its photo, sheet and payments.

`game` says how a game moves, `deal` scores and settles one hand, `store` keeps it all in one
SQLite file, `export` writes it out.
"""

from __future__ import annotations

from mahjonglens.ledger.errors import LedgerError, Moved, NotFound
from mahjonglens.ledger.store import Ledger

__all__ = ["Ledger", "LedgerError", "Moved", "NotFound"]
