"""Measures where the reader's knowledge ends, and writes it as tables.

    python models/limits.py --photos PHOTOS/dev --empty FOLDER --out runs/limits.md

Three things: unfamiliar faces pasted onto the tiles of labelled photos; pictures without tiles, of
FOLDER and of the generator; and tiles by their width in pictures of 12 megapixels, where labelled
photos lie shrunk or enlarged on a cloth. The same seed gives the same pictures. The figures are
written beside the tables as JSON.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import strange_faces
from measure import cell, markdown, publish

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from vision import evaluate, geometry, images
from vision.data import metrics
from vision.data.labels_io import PICTURES, Label, Truth
from vision.data.synth.ground import GREY, texture
from vision.data.synth.render import render
from vision.geometry import Floats, Image
from vision.labels import FACE_DOWN, UNFAMILIAR
from vision.pipeline import Reader, load_reader
from vision.reading import Quad, RackReading, inside

Figures = dict[str, float | int | None]
LARGE = (4000, 3000)  # px of a phone's photo
WIDTHS = (25, 35, 50, 70, 100)  # px of a tile in it
FEATHER = 12  # px over which a photo's edge blends into the cloth
OVERLAP = 0.5  # of upright boxes, from which a tile is where one was
FIRST_EMPTY = 70_000  # seed of the first rendered picture
FATES = ("rejected", "named, doubted", "named, no doubt", "not in the hand")
CLOTHS = ((60, 95, 40), (110, 70, 45), (70, 60, 120), (80, 80, 80))  # BGR


def strange(truths: Iterable[Truth], reader: Reader, *, each: int, seed: int) -> dict[str, Figures]:
    """By kind of face, and "all": what becomes of strange faces, `each` pasted on a photo.

    They come onto tiles that are read rightly as they are, so that nothing else is measured.
    """
    rng = np.random.default_rng(seed)
    fates: dict[str, list[str]] = {kind: [] for kind in strange_faces.KINDS}
    for truth in truths:
        image = images.load(truth.image)
        quads = chosen(truth, reader.read(image), each, rng)
        kinds = [str(kind) for kind in rng.choice(list(fates), len(quads))]
        for quad, kind in zip(quads, kinds, strict=True):
            image = strange_faces.paste(image, quad, strange_faces.face(kind, rng))
        reading = reader.read(image)
        for quad, kind in zip(quads, kinds, strict=True):
            fates[kind].append(fate(quad, reading))
    fates["all"] = [each for kind in list(fates) for each in fates[kind]]
    return {kind: _counted(found) for kind, found in fates.items()}


def _counted(fates: Sequence[str]) -> Figures:
    shares = {name: fates.count(name) / len(fates) if fates else None for name in FATES}
    return {"faces": len(fates), **shares}


def chosen(
    truth: Truth, reading: RackReading, count: int, rng: np.random.Generator
) -> list[Floats]:
    """Quads (4, 2) of at most `count` tiles in the hand, and of a quarter of them, that are read
    rightly."""
    matches = metrics.match(truth.labels, reading)
    outcome = metrics.Outcome(truth, reading, matches, seconds=0.0, ordered=True)
    right = [
        matches[label]
        for label in outcome.wanted
        if outcome.right(label) and truth.labels[label].face not in (FACE_DOWN, UNFAMILIAR)
    ]
    some = rng.permutation(right)[: min(count, max(1, len(right) // 4))]
    return [reading.tiles[int(i)].quad.array for i in some]


def fate(quad: Floats, reading: RackReading) -> str:
    """What the reading makes of the tile at `quad`: one of FATES."""
    if not reading.tiles:
        return "not in the hand"
    found = np.stack([tile.quad.array for tile in reading.tiles])
    overlaps = geometry.box_iou(geometry.hull_boxes(quad[None]), geometry.hull_boxes(found))[0]
    tile = int(overlaps.argmax())
    if overlaps[tile] < OVERLAP or tile not in inside(reading.groups):
        return "not in the hand"
    if reading.tiles[tile].face == UNFAMILIAR:
        return "rejected"
    return "named, doubted" if tile in _doubted(reading) else "named, no doubt"


def _doubted(reading: RackReading) -> set[int]:
    return {doubt.tile for doubt in reading.doubts}


def empty(pictures: Iterable[Image], reader: Reader) -> Figures:
    """How often a picture without tiles is read as holding a hand, and how surely."""
    readings = [reader.read(picture) for picture in pictures]
    hands = [(set(inside(reading.groups)), _doubted(reading)) for reading in readings]

    def share(count: int) -> float | None:
        return count / len(hands) if hands else None

    return {
        "pictures": len(hands),
        "a tile in the hand": share(sum(bool(hand) for hand, _ in hands)),
        "one of them without a doubt": share(sum(bool(hand - doubts) for hand, doubts in hands)),
        "all of them without a doubt": share(
            sum(bool(hand) and not hand & doubts for hand, doubts in hands)
        ),
    }


def rendered(count: int) -> Iterator[Image]:
    """So many pictures of the generator's empty layout on which no tile lies about either."""
    seed = FIRST_EMPTY
    while count:
        photo = render(seed, layout="empty", split="test")
        seed += 1
        if not photo.tiles:
            count -= 1
            yield photo.image


def of_folder(folder: Path) -> Iterator[Image]:
    """The pictures of a folder, by name."""
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in PICTURES:
            yield images.load(path)


def of_hand(truth: Truth) -> Truth:
    """The truth without the tiles that belong to no hand."""
    nothing = RackReading((), (), (0, 0), ())
    wanted = metrics.Outcome(truth, nothing, {}, seconds=0.0, ordered=True).wanted
    return replace(truth, labels=tuple(truth.labels[i] for i in wanted), groups=())


def by_width(
    truths: Sequence[Truth], reader: Reader, width: int, rng: np.random.Generator
) -> Figures:
    """Of tiles `width` px wide in pictures of 12 megapixels: how many are found, named rightly."""
    tiles = found = right = 0
    factors = []
    for truth in truths:
        picture, labels, factor = enlarged(truth, width, rng)
        reading = reader.read(picture)
        matches = metrics.match(labels, reading)
        tiles += len(labels)
        found += len(matches)
        right += sum(reading.tiles[t].face == labels[k].face for k, t in matches.items())
        factors.append(factor)
    return {
        "pictures": len(truths),
        "tiles": tiles,
        "found": found / tiles if tiles else None,
        "found and named": right / tiles if tiles else None,
        "mean scale": float(np.mean(factors)) if factors else None,
    }


def enlarged(
    truth: Truth, width: int, rng: np.random.Generator
) -> tuple[Image, tuple[Label, ...], float]:
    """The photo somewhere on a cloth of LARGE px, its tiles `width` px wide, as a JPEG gives it
    back; its labels there; and by how much it was scaled."""
    photo = images.load(truth.image)
    quads = np.stack([label.quad.array for label in truth.labels])
    factor = width / float(np.median(geometry.sides(quads).min(axis=1)))
    limit = min(LARGE[0] / photo.shape[1], LARGE[1] / photo.shape[0])
    factor = min(factor, limit)
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    small = np.asarray(cv2.resize(photo, None, fx=factor, fy=factor, interpolation=way), np.uint8)
    small = small[: LARGE[1], : LARGE[0]]
    room = np.array(LARGE) - small.shape[1::-1]
    corner = np.array([int(rng.integers(0, int(free) + 1)) for free in room])
    canvas = cloth(rng)
    lay(canvas, small, (int(corner[0]), int(corner[1])))
    _, data = cv2.imencode(".jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, 92])
    labels = tuple(
        replace(label, quad=Quad.of(label.quad.array * factor + corner)) for label in truth.labels
    )
    return images.load(data.tobytes()), labels, factor


def lay(canvas: Image, photo: Image, corner: tuple[int, int]) -> None:
    """Put the photo on the canvas with its upper left at `corner`, its edges blending in."""
    height, width = photo.shape[:2]
    part = canvas[corner[1] : corner[1] + height, corner[0] : corner[0] + width]
    ramps = [np.minimum(np.arange(n), np.arange(n)[::-1]) / FEATHER for n in (height, width)]
    share = np.clip(np.minimum(ramps[0][:, None], ramps[1][None]), 0, 1)[..., None]
    part[:] = np.round(part * (1 - share) + photo * share).astype(np.uint8)


def cloth(rng: np.random.Generator) -> Image:
    """A table's cloth, LARGE px."""
    grey = texture(str(rng.choice(["cloth", "felt"])), int(rng.integers(3)))
    across, down = (-(-side // grey.shape[0]) for side in LARGE)
    patch = np.concatenate([grey, grey[:, ::-1]], axis=1)
    patch = np.concatenate([patch, patch[::-1]], axis=0)
    wide = np.tile(patch, (down // 2 + 1, across // 2 + 1))[: LARGE[1], : LARGE[0]]
    colour = np.array(CLOTHS[int(rng.integers(len(CLOTHS)))]) * rng.uniform(0.7, 1.3)
    table = np.clip(np.arange(256)[:, None] / GREY * colour, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([wide] * 3), table[None]), np.uint8)


def tables(report: dict[str, dict[str, Figures]]) -> str:
    """The report as one markdown table for each of the three things."""
    parts = []
    for title, rows in report.items():
        if rows:
            head = [title, *next(iter(rows.values()))]
            body = [[name, *map(cell, figures.values())] for name, figures in rows.items()]
            parts.append(markdown([head, *body]))
    return "\n\n".join(parts) + "\n"


def everything(given: argparse.Namespace) -> dict[str, dict[str, Figures]]:
    """All figures by what is measured, then by row."""
    reader = load_reader(given.models)
    truths = [t for t in evaluate.labelled(given.photos, given.groups) if of_hand(t).labels]
    some = np.random.default_rng(given.seed).permutation(len(truths))
    report: dict[str, dict[str, Figures]] = {}
    sys.stderr.write("strange faces\n")
    photos = [truths[i] for i in some[: given.count]]
    report["strange faces"] = strange(photos, reader, each=given.each, seed=given.seed)
    sys.stderr.write("pictures without tiles\n")
    report["without tiles"] = {
        folder.name: empty(of_folder(folder), reader) for folder in given.empty
    }
    report["without tiles"]["rendered"] = empty(rendered(given.rendered), reader)
    sys.stderr.write("12 megapixels\n")
    photos = [of_hand(truths[i]) for i in some[: given.large]]
    report["tile width, px"] = {
        str(width): by_width(photos, reader, width, np.random.default_rng([given.seed, width]))
        for width in WIDTHS
    }
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with images/, labels/")
    parser.add_argument(
        "--empty", type=Path, nargs="*", default=[], help="folders of pictures without tiles"
    )
    parser.add_argument("--models", type=Path, help="another folder of models")
    default = ROOT / "tests" / "vision" / "data" / "dev_groups.json"
    parser.add_argument("--groups", type=Path, default=default, help="group truth of the photos")
    parser.add_argument("--count", type=int, default=60, help="photos that get strange faces")
    parser.add_argument("--each", type=int, default=3, help="strange faces on a photo, at most")
    parser.add_argument("--rendered", type=int, default=40, help="rendered pictures without tiles")
    parser.add_argument("--large", type=int, default=8, help="pictures of 12 megapixels a width")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs/limits.md"))
    given = parser.parse_args(arguments)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    report = everything(given)
    publish(given.out, tables(report), report)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
