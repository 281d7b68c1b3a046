"""The card that every export carries: what is in it, from whom, and how it was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from mahjonglens.dataset.formats.common import Item
from mahjonglens.dataset.provenance import LABELS_BY
from vision.labels import FACES, FACES_HASH


@dataclass(slots=True)
class Counts:
    """Sums over an export, added up photo by photo."""

    photos: Counter[str] = field(default_factory=Counter)
    tiles: Counter[str] = field(default_factory=Counter)
    faces: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    sources: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    sessions: set[tuple[str, str]] = field(default_factory=set)
    tilesets: set[str] = field(default_factory=set)
    empty: int = 0

    def add(self, item: Item) -> None:
        """Counts one photo and its tiles."""
        origin = item.photo.origin
        self.photos[item.split or "all"] += 1
        self.tiles[item.split or "all"] += len(item.photo.tiles)
        self.faces.update(tile.face for tile in item.photo.tiles)
        self.statuses[item.status] += 1
        self.sources[(origin.source, origin.licence, origin.author)] += 1
        if origin.session:
            self.sessions.add((origin.source, origin.session))
        self.tilesets.add(origin.tileset)
        self.empty += item.photo.labelled and not item.photo.tiles


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What the counts cannot tell. `left_out` are lines about what is not in the export,
    `read_by` the models that labelled."""

    name: str
    format: str
    split_how: str
    left_out: tuple[str, ...]
    version: str
    read_by: str = ""


def text(counts: Counts, facts: CardFacts, classes: tuple[str, ...]) -> str:
    """The card in Markdown."""
    foreign = classes[len(FACES) :]
    lines = [
        f"# {facts.name}",
        "",
        _what(counts, facts),
        "",
        "## Sources and licences",
        *_table(
            ("source", "licence", "author", "photos"),
            [
                (s or "not said", li or "not said", a or "not said", n)
                for (s, li, a), n in sorted(counts.sources.items())
            ],
        ),
        "",
        f"Sessions: {len(counts.sessions) or 'not said'}; sets of tiles:"
        f" {_named(counts.tilesets)}. File by file: `provenance.csv`.",
        "",
        "## Split",
        facts.split_how or "Not split.",
        *_table(
            ("part", "photos", "tiles"),
            [(part, n, counts.tiles[part]) for part, n in sorted(counts.photos.items())],
        ),
        "",
        "## Who labelled",
        *_table(
            ("labels by", "photos"),
            [(LABELS_BY[status], n) for status, n in sorted(counts.statuses.items())],
        ),
        *(["", f"The model's were read by {facts.read_by}."] if facts.read_by else []),
        "",
        "## Classes, in order",
        f"The order is fixed (sha256 of the 47 faces: `{FACES_HASH[:16]}`).",
        *_table(
            ("number", "class", "tiles"),
            [(at, name, counts.faces[name]) for at, name in enumerate(classes)],
        ),
    ]
    if foreign:
        lines += ["", f"Names outside the 47, kept at the end: {', '.join(foreign)}."]
    if facts.left_out:
        lines += ["", "## Left out", *(f"- {line}" for line in facts.left_out)]
    made = datetime.now(UTC).date().isoformat()
    lines += [
        "",
        "## How it was made",
        f"Exported by mahjonglens {facts.version} on {made}. Photos are turned upright and carry"
        " no EXIF (no place, no camera); corners are TL, TR, BR, BL of the upright tile where the"
        " format can hold them.",
    ]
    return "\n".join(lines) + "\n"


def _what(counts: Counts, facts: CardFacts) -> str:
    photos, tiles = sum(counts.photos.values()), sum(counts.tiles.values())
    if facts.format == "photos":
        return f"{photos} photographs of mahjong tiles, without their labels."
    return (
        f"Photographs of mahjong tiles with {tiles} labelled tiles on {photos} photos"
        f" ({counts.empty} without a tile), written as {facts.format}."
    )


def _named(names: set[str]) -> str:
    known = sorted(name for name in names if name)
    return ", ".join(known) if known else "not said"


def _table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> list[str]:
    lines = ["", "| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    return lines


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")
