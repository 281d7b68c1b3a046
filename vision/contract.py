"""The machine contract's `read` document: a reading as JSON values, and back.

The contract knows no code for an unfamiliar face: other programs get the likeliest face and a doubt
that says so. The app's own pages get `UNFAMILIAR` as it is. Both come back as the same reading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vision.doubts import STRANGE
from vision.errors import BadDocument
from vision.labels import FACE_DOWN, FACES, UNFAMILIAR
from vision.pipeline import Timings
from vision.reading import Detection, Doubt, Group, GroupKind, Quad, RackReading, TileReading

KNOWN = frozenset((*FACES, UNFAMILIAR))
MOST_TILES = 1000  # in a document from outside


def reading_document(
    reading: RackReading, file: str, timings: Timings | None = None
) -> dict[str, object]:
    """The contract's document of one photo; `timings` None: no time was taken, all zero."""
    told = {doubt.tile for doubt in reading.doubts}
    strange = [i for i, tile in enumerate(reading.tiles) if tile.face == UNFAMILIAR]
    tiles = [
        replace(tile, face=_likeliest(tile.alternatives)) if tile.face == UNFAMILIAR else tile
        for tile in reading.tiles
    ]
    doubts = (*reading.doubts, *(Doubt(i, STRANGE) for i in strange if i not in told))
    return page_document(replace(reading, tiles=tuple(tiles), doubts=doubts), file, timings)


def _likeliest(alternatives: Sequence[tuple[str, float]]) -> str:
    """The best of the real faces; face down where none is known: nothing can be read there."""
    return next((face for face, _ in alternatives if face != UNFAMILIAR), FACE_DOWN)


def page_document(
    reading: RackReading, file: str, timings: Timings | None = None
) -> dict[str, object]:
    """As `reading_document` for the app's own pages, which show unfamiliar faces as such."""
    group_of = {tile: number for number, g in enumerate(reading.groups) for tile in g.tiles}
    outside = reading.outside
    return {
        "file": file,
        "width": reading.size[0],
        "height": reading.size[1],
        "tiles": [
            {**_tile(tile), "group": group_of[i], "in_hand": i not in outside}
            for i, tile in enumerate(reading.tiles)
        ],
        "groups": [{"kind": str(g.kind), "tiles": list(g.tiles)} for g in reading.groups],
        "doubts": [{"tile": doubt.tile, "why": doubt.why} for doubt in reading.doubts],
        "elapsed_ms": (timings or Timings(0, 0, 0, 0)).document(),
    }


def _tile(tile: TileReading) -> dict[str, object]:
    return {
        "code": tile.face,
        "confidence": round(tile.confidence, 4),
        "quad": [[round(x, 2), round(y, 2)] for x, y in tile.quad.corners],
        "alternatives": [[face, round(p, 4)] for face, p in tile.alternatives],
    }


def reading_from_document(document: Mapping[str, object]) -> RackReading:
    """The reading a document describes, edited or not. Raises `BadDocument` naming the field."""
    tiles = tuple(
        _read_tile(entry, f"tiles[{i}]") for i, entry in enumerate(_list(document, "tiles"))
    )
    groups = tuple(
        _read_group(entry, f"groups[{i}]", len(tiles))
        for i, entry in enumerate(_list(document, "groups"))
    )
    held = sorted(i for group in groups for i in group.tiles)
    if held != list(range(len(tiles))):
        raise BadDocument("groups must hold every tile exactly once")
    doubts = tuple(
        _read_doubt(entry, f"doubts[{i}]", len(tiles))
        for i, entry in enumerate(_list(document, "doubts"))
    )
    size = int(_number(document, "width", "")), int(_number(document, "height", ""))
    return _strange_again(RackReading(tiles, groups, size, doubts))


def _strange_again(reading: RackReading) -> RackReading:
    """Unfamiliar faces as they were: what still bears its likeliest face and the doubt about it.

    Outside the hand nobody is asked, so there the doubt goes.
    """
    outside = reading.outside
    strange = {
        doubt.tile
        for doubt in reading.doubts
        if doubt.why == STRANGE
        and reading.tiles[doubt.tile].face
        in (UNFAMILIAR, _likeliest(reading.tiles[doubt.tile].alternatives))
    }
    tiles = tuple(
        replace(tile, face=UNFAMILIAR) if i in strange else tile
        for i, tile in enumerate(reading.tiles)
    )
    doubts = tuple(d for d in reading.doubts if d.tile not in strange or d.tile not in outside)
    return replace(reading, tiles=tiles, doubts=doubts)


def _read_tile(entry: object, where: str) -> TileReading:
    table = _table(entry, where)
    code = table.get("code")
    if not isinstance(code, str) or code not in KNOWN:
        raise BadDocument(f"{where}.code is no tile code: {code!r}")
    corners = [_pair(corner, f"{where}.quad") for corner in _list(table, "quad", where)]
    if len(corners) != 4:
        raise BadDocument(f"{where}.quad has {len(corners)} corners, not 4")
    confidence = _number(table, "confidence", where)
    alternatives = []
    for other in _list(table, "alternatives", where):
        if not isinstance(other, Sequence) or len(other) != 2 or other[0] not in KNOWN:
            raise BadDocument(f"{where}.alternatives must be pairs of a tile code and a number")
        alternatives.append((str(other[0]), _number({"p": other[1]}, "p", where)))
    detection = Detection(Quad.of(corners), 1.0)
    return TileReading(detection, code, confidence, tuple(alternatives))


def _read_group(entry: object, where: str, count: int) -> Group:
    table = _table(entry, where)
    try:
        kind = GroupKind(table.get("kind"))
    except ValueError:
        raise BadDocument(f"{where}.kind is no kind of group: {table.get('kind')!r}") from None
    return Group(kind, tuple(_index(i, count, where) for i in _list(table, "tiles", where)))


def _read_doubt(entry: object, where: str, count: int) -> Doubt:
    table = _table(entry, where)
    return Doubt(_index(table.get("tile"), count, where), str(table.get("why", "")))


def _index(value: object, count: int, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < count:
        raise BadDocument(f"{where} names a tile that is not there: {value!r}")
    return value


def _table(entry: object, where: str) -> Mapping[str, object]:
    if not isinstance(entry, Mapping):
        raise BadDocument(f"{where} must be an object")
    return entry


def _list(table: Mapping[str, object], key: str, where: str = "") -> list[object]:
    value = table.get(key)
    if not isinstance(value, list) or len(value) > MOST_TILES:
        raise BadDocument(f"{where + '.' if where else ''}{key} must be a list")
    return value


def _number(table: Mapping[str, object], key: str, where: str) -> float:
    value = table.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        raise BadDocument(f"{where + '.' if where else ''}{key} must be a number")
    return float(value)


def _pair(value: object, where: str) -> tuple[float, float]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise BadDocument(f"{where} must hold pairs of numbers")
    pair = {"x": value[0], "y": value[1]}
    return _number(pair, "x", where), _number(pair, "y", where)
