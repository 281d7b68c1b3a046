"""From what the camera saw to a hand: proposals where it may have erred, then the hand itself.

Nothing is changed behind the player's back: `repair` only proposes, with odds; `edits` are what the
player does; `to_hand` takes the reading as it stands.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring import arrange
from scoring.errors import ImpossibleHand
from scoring.hand import Hand, Kind, Meld
from scoring.tiles import Tile
from vision import edits
from vision.doubts import name
from vision.errors import NoHand
from vision.labels import FACE_DOWN, UNFAMILIAR, to_tile
from vision.reading import Group, GroupKind, RackReading, TileReading

SETS = (GroupKind.EXPOSED, GroupKind.KONG, GroupKind.CONCEALED_KONG)
OPTIONS = 4  # faces tried of each tile
POSSIBLE = 0.004  # a face below this is not tried
TRIED = 1500  # joint readings tried, the most probable first
ILLEGAL = 0.01  # how probable it is that a photographed hand is no complete one
WORTH = 0.05  # a proposal with odds below this is not shown
MOST = 3  # proposals shown
SIZES = (14, 17)  # tiles of a complete hand, a kong counted as three


@dataclass(frozen=True, slots=True)
class Proposal:
    """Another reading of doubtful tiles. `changes` are (tile, face); `odds` the probability 0..1
    that the hand is this one, over all that were tried; `why` one sentence for the player."""

    changes: tuple[tuple[int, str], ...]
    odds: float
    why: str

    def apply(self, reading: RackReading) -> RackReading:
        """The reading with the player's consent to this proposal."""
        for tile, face in self.changes:
            reading = edits.set_face(reading, tile, face)
        return reading


@dataclass(frozen=True, slots=True)
class _Rack:
    """The tiles of the hand by their use: in the hand, in sets, beside it. Indices."""

    held: tuple[int, ...]
    sets: tuple[tuple[GroupKind, tuple[int, ...]], ...]
    bonus: tuple[int, ...]

    @classmethod
    def of(cls, reading: RackReading) -> _Rack:
        held = [
            i
            for g in reading.groups
            if g.kind in (GroupKind.CONCEALED, GroupKind.WINNING_TILE)
            for i in g.tiles
        ]
        bonus = [i for g in reading.groups if g.kind is GroupKind.BONUS for i in g.tiles]
        sets = tuple((g.kind, g.tiles) for g in reading.groups if g.kind in SETS)
        return cls(tuple(held), sets, tuple(bonus))

    @property
    def tiles(self) -> list[int]:
        return [*self.held, *(i for _, members in self.sets for i in members), *self.bonus]


def repair(reading: RackReading) -> tuple[Proposal, ...]:
    """Legal hands that are each more probable than what was read, most probable first.

    Legal: no more copies than exist, each open set a set, the rest sets and a pair (or one of the
    irregular hands). Empty where the reading is legal and sure, or nothing legal is near.
    """
    rack = _Rack.of(reading)
    if not rack.held or sum(_weights(rack)) not in SIZES:
        return ()
    tried: list[tuple[float, dict[int, str], bool]] = []
    for odds, faces in _readings(reading, rack.tiles):
        tried.append((odds, faces, is_legal(rack, faces)))
    total = sum(odds * (1 if legal else ILLEGAL) for odds, _, legal in tried)
    proposals = []
    as_read = 0.0  # a face that could not be named is no reading at all
    for odds, faces, legal in tried:
        changes = tuple((i, f) for i, f in faces.items() if f != reading.tiles[i].face)
        if legal and not changes:  # what was read is legal, and the rest is less probable
            return ()
        if not changes:
            as_read = odds * ILLEGAL
        share = odds / total if total else 0.0
        if legal and share >= WORTH and odds > as_read:
            proposals.append(Proposal(changes, share, _why(reading, changes)))
    proposals.sort(key=lambda proposal: -proposal.odds)
    return tuple(proposals[:MOST])


def _weights(rack: _Rack) -> tuple[int, int]:
    """Tiles held, and three for each set."""
    return len(rack.held), 3 * len(rack.sets)


def _readings(reading: RackReading, tiles: Sequence[int]) -> Iterator[tuple[float, dict[int, str]]]:
    """Joint readings of the tiles with their probabilities, the most probable first."""
    options = [_options(reading.tiles[i]) for i in tiles]
    start = (0,) * len(tiles)
    heap = [(-_log(options, start), start)]
    seen = {start}
    for _ in range(TRIED):
        if not heap:
            return
        cost, choice = heapq.heappop(heap)
        yield (
            math.exp(-cost),
            {i: options[k][c][0] for k, (i, c) in enumerate(zip(tiles, choice, strict=True))},
        )
        for k, chosen in enumerate(choice):
            if chosen + 1 < len(options[k]):
                following = (*choice[:k], chosen + 1, *choice[k + 1 :])
                if following not in seen:
                    seen.add(following)
                    heapq.heappush(heap, (-_log(options, following), following))


def _options(tile: TileReading) -> list[tuple[str, float]]:
    if tile.confidence >= 1:  # named by the player: not called in question
        return [(tile.face, 1.0)]
    named = tile.alternatives or ((tile.face, tile.confidence),)
    kept = [(f, p) for f, p in named[:OPTIONS] if p >= POSSIBLE]
    return kept or [(tile.face, max(tile.confidence, POSSIBLE))]


def _log(options: list[list[tuple[str, float]]], choice: tuple[int, ...]) -> float:
    pairs = zip(options, choice, strict=True)
    return sum(math.log(max(faces[c][1], 1e-9)) for faces, c in pairs)


def is_legal(rack: _Rack, faces: dict[int, str]) -> bool:
    """Can these faces lie there, and is the hand complete?"""
    tiles = {i: to_tile(face) for i, face in faces.items()}
    counts = Counter(tile for tile in tiles.values() if tile is not None)
    if any(count > tile.copies for tile, count in counts.items()):
        return False
    if any(tile is None or not tile.is_bonus for tile in map(tiles.get, rack.bonus)):
        return False
    if any(_meld([tiles[i] for i in members], kind) is None for kind, members in rack.sets):
        return False
    held = [tile for tile in map(tiles.get, rack.held) if tile is not None]
    if len(held) < len(rack.held) or any(tile.is_bonus for tile in held):
        return False
    return _complete(tuple(held), bool(rack.sets))


def _complete(held: tuple[Tile, ...], has_sets: bool) -> bool:
    if arrange.layouts(Hand(held).counts):
        return True
    if has_sets or len(held) != 14:
        return False
    counts = Counter(held)
    orphans = all(tile.is_terminal or tile.is_honour for tile in held) and len(counts) == 13
    return orphans or all(count == 2 for count in counts.values())


def _why(reading: RackReading, changes: Sequence[tuple[int, str]]) -> str:
    words = [f"{name(reading.tiles[i].face)} as {name(face)}" for i, face in changes]
    return f"Reading {', '.join(words)} makes a complete hand."


def _meld(tiles: Sequence[Tile | None], kind: GroupKind) -> Meld | None:
    """The set these tiles make; tiles face down (None) are what the others are, and a kong may
    hide its fourth tile below another."""
    shown = [tile for tile in tiles if tile is not None]
    same = len(set(shown)) == 1
    if not shown or (len(shown) < len(tiles) and not same):
        return None
    count = 4 if same and kind is not GroupKind.EXPOSED else len(tiles)
    whole = shown + [shown[0]] * (count - len(shown))
    try:
        meld = Meld.of(whole, concealed=kind is GroupKind.CONCEALED_KONG)
    except ImpossibleHand:
        return None
    return None if meld.kind is Kind.PAIR else meld


def to_hand(reading: RackReading, *, winning: Tile | None = None) -> Hand:
    """The hand as it stands. `winning` says which tile completed it where no group does.

    Raises `NoHand`, one sentence naming what is in the way.
    """
    concealed: list[Tile] = []
    melds: list[Meld] = []
    bonus: list[Tile] = []
    for group in reading.groups:
        if group.kind is GroupKind.OTHER:
            continue
        if group.kind in SETS:
            melds.append(_laid_set(reading, group))
            continue
        tiles = [_shown(reading.tiles[i]) for i in group.tiles]
        if group.kind is GroupKind.WINNING_TILE:
            winning = tiles[0]
        bonus += (tile for tile in tiles if tile.is_bonus)
        concealed += (tile for tile in tiles if not tile.is_bonus)
    if not (concealed or melds):
        raise NoHand("There is no tile of a hand in this photo")
    if winning is not None and winning not in concealed:
        raise NoHand(f"The winning tile {winning} is not among the concealed tiles")
    return Hand(tuple(concealed), tuple(melds), tuple(bonus), winning)


def _shown(tile: TileReading) -> Tile:
    face = to_tile(tile.face)
    if face is None:
        what = "lies face down" if tile.face == FACE_DOWN else "has a face that I do not know"
        raise NoHand(f"A tile of the hand {what}: say what it is, or that it is not in the hand")
    return face


def _laid_set(reading: RackReading, group: Group) -> Meld:
    faces = [reading.tiles[i].face for i in group.tiles]
    tiles = [None if face == FACE_DOWN else to_tile(face) for face in faces]
    meld = None
    if UNFAMILIAR not in faces:
        meld = _meld(tiles, group.kind)
    if meld is None:
        raise NoHand(f"{' '.join(faces)} lie together, but make no chow, pung or kong")
    return meld
