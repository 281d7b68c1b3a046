"""The contact sheet: all tiles of a face, those that look least like the others first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from mahjonglens.dataset.photos import PhotoError, decode, read_bytes
from mahjonglens.dataset.records import Record
from mahjonglens.dataset.store import Store
from vision import geometry
from vision.data.labelled import sides
from vision.geometry import Image

SIDE = 72
MOST = 600  # tiles on a sheet
STANDS_OUT = 3.0  # robust deviations from the class's middle
# How odd crops (N, SIDE, SIDE, 3) look among tiles of a face: robust deviations (N,).
Look = Callable[[Image, str], npt.NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Cell:
    """A tile on the sheet: where it is, how odd it looks (deviations), whether it stands out."""

    photo: int
    tile: int
    odd: float

    @property
    def stands_out(self) -> bool:
        """Whether somebody should look at it."""
        return self.odd >= STANDS_OUT


def plain_look(crops: Image, face: str) -> npt.NDArray[np.float64]:
    """By their small grey pictures and colours; needs no model."""
    rows = []
    for crop in crops:
        grey = cv2.resize(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), (12, 12)).astype(np.float32)
        colour = cv2.resize(crop, (4, 4)).astype(np.float32).ravel()
        grey = (grey - grey.mean()) / (grey.std() + 8)
        rows.append(np.concatenate([grey.ravel(), (colour - colour.mean()) / 128]))
    return oddness(np.array(rows, dtype=np.float32).reshape(len(crops), -1))


def oddness(features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Robust deviations (N,) of each row from the middle of all."""
    if len(features) < 4:
        return np.zeros(len(features))
    middle = np.median(features, axis=0)
    far = np.linalg.norm(features - middle, axis=1).astype(np.float64)
    usual = float(np.median(far))
    spread = float(np.median(np.abs(far - usual))) * 1.4826 + 0.05 * usual + 1e-6
    return np.asarray((far - usual) / spread, dtype=np.float64)


def cut(record: Record, tiles: Sequence[int]) -> list[Image]:
    """Tiles of a photo by number, (SIDE, SIDE, 3) each; decoded no larger than that needs.
    Raises PhotoError."""
    quads = [record.photo.tiles[tile].quad for tile in tiles]
    least = min((min(sides(quad)) for quad in quads), default=0.0)
    shrink = next((by for by in (8, 4, 2) if least / by >= SIDE), 1)
    image = decode(read_bytes(record.stored), record.stored.name, shrink=shrink)
    height, width = image.shape[:2]
    scale = np.array([width / record.photo.size[0], height / record.photo.size[1]], np.float32)
    return [geometry.crop(image, quad.array * scale, SIDE) for quad in quads]


def sheet(store: Store, face: str, look: Look, *, limit: int = MOST) -> list[Cell]:
    """Up to `limit` tiles of a face, the oddest first; of more, the least certain are taken."""
    rows = store.db.execute(
        "SELECT photos.id AS photo, tile.key AS tile FROM photos, json_each(photos.tiles) AS tile"
        " WHERE json_extract(tile.value, '$.face') = ?"
        " ORDER BY coalesce(json_extract(tile.value, '$.confidence'), 1), photos.id LIMIT ?",
        (face, limit),
    ).fetchall()
    found: list[tuple[int, int]] = []
    crops: list[Image] = []
    wanted: dict[int, list[int]] = {}
    for row in rows:
        wanted.setdefault(int(row["photo"]), []).append(int(row["tile"]))
    for photo, tiles in wanted.items():
        record = store.get(photo)
        try:
            crops += cut(record, tiles)
        except PhotoError:
            continue  # `dataset check` tells about it
        found += [(photo, tile) for tile in tiles]
    if not crops:
        return []
    odd = look(np.stack(crops), face)
    cells = [Cell(photo, tile, float(o)) for (photo, tile), o in zip(found, odd, strict=True)]
    return sorted(cells, key=lambda cell: -cell.odd)
