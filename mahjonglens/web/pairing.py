"""One-time pairing keys for phones, and the cookies that paired phones keep."""

from __future__ import annotations

import hashlib
import hmac
import io
import secrets
import threading
from collections.abc import Callable
from typing import Protocol

import segno

COOKIE = "__Host-mahjonglens"
COOKIE_SECONDS = 90 * 24 * 3600
PATH = "/pair"


class Devices(Protocol):
    """Where paired phones are remembered: the ledger."""

    def add_device(self, token_hash: str) -> None: ...
    def devices(self) -> set[str]: ...


class Pairing:
    """The key that is valid now, and the phones that used one. Safe from several threads.

    A key works once; using it makes the next. `announce` is told each new link, so that the
    terminal always shows one that works.
    """

    def __init__(
        self, base: str, devices: Devices, announce: Callable[[str], None] = lambda link: None
    ) -> None:
        self._base = base.rstrip("/")
        self._devices = devices
        self._announce = announce
        self._lock = threading.Lock()
        self._known = devices.devices()
        self._key = secrets.token_urlsafe(24)

    @property
    def link(self) -> str:
        """The address that pairs the next phone."""
        return f"{self._base}{PATH}?key={self._key}"

    def redeem(self, key: str) -> str | None:
        """The cookie's value for a phone with the right key, None for a wrong or used one."""
        with self._lock:
            if not hmac.compare_digest(key.encode(), self._key.encode()):
                return None
            self._key = secrets.token_urlsafe(24)
            token = secrets.token_urlsafe(32)
            self._devices.add_device(_hash(token))
            self._known.add(_hash(token))
        self._announce(self.link)
        return token

    def knows(self, token: str | None) -> bool:
        """Is this the cookie of a paired phone?"""
        return token is not None and _hash(token) in self._known


def qr_svg(link: str) -> str:
    """A QR code as a stand-alone SVG picture."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=6, xmldecl=False, svgns=True)
    return out.getvalue().decode()


def qr_text(link: str) -> str:
    """A QR code in block characters, for a terminal."""
    out = io.StringIO()
    segno.make(link, error="l").terminal(out, compact=True, border=2)
    return out.getvalue()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
