"""From teaching photos to a taught set, and from a taught set to a reader that knows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from mahjonglens.dataset.faults import DatasetError
from mahjonglens.dataset.profiles import SIDE, Shelf, TaughtSet, today
from vision import geometry, orient, pipeline, store
from vision.classify import TileClassifier, load_classifier, softmax
from vision.data.teach import (
    CONTEXT,
    Laid,
    Profile,
    Way,
    complaints,
    fillings,
    learn,
    rows_of,
    views,
)
from vision.detect import Detector, Look, load_locator
from vision.errors import WeightsCorrupt
from vision.geometry import Floats, Image
from vision.labels import FACES
from vision.pipeline import Reader
from vision.reading import Detection

PROGRAM = "mahjonglens dataset"
NO_SET = "none"  # said instead of a name
THERE = 0.2  # probability of its face from which a tile not found is there; bare patches get less
EXTRA = 3  # detections that may be none of the tiles laid out: a box, a hand, a die
Layout = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Teacher:
    """The models, and the sha256 of the classifier that what is learnt will belong to."""

    detect: Detector
    classifier: TileClassifier
    model: str

    @classmethod
    def load(cls, folder: Path | None = None) -> Teacher:
        """Raises WeightsMissing or WeightsCorrupt."""
        entry = store.find("classifier", folder).entry
        return cls(load_locator(folder), load_classifier(folder), str(entry.get("sha256")))

    def see(self, image: Image, layout: Layout) -> tuple[Laid, Image]:
        """The tiles of a teaching photo in reading order, and their crops with context.

        Of the two ways up that the tiles themselves allow, the one that fits the order better.
        Where a few things too many were found, the least likely go if what is left fits; where a
        row lacks tiles that were not found, their places are looked at all the same.
        """
        found = self.detect(image)
        if not found:
            raise DatasetError("no tiles are seen in the photo")
        seen = self._see(image, found, layout)
        extra = len(found) - sum(len(row) for row in layout)
        if 0 < extra <= EXTRA:
            likely = sorted(found, key=lambda one: -one.confidence)[:-extra]
            fewer = self._see(image, likely, layout)
            return seen if complaints(fewer[0], layout) else fewer
        return seen

    def _see(self, image: Image, found: Sequence[Detection], layout: Layout) -> tuple[Laid, Image]:
        quads = np.stack([one.quad.array for one in found])
        turns = self.classifier.believe(self._cut(image, quads, self.classifier.side)).turns
        up = orient.rack_up(quads, turns)
        wanted = [face for row in layout for face in row]
        return max(
            (self._laid(image, quads, way, layout) for way in (up, -up)),
            key=lambda seen: _agreement(seen[0].beliefs, wanted),
        )

    def _laid(self, image: Image, quads: Floats, up: Floats, layout: Layout) -> tuple[Laid, Image]:
        right = np.array([-up[1], up[0]], np.float32)
        edges = np.roll(quads, -1, axis=1) - quads
        upright = geometry.started(quads, np.argmax(edges @ right, axis=1))
        found = [upright[row] for row in rows_of(quads, up)]
        ways = fillings(found, [len(row) for row in layout])
        rows = [self._likeliest(image, some, layout, at) for at, some in enumerate(ways)]
        laid = np.concatenate(rows)
        crops = geometry.crops(image, laid, SIDE, margin=(CONTEXT - 1) / 2)
        return Laid(tuple(len(row) for row in rows), self._beliefs(image, laid)), crops

    def _likeliest(self, image: Image, ways: Sequence[Way], layout: Layout, row: int) -> Floats:
        """The way a row lies: tiles that nobody found are there only if they read as laid."""
        best, most = ways[0], 0.0
        for way in ways[1:]:
            beliefs = self._beliefs(image, way.quads)
            read = [beliefs[at, FACES.index(layout[row][at])] for at in way.put]
            if min(read) >= THERE and float(np.mean(read)) > most:
                best, most = way, float(np.mean(read))
        return best.quads

    def _beliefs(self, image: Image, quads: Floats) -> Floats:
        return softmax(
            self.classifier.believe(self._cut(image, quads, self.classifier.side)).logits
        )

    def _cut(self, image: Image, quads: Floats, side: int) -> Image:
        return geometry.crops(image, quads, side, margin=self.classifier.margin)

    def learn(self, faces: Sequence[str], crops: Image) -> Profile:
        """From crops (M, SIDE, SIDE, 3) that show `faces`; seconds on one core."""
        seen = views(crops, self.classifier.side, margin=self.classifier.margin)
        flat = self.classifier.believe(seen.reshape(-1, *seen.shape[2:])).embeddings
        return learn(faces, flat.reshape(*seen.shape[:2], -1), model=self.model)

    def teach(
        self, name: str, images: Sequence[Image], layout: Layout, *, trust: bool = False
    ) -> TaughtSet:
        """A set from one or more photos of the same layout. Raises DatasetError saying what to
        mend; with `trust` only the number of tiles must be right, not their looks."""
        wanted = [face for row in layout for face in row]
        crops, faces = [], []
        for number, image in enumerate(images, 1):
            laid, cut = self.see(image, layout)
            wrong = complaints(laid, layout)
            if wrong and not (trust and len(cut) == len(wanted)):
                raise DatasetError(f"photo {number}: {' '.join(wrong)}")
            crops.append(cut)
            faces += wanted
        pictures = np.concatenate(crops)
        return TaughtSet(name, tuple(faces), pictures, self.learn(faces, pictures), today())


def _agreement(beliefs: Floats, wanted: Sequence[str]) -> float:
    count = min(len(beliefs), len(wanted))
    right = [beliefs[at, FACES.index(wanted[at])] for at in range(count)]
    return float(np.mean(right)) if right else 0.0


def profile_for(taught: TaughtSet, folder: Path | None = None) -> Profile:
    """What was learnt, learnt anew from the kept pictures where the models have changed."""
    if taught.profile.model == str(store.find("classifier", folder).entry.get("sha256")):
        return taught.profile
    return Teacher.load(folder).learn(taught.faces, taught.crops)


def load_reader(
    name: str | None = None,
    *,
    folder: Path | None = None,
    look: Look | None = None,
    threads: int = 1,
    shelf: Shelf | None = None,
) -> Reader:
    """The reader that everything in mahjonglens reads with: it knows the set `name`, else the
    chosen one; 'none' for no set. Raises WeightsMissing or WeightsCorrupt, also for a set that is
    unknown or damaged."""
    shelf = shelf or Shelf()
    name = shelf.chosen if name is None else name
    adjust = None if name in (None, NO_SET) else _known(shelf, name, folder).adjust
    return pipeline.load_reader(folder=folder, look=look, threads=threads, adjust=adjust)


def _known(shelf: Shelf, name: str, folder: Path | None) -> Profile:
    try:
        taught = shelf.load(name)
        profile = profile_for(taught, folder)
        if profile is not taught.profile:
            shelf.keep(replace(taught, profile=profile), replace=True)
    except DatasetError as error:
        raise WeightsCorrupt(f"{error}; to read without: --set none") from error
    return profile
