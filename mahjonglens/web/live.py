"""The camera: frames come in over a WebSocket, what is seen in them goes back.

Only the newest frame is ever kept, so nothing queues up when the reader is slower than the camera,
and an answer is never about a moment long past.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocketDisconnect

from mahjonglens.web.desk import Readers
from mahjonglens.web.problems import Busy
from mahjonglens.web.proposals import proposals_json
from mahjonglens.web.state import Held, held
from vision import images
from vision.contract import page_document
from vision.errors import VisionError
from vision.live import LiveReading, Tracker
from vision.pipeline import Timings

router = APIRouter()
Json = dict[str, Any]
_TRY_LATER = 1013
_TOO_BIG = 1009
_GONE_QUIET = 1001


@dataclass(slots=True)
class Mailbox:
    """Room for one frame: a newer one takes the place of one that nobody read."""

    came: int = 0
    dropped: int = 0
    restart: bool = False
    closed: bool = False
    _frame: bytes | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, frame: bytes) -> None:
        """Leave a frame."""
        self.came += 1
        self.dropped += self._frame is not None
        self._frame = frame
        self._news.set()

    def close(self) -> None:
        """No more frames will come."""
        self.closed = True
        self._news.set()

    async def take(self, patience: float) -> bytes | None:
        """The newest frame as soon as there is one; None at the end or after `patience` seconds."""
        try:
            await asyncio.wait_for(self._news.wait(), patience)
        except TimeoutError:
            return None
        self._news.clear()
        frame, self._frame = self._frame, None
        return None if self.closed else frame


class Cameras:
    """How many cameras are on, so that there are never too many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.on = 0

    def enter(self) -> bool:
        """Take a place; False if all are taken."""
        if self.on >= self._most:
            return False
        self.on += 1
        return True

    def leave(self) -> None:
        """Give the place back."""
        self.on -= 1


@router.websocket("/live")
async def live(socket: WebSocket) -> None:
    """One camera, from the first frame to the last."""
    parts = held(socket)
    cameras: Cameras = socket.app.state.cameras
    await socket.accept()
    if not cameras.enter():
        await socket.close(_TRY_LATER, "Too many cameras are on already")
        return
    box = Mailbox()
    receiving = asyncio.create_task(_receive(socket, box, parts.settings.limits.frame_bytes))
    try:
        await _answer(socket, box, parts)
    except WebSocketDisconnect:
        pass  # the phone went away; so do we
    finally:
        cameras.leave()
        receiving.cancel()
        await asyncio.gather(receiving, return_exceptions=True)


async def _receive(socket: WebSocket, box: Mailbox, most: int) -> None:
    """Put what comes into the mailbox, as fast as it comes."""
    try:
        while not box.closed:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                break
            frame = message.get("bytes")
            if frame is not None:
                if len(frame) > most:
                    await socket.close(_TOO_BIG, "That frame is too big")
                    break
                box.put(frame)
            elif _wants_restart(message.get("text") or ""):
                box.restart = True
    finally:
        box.close()


async def _answer(socket: WebSocket, box: Mailbox, parts: Held) -> None:
    tracker, was_locked = Tracker(), False
    limits = parts.settings.limits
    while (frame := await box.take(limits.idle_seconds)) is not None:
        if box.restart:
            box.restart, was_locked = False, False
            tracker.restart()
        number = box.came
        started = perf_counter()
        try:
            seen, timings = await parts.desk.run(partial(_look, frame=frame, tracker=tracker))
        except (VisionError, Busy) as error:
            answer: Json = {"error": str(error), "frame": number}
        else:
            reading = None
            if seen.locked and not was_locked:
                reading = await _kept(parts, frame, seen, timings)
            was_locked = seen.locked
            answer = {
                "frame": number,
                **live_document(seen),
                "elapsed_ms": round(1000 * (perf_counter() - started), 1),
                "dropped": box.dropped,
                "reading": reading,
            }
        await asyncio.wait_for(socket.send_text(json.dumps(answer)), limits.send_seconds)
    if not box.closed:
        await socket.close(_GONE_QUIET, "No frames came for a while")


def _look(readers: Readers, *, frame: bytes, tracker: Tracker) -> tuple[LiveReading, Timings]:
    """Read a frame and take it in; runs in the reader's thread."""
    reading, timings = readers.live.read_timed(images.load(frame, name="The frame"))
    return tracker.update(reading), timings


async def _kept(parts: Held, frame: bytes, seen: LiveReading, timings: Timings) -> Json:
    """The whole read document of a locked frame, which is kept like a photo."""
    document = page_document(seen.reading, "camera", timings)
    photo = await run_in_threadpool(parts.ledger.add_photo, frame, "image/jpeg", document)
    offered = await run_in_threadpool(proposals_json, seen.reading)
    return {**document, "photo": photo, "hint": None, "proposals": offered}


def live_document(seen: LiveReading) -> Json:
    """What is drawn over the picture of the camera."""
    return {
        "width": seen.reading.size[0],
        "height": seen.reading.size[1],
        "tiles": [
            {
                "track": track,
                "code": tile.face,
                "confidence": round(tile.confidence, 3),
                "quad": [[round(x, 1), round(y, 1)] for x, y in tile.quad.corners],
                "settled": settled,
            }
            for tile, track, settled in zip(
                seen.reading.tiles, seen.tracks, seen.settled, strict=True
            )
        ],
        "groups": [
            {"kind": str(group.kind), "tiles": list(group.tiles)} for group in seen.reading.groups
        ],
        "waiting": seen.waiting,
        "locked": seen.locked,
        "restarted": seen.restarted,
    }


def _wants_restart(text: str) -> bool:
    try:
        message = json.loads(text)
    except ValueError:
        return False
    return isinstance(message, dict) and message.get("do") in ("restart", "clear")
