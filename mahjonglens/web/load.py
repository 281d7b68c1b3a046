"""How the server bears up: eight phones at once, a hundred photos, hours of live frames.

    python -m mahjonglens.web.load PHOTO --frames 3000          # with the real reader
    python -m mahjonglens.web.load --reader none --frames 115200 --width 320
                                      # four hours at 8 a second

Starts a server of its own, drives it over HTTP and WebSocket as phones would, and watches its
memory. Frames are sent as fast as they are read, which is the "faster clock"; with small ones and
without the reader hours pass in minutes. Ends with status 1 if a request was lost or memory grew.
"""

from __future__ import annotations

import argparse
import http.client
import io
import json
import multiprocessing
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from websockets.sync.client import connect

from mahjonglens.ledger import Ledger
from mahjonglens.web import server
from mahjonglens.web.desk import Desk, Readers
from vision.geometry import Image as Pixels
from vision.pipeline import Timings
from vision.reading import RackReading

Json = dict[str, Any]
HAND = "B111 B999 B333 B7 [B555] +B7"
PHONES, PHOTOS, ROUNDS, FRAMES = 8, 100, 4, 3000
WIDTH = 960  # px of a frame, as the page sends it
GROWTH = 1.10  # of the memory that a part of the run took when it was warm
_HOST = "127.0.0.1"


class NoReader:
    """Sees nothing, at once: loads the server with everything but the models."""

    def read_timed(self, image: Pixels) -> tuple[RackReading, Timings]:
        """An empty reading of the picture's size."""
        return RackReading((), (), (image.shape[1], image.shape[0]), ()), Timings(0, 0, 0, 0)


def _serve(port: int, folder: str, real: bool) -> None:
    """The server, in a process of its own."""
    desk = Desk() if real else Desk(lambda: Readers(NoReader(), NoReader()))
    with (
        Ledger(Path(folder) / "games.sqlite") as ledger,
        socket.create_server((_HOST, port)) as door,
    ):
        server.run(ledger, server.Listening((_HOST,), port, [door]), desk=desk)


@dataclass
class Load:
    """One run: where the server is, and what has been counted so far."""

    port: int
    process: int
    photo: bytes
    sent: int = 0
    lost: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def ask(self, method: str, path: str, body: bytes | Json | None = None) -> Json:
        """One request on its own connection; after "busy" it is tried again, as a person does."""
        content = json.dumps(body).encode() if isinstance(body, dict) else body
        kind = "application/json" if isinstance(body, dict) else "image/jpeg"
        self.sent += 1
        for _ in range(60):
            connection = http.client.HTTPConnection(_HOST, self.port, timeout=120)
            try:
                connection.request(method, path, content, {"content-type": kind})
                answer = connection.getresponse()
                status, text = answer.status, answer.read()
            except OSError as error:
                self.lost.append(f"{method} {path}: {error}")
                return {}
            finally:
                connection.close()
            if status not in (429, 503):
                break
            time.sleep(float(answer.headers.get("retry-after", "1")))
        if status >= 400:
            self.lost.append(f"{method} {path}: {status} {text[:200].decode(errors='replace')}")
            return {}
        document: Json = json.loads(text)
        return document

    def read(self) -> Json:
        """Send the photo."""
        begun = time.perf_counter()
        answer = self.ask("POST", "/api/read", self.photo)
        self.times.append(time.perf_counter() - begun)
        return answer

    def memory(self) -> float:
        """Resident memory of the server, MiB."""
        status = Path(f"/proc/{self.process}/status").read_text("ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024


def phones_at_once(load: Load, rounds: int) -> None:
    """Eight phones photograph, score and save hands in their own games, all at the same time."""

    def phone(number: int) -> None:
        players = [f"{number}-{name}" for name in "ABCD"]
        game = load.ask("POST", "/api/games", {"players": players, "rules": "goulash"})
        path = f"/api/games/{game.get('id')}"
        for turn in range(rounds):
            photo = load.read().get("photo")
            load.ask("POST", "/api/score", {"rules": "goulash", "notation": HAND})
            hand = {"notation": HAND, "photo": photo}
            load.ask("POST", f"{path}/hands", {"key": str(turn), "winner": 0, "hands": {"0": hand}})
        kept = load.ask("GET", path).get("entries", [])
        if len(kept) != rounds:
            load.lost.append(f"phone {number}: {len(kept)} of {rounds} hands are in its game")

    with ThreadPoolExecutor(PHONES) as pool:
        list(pool.map(phone, range(PHONES)))


def photos_in_a_row(load: Load, count: int) -> None:
    """One photo after another."""
    for _ in range(count):
        load.read()


def live_frames(load: Load, frame: bytes, count: int, said: Callable[[int], None]) -> float:
    """Frames from two cameras, the second sending more than is read; returns frames a second."""
    begun = time.perf_counter()
    with (
        connect(f"ws://{_HOST}:{load.port}/api/live") as steady,
        connect(f"ws://{_HOST}:{load.port}/api/live") as hasty,
    ):
        for number in range(count):
            steady.send(frame)
            if number % 4 == 0:
                hasty.send(frame)
            load.sent += 1
            answer = json.loads(steady.recv(120))
            if answer.get("frame") != number + 1:
                load.lost.append(f"frame {number + 1}: {str(answer)[:200]}")
            while True:  # what came for the hasty camera
                try:
                    hasty.recv(0)
                except TimeoutError:
                    break
            if number % 500 == 499:
                steady.send(json.dumps({"do": "restart"}))
            if number % max(1, count // 10) == 0:
                said(number)
    return count / (time.perf_counter() - begun)


@contextmanager
def running(real: bool, photo: bytes) -> Iterator[Load]:
    """A server on a free port with a ledger of its own, gone afterwards."""
    with socket.create_server((_HOST, 0)) as probe:
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        process = multiprocessing.get_context("spawn").Process(
            target=_serve, args=(port, folder, real), daemon=True
        )
        process.start()
        try:
            assert process.pid is not None
            _wait(port)
            yield Load(port, process.pid, photo)
        finally:
            process.terminate()
            process.join(20)


def _wait(port: int) -> None:
    for _ in range(300):
        connection = http.client.HTTPConnection(_HOST, port, timeout=5)
        try:
            connection.request("GET", "/api/status")
            if json.loads(connection.getresponse().read())["reader"] != "loading":
                return
        except OSError:
            pass  # not listening yet
        finally:
            connection.close()
        time.sleep(0.1)
    raise TimeoutError("the server did not start")


def _stripes() -> bytes:
    """A picture without any tile."""
    pixels = np.zeros((1200, 1600, 3), np.uint8)
    pixels[::40] = 180
    return _jpeg(Image.fromarray(pixels))


def _jpeg(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.convert("RGB").save(out, "JPEG", quality=85)
    return out.getvalue()


def _frame(photo: bytes, width: int) -> bytes:
    """The photo as a camera's frame, at most `width` px across."""
    with Image.open(io.BytesIO(photo)) as picture:
        picture.thumbnail((width, width * 3 // 4))
        return _jpeg(picture)


def measure(load: Load, given: argparse.Namespace) -> bool:
    """All three parts, printed with the memory after each; True if both long ones stayed flat.

    The photos are compared with what the phones took before, the frames with their first tenth.
    """

    def note(what: str, how: str = "") -> float:
        memory = load.memory()
        sys.stdout.write(f"{what:<24} {memory:7.1f} MiB  {how}\n")
        sys.stdout.flush()
        return memory

    note("started")
    phones_at_once(load, given.rounds)
    warm = note(f"{PHONES} phones at once", _times(load.times))
    load.times.clear()
    photos_in_a_row(load, given.photos)
    photos = note(f"{given.photos} photos in a row", _times(load.times))
    tenths: list[float] = []
    rate = live_frames(
        load,
        _frame(load.photo, given.width),
        given.frames,
        lambda number: tenths.append(note(f"  frame {number + 1}")),
    )
    live = note(f"{given.frames} live frames", f"{rate:.1f} a second")
    return photos <= warm * GROWTH and live <= tenths[min(1, len(tenths) - 1)] * GROWTH


def _times(times: list[float]) -> str:
    ordered = sorted(times)
    if not ordered:
        return ""
    worst = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"a photo in {ordered[len(ordered) // 2]:.2f} s (median), {worst:.2f} s (95%)"


def main(arguments: list[str]) -> int:
    """Run it; 0 if nothing was lost and memory stayed flat."""
    parser = argparse.ArgumentParser(prog="python -m mahjonglens.web.load", description=__doc__)
    parser.add_argument("photo", nargs="?", type=Path, help="a photo of a hand")
    parser.add_argument("--reader", choices=("real", "none"), default="real")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="hands for each phone")
    parser.add_argument("--photos", type=int, default=PHOTOS)
    parser.add_argument("--frames", type=int, default=FRAMES)
    parser.add_argument("--width", type=int, default=WIDTH, help="px of a live frame")
    given = parser.parse_args(arguments)
    photo = _stripes() if given.photo is None else given.photo.read_bytes()
    with running(given.reader == "real", photo) as load:
        flat = measure(load, given)
    sys.stdout.write(
        f"{load.sent} requests and frames, {len(load.lost)} lost; "
        f"memory {'stayed flat' if flat else 'GREW'}\n"
    )
    for line in load.lost[:10]:
        sys.stdout.write(f"lost: {line}\n")
    return 0 if flat and not load.lost else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
