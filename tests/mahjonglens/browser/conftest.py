"""A real browser, the real app in a process of its own, and a photo and a film made here.

The app runs with a reader that knows the one scene these tests draw (`app_under_test.py`): the
pages are under test, not the models. Set MAHJONGLENS_SHOTS to a folder to keep the screenshots.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from mahjonglens.web import faces

sync_api = pytest.importorskip("playwright.sync_api")
sync_api.expect.set_options(timeout=30_000)  # what is right is there soon; a busy machine is slow

CHROMIUM = Path("/usr/bin/chromium")
HERE = Path(__file__).parent
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDTH, HEIGHT = 1200, 675
TILE_W, TILE_H = 72, 96
# kind, what lies there, left, top; the reader takes the second 5 dots for a 6 and says so
ROWS = (
    ("concealed", "B1 B1 B1 WE WE WE DR DR", 80, 150),
    ("exposed", "D5 D5 D5", 80, 330),
    ("exposed", "C9 C9 C9", 340, 330),
    ("bonus", "F1", 620, 330),
)
MISREAD, TAKEN_FOR = 9, "D6"

Page = sync_api.Page


def _launch(play: sync_api.Playwright, *more: str) -> sync_api.Browser:
    return play.chromium.launch(executable_path=str(CHROMIUM), args=[*FLAGS, *more])


@dataclass(frozen=True)
class Scene:
    """The picture of a finished hand, its reading, and a film of it for the fake camera."""

    photo: Path
    reading: Path
    film: Path
    blank: Path


@pytest.fixture(scope="session")
def play() -> Iterator[sync_api.Playwright]:
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not installed")
    with sync_api.sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def scene(play: sync_api.Playwright, tmp_path_factory: pytest.TempPathFactory) -> Scene:
    folder = tmp_path_factory.mktemp("scene")
    places = [
        (code, left + i * (TILE_W + 4), top)
        for _, codes, left, top in ROWS
        for i, code in enumerate(codes.split())
    ]
    drawn = "".join(
        f'<svg x="{x}" y="{y}" width="{TILE_W}" height="{TILE_H}" viewBox="0 0 60 80">'
        f"{faces.draw(code)}</svg>"
        for code, x, y in places
    )
    browser = _launch(play)
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    page.set_content(
        f'<body style="margin:0;background:#2a6f4c"><svg width="{WIDTH}" height="{HEIGHT}">'
        f"{drawn}</svg></body>"
    )
    photo = folder / "hand.jpg"
    page.screenshot(path=photo, type="jpeg", quality=92)
    browser.close()
    blank = folder / "blank.jpg"
    cv2.imwrite(str(blank), np.full((200, 200, 3), 90, np.uint8))
    reading = folder / "reading.json"
    reading.write_text(json.dumps(_reading(places)))
    return Scene(photo, reading, _film(photo, folder / "film.mjpeg"), blank)


def _reading(places: list[tuple[str, int, int]]) -> dict[str, object]:
    tiles: list[dict[str, object]] = []
    groups: list[dict[str, object]] = []
    for kind, codes, _, _ in ROWS:
        groups.append({"kind": kind, "tiles": []})
        for _ in codes.split():
            code, x, y = places[len(tiles)]
            wrong = len(tiles) == MISREAD
            face = TAKEN_FOR if wrong else code
            groups[-1]["tiles"].append(len(tiles))  # type: ignore[attr-defined]
            tiles.append(
                {
                    "code": face,
                    "confidence": 0.74 if wrong else 0.99,
                    "quad": [
                        [x, y],
                        [x + TILE_W, y],
                        [x + TILE_W, y + TILE_H],
                        [x, y + TILE_H],
                    ],
                    "alternatives": [[face, 0.74], [code, 0.22]] if wrong else [[face, 0.99]],
                }
            )
    doubts = [{"tile": MISREAD, "why": "6 dots or 5 dots?"}]
    return {"width": WIDTH, "height": HEIGHT, "tiles": tiles, "groups": groups, "doubts": doubts}


def _film(photo: Path, film: Path) -> Path:
    """A second of film, the camera trembling a little: JPEG frames one after another."""
    still = cv2.resize(cv2.imread(str(photo)), (960, 540), interpolation=cv2.INTER_AREA)
    frames = []
    for i in range(15):
        shift = np.array([[1, 0, i % 2], [0, 1, (i // 2) % 2]], np.float32)
        moved = cv2.warpAffine(still, shift, (960, 540), borderMode=cv2.BORDER_REPLICATE)
        frames.append(cv2.imencode(".jpg", moved)[1].tobytes())
    film.write_bytes(b"".join(frames))
    return film


@dataclass
class App:
    """The app in a process of its own, on its own data folder."""

    data: Path
    reading: Path
    port: int = 0
    command: list[str] = field(default_factory=list)  # without the port
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        if not self.port:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
        fake = [sys.executable, str(HERE / "app_under_test.py"), str(self.data), str(self.reading)]
        self.process = subprocess.Popen(
            [*(self.command or fake), str(self.port)],
            env={**os.environ, "PYTHONPATH": str(HERE.parents[2])},
        )
        deadline = time.monotonic() + 120  # a busy machine loads slowly
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/api/status", timeout=2):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        pytest.fail("the app did not start")

    def kill(self) -> None:
        """As when the battery dies: no chance to tidy up."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


@pytest.fixture(scope="session")
def app(scene: Scene, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    running = App(tmp_path_factory.mktemp("data"), scene.reading)
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def browser(play: sync_api.Playwright, scene: Scene) -> Iterator[sync_api.Browser]:
    running = _launch(
        play,
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={scene.film}",
    )
    yield running
    running.close()


WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation",
  (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`));
"""


@dataclass
class Visitor:
    """Opens pages as a phone or a desktop would, and notes everything that goes wrong there."""

    browser: sync_api.Browser
    app: App
    complaints: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()  # complaints that a test provokes on purpose
    contexts: list[sync_api.BrowserContext] = field(default_factory=list)

    def page(self, *, wide: bool = False, dark: bool = False, base_url: str = "") -> Page:
        url = base_url or self.app.url
        context = self.browser.new_context(
            viewport={"width": 1280, "height": 800} if wide else {"width": 390, "height": 844},
            color_scheme="dark" if dark else "light",
            has_touch=not wide,
            permissions=["camera"],
            base_url=url,
        )
        context.set_default_timeout(60_000)
        context.add_init_script(WATCH)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: m.type in ("error", "warning") and self.note(m.text))
        page.on("pageerror", lambda e: self.note(str(e)))
        page.on("request", lambda r: self._local(r.url, url))
        return page

    def note(self, text: str) -> None:
        if not any(part in text for part in self.expected):
            self.complaints.append(text)

    def _local(self, url: str, home: str) -> None:
        if not url.startswith((home, "blob:", "data:")):
            self.complaints.append(f"loads {url}")


@pytest.fixture
def visitor(browser: sync_api.Browser, app: App) -> Iterator[Visitor]:
    someone = Visitor(browser, app)
    yield someone
    for context in someone.contexts:
        context.close()
    assert someone.complaints == []


def keep_shot(page: Page, name: str) -> None:
    """Nothing sticks out sideways; a screenshot for people, where a folder for them is named."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    folder = os.environ.get("MAHJONGLENS_SHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.fixture
def shot() -> object:
    return keep_shot
