"""Faces that no mahjong tile has, drawn from a seed: letters, smileys, logos, dice, playing cards.

None of this is what `vision.data.synth` teaches as unfamiliar: it is drawn apart, to be measured
with.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Pil
from PIL import ImageDraw, ImageFont

Image = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

WIDTH, HEIGHT = 360, 480  # px of a drawn face, large enough to be shrunk to any tile
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (25, 25, 25)
RED: Colour = (40, 30, 190)
INKS: tuple[Colour, ...] = (
    BLACK,
    RED,
    (150, 60, 20),
    (50, 120, 30),
    (20, 110, 200),
    (140, 40, 120),
)
LETTERS = "AGHJKMQRTUXYZ&@#?!"  # none that stands on a wind, a dragon or in a corner as an index
RANKS = ("A", "K", "Q", "J", "10", "7", "4", "2")


def face(kind: str, rng: np.random.Generator) -> Image:
    """One face of that kind (HEIGHT, WIDTH, 3) BGR, on white. Raises KeyError for another kind."""
    sheet = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    return KINDS[kind](sheet, rng)


def _ink(rng: np.random.Generator) -> Colour:
    return INKS[int(rng.integers(len(INKS)))]


def _written(sheet: Image, text: str, box: tuple[int, int, int, int], ink: Colour) -> Image:
    """The sheet with text as large as the box (left, top, right, bottom) allows, in its middle."""
    left, top, right, bottom = box
    page = Pil.fromarray(sheet)
    pen = ImageDraw.Draw(page)
    one = ImageFont.load_default(100)
    x0, y0, x1, y1 = pen.textbbox((0, 0), text, font=one)
    size = 100 * min((right - left) / (x1 - x0), (bottom - top) / (y1 - y0))
    font = ImageFont.load_default(size)
    middle = ((left + right) / 2, (top + bottom) / 2)
    bold = round(size / 40)
    x0, y0, x1, y1 = pen.textbbox((0, 0), text, font=font, stroke_width=bold)
    corner = (middle[0] - (x0 + x1) / 2, middle[1] - (y0 + y1) / 2)
    pen.text(corner, text, fill=ink, font=font, stroke_width=bold, stroke_fill=ink)
    return np.array(page)


def _letter(sheet: Image, rng: np.random.Generator) -> Image:
    edge = int(rng.integers(40, 90))
    text = LETTERS[int(rng.integers(len(LETTERS)))]
    return _written(sheet, text, (edge, edge, WIDTH - edge, HEIGHT - edge), _ink(rng))


def _smiley(sheet: Image, rng: np.random.Generator) -> Image:
    middle, radius = (WIDTH // 2, HEIGHT // 2), int(rng.integers(110, 150))
    filled = rng.random() < 0.6
    if filled:
        cv2.circle(sheet, middle, radius, (60, 210, 250), -1, cv2.LINE_AA)
    cv2.circle(sheet, middle, radius, BLACK, 10, cv2.LINE_AA)
    for way in (-1, 1):
        eye = (middle[0] + way * radius * 2 // 5, middle[1] - radius // 3)
        cv2.ellipse(sheet, eye, (14, int(rng.integers(14, 28))), 0, 0, 360, BLACK, -1, cv2.LINE_AA)
    start = int(rng.choice([20, 200]))  # glad or sad
    height = middle[1] + (radius // 8 if start == 20 else 3 * radius // 4)
    axes = (radius * 3 // 5, radius * 2 // 5)
    cv2.ellipse(sheet, (middle[0], height), axes, 0, start, start + 140, BLACK, 12, cv2.LINE_AA)
    return sheet


def _logo(sheet: Image, rng: np.random.Generator) -> Image:
    """A star or a cogwheel of some points, in a ring or not, perhaps with a bolt across."""
    middle, ink, other = (WIDTH / 2, HEIGHT / 2), _ink(rng), _ink(rng)
    points, reach = int(rng.integers(3, 9)), float(rng.uniform(90, 130))
    inner = reach * float(rng.uniform(0.35, 0.75))
    angles = np.arange(2 * points) * math.pi / points - math.pi / 2
    radii = np.where(np.arange(2 * points) % 2, inner, reach)
    star = np.stack([np.cos(angles) * radii, np.sin(angles) * radii], 1) + middle
    centre = (WIDTH // 2, HEIGHT // 2)
    if rng.random() < 0.5:
        cv2.circle(sheet, centre, round(reach + 30), other, 18, cv2.LINE_AA)
    cv2.fillPoly(sheet, [np.round(star).astype(np.int32)], ink, cv2.LINE_AA)
    if rng.random() < 0.5:
        bolt = np.array([[20, -90], [-45, 15], [-5, 15], [-20, 90], [45, -20], [5, -20]]) + centre
        cv2.fillPoly(sheet, [bolt.astype(np.int32)], WHITE, cv2.LINE_AA)
    return sheet


def _die(sheet: Image, rng: np.random.Generator) -> Image:
    """A die's face: pips in a square with round corners."""
    side = int(rng.integers(230, 280))
    left, top = (WIDTH - side) // 2, (HEIGHT - side) // 2
    body, pip = [(WHITE, BLACK), (RED, WHITE), (BLACK, WHITE)][int(rng.integers(3))]
    for colour, shrink in ((BLACK, 0), (body, 8)):
        _rounded(sheet, (left + shrink, top + shrink, side - 2 * shrink), colour)
    count = int(rng.integers(1, 7))
    places = [(0, 0)] if count % 2 else []
    places += [(-1, -1), (1, 1)] if count > 1 else []
    places += [(-1, 1), (1, -1)] if count > 3 else []
    places += [(-1, 0), (1, 0)] if count == 6 else []
    for x, y in places:
        at = (WIDTH // 2 + x * side // 4, HEIGHT // 2 + y * side // 4)
        cv2.circle(sheet, at, side // 11, pip, -1, cv2.LINE_AA)
    return sheet


def _rounded(sheet: Image, square: tuple[int, int, int], colour: Colour) -> None:
    left, top, side = square
    radius = side // 6
    near, far = radius, side - radius
    for x, y, w, h in ((near, 0, side - 2 * radius, side), (0, near, side, side - 2 * radius)):
        corner = (left + x, top + y)
        cv2.rectangle(sheet, corner, (corner[0] + w, corner[1] + h), colour, -1)
    for x in (near, far):
        for y in (near, far):
            cv2.circle(sheet, (left + x, top + y), radius, colour, -1, cv2.LINE_AA)


def _card(sheet: Image, rng: np.random.Generator) -> Image:
    """A playing card: its suit large, the rank in two corners, one of them upside down."""
    suit = int(rng.integers(4))
    ink = RED if suit < 2 else BLACK
    _suit(sheet, suit, (WIDTH // 2, HEIGHT // 2), 95, ink)
    rank = RANKS[int(rng.integers(len(RANKS)))]
    for _ in range(2):
        sheet = _written(sheet, rank, (30, 25, 110, 115), ink)
        _suit(sheet, suit, (70, 155), 26, ink)
        sheet = np.ascontiguousarray(sheet[::-1, ::-1])
    return sheet


def _suit(sheet: Image, suit: int, at: tuple[int, int], size: int, ink: Colour) -> None:
    """A diamond, heart, spade or club (0 to 3) of half height `size` px."""

    def fill(*points: tuple[float, float]) -> None:
        polygon = np.round(np.array(points) * size + at).astype(np.int32)
        cv2.fillPoly(sheet, [polygon], ink, cv2.LINE_AA)

    def disc(x: float, y: float, radius: float) -> None:
        place = (round(at[0] + x * size), round(at[1] + y * size))
        cv2.circle(sheet, place, round(radius * size), ink, -1, cv2.LINE_AA)

    if suit == 0:
        fill((0, -1), (0.75, 0), (0, 1), (-0.75, 0))
        return
    if suit == 1:
        fill((-0.88, -0.2), (0.88, -0.2), (0, 1))
        disc(-0.44, -0.4, 0.48)
        disc(0.44, -0.4, 0.48)
        return
    fill((0, 0.1), (0.35, 1), (-0.35, 1))
    if suit == 2:
        fill((-0.88, 0.3), (0.88, 0.3), (0, -1))
        disc(-0.44, 0.4, 0.46)
        disc(0.44, 0.4, 0.46)
    else:
        for x, y in ((0, -0.5), (-0.5, 0.25), (0.5, 0.25)):
            disc(x, y, 0.45)


KINDS: dict[str, Callable[[Image, np.random.Generator], Image]] = {
    "letter": _letter,
    "smiley": _smiley,
    "logo": _logo,
    "die": _die,
    "playing card": _card,
}


def paste(image: Image, quad: npt.NDArray[np.float32], drawn: Image) -> Image:
    """A copy of the photo in which the tile at `quad` (4, 2) px, TL TR BR BL, shows the drawn face,
    on the tile's own paper as it is lit there and as sharp as a photo of it."""
    size = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    w, h = (max(8, round(float(size[k] + size[k + 2]) / 2)) for k in range(2))
    square = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    there = cv2.getPerspectiveTransform(square, quad.astype(np.float32))
    tile = cv2.warpPerspective(
        image, there, (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    ink = cv2.GaussianBlur(cv2.resize(drawn, (w, h), interpolation=cv2.INTER_AREA), (0, 0), 0.6)
    new = paper(tile).astype(np.float32) * ink / 255
    edge = max(1, w // 14)
    mask = np.zeros((h, w), np.float32)
    mask[edge : h - edge, edge : w - edge] = 1
    mask = cv2.GaussianBlur(mask, (0, 0), edge / 2)
    frame = (image.shape[1], image.shape[0])
    laid, share = (cv2.warpPerspective(part, there, frame) for part in (new, mask))
    share = share[..., None]
    return np.asarray(np.round(image * (1 - share) + laid * share), np.uint8)


def paper(tile: Image) -> Image:
    """The tile (H, W, 3) without what is printed on it: the brightest px about each place."""
    reach = max(3, tile.shape[1] // 3) | 1
    closed = cv2.morphologyEx(tile, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    return np.asarray(cv2.GaussianBlur(closed, (0, 0), reach / 3), np.uint8)
