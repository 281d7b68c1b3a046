"""Frames from a camera or a film, without a browser.

A camera goes on while a frame is being read, so only its newest frame is kept. A film waits: it is
taken a few frames a second of its own time, whatever the machine's speed, and reads the same twice.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Frame = npt.NDArray[np.uint8]
FILM_RATE = 8.0  # frames taken from a second of film
_USUAL_RATE = 25.0  # of a film that does not say its own
_PATIENCE = 5.0  # seconds a camera may take for a frame


class SourceError(Exception):
    """The camera or film cannot be used; one sentence."""


@contextmanager
def frames(source: str) -> Iterator[Iterator[Frame]]:
    """The frames of camera number `source` or of the film with that name, (H, W, 3) uint8 BGR.

    Raises `SourceError`.
    """
    is_camera = source.isdecimal()
    if not is_camera and not Path(source).is_file():
        raise SourceError(f"{source} is neither the number of a camera nor a film")
    capture = cv2.VideoCapture(int(source)) if is_camera else cv2.VideoCapture(source)
    try:
        if not capture.isOpened():
            what = f"camera {source}" if is_camera else source
            raise SourceError(f"Cannot open {what}: is it a camera or a film that OpenCV reads?")
        yield _newest(capture) if is_camera else _film(capture)
    finally:
        capture.release()


def _film(capture: cv2.VideoCapture) -> Iterator[Frame]:
    rate = capture.get(cv2.CAP_PROP_FPS)
    step = max(1, round((rate if rate > 0 else _USUAL_RATE) / FILM_RATE))
    number = 0
    while capture.grab():
        if number % step == 0:
            there, frame = capture.retrieve()
            if there:
                yield np.asarray(frame, dtype=np.uint8)
        number += 1


def _newest(capture: cv2.VideoCapture) -> Iterator[Frame]:
    """Always the newest frame: a thread takes them all, so that none grows old in a buffer."""
    latest: list[Frame] = []
    news, done = threading.Event(), threading.Event()

    def take() -> None:
        while not done.is_set():
            there, frame = capture.read()
            if not there:
                break
            latest[:] = [np.asarray(frame, dtype=np.uint8)]
            news.set()
        done.set()
        news.set()

    thread = threading.Thread(target=take, name="camera", daemon=True)
    thread.start()
    try:
        while news.wait(_PATIENCE) and not done.is_set():
            news.clear()
            yield latest[0]
    finally:
        done.set()
        thread.join(_PATIENCE)
