"""Finds tiles: photo in, one `Detection` a tile out. Names no faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision import geometry, store
from vision.geometry import Floats, Image
from vision.places import Places
from vision.reading import Detection, Quad
from vision.runtime import session
from vision.windows import Window, cover, few, tells_more

Detector = Callable[[Image], list[Detection]]
STRIDE = 32  # px; the network halves its input five times
GREY = 114
LOOKS = 5  # closer looks at most
CONVINCING = 0.6  # score of a place that counts where hardly any are found
WEAK = 0.25  # score from which a place of a photo is named; `pipeline.plausible` judges it then
COLUMN = 1.3  # times as high as wide are the tiles of a rack that lies on its side
LEANS = float(np.radians(14))  # from which on a photo is turned level for a second look


def decode(output: npt.ArrayLike, *, threshold: float) -> Places:
    """Raw output (1, 6, N) of cx, cy, w, h, score, angle as places in px of the input.

    Raises ValueError naming the shape it got.
    """
    raw = np.asarray(output, np.float32)
    if raw.ndim != 3 or raw.shape[:2] != (1, 6):
        raise ValueError(f"a locator gives (1, 6, N), not {raw.shape}")
    rows = raw[0].T
    rows = rows[rows[:, 4] >= threshold]
    rows = rows[(rows[:, 2] > 1) & (rows[:, 3] > 1) & np.isfinite(rows).all(axis=1)]
    boxes = rows[:, [0, 1, 2, 3, 5]]
    return Places(geometry.nearest_upright(geometry.box_quads(boxes)), rows[:, 4])


def on_its_side(quads: Floats) -> bool:
    """Whether the rack seems to run up the photo: a column of tiles that are wider than high."""
    spread = np.ptp(quads.mean(axis=1), axis=0)
    wide, high = geometry.sides(quads).T
    return bool(np.median(wide / np.maximum(high, 1)) > 1 and spread[1] > COLUMN * spread[0])


def letterbox(image: Image, size: int) -> tuple[Floats, float]:
    """The image as network input (1, 3, H, W), its long side `size` px, padded to the stride at
    the right and bottom; and the factor it was resized by."""
    height, width = image.shape[:2]
    factor = size / max(height, width)
    new = max(round(width * factor), 1), max(round(height * factor), 1)
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    while min(new) > 1 and image.shape[1] > 3 * new[0]:  # halving is much the fastest reduction
        half = image.shape[1] // 2, image.shape[0] // 2
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    small = image if factor == 1 else cv2.resize(image, new, interpolation=how)
    padded = np.full((-(-new[1] // STRIDE) * STRIDE, -(-new[0] // STRIDE) * STRIDE, 3), GREY, "u1")
    padded[: new[1], : new[0]] = small
    planes = padded[..., ::-1].transpose(2, 0, 1)[None].astype(np.float32)
    return np.ascontiguousarray(planes) / np.float32(255), factor


@dataclass(frozen=True, slots=True)
class Look:
    """How closely to look: `size` of the network's input, whether small tiles get a second look."""

    size: int = 640
    twice: bool = True


class Locator:
    """The ONNX locator. Holds the loaded session."""

    def __init__(self, model: store.Model, *, look: Look | None = None, threads: int = 1) -> None:
        network = session(model, threads=threads)
        self.run: Callable[[Floats], npt.NDArray[np.float32]] = lambda planes: np.asarray(
            network.run(["output0"], {"images": planes})[0], np.float32
        )
        self._look = look or Look(size=int(model.number("input", 640)))
        self._threshold = model.number("threshold", 0.4)

    def __call__(self, image: Image) -> list[Detection]:
        """The tiles of a photo (H, W, 3) BGR, surest first."""
        whole = Window(0, 0, int(image.shape[1]), int(image.shape[0]))
        places = self._see(image, whole)
        if self._look.twice:
            places = self._levelled(image, places)
            places = self._closer(image, whole, places).straightened()
        return [
            Detection(Quad.of(quad), float(score))
            for quad, score in zip(places.quads, places.scores, strict=True)
        ]

    def _closer(self, image: Image, whole: Window, places: Places) -> Places:
        """Small tiles read again from windows, until a look shows no tiles beyond the last."""
        before: list[Window] = []
        blind = 0
        for _ in range(LOOKS):
            sure = places.above(self._threshold)
            if few(sure.quads):
                sure = places.above(CONVINCING)  # else a few things alone say nothing of the size
            blind += few(sure.quads)
            windows = cover(whole, sure.quads, self._look.size, blind=blind)
            if not tells_more(windows, before):
                break
            places = places.refined([self._inside(image, w) for w in windows])
            before = windows
        return places

    def _see(self, image: Image, window: Window) -> Places:
        part = image[window.top : window.bottom, window.left : window.right]
        planes, factor = letterbox(part, self._look.size)
        weak = min(WEAK, self._threshold) if self._look.twice else self._threshold  # frames flicker
        found = decode(self.run(planes), threshold=weak).merged()
        quads = found.quads / np.float32(factor)
        return Places(quads + np.array([window.left, window.top], np.float32), found.scores)

    def _levelled(self, image: Image, places: Places) -> Places:
        """The places, or what is seen after turning a photo that leans, or lies on its side, level
        where that is more: the network knows level rows best."""
        sure = places.above(self._threshold).quads
        if len(sure) < 3:
            return places
        lean = geometry.lean(sure)
        if on_its_side(sure):
            lean += np.pi / 2
        if abs(lean) < LEANS:
            return places
        height, width = image.shape[:2]
        cos, sin = abs(np.cos(lean)), abs(np.sin(lean))
        size = width * cos + height * sin, width * sin + height * cos
        scale = min(1.0, self._look.size / max(size))
        centre = width / 2, height / 2
        matrix = cv2.getRotationMatrix2D(centre, float(np.degrees(lean)), scale)
        canvas = max(round(size[0] * scale), 1), max(round(size[1] * scale), 1)
        matrix[:, 2] += np.array(canvas) / 2 - np.array(centre)
        level = cv2.warpAffine(
            image, matrix, canvas, flags=cv2.INTER_LINEAR, borderValue=(GREY, GREY, GREY)
        )
        seen = self._see(np.asarray(level, np.uint8), Window(0, 0, *canvas))
        back = cv2.invertAffineTransform(matrix).astype(np.float32)
        quads = geometry.nearest_upright(seen.quads @ back[:, :2].T + back[:, 2])
        better = float(seen.scores.sum()) > float(places.scores.sum())
        return Places(quads, seen.scores) if better else places

    def _inside(self, image: Image, window: Window) -> Places:
        """What lies in the window, without the tiles that its inner borders cut."""
        found = self._see(image, window)
        return found.where(window.holds(found.quads, (image.shape[1], image.shape[0])))


def load_locator(
    folder: Path | None = None, *, look: Look | None = None, threads: int = 1
) -> Locator:
    """The locator the manifest names. Raises `WeightsMissing` or `WeightsCorrupt`."""
    return Locator(store.find("locator", folder), look=look, threads=threads)


DETECTORS: dict[str, Callable[[], Detector]] = {"onnx": load_locator}
