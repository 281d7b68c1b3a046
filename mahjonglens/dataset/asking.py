"""Looks at unlabelled photos with the models and says which to label next."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numpy as np

from mahjonglens.dataset.crew import Crew
from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.photos import photos_under
from mahjonglens.dataset.store import Store
from mahjonglens.dataset.tables import FILE
from vision import geometry, images
from vision.classify import TileClassifier, load_classifier, softmax
from vision.data.active import Pick, Seen, rank
from vision.detect import Detector, load_locator
from vision.errors import VisionError
from vision.geometry import Floats
from vision.labels import FACES

KEPT = 1500  # photos compared with each other: the most doubtful, so that memory stays bounded
LABELLED = 200  # labelled photos looked at to know what is known


@dataclass(frozen=True, slots=True)
class Question:
    """A photo that may be asked about: its name for the user, its file."""

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class Answer:
    """What the models see on it, or what went wrong."""

    question: Question
    seen: Seen | None
    why: str = ""


class Looker:
    """Holds the models of one worker."""

    def __init__(
        self, detect: Detector | None = None, classifier: TileClassifier | None = None
    ) -> None:
        self._detect = detect or load_locator()
        self._net = classifier or load_classifier()

    def __call__(self, question: Question) -> Answer:
        try:
            image = images.load(question.path)
        except VisionError as error:
            return Answer(question, None, str(error))
        found = self._net(image, self._detect(image))
        if not found:
            nothing = np.zeros((0, 1), np.float32)
            return Answer(question, Seen(nothing, nothing[:, 0]))
        quads = np.stack([tile.quad.array for tile in found])
        crops = geometry.crops(image, quads, self._net.side, margin=self._net.margin)
        beliefs = self._net.believe(crops)
        sure = softmax(beliefs.logits)
        faces = tuple(FACES[int(at)] for at in sure.argmax(axis=1))
        return Answer(question, Seen(beliefs.embeddings, 1 - sure.max(axis=1), faces))


def questions(root: Path) -> tuple[list[Question], list[Question]]:
    """(unlabelled, labelled) photos of a dataset; of any other folder all are unlabelled."""
    if not (root / FILE).is_file():
        return [Question(str(path), path) for path in photos_under(root)], []
    with Store.open(root) as store:
        open_ones = "duplicate_of IS NULL AND status != 'labelled'"
        free = [Question(r.original, r.stored) for r in store.find(open_ones)]
        done = "status = 'labelled' AND id IN (SELECT id FROM photos ORDER BY random() LIMIT 2000)"
        known = [Question(r.original, r.stored) for r in store.find(done)]
    return free, known[:LABELLED]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The photos to label next, best first, with why; and those that could not be looked at."""

    picks: tuple[tuple[Question, Pick], ...]
    faults: tuple[Fault, ...]


def ask(
    free: Iterable[Question],
    known: Sequence[Question],
    crew: Crew,
    make: Callable[[], Callable[[Question], Answer]],
    *,
    first: int,
) -> Ranking:
    """Ranks; of very many photos only the KEPT most doubtful are compared with each other."""
    faults: list[Fault] = []
    taught = [
        answer.seen.embeddings for answer in crew.run(make, known)
        if answer.seen is not None and len(answer.seen.embeddings)
    ]  # fmt: skip
    heap: list[tuple[float, int, Answer]] = []
    for number, answer in zip(count(), _good(crew.run(make, free), faults), strict=False):
        entry = (answer.seen.doubt if answer.seen else 0.0, number, answer)
        if len(heap) < KEPT:
            heapq.heappush(heap, entry)
        else:
            heapq.heappushpop(heap, entry)
    answers = [answer for _, _, answer in sorted(heap, key=lambda one: one[1])]
    seen = [answer.seen for answer in answers if answer.seen is not None]
    embeddings: Floats | None = np.concatenate(taught) if taught else None
    picks = rank(seen, count=first, known=embeddings)
    return Ranking(tuple((answers[p.index].question, p) for p in picks), tuple(faults))


def _good(answers: Iterator[Answer], faults: list[Fault]) -> Iterator[Answer]:
    for answer in answers:
        if answer.seen is None:
            faults.append(Fault(answer.question.name, answer.why))
        else:
            yield answer
