"""What the application holds, for its endpoints to ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from mahjonglens.ledger import Ledger
from mahjonglens.web.desk import Desk
from mahjonglens.web.pairing import Pairing
from mahjonglens.web.settings import Settings


@dataclass(frozen=True, slots=True)
class Held:
    """One server's parts."""

    settings: Settings
    ledger: Ledger
    desk: Desk
    pairing: Pairing | None


def held(connection: HTTPConnection) -> Held:
    """The parts of the application that answers this connection."""
    found: Held = connection.app.state.held
    return found


Parts = Annotated[Held, Depends(held)]
