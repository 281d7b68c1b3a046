"""A photo as the store gives it, and its labels as text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from vision.data.labelled import LabelledPhoto, LabelledTile
from vision.reading import Quad


@dataclass(frozen=True, slots=True)
class Record:
    """A photo in the store. `stored` is its absolute path."""

    id: int
    name: str
    stored: Path
    original: str
    sha256: str
    phash: str
    light: tuple[float, float, float]
    taken: str
    status: str
    duplicate_of: int | None
    revision: int
    doubt: float
    photo: LabelledPhoto


def dump_tiles(tiles: Iterable[LabelledTile]) -> str:
    """Labels as JSON text; floats survive exactly."""
    return json.dumps(
        [
            {
                "face": tile.face,
                "quad": [list(point) for point in tile.quad.corners],
                "confidence": tile.confidence,
                "alternatives": [list(pair) for pair in tile.alternatives],
            }
            for tile in tiles
        ],
        ensure_ascii=False,
        separators=(",", ":"),
    )


def load_tiles(text: str) -> tuple[LabelledTile, ...]:
    """Inverse of `dump_tiles`."""
    return tuple(
        LabelledTile(
            tile["face"],
            Quad.of(tile["quad"]),
            tile["confidence"],
            tuple((str(face), float(p)) for face, p in tile["alternatives"]),
        )
        for tile in json.loads(text)
    )


def doubt_of(tiles: Iterable[LabelledTile]) -> float:
    """How much a photo's labels want looking at: expected wrong tiles, 0 where people spoke."""
    return sum(1 - tile.confidence for tile in tiles if tile.confidence is not None)
