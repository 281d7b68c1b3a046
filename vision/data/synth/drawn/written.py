"""Characters, winds, dragons: written tiles, white dragons of all kinds, and index signs."""

from __future__ import annotations

import math

from vision.data.synth.photo import Rng
from vision.data.synth.sheet import Sheet, bezier, polar
from vision.data.synth.solid import Colour
from vision.data.synth.style import GLYPHS, NUMERALS, SIMPLE, Style

INDEX = {"WE": "E", "WS": "S", "WW": "W", "WN": "N", "DR": "C", "DG": "F", "DW": "P"}


def character(sheet: Sheet, rank: int, style: Style, rng: Rng) -> None:
    """The number over the sign for ten thousand."""
    numeral = style.five if rank == 5 else NUMERALS[rank - 1]
    split = 1.75 + (style.number % 5) * 0.08
    top = 0.3 + (style.number % 3) * 0.08
    colour = style.numeral_colour
    flat = rank <= 3  # the strokes of one to three keep their breadth
    height = {1: 0.35, 2: 0.95, 3: 1.2}.get(rank, split - top)
    middle = (top + split) / 2
    box = (0.6, middle - height / 2, 2.4, middle + height / 2)
    sheet.glyph(numeral, style.numeral, box, colour, weight=style.weight, stretch=not flat)
    wide = 0.55 + (style.number % 4) * 0.05
    bottom = (wide, split + 0.12, 3 - wide, 3.75)
    sheet.glyph(style.wan, style.numeral, bottom, style.inks.red, weight=style.weight, stretch=True)


def wind(sheet: Sheet, code: str, style: Style, rng: Rng) -> None:
    """East, south, west, north."""
    _sign(sheet, _glyph(code, style), style, style.wind_colour)


def dragon(sheet: Sheet, code: str, style: Style, rng: Rng) -> None:
    """Red, green or white; a few sets draw the beast itself."""
    if code == "DW":
        _white(sheet, style, rng)
    elif style.dragons == "picture":
        _beast(sheet, style.inks.red if code == "DR" else style.inks.green, style, rng)
    else:
        colour = style.inks.red if code == "DR" else style.inks.green
        _sign(sheet, _glyph(code, style), style, colour)


def _glyph(code: str, style: Style) -> str:
    return SIMPLE.get(code, GLYPHS[code]) if style.simple else GLYPHS[code]


def _sign(sheet: Sheet, text: str, style: Style, colour: Colour) -> None:
    inset = 0.3 + (style.number % 6) * 0.05
    upper = 0.45 + (style.number % 5) * 0.1
    box = (inset, upper, 3 - inset, 4 - upper)
    stretch = style.number % 2 == 0
    sheet.glyph(text, style.main, box, colour, weight=style.weight, stretch=stretch)


def _white(sheet: Sheet, style: Style, rng: Rng) -> None:
    colour = style.inks.blue if style.number % 4 else style.inks.black
    if style.number % 11 == 0:
        colour = style.inks.green
    kind = style.white
    inset = 0.25 + (style.number % 5) * 0.07
    if kind == "glyph":
        _sign(sheet, "白", style, colour)
    elif kind == "dashes":
        for k in range(12):
            angle = k * math.pi / 6
            at = (1.5 + 1.1 * math.cos(angle), 2 + 1.6 * math.sin(angle))
            sheet.ellipse(at, (0.2, 0.07), angle + math.pi / 2, colour)
    elif kind != "blank":
        _frame(sheet, kind, inset, colour, style)


def _frame(sheet: Sheet, kind: str, inset: float, colour: Colour, style: Style) -> None:
    def box(edge: float, cut: float = 0.0) -> list[tuple[float, float]]:
        left, top, right, bottom = edge, edge, 3 - edge, 4 - edge
        return [
            (left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut),
            (right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut),
        ]  # fmt: skip

    thick = style.line * 1.4
    if kind == "key":
        sheet.poly(box(inset), colour)
        sheet.poly(box(inset + 0.42), None)
        for k in range(7):
            share = (k + 0.5) / 7
            for y in (inset + 0.21, 4 - inset - 0.21):
                sheet.disc((inset + share * (3 - 2 * inset), y), 0.09, None)
            for x in (inset + 0.21, 3 - inset - 0.21):
                sheet.disc((x, inset + share * (4 - 2 * inset)), 0.09, None)
        return
    sheet.poly(box(inset, 0.12), colour)
    sheet.poly(box(inset + thick, 0.1), None)
    if kind in ("double", "cut corners", "letter in frame"):
        second = style.inks.red if style.number % 7 == 0 else colour
        cut = 0.4 if kind == "cut corners" else 0.05
        sheet.poly(box(inset + thick + 0.12, cut), second)
        sheet.poly(box(inset + thick * 1.7 + 0.12, cut * 0.85), None)
    if kind == "letter in frame":
        letter = "BPW"[style.number % 3]
        sheet.glyph(letter, style.latin, (1.15, 1.55, 1.85, 2.45), style.inks.red)


def _beast(sheet: Sheet, colour: Colour, style: Style, rng: Rng) -> None:
    """A serpent in curves with scales, claws and a head."""
    spine = bezier([(0.6, 3.4), (3.6, 3.6), (-0.4, 1.6), (2.2, 0.7)], 26)
    for k, point in enumerate(spine):
        reach = 0.12 + 0.12 * math.sin(math.pi * k / 25)
        sheet.disc((float(point[0]), float(point[1])), reach, colour)
        if k % 3 == 1:
            sheet.disc((float(point[0]), float(point[1])), reach * 0.45, None)
    for k in (6, 11, 16, 21):
        at = (float(spine[k][0]), float(spine[k][1]))
        angle = float(rng.uniform(0, 6.3))
        for claw in (-0.5, 0.0, 0.5):
            sheet.line([at, polar(at, 0.5, angle + claw)], style.line, colour)
    head = (2.25, 0.65)
    sheet.ellipse(head, (0.34, 0.24), 0.4, colour)
    sheet.disc((2.3, 0.6), 0.08, None)
    for k in range(3):
        sheet.taper(
            [head, (2.5, 0.4 - 0.05 * k), (2.75, 0.3 + 0.25 * k)], (style.line * 1.5, 0.02), colour
        )


def index(sheet: Sheet, code: str, style: Style) -> None:
    """The small digit or letter in a corner, where the set has them."""
    if not style.index:
        return
    text = INDEX.get(code, code[1])
    if code == "DW" and style.number % 3 == 0:
        text = "B"
    sides = ("left", "right") if style.index == "both" else (style.index,)
    size = 0.5 + (style.number % 3) * 0.07
    for side in sides:
        # with two signs the second stands upside down in the lower corner, as on cards
        if side == "right" and style.index == "both":
            sheet.px = sheet.px[::-1, ::-1].copy()
            side = "left"
        left = 0.12 if side == "left" else 3 - 0.12 - size * 0.8
        box = (left, 0.1, left + size * 0.8, 0.1 + size)
        sheet.glyph(text, style.latin, box, style.index_colour)
    if style.index == "both":
        sheet.px = sheet.px[::-1, ::-1].copy()
