"""Rendered photographs with exact labels, taken into a dataset like any others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import cv2

from mahjonglens.dataset.crew import Crew
from mahjonglens.dataset.photos import PhotoError, look
from mahjonglens.dataset.store import Store
from vision.data.labelled import LabelledPhoto, LabelledTile, Origin
from vision.data.synth.photo import UNKNOWN
from vision.data.synth.render import render

SHOWN = 0.45  # tiles of which less can be seen are not asked for
SOURCE = "synthetic"


@dataclass(frozen=True, slots=True)
class Rendered:
    """A rendered photo as JPEG bytes with its truth."""

    photo: LabelledPhoto
    data: bytes


class Renderer:
    """Renders photograph number `seed`; one a worker."""

    def __init__(self, size: int, layout: str | None) -> None:
        self._size = size
        self._layout = layout

    def __call__(self, seed: int) -> Rendered:
        shot = render(seed, self._size, layout=self._layout)
        height, width = shot.image.shape[:2]
        done, data = cv2.imencode(".jpg", shot.image, [cv2.IMWRITE_JPEG_QUALITY, 93])
        if not done:
            raise PhotoError(f"photograph {seed} cannot be written as JPEG")
        tiles = tuple(
            LabelledTile(tile.face, tile.quad)
            for tile in shot.tiles
            if tile.visible >= SHOWN and tile.face != UNKNOWN
        )
        origin = Origin(SOURCE, f"{SOURCE} {seed}", str(shot.design), "generated")
        name = f"synth_{seed:07d}.jpg"
        return Rendered(LabelledPhoto(name, (width, height), tiles, origin), data.tobytes())


def synthesise(
    store: Store, crew: Crew, seeds: Iterable[int], *, size: int, layout: str | None = None
) -> Iterator[Rendered]:
    """Renders and stores; seeds that are in the dataset already are passed by."""
    there = {record.original for record in store.find("source = ?", (SOURCE,))}
    wanted = (seed for seed in seeds if f"synth_{seed:07d}.jpg" not in there)
    for done in crew.run(partial(Renderer, size, layout), wanted):
        seen = look(done.data, done.photo.file)
        store.add(done.photo, done.data, seen, status="labelled", who="the renderer")
        yield done
