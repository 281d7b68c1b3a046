"""One synthetic photograph from a seed: layout, bodies, faces, light, camera, lens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.data.labels_io import LEAST_VISIBLE
from vision.data.synth import backdrop, lens, surroundings
from vision.data.synth.bodies import Body
from vision.data.synth.camera import Camera, choose_view, place_camera
from vision.data.synth.faces import Inks, choose_faces
from vision.data.synth.footprint import clear, drop_overlapping
from vision.data.synth.ground import surface
from vision.data.synth.layouts import Layout, Put
from vision.data.synth.photo import Floats, Image, Rng, SynthPhoto, SynthTile
from vision.data.synth.solid import Box, Coat, Light, Painter, pyramid
from vision.data.synth.tables import choose_layout, make_layout
from vision.labels import FACE_DOWN
from vision.reading import Group, GroupKind, Quad

SUPERSAMPLE = 2
SMALLEST = 0.06  # share of a face that must show for the tile to be listed
PEEPS = 0.09  # of a tile's size by which a covered one must peep out from under the other,
NEARER = 1.03  # or how much larger the upper one must seem, for anybody to see that there are two
GRAZING = 0.14  # cosine under which a face is too oblique to count as seen


def render(
    seed: int,
    size: int = 640,
    art: Sequence[Path] | None = None,
    *,
    layout: str | None = None,
    split: str = "train",
) -> SynthPhoto:
    """Renders photograph number `seed`; the same arguments give the same bytes.

    `size` is the longer side in px. `art` are folders DESIGN/ of CODE.png; without them all faces
    are drawn. `layout` (hand, desk, grid, scatter, single, stage, empty) fixes what is laid
    (also "tidy": a hand whose groups lie clearly apart);
    `split` is "train" or "test": which designs may be used.
    """
    rng = np.random.default_rng([seed, 0x5E7])
    body = Body.sample(rng)
    laid = _laid(layout, rng, body)
    hand_puts = len(laid.puts)
    surroundings.add_tiles(laid, rng)
    drop_overlapping(laid, hand_puts)
    design, inks = choose_faces(rng, art, split=split, dark=body.dark)
    boxes = [tile_box(put, body, inks, rng) for put in laid.puts]
    extras = surroundings.rack(laid, rng) + surroundings.clutter(laid, rng)
    frame = _frame(size, rng)
    view = choose_view(rng, standing=laid.standing)
    if laid.name == "tidy":
        view = replace(view, fill=float(np.clip(view.fill, 0.6, 0.94)))
    subject = subject_of(boxes[:hand_puts])
    camera = place_camera(view, subject, frame, rng)
    behind = np.random.default_rng([seed, 0xBAC])  # its own, so that all else stays as it was
    canvas, owner = scene(boxes + extras, camera, frame, laid, rng, behind)
    surroundings.hands(canvas, owner, camera, SUPERSAMPLE, rng)
    flat = cv2.resize(canvas, frame, interpolation=cv2.INTER_AREA).astype(np.uint8)
    tiles, groups = _truth(laid, boxes, camera, owner)
    image = lens.photograph(flat, owner, rng, unit=_unit(tiles))
    return SynthPhoto(image, tiles, groups, laid.name, design, seed)


def _laid(name: str | None, rng: Rng, body: Body) -> Layout:
    """A layout in which no group lies in another; after some tries the last one."""
    for _ in range(8):
        laid = make_layout(name, rng, body.size) if name else choose_layout(rng, body.size)
        if clear(laid):
            break
    return laid


def _frame(size: int, rng: Rng) -> tuple[int, int]:
    """Width and height: square or a phone's proportions, the longer side `size`."""
    short = 8 * round(size * float(rng.choice([1.0, 0.75, 0.5625], p=[0.4, 0.42, 0.18])) / 8)
    return (size, short) if rng.random() < 0.6 else (short, size)


def tile_box(put: Put, body: Body, inks: Inks, rng: Rng) -> Box:
    """The solid that a laid tile is, its face drawn on it."""
    axes = put.axes()
    reach = float(np.abs(axes[2]) @ np.array(body.size)) / 2
    tint = float(rng.normal(1, 0.012))
    layers = tuple(
        (share, (min(c[0] * tint, 255.0), min(c[1] * tint, 255.0), min(c[2] * tint, 255.0)))
        for share, c in body.layers
    )
    coat = Coat(layers, inks.front(put.face, rng), inks.back)
    return Box(np.array([put.x, put.y, put.z + reach]), axes, body.size, body.radius, coat)


def subject_of(boxes: list[Box]) -> Floats:
    """The points (N, 3) that the photo must show."""
    if not boxes:
        return np.array([[x, y, 0.0] for x in (-6, 6) for y in (-4, 4)])
    return np.concatenate([box.corners() for box in boxes])


def _light(rng: Rng) -> Light:
    around = rng.uniform(0, 2 * math.pi)
    height = rng.uniform(0.35, 1.4)
    direction = np.array(
        [math.cos(around) * math.cos(height), math.sin(around) * math.cos(height), math.sin(height)]
    )
    return Light(direction, float(rng.uniform(0.35, 0.8)))


def scene(
    boxes: list[Box],
    camera: Camera,
    frame: tuple[int, int],
    laid: Layout,
    rng: Rng,
    behind: Rng | None = None,
) -> tuple[Image, npt.NDArray[np.int32]]:
    """The painted scene, supersampled, and who owns which px at the frame's size. `behind` draws
    what stands or lies about that is no tile; none without it."""
    light = _light(rng)
    big = camera.scaled(SUPERSAMPLE)
    size = (frame[0] * SUPERSAMPLE, frame[1] * SUPERSAMPLE)
    small = surface(camera, frame, rng, np.array(laid.extent()))
    shadow = _shadows(boxes, camera, frame, light, rng)
    ground = np.asarray(cv2.multiply(small, cv2.merge([shadow] * 3), scale=1 / 255), np.uint8)
    if behind is not None:
        backdrop.add(ground, behind)
    canvas = cv2.resize(ground, size, interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    painter = Painter(canvas, big, light, SUPERSAMPLE)
    far = [-float(np.linalg.norm(box.centre - camera.position)) for box in boxes]
    for index in np.argsort(far, kind="stable"):
        if _in_front(boxes[index], camera):
            painter.paint(int(index), boxes[index])
    return canvas, painter.owner


def _in_front(box: Box, camera: Camera) -> bool:
    return bool((camera.axes[2] @ (box.centre - camera.position)) > max(box.size))


def _shadows(
    boxes: list[Box], camera: Camera, frame: tuple[int, int], light: Light, rng: Rng
) -> Image:
    """Brightness of the table 0..255: the cast shadow and the dark line where a box stands."""
    half = (frame[0] // 2, frame[1] // 2)
    cast = np.zeros((half[1], half[0]), np.uint8)
    contact = np.zeros_like(cast)
    view = camera.scaled(0.5)
    slope = light.direction[:2] / max(light.direction[2], 0.25)
    spans = []
    for box in boxes:
        if not _in_front(box, camera):
            continue
        corners = box.corners()
        dropped = corners.copy()
        dropped[:, :2] -= corners[:, 2:] * slope
        dropped[:, 2] = 0
        foot = corners.copy()
        foot[:, 2] = 0
        spans.append(_fill(cast, view, np.concatenate([dropped, foot])))
        if corners[:, 2].min() < 0.2:
            grown = foot.mean(axis=0) + (foot - foot.mean(axis=0)) * 1.07
            _fill(contact, view, grown)
    unit = float(np.median(spans)) if spans else 10.0
    soft = cv2.GaussianBlur(cast, (0, 0), max(unit * rng.uniform(0.02, 0.22), 0.4))
    near = cv2.GaussianBlur(contact, (0, 0), max(unit * 0.05, 0.4))
    dark = rng.uniform(0.1, 0.75) * (1 - light.ambient * 0.5)
    level = 255 * (1 - dark * (soft / 255.0)) * (1 - 0.35 * (near / 255.0))
    return cv2.resize(level.astype(np.uint8), frame, interpolation=cv2.INTER_LINEAR).astype(
        np.uint8
    )


def _fill(mask: Image, view: Camera, points: Floats) -> float:
    """Fills the hull of the projected points; returns its shorter extent in px."""
    flat = np.clip(view.project(points)[0], -8000, 8000).astype(np.float32)
    hull = cv2.convexHull(flat)
    cv2.fillConvexPoly(mask, (hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return float((flat.max(axis=0) - flat.min(axis=0)).min())


def _truth(
    laid: Layout, boxes: list[Box], camera: Camera, owner: npt.NDArray[np.int32]
) -> tuple[tuple[SynthTile, ...], tuple[Group, ...]]:
    """What can be seen: tiles of the hand first, then the others, each group in laying order."""
    numbers, counts = np.unique(owner[owner > 0], return_counts=True)
    px = dict(zip((numbers - 1).tolist(), counts.tolist(), strict=True))
    shown = [_shown(box, camera) for box in boxes]
    areas = [abs(float(cv2.contourArea(flat.astype(np.float32)))) for flat, _, _ in shown]
    seen = [px.get(i, 0) / max(area, 1.0) for i, area in enumerate(areas)]
    kinds = seen_kinds(laid, boxes, camera, seen)
    tiles: list[SynthTile] = []
    members: dict[int, list[int]] = {}
    order = sorted(range(len(laid.puts)), key=lambda i: (not laid.groups[laid.puts[i].group][1],))
    for index in order:
        put, visible = laid.puts[index], seen[index]
        flat, front, facing = shown[index]
        if visible < SMALLEST or facing < GRAZING or areas[index] < 12:
            continue
        kind, in_hand = kinds[put.group], laid.groups[put.group][1]
        face = put.face if front else FACE_DOWN
        members.setdefault(put.group, []).append(len(tiles))
        quad, share = Quad.of(flat), min(visible, 1.0)
        tiles.append(SynthTile(quad, face, put.group, kind, in_hand, share))
    renumber = {old: new for new, old in enumerate(members)}
    listed = tuple(
        SynthTile(t.quad, t.face, renumber[t.group], t.kind, t.in_hand, t.visible) for t in tiles
    )
    groups = tuple(Group(kinds[old], tuple(who)) for old, who in members.items())
    return listed, groups


def seen_kinds(
    laid: Layout, boxes: list[Box], camera: Camera, seen: Sequence[float]
) -> list[GroupKind]:
    """What the groups are to whoever sees the photo. Of a kong in one row an end may be hidden or
    cut off, and from straight above the fourth tile hides the one it lies on: what can be seen is
    a pung, so that is the truth."""
    kinds = [kind for kind, _ in laid.groups]
    for group, kind in enumerate(kinds):
        if kind is not GroupKind.KONG:
            continue
        puts = [(i, put) for i, put in enumerate(laid.puts) if put.group == group]
        below = [i for i, put in puts if put.z == 0]
        tops = [(i, put) for i, put in puts if put.z > 0]
        pung = not tops and min(seen[below[0]], seen[below[-1]]) < LEAST_VISIBLE
        for top, put in tops:
            ways = [math.hypot(laid.puts[i].x - put.x, laid.puts[i].y - put.y) for i in below]
            pung |= _covers(boxes[top], boxes[below[int(np.argmin(ways))]], camera)
        if pung:
            kinds[group] = GroupKind.EXPOSED
    return kinds


def _covers(upper: Box, lower: Box, camera: Camera) -> bool:
    """Whether nobody can see the lower of two tiles that lie face up on each other."""
    over, under = (camera.project(box.face(front=True))[0] for box in (upper, lower))
    sizes = [math.sqrt(cv2.contourArea(flat.astype(np.float32))) for flat in (over, under)]
    shift = float(np.linalg.norm(over.mean(axis=0) - under.mean(axis=0)))
    return shift < PEEPS * sizes[1] and sizes[0] < NEARER * sizes[1]


def _unit(tiles: tuple[SynthTile, ...]) -> float:
    """How wide a tile is in the picture, px: the median of the shorter sides."""
    if not tiles:
        return 60.0
    quads = np.stack([tile.quad.array for tile in tiles])
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    return float(np.median(sides.min(axis=1)))


def _shown(box: Box, camera: Camera) -> tuple[Floats, bool, float]:
    """The labelled quad in px, whether it is the front, and the cosine of its view angle."""
    outward = box.axes[:, 2]
    front = bool((camera.position - box.centre) @ outward > 0)
    corners = box.face(front=front)
    towards = camera.position - corners.mean(axis=0)
    cosine = float(towards @ outward / np.linalg.norm(towards)) * (1 if front else -1)
    return camera.project(corners)[0], front, cosine


__all__ = ["pyramid", "render", "scene", "seen_kinds", "subject_of", "tile_box"]
