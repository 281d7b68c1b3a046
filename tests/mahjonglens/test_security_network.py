"""A real server: who can reach it, and how a phone gets in over HTTPS."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from mahjonglens.web.certificate import lan_address

ROOT = Path(__file__).parents[2]
START = (
    "import sys; from pathlib import Path; from mahjonglens import serve_cli; "
    "serve_cli.serve(port=int(sys.argv[1]), lan=sys.argv[3] == 'lan', "
    "address=sys.argv[4] or None, data=Path(sys.argv[2]), forget=False)"
)
PRIVATE = (
    "/",
    "/live",
    "/game",
    "/labels",
    "/practice/goulash",
    "/rules/goulash",
    "/static/app.css",
    "/static/home.js",
    "/static/tiles/B1.svg",
    "/api/status",
    "/api/openapi.json",
    "/api/games",
    "/api/photos/1",
    "/api/labels/export",
    "/nowhere",
)


@contextmanager
def server(data: Path, *, lan: bool, address: str = "") -> Iterator[tuple[int, list[str]]]:
    """(port, what it printed until it listened); `address` as it is given on the command line."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with (data / "errors.txt").open("wb") as errors:
        running = _started(port, data, lan, address, errors)
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


def _started(
    port: int, data: Path, lan: bool, address: str, errors: IO[bytes]
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-u", "-c", START, str(port), str(data), "lan" if lan else "", address],
        cwd=ROOT,
        env={**os.environ, "MAHJONGLENS_MODELS": str(data)},
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )


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
    with server(tmp_path, lan=True, address="127.0.0.1") as (port, printed):
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


def test_the_address_in_the_network_is_guarded_as_a_whole(tmp_path: Path) -> None:
    """As a phone reaches it: not over loopback, at the address that the program finds itself."""
    address = lan_address()
    if address.startswith("127."):
        pytest.skip("this machine is in no network")
    with server(tmp_path, lan=True) as (port, printed):
        here = f"{address}:{port}"
        base = f"https://{here}"
        found = re.search(r"https://\S+", "".join(printed))
        assert found is not None
        link = found[0]
        assert link.startswith(f"{base}/pair?key=")
        trust = ssl.create_default_context(cafile=tmp_path / "certificate.pem")
        with httpx.Client(verify=trust, timeout=20) as stranger:
            for path in PRIVATE:
                answer = stranger.get(base + path)
                assert answer.status_code == 401, path
                assert "/static" not in answer.text
            assert stranger.get(f"{base}/pair?key=guessed").status_code == 401
            assert not stranger.cookies
        _no_camera(here, trust, {})
        with httpx.Client(verify=trust, timeout=20) as phone:
            assert phone.get(link).status_code == 303
            cookies = "; ".join(f"{each.name}={each.value}" for each in phone.cookies.jar)
            assert phone.get(f"{base}/static/home.js").status_code == 200
            game = {"players": ["Ann", "Ben", "Cy", "Di"], "rules": "goulash"}
            for headers, status in (
                ({"host": f"evil.example:{port}"}, 421),
                ({"host": address}, 421),  # without its port: some other server's name
                ({"origin": "https://evil.example"}, 403),
                ({"origin": f"http://{here}"}, 403),
                ({"origin": base}, 201),
            ):
                answer = phone.post(f"{base}/api/games", json=game, headers=headers)
                assert answer.status_code == status, headers
        _no_camera(here, trust, {"cookie": cookies, "origin": "https://evil.example"})
        socket_url = f"wss://{here}/api/live"
        with connect(socket_url, ssl=trust, additional_headers={"cookie": cookies}) as camera:
            camera.send(b"no picture")
            assert "error" in str(camera.recv(20))
        with httpx.Client(verify=trust, timeout=20) as second:
            assert second.get(link).status_code == 401  # the key was used
            assert not second.cookies
            assert second.get(f"https://127.0.0.1:{port}/").status_code == 401


def _no_camera(here: str, trust: ssl.SSLContext, headers: dict[str, str]) -> None:
    with (
        pytest.raises(InvalidStatus),
        connect(f"wss://{here}/api/live", ssl=trust, additional_headers=headers),
    ):
        pass


def test_an_address_of_ipv6_is_served_too(tmp_path: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    with server(tmp_path, lan=True, address="::1") as (port, printed):
        found = re.search(r"https://\S+", "".join(printed))
        assert found is not None
        assert found[0].startswith(f"https://[::1]:{port}/pair?key=")
        trust = ssl.create_default_context(cafile=tmp_path / "certificate.pem")
        with httpx.Client(verify=trust, timeout=20, follow_redirects=True) as phone:
            assert phone.get(f"https://[::1]:{port}/").status_code == 401
            assert phone.get(found[0]).status_code == 200


def test_a_tab_closed_in_the_middle_leaves_no_trace(tmp_path: Path) -> None:
    """Half a photo, half a form, half a question: the server says nothing and goes on."""
    form = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\nabc'
    with server(tmp_path, lan=False) as (port, _):
        for path, kind, begun in (
            ("/api/read", "image/jpeg", b""),
            ("/api/read", "image/jpeg", b"\xff\xd8\xff"),
            ("/api/read", "multipart/form-data; boundary=x", form),
            ("/api/score", "application/json", b'{"rules": '),
        ):
            head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: {kind}\r\n"
            with socket.create_connection(("127.0.0.1", port), timeout=20) as tab:
                tab.sendall(head.encode() + b"Content-Length: 50000\r\n\r\n" + begun)
                time.sleep(0.1)  # the server is reading
        with connect(f"ws://127.0.0.1:{port}/api/live") as camera:
            camera.send(b"no picture")
            camera.socket.close()
        answer = httpx.get(f"http://127.0.0.1:{port}/api/status", timeout=20)
        assert answer.status_code == 200
        assert (tmp_path / "errors.txt").read_text() == ""
