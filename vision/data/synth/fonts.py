"""The fonts faces are written with, by file name; they come from distribution packages.

Where none of them is installed, the fonts that OpenCV 5 carries itself are used: one plain sort of
characters, enough to render, too little to train on. Licences: datasets/sources.toml.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from vision.data.synth.photo import Image

PX = 120  # size glyphs are drawn at


class FontMissingError(LookupError):
    """No font with Chinese characters is installed; the message says what to install."""


@dataclass(frozen=True, slots=True)
class Font:
    """`file` is looked for in the system's font folders; `index` is its place in a collection.

    `split`: designs of that split may use it, "both" any. `weight`: how often it is taken.
    """

    name: str
    file: str
    package: str
    index: int = 0
    split: str = "both"
    weight: float = 1.0

    def mask(self, text: str) -> Image:
        """The inked part of `text` as grey px. Raises FontMissingError where the font is absent."""
        return _mask(self.file, self.index, text)

    def has(self, text: str) -> bool:
        """Whether the font is installed and draws every character of `text`."""
        return _has(self.file, self.index, text)


# fmt: off
CHINESE: tuple[Font, ...] = (
    Font("kouzan", "kouzan-mouhitsu.ttf", "fonts-kouzan-mouhitsu", weight=3),
    Font("kouzan-gyosho", "kouzan-mouhitsu-gyosho.ttf", "fonts-kouzan-mouhitsu", weight=2),
    Font("kouzan-t", "AoyagiKouzanT.ttf", "fonts-aoyagi-kouzan-t", weight=2),
    Font("soseki", "aoyagi-soseki.ttf", "fonts-aoyagi-soseki", split="test", weight=2),
    Font("ukai", "ukai.ttc", "fonts-arphic-ukai", weight=2),
    Font("bkai", "bkai00mp.ttf", "fonts-arphic-bkai00mp", weight=2),
    Font("cwkai", "cwkai.ttf", "fonts-cwtex-kai", weight=2),
    Font("tw-kai", "TW-Kai-98_1.ttf", "fonts-cns11643-kai", weight=2),
    Font("wenkai", "LXGWWenKai-Bold.ttf", "fonts-lxgw-wenkai", split="test", weight=2),
    Font("wenkai-regular", "LXGWWenKai-Regular.ttf", "fonts-lxgw-wenkai"),
    Font("klee", "KleeOne-SemiBold.ttf", "fonts-klee"),
    Font("noto-serif-bold", "NotoSerifCJK-Bold.ttc", "fonts-noto-cjk", 3, weight=1.5),
    Font("noto-serif", "NotoSerifCJK-Regular.ttc", "fonts-noto-cjk", 3),
    Font("noto-sans-bold", "NotoSansCJK-Bold.ttc", "fonts-noto-cjk", 3, weight=0.5),
    Font("uming", "uming.ttc", "fonts-arphic-uming"),
    Font("cwming", "cwming.ttf", "fonts-cwtex-ming"),
    Font("cwfangsong", "cwfs.ttf", "fonts-cwtex-fs"),
    Font("cwyen", "cwyen.ttf", "fonts-cwtex-yen", weight=0.5),
    Font("cwheib", "cwheib.ttf", "fonts-cwtex-heib", weight=0.5),
    Font("dejima", "dejima-mincho-r227.ttf", "fonts-dejima-mincho"),
    Font("oradano", "OradanoGSRR.ttf", "fonts-oradano-mincho-gsrr"),
    Font("reggae", "ReggaeOne-Regular.ttf", "fonts-reggae", weight=0.4),
)
LATIN: tuple[Font, ...] = (
    Font("dejavu-sans-bold", "DejaVuSans-Bold.ttf", "fonts-dejavu-core"),
    Font("dejavu-serif-bold", "DejaVuSerif-Bold.ttf", "fonts-dejavu-core"),
    Font("dejavu-sans", "DejaVuSans.ttf", "fonts-dejavu-core"),
    Font("liberation-sans-bold", "LiberationSans-Bold.ttf", "fonts-liberation"),
    Font("liberation-serif", "LiberationSerif-Regular.ttf", "fonts-liberation"),
    Font("liberation-serif-bold", "LiberationSerif-Bold.ttf", "fonts-liberation"),
    Font("liberation-narrow", "LiberationSansNarrow-Bold.ttf", "fonts-liberation"),
)
# fmt: on
BUILT_IN = "opencv:"  # before the name of a font that OpenCV carries
LAST_RESORT = Font("opencv", f"{BUILT_IN}uni", "opencv-python-headless>=5")


def usable(fonts: tuple[Font, ...], text: str, split: str) -> list[Font]:
    """The installed fonts of that split that can write `text`.

    Raises FontMissingError, naming the packages, when there is none at all.
    """
    able = [font for font in fonts if font.has(text)]
    if not able and LAST_RESORT.has(text):
        return [LAST_RESORT]
    if not able:
        raise FontMissingError(
            f"no installed font writes '{text}'; on Debian: apt install "
            + " ".join(sorted({font.package for font in fonts}))
        )
    return [font for font in able if font.split in (split, "both")] or able


@lru_cache(maxsize=64)
def _load(file: str, index: int) -> ImageFont.FreeTypeFont | None:
    try:
        return ImageFont.truetype(file, PX, index=index)
    except OSError:
        return None


@lru_cache(maxsize=4096)
def _mask(file: str, index: int, text: str) -> Image:
    if file.startswith(BUILT_IN):
        return _built_in(file.removeprefix(BUILT_IN), text)
    font = _load(file, index)
    if font is None:
        raise FontMissingError(f"the font {file} is not installed")
    left, top, right, bottom = font.getbbox(text)
    size = (max(int(right - left), 1) + 4, max(int(bottom - top), 1) + 4)
    page = PilImage.new("L", size)
    ImageDraw.Draw(page).text((2 - left, 2 - top), text, font=font, fill=255)
    return _inked(np.asarray(page))


def _built_in(name: str, text: str) -> Image:
    """Text in a font of OpenCV's own. Raises FontMissingError with OpenCV 4, which has none."""
    if not hasattr(cv2, "FontFace"):
        raise FontMissingError(f"OpenCV {cv2.__version__} carries no fonts; 5 does")
    page = np.zeros((2 * PX, PX * (len(text) + 1), 3), np.uint8)
    origin, white = (PX // 3, PX + PX // 3), (255, 255, 255)
    drawn = cv2.putText(page, text, origin, white, cv2.FontFace(name), PX, 600)
    return _inked(page[..., 0]) if drawn is not None else page[..., 0]


def _inked(mask: Image) -> Image:
    """Cut to what is inked."""
    rows, columns = np.flatnonzero(mask.max(axis=1)), np.flatnonzero(mask.max(axis=0))
    if len(rows) == 0:
        return np.zeros((8, 8), np.uint8)
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


@lru_cache(maxsize=4096)
def _has(file: str, index: int, text: str) -> bool:
    if file.startswith(BUILT_IN):
        return hasattr(cv2, "FontFace")
    if _load(file, index) is None:
        return False
    missing = _mask(file, index, "\U0010fffd")
    shown = [_mask(file, index, char) for char in text]
    return not any(mask.max() == 0 or np.array_equal(mask, missing) for mask in shown)
