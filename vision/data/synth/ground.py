"""What tiles lie on: cached pictures of cloth, felt, wood, mats; and the table seen by a camera."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.data.synth.camera import Camera
from vision.data.synth.photo import Floats, Image, Rng

SIDE = 768  # px of a texture picture
GREY = 128.0  # the texture value that means "the colour itself"
KINDS = ("felt", "cloth", "wood", "planks", "plain", "mat", "marble", "print", "check", "leather")
VARIANTS = 3  # of each kind, made once in a process

TABLE_COLOURS = {  # BGR
    "felt": [(60, 110, 20), (80, 90, 10), (120, 90, 20), (110, 60, 30), (50, 40, 130), (70, 70, 70),
             (60, 150, 40), (40, 60, 20), (150, 130, 60), (90, 40, 90)],
    "wood": [(60, 95, 140), (40, 65, 105), (95, 140, 185), (35, 45, 65), (120, 160, 190),
             (70, 100, 125), (160, 175, 185)],
    "other": [(200, 200, 200), (235, 235, 235), (60, 60, 60), (170, 190, 205), (130, 120, 110),
              (30, 30, 30), (190, 160, 120), (110, 150, 200), (180, 110, 60), (60, 60, 170)],
}  # fmt: skip


def noise(rng: Rng, shape: tuple[int, int], cells: tuple[int, int]) -> npt.NDArray[np.float32]:
    """Smooth noise, mean 0, about unit deviation; `cells` (across, down) is its coarseness."""
    small = rng.standard_normal((cells[1], cells[0]), dtype=np.float32)
    return cv2.resize(small, shape, interpolation=cv2.INTER_CUBIC).astype(np.float32)


@lru_cache(maxsize=len(KINDS) * VARIANTS)
def texture(kind: str, variant: int) -> Image:
    """A grey picture (SIDE, SIDE) uint8 round 128. Raises KeyError for an unknown kind."""
    rng = np.random.default_rng([KINDS.index(kind), variant])
    shape = (SIDE, SIDE)
    grain = rng.standard_normal(shape, dtype=np.float32)
    flat = GREY + 5 * noise(rng, shape, (6, 6))
    if kind == "felt":
        flat += 9 * cv2.GaussianBlur(grain, (0, 0), 0.8) + 5 * noise(rng, shape, (90, 90))
    elif kind == "cloth":
        period = rng.uniform(3.5, 9)
        weave = np.sin(np.arange(SIDE) * 2 * np.pi / period).astype(np.float32)
        flat += 9 * weave[:, None] * weave[None] + 4 * grain
    elif kind in ("wood", "planks"):
        lines = noise(rng, shape, (5, 160)) * 12 + noise(rng, shape, (14, 380)) * 7
        rings = np.sin(noise(rng, shape, (3, 12)) * 9) * 7
        flat += lines + rings
        if kind == "planks":
            edges = np.sort(rng.choice(SIDE, 5, replace=False))
            for low, high in zip([0, *edges], [*edges, SIDE], strict=True):
                flat[low:high] += rng.normal(0, 12)
                flat[max(low - 1, 0) : low + 1] -= 45
    elif kind == "mat":
        step = int(rng.integers(36, 90))
        flat[::step] += 26
        flat[:, ::step] += 26
        flat += 3 * grain
    elif kind == "marble":
        veins = np.abs(noise(rng, shape, (7, 7)) + 0.5 * noise(rng, shape, (25, 25)))
        flat += np.clip(28 - veins * 160, -4, 28) * (-1 if variant % 2 else 1)
    elif kind == "print":
        flat = _printed(flat, rng)
    elif kind == "check":
        step = int(rng.integers(30, 110))
        cell = (np.arange(SIDE) // step) % 2
        flat += (cell[:, None] ^ cell[None]) * rng.uniform(-40, 40)
    elif kind == "leather":
        flat += 9 * np.abs(noise(rng, shape, (110, 110))) + 3 * grain
    else:
        flat += 1.5 * grain
    grey: Image = np.clip(flat, 0, 255).astype(np.uint8)
    return grey


def _printed(flat: npt.NDArray[np.float32], rng: Rng) -> npt.NDArray[np.float32]:
    """Lines of something like text, boxes and rings: a mat with score tables, a newspaper."""
    page = np.clip(flat, 0, 255).astype(np.uint8)
    for _ in range(40):
        x, y = (int(v) for v in rng.integers(0, SIDE, 2))
        tone = float(rng.uniform(30, 230))
        kind = rng.integers(4)
        size = int(rng.integers(10, 120))
        if kind == 0:
            cv2.rectangle(page, (x, y), (x + size * 2, y + size), tone, int(rng.integers(1, 4)))
        elif kind == 1:
            cv2.circle(page, (x, y), size // 2, tone, int(rng.integers(1, 6)))
        else:
            text = "".join(chr(int(c)) for c in rng.integers(48, 123, int(rng.integers(3, 14))))
            cv2.putText(page, text, (x, y), int(rng.integers(0, 7)), size / 60, tone, 2)
    return page.astype(np.float32)


def table_colour(kind: str, rng: Rng) -> Floats:
    """BGR of a table of that texture, varied."""
    if kind in ("felt", "cloth"):
        choice = TABLE_COLOURS["felt"]
    elif kind in ("wood", "planks"):
        choice = TABLE_COLOURS["wood"]
    else:
        choice = TABLE_COLOURS["other"] + TABLE_COLOURS["felt"]
    colour = np.array(choice[int(rng.integers(len(choice)))], dtype=float)
    varied: Floats = np.clip(colour * rng.uniform(0.75, 1.3) + rng.normal(0, 9, 3), 8, 250)
    return varied


def surface(camera: Camera, size: tuple[int, int], rng: Rng, extent: Floats) -> Image:
    """The table and what is round it, `size` (width, height) px.

    `extent` is (left, right, near, far) of the tiles; the table may end outside of it.
    """
    kind = str(rng.choice(KINDS, p=[0.26, 0.12, 0.16, 0.08, 0.1, 0.08, 0.05, 0.07, 0.03, 0.05]))
    view = camera.ground()
    floor = _covered(view, size, "planks" if rng.random() < 0.5 else "plain", rng, 14.0)
    if rng.random() < 0.5:
        return _covered(view, size, kind, rng, rng.uniform(5, 22))
    floor = cv2.GaussianBlur(floor, (0, 0), 3).astype(np.uint8)
    table = _covered(view, size, kind, rng, rng.uniform(5, 22))
    turn = rng.normal(0, 0.15)
    cos, sin = np.cos(turn), np.sin(turn)
    room = rng.uniform(1.0, 16, 4) ** np.array([1, 1, 0.8, 1.2])
    left, right, near, far = extent + room * (-1, 1, -1, 1)
    edge = np.array([[left, far], [right, far], [right, near], [left, near]])
    corners = np.column_stack([edge @ np.array([[cos, sin], [-sin, cos]]), np.zeros(4)])
    mask = np.zeros((size[1], size[0]), np.uint8)
    # subdivided and cut at the horizon: a corner behind the camera has no place in the picture
    sides = zip(corners, np.roll(corners, -1, 0), strict=True)
    ring = np.concatenate([np.linspace(a, b, 40) for a, b in sides])
    depth = (ring - camera.position) @ camera.axes[2]
    flat, _ = camera.project(ring[depth > 0.3])
    if len(flat) > 2:
        hull = cv2.convexHull(np.clip(flat, -(2**20), 2**20).astype(np.float32))
        cv2.fillConvexPoly(mask, hull.astype(np.int32), 255)
        border = _frame_colour(rng)
        width = int(rng.integers(0, 40))
        if width:
            cv2.polylines(floor, [hull.astype(np.int32)], True, border, width * 2)
    cv2.copyTo(table, mask, floor)
    return floor


def _frame_colour(rng: Rng) -> tuple[float, float, float]:
    base = np.array([(40, 60, 90), (220, 225, 225), (40, 40, 40), (110, 160, 200)])
    blue, green, red = base[int(rng.integers(len(base)))] * rng.uniform(0.7, 1.1)
    return (float(blue), float(green), float(red))


def _covered(view: Floats, size: tuple[int, int], kind: str, rng: Rng, reach: float) -> Image:
    """The whole plane covered with a texture of which one copy is `reach` tile widths wide."""
    grey = texture(kind, int(rng.integers(VARIANTS)))
    turn = rng.choice([0, 0.5, 1]) * np.pi + rng.normal(0, 0.1)
    scale = reach / SIDE
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    shift = rng.uniform(-reach, reach, 2)
    lay = np.array([[cos, -sin, shift[0]], [sin, cos, shift[1]], [0, 0, 1.0]])
    half = (max(size[0] // 2, 1), max(size[1] // 2, 1))
    shrink = np.diag([half[0] / size[0], half[1] / size[1], 1.0])
    matrix = np.linalg.inv(shrink @ view @ lay)
    grid = cv2.warpPerspective(
        grey, matrix, half, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REFLECT_101,
    )  # fmt: skip
    colour = table_colour(kind, rng)
    tone = np.arange(256)[:, None] / GREY
    contrast = 1 + (tone - 1) * rng.uniform(0.4, 1.3)
    table = np.clip(colour[None] * contrast, 0, 255).astype(np.uint8)
    big = cv2.resize(grid, size, interpolation=cv2.INTER_LINEAR)
    return cv2.LUT(cv2.merge([big] * 3), table[None]).astype(np.uint8)
