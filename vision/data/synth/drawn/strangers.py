"""Faces of no class: jokers, letters, cards' pips, ornaments. A reader must not name them."""

from __future__ import annotations

import math

from vision.data.synth.photo import Rng
from vision.data.synth.sheet import Sheet, polar
from vision.data.synth.style import Style

SIGNS = "福祿壽喜財百搭聽用龍鳳金玉山水火木土日月人大小天地龜虎馬魚王后聖"
WORDS = (
    "JOKER",
    "Joker",
    "BIG",
    "WILD",
    "A",
    "B",
    "K",
    "Q",
    "J",
    "R",
    "X",
    "Z",
    "?",
    "&",
    "10",
    "13",
    "42",
)
PIPS = "♠♥♦♣★☆♪☯☺♞♛✿❀☂⚓"


def draw(sheet: Sheet, style: Style, rng: Rng) -> None:
    """Something random that no class of tile looks like."""
    way = rng.random()
    inks = style.inks
    if way < 0.3:
        text = "".join(SIGNS[int(i)] for i in rng.integers(0, len(SIGNS), int(rng.integers(1, 3))))
        if not style.main.has(text):
            text = "百"
        box = (0.4, 0.5, 2.6, 3.5) if len(text) == 1 else (0.25, 1.2, 2.75, 2.8)
        sheet.glyph(text, style.main, box, inks.any(rng), weight=style.weight)
    elif way < 0.55:
        word = WORDS[int(rng.integers(len(WORDS)))]
        sheet.glyph(
            word,
            style.latin,
            (0.3, 0.5, 2.7, 3.5),
            inks.any(rng),
            slant=float(rng.uniform(-0.3, 0.3)),
        )
    elif way < 0.7:
        _card(sheet, style, rng)
    elif way < 0.78:
        _mask(sheet, style, rng)
    elif way < 0.9:
        _badge(sheet, style, rng)
    else:
        for _ in range(int(rng.integers(3, 9))):
            points = rng.uniform((0.3, 0.3), (2.7, 3.7), (int(rng.integers(3, 6)), 2))
            if rng.random() < 0.5:
                sheet.poly(points, inks.any(rng))
            else:
                sheet.line(points.tolist(), style.line, inks.any(rng))


def _card(sheet: Sheet, style: Style, rng: Rng) -> None:
    pip = PIPS[int(rng.integers(len(PIPS)))]
    font = style.latin if style.latin.has(pip) else style.main
    if not font.has(pip):
        pip = "A"
    colour = style.inks.any(rng)
    count = int(rng.integers(1, 4))
    for k in range(count):
        y = 2.0 + (k - (count - 1) / 2) * 1.15
        sheet.glyph(pip, font, (0.9, y - 0.55, 2.1, y + 0.55), colour)
    if rng.random() < 0.5:
        sheet.glyph("AKQJ"[int(rng.integers(4))], style.latin, (0.15, 0.15, 0.7, 0.8), colour)


def _mask(sheet: Sheet, style: Style, rng: Rng) -> None:
    """A jester's head with a cap of bells."""
    inks = style.inks
    for side in (-1, 0, 1):
        tip = (1.5 + side * 1.0, 0.8 - (0.3 if side == 0 else 0.0))
        sheet.poly([(1.5 - 0.7, 1.7), (1.5 + 0.7, 1.7), tip], inks.any(rng))
        sheet.disc(tip, 0.16, inks.any(rng))
    sheet.ellipse((1.5, 2.3), (0.75, 0.9), 0, inks.black)
    sheet.ellipse((1.5, 2.3), (0.66, 0.81), 0, None)
    for x in (1.2, 1.8):
        sheet.disc((x, 2.1), 0.1, inks.black)
    mouth = [polar((1.5, 2.4), 0.4, math.pi * t / 8) for t in range(1, 8)]
    sheet.line(mouth, style.line, inks.red)
    if rng.random() < 0.7:
        sheet.glyph("JOKER", style.latin, (0.4, 3.3, 2.6, 3.8), inks.any(rng))


def _badge(sheet: Sheet, style: Style, rng: Rng) -> None:
    """A round or many-cornered sign with something in it: what a single dot is taken for."""
    inks = style.inks
    centre, radius = (1.5, float(rng.uniform(1.6, 2.4))), float(rng.uniform(0.7, 1.35))
    ink, light = inks.any(rng), inks.any(rng)
    corners = int(rng.integers(3, 9))
    if rng.random() < 0.6:
        sheet.disc(centre, radius, ink)
        if rng.random() < 0.5:
            sheet.disc(centre, radius * 0.88, light)
    else:
        spike = float(rng.uniform(0.5, 1.0))
        around = (polar(centre, radius * (spike if k % 2 else 1), math.pi * k / corners)
                  for k in range(2 * corners))  # fmt: skip
        sheet.poly(list(around), ink)
    way = rng.random()
    if way < 0.5:
        _smile(sheet, centre, radius, style, rng)
    elif way < 0.75:
        word = WORDS[int(rng.integers(len(WORDS)))]
        x, y, r = *centre, 0.7 * radius
        sheet.glyph(word, style.latin, (x - r, y - r, x + r, y + r), inks.any(rng))
    else:
        for k in range(corners):
            spot = polar(centre, 0.6 * radius, 2 * math.pi * k / corners)
            sheet.line([centre, spot], style.line, inks.any(rng))
            sheet.disc(spot, 0.12 * radius, inks.any(rng))


def _smile(
    sheet: Sheet, centre: tuple[float, float], radius: float, style: Style, rng: Rng
) -> None:
    """Two eyes and a mouth that smiles, frowns or stays straight."""
    ink = style.inks.black if rng.random() < 0.7 else style.inks.any(rng)
    x, y = centre
    apart, size = float(rng.uniform(0.25, 0.4)), float(rng.uniform(0.08, 0.16))
    for side in (-1, 1):
        sheet.disc((x + side * apart * radius, y - 0.3 * radius), size * radius, ink)
    bend = float(rng.uniform(-0.35, 0.5)) * radius
    mouth = [
        (x + 0.5 * radius * k / 4, y + 0.3 * radius + bend * (1 - (k / 4) ** 2))
        for k in range(-4, 5)
    ]
    sheet.line(mouth, style.line, ink)
