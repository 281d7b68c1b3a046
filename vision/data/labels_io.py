"""Reads folders of labelled photos: ``images/`` beside ``labels/``.

A label is YOLO text (class number, then cx cy w h as shares of the photo; the classes are
`vision.labels.FACES`), or, where a generator's ``.json`` lies beside it, exact quads and groups.
A ``provenance.csv`` in the folder or above it names each photo's source and kind.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image as Pil

from vision.labels import FACES, UNFAMILIAR
from vision.reading import Quad

PICTURES = (".jpg", ".jpeg", ".png", ".webp")
LEAST_VISIBLE = 0.5  # share of a rendered tile that must be seen for it to count
HANDS = ("hand", "tidy")  # rendered layouts that are a finished hand of 14, a kong counted as three


class BadLabelError(ValueError):
    """A label file cannot be read; the text names it and the line."""


@dataclass(frozen=True, slots=True)
class Label:
    """One labelled tile. `box`: the quad is only the upright box round the tile; `caption`: it
    may be the box of the printed name alone; `in_hand` None: nobody says."""

    face: str
    quad: Quad
    box: bool = True
    caption: bool = False
    in_hand: bool | None = None


@dataclass(frozen=True, slots=True)
class Truth:
    """What a photo is known to show. `groups`: (kind, indices of labels), () where unknown; those
    of a rendered photo hold their tiles in the order in which they were laid."""

    image: Path
    labels: tuple[Label, ...]
    source: str = ""
    note: str = ""
    groups: tuple[tuple[str, tuple[int, ...]], ...] = field(default=())

    @property
    def kind(self) -> str:
        """``winning hands``, ``desk rows``, or what a generator calls its layout."""
        if self.note:
            if self.note.startswith("whole hand"):
                return "winning hands"
            return "desk rows" if self.note.startswith("desk") else self.note
        playing = sum(label.face[0] not in "FSA" for label in self.labels)
        return "winning hands" if 13 <= playing <= 18 else "desk rows"


def read_folder(folder: Path) -> Iterator[Truth]:
    """The labelled photos of a folder, by name. Raises `BadLabelError` where one is broken."""
    provenance = _provenance(folder)
    for image in sorted((folder / "images").iterdir()):
        if image.suffix.lower() not in PICTURES:
            continue
        label = folder / "labels" / f"{image.stem}.txt"
        exact = label.with_suffix(".json")
        if exact.exists():
            yield _rendered(image, exact)
        elif label.exists():
            yield _photo(image, label, provenance.get(image.name, {}))


def _provenance(folder: Path) -> dict[str, dict[str, str]]:
    for place in (folder, folder.resolve().parent):
        table = place / "provenance.csv"
        if table.exists():
            with table.open(newline="", encoding="utf-8") as file:
                return {Path(row["file"]).name: row for row in csv.DictReader(file)}
    return {}


def _photo(image: Path, label: Path, row: dict[str, str]) -> Truth:
    with Pil.open(image) as picture:
        width, height = picture.size
    captions = int(row.get("caption_only_boxes") or 0) > 0
    labels = []
    for number, line in enumerate(label.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            index, *numbers = line.split()
            face = FACES[int(index)]
            x, y, w, h = map(float, numbers)
        except (ValueError, IndexError):
            raise BadLabelError(f"{label.name}, line {number} is no label: {line!r}") from None
        left, right = (x - w / 2) * width, (x + w / 2) * width
        top, bottom = (y - h / 2) * height, (y + h / 2) * height
        quad = Quad(((left, top), (right, top), (right, bottom), (left, bottom)))
        labels.append(Label(face, quad, caption=captions and face[0] in "FS"))
    return Truth(image, tuple(labels), row.get("source", ""), row.get("note") or "")


def _rendered(image: Path, label: Path) -> Truth:
    document = json.loads(label.read_text("utf-8"))
    labels: list[Label] = []
    place: dict[int, int] = {}
    for old, tile in enumerate(document["tiles"]):
        if tile.get("visible", 1.0) >= LEAST_VISIBLE:
            place[old] = len(labels)
            face = tile["face"] if tile["face"] in FACES else UNFAMILIAR
            quad = Quad.of(tile["quad"])
            labels.append(Label(face, quad, box=False, in_hand=tile["in_hand"]))
    groups = tuple(
        (group["kind"], tuple(place[i] for i in group["tiles"] if i in place))
        for group in document["groups"]
    )
    layout = document.get("layout", "")
    if layout in HANDS:
        strange = any(label.in_hand and label.face == UNFAMILIAR for label in labels)
        groups = groups if _whole(groups, labels) and not strange else ()
    else:
        groups = tuple(part for group in groups for part in _without_bonus(*group, labels))
    return Truth(image, tuple(labels), document.get("design", ""), layout, groups)


def _whole(groups: tuple[tuple[str, tuple[int, ...]], ...], labels: list[Label]) -> bool:
    """Whether the photo shows all of a hand: what is cut off or covered cannot be grouped. A tile
    on top of a kong may hide the one below; but of three tiles in a row nobody can tell that a
    fourth beside them is cut off or covered."""
    held = sum(len(tiles) for kind, tiles in groups if kind in ("concealed", "winning_tile"))
    sets = [len(tiles) for kind, tiles in groups if kind in ("exposed", "kong", "concealed_kong")]
    kongs = [tiles for kind, tiles in groups if kind in ("kong", "concealed_kong")]
    return (
        held + 3 * len(sets) == 14
        and all(count >= 3 for count in sets)
        and all(len(tiles) == 4 or _stacked(tiles, labels) for tiles in kongs)
    )


def _stacked(tiles: tuple[int, ...], labels: list[Label]) -> bool:
    """Whether the last of three tiles lies between the two others, on one that it hides."""
    left, right, top = (labels[i].quad.array.mean(axis=0) for i in tiles)
    way = right - left
    return 0 < float((top - left) @ way) < float(way @ way)


def _without_bonus(
    kind: str, tiles: tuple[int, ...], labels: list[Label]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The group, and the flowers among its tiles as one of their own: rows of all kinds have them
    anywhere."""
    bonus = tuple(i for i in tiles if kind == "concealed" and labels[i].face[0] in "FSA")
    yield kind, tuple(i for i in tiles if i not in bonus)
    if bonus:
        yield "bonus", bonus
