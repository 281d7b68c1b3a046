"""A real server: who can reach it, and how a phone gets in over HTTPS."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from mahjonglens.web.certificate import lan_address

ROOT = Path(__file__).parents[2]
START = (
    "import sys; from pathlib import Path; from mahjonglens import serve_cli; "
    "serve_cli.serve(port=int(sys.argv[1]), lan=sys.argv[3] == 'lan', "
    "address='127.0.0.1' if sys.argv[3] == 'lan' else None, data=Path(sys.argv[2]), forget=False)"
)


@contextmanager
def server(data: Path, *, lan: bool) -> Iterator[tuple[int, list[str]]]:
    """(port, what it printed until it listened)."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    running = subprocess.Popen(
        [sys.executable, "-u", "-c", START, str(port), str(data), "lan" if lan else ""],
        cwd=ROOT,
        env={**os.environ, "MAHJONGLENS_MODELS": str(data)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    try:
        printed: list[str] = []
        for line in running.stdout:
            printed.append(line)
            if f"{port}" in line:
                break
        yield port, printed
    finally:
        running.send_signal(signal.SIGINT)
        assert running.wait(20) is not None
        running.stdout.close()


def test_only_this_machine_is_served_unless_told(tmp_path: Path) -> None:
    with server(tmp_path, lan=False) as (port, printed):
        assert f"http://localhost:{port}" in "".join(printed)
        assert httpx.get(f"http://127.0.0.1:{port}/api/status", timeout=20).status_code == 200
        for address in {"127.0.0.2", lan_address()} - {"127.0.0.1"}:
            with (
                pytest.raises(ConnectionRefusedError),
                socket.create_connection((address, port), timeout=5),
            ):
                pass


def test_a_phone_gets_in_over_https_with_the_code_only(tmp_path: Path) -> None:
    with server(tmp_path, lan=True) as (port, printed):
        text = "".join(printed)
        link = re.search(r"https://\S+", text)
        assert link is not None
        assert "█" in text or "▀" in text  # the QR code
        trust = ssl.create_default_context(cafile=tmp_path / "certificate.pem")
        base = f"https://127.0.0.1:{port}"
        socket_url = f"wss://127.0.0.1:{port}/api/live"
        with httpx.Client(verify=trust, timeout=20) as stranger:
            assert stranger.get(base).status_code == 401
            assert stranger.get(f"{base}/static/app.css").status_code == 401
        with pytest.raises(InvalidStatus), connect(socket_url, ssl=trust):
            pass
        with httpx.Client(verify=trust, timeout=20, follow_redirects=True) as phone:
            assert phone.get(link[0]).status_code == 200
            assert phone.get(f"{base}/static/app.css").status_code == 200
            cookie = "; ".join(f"{each.name}={each.value}" for each in phone.cookies.jar)
        with connect(socket_url, ssl=trust, additional_headers={"cookie": cookie}) as camera:
            camera.send(b"no picture")
            assert "error" in str(camera.recv(20))
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/", timeout=20)
