"""Flowers and seasons: plants that can be told apart, captions and digits as sets have them."""

from __future__ import annotations

import math
from collections.abc import Callable

from vision.data.synth.photo import Rng
from vision.data.synth.sheet import Point, Sheet, bezier, polar
from vision.data.synth.solid import Colour
from vision.data.synth.style import GLYPHS, NUMERALS, SIMPLE, Style


def draw(sheet: Sheet, code: str, style: Style, rng: Rng) -> None:
    """F1 plum, F2 orchid, F3 chrysanthemum, F4 bamboo; S1 to S4 spring to winter."""
    stem = style.inks.green if style.number % 5 else style.inks.black
    bloom = style.inks.red if style.number % 7 else style.inks.blue
    below = Sheet()
    PLANTS[code](below, stem, bloom, style.line, rng)
    sheet.px = below.px
    if rng.random() < 0.4:
        sheet.px = sheet.px[:, ::-1].copy()
    _signs(sheet, code, style, rng)


def _signs(sheet: Sheet, code: str, style: Style, rng: Rng) -> None:
    """The caption in one corner, the digit in the other; which is where differs by set."""
    flower = code[0] == "F"
    caption_left = flower or style.seasons_like_flowers
    if style.number % 6 == 0:
        caption_left = not caption_left
    inks = style.inks
    pairs = (
        (inks.blue, inks.red),
        (inks.red, inks.blue),
        (inks.black, inks.red),
        (inks.red, inks.black),
    )
    words, digits = pairs[style.number % 4]
    if not flower and style.number % 3:
        words, digits = digits, words
    rank = int(code[1])
    text = (
        SIMPLE.get(code, GLYPHS[code]) if style.simple and style.caption.has("兰") else GLYPHS[code]
    )
    arabic = str(rank)
    chinese = NUMERALS[rank - 1]
    size = 0.85 + (style.number % 4) * 0.1
    if style.bonus in ("caption", "caption digit", "crossed"):
        _corner(sheet, text, style, caption_left, size, words, chinese_font=True)
    if style.bonus in ("caption digit", "crossed"):
        numeral = style.bonus == "crossed" and not flower and style.number % 2 == 0
        sign = chinese if numeral else arabic
        _corner(sheet, sign, style, not caption_left, size * 0.72, digits, chinese_font=numeral)
    elif style.bonus in ("digit", "numeral"):
        # without names the two series differ by script or by colour
        numeral = (style.bonus == "numeral") == flower or (style.number % 2 == 0 and not flower)
        if style.bonus == "digit" and flower:
            numeral = False
        colour = inks.blue if flower else inks.red
        sign = chinese if numeral else arabic
        _corner(sheet, sign, style, flower, size * 0.85, colour, chinese_font=numeral)
    elif style.bonus == "plain words":
        sheet.px[:] = 0
        sheet.glyph(text, style.main, (0.5, 0.7, 2.5, 3.0), words, weight=style.weight)
        sheet.glyph(arabic, style.latin, (1.2, 3.15, 1.8, 3.8), digits)


def _corner(
    sheet: Sheet, sign: str, style: Style, left: bool, size: float, colour: Colour, *,
    chinese_font: bool,
) -> None:  # fmt: skip
    start = 0.1 if left else 2.9 - size
    box = (start, 0.12, start + size, 0.12 + size)
    font = style.caption if chinese_font else style.latin
    for grow in (8, 4):  # the drawing keeps clear of the sign
        sheet.glyph(sign, font, box, None, weight=grow * 3)
    sheet.glyph(sign, font, box, colour, weight=max(style.weight, 0))


def _blossom(s: Sheet, at: Point, r: float, colour: Colour, width: float, rng: Rng) -> None:
    """A flower of five petals, drawn full or as an outline."""
    turn = float(rng.uniform(0, 6.3))
    full = rng.random() < 0.5
    for k in range(5):
        spot = polar(at, r * 0.6, turn + k * 2 * math.pi / 5)
        if full:
            s.disc(spot, r * 0.45, colour)
        else:
            s.ring(spot, r * 0.45, width * 0.8, colour)
    s.disc(at, r * 0.35, None if full else colour)
    s.disc(at, r * 0.18, colour)


def _plum(s: Sheet, stem: Colour, bloom: Colour, w: float, rng: Rng) -> None:
    trunk = [(0.7, 3.8), (1.2, 3.0), (1.9, 2.5), (1.7, 1.2)]
    curve = bezier(trunk, 20)
    s.taper(trunk, (w * 3, w), stem)
    for k in range(int(rng.integers(4, 7))):
        at = curve[5 + 2 * k]
        side = 1 if k % 2 else -1
        end = (float(at[0]) + side * rng.uniform(0.4, 0.9), float(at[1]) - rng.uniform(0.1, 0.6))
        s.line([tuple(at), end], w, stem)
        if rng.random() < 0.55:
            s.disc(end, 0.11, bloom)
        else:
            _blossom(s, end, 0.24, bloom, w, rng)
    _blossom(s, (1.35 + rng.uniform(-0.2, 0.3), 2.6 + rng.uniform(-0.2, 0.3)), 0.5, bloom, w, rng)


def _orchid(s: Sheet, stem: Colour, bloom: Colour, w: float, rng: Rng) -> None:
    root = (1.5, 3.7)
    for _ in range(int(rng.integers(5, 9))):
        angle = float(rng.uniform(-2.7, -0.45))
        reach = float(rng.uniform(1.4, 2.7))
        tip = polar(root, reach, angle)
        droop = (tip[0] + math.copysign(0.4, math.cos(angle)), tip[1] + rng.uniform(0.0, 0.8))
        s.taper(
            [root, polar(root, reach * 0.7, angle * 0.85 - 0.25), droop], (w * 2.2, w * 0.6), stem
        )
    for _ in range(int(rng.integers(1, 3))):
        at = (float(rng.uniform(0.9, 2.3)), float(rng.uniform(1.5, 2.7)))
        s.line(bezier([root, (at[0], 3.0), at]).tolist(), w, stem)
        for k in range(5):
            s.leaf(at, 0.45, 0.2, k * 1.1 + 0.4, bloom)


def _chrysanthemum(s: Sheet, stem: Colour, bloom: Colour, w: float, rng: Rng) -> None:
    at = (1.5 + rng.uniform(-0.2, 0.2), 2.0 + rng.uniform(-0.1, 0.5))
    s.taper([at, (1.4, 3.0), (1.6, 3.85)], (w * 1.4, w * 1.8), stem)
    for k in range(int(rng.integers(3, 6))):
        y = 2.8 + 0.22 * k
        side = 1 if k % 2 else -1
        s.leaf(
            (1.5, y),
            float(rng.uniform(0.6, 1.1)),
            0.36,
            (0 if side > 0 else math.pi) - side * 0.4,
            stem,
        )
    count = int(rng.integers(11, 18))
    for ring, reach in enumerate((0.72, 0.45)):
        for k in range(count - 4 * ring):
            angle = k * 2 * math.pi / (count - 4 * ring) + ring * 0.2
            s.leaf(polar(at, reach * 0.2, angle), reach, 0.18, angle, bloom)
            s.line([polar(at, reach * 0.4, angle), polar(at, reach * 0.9, angle)], w * 0.4, None)
    s.disc(at, 0.17, bloom)
    if rng.random() < 0.5:
        s.ring((2.3, 1.35), 0.3, w, bloom)
        s.disc((2.3, 1.35), 0.14, bloom)


def _bamboo(s: Sheet, stem: Colour, bloom: Colour, w: float, rng: Rng) -> None:
    for x in rng.uniform(0.9, 2.1, int(rng.integers(1, 4))):
        lean = float(rng.uniform(-0.4, 0.4))
        joints = 4
        for k in range(joints):
            y0, y1 = 3.85 - k * 0.72, 3.85 - (k + 1) * 0.72 + 0.07
            x0, x1 = float(x) + lean * k / joints, float(x) + lean * (k + 1) / joints
            s.line([(x0, y0), (x1, y1)], w * 2, stem)
            s.line([(x1 - 0.13, y1 - 0.03), (x1 + 0.13, y1 - 0.03)], w * 0.8, stem)
            if rng.random() < 0.75:
                side = 0.0 if rng.random() < 0.5 else math.pi
                for spread in (0.7, 0.25, -0.3):
                    angle = side + (spread if side == 0 else -spread)
                    s.leaf((x1, y1), float(rng.uniform(0.5, 0.85)), 0.17, angle, stem)
    if rng.random() < 0.5:
        s.disc((float(rng.uniform(0.8, 2.2)), 1.5), 0.12, bloom)


def _rose(s: Sheet, stem: Colour, bloom: Colour, w: float, rng: Rng) -> None:
    """Spring: a peony or rose on a bent stem."""
    at = (1.5 + rng.uniform(-0.3, 0.3), 2.2 + rng.uniform(-0.2, 0.3))
    s.taper([at, (1.8, 3.0), (1.1, 3.75)], (w * 1.3, w * 1.6), stem)
    for angle in (2.6, 0.5, 3.5, -0.3):
        s.leaf(polar(at, 0.5, angle * 0.5 + 1.2), float(rng.uniform(0.6, 1.0)), 0.42, angle, stem)
    for k in range(7):
        s.disc(polar(at, 0.42, k * 0.9), 0.3, bloom)
    for reach in (0.5, 0.3, 0.12):
        start = float(rng.uniform(0, 6.3))
        arc = [polar(at, reach, start + t * 0.25) for t in range(14)]
        s.line(arc, w * 0.6, None)


def _lotus(s: Sheet, stem: Colour, bloom: Colour, w: float, rng: Rng) -> None:
    """Summer: a lotus over its leaves."""
    at = (1.5, 2.5 + rng.uniform(-0.2, 0.3))
    s.taper([at, (1.55, 3.2), (1.4, 3.8)], (w * 1.5, w * 1.5), stem)
    for angle in (-2.75, -2.25, -1.57, -0.9, -0.4):
        s.leaf(at, 0.95 if angle == -1.57 else 0.85, 0.44, angle, bloom)
        s.line([polar(at, 0.2, angle), polar(at, 0.65, angle)], w * 0.5, None)
    for x in (0.75, 2.2):
        s.ellipse(
            (x, 3.45 + rng.uniform(-0.1, 0.1)), (0.6, 0.2), float(rng.uniform(-0.3, 0.3)), stem, w
        )
    s.line(bezier([(0.3, 3.85), (1.5, 3.6), (2.7, 3.85)]).tolist(), w, stem)


def _fruit(s: Sheet, stem: Colour, bloom: Colour, w: float, rng: Rng) -> None:
    """Autumn: fruits or a full flower among leaves."""
    s.taper([(0.8, 3.8), (1.6, 3.0), (1.4, 1.2)], (w * 2, w), stem)
    for _ in range(int(rng.integers(2, 5))):
        at = (float(rng.uniform(0.8, 2.3)), float(rng.uniform(1.7, 3.2)))
        r = float(rng.uniform(0.25, 0.4))
        s.line([at, (1.5, at[1] - 0.3)], w, stem)
        s.disc(at, r, bloom)
        s.ring(at, r * 0.7, w * 0.5, None)
        s.leaf(polar(at, r, -1.0), 0.6, 0.28, float(rng.uniform(-1.2, 0.5)), stem)
        s.leaf(polar(at, r, -2.0), 0.6, 0.28, float(rng.uniform(2.6, 4.0)), stem)


def _winter(s: Sheet, stem: Colour, bloom: Colour, w: float, rng: Rng) -> None:
    """Winter: narcissus, narrow leaves and small flowers, or a blossom in the snow."""
    for k in range(int(rng.integers(4, 8))):
        x = 1.1 + 0.13 * k
        tip = (x + rng.uniform(-0.7, 0.7), float(rng.uniform(1.6, 2.5)))
        s.taper([(1.3 + 0.05 * k, 3.8), (x, 2.9), tip], (w * 2.2, w), stem)
    for _ in range(int(rng.integers(2, 4))):
        at = (float(rng.uniform(0.7, 2.4)), float(rng.uniform(1.5, 2.8)))
        for k in range(6):
            s.leaf(at, 0.33, 0.18, k * math.pi / 3, bloom)
        s.disc(at, 0.11, None)
        s.disc(at, 0.07, stem)


Plant = Callable[[Sheet, Colour, Colour, float, Rng], None]
PLANTS: dict[str, Plant] = {
    "F1": _plum, "F2": _orchid, "F3": _chrysanthemum, "F4": _bamboo,
    "S1": _rose, "S2": _lotus, "S3": _fruit, "S4": _winter,
}  # fmt: skip
