"""The other recogniser that installs with pip, `mahjong-detector` 0.0.6, as a function like ours.

It names the 34 faces of suits and honours and gives upright boxes; it knows no groups. Of its
modules only these names are used: `preprocess.preprocess_image`; `predict.predict`, `CLASS_NAMES`,
`model_path` and `threadlocal`, where it keeps its session.
"""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Protocol

import cv2
import onnxruntime  # type: ignore[import-untyped]
from PIL import Image as Pil

from vision.geometry import Image
from vision.reading import Detection, Group, GroupKind, Quad, RackReading, TileReading

NAME, VERSION = "mahjong-detector", "0.0.6"
HONOURS = dict(
    zip(
        ("tou", "nan", "sha", "pe", "chun", "hatsu", "haku"),
        ("WE", "WS", "WW", "WN", "DR", "DG", "DW"),
        strict=True,
    )
)
SUITS = {"m": "C", "p": "D", "s": "B"}
Peer = Callable[[Image], tuple[RackReading, dict[str, float]]]


class PeerMissingError(LookupError):
    """The other recogniser, in the version we know, is not installed; the text says how to."""


class Found(Protocol):
    """One tile as the other tells of it: an upright box in px, its class and how sure it is."""

    x1: int
    y1: int
    x2: int
    y2: int
    class_id: int
    confidence: float


def installed() -> str | None:
    """The version that is installed, None where there is none."""
    try:
        return importlib.metadata.version(NAME)
    except importlib.metadata.PackageNotFoundError:
        return None


def load(*, threads: int = 1) -> Peer:
    """The other's reading of an image (H, W, 3) BGR, and its milliseconds by stage.

    Raises PeerMissingError.
    """
    version = installed()
    if version != VERSION:
        there = f"only {version}" if version else "not"
        raise PeerMissingError(f"{there} installed: pip install {NAME}=={VERSION}")
    # by name: the package hides its module behind a function of the same name
    preprocess = importlib.import_module("mahjong_detector.preprocess")
    predict = importlib.import_module("mahjong_detector.predict")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    predict.threadlocal.session = onnxruntime.InferenceSession(
        Path(predict.model_path), options, providers=["CPUExecutionProvider"]
    )

    def read(image: Image) -> tuple[RackReading, dict[str, float]]:
        start = perf_counter()
        picture = Pil.fromarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
        picture, padding = preprocess.preprocess_image(picture)
        ready = perf_counter()
        found = predict.predict(picture, padding)
        done = perf_counter()
        stages = {"prepare": ready - start, "network": done - ready, "total": done - start}
        size = image.shape[1], image.shape[0]
        reading = reading_of(found, predict.CLASS_NAMES, size)
        return reading, {name: 1000 * seconds for name, seconds in stages.items()}

    return read


def reading_of(found: Iterable[Found], names: Sequence[str], size: tuple[int, int]) -> RackReading:
    """What the other found, from left to right, as a reading with one group."""
    tiles = []
    for each in sorted(found, key=lambda d: d.x1):
        corners = ((each.x1, each.y1), (each.x2, each.y1), (each.x2, each.y2), (each.x1, each.y2))
        face, sure = face_of(names[each.class_id]), float(each.confidence)
        place = Detection(Quad.of(corners), sure)
        tiles.append(TileReading(place, face, sure, ((face, sure),)))
    everything = Group(GroupKind.CONCEALED, tuple(range(len(tiles))))
    return RackReading(tuple(tiles), (everything,), size, ())


def face_of(name: str) -> str:
    """The other's class name as our code: ``3m`` is C3, ``tou`` is WE."""
    return HONOURS.get(name) or f"{SUITS[name[1]]}{name[0]}"
