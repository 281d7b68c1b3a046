"""What a server is allowed to do and how much, decided once when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what one client, or all together, may ask for. Sizes in bytes, rates a second."""

    photo_bytes: int = 30 * MIB
    body_bytes: int = 2 * MIB
    frame_bytes: int = 4 * MIB
    requests: float = 50.0
    requests_burst: int = 400
    files: float = 200.0
    files_burst: int = 2000
    photos: float = 4.0
    photos_burst: int = 40
    pairings: float = 0.1
    pairings_burst: int = 10
    photos_waiting: int = 32
    cameras: int = 8
    idle_seconds: float = 300.0
    send_seconds: float = 20.0


@dataclass(frozen=True, slots=True)
class Settings:
    """`hosts` are the Host headers that are ours, with port; `secure` is HTTPS.

    `paired_only`: nothing is served without the cookie that a pairing key gave. `dataset` is the
    folder of a dataset to review, None for none.
    """

    hosts: frozenset[str]
    secure: bool = False
    paired_only: bool = False
    limits: Limits = field(default_factory=Limits)
    dataset: Path | None = None

    @property
    def origins(self) -> frozenset[str]:
        """The origins of our own pages."""
        scheme = "https" if self.secure else "http"
        return frozenset(f"{scheme}://{host}" for host in self.hosts)


def hosts_for(addresses: tuple[str, ...], port: int, *, secure: bool) -> frozenset[str]:
    """Host headers that a browser sends for these addresses; the default port is left out."""
    named = {f"[{address}]" if ":" in address else address for address in addresses}
    hosts = {f"{address}:{port}" for address in named}
    if port == (443 if secure else 80):
        hosts |= named
    return frozenset(hosts)
