"""Tables of all kinds: desk rows, grids, scatter, single tiles, and the choice of one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from vision.data.synth.deck import Pack, in_order
from vision.data.synth.hands import hand_layout
from vision.data.synth.layouts import Hand, Layout, Pose, Put, lay_row
from vision.data.synth.photo import UNKNOWN, Rng
from vision.labels import FACE_DOWN
from vision.reading import GroupKind

# share of pictures in which some faces are unfamiliar
STRANGE = {"hand": 0.03, "desk": 0.2, "grid": 0.3, "scatter": 0.3, "single": 0.2, "stage": 0.2}


def desk_layout(rng: Rng, tile: tuple[float, float, float]) -> Layout:
    """One to four sorted or mixed rows on a desk."""
    layout = Layout("desk", tile)
    hand = Hand.sample(rng)
    pack = Pack(rng)
    pose = Pose.STAND if rng.random() < 0.3 else Pose.LIE
    rows = int(rng.integers(1, 5))
    height = tile[1] if pose is Pose.LIE else tile[2] + 1.2
    step = height + (rng.uniform(0, 0.03) if rng.random() < 0.5 else rng.uniform(0.1, 1.0))
    count = int(rng.integers(3, 15))
    bend = 0.0 if rng.random() < 0.85 else rng.uniform(-0.03, 0.03)
    for row in range(rows):
        faces = pack.draw(
            count if rng.random() < 0.7 else int(rng.integers(2, 15)),
            bonus=True,
            even=rng.random() < 0.6,
        )
        if rng.random() < 0.6:
            faces = in_order(faces)
        if rng.random() < 0.1:
            faces = [FACE_DOWN if rng.random() < 0.3 else face for face in faces]
        group = layout.group(GroupKind.CONCEALED)
        lay_row(layout, faces, (rng.normal(0, 0.1), -row * step), pose, group, hand, rng, bend=bend)
    if pose is Pose.STAND and rng.random() < 0.3:
        layout.rack = 0.3
    return _faced(layout)


def grid_layout(rng: Rng, tile: tuple[float, float, float]) -> Layout:
    """A block of tiles that may fill the whole frame."""
    layout = Layout("grid", tile)
    hand = Hand.sample(rng)
    rows, columns = int(rng.integers(2, 10)), int(rng.integers(3, 12))
    faces = Pack(rng).draw(rows * columns, bonus=True, even=rng.random() < 0.6)
    group = layout.group(GroupKind.CONCEALED)
    while faces:
        row, faces = faces[:columns], faces[columns:]
        y = -len(layout.puts) / columns * (tile[1] + hand.gap)
        lay_row(layout, row, (0.0, y), Pose.LIE, group, hand, rng)
    return layout


def scatter_layout(rng: Rng, tile: tuple[float, float, float], count: int = 0) -> Layout:
    """Loose tiles at any angle, a few face down."""
    layout = Layout("scatter" if count == 0 else "single", tile)
    count = count or int(rng.integers(3, 40))
    reach = math.sqrt(count) * rng.uniform(0.8, 1.5) + 0.5
    faces = Pack(rng).draw(count, bonus=True, even=rng.random() < 0.6)
    group = layout.group(GroupKind.CONCEALED)
    spots = free_spots(rng, count, reach, math.hypot(1, tile[1]) * 0.97, [])
    aligned = rng.random() < 0.3
    for face, (x, y) in zip(faces, spots, strict=False):
        turn = rng.normal(0, 0.1) if aligned else rng.uniform(0, 2 * math.pi)
        face = FACE_DOWN if rng.random() < 0.1 else face
        layout.puts.append(Put(face, x, y, Pose.LIE, group, turn=float(turn)))
    return _faced(layout)


def stage_layout(rng: Rng, tile: tuple[float, float, float]) -> Layout:
    """Single tiles standing about on a table."""
    layout = Layout("stage", tile)
    count = int(rng.integers(1, 14))
    hand = Hand.sample(rng)
    group = layout.group(GroupKind.CONCEALED)
    spots = free_spots(rng, count, math.sqrt(count) * 1.2 + 0.5, 1.15, [])
    for face, (x, y) in zip(
        Pack(rng).draw(count, bonus=True, even=rng.random() < 0.6), spots, strict=False
    ):
        layout.puts.append(
            Put(face, x, y, Pose.STAND, group, turn=rng.normal(0, 0.3), spin=hand.spin(rng))
        )
    return layout


def _faced(layout: Layout) -> Layout:
    """Puts that are to show a back are laid so."""
    backs = {Pose.LIE: Pose.DOWN, Pose.STAND: Pose.AWAY}
    layout.puts = [
        replace(p, pose=backs.get(p.pose, p.pose)) if p.face == FACE_DOWN else p
        for p in layout.puts
    ]
    return layout


def free_spots(
    rng: Rng, count: int, reach: float, apart: float, taken: list[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Up to `count` points within `reach` of the origin, at least `apart` from all others."""
    spots: list[tuple[float, float]] = []
    for _ in range(count * 30):
        if len(spots) == count:
            break
        x, y = rng.uniform(-reach, reach, 2)
        if all(math.hypot(x - a, y - b) > apart for a, b in spots + taken):
            spots.append((float(x), float(y)))
    return spots


def choose_layout(rng: Rng, tile: tuple[float, float, float]) -> Layout:
    """One of the layouts, hands most often; now and then none."""
    kind = str(
        rng.choice(
            ["hand", "desk", "grid", "scatter", "single", "stage", "empty"],
            p=[0.44, 0.2, 0.08, 0.1, 0.07, 0.06, 0.05],
        )
    )
    return make_layout(kind, rng, tile)


def make_layout(kind: str, rng: Rng, tile: tuple[float, float, float]) -> Layout:
    """The layout of that name. Raises ValueError for a name that is none."""
    makers: dict[str, Callable[[], Layout]] = {
        "hand": lambda: hand_layout(rng, tile),
        "tidy": lambda: hand_layout(rng, tile, manner="tidy"),
        "kongs": lambda: hand_layout(rng, tile, manner="kongs"),
        "desk": lambda: desk_layout(rng, tile),
        "grid": lambda: grid_layout(rng, tile),
        "strange": lambda: _strange(grid_layout(rng, tile), rng),
        "scatter": lambda: scatter_layout(rng, tile),
        "single": lambda: scatter_layout(rng, tile, count=int(rng.integers(1, 5))),
        "stage": lambda: stage_layout(rng, tile),
        "empty": lambda: Layout("empty", tile),
    }
    if kind not in makers:
        raise ValueError(f"'{kind}' is no layout")
    layout = makers[kind]()
    if layout.puts and rng.random() < STRANGE.get(kind, 0.0):
        _add_strangers(layout, rng)
    return layout


def _strange(layout: Layout, rng: Rng) -> Layout:
    """Half of the faces unfamiliar, to learn from what is none."""
    layout.name = "strange"
    layout.puts = [replace(p, face=UNKNOWN) if rng.random() < 0.5 else p for p in layout.puts]
    return layout


def _add_strangers(layout: Layout, rng: Rng) -> None:
    """Jokers and other unfamiliar faces instead of some tiles."""
    for place in rng.integers(0, len(layout.puts), int(rng.integers(1, 4))):
        if layout.puts[int(place)].face != FACE_DOWN:
            layout.puts[int(place)] = replace(layout.puts[int(place)], face=UNKNOWN)
