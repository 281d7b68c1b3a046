"""Names tiles: photo and detections in, `TileReading`s with upright quads out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision import geometry, orient, store
from vision.geometry import Floats, Image
from vision.labels import FACES, UNFAMILIAR
from vision.reading import Detection, Quad, TileReading
from vision.runtime import session

Classifier = Callable[[Image, Sequence[Detection]], list[TileReading]]
Adjust = Callable[[Floats, Floats], Floats]  # logits and embeddings of a rack -> its logits
KEPT = 5  # alternatives told of each tile
EVERY_SIDE = 2 / 3  # of a face's weight is what all four looks say, the rest the upright one's
BATCH = 64  # crops a run, so that 144 tiles need no more memory than 64


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What the network says of N crops: logits (N, faces), turns (N, 4) as probabilities, and the
    embeddings (N, D) that both come from."""

    logits: Floats
    turns: Floats
    embeddings: Floats


def softmax(logits: npt.ArrayLike, *, temperature: float = 1.0) -> Floats:
    """Probabilities along the last axis."""
    scaled = np.asarray(logits, np.float32) / np.float32(temperature)
    raised = np.exp(scaled - scaled.max(axis=-1, keepdims=True, initial=-np.inf))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)


def without_bias(looks: Sequence[Floats]) -> Floats:
    """What looks at the same crops say together about their turns, (N, 4).

    Look k saw the crops turned by k quarters, so its turn t is turn t + k of the crop. A network
    that likes one answer too well likes it once for each turn, and cancels itself out.
    """
    if len(looks) == 1:
        return looks[0]
    said = [np.roll(np.log(np.clip(look, 1e-3, 1)), k, axis=1) for k, look in enumerate(looks)]
    return softmax(np.sum(said, axis=0), temperature=2.0)


def from_every_side(upright: Floats, looks: Sequence[Floats]) -> Floats:
    """Logits (N, faces) of the upright crops and of looks from all sides as one: four opinions err
    less than one. With a single look the upright ones alone."""
    if len(looks) == 1:
        return upright
    joined = (1 - EVERY_SIDE) * upright + EVERY_SIDE * np.mean(looks, axis=0)
    return np.asarray(joined, np.float32)


@dataclass(frozen=True, slots=True)
class Rejection:
    """When a face is unfamiliar: its best probability or its energy is too low."""

    probability: float
    energy: float

    def unfamiliar(self, probabilities: Floats, logits: Floats) -> bool:
        """`probabilities`, `logits` (faces,) of one tile."""
        top = float(logits.max())
        energy = top + float(np.log(np.exp(logits - top).sum()))
        return float(probabilities.max()) < self.probability or energy < self.energy


class TileClassifier:
    """The ONNX classifier. Holds the loaded session.

    `adjust`, where given, has the last word on each rack's logits: a set that was taught.
    `thorough`: each crop is looked at from all four sides, which is slower and sees better which
    way is up.
    """

    def __init__(
        self,
        model: store.Model,
        *,
        threads: int = 1,
        adjust: Adjust | None = None,
        thorough: bool = True,
    ) -> None:
        self._looks = 4 if thorough else 1
        network = session(model, threads=threads)
        self.run: Callable[[Floats], list[Floats]] = lambda planes: [
            np.asarray(part, np.float32)
            for part in network.run(["logits", "turn", "embedding"], {"crops": planes})
        ]
        self._adjust = adjust
        self.side = int(model.number("input", 72))
        self.margin = model.number("margin", 0.0)
        self._temperature = model.number("temperature", 1.0)
        self._reject = Rejection(
            model.number("reject_probability", 0.3), model.number("reject_energy", -1e9)
        )

    def __call__(self, image: Image, detections: Sequence[Detection]) -> list[TileReading]:
        """Readings in the order of the detections, quads numbered as the tile stands upright."""
        if not detections:
            return []
        quads = np.stack([detection.quad.array for detection in detections])
        crops = geometry.crops(image, quads, self.side, margin=self.margin)
        looks = [self.believe(np.rot90(crops, k, axes=(1, 2))) for k in range(self._looks)]
        beliefs = without_bias([look.turns for look in looks])
        up = orient.rack_up(quads, beliefs)
        turns = orient.quarters(quads, beliefs, up)
        upright = geometry.turned(quads, turns)
        logits, embeddings = looks[0].logits.copy(), looks[0].embeddings.copy()
        for k in range(1, 4):  # faces are told apart best as they stand
            these = np.flatnonzero(turns == k)
            if not len(these):
                continue
            look = looks[k] if k < len(looks) else self._believe(image, upright)
            logits[these], embeddings[these] = look.logits[these], look.embeddings[these]
        logits = from_every_side(logits, [look.logits for look in looks])
        if self._adjust is not None:
            logits = self._adjust(logits, embeddings)
        return [
            self._reading(Detection(Quad.of(quad), detection.confidence), row)
            for quad, detection, row in zip(upright, detections, logits, strict=True)
        ]

    def _believe(self, image: Image, quads: Floats) -> Beliefs:
        return self.believe(geometry.crops(image, quads, self.side, margin=self.margin))

    def believe(self, crops: Image) -> Beliefs:
        """What the network says of crops (N, side, side, 3) uint8 BGR, as they are."""
        planes = np.ascontiguousarray(crops[..., ::-1].transpose(0, 3, 1, 2)).astype(np.float32)
        planes /= np.float32(255)
        runs = [self.run(planes[i : i + BATCH]) for i in range(0, len(planes), BATCH)]
        logits, turns, embeddings = (np.concatenate([run[k] for run in runs]) for k in range(3))
        if logits.shape[1:] != (len(FACES),) or turns.shape[1:] != (4,):
            raise ValueError(
                f"a classifier gives (N, {len(FACES)}), (N, 4), not {logits.shape}, {turns.shape}"
            )
        return Beliefs(logits, softmax(turns), embeddings)

    def _reading(self, detection: Detection, logits: Floats) -> TileReading:
        probabilities = softmax(logits, temperature=self._temperature)
        order = np.argsort(-probabilities, kind="stable")[:KEPT]
        ranked = tuple((FACES[i], float(probabilities[i])) for i in order)
        face, confidence = ranked[0]
        # judged before the temperature: strange faces were trained towards even odds
        if self._reject.unfamiliar(softmax(logits), logits):
            face = UNFAMILIAR
        return TileReading(detection, face, confidence, ranked)


def load_classifier(
    folder: Path | None = None,
    *,
    threads: int = 1,
    adjust: Adjust | None = None,
    thorough: bool = True,
) -> TileClassifier:
    """The classifier the manifest names. Raises `WeightsMissing` or `WeightsCorrupt`."""
    model = store.find("classifier", folder)
    return TileClassifier(model, threads=threads, adjust=adjust, thorough=thorough)


CLASSIFIERS: dict[str, Callable[[], Classifier]] = {"onnx": load_classifier}
