"""Racks for the vision tests, laid out by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.group import arrange
from vision.labels import FACES_HASH
from vision.reading import Detection, Quad, RackReading, TileReading

WIDTH, HEIGHT = 40.0, 54.0


def put(
    face: str,
    x: float,
    y: float,
    *,
    degrees: float = 0.0,
    scale: float = 1.0,
    sure: float = 0.995,
    other: str = "",
) -> TileReading:
    """A tile, `x, y` its centre in tile widths, turned clockwise by `degrees`."""
    angle = np.radians(degrees)
    w, h = WIDTH * scale / 2, HEIGHT * scale / 2
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    quad = Quad.of(corners @ turn + np.array([x, y]) * WIDTH + 300)
    alternatives = ((face, sure), (other, 1 - sure)) if other else ((face, sure),)
    return TileReading(Detection(quad, 0.9), face, sure, alternatives)


def row(faces: str | Sequence[str], x: float = 0.0, y: float = 0.0) -> list[TileReading]:
    """Touching tiles from left to right, the first at `x, y` (tile widths); ``|`` is a gap."""
    tiles = []
    for face in faces.split() if isinstance(faces, str) else faces:
        if face == "|":
            x += 0.8
            continue
        tiles.append(put(face, x, y))
        x += 1
    return tiles


def groups(tiles: Sequence[TileReading], *, other: bool = False) -> list[str]:
    """``kind: faces`` of each group, of those outside the hand only on demand."""
    layout = arrange(tiles)
    reading = RackReading(layout.tiles, layout.groups, (1, 1), ())
    return [text for text in str(reading).split(" | ") if other or not text.startswith("other")]


def manifest(folder: Path, role: str, data: bytes, extra: str = "") -> None:
    """Writes a model file and its manifest entry."""
    name = f"{role}-0-{hashlib.sha256(data).hexdigest()[:8]}.onnx"
    (folder / name).write_bytes(data)
    entry = (
        f'[{role}]\nfile = "{name}"\nsha256 = "{hashlib.sha256(data).hexdigest()}"\n'
        f'faces = "{FACES_HASH}"\n{extra}\n'
    )
    with (folder / "manifest.toml").open("a") as file:
        file.write(entry)
