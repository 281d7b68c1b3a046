"""The pictures of the tiles: 46 faces and a back, drawn here as SVG, 60 by 80 units each.

`python -m mahjonglens.web.faces` writes them to `static/tiles/`; a test holds the files against
`draw`. The brush characters are outlines of the Kouzan Mouhitsu font, which its maker, Kouzan
Aoyagi, gave to the public domain; everything else is drawn by this file and `faces_art`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from pathlib import Path

from mahjonglens.web import faces_art as art
from scoring.tiles import Suit, Tile
from vision.labels import FACE_DOWN, FACES, UNFAMILIAR

RED, GREEN, BLUE, INK = "#b3261e", "#17713f", "#1f4f96", "#22262b"
IVORY, EDGE = "#fffdf4", "#d9d2b8"

# face -> name of its picture: the code, but a question mark is no file name
FILES = {face: face for face in FACES} | {UNFAMILIAR: "unknown"}

NUMERALS = "一二三四五六七八九"
WINDS = {"WE": ("東", "E"), "WS": ("南", "S"), "WW": ("西", "W"), "WN": ("北", "N")}
FLOWERS = {"F1": "梅", "F2": "蘭", "F3": "菊", "F4": "竹"}
SEASONS = {"S1": "春", "S2": "夏", "S3": "秋", "S4": "冬"}

# (x, y, colour) of each dot, and the radius they share
DOTS: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    1: (21, ((30, 38, RED),)),
    2: (14, ((30, 22.5, GREEN), (30, 53.5, BLUE))),
    3: (11, ((16.5, 17, BLUE), (30, 38, RED), (43.5, 59, GREEN))),
    4: (11.5, ((17.5, 21, BLUE), (42.5, 21, GREEN), (17.5, 55, GREEN), (42.5, 55, BLUE))),
    5: (
        9.6,
        (
            (16.5, 18, BLUE),
            (43.5, 18, GREEN),
            (30, 38, RED),
            (16.5, 58, GREEN),
            (43.5, 58, BLUE),
        ),
    ),
    6: (
        9.3,
        (
            (19, 16, GREEN),
            (41, 16, GREEN),
            (19, 40, RED),
            (41, 40, RED),
            (19, 59, RED),
            (41, 59, RED),
        ),
    ),
    7: (
        7.6,
        (
            (14, 13, GREEN),
            (30, 19.5, GREEN),
            (46, 26, GREEN),
            (20, 43, RED),
            (40, 43, RED),
            (20, 60, RED),
            (40, 60, RED),
        ),
    ),
    8: (7.7, tuple((x, y, BLUE) for y in (14.5, 30.5, 46.5, 62.5) for x in (20, 40))),
    9: (
        8,
        tuple(
            (x, y, colour)
            for y, colour in ((16, GREEN), (38, RED), (60, BLUE))
            for x in (13, 30, 47)
        ),
    ),
}

# (x, y, height, colour, turn in degrees) of each stick; rank 1 is the bird
STICKS: dict[int, tuple[tuple[float, float, float, str, float], ...]] = {
    2: ((30, 22, 26, GREEN, 0), (30, 54, 26, BLUE, 0)),
    3: ((30, 22, 26, BLUE, 0), (18, 54, 26, GREEN, 0), (42, 54, 26, GREEN, 0)),
    4: (
        (18, 22, 26, GREEN, 0),
        (42, 22, 26, BLUE, 0),
        (18, 54, 26, BLUE, 0),
        (42, 54, 26, GREEN, 0),
    ),
    5: (
        (15, 22, 26, GREEN, 0),
        (45, 22, 26, BLUE, 0),
        (30, 38, 28, RED, 0),
        (15, 54, 26, BLUE, 0),
        (45, 54, 26, GREEN, 0),
    ),
    6: tuple((x, y, 26, c, 0) for y, c in ((22, GREEN), (54, BLUE)) for x in (14, 30, 46)),
    7: (
        (30, 16.5, 19, RED, 0),
        *((x, y, 19, GREEN if x != 30 else BLUE, 0) for y in (38.5, 60.5) for x in (14, 30, 46)),
    ),
    8: (
        (11.5, 22, 26, GREEN, 0),
        (48.5, 22, 26, GREEN, 0),
        (23.6, 22, 25, GREEN, 27),
        (36.4, 22, 25, GREEN, -27),
        (11.5, 54, 26, BLUE, 0),
        (48.5, 54, 26, BLUE, 0),
        (23.6, 54, 25, BLUE, -27),
        (36.4, 54, 25, BLUE, 27),
    ),
    9: tuple(
        (x, y, 19, c, 0) for y in (16, 38, 60) for x, c in ((14, GREEN), (30, RED), (46, BLUE))
    ),
}


@cache
def _glyphs() -> dict[str, dict[str, object]]:
    text = resources.files("mahjonglens.web").joinpath("glyphs.json").read_text("utf-8")
    glyphs: dict[str, dict[str, object]] = json.loads(text)
    return glyphs


def glyph(character: str, x: float, y: float, size: float, colour: str, *, bold: float = 14) -> str:
    """A brush character centred on (x, y), its longer side `size`; `bold` thickens the strokes."""
    scale = round(size / 400, 4)
    return (
        f'<path transform="translate({x} {y}) scale({scale})" fill="{colour}" stroke="{colour}" '
        f'stroke-width="{bold}" stroke-linejoin="round" d="{_glyphs()[character]["path"]}"/>'
    )


def index(text: str, colour: str, x: float = 8.5, y: float = 16) -> str:
    """A small letter or digit in the corner, for players who don't read Chinese."""
    return (
        f'<text x="{x}" y="{y}" font-family="Helvetica,Arial,sans-serif" font-weight="700" '
        f'font-size="12.5" text-anchor="middle" fill="{colour}">{text}</text>'
    )


def _dot(x: float, y: float, r: float, colour: str) -> str:
    ring = round(r * 0.66, 2)
    petals = "".join(
        f'<circle cx="{round(x + dx * r * 0.3, 2)}" cy="{round(y + dy * r * 0.3, 2)}" '
        f'r="{round(r * 0.17, 2)}"/>'
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    return (
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}"/>'
        f'<circle cx="{x}" cy="{y}" r="{ring}" fill="none" stroke="{IVORY}" '
        f'stroke-width="{round(max(r * 0.13, 0.9), 2)}"/>'
        f'<g fill="{IVORY}">{petals}</g>'
    )


def _big_dot(x: float, y: float, r: float) -> str:
    """The one of dots: a wheel of petals."""
    petals = "".join(
        f'<ellipse cx="{x}" cy="{y - r * 0.62}" rx="{r * 0.17}" ry="{r * 0.25}" '
        f'transform="rotate({turn} {x} {y})"/>'
        for turn in range(0, 360, 30)
    )
    return (
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="{GREEN}"/>'
        f'<circle cx="{x}" cy="{y}" r="{r - 2.2}" fill="{IVORY}"/>'
        f'<g fill="{BLUE}">{petals}</g>'
        f'<circle cx="{x}" cy="{y}" r="{r * 0.37}" fill="{RED}"/>'
        f'<circle cx="{x}" cy="{y}" r="{r * 0.15}" fill="{IVORY}"/>'
    )


def _stick(x: float, y: float, height: float, colour: str, turn: float) -> str:
    top, bottom = y - height / 2, y + height / 2
    shape = (
        f'<rect x="{x - 3.6}" y="{top}" width="7.2" height="{height}" rx="2.6"/>'
        f'<rect x="{x - 5}" y="{top}" width="10" height="3.4" rx="1.7"/>'
        f'<rect x="{x - 5}" y="{y - 1.7}" width="10" height="3.4" rx="1.7"/>'
        f'<rect x="{x - 5}" y="{bottom - 3.4}" width="10" height="3.4" rx="1.7"/>'
        f'<path d="M{x} {top + 4.6}V{y - 3}M{x} {y + 3}V{bottom - 4.6}" '
        f'stroke="{IVORY}" stroke-width="1.3" stroke-linecap="round"/>'
    )
    spin = f' transform="rotate({turn} {x} {y})"' if turn else ""
    return f'<g fill="{colour}"{spin}>{shape}</g>'


def _face(code: str) -> str:
    """What is drawn on the ivory of `code`."""
    tile = Tile.parse(code)
    suit, rank = art.suit_of(tile), int(code[1]) if code[1].isdigit() else 0
    if suit is Suit.DOTS:
        radius, places = DOTS[rank]
        if rank == 1:
            return _big_dot(30, 38, radius)
        return "".join(_dot(x, y, radius, colour) for x, y, colour in places)
    if suit is Suit.BAMBOO:
        return art.BIRD if rank == 1 else "".join(_stick(*stick) for stick in STICKS[rank])
    if suit is Suit.CHARACTERS:
        return (
            glyph(NUMERALS[rank - 1], 31, 21, 25, INK, bold=20)
            + glyph("萬", 31, 51, 36, RED, bold=12)
            + index(str(rank), BLUE)
        )
    if suit is Suit.WIND:
        character, letter = WINDS[code]
        return glyph(character, 31, 41, 43, INK) + index(letter, BLUE)
    if suit is Suit.DRAGON:
        return {
            "DR": glyph("中", 30, 38, 50, RED),
            "DG": glyph("發", 30, 38, 46, GREEN),
            "DW": art.WHITE_FRAME,
        }[code]
    if suit is Suit.FLOWER:
        return art.FLOWERS[rank] + glyph(FLOWERS[code], 45, 17, 18, RED) + index(code[1], RED)
    if suit is Suit.SEASON:
        return art.SEASONS[rank] + glyph(SEASONS[code], 45, 17, 18, BLUE) + index(code[1], BLUE)
    return art.ANIMALS[rank]


def draw(face: str) -> str:
    """The SVG of a face: a tile code, ``X`` for the back, ``?`` for a tile that is not known.

    Raises `BadNotation` for any other.
    """
    if face == FACE_DOWN:
        body = art.BACK
    else:
        drawn = art.QUESTION if face == UNFAMILIAR else _face(face)
        body = (
            f'<rect x=".75" y=".75" width="58.5" height="74.5" rx="7" fill="{IVORY}" '
            f'stroke="{EDGE}" stroke-width="1.5"/>{drawn}'
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80" width="60" height="80">'
        '<rect width="60" height="80" rx="8" fill="#1d6b46"/>'
        '<rect width="60" height="77.5" rx="8" fill="#c9c1a3"/>'
        f"{body}</svg>\n"
    )


def write(folder: Path) -> int:
    """Write every picture to `folder`; returns how many files were written."""
    folder.mkdir(parents=True, exist_ok=True)
    for face, name in FILES.items():
        (folder / f"{name}.svg").write_text(draw(face), encoding="utf-8")
    return len(FILES)


if __name__ == "__main__":
    count = write(Path(__file__).parent / "static" / "tiles")
    print(f"{count} tile pictures written")
