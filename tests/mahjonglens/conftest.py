"""A server for the tests: the real application, its own ledger, a reader that knows one scene.

The pages and the API are under test here, not the models: what the reader says is made up.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from mahjonglens.ledger import Ledger
from mahjonglens.web.app import create_app
from mahjonglens.web.desk import Desk, Readers
from mahjonglens.web.pairing import Pairing
from mahjonglens.web.settings import Limits, Settings
from vision.pipeline import Timings
from vision.reading import Detection, Doubt, Group, GroupKind, Quad, RackReading, TileReading

HOST = "testserver"
HAND = "B1 B1 B1 B9 B9 B9 B3 B3 B3 B7"
EXPOSED = "B5 B5 B5"
WON = "B7"


def scene(width: int, height: int) -> RackReading:
    """A pure hand of Goulash with the winning tile apart; the B7 of the hand is doubtful."""
    faces = [*HAND.split(), *EXPOSED.split(), WON]
    step = width / 20
    tiles = tuple(_tile(face, step * (2 + i), height / 3, step) for i, face in enumerate(faces))
    groups = (
        Group(GroupKind.CONCEALED, tuple(range(10))),
        Group(GroupKind.EXPOSED, (10, 11, 12)),
        Group(GroupKind.WINNING_TILE, (13,)),
    )
    return RackReading(tiles, groups, (width, height), (Doubt(9, "7 or 9 of bamboo"),))


def _tile(face: str, x: float, y: float, wide: float) -> TileReading:
    high = 1.35 * wide
    quad = Quad(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)))
    return TileReading(Detection(quad, 0.95), face, 0.97, ((face, 0.97), ("DW", 0.02)))


class SceneReader:
    """Sees the scene in every picture that is not of one colour."""

    def __init__(self) -> None:
        self.read = 0

    def read_timed(self, image: npt.NDArray[np.uint8]) -> tuple[RackReading, Timings]:
        self.read += 1
        height, width = image.shape[:2]
        if float(image.std()) < 5:
            return RackReading((), (), (width, height), ()), Timings(1, 0, 0, 1)
        return scene(width, height), Timings(1, 2, 3, 6)


def picture(
    kind: str = "JPEG", *, size: tuple[int, int] = (320, 200), plain: bool = False
) -> bytes:
    """A picture file; `plain` is of one colour."""
    pixels = np.zeros((size[1], size[0], 3), np.uint8)
    if not plain:
        pixels[::2] = 200
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, kind)
    return out.getvalue()


@dataclass
class Served:
    """Builds clients of an application; what it made is closed at the end of the test."""

    folder: Path
    stack: ExitStack
    reader: SceneReader = field(default_factory=SceneReader)
    pairing: Pairing | None = None

    def client(
        self,
        *,
        lan: bool = False,
        limits: Limits | None = None,
        load: Callable[[], Readers] | None = None,
    ) -> TestClient:
        """A browser without cookies before a fresh application."""
        ledger = self.stack.enter_context(Ledger(self.folder / "games.sqlite"))
        limits = limits or Limits()
        settings = Settings(frozenset({HOST}), secure=lan, paired_only=lan, limits=limits)
        self.pairing = Pairing(f"https://{HOST}", ledger) if lan else None
        desk = Desk(load or (lambda: Readers(self.reader, self.reader)), waiting=4)
        app = create_app(settings, ledger, desk, self.pairing)
        scheme = "https" if lan else "http"
        return self.stack.enter_context(TestClient(app, base_url=f"{scheme}://{HOST}"))


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with ExitStack() as stack:
        yield Served(tmp_path, stack)


@pytest.fixture
def client(served: Served) -> TestClient:
    """A browser on the machine itself."""
    return served.client()


@pytest.fixture
def make_picture() -> Callable[..., bytes]:
    return picture
