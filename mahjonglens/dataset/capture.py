"""Guided capture: what the dataset still lacks, asked for one photo at a time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from mahjonglens.camera import Frame
from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.photos import Look, PhotoError, look, photos_under, read_bytes
from mahjonglens.dataset.stats import LIGHT, Stats
from mahjonglens.dataset.store import Store
from vision.data.labelled import LabelledPhoto, Origin
from vision.labels import FACES

CAPTURED = "captured"  # the fact under which a dataset knows its fulfilled wishes
ROW = 14  # tiles asked for at once
SHARE = 0.1  # of the photos that each kind of light should have
FRAMES = 8  # of a camera, of which the sharpest is kept
DARK, FLAT = 25.0, 8.0  # mean brightness and contrast below which a photo is refused
HOW = {
    "dark": "in dim evening light, without flash",
    "dim": "under one lamp",
    "even": "by daylight",
    "bright": "close to a window or a strong lamp",
}
MANNERS = (
    "standing on a rack, from where the player sits",
    "lying, from straight above",
    "lying, from the side, so that the far tiles are smaller",
    "lying, some upside down and some turned sideways",
    "lying in sets with small gaps, as after a win",
)


@dataclass(frozen=True, slots=True)
class Wish:
    """One photo that would help: the tiles to lay, and how to take it."""

    faces: tuple[str, ...]
    manner: str
    light: str

    @property
    def layout(self) -> str:
        """The tiles and how they lie; by this a wish is known when the light has changed."""
        return f"{' '.join(self.faces)}: {self.manner}"

    def __str__(self) -> str:
        return f"{self.layout}, {self.light}"


def wishes(stats: Stats, *, most: int = 20) -> list[Wish]:
    """What is still missing, the rarest faces first, spread over light and manners of laying."""
    rare = stats.missing or sorted(FACES, key=lambda face: stats.faces[face])
    rows = [tuple(rare[at : at + ROW]) for at in range(0, len(rare), ROW)]
    poor = [name for _, name in LIGHT if stats.light[name] < SHARE * max(1, stats.photos)]
    lights = poor or [name for _, name in LIGHT]
    asked = max(len(rows), len(lights), len(MANNERS))
    return [
        Wish(rows[at % len(rows)], MANNERS[at % len(MANNERS)], HOW[lights[at % len(lights)]])
        for at in range(min(most, asked))
    ]


def open_wishes(store: Store, wanted: Sequence[Wish]) -> list[Wish]:
    """The wishes in the order they are asked for: those that nobody has photographed yet first.

    What was photographed is not labelled yet, so that the counts alone would ask for it again.
    """
    taken = _taken(store)
    return sorted(wanted, key=lambda wish: taken.get(wish.layout, 0))


def done(store: Store, wish: Wish) -> None:
    """Notes that a wish has been photographed."""
    taken = _taken(store)
    store.fact(CAPTURED, json.dumps({**taken, wish.layout: taken.get(wish.layout, 0) + 1}))


def _taken(store: Store) -> dict[str, int]:
    return dict(json.loads(store.fact(CAPTURED) or "{}"))


def sharpest(frames: Iterator[Frame]) -> Frame | None:
    """The sharpest of the next FRAMES frames, None when the camera is at its end."""
    best, most = None, -1.0
    for frame in islice(frames, FRAMES):
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        sharp = float(cv2.Laplacian(grey, cv2.CV_64F).var())
        if sharp > most:
            best, most = frame, sharp
    return best


def flaw(seen: Look) -> str:
    """Why a photo should be taken again, '' if it is good enough."""
    if seen.luma < DARK:
        return "too dark to see anything"
    if seen.contrast < FLAT:
        return "nothing can be told apart on it"
    return ""


def keep(store: Store, data: bytes, name: str, origin: Origin) -> LabelledPhoto | Fault:
    """Takes one photo in, unlabelled, or says why not."""
    try:
        seen = look(data, name)
    except PhotoError as error:
        return Fault(name, str(error))
    wrong = flaw(seen)
    if wrong:
        return Fault(name, wrong)
    photo = LabelledPhoto(name, seen.frame.size, (), _dated(origin), labelled=False)
    if store.add(photo, data, seen, status="unlabelled", who="capture") is None:
        return Fault(name, "it is there already")
    return photo


def keep_frame(store: Store, frame: Frame, origin: Origin) -> LabelledPhoto | Fault:
    """Takes a camera's frame in, as JPEG named by the moment."""
    now = datetime.now(UTC)
    done, data = cv2.imencode(".jpg", np.ascontiguousarray(frame), [cv2.IMWRITE_JPEG_QUALITY, 95])
    name = f"shot_{now:%Y%m%d_%H%M%S_%f}.jpg"
    if not done:
        return Fault(name, "it cannot be written as JPEG")
    return keep(store, data.tobytes(), name, origin)


def watch(
    store: Store, folder: Path, origin: Origin, *, wait: Callable[[], bool]
) -> Iterator[LabelledPhoto | Fault]:
    """Takes in photos as they come into a folder that a phone sends to; `wait` False ends it.

    A file is taken once its size has stood still between two looks.
    """
    done: set[Path] = set()
    sizes: dict[Path, int] = {}
    while True:
        for path in photos_under(folder):
            size = path.stat().st_size
            if path in done or sizes.get(path) != size:
                sizes[path] = size
                continue
            done.add(path)
            try:
                yield keep(store, read_bytes(path), path.name, origin)
            except PhotoError as error:
                yield Fault(str(path), str(error))
        if not wait():
            return


def a_second() -> bool:
    """Waits a little; goes on for ever."""
    time.sleep(1)
    return True


def _dated(origin: Origin) -> Origin:
    if origin.session:
        return origin
    return replace(origin, session=datetime.now(UTC).date().isoformat())
