"""How well photos were read: tiles, whole photos, order, calibration, doubts. Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

import numpy as np

from vision import geometry
from vision.data.labels_io import Label, Truth
from vision.geometry import Floats
from vision.reading import RackReading, TileReading, inside

OVERLAP = 0.5  # IoU of the upright boxes from which a tile is found
CAPTION = 0.7  # share of a caption's box that must lie in the tile
FACTORS = np.round(np.geomspace(0.2, 3, 28), 3)
ROWS = ("concealed", "exposed", "bonus")  # groups that are laid from left to right
LOOSE = ("scatter", "single", "stage")  # rendered layouts that have no order
CALM = 0.6  # of heights or widths two labels must share to stand in one row or column


@dataclass(frozen=True, slots=True)
class Outcome:
    """One photo, judged. `matches`: label -> tile; `wrong`, `doubted`: tiles in the hand."""

    truth: Truth
    reading: RackReading
    matches: dict[int, int]
    seconds: float
    ordered: bool

    @property
    def outside(self) -> frozenset[int]:
        """Tiles that the reading does not count to the hand."""
        return self.reading.outside

    @property
    def free(self) -> frozenset[int]:
        """Labels that need not be read: they are not part of the hand."""
        named = {i for kind, tiles in self.truth.groups if kind == "other" for i in tiles}
        marked = {i for i, label in enumerate(self.truth.labels) if label.in_hand is False}
        return frozenset(named | marked)

    @property
    def wanted(self) -> list[int]:
        """Labels of the hand."""
        return [i for i in range(len(self.truth.labels)) if i not in self.free]

    def right(self, label: int) -> bool:
        """Found, in the hand, and with its face."""
        tile = self.matches.get(label)
        if tile is None or tile in self.outside:
            return False
        return self.reading.tiles[tile].face == self.truth.labels[label].face

    @property
    def extra(self) -> list[int]:
        """Tiles read into the hand where no tile of it lies."""
        of_hand = {tile for label, tile in self.matches.items() if label not in self.free}
        count = len(self.reading.tiles)
        return [i for i in range(count) if i not in of_hand and i not in self.outside]

    @property
    def exact(self) -> bool:
        """Nothing wrong, nothing missing, nothing extra, all in order."""
        return self.ordered and not self.extra and all(map(self.right, self.wanted))

    @property
    def wrong(self) -> set[int]:
        """Tiles in the hand whose face is not what lies there."""
        bad = {
            tile
            for label, tile in self.matches.items()
            if tile not in self.outside
            and self.reading.tiles[tile].face != self.truth.labels[label].face
        }
        return bad | set(self.extra)

    @property
    def grouped(self) -> bool | None:
        """Whether the groups are as they lie; None where nobody has written them down."""
        if not self.truth.groups:
            return None
        back = {tile: label for label, tile in self.matches.items()}
        read = [(str(g.kind), [back.get(i, -1 - i) for i in g.tiles]) for g in self.reading.groups]
        faces = [label.face for label in self.truth.labels]
        return shape(read, faces) == shape(self.truth.groups, faces)


def shape(
    groups: Iterable[tuple[str, Sequence[int]]], faces: Sequence[str]
) -> tuple[frozenset[object], ...]:
    """Groups of labels for comparison: all concealed tiles are one, so are all bonus tiles; what is
    not in the hand does not count. Where the winning tile pairs the only one held, nobody can say
    which of the two it is."""
    united: dict[str, set[int]] = {"concealed": set(), "bonus": set(), "winning_tile": set()}
    sets: set[object] = set()
    for kind, tiles in groups:
        if kind in united:
            united[kind] |= set(tiles)
        elif kind != "other" and tiles:
            sets.add((kind, frozenset(tiles)))
    pair = united["concealed"] | united["winning_tile"]
    if len(pair) == 2 and min(pair) >= 0 and len({faces[i] for i in pair}) == 1:
        united["concealed"], united["winning_tile"] = pair, set()
    return (*(frozenset(tiles) for tiles in united.values()), frozenset(sets))


def match(labels: Sequence[Label], reading: RackReading) -> dict[int, int]:
    """Label -> tile, best overlaps first, each at most once."""
    if not labels or not reading.tiles:
        return {}
    wanted = np.stack([label.quad.array for label in labels])
    found = np.stack([tile.quad.array for tile in reading.tiles])
    scores = geometry.box_iou(geometry.hull_boxes(wanted), geometry.hull_boxes(found))
    scores = np.where(scores >= OVERLAP, scores, 0)
    for i, label in enumerate(labels):
        if label.caption:
            scores[i] = np.maximum(scores[i], _captioned(wanted[i], found))
    matches: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(-scores, axis=None):
        i, j = divmod(int(flat), len(found))
        if scores[i, j] <= 0:
            break
        if i not in matches and j not in taken:
            matches[i] = j
            taken.add(j)
    return matches


def _captioned(box: Floats, found: Floats) -> Floats:
    """The share of a caption's box in each tile, 0 where that is too little."""
    share = geometry.box_inside(geometry.hull_boxes(box[None]), geometry.hull_boxes(found))[0]
    return np.where(share >= CAPTION, share * OVERLAP, 0)


def in_order(truth: Truth, reading: RackReading, matches: dict[int, int]) -> bool:
    """Is nothing read before what lies left of it in its row, or above it in its column?

    Left and above in the photo, or where the photo was rendered, as the tiles were laid.
    """
    back = {tile: label for label, tile in matches.items()}
    labels = [back[i] for i in sorted(inside(reading.groups)) if i in back]
    if labels and not any(truth.labels[i].box for i in labels):
        return _as_laid(truth, labels)
    quads = [truth.labels[i].quad.array for i in labels]
    if len(quads) < 2:
        return True
    boxes = geometry.hull_boxes(np.stack(quads))
    low, high = boxes[:, None, :2], boxes[:, None, 2:]
    common = np.minimum(high, boxes[None, :, 2:]) - np.maximum(low, boxes[None, :, :2])
    size = boxes[:, 2:] - boxes[:, :2]
    share = common / np.minimum(size[:, None], size[None])
    centre = (boxes[:, 2:] + boxes[:, :2]) / 2
    way = np.abs(centre[:, None] - centre[None]) / np.minimum(size[:, None], size[None])
    next_to = (way < 1.7).all(axis=2)  # rows may lean: only neighbours can be told
    back_step = centre[None] < centre[:, None]  # the later one is farther left, higher up
    inverted = (share[..., 1] > CALM) & back_step[..., 0]
    inverted |= (share[..., 0] > CALM) & back_step[..., 1] & (share[..., 1] < 1 - CALM)
    return not np.triu(inverted & next_to, 1).any()


def _as_laid(truth: Truth, labels: Sequence[int]) -> bool:
    """Are the labels of each group, where it is a row, in the order in which they were laid? On a
    desk so are the rows."""
    place = {label: k for k, label in enumerate(labels)}
    rows = [tiles for kind, tiles in truth.groups if kind in ROWS]
    if truth.kind in LOOSE:
        return True
    if truth.kind == "desk":
        rows = [tuple(sorted(i for row in rows for i in row))]
    orders = [[place[i] for i in row if i in place] for row in rows]
    return all(order == sorted(order) for order in orders)


@dataclass(slots=True)
class Tally:
    """Sums over photos."""

    photos: int = 0
    exact: int = 0
    ordered: int = 0
    labels: int = 0
    found: int = 0
    right: int = 0
    extra: int = 0
    grouped: int = 0
    groupable: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.photos += 1
        self.exact += outcome.exact
        self.ordered += outcome.ordered
        self.labels += len(outcome.wanted)
        self.found += sum(i in outcome.matches for i in outcome.wanted)
        self.right += sum(map(outcome.right, outcome.wanted))
        self.extra += len(outcome.extra)
        if outcome.grouped is not None:
            self.groupable += 1
            self.grouped += outcome.grouped
        self.seconds.append(outcome.seconds)

    def document(self) -> dict[str, object]:
        """Shares 0..1, counts, and the median seconds a photo."""
        return {
            "photos": self.photos,
            "tiles": self.labels,
            "place_found": _share(self.found, self.labels),
            "right_place_and_class": _share(self.right, self.labels),
            "extra_tiles": self.extra,
            "photos_exact": _share(self.exact, self.photos),
            "photos_in_order": _share(self.ordered, self.photos),
            "groups_right": _share(self.grouped, self.groupable),
            "seconds_a_photo": round(median(self.seconds), 4) if self.seconds else None,
        }


def report(outcomes: Sequence[Outcome]) -> dict[str, object]:
    """Everything about these photos as JSON values."""
    kinds: dict[str, Tally] = {}
    sources: dict[str, Tally] = {}
    classes: dict[str, list[int]] = {}
    confusions: Counter[tuple[str, str]] = Counter()
    for outcome in outcomes:
        for key, tallies in ((outcome.truth.kind, kinds), (outcome.truth.source, sources)):
            tallies.setdefault(key, Tally()).add(outcome)
            tallies.setdefault("all", Tally()).add(outcome)
        for i in outcome.wanted:
            face = outcome.truth.labels[i].face
            right = outcome.right(i)
            counts = classes.setdefault(face, [0, 0])
            counts[0] += 1
            counts[1] += right
            if not right:
                tile = outcome.matches.get(i)
                confusions[face, outcome.reading.tiles[tile].face if tile is not None else "-"] += 1
        for i in outcome.extra:
            confusions["-", outcome.reading.tiles[i].face] += 1
    return {
        "kinds": {kind: tally.document() for kind, tally in sorted(kinds.items())},
        "sources": {source: tally.document() for source, tally in sorted(sources.items())},
        "classes": {
            face: {"tiles": count, "right": _share(right, count)}
            for face, (count, right) in sorted(classes.items())
        },
        "confusions": [[a, b, n] for (a, b), n in confusions.most_common()],
        "calibration": calibration(outcomes),
        "doubts": doubts(outcomes),
        "inexact": [o.truth.image.name for o in outcomes if not o.exact],
        "misgrouped": [o.truth.image.name for o in outcomes if o.grouped is False],
    }


def calibration(outcomes: Iterable[Outcome], bins: int = 10) -> dict[str, object]:
    """Expected calibration error of the confidences of tiles that lie on a label, and the factor
    on the classifier's temperature that would make these tiles most probable."""
    pairs = [
        (o.reading.tiles[tile], o.truth.labels[i].face)
        for o in outcomes
        for i, tile in o.matches.items()
        if tile not in o.outside
    ]
    if not pairs:
        return {"ece": None, "tiles": 0}
    said = np.array([tile.confidence for tile, _ in pairs])
    true = np.array([_first(tile) == face for tile, face in pairs], float)
    place = np.minimum((said * bins).astype(int), bins - 1)
    parts = [place == b for b in range(bins)]
    error = sum(abs(said[p].mean() - true[p].mean()) * p.mean() for p in parts if p.any())
    return {
        "ece": round(float(error), 4),
        "tiles": len(pairs),
        "temperature_factor": _best_factor(pairs),
    }


def _first(tile: TileReading) -> str:
    """The face a tile's confidence is about, also where it was rejected."""
    return tile.alternatives[0][0] if tile.alternatives else tile.face


def _best_factor(pairs: Sequence[tuple[TileReading, str]]) -> float:
    """Of some factors the one with the least negative log likelihood."""
    rest = 0  # column of all faces that are not told
    chances = np.full((len(pairs), 6), 1e-6)
    truth = np.zeros(len(pairs), int)
    for i, (tile, face) in enumerate(pairs):
        for k, (other, p) in enumerate(tile.alternatives[:5], 1):
            chances[i, k] = max(p, 1e-6)
            truth[i] = k if other == face else truth[i]
        chances[i, rest] = max(1 - chances[i, 1:].sum(), 1e-6)
    losses = []
    for factor in FACTORS:
        scaled = chances ** (1 / factor)
        scaled /= scaled.sum(axis=1, keepdims=True)
        losses.append(-np.log(scaled[np.arange(len(pairs)), truth]).mean())
    return float(FACTORS[int(np.argmin(losses))])


def doubts(outcomes: Iterable[Outcome]) -> dict[str, object]:
    """How many of the wrong tiles are doubted, and how many of the right ones."""
    wrong = wrong_doubted = right = right_doubted = 0
    for outcome in outcomes:
        doubted = {doubt.tile for doubt in outcome.reading.doubts}
        bad = outcome.wrong
        held = set(range(len(outcome.reading.tiles))) - outcome.outside
        wrong += len(bad)
        wrong_doubted += len(bad & doubted)
        right += len(held - bad)
        right_doubted += len((held - bad) & doubted)
    return {
        "wrong_tiles": wrong,
        "wrong_doubted": _share(wrong_doubted, wrong),
        "right_tiles": right,
        "right_doubted": _share(right_doubted, right),
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
