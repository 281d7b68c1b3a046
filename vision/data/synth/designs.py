"""Tile designs by name: drawn ones, and those of art folders; each belongs to train or to test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from vision.data.synth.art import coloured, load_folder, one_colour, repainted
from vision.data.synth.drawn import animals, bamboo, birds, dots, plants, strangers, written
from vision.data.synth.finish import Finish
from vision.data.synth.photo import UNKNOWN, Image, Rng
from vision.data.synth.sheet import Sheet
from vision.data.synth.style import Inks, Style, sample_style
from vision.labels import FACE_DOWN, FACES

DRAWN = {"train": 6000, "test": 60}
ART_HELD_OUT = frozenset({"lietxia", "imahjong-can"})
ART_WEIGHT = {"unicode-chart": 0.2, "fluffystuff-black": 3.0}  # of 1; seldom like real sets
LIGHT_INK = frozenset({"fluffystuff-black"})  # drawn for dark tiles
FIVES = ("B5", "C5", "D5")
RED_FIVES = 0.15  # of drawn fives
STRANGERS = 4  # different unfamiliar faces in one set


@dataclass(frozen=True, slots=True)
class Design:
    """`folder` None: drawn. `split` is "train" or "test"."""

    name: str
    split: str
    folder: Path | None = None

    @property
    def number(self) -> int:
        """The seed of a drawn design."""
        return int(self.name.rsplit("-", 1)[1]) if self.folder is None else 0


DESIGNS: tuple[Design, ...] = tuple(
    Design(f"drawn-{split}-{number}", split)
    for split, count in DRAWN.items()
    for number in range(count)
)


def art_design(folder: Path) -> Design:
    """The design of a folder of CODE.png pictures."""
    return Design(folder.name, "test" if folder.name in ART_HELD_OUT else "train", folder)


class Faces(Mapping[str, Image]):
    """Face code to premultiplied BGRA (256, 192, 4), drawn when first asked for.

    Keys are `labels.FACES` without the back, and "unknown", "unknown1" … of unfamiliar faces. Two
    `Faces` of the same design and `variant` are equal; variants differ as two makers' copies do.
    """

    def __init__(self, design: Design, variant: int = 0, *, dark: bool = False) -> None:
        self.design = design
        self._variant = variant
        self._dark = dark
        number = design.number if design.folder is None else variant
        seed = [number, int(design.split == "test"), 77]
        self.style = sample_style(
            number, np.random.default_rng(seed), split=design.split, dark=dark
        )
        self._finish = Finish.sample(np.random.default_rng([*seed, variant]))
        self._made: dict[str, Image] = {}

    def __getitem__(self, code: str) -> Image:
        if code not in self._made:
            if code not in KEYS:
                raise KeyError(code)
            self._made[code] = self._make(code)
        return self._made[code]

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS)

    def __len__(self) -> int:
        return len(KEYS)

    def _make(self, code: str) -> Image:
        place = KEYS.index(code)
        drawn = self.design.folder is None
        number, manner = (self.design.number, self._variant % 5) if drawn else (self._variant, 9)
        rng = np.random.default_rng([number, place, manner, 5])
        face = self._from_folder(code, rng) if self.design.folder else None
        if face is None:
            face = draw_face(code, self._style_of(code), rng)
        return self._finish.apply(face, np.random.default_rng([self._variant, place]))

    def _style_of(self, code: str) -> Style:
        """The set's style; now and then all red for a five, as makers paint one of the four."""
        if code not in FIVES:
            return self.style
        chance = np.random.default_rng([self._variant, self.design.number, KEYS.index(code)])
        if chance.random() >= RED_FIVES:
            return self.style
        red = self.style.inks.red
        return replace(self.style, inks=Inks(red, red, red, red), numeral_colour=red)

    def _from_folder(self, code: str, rng: Rng) -> Image | None:
        assert self.design.folder is not None
        drawn = load_folder(self.design.folder)
        red = drawn.get(f"{code}-red")
        face = red if red is not None and rng.random() < 0.2 else drawn.get(code)
        if face is None:
            return None
        if one_colour(face):
            face = coloured(code, face, self.style.inks, self._variant, rng)
        elif self._variant % 2 or self._dark != (self.design.name in LIGHT_INK):
            face = repainted(face, self.style.inks)
        alpha = face[..., 3:].astype(np.uint16)
        result = face.copy()
        result[..., :3] = (face[..., :3] * alpha // 255).astype(np.uint8)
        return result


def faces(design: Design, rng: Rng, *, dark: bool = False) -> Faces:
    """One maker's copy of a design: flat pictures of all its faces, to be warped at will."""
    return Faces(design, int(rng.integers(1 << 20)), dark=dark)


KEYS: tuple[str, ...] = (
    *(face for face in FACES if face != FACE_DOWN),
    UNKNOWN,
    *(f"{UNKNOWN}{k}" for k in range(1, STRANGERS)),
)


def draw_face(code: str, style: Style, rng: Rng) -> Image:
    """One drawn face, premultiplied BGRA, larger than FACE_SIZE."""
    sheet = Sheet()
    suit, rank = code[0], code[1:]
    if code.startswith(UNKNOWN):
        strangers.draw(sheet, style, rng)
        return sheet.px
    if suit == "B" and rank == "1":
        birds.draw(sheet, style, rng)
    elif suit in "FS":
        plants.draw(sheet, code, style, rng)
        return sheet.px
    elif suit == "A":
        animals.draw(sheet, code, style, rng)
        return sheet.px
    elif suit in NUMBERED and rank.isdigit():
        NUMBERED[suit](sheet, int(rank), style, rng)
    elif suit == "W":
        written.wind(sheet, code, style, rng)
    else:
        written.dragon(sheet, code, style, rng)
    written.index(sheet, code, style)
    return sheet.px


NUMBERED: dict[str, Callable[[Sheet, int, Style, Rng], None]] = {
    "B": bamboo.draw, "C": written.character, "D": dots.draw,
}  # fmt: skip


@lru_cache(maxsize=8)
def art_designs(folders: tuple[Path, ...], split: str) -> tuple[Design, ...]:
    """The designs of these folders that belong to `split`."""
    return tuple(d for d in map(art_design, folders) if d.split == split)


def choose_design(rng: Rng, art: tuple[Path, ...], *, split: str, dark: bool = False) -> Design:
    """A drawn design or one of the art folders', of that split; light ink only on `dark` tiles."""
    folders = [d for d in art_designs(art, split) if dark or d.name not in LIGHT_INK]
    if folders and rng.random() < 0.45:
        weights = np.array([ART_WEIGHT.get(design.name, 1.0) for design in folders])
        return folders[int(rng.choice(len(folders), p=weights / weights.sum()))]
    drawn = [design for design in DESIGNS if design.split == split]
    return drawn[int(rng.integers(len(drawn)))]
