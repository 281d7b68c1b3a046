"""A real server, killed while phones save: what was answered as saved is there afterwards."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from mahjonglens.ledger import Ledger

ROOT = Path(__file__).parents[2]
START = (
    "import sys; from pathlib import Path; from mahjonglens import serve_cli; "
    "serve_cli.serve(port=int(sys.argv[1]), lan=sys.argv[3] == 'lan', address=None, "
    "data=Path(sys.argv[2]), forget=False)"
)
WIN = "B111 B999 B333 B7 [B555] +B7"
Json = dict[str, Any]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def server(data: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The real server in a process of its own; killed at the end, without a chance to tidy up."""
    running = subprocess.Popen(
        [sys.executable, "-c", START, str(port), str(data), ""],
        cwd=ROOT,
        env={**os.environ, "MAHJONGLENS_MODELS": str(data)},  # no models: nothing to wait for
        stdout=subprocess.DEVNULL,
    )
    try:
        for _ in range(600):
            try:
                httpx.get(f"http://127.0.0.1:{port}/api/status", timeout=5)
                break
            except httpx.TransportError:
                assert running.poll() is None, "the server ended by itself"
                time.sleep(0.1)
        else:
            pytest.fail("the server did not start")
        yield running
    finally:
        running.send_signal(signal.SIGKILL)
        running.wait()


class Phone(threading.Thread):
    """Saves hands and payments one after another until nobody answers; remembers the answers."""

    def __init__(self, base: str, game: int, name: str) -> None:
        super().__init__()
        self.base, self.game, self.phone = base, game, name
        self.saved: list[Json] = []
        self.sent = 0

    def run(self) -> None:
        path = f"{self.base}/api/games/{self.game}"
        with httpx.Client(timeout=20) as client:
            while True:
                self.sent += 1
                key = f"{self.phone}-{self.sent}"
                hand = {"key": key, "winner": 0, "discarder": 2, "hands": {"0": {"notation": WIN}}}
                pay = {"key": key, "payments": [{"payer": 1, "receiver": 3, "amount": self.sent}]}
                kind, body = ("hands", hand) if self.sent % 2 else ("payments", pay)
                try:
                    answer = client.post(f"{path}/{kind}", json=body)
                except httpx.TransportError:
                    return
                assert answer.status_code == 201, answer.text
                self.saved.append(answer.json()["entry"])


def settled(entry: Json) -> Json:
    """What of an entry does not depend on the entries of other phones."""
    return {name: entry[name] for name in ("id", "kind", "deltas", "payments", "hands", "scores")}


def test_what_was_answered_as_saved_survives_a_kill(tmp_path: Path) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    kept: dict[int, Json] = {}
    sent, game = 0, 0
    for turn, pause in enumerate((0.3, 0.11, 0.53, 0.0)):
        with server(tmp_path, port) as running:
            if not game:
                players = ["Ann", "Ben", "Cy", "Di"]
                made = httpx.post(
                    f"{base}/api/games", json={"players": players, "rules": "goulash"}
                )
                game = made.json()["id"]
            found = httpx.get(f"{base}/api/games/{game}", timeout=20).json()
            check(found, kept, sent)
            phones = [Phone(base, game, f"{turn}-{number}") for number in range(3)]
            for phone in phones:
                phone.start()
            while not all(phone.saved for phone in phones):
                time.sleep(0.02)
            time.sleep(pause)  # anywhere in the middle of things
            running.send_signal(signal.SIGKILL)
            for phone in phones:
                phone.join()
                sent += phone.sent
                kept |= {entry["id"]: settled(entry) for entry in phone.saved}
    assert kept
    with Ledger(tmp_path / "games.sqlite") as ledger:
        check(ledger.game(game), kept, sent)
    raw = sqlite3.connect(tmp_path / "games.sqlite")
    assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    raw.close()


def check(game: Json, kept: dict[int, Json], sent: int) -> None:
    """Everything answered is there as it was, and nothing is there by halves."""
    after = {entry["id"]: settled(entry) for entry in game["entries"]}
    assert {number: after[number] for number in kept} == kept
    assert len(after) <= sent  # what was on its way may have arrived, but only once
    for entry in after.values():
        assert sum(entry["deltas"]) == 0
        assert entry["payments"]
        assert (entry["kind"] == "hand") == bool(entry["hands"])
    columns = zip([0] * 4, *(entry["deltas"] for entry in after.values()), strict=True)
    assert game["totals"] == [sum(column) for column in columns]
