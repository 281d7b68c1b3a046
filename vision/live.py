"""Readings that settle over the frames of a camera: tracks, votes, a lock.

One reading of one frame may err; the same tile seen in ten frames seldom does. A `Tracker` is fed
the readings of successive frames, gives every tile a track that follows it, lets the frames vote
on its face, and locks when nothing changes any more. A bumped camera starts everything again.

Thresholds are in tile widths and frames, never in pixels or seconds: the same code serves a phone
in the hand and a webcam over the table, fast or slow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import median

import numpy as np
import numpy.typing as npt

from vision.doubts import name
from vision.labels import UNFAMILIAR
from vision.reading import Detection, Doubt, GroupKind, RackReading, TileReading

_KEPT_ALTERNATIVES = 5


@dataclass(frozen=True, slots=True)
class Settings:
    """When a reading counts as settled. Distances in tile widths, times in frames."""

    reach: float = 0.6  # a tile farther from where it was is another tile
    still: float = 0.12  # a median shift below this is a camera at rest
    votes: int = 5  # frames a tile must have been seen in
    share: float = 0.7  # of the votes that the winning face needs
    steady: int = 4  # frames in a row with the same tiles and groups before it locks
    patience: int = 2  # frames a tile may go unseen before its track ends
    memory: float = 0.9  # how much of the old votes is kept with every frame
    least: int = 13  # tiles of the smallest rack worth locking on


@dataclass(frozen=True, slots=True)
class LiveReading:
    """What the tracker thinks after a frame.

    `reading` holds the tiles of this frame with the faces the votes give; `tracks` and `settled`
    run parallel to its tiles. `waiting` is what the tracker waits for, None once it is locked.
    """

    reading: RackReading
    tracks: tuple[int, ...]
    settled: tuple[bool, ...]
    waiting: str | None
    locked: bool
    restarted: bool


@dataclass(slots=True)
class _Track:
    """One tile followed over the frames; `votes` are decaying sums of probabilities."""

    number: int
    centre: npt.NDArray[np.float64]
    seen: int = 0
    unseen: int = 0
    votes: dict[str, float] = field(default_factory=dict)

    def vote(self, tile: TileReading, memory: float) -> None:
        self.centre = np.array(tile.quad.centre)
        self.seen += 1
        self.unseen = 0
        for face in self.votes:
            self.votes[face] *= memory
        for face, probability in _ballot(tile):
            self.votes[face] = self.votes.get(face, 0.0) + probability

    @property
    def ranking(self) -> list[tuple[str, float]]:
        """(face, share of the votes), best first."""
        total = sum(self.votes.values()) or 1.0
        ranked = sorted(self.votes.items(), key=lambda item: (-item[1], item[0]))
        return [(face, votes / total) for face, votes in ranked]

    def settled(self, settings: Settings) -> bool:
        return self.seen >= settings.votes and self.ranking[0][1] >= settings.share


def _ballot(tile: TileReading) -> tuple[tuple[str, float], ...]:
    """What one frame says about a tile. A strange face stands in no list of alternatives: it has
    the whole vote, or the list would name a tile that the classifier refused to name."""
    if tile.face == UNFAMILIAR:
        return ((UNFAMILIAR, 1.0),)
    return tile.alternatives or ((tile.face, tile.confidence),)


class Tracker:
    """Feed it with `update`; it holds the tracks between frames and nothing else."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._next = 1
        self._tracks: list[_Track] = []
        self._layouts: deque[tuple[tuple[int, ...], ...]] = deque(maxlen=self.settings.steady)
        self._locked = False

    def restart(self) -> None:
        """Forget all votes; the next frame begins anew."""
        self._tracks = []
        self._layouts.clear()
        self._locked = False

    def update(self, reading: RackReading) -> LiveReading:
        """Take in the reading of the next frame."""
        width = _tile_width(reading.tiles)
        pairs = self._match(reading.tiles, width)
        restarted = bool(self._tracks) and self._bumped(reading.tiles, pairs, width)
        if restarted:
            self.restart()
            pairs = {}
        shift = _shift(self._tracks, reading.tiles, pairs, width)
        tracks = self._vote(reading.tiles, pairs)
        voted = _voted(reading, tracks)
        self._layouts.append(_layout(voted, tracks))
        waiting = None if self._locked else self._waiting(voted, tracks, shift, restarted)
        self._locked = waiting is None
        return LiveReading(
            reading=voted,
            tracks=tuple(track.number for track in tracks),
            settled=tuple(track.settled(self.settings) for track in tracks),
            waiting=waiting,
            locked=self._locked,
            restarted=restarted,
        )

    def _match(self, tiles: Sequence[TileReading], width: float) -> dict[int, int]:
        """{index of tile: index of track}, nearest pairs first, none farther than `reach`."""
        if not tiles or not self._tracks:
            return {}
        now = np.array([tile.quad.centre for tile in tiles])
        before = np.array([track.centre for track in self._tracks])
        distances = np.linalg.norm(now[:, None] - before[None], axis=2) / width
        pairs: dict[int, int] = {}
        taken: set[int] = set()
        for flat in np.argsort(distances, axis=None):
            tile, track = divmod(int(flat), len(self._tracks))
            if distances[tile, track] > self.settings.reach:
                break
            if tile not in pairs and track not in taken:
                pairs[tile] = track
                taken.add(track)
        return pairs

    def _bumped(self, tiles: Sequence[TileReading], pairs: dict[int, int], width: float) -> bool:
        """Has the camera moved so far that the votes belong to other tiles?

        Either most tiles have lost their track, or (a row that slid by a whole tile fits the old
        places again) most settled faces are suddenly contradicted.
        """
        if not tiles:
            return False  # a hand before the lens; the tracks outlive it or end by themselves
        if 2 * len(pairs) < min(len(tiles), len(self._tracks)):
            return True
        settled = [
            (tiles[tile], self._tracks[track])
            for tile, track in pairs.items()
            if self._tracks[track].settled(self.settings)
        ]
        against = sum(tile.face != track.ranking[0][0] for tile, track in settled)
        return len(settled) >= 4 and 2 * against > len(settled)

    def _vote(self, tiles: Sequence[TileReading], pairs: dict[int, int]) -> list[_Track]:
        """The track of every tile, with this frame's vote; tracks unseen for long end here."""
        known = self._tracks
        tracks: list[_Track] = []
        for index, tile in enumerate(tiles):
            if index in pairs:
                track = known[pairs[index]]
            else:
                track = _Track(self._next, np.array(tile.quad.centre))
                self._next += 1
            track.vote(tile, self.settings.memory)
            tracks.append(track)
        seen = {track.number for track in tracks}
        lost = [track for track in known if track.number not in seen]
        for track in lost:
            track.unseen += 1
        alive = [track for track in lost if track.unseen <= self.settings.patience]
        if self._locked and (len(alive) < len(lost) or self._newcomers(tracks)):
            self._locked = False  # the hand itself changed
            self._layouts.clear()
        self._tracks = tracks + alive
        return tracks

    def _newcomers(self, tracks: Sequence[_Track]) -> bool:
        """Is there a tile that came after the lock, and stayed?"""
        return any(track.seen == self.settings.votes for track in tracks)

    def _waiting(
        self, reading: RackReading, tracks: Sequence[_Track], shift: float, restarted: bool
    ) -> str | None:
        """The first thing that is still missing, as a sentence for the player; None: nothing."""
        needed = self.settings
        in_hand = _in_hand(reading)
        if not reading.tiles:
            return "No tiles in view: point the camera at the hand."
        if restarted:
            return "The camera moved: looking again."
        if shift > needed.still:
            return "Hold the camera still."
        if len(in_hand) < needed.least:
            return f"Only {len(in_hand)} tiles in view: move back until the whole hand is seen."
        fresh = min(tracks[index].seen for index in in_hand)
        if fresh < needed.votes:
            return f"Keep still: {needed.votes - fresh} more looks."
        for index in in_hand:
            if not tracks[index].settled(needed):
                return f"Not sure yet: {_between(tracks[index])}."
        if len(self._layouts) < needed.steady or len(set(self._layouts)) > 1:
            return "The tiles still change: keep hands out of the picture."
        return None


def _tile_width(tiles: Sequence[TileReading]) -> float:
    """Median length of the upper edges, px; 1 where there are no tiles."""
    if not tiles:
        return 1.0
    edges = [np.linalg.norm(tile.quad.array[1] - tile.quad.array[0]) for tile in tiles]
    return max(float(np.median(edges)), 1.0)


def _shift(
    tracks: Sequence[_Track],
    tiles: Sequence[TileReading],
    pairs: dict[int, int],
    width: float,
) -> float:
    """How far the tiles moved since the frame before: the median, in tile widths."""
    if not pairs:
        return 0.0
    moved = [
        float(np.linalg.norm(np.array(tiles[tile].quad.centre) - tracks[track].centre))
        for tile, track in pairs.items()
    ]
    return median(moved) / width


def _voted(reading: RackReading, tracks: Sequence[_Track]) -> RackReading:
    """The reading with every face as its track's votes have it."""
    tiles = tuple(
        _voted_tile(tile, track) for tile, track in zip(reading.tiles, tracks, strict=True)
    )
    return replace(reading, tiles=tiles, doubts=_doubts(reading, tiles))


def _voted_tile(tile: TileReading, track: _Track) -> TileReading:
    ranking = track.ranking
    face, share = ranking[0]
    named = tuple(each for each in ranking if each[0] != UNFAMILIAR)
    return TileReading(
        detection=Detection(tile.quad, tile.detection.confidence),
        face=face,
        confidence=share,
        alternatives=(named or tile.alternatives)[:_KEPT_ALTERNATIVES],
    )


def _doubts(reading: RackReading, tiles: Sequence[TileReading]) -> tuple[Doubt, ...]:
    """The frame's doubts, apart from those about a face that the votes have since replaced."""
    return tuple(
        doubt
        for doubt in reading.doubts
        if tiles[doubt.tile].face == reading.tiles[doubt.tile].face
    )


def _layout(reading: RackReading, tracks: Sequence[_Track]) -> tuple[tuple[int, ...], ...]:
    """Which tracks lie together in the hand, whatever their order on the table."""
    return tuple(
        sorted(
            tuple(sorted(tracks[index].number for index in group.tiles))
            for group in reading.groups
            if group.kind is not GroupKind.OTHER
        )
    )


def _in_hand(reading: RackReading) -> list[int]:
    """Indices of the tiles that belong to the hand, bonus tiles and a winning tile included."""
    outside = reading.outside
    return [index for index in range(len(reading.tiles)) if index not in outside]


def _between(track: _Track) -> str:
    """``3 of bamboo or 4 of bamboo``."""
    names = [name(face) for face, _ in track.ranking[:2]]
    return " or ".join(dict.fromkeys(names))
