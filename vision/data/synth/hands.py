"""Winning hands as players lay them out: rows, exposed sets, kongs, bonus and winning tiles."""

from __future__ import annotations

import math
from dataclasses import replace

from vision.data.synth.deck import Pack, WinningHand, in_order, winning_hand
from vision.data.synth.layouts import Hand, Layout, Pose, Put, lay_row, lay_set
from vision.data.synth.photo import Rng
from vision.reading import GroupKind
from vision.sets import is_set


def hand_layout(rng: Rng, tile: tuple[float, float, float], *, manner: str = "hand") -> Layout:
    """A finished hand: concealed row or rows, exposed sets, bonus tiles, the winning tile.

    `manner`: "tidy" is laid neatly, with groups so far apart that nobody can doubt which is which;
    "kongs" holds more kongs than hands do, to learn tiles face down from.
    """
    layout = Layout(manner, tile)
    tidy = manner == "tidy"
    pack = Pack(rng)
    hand = Hand.sample(rng)
    if tidy:
        hand = replace(hand, gap=0.01, wobble=0.015, angle=0.008)
    won = winning_hand(pack, rng, kongs=0.7) if manner == "kongs" else winning_hand(pack, rng)
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
    if any(map(_only_sets, rows)):  # a row of sets before another row lies open, as anyone sees it
        rows = [loose]
    step = tile[1] + rng.uniform(0.0, 0.3) if pose is Pose.LIE else tile[2] + rng.uniform(1.2, 2)
    for number, row in enumerate(rows):
        top = (len(rows) - 1 - number) * step
        right = lay_row(layout, row, (0.0, top), pose, group, hand, rng, bend=bend)
    if pose is Pose.STAND and rng.random() < 0.4:
        layout.rack = max(put.y for put in layout.puts) + 0.3
    more = 0.3 if tidy else 0.0
    _lay_sets(layout, won, where, right, hand, rng, more=more)
    if apart:
        _lay_winning(layout, won.winning, pose, right if where != "right" else 0.0, hand, rng)
    if won.bonus:
        _lay_bonus(layout, list(won.bonus), hand, rng, more=more)
    return layout


def _only_sets(row: list[str]) -> bool:
    """Whether the tiles are chows, pungs and kongs, one after the other."""
    while row:
        size = 4 if len(row) >= 4 and len(set(row[:4])) == 1 else 3
        if len(row) < size or not (size == 4 or is_set(row[:3])):
            return False
        row = row[size:]
    return True


def _lay_sets(
    layout: Layout, won: WinningHand, where: str, right: float, hand: Hand, rng: Rng, *,
    more: float,
) -> None:  # fmt: skip
    """Exposed sets and kongs on that side of the row; `more` is added to every distance."""
    sets = [(meld, False) for meld in won.exposed] + [(meld, True) for meld in won.hidden_kongs]
    if not sets:
        return
    gap = rng.uniform(0.4, 1.2) + 2 * hand.gap + more
    longest = sum(len(meld) + 0.4 + gap for meld, _ in sets)
    left, far_right, near, far = layout.extent()
    height = layout.tile[1]
    if where == "right":
        x, y = right + rng.uniform(0.7, 2) + more, rng.normal(0, 0.1)
    elif where == "left":
        x, y = left - longest - rng.uniform(0.4, 1) - more, rng.normal(0, 0.1)
    else:
        x = rng.uniform(left - 0.5, max(far_right - longest, left) + 0.5)
        away = rng.uniform(0.05, 1.0) + height / 2 + more
        y = near - away if where == "front" else far + away
    rows = 2 if len(sets) > 2 and where in ("right", "front") and rng.random() < 0.3 else 1
    per = math.ceil(len(sets) / rows)
    start = x
    for number, (meld, is_hidden) in enumerate(sets):
        if number and number % per == 0:
            x, y = start, y - height - rng.uniform(0.1, 0.5) - more
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
        x, y = (far_right if blocked else right) + rng.uniform(1.15, 2.0), 0.0
    elif spot < 0.75:
        x, y = rng.uniform(left, far_right), far + layout.tile[1] * rng.uniform(0.65, 1.2)
    else:
        x, y = rng.uniform(left, far_right), near - layout.tile[1] * rng.uniform(0.65, 1.2)
    layout.puts.append(
        Put(face, x, y, pose, group, turn=rng.normal(0, hand.angle * 2), tip=hand.tip, spin=spin)
    )


def _lay_bonus(layout: Layout, faces: list[str], hand: Hand, rng: Rng, *, more: float) -> None:
    left, right, near, far = layout.extent()
    left, right, near, far = left - more, right + more, near - more, far + more
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
