"""What lies about beside the hand: walls, discards, other racks, dice, sticks, books, hands."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.data.synth.camera import Camera
from vision.data.synth.deck import Pack
from vision.data.synth.layouts import Layout, Pose, Put
from vision.data.synth.photo import Floats, Image, Rng
from vision.data.synth.solid import Box, Coat, Colour, pyramid
from vision.labels import FACE_DOWN
from vision.reading import GroupKind


def add_tiles(layout: Layout, rng: Rng) -> None:
    """Walls, discards, another player's row, tiles lying face down: groups of kind OTHER."""
    if layout.name in ("grid", "single", "empty") and rng.random() < 0.65:
        return
    left, right, near, far = layout.extent()
    height = layout.tile[1]
    for lay in (_wall, _discards, _neighbour, _strays):
        if rng.random() > 0.3 or lay in NOT_BESIDE.get(layout.name, ()):
            continue
        if rng.random() < 0.8:
            y = far + height * rng.uniform(0.8, 4) + (1.0 if lay is _discards else 0.0)
        else:
            y = near - height * rng.uniform(1.2, 3)
        if layout.name == "tidy":
            y += height if y > far else -height
        lay(layout, rng.uniform(left - 6, right), y, rng)


def _wall(layout: Layout, x: float, y: float, rng: Rng) -> None:
    """Tiles face down, two high, in a line or going away from the player."""
    group = layout.group(GroupKind.OTHER, in_hand=False)
    away = rng.random() < 0.25
    turn = rng.normal(0, 0.05) + (math.pi / 2 if away else 0)
    cos, sin = math.cos(turn), math.sin(turn)
    upper = 1 if rng.random() < 0.25 else 2
    face = FACE_DOWN
    for place in range(int(rng.integers(2, 19))):
        for level in range(upper):
            z = level * layout.tile[2]
            step = place * 1.01
            layout.puts.append(
                Put(face, x + step * cos, y + step * sin, Pose.DOWN, group, z,
                    turn + rng.normal(0, 0.01))
            )  # fmt: skip


def _discards(layout: Layout, x: float, y: float, rng: Rng) -> None:
    """Discards in ordered rows or thrown together."""
    group = layout.group(GroupKind.OTHER, in_hand=False)
    count = int(rng.integers(2, 30))
    faces = Pack(rng).draw(count)
    heap = rng.random() < 0.6
    height = layout.tile[1]
    columns = int(rng.integers(4, 9))
    turn = float(rng.choice([0, math.pi / 2, math.pi, -math.pi / 2])) + rng.normal(0, 0.05)
    cos, sin = math.cos(turn), math.sin(turn)
    spots: list[tuple[float, float]] = []
    for place, face in enumerate(faces):
        if heap:
            reach = math.sqrt(count) * 1.1
            for _ in range(20):
                a, b = rng.normal(0, reach / 1.6), abs(rng.normal(0, reach / 1.8))
                if all(math.hypot(a - p, b - q) > 1.55 for p, q in spots):
                    break
            else:
                continue
            spots.append((a, b))
            angle = rng.uniform(0, 2 * math.pi)
            down = rng.random() < 0.25
            layout.puts.append(
                Put(FACE_DOWN if down else face, x + a, y + b, Pose.DOWN if down else Pose.LIE,
                    group, turn=float(angle))
            )  # fmt: skip
        else:
            a, b = (place % columns) * 1.03, -(place // columns) * (height + 0.05)
            layout.puts.append(
                Put(face, x + a * cos - b * sin, y + 2 + a * sin + b * cos, Pose.LIE, group,
                    turn=turn + rng.normal(0, 0.03))
            )  # fmt: skip


def _neighbour(layout: Layout, x: float, y: float, rng: Rng) -> None:
    """Another player's standing row, seen from behind, or laid open."""
    group = layout.group(GroupKind.OTHER, in_hand=False)
    faces = Pack(rng).draw(int(rng.integers(4, 14)))
    opened = rng.random() < 0.4
    turn = math.pi + rng.normal(0, 0.08)
    for place, face in enumerate(faces):
        pose = Pose.LIE if opened else Pose.STAND
        shown = face if opened else FACE_DOWN
        layout.puts.append(Put(shown, x + place * 1.02, y + 1, pose, group, turn=turn))


def _strays(layout: Layout, x: float, y: float, rng: Rng) -> None:
    group = layout.group(GroupKind.OTHER, in_hand=False)
    for face in Pack(rng).draw(int(rng.integers(1, 5))):
        down = rng.random() < 0.5
        x += rng.uniform(1.6, 4)
        layout.puts.append(
            Put(FACE_DOWN if down else face, x, y + rng.uniform(-1, 1),
                Pose.DOWN if down else Pose.LIE, group, turn=float(rng.uniform(0, 2 * math.pi)))
        )  # fmt: skip


# what nobody could tell from the rows themselves
NOT_BESIDE = {"tidy": (_neighbour,), "desk": (_neighbour, _discards)}


def rack(layout: Layout, rng: Rng) -> list[Box]:
    """A rack's shelf and back board behind a standing row, cut in pieces of a tile's width."""
    if layout.rack is None:
        return []
    left, right, _, _ = layout.extent()
    wood: Colour = (
        float(rng.uniform(20, 200)), float(rng.uniform(40, 200)), float(rng.uniform(40, 220))
    )  # fmt: skip
    high = layout.tile[1] * rng.uniform(0.3, 1.0)
    thick = rng.uniform(0.1, 0.4)
    boxes: list[Box] = []
    front = rng.random() < 0.35
    low = high * rng.uniform(0.15, 0.4)
    ends = np.arange(left - rng.uniform(0, 1.5), right + rng.uniform(0.2, 2), 1.0)
    for x in ends:
        centre = np.array([x + 0.5, layout.rack + layout.tile[2] / 2 + thick / 2, high / 2])
        boxes.append(plain_box(centre, (1.0, thick, high), 0.0, wood))
        if front:
            edge = np.array([x + 0.5, layout.rack - layout.tile[2] * 1.6 - thick / 2, low / 2])
            boxes.append(plain_box(edge, (1.0, thick, low), 0.0, wood))
    return boxes


def plain_box(
    centre: Floats, size: tuple[float, float, float], turn: float, colour: Colour,
    ink: tuple[Image, ...] = (),
) -> Box:  # fmt: skip
    """A box lying on the table with its front upwards."""
    cos, sin = math.cos(turn), math.sin(turn)
    axes = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    radius = min(0.04, min(size) * 0.3)
    return Box(centre, axes, size, radius, Coat(((1.0, colour),), ink))


# dominoes and cards are there to be told from tiles
CLUTTER = ("dice", "stick", "card", "book", "keys", "block", "domino")


def clutter(layout: Layout, rng: Rng) -> list[Box]:
    """Dice, sticks, cards, books, a keyboard, phones and cups as boxes; often nothing."""
    boxes: list[Box] = []
    if rng.random() < 0.45 and layout.puts:
        return boxes
    left, right, near, far = layout.extent()
    taken = [(put.x, put.y) for put in layout.puts]
    for _ in range(int(rng.integers(1, 7))):
        kind = str(rng.choice(CLUTTER))
        size = _clutter_size(kind, rng)
        reach = math.hypot(size[0], size[1]) / 2 + 0.75
        for _ in range(8):
            x = rng.uniform(left - 5, right + 5)
            y = rng.uniform(near - 4, far + 6)
            if all(math.hypot(x - a, y - b) > reach for a, b in taken):
                break
        else:
            continue
        taken.append((float(x), float(y)))
        boxes.append(_thing(kind, size, float(x), float(y), rng))
    return boxes


def _clutter_size(kind: str, rng: Rng) -> tuple[float, float, float]:
    if kind == "dice":
        side = float(rng.uniform(0.4, 0.75))
        return (side, side, side)
    if kind == "stick":
        return (float(rng.uniform(2.5, 5)), float(rng.uniform(0.15, 0.35)), 0.1)
    if kind == "card":
        return (float(rng.uniform(1.8, 3)), float(rng.uniform(2.4, 4)), 0.03)
    if kind == "domino":
        return (1.0, 2.0, float(rng.uniform(0.25, 0.4)))
    if kind == "book":
        return (float(rng.uniform(4, 8)), float(rng.uniform(5, 11)), float(rng.uniform(0.3, 1.5)))
    if kind == "keys":
        return (float(rng.uniform(8, 16)), float(rng.uniform(3, 6)), 0.4)
    a, b, c = (float(v) for v in rng.uniform(0.6, 3, 3))
    return (a, b, c)


def _thing(kind: str, size: tuple[float, float, float], x: float, y: float, rng: Rng) -> Box:
    turn = float(rng.uniform(0, 2 * math.pi))
    b, g, r = (float(v) for v in rng.uniform(20, 245, 3))
    colour: Colour = (b, g, r)
    if kind in ("dice", "stick", "card", "domino") and rng.random() < 0.7:
        colour = (225.0, 232.0, 235.0)
    ink = pyramid(_drawing(kind, size, rng), 32)
    return plain_box(np.array([x, y, size[2] / 2]), size, turn, colour, ink)


def _drawing(kind: str, size: tuple[float, float, float], rng: Rng) -> Image:
    """What is printed on the upper side of a thing, BGRA."""
    width = 128
    height = int(np.clip(width * size[1] / size[0], 8, 512))
    picture = np.zeros((height, width, 4), np.uint8)
    tone = tuple(float(v) for v in rng.uniform(0, 255, 3))
    if kind == "dice":
        _pips(picture, rng)
    elif kind == "domino":
        for half in (picture[: height // 2], picture[height // 2 :]):
            _pips(half, rng)
        cv2.line(picture, (10, height // 2), (width - 10, height // 2), (30, 30, 30, 255), 4)
    elif kind == "stick":
        for x in np.linspace(40, 88, int(rng.integers(1, 6))):
            cv2.circle(picture, (int(x), height // 2), max(height // 5, 1), (30, 30, 180, 255), -1)
    elif kind == "keys":
        columns, rows = int(rng.integers(8, 16)), int(rng.integers(3, 6))
        for i in range(columns * rows):
            x, y = (i % columns) * width // columns, (i // columns) * height // rows
            end = (x + width // columns - 3, y + height // rows - 3)
            cv2.rectangle(picture, (x, y), end, (*tone, 255), -1)
            cv2.putText(
                picture, chr(int(rng.integers(48, 91))), (x + 1, end[1] - 2), 0, 0.22,
                (255 - tone[0], 255 - tone[1], 255 - tone[2], 255), 1,
            )  # fmt: skip
    else:
        for _ in range(int(rng.integers(1, 9))):
            x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
            ink = (*(float(v) for v in rng.uniform(0, 255, 3)), 255.0)
            if rng.random() < 0.5:
                text = "".join(chr(int(c)) for c in rng.integers(65, 91, int(rng.integers(1, 9))))
                cv2.putText(picture, text, (x // 2, y), int(rng.integers(0, 7)), 0.7, ink, 2)
            elif rng.random() < 0.5:
                cv2.rectangle(picture, (x, y), (x + 40, y + 25), ink, -1)
            else:
                cv2.circle(picture, (x, y), int(rng.integers(4, 30)), ink, -1)
    return picture


def _pips(picture: Image, rng: Rng) -> None:
    number = int(rng.integers(1, 7))
    spots = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}[number]
    red = number in (1, 4)
    side = picture.shape[0]
    for spot in spots:
        row, column = divmod(ord(spot) - 97, 3)
        middle = (int((column + 1) * side / 4), int((row + 1) * side / 4))
        radius = side // (6 if number == 1 else 11)
        cv2.circle(picture, middle, radius, (30, 30, 190 if red else 30, 255), -1)


def hands(
    canvas: Image, owner: npt.NDArray[np.int32], camera: Camera, shrink: int, rng: Rng
) -> None:
    """Now and then a hand comes in from the edge; it covers what lies under it."""
    if rng.random() > 0.12:
        return
    height, width = owner.shape
    side = rng.uniform(0, 2 * math.pi)
    out = np.array([math.cos(side), math.sin(side)])
    tip = np.array([width, height]) / 2 + out * rng.uniform(0.3, 0.48) * np.array([width, height])
    skin = np.array([110, 140, 200]) * rng.uniform(0.35, 1.15)
    across = np.array([-out[1], out[0]])
    breadth = rng.uniform(0.05, 0.12) * width
    mask = np.zeros((height, width), np.uint8)
    for finger in range(5):
        base = tip + out * breadth * 1.6 + across * (finger - 2) * breadth * 0.4
        end = tip + across * (finger - 2) * breadth * 0.55 - out * breadth * rng.uniform(0.0, 1.0)
        cv2.line(mask, _at(base), _at(end), 255, max(int(breadth * 0.42), 2), cv2.LINE_AA)
    far = tip + out * max(width, height)
    cv2.line(mask, _at(tip + out * breadth * 2.2), _at(far), 255, int(breadth * 2.0), cv2.LINE_AA)
    owner[mask > 127] = -(2**30)
    big = cv2.resize(mask, (canvas.shape[1], canvas.shape[0]))
    soft = cv2.GaussianBlur(mask, (0, 0), breadth * 0.25).astype(np.float32) / 255
    light = cv2.resize(0.55 + 0.5 * soft, (canvas.shape[1], canvas.shape[0]))
    hand = np.clip(light[..., None] * skin, 0, 255).astype(np.uint8)
    cv2.copyTo(hand, big, canvas)


def _at(point: Floats) -> tuple[int, int]:
    return (int(np.clip(point[0], -5000, 5000)), int(np.clip(point[1], -5000, 5000)))
