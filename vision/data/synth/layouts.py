"""How tiles are put down: poses, rows, sets. Units are tile widths, y points away."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from vision.data.synth.photo import Floats, Rng
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
        """Whether a row of the hand stands: it must be looked at from lower down."""
        return any(
            put.pose in (Pose.STAND, Pose.AWAY) and self.groups[put.group][1] for put in self.puts
        )

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
    """An exposed set or a kong, lying; returns its right edge."""
    height, depth = layout.tile[1], layout.tile[2]
    if len(meld) == 4:
        kind = GroupKind.CONCEALED_KONG if hidden else GroupKind.KONG
    else:
        kind = GroupKind.EXPOSED
    group = layout.group(kind)
    poses = [Pose.LIE] * len(meld)
    if hidden:
        for place in HIDDEN[int(rng.choice(len(HIDDEN), p=HIDDEN_SHARES))]:
            poses[place] = Pose.DOWN
    stacked = len(meld) == 4 and not hidden and rng.random() < 0.3
    claimed = int(rng.integers(3)) if not hidden and rng.random() < 0.45 else -1
    row = list(zip(meld, poses, strict=True))
    if hidden and rng.random() < 0.15:
        stacked = True
        row = [(face, Pose.DOWN if i < 3 else Pose.LIE) for i, face in enumerate(meld)]
    if all(pose is Pose.LIE for _, pose in row) and len(meld) == 4:
        layout.groups[group] = (GroupKind.KONG, True)  # nobody can see that it was never claimed
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
