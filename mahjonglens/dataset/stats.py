"""What a dataset holds, counted in one pass; and what it still lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from mahjonglens.dataset.crew import Crew
from mahjonglens.dataset.records import Record
from mahjonglens.dataset.store import Store
from vision.data.labelled import sides
from vision.labels import FACES

SIZES = (16, 32, 48, 64, 96, 128, 192, 256, 384)  # px of a tile's long side
LIGHT = ((60, "dark"), (105, "dim"), (170, "even"), (256, "bright"))
SPAN = 2000  # photos a worker counts at once
ENOUGH = 50  # tiles of a face below which it is told to be short


@dataclass(slots=True)
class Stats:
    """Counters over photos and tiles. `by_set` and `by_source` count (photos, tiles)."""

    photos: int = 0
    tiles: int = 0
    empty: int = 0
    duplicates: int = 0
    faces: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    splits: Counter[str] = field(default_factory=Counter)
    sizes: Counter[str] = field(default_factory=Counter)
    light: Counter[str] = field(default_factory=Counter)
    sharpness: Counter[str] = field(default_factory=Counter)
    by_set: dict[str, Counter[str]] = field(default_factory=dict)
    by_source: dict[str, Counter[str]] = field(default_factory=dict)
    by_session: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        """Counts one photo."""
        origin, tiles = record.photo.origin, record.photo.tiles
        self.photos += 1
        self.tiles += len(tiles)
        self.empty += record.photo.labelled and not tiles
        self.duplicates += record.duplicate_of is not None
        self.faces.update(tile.face for tile in tiles)
        self.statuses[record.status] += 1
        self.splits[origin.split or "none"] += 1
        self.light[light_name(record.light[0])] += 1
        self.sharpness["soft" if record.light[2] < 60 else "sharp"] += 1
        self.sizes.update(size_name(max(sides(tile.quad))) for tile in tiles)
        for table, key in (
            (self.by_set, origin.tileset),
            (self.by_source, origin.source),
            (self.by_session, f"{origin.source}: {origin.session}"),
        ):
            row = table.setdefault(key or "not said", Counter())
            row.update(photos=1, tiles=len(tiles))

    def merge(self, other: Stats) -> None:
        """Adds the counts of another part of the same dataset."""
        for name in ("photos", "tiles", "empty", "duplicates"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("faces", "statuses", "splits", "sizes", "light", "sharpness"):
            getattr(self, name).update(getattr(other, name))
        for name in ("by_set", "by_source", "by_session"):
            for key, row in getattr(other, name).items():
                getattr(self, name).setdefault(key, Counter()).update(row)

    @property
    def missing(self) -> list[str]:
        """Faces with fewer than ENOUGH tiles, the rarest first."""
        short = [face for face in FACES if self.faces[face] < ENOUGH]
        return sorted(short, key=lambda face: self.faces[face])

    def document(self) -> dict[str, Any]:
        """As plain data for JSON, faces in class order."""
        foreign = sorted(face for face in self.faces if face not in FACES)
        return {
            "photos": self.photos, "tiles": self.tiles, "empty": self.empty,
            "duplicates": self.duplicates,
            "faces": {face: self.faces[face] for face in (*FACES, *foreign)},
            "statuses": dict(self.statuses), "splits": dict(self.splits),
            "tile_sizes_px": {name: self.sizes[name] for name in size_names()},
            "light": {name: self.light[name] for _, name in LIGHT},
            "sharpness": dict(self.sharpness),
            "sets": {key: dict(row) for key, row in sorted(self.by_set.items())},
            "sources": {key: dict(row) for key, row in sorted(self.by_source.items())},
            "sessions": {key: dict(row) for key, row in sorted(self.by_session.items())},
            "missing": self.missing,
        }  # fmt: skip


Watch = Callable[[Iterator[Stats], int], Iterator[Stats]]


def light_name(luma: float) -> str:
    """A photo's light in a word, from its mean brightness 0..255."""
    return next(name for limit, name in LIGHT if luma < limit)


def size_names() -> list[str]:
    """The bins of tile sizes, small to large."""
    edges = ("0", *map(str, SIZES))
    return [f"{a}–{b}" for a, b in pairwise(edges)] + [f"{SIZES[-1]}+"]


def size_name(side: float) -> str:
    """The bin of a tile whose long side has so many px."""
    return size_names()[sum(side >= edge for edge in SIZES)]


def collect(store: Store, where: str = "1", values: tuple[object, ...] = ()) -> Stats:
    """One streaming pass over the dataset, or over a part of it."""
    stats = Stats()
    for record in store.find(where, values):
        stats.add(record)
    return stats


class SpanCounter:
    """Counts a stretch of ids in a dataset that it opens itself: a worker's share."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def __call__(self, span: tuple[int, int]) -> Stats:
        with Store.open(self._root) as store:
            return collect(store, "id BETWEEN ? AND ?", span)


def collect_on(store: Store, crew: Crew, watch: Watch = lambda parts, _total: parts) -> Stats:
    """The same counts, shared out among workers that see the same folder, SPAN photos at a time;
    `watch` passes the parts on."""
    top = int(store.db.execute("SELECT coalesce(max(id), 0) FROM photos").fetchone()[0])
    spans = [(low, low + SPAN - 1) for low in range(1, top + 1, SPAN)]
    stats = Stats()
    for part in watch(crew.run(partial(SpanCounter, store.root), spans), len(spans)):
        stats.merge(part)
    return stats
