"""How one drawn set looks: every choice that its maker made, in one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.data.synth.fonts import CHINESE, LATIN, Font, usable
from vision.data.synth.photo import Rng
from vision.data.synth.solid import Colour

NUMERALS = "一二三四五六七八九"
GLYPHS = {
    "WE": "東", "WS": "南", "WW": "西", "WN": "北", "DR": "中", "DG": "發",
    "F1": "梅", "F2": "蘭", "F3": "菊", "F4": "竹",
    "S1": "春", "S2": "夏", "S3": "秋", "S4": "冬",
}  # fmt: skip
SIMPLE = {"WE": "东", "DG": "发", "F2": "兰"}

BLUES: tuple[Colour, ...] = (
    (120, 45, 20), (185, 70, 25), (90, 40, 30), (150, 90, 10), (200, 60, 50), (110, 60, 60)
)  # fmt: skip
REDS: tuple[Colour, ...] = (
    (40, 35, 185), (30, 25, 150), (60, 60, 215), (40, 60, 220), (70, 40, 170)
)  # fmt: skip
GREENS: tuple[Colour, ...] = (
    (45, 105, 20), (40, 80, 10), (70, 140, 30), (60, 90, 30), (90, 120, 10), (50, 60, 20)
)  # fmt: skip
BLACKS: tuple[Colour, ...] = ((30, 28, 28), (55, 45, 45), (20, 20, 20))

# test designs prefer what is held out, so that a rendered test shows drawings never trained on
DOTS = ("double", "holed", "petals", "wheel", "target", "filled", "coin", "star", "beads")
DOTS_HELD_OUT = ("star", "coin")
STICKS = ("bone", "bar", "hollow", "segments", "grains", "slim", "shoot")
STICKS_HELD_OUT = ("grains",)
BIRDS = ("sparrow", "peacock", "phoenix", "crane", "parrot", "fan")
BIRDS_HELD_OUT = ("crane",)
WHITES = ("frame", "double", "cut corners", "key", "letter in frame", "blank", "glyph", "dashes")
WHITES_HELD_OUT = ("key",)


@dataclass(frozen=True, slots=True)
class Inks:
    """BGR of the colours a set is painted with."""

    blue: Colour
    red: Colour
    green: Colour
    black: Colour

    def any(self, rng: Rng) -> Colour:
        """One of the four."""
        return (self.blue, self.red, self.green, self.black)[int(rng.integers(4))]


@dataclass(frozen=True, slots=True)
class Style:
    """`number` seeds the drawings, so that the same face of a set always looks the same."""

    number: int
    inks: Inks
    main: Font  # winds and dragons
    numeral: Font
    caption: Font
    latin: Font
    weight: int  # px added to strokes
    simple: bool
    five: str
    wan: str
    index: str  # "", or the corner of the digits: "left", "right", "both"
    index_colour: Colour
    dots: str
    dot_colours: str
    sticks: str
    bird: str
    white: str
    dragons: str  # "glyph" or "picture"
    wind_colour: Colour
    numeral_colour: Colour
    bonus: str  # which signs flowers and seasons bear
    seasons_like_flowers: bool
    animal: str
    line: float  # stroke width of drawings


def sample_style(number: int, rng: Rng, *, split: str, dark: bool = False) -> Style:
    """A set's style. Raises `fonts.FontMissingError` without any font of Chinese characters."""
    inks = _inks(rng, dark)
    five = "伍" if rng.random() < 0.6 else "五"
    simple = rng.random() < 0.08
    wan = "万" if simple or rng.random() < 0.05 else "萬"
    signs = NUMERALS + five + wan + "".join(GLYPHS.values())
    main = _font(CHINESE, signs[:9] + "中發東南西北萬", split, rng)
    same = rng.random() < 0.6
    numeral = main if same and main.has(five + wan) else _font(CHINESE, five + wan, split, rng)
    caption = _font(CHINESE, "梅蘭菊竹春夏秋冬", split, rng)
    latin = _font(LATIN, "123CFPESWN", split, rng)
    simple = simple and all(main.has(sign) for sign in SIMPLE.values())
    wind = inks.blue if rng.random() < 0.5 else inks.black
    return Style(
        number, inks, main, numeral, caption, latin,
        weight=int(rng.integers(-1, 5)),
        simple=simple,
        five=five,
        wan=wan,
        index=_of(("", "left", "right", "both"), rng, (0.5, 0.22, 0.22, 0.06)),
        index_colour=inks.any(rng),
        dots=_held(DOTS, DOTS_HELD_OUT, split, rng),
        dot_colours=_of(("classic", "rows", "one", "two", "mixed"), rng,
                        (0.5, 0.15, 0.13, 0.12, 0.1)),
        sticks=_held(STICKS, STICKS_HELD_OUT, split, rng),
        bird=_held(BIRDS, BIRDS_HELD_OUT, split, rng),
        white=_held(WHITES, WHITES_HELD_OUT, split, rng),
        dragons="picture" if rng.random() < 0.08 else "glyph",
        wind_colour=wind,
        numeral_colour=(wind if rng.random() < 0.8 else inks.any(rng)),
        bonus=_of(("caption digit", "caption", "digit", "numeral", "crossed", "plain words"), rng,
                  (0.4, 0.12, 0.2, 0.08, 0.15, 0.05)),
        seasons_like_flowers=bool(rng.random() < 0.25),
        animal=_of(("outline", "filled", "two tone"), rng, (0.4, 0.3, 0.3)),
        line=float(rng.uniform(0.045, 0.1)),
    )  # fmt: skip


def _inks(rng: Rng, dark: bool) -> Inks:
    if dark:
        white: Colour = (235.0, 240.0, 240.0)
        gold: Colour = (60.0, 170.0, 225.0)
        return Inks(white, gold if rng.random() < 0.5 else (60.0, 60.0, 230.0),
                    white if rng.random() < 0.4 else (90.0, 190.0, 60.0), white)  # fmt: skip
    blue, red, green, black = (_jitter(_pick(t, rng), rng) for t in (BLUES, REDS, GREENS, BLACKS))
    way = rng.random()
    if way < 0.12:
        blue = black
    elif way < 0.18:
        black = blue
    return Inks(blue, red, green, black)


def _pick(colours: Sequence[Colour], rng: Rng) -> Colour:
    return colours[int(rng.integers(len(colours)))]


def _jitter(colour: Colour, rng: Rng) -> Colour:
    b, g, r = np.clip(np.array(colour) * rng.uniform(0.8, 1.2, 3) + rng.normal(0, 8, 3), 0, 245)
    return (float(b), float(g), float(r))


def _of(choices: tuple[str, ...], rng: Rng, shares: tuple[float, ...]) -> str:
    return choices[int(rng.choice(len(choices), p=shares))]


def _held(choices: tuple[str, ...], held_out: tuple[str, ...], split: str, rng: Rng) -> str:
    """Of all but the held-out ones for training; for the test mostly of those."""
    if split == "test" and rng.random() < 0.7:
        return held_out[int(rng.integers(len(held_out)))]
    free = [choice for choice in choices if split == "test" or choice not in held_out]
    return free[int(rng.integers(len(free)))]


def _font(fonts: tuple[Font, ...], text: str, split: str, rng: Rng) -> Font:
    able = usable(fonts, text, split)
    weights = np.array([font.weight for font in able])
    return able[int(rng.choice(len(able), p=weights / weights.sum()))]
