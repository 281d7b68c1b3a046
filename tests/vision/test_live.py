"""The tracker: votes over frames, a lock when stable, a restart when the camera is bumped."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from vision.labels import UNFAMILIAR
from vision.live import LiveReading, Settings, Tracker
from vision.reading import (
    Detection,
    Doubt,
    Group,
    GroupKind,
    Quad,
    RackReading,
    TileReading,
)

HAND = ("B1", "B1", "B1", "B3", "B3", "B3", "B5", "B5", "B5", "B9", "B9", "B9", "DR", "DR")
WIDTH, HEIGHT = 40.0, 54.0


def tile(face: str, x: float, y: float, other: str = "X", sure: float = 0.95) -> TileReading:
    quad = Quad(((x, y), (x + WIDTH, y), (x + WIDTH, y + HEIGHT), (x, y + HEIGHT)))
    return TileReading(Detection(quad, 0.9), face, sure, ((face, sure), (other, 1 - sure)))


def rack(faces: tuple[str, ...] = HAND, dx: float = 0.0, dy: float = 0.0) -> RackReading:
    tiles = tuple(tile(face, 20 + dx + i * WIDTH, 100 + dy) for i, face in enumerate(faces))
    groups = (Group(GroupKind.CONCEALED, tuple(range(len(tiles)))),) if tiles else ()
    return RackReading(tiles, groups, (800, 400), ())


def feed(tracker: Tracker, reading: RackReading, frames: int) -> LiveReading:
    for _ in range(frames - 1):
        tracker.update(reading)
    return tracker.update(reading)


def faces(live: LiveReading) -> tuple[str, ...]:
    return tuple(tile.face for tile in live.reading.tiles)


def test_locks_after_enough_equal_frames_and_not_before() -> None:
    tracker = Tracker()
    needed = max(tracker.settings.votes, tracker.settings.steady)
    assert not feed(tracker, rack(), needed - 1).locked
    live = tracker.update(rack())
    assert live.locked
    assert live.waiting is None
    assert all(live.settled)
    assert faces(live) == HAND


def test_frames_outvote_a_wrong_one() -> None:
    tracker = Tracker()
    feed(tracker, rack(), 4)
    wrong = rack(("B2", *HAND[1:]))
    assert faces(tracker.update(wrong)) == HAND


def test_a_face_that_keeps_flickering_is_named_and_never_locked() -> None:
    tracker = Tracker()
    for frame in range(40):
        first = tile(("D2", "D4")[frame % 2], 20, 100)
        whole = rack()
        live = tracker.update(replace(whole, tiles=(first, *whole.tiles[1:])))
        assert not live.locked
    assert live.waiting is not None
    assert "2 of dots" in live.waiting
    assert "4 of dots" in live.waiting


def test_tiles_keep_their_track_while_the_camera_drifts() -> None:
    tracker = Tracker()
    first = tracker.update(rack())
    for step in range(1, 30):
        live = tracker.update(rack(dx=step * 8.0, dy=step * 2.0))
    assert live.tracks == first.tracks
    assert live.waiting == "Hold the camera still."
    assert feed(tracker, rack(dx=29 * 8.0, dy=29 * 2.0), 4).locked


@pytest.mark.parametrize("bump", [(5.5 * WIDTH, 0.0), (0.0, 90.0), (WIDTH, 0.0), (3 * WIDTH, 0.0)])
def test_a_bump_starts_again(bump: tuple[float, float]) -> None:
    """Also where the row slides by whole tiles, so that each lies where a neighbour was."""
    mixed = ("B1", "D4", "C7", "WE", "DR", "B6", "C2", "D9", "B3", "WN", "C9", "D1", "B8", "DG")
    tracker = Tracker()
    assert feed(tracker, rack(mixed), 8).locked
    live = tracker.update(rack(mixed, *bump))
    assert live.restarted
    assert not live.locked
    assert live.waiting == "The camera moved: looking again."
    live = feed(tracker, rack(mixed, *bump), 8)
    assert live.locked
    assert faces(live) == mixed


def test_a_short_cover_does_not_lose_the_tracks_but_a_long_one_does() -> None:
    tracker = Tracker()
    before = feed(tracker, rack(), 3)
    covered = rack(HAND[:10])
    feed(tracker, covered, tracker.settings.patience)
    assert tracker.update(rack()).tracks == before.tracks
    feed(tracker, covered, tracker.settings.patience + 1)
    after = tracker.update(rack())
    assert after.tracks[:10] == before.tracks[:10]
    assert not set(after.tracks[10:]) & set(before.tracks[10:])


def test_a_lock_ends_when_the_hand_changes() -> None:
    tracker = Tracker()
    assert feed(tracker, rack(), 8).locked
    more = (*HAND, "F1")
    live = feed(tracker, rack(more), tracker.settings.votes)
    assert not live.locked
    assert feed(tracker, rack(more), 6).locked
    fewer = feed(tracker, rack(HAND), tracker.settings.patience + 1)
    assert not fewer.locked


def test_a_tile_seen_in_every_other_frame_keeps_it_from_locking() -> None:
    tracker = Tracker()
    for frame in range(30):
        live = tracker.update(rack(HAND if frame % 2 else HAND[:13]))
        assert not live.locked
    assert live.waiting == "The tiles still change: keep hands out of the picture."


def test_says_what_it_waits_for() -> None:
    tracker = Tracker()
    assert tracker.update(rack(())).waiting == "No tiles in view: point the camera at the hand."
    few = tracker.update(rack(HAND[:5])).waiting
    assert few is not None
    assert few.startswith("Only 5 tiles in view")
    more = tracker.update(rack()).waiting
    assert more == "Keep still: 4 more looks."


def test_tiles_of_other_racks_need_not_settle() -> None:
    tracker = Tracker()
    for frame in range(10):
        own = rack()
        stray = tile(("C1", "C2", "C3")[frame % 3], 300, 300)
        groups = (*own.groups, Group(GroupKind.OTHER, (len(HAND),)))
        live = tracker.update(RackReading((*own.tiles, stray), groups, own.size, ()))
    assert live.locked
    assert live.settled[-1] is False


def test_restart_forgets_everything() -> None:
    tracker = Tracker()
    assert feed(tracker, rack(), 8).locked
    tracker.restart()
    live = tracker.update(rack())
    assert not live.locked
    assert min(live.tracks) > len(HAND)


def test_doubts_about_a_face_that_was_outvoted_are_dropped() -> None:
    tracker = Tracker()
    feed(tracker, rack(), 4)
    doubtful = rack(("B2", *HAND[1:]))
    doubts = (Doubt(0, "B2 or B1"), Doubt(3, "glare"))
    live = tracker.update(replace(doubtful, doubts=doubts))
    assert live.reading.doubts == (Doubt(3, "glare"),)


def test_the_number_of_tracks_stays_bounded_when_frames_are_noise() -> None:
    tracker, chance = Tracker(Settings(patience=2)), random.Random(7)
    for _ in range(300):
        tiles = tuple(
            tile(chance.choice(HAND), chance.uniform(0, 700), chance.uniform(0, 300))
            for _ in range(20)
        )
        groups = (Group(GroupKind.CONCEALED, tuple(range(20))),)
        live = tracker.update(RackReading(tiles, groups, (800, 400), ()))
        assert not live.locked
    assert len(tracker._tracks) <= 20 * (tracker.settings.patience + 1)


def test_a_strange_face_stays_unnamed_and_can_be_told_of() -> None:
    own = rack()
    strange = replace(own.tiles[0], face=UNFAMILIAR)
    unsure = RackReading((strange, *own.tiles[1:]), own.groups, own.size, ())
    tracker = Tracker()
    live = feed(tracker, unsure, 8)
    assert live.locked
    assert faces(live)[0] == UNFAMILIAR
    assert live.reading.tiles[0].alternatives == strange.alternatives
    torn = Tracker()
    for frame in range(9):
        live = torn.update(rack() if frame % 2 else unsure)
    assert live.waiting is not None
    assert live.waiting.startswith("Not sure yet: ")
    assert "an unfamiliar face" in live.waiting
