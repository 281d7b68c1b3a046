"""The one desk where photos are read: a single reader, one photo at a time, a bounded queue.

The reader is loaded once, in its own thread, so that the server answers while that happens. Photos
wait in order; live frames never wait in a queue at all (see `live`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from mahjonglens.dataset.teaching import load_reader
from mahjonglens.web.problems import Busy
from vision.errors import VisionError
from vision.geometry import Image
from vision.pipeline import LIVE, Timings
from vision.reading import RackReading

T = TypeVar("T")


class RackReader(Protocol):
    """What reads a photo: `vision.pipeline.Reader`, or a fake one in tests."""

    def read_timed(self, image: Image) -> tuple[RackReading, Timings]: ...


@dataclass(frozen=True, slots=True)
class Readers:
    """One reader that looks closely at a photo, and a fast one for the frames of a camera."""

    photo: RackReader
    live: RackReader


def load_readers(taught: str | None = None) -> Readers:
    """Both readers with the installed models, knowing the set `taught`, else the chosen one.

    Raises `WeightsMissing` or `WeightsCorrupt`.
    """
    return Readers(load_reader(taught), load_reader(taught, look=LIVE))


class Desk:
    """Runs work that needs the reader in its thread. Close it when the server ends."""

    def __init__(self, load: Callable[[], Readers] = load_readers, *, waiting: int = 32) -> None:
        self._load = load
        self._most = waiting
        self._waiting = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self._readers: Readers | None = None
        self._why: str | None = None

    def start(self) -> None:
        """Begin loading the reader."""
        self._thread.submit(self._loaded)

    def close(self) -> None:
        """Finish what is being read, drop what waits."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    @property
    def status(self) -> tuple[str, str | None]:
        """``ready``, ``loading`` or ``missing``, and why it is missing."""
        if self._readers is not None:
            return "ready", None
        return ("loading", None) if self._why is None else ("missing", self._why)

    async def run(self, work: Callable[[Readers], T]) -> T:
        """`work` with the reader, in its thread. Raises `Busy` when too many wait already."""
        with self._place():
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, lambda: work(self._required()))

    @contextmanager
    def _place(self) -> Iterator[None]:
        if self._waiting >= self._most:
            raise Busy("Too many photos are waiting: try again in a moment")
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1

    def _loaded(self) -> Readers | None:
        try:
            self._readers = self._readers or self._load()
            self._why = None
        except VisionError as error:
            self._why = str(error)
        return self._readers

    def _required(self) -> Readers:
        """The reader; loading is tried again, for weights may have been put in place since."""
        if self._readers is None:
            self._readers = self._load()
            self._why = None
        return self._readers
