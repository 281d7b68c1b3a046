"""The HTTP server around the application."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from mahjonglens.ledger import Ledger
from mahjonglens.web.app import create_app
from mahjonglens.web.desk import Desk
from mahjonglens.web.pairing import Pairing
from mahjonglens.web.settings import Limits, Settings, hosts_for


@dataclass(frozen=True, slots=True)
class Listening:
    """Sockets that are open already, the names they go by, and the certificate for HTTPS."""

    names: tuple[str, ...]
    port: int
    sockets: list[socket.socket]
    certificate: tuple[Path, Path] | None = None


def run(
    ledger: Ledger,
    listening: Listening,
    pairing: Pairing | None = None,
    *,
    desk: Desk | None = None,
    limits: Limits | None = None,
    dataset: Path | None = None,
) -> None:
    """Serve until a signal ends it; with `pairing` nothing is served to a stranger."""
    limits = limits or Limits()
    secure = listening.certificate is not None
    settings = Settings(
        hosts_for(listening.names, listening.port, secure=secure),
        secure=secure,
        paired_only=pairing is not None,
        limits=limits,
        dataset=dataset,
    )
    desk = desk or Desk(waiting=limits.photos_waiting)
    certificate, key = listening.certificate or (None, None)
    config = uvicorn.Config(
        create_app(settings, ledger, desk, pairing),
        ssl_certfile=certificate,
        ssl_keyfile=key,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nobody stands between us and the phone, so nobody speaks for it
        ws="websockets-sansio",
        ws_max_size=limits.frame_bytes,
        limit_concurrency=256,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    uvicorn.Server(config).run(sockets=listening.sockets)
