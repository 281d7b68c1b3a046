"""Where tiles lie: hands, desk rows, grids, scatter. Units are tile widths, y points away."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from vision.data.synth.deck import Pack, in_order, winning_hand
from vision.data.synth.photo import UNKNOWN, Floats, Rng
from vision.labels import FACE_DOWN
from vision.reading import GroupKind


class Pose(Enum):
    """How a tile rests on the table."""

    LIE = "face up"
    DOWN = "face down"
    STAND = "standing, face to the player"
    AWAY = "standing, back to the player"


@dataclass(frozen=True, slots=True)
class Put:
    """One tile: `x, y` is the middle of its footprint, `z` what it rests on, angles in radians.

    `turn` is how far it is turned on the table, `tip` how far a standing one leans back;
    `spin` turns the face in its own plane by quarters (2: upside down).
    """

    face: str
    x: float
    y: float
    pose: Pose
    group: int
    z: float = 0.0
    turn: float = 0.0
    tip: float = 0.0
    spin: int = 0

    def axes(self) -> Floats:
        """Columns right, up, outward of the tile's front in the world, (3, 3)."""
        flat = {
            Pose.LIE: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            Pose.DOWN: [[-1, 0, 0], [0, 1, 0], [0, 0, -1]],
            Pose.STAND: [[1, 0, 0], [0, 0, 1], [0, -1, 0]],
            Pose.AWAY: [[-1, 0, 0], [0, 0, 1], [0, 1, 0]],
        }[self.pose]
        base = np.array(flat, dtype=float).T
        quarter = self.spin * math.pi / 2
        base = base @ _turn_z(quarter)
        if self.pose in (Pose.STAND, Pose.AWAY):
            cos, sin = math.cos(-self.tip), math.sin(-self.tip)
            base = np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]]) @ base
        axes: Floats = _turn_z(self.turn) @ base
        return axes


def _turn_z(angle: float) -> Floats:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


@dataclass(slots=True)
class Layout:
    """Tiles and their groups while they are laid out; `subject` is what the photo is taken of."""

    name: str
    tile: tuple[float, float, float]  # width 1, height, depth
    puts: list[Put] = field(default_factory=list)
    groups: list[tuple[GroupKind, bool]] = field(default_factory=list)
    rack: float | None = None  # y of a rack's back board behind a standing row

    @property
    def standing(self) -> bool:
        """Whether most tiles stand."""
        stand = sum(put.pose in (Pose.STAND, Pose.AWAY) for put in self.puts)
        return 2 * stand > len(self.puts)

    def group(self, kind: GroupKind, *, in_hand: bool = True) -> int:
        """Opens a group, returns its number."""
        self.groups.append((kind, in_hand))
        return len(self.groups) - 1

    def extent(self) -> tuple[float, float, float, float]:
        """Left, right, near and far edge of what is laid."""
        if not self.puts:
            return (-1.0, 1.0, -1.0, 1.0)
        xs = [put.x for put in self.puts]
        ys = [put.y for put in self.puts]
        height = self.tile[1] / 2
        return (min(xs) - 0.6, max(xs) + 0.6, min(ys) - height, max(ys) + height)


@dataclass(frozen=True, slots=True)
class Hand:
    """How neatly a person lays: gaps and wobble in tile widths, angles in radians."""

    gap: float
    wobble: float
    angle: float
    upside: float  # share of tiles laid upside down
    tip: float

    def spin(self, rng: Rng) -> int:
        """Quarter turns of the next tile: 2 where it lies upside down, mostly 0."""
        return 2 if rng.random() < self.upside else 0

    @classmethod
    def sample(cls, rng: Rng) -> Hand:
        """A neat or a careless hand."""
        neat = rng.random()
        gap = rng.uniform(0, 0.025) if neat < 0.7 else rng.uniform(0.02, 0.2)
        wobble = abs(rng.normal(0, 0.02)) if neat < 0.75 else rng.uniform(0.02, 0.12)
        angle = math.radians(abs(rng.normal(0, 0.6)) if neat < 0.7 else rng.uniform(0.5, 4))
        upside = 0.0 if rng.random() < 0.5 else rng.uniform(0.02, 0.3)
        tip = 0.0 if rng.random() < 0.5 else math.radians(rng.uniform(5, 30))
        return cls(float(gap), float(wobble), angle, float(upside), tip)


def lay_row(
    layout: Layout,
    faces: list[str],
    start: tuple[float, float],
    pose: Pose,
    group: int,
    hand: Hand,
    rng: Rng,
    *,
    bend: float = 0.0,
) -> float:
    """A row from `start` (left edge, middle y) to the right; returns its right edge."""
    x, y = start
    middle = x + len(faces) * (1 + hand.gap) / 2
    for face in faces:
        centre = x + 0.5
        lean = bend * (centre - middle)
        spin = hand.spin(rng)
        layout.puts.append(
            Put(
                face, centre, y + lean * (centre - middle) / 2 + rng.normal(0, hand.wobble), pose,
                group, turn=math.atan(lean) + rng.normal(0, hand.angle), tip=hand.tip, spin=spin,
            )
        )  # fmt: skip
        x += 1 + abs(rng.normal(hand.gap, hand.gap * 0.3)) + abs(layout.puts[-1].turn) * 0.4
    return x


# places of the backs in a concealed kong: the ends, the middle, all but one, one, none
HIDDEN: tuple[tuple[int, ...], ...] = ((0, 3), (1, 2), (0, 2, 3), (1,), ())
HIDDEN_SHARES = (0.35, 0.2, 0.2, 0.15, 0.1)


def lay_set(
    layout: Layout,
    meld: tuple[str, ...],
    start: tuple[float, float],
    hand: Hand,
    rng: Rng,
    *,
    hidden: bool = False,
) -> float:
    """An exposed set or a kong, lying; returns its right edge."""  # fmt: skip
    height, depth = layout.tile[1], layout.tile[2]
    if len(meld) == 4:
        kind = GroupKind.CONCEALED_KONG if hidden else GroupKind.KONG
    else:
        kind = GroupKind.EXPOSED
    group = layout.group(kind)
    poses = [Pose.LIE] * len(meld)
    if hidden:
        style = rng.choice(
            ["ends", "middle", "one up", "one down", "all"], p=[0.35, 0.2, 0.2, 0.15, 0.1]
        )
        down = {"ends": (0, 3), "middle": (1, 2), "one up": (0, 2, 3), "one down": (1,), "all": ()}
        for place in down[str(style)]:
            poses[place] = Pose.DOWN
    stacked = len(meld) == 4 and not hidden and rng.random() < 0.3
    claimed = int(rng.integers(3)) if not hidden and rng.random() < 0.45 else -1
    row = list(zip(meld, poses, strict=True))
    if hidden and rng.random() < 0.15:
        stacked = True
        row = [(face, Pose.DOWN if i < 3 else Pose.LIE) for i, face in enumerate(meld)]
    x, y = start
    flip = 1 if rng.random() < 0.5 else 3
    for place, (face, pose) in enumerate(row):
        if stacked and place == 3:
            under = layout.puts[-2]
            layout.puts.append(
                Put(face, under.x + rng.normal(0, 0.03), under.y + rng.normal(0, 0.04), pose, group,
                    z=depth, turn=under.turn + rng.normal(0, hand.angle), spin=under.spin)
            )  # fmt: skip
            break
        sideways = place == claimed
        width = height if sideways else 1.0
        drop = (height - 1) / 2 if sideways else 0.0
        spin = flip if sideways else hand.spin(rng)
        layout.puts.append(
            Put(face, x + width / 2, y - drop + rng.normal(0, hand.wobble), pose, group,
                turn=rng.normal(0, hand.angle), spin=spin)
        )  # fmt: skip
        x += width + abs(rng.normal(hand.gap, hand.gap * 0.3))
    return x


def hand_layout(rng: Rng, tile: tuple[float, float, float]) -> Layout:
    """A finished hand: concealed row or rows, exposed sets, bonus tiles, the winning tile."""
    layout = Layout("hand", tile)
    pack = Pack(rng)
    hand = Hand.sample(rng)
    won = winning_hand(pack, rng)
    pose = Pose.STAND if rng.random() < 0.4 else Pose.LIE
    loose = [code for meld in won.concealed for code in meld]
    apart = rng.random() < 0.45
    if apart:
        loose.remove(won.winning)
    loose = in_order(loose) if rng.random() < 0.8 else list(rng.permutation(loose))
    where = str(rng.choice(["right", "left", "front", "behind"], p=[0.35, 0.15, 0.25, 0.25]))
    if pose is Pose.STAND and where == "behind":
        where = "front"
    group = layout.group(GroupKind.CONCEALED)
    bend = 0.0 if rng.random() < 0.8 else rng.uniform(-0.04, 0.04)
    split = len(loose) > 6 and rng.random() < 0.12
    rows = [loose[: len(loose) // 2], loose[len(loose) // 2 :]] if split else [loose]
    step = tile[1] + rng.uniform(0.0, 0.3) if pose is Pose.LIE else tile[2] + rng.uniform(1.2, 2)
    for number, row in enumerate(rows):
        top = (len(rows) - 1 - number) * step
        right = lay_row(layout, row, (0.0, top), pose, group, hand, rng, bend=bend)
    if pose is Pose.STAND and rng.random() < 0.4:
        layout.rack = max(put.y for put in layout.puts) + 0.3
    _lay_sets(layout, won.exposed, won.hidden_kongs, where, right, hand, rng)
    if apart:
        _lay_winning(layout, won.winning, pose, right if where != "right" else 0.0, hand, rng)
    if won.bonus:
        _lay_bonus(layout, list(won.bonus), hand, rng)
    return layout


def _lay_sets(
    layout: Layout, exposed: tuple[tuple[str, ...], ...], hidden: tuple[tuple[str, ...], ...],
    where: str, right: float, hand: Hand, rng: Rng,
) -> None:  # fmt: skip
    sets = [(meld, False) for meld in exposed] + [(meld, True) for meld in hidden]
    if not sets:
        return
    gap = rng.uniform(0.25, 1.2)
    longest = sum(len(meld) + 0.4 + gap for meld, _ in sets)
    left, far_right, near, far = layout.extent()
    height = layout.tile[1]
    if where == "right":
        x, y = right + rng.uniform(0.4, 2), rng.normal(0, 0.1)
    elif where == "left":
        x, y = left - longest - rng.uniform(0.2, 1), rng.normal(0, 0.1)
    else:
        x = rng.uniform(left - 0.5, max(far_right - longest, left) + 0.5)
        away = rng.uniform(0.05, 1.0) + height / 2
        y = near - away if where == "front" else far + away
    rows = 2 if len(sets) > 2 and where in ("right", "front") and rng.random() < 0.3 else 1
    per = math.ceil(len(sets) / rows)
    start = x
    for number, (meld, is_hidden) in enumerate(sets):
        if number and number % per == 0:
            x, y = start, y - height - rng.uniform(0.1, 0.5)
        x = lay_set(layout, meld, (x, y), hand, rng, hidden=is_hidden) + gap


def _lay_winning(layout: Layout, face: str, pose: Pose, right: float, hand: Hand, rng: Rng) -> None:
    left, far_right, near, far = layout.extent()
    group = layout.group(GroupKind.WINNING_TILE)
    spot = rng.random()
    sideways = rng.random() < 0.25
    spin = 1 if sideways else 0
    pose = Pose.LIE if pose is Pose.STAND and rng.random() < 0.6 else pose
    if pose is Pose.STAND:
        spin = 0
    if spot < 0.5 and right > 0:
        blocked = any(put.x > right and abs(put.y) < layout.tile[1] for put in layout.puts)
        x, y = (far_right if blocked else right) + rng.uniform(0.9, 2.0), 0.0
    elif spot < 0.75:
        x, y = rng.uniform(left, far_right), far + layout.tile[1] * rng.uniform(0.65, 1.2)
    else:
        x, y = rng.uniform(left, far_right), near - layout.tile[1] * rng.uniform(0.65, 1.2)
    layout.puts.append(
        Put(face, x, y, pose, group, turn=rng.normal(0, hand.angle * 2), tip=hand.tip, spin=spin)
    )


def _lay_bonus(layout: Layout, faces: list[str], hand: Hand, rng: Rng) -> None:
    left, right, near, far = layout.extent()
    group = layout.group(GroupKind.BONUS)
    height = layout.tile[1]
    spot = rng.random()
    if spot < 0.4:
        start = (rng.uniform(left, right - 1), far + height * rng.uniform(0.6, 1.2))
    elif spot < 0.6:
        start = (rng.uniform(left, right - 1), near - height * rng.uniform(0.6, 1.2))
    elif spot < 0.8:
        start = (right + rng.uniform(0.5, 1.5), rng.normal(0, 0.3))
    else:
        start = (left - len(faces) - rng.uniform(0.5, 1.5), rng.normal(0, 0.3))
    lay_row(layout, faces, start, Pose.LIE, group, hand, rng)


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
        "desk": lambda: desk_layout(rng, tile),
        "grid": lambda: grid_layout(rng, tile),
        "scatter": lambda: scatter_layout(rng, tile),
        "single": lambda: scatter_layout(rng, tile, count=int(rng.integers(1, 5))),
        "stage": lambda: stage_layout(rng, tile),
        "empty": lambda: Layout("empty", tile),
    }
    if kind not in makers:
        raise ValueError(f"'{kind}' is no layout")
    layout = makers[kind]()
    if layout.puts and rng.random() < (0.03 if kind == "hand" else 0.2):
        _add_strangers(layout, rng)
    return layout


def _add_strangers(layout: Layout, rng: Rng) -> None:
    """Jokers and other unfamiliar faces instead of some tiles."""
    for place in rng.integers(0, len(layout.puts), int(rng.integers(1, 4))):
        if layout.puts[int(place)].face != FACE_DOWN:
            layout.puts[int(place)] = replace(layout.puts[int(place)], face=UNKNOWN)
