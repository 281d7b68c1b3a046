"""The guard: each thing it must refuse, and that it lets the rest through."""

from __future__ import annotations

import datetime
import io
import ssl
import stat
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cryptography import x509
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from mahjonglens.ledger import Ledger
from mahjonglens.web import certificate
from mahjonglens.web.pairing import COOKIE, Pairing, qr_svg, qr_text
from mahjonglens.web.security import Bucket
from mahjonglens.web.settings import Limits, Settings, hosts_for

if TYPE_CHECKING:
    from tests.mahjonglens.conftest import Served

GAME = {"players": ["Ann", "Ben", "Cy", "Di"], "rules": "goulash"}
PAGES = (
    "/",
    "/live",
    "/game",
    "/practice",
    "/rules",
    "/static/app.css",
    "/api/games",
    "/api/status",
)


# --- whose address, whose page -----------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "testserver:8765", "testserver.evil.example", ""])
def test_another_host_name_gets_nothing(client: TestClient, host: str) -> None:
    """A foreign name that was pointed at this machine (DNS rebinding)."""
    for path in PAGES:
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 421
        assert "<" not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "http://testserver:81"},
        {"origin": "https://testserver"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_page_cannot_change_anything(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post("/api/games", json=GAME, headers=headers).status_code == 403
    assert client.get("/api/games").json() == {"games": []}


def test_our_own_page_can(client: TestClient) -> None:
    headers = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
    assert client.post("/api/games", json=GAME, headers=headers).status_code == 201


def test_another_page_cannot_embed_what_is_ours(client: TestClient) -> None:
    embedded = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert client.get("/api/games", headers=embedded).status_code == 403
    followed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/", headers=followed).status_code == 200


def test_another_page_cannot_use_the_camera_socket(client: TestClient) -> None:
    for headers in ({"origin": "https://evil.example"}, {"host": "evil.example"}):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect("/api/live", headers=headers),
        ):
            pass
    with client.websocket_connect("/api/live", headers={"origin": "http://testserver"}):
        pass


# --- pairing -----------------------------------------------------------------------------------


def test_without_the_key_nothing_is_served(served: Served) -> None:
    client = served.client(lan=True)
    for path in PAGES:
        answer = client.get(path)
        assert answer.status_code == 401
        assert "static" not in answer.text
    assert client.post("/api/games", json=GAME).status_code == 401
    assert client.post("/api/read", content=b"x").status_code == 401
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/live"):
        pass
    client.cookies.set(COOKIE, "guessed")
    assert client.get("/").status_code == 401


def test_the_key_works_once_and_gives_a_safe_cookie(served: Served) -> None:
    client = served.client(lan=True)
    assert served.pairing is not None
    link = served.pairing.link
    answer = client.get(link, follow_redirects=False)
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    for part in ("HttpOnly", "Secure", "Path=/", "SameSite=lax"):
        assert part in cookie
    assert client.get("/").status_code == 200
    assert client.post("/api/games", json=GAME).status_code == 201
    assert client.get(link).status_code == 200  # again on the same phone: it is paired already
    client.cookies.clear()
    assert client.get(link).status_code == 401
    assert served.pairing.link != link


def test_a_paired_phone_shows_the_code_for_the_next(served: Served) -> None:
    client = served.client(lan=True)
    assert served.pairing is not None
    client.get(served.pairing.link)
    shown = client.post("/api/pairing").json()
    assert shown["url"] == served.pairing.link
    assert shown["svg"].startswith("<svg")
    client.cookies.clear()
    assert client.get(shown["url"]).status_code == 200


def test_pairing_is_refused_where_there_is_no_lan(client: TestClient) -> None:
    assert client.post("/api/pairing").status_code == 409
    assert client.get("/pair?key=x").status_code == 404


def test_phones_stay_paired_after_a_restart_and_keys_do_not(tmp_path: Path) -> None:
    with Ledger(tmp_path / "games.sqlite") as ledger:
        before = Pairing("https://table", ledger)
        key = before.link.split("=")[1]
        token = before.redeem(key)
        unused = before.link.split("=")[1]
        after = Pairing("https://table", ledger)
        assert after.knows(token)
        assert not after.knows("x")
        assert not after.knows(None)
        assert after.redeem(unused) is None
        assert token not in str(ledger.devices())


def test_each_new_key_is_announced(tmp_path: Path) -> None:
    said: list[str] = []
    with Ledger(tmp_path / "games.sqlite") as ledger:
        pairing = Pairing("https://table", ledger, said.append)
        assert pairing.redeem("wrong") is None
        assert said == []
        pairing.redeem(pairing.link.split("=")[1])
        assert said == [pairing.link]


def test_keys_cannot_be_guessed_by_trying(served: Served) -> None:
    client = served.client(lan=True, limits=Limits(pairings=0.001, pairings_burst=3))
    tried = [client.get(f"/pair?key={number}").status_code for number in range(5)]
    assert tried == [401, 401, 401, 429, 429]


def test_the_qr_code_holds_the_link() -> None:
    link = "https://192.168.1.7:8765/pair?key=abc"
    assert "<path" in qr_svg(link)
    assert "script" not in qr_svg(link)
    assert len(qr_text(link).splitlines()) > 15


# --- the certificate ---------------------------------------------------------------------------


def test_the_certificate_names_the_addresses_and_is_kept(tmp_path: Path) -> None:
    names = ("192.168.1.7", "127.0.0.1", "localhost")
    made, key = certificate.certificate_for(tmp_path, names)
    read = x509.load_pem_x509_certificate(made.read_bytes())
    named = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(ip) for ip in named.get_values_for_type(x509.IPAddress)] == list(names[:2])
    assert named.get_values_for_type(x509.DNSName) == ["localhost"]
    lasts = read.not_valid_after_utc - read.not_valid_before_utc
    assert lasts < datetime.timedelta(days=398)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(made, key)
    before = certificate.fingerprint(made)
    certificate.certificate_for(tmp_path, names[:2])
    assert certificate.fingerprint(made) == before
    certificate.certificate_for(tmp_path, ("192.168.1.8",))
    assert certificate.fingerprint(made) != before


def test_a_damaged_certificate_is_made_anew(tmp_path: Path) -> None:
    made, _ = certificate.certificate_for(tmp_path, ("127.0.0.1",))
    made.write_text("nonsense")
    certificate.certificate_for(tmp_path, ("127.0.0.1",))
    assert certificate.fingerprint(made)


# --- size and rate -----------------------------------------------------------------------------


def test_a_body_that_is_too_big_is_refused(served: Served) -> None:
    client = served.client(limits=Limits(photo_bytes=5000, body_bytes=2000))
    image = {"content-type": "image/jpeg"}
    assert client.post("/api/read", content=b"x" * 5001, headers=image).status_code == 413
    assert client.post("/api/games", content=b"x" * 2001).status_code == 413
    assert client.post("/api/score", content=b"[" * 2001).status_code == 413
    assert served.reader.read == 0


def test_a_body_that_hides_its_size_is_cut_off(served: Served) -> None:
    client = served.client(limits=Limits(photo_bytes=5000, body_bytes=2000))
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        for _ in range(1000):
            taken += 1
            yield b"x" * 100

    answer = client.post("/api/read", content=endless(), headers={"content-type": "image/jpeg"})
    assert answer.status_code == 413
    assert answer.headers["content-security-policy"]
    form = {"photo": ("a.jpg", io.BytesIO(b"y" * 9000), "image/jpeg")}
    assert client.post("/api/read", files=form).status_code == 413


def test_too_many_requests_are_refused(served: Served, make_picture: Callable[..., bytes]) -> None:
    client = served.client(
        limits=Limits(requests=0.01, requests_burst=5, photos=0.01, photos_burst=2)
    )
    answers = [client.get("/api/games") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) > 0
    head = {"content-type": "image/jpeg"}
    photos = [client.post("/api/read", content=make_picture(), headers=head) for _ in range(3)]
    assert [answer.status_code for answer in photos] == [200, 200, 429]


def test_a_bucket_fills_again_and_forgets_old_clients() -> None:
    now = 0.0
    bucket = Bucket(2.0, 3, lambda: now)
    assert [bucket.wait("a") for _ in range(3)] == [0, 0, 0]
    assert bucket.wait("a") == pytest.approx(0.5)
    assert bucket.wait("b") == 0
    now = 0.5
    assert bucket.wait("a") == 0
    assert bucket.wait("a") > 0
    for number in range(5000):
        bucket.wait(str(number))
    assert len(bucket._levels) <= 1024


def _bomb() -> bytes:
    """A PNG of 60,000 × 60,000 pixels in a few kilobytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        packed = kind + data
        return struct.pack(">I", len(data)) + packed + struct.pack(">I", zlib.crc32(packed))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(bytes(100_000), 9))


@pytest.mark.parametrize("content", [_bomb(), b"", b"GIF89a", b"<svg xmlns='x'/>", b"%PDF-1.4"])
def test_what_is_no_photo_is_refused_undecoded(
    client: TestClient, served: Served, content: bytes
) -> None:
    answer = client.post("/api/read", content=content, headers={"content-type": "image/png"})
    assert answer.status_code == 422
    assert list(answer.json()) == ["error"]
    assert served.reader.read == 0


def test_a_bomb_on_the_camera_socket_is_refused_and_the_socket_lives(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    with client.websocket_connect("/api/live") as socket:
        socket.send_bytes(_bomb())
        assert "pixels" in socket.receive_json()["error"]
        socket.send_bytes(make_picture())
        assert len(socket.receive_json()["tiles"]) == 14


# --- headers and files -------------------------------------------------------------------------


def test_every_answer_carries_the_policy(client: TestClient, served: Served) -> None:
    answers = [client.get(path) for path in (*PAGES, "/nowhere", "/api/nowhere")]
    answers.append(client.post("/api/games", content=b"{"))
    answers.append(client.get("/", headers={"host": "evil.example"}))
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "camera=(self)" in answer.headers["permissions-policy"]
        assert answer.headers["cache-control"] in ("no-store", "no-cache")
        assert "access-control-allow-origin" not in answer.headers


def test_pages_load_nothing_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/live", "/game", "/labels", "/practice", "/rules"):
        page = client.get(path).text
        assert 'src="http' not in page
        assert 'href="http' not in page
        assert "<style" not in page
        assert "onclick" not in page
        assert "<script>" not in page


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/..%5capp.py",
        "/static//etc/passwd",
        "/static/%2e%2e%2f%2e%2e%2f%2e%2e%2fpyproject.toml",
        "/static/tiles/%2e%2e/%2e%2e/security.py",
        "/static/",
        "/static/tiles",
        "/templates/base.html",
        "/games.sqlite",
        "/api/photos/..%2f..%2fgames.sqlite",
        "/certificate-key.pem",
        "/openapi.json",
        "/docs",
    ],
)
def test_no_other_file_is_served(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (404, 405, 422)
    assert "import" not in answer.text


def test_a_link_out_of_the_static_folder_is_not_followed() -> None:
    """Starlette follows none unless told; there is none in the folder either."""
    static = Path(certificate.__file__).parent / "static"
    assert not [path for path in static.rglob("*") if path.is_symlink()]


def test_stored_photos_come_back_as_pictures_only(
    client: TestClient, make_picture: Callable[..., bytes]
) -> None:
    content = make_picture("PNG")
    sent = client.post("/api/read", content=content, headers={"content-type": "image/svg+xml"})
    answer = client.get(f"/api/photos/{sent.json()['photo']}")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content == content
    other = client.post(
        "/api/read", content=make_picture("BMP"), headers={"content-type": "image/x"}
    )
    assert (
        client.get(f"/api/photos/{other.json()['photo']}").headers["content-type"] == "image/jpeg"
    )


def test_settings_name_the_hosts_with_their_port() -> None:
    assert hosts_for(("127.0.0.1", "::1"), 8765, secure=False) == {"127.0.0.1:8765", "[::1]:8765"}
    assert hosts_for(("localhost",), 443, secure=True) == {"localhost:443", "localhost"}
    assert Settings(frozenset({"a:1"}), secure=True).origins == {"https://a:1"}
