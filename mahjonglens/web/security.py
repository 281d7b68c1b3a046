"""The guard before the application: every request passes it, also those for a WebSocket.

In this order: is the Host ours (else a foreign name was pointed at this machine), does the page
that asks belong to us (Origin), is the client within its rates, is it paired, is the body small
enough. What comes back carries a strict content security policy.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mahjonglens.web.pairing import COOKIE, PATH, Pairing
from mahjonglens.web.settings import Limits, Settings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "media-src 'self' blob:",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("permissions-policy", "camera=(self), microphone=(), geolocation=(), payment=()"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
)
_PHOTOS = ("/api/read", "/api/review/shots")  # what sends a whole photo
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_CLIENTS_REMEMBERED = 1024


class Bucket:
    """A token bucket for each client; the clients seen longest ago are forgotten."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """0 if this client may go on, and one token is gone; else the seconds to wait."""
        now = self._clock()
        level, then = self._levels.pop(client, (float(self._burst), now))
        level = min(float(self._burst), level + (now - then) * self._rate)
        allowed = level >= 1
        self._levels[client] = (level - 1 if allowed else level, now)
        while len(self._levels) > _CLIENTS_REMEMBERED:
            self._levels.popitem(last=False)
        return 0.0 if allowed else (1 - level) / self._rate


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer given in the application's place."""

    status: int
    text: str
    retry_after: float = 0.0


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        pairing: Pairing | None = None,
        unpaired_page: str = "",
    ) -> None:
        if settings.paired_only and pairing is None:
            raise ValueError("paired_only needs a Pairing")
        limits = settings.limits
        self._app = app
        self._settings = settings
        self._pairing = pairing
        self._unpaired_page = unpaired_page
        self._requests = Bucket(limits.requests, limits.requests_burst)
        self._files = Bucket(limits.files, limits.files_burst)
        self._photos = Bucket(limits.photos, limits.photos_burst)
        self._pairings = Bucket(limits.pairings, limits.pairings_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or let through with a bounded body and our headers."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is None:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 4000 + refusal.status % 1000})
            return
        if refusal is not None:
            await self._refuse(scope, send, refusal)
            return
        await self._bounded(scope, receive, send)

    def _refusal(self, scope: Scope) -> Refusal | None:
        headers = _headers(scope)
        if headers.get("host", "").lower() not in self._settings.hosts:
            return Refusal(421, "This address is not served here")
        if not self._same_origin(scope, headers):
            return Refusal(403, "Only our own pages may ask for this")
        return self._too_often(scope) or self._not_paired(scope, headers)

    def _same_origin(self, scope: Scope, headers: dict[str, str]) -> bool:
        """A browser names the page that asks, in one of two headers; programs name none."""
        unsafe = scope["type"] == "websocket" or scope["method"] not in _SAFE
        origin = headers.get("origin")
        if origin is not None and (unsafe or origin != "null"):
            return origin.lower() in self._settings.origins
        site = headers.get("sec-fetch-site", "none")
        if unsafe:
            return site in ("same-origin", "none")
        embedded = headers.get("sec-fetch-mode", "navigate") != "navigate"
        return not (embedded and site in ("cross-site", "same-site"))

    def _too_often(self, scope: Scope) -> Refusal | None:
        client = (scope.get("client") or ("unknown",))[0]
        bucket = self._requests
        if scope["path"] in _PHOTOS:
            bucket = self._photos
        elif scope["path"] == PATH:
            bucket = self._pairings
        elif scope["path"].startswith("/static/"):
            bucket = self._files  # a page has dozens of scripts and pictures
        wait = bucket.wait(client)
        return Refusal(429, "Too many requests: wait a moment", wait) if wait else None

    def _not_paired(self, scope: Scope, headers: dict[str, str]) -> Refusal | None:
        if not self._settings.paired_only or self._pairing is None:
            return None
        if scope["path"] == PATH and scope["type"] == "http":
            return None
        if self._pairing.knows(_cookie(headers.get("cookie", ""))):
            return None
        return Refusal(401, "Scan the QR code on the screen of the other machine to pair this one")

    async def _refuse(self, scope: Scope, send: Send, refusal: Refusal) -> None:
        kind, body = "application/json", json.dumps({"error": refusal.text}).encode()
        if refusal.status == 401 and not scope["path"].startswith("/api") and self._unpaired_page:
            kind, body = "text/html; charset=utf-8", self._unpaired_page.encode()
        headers = [("content-type", kind), ("content-length", str(len(body)))]
        if refusal.retry_after:
            headers.append(("retry-after", str(int(refusal.retry_after) + 1)))
        if refusal.status == 413:
            headers.append(("connection", "close"))
        await send(
            {
                "type": "http.response.start",
                "status": refusal.status,
                "headers": _encoded([*headers, *HEADERS, ("cache-control", "no-store")]),
            }
        )
        await send({"type": "http.response.body", "body": body})

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application with a body that ends, as a refusal, where it grows too big."""
        caching = "no-cache" if scope["path"].startswith("/static/") else "no-store"
        bound = _Bound(_body_limit(scope, self._settings.limits), caching, receive, send)
        declared = _headers(scope).get("content-length", "0")
        if declared.isdigit() and int(declared) > bound.limit:
            bound.burst = True
        else:
            with suppress(ClientDisconnect):  # cut off by us, or by a tab that was closed
                await self._app(scope, bound.receive, bound.send)
        if bound.burst and not bound.started:
            text = f"That is too much at once: up to {bound.limit >> 20} MB are accepted"
            await self._refuse(scope, send, Refusal(413, text))


class _Bound:
    """Counts the body as it comes in; adds the headers to what goes out."""

    def __init__(self, limit: int, caching: str, receive: Receive, send: Send) -> None:
        self.limit = limit
        self._caching = caching
        self.burst = False
        self.started = False
        self._seen = 0
        self._receive = receive
        self._send = send

    async def receive(self) -> Message:
        """The next part of the body, or a disconnect once it is too big."""
        if self.burst:
            return {"type": "http.disconnect"}
        message = await self._receive()
        if message["type"] == "http.request":
            self._seen += len(message.get("body", b""))
            if self._seen > self.limit:
                self.burst = True
                return {"type": "http.disconnect"}
        return message

    async def send(self, message: Message) -> None:
        """Pass on, with our headers; nothing of the application's own answer after a burst."""
        if self.burst and not self.started:
            return
        if message["type"] == "http.response.start":
            self.started = True
            given = {name.lower() for name, _ in message.get("headers", ())}
            ours = _encoded((*HEADERS, ("cache-control", self._caching)))
            ours = [(name, value) for name, value in ours if name not in given]
            message = {**message, "headers": [*message.get("headers", ()), *ours]}
        await self._send(message)


def _body_limit(scope: Scope, limits: Limits) -> int:
    return limits.photo_bytes if scope["path"] in _PHOTOS else limits.body_bytes


def _headers(scope: Scope) -> dict[str, str]:
    """Header names in lower case; one that comes twice is joined, so that it matches nothing."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found


def _cookie(header: str) -> str | None:
    try:
        morsel = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return None if morsel is None else morsel.value


def _encoded(headers: Any) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
