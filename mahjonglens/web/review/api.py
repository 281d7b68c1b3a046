"""The review's API: photos with labels, doubtful first; saving over a revision; undo; sheets."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import Annotated, Any

import cv2
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from mahjonglens.dataset.faults import ConflictError, DatasetError, DiskError
from mahjonglens.dataset.photos import PhotoError, read_bytes, shareable
from mahjonglens.dataset.records import Record, dump_tiles
from mahjonglens.dataset.store import Store
from mahjonglens.web.review.odd import Look, cut, plain_look, sheet
from mahjonglens.web.review.schemas import Save, Undo
from vision.labels import FACES

Json = dict[str, Any]
Id = Annotated[int, Path(ge=1, le=2**62)]
LEASE = 120.0  # seconds for which a photo somebody looks at is not given to others
MEDIA = {".png": "image/png", ".webp": "image/webp", ".bmp": "image/bmp"}
# Doubtful first: labelled by the model and unsure, then unlabelled, then what people have done.
ORDER = (
    "ORDER BY CASE status WHEN 'prelabelled' THEN 0 WHEN 'unlabelled' THEN 1 ELSE 2 END,"
    " doubt DESC, id"
)


class Desk:
    """One dataset under review: where it is, how crops are compared, who looks at what."""

    def __init__(self, root: FilePath, look: Look = plain_look) -> None:
        self.root = root
        self.look = look
        self._leases: dict[int, tuple[str, float]] = {}

    @contextmanager
    def store(self) -> Iterator[Store]:
        """The dataset, opened for one request."""
        with Store.open(self.root) as store:
            yield store

    def lease(self, photo: int, who: str) -> None:
        """Notes that somebody looks at a photo."""
        now = time.monotonic()
        self._leases = {k: v for k, v in self._leases.items() if v[1] > now}
        self._leases[photo] = (who, now + LEASE)

    def taken(self, photo: int, who: str) -> bool:
        """Whether somebody else looks at it."""
        owner, until = self._leases.get(photo, (who, 0.0))
        return owner != who and until > time.monotonic()


def document(record: Record) -> Json:
    """A photo as the page gets it."""
    return {
        "id": record.id, "name": record.name, "file": record.original, "status": record.status,
        "revision": record.revision, "doubt": round(record.doubt, 3),
        "width": record.photo.size[0], "height": record.photo.size[1],
        "source": record.photo.origin.source, "session": record.photo.origin.session,
        "tiles": json.loads(dump_tiles(record.photo.tiles)),
    }  # fmt: skip


def error(status: int, text: str, **more: object) -> JSONResponse:
    """One error answer."""
    return JSONResponse({"error": text, **more}, status)


def router(desk: Desk) -> APIRouter:
    """The endpoints over one dataset."""
    api = APIRouter(prefix="/api/review", tags=["review"])

    @api.get("/photos", summary="Photos, the doubtful first")
    def photos(
        offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> Json:
        with desk.store() as store:
            rows = store.db.execute(
                "SELECT id, name, status, doubt, revision, json_array_length(tiles) AS tiles"
                f" FROM photos WHERE duplicate_of IS NULL {ORDER} LIMIT ? OFFSET ?",
                (limit, offset),
            ).fetchall()
            counts = dict(store.db.execute("SELECT status, count(*) FROM photos GROUP BY status"))
            return {
                "name": store.name, "counts": counts, "faces": FACES,
                "photos": [dict(row) for row in rows],
            }  # fmt: skip

    @api.get("/next", summary="The next photo to look at")
    def following(
        who: Annotated[str, Query(min_length=1, max_length=60)] = "somebody",
        skip: Annotated[list[int] | None, Query(max_length=500)] = None,
    ) -> Json:
        passed = set(skip or ())
        with desk.store() as store:
            rows = store.db.execute(
                f"SELECT id FROM photos WHERE duplicate_of IS NULL AND status != 'labelled' {ORDER}"
            )
            for row in rows:
                if row["id"] not in passed and not desk.taken(row["id"], who):
                    desk.lease(row["id"], who)
                    return {"id": row["id"]}
        return {"id": None}

    @api.get("/photos/{photo}", summary="A photo's labels")
    def one(photo: Id) -> Json:
        with desk.store() as store:
            return document(store.get(photo))

    @api.put("/photos/{photo}", summary="Save labels over a revision", response_model=None)
    def save(photo: Id, given: Save) -> Json | Response:
        with desk.store() as store:
            tiles = [tile.tile() for tile in given.tiles]
            try:
                done = store.save(
                    photo, tiles, status=given.status, revision=given.revision, who=given.who
                )
            except ConflictError as conflict:
                return error(409, str(conflict), current=document(store.get(photo)))
            return document(done)

    @api.post("/photos/{photo}/undo", summary="Back one step", response_model=None)
    def undo(photo: Id, given: Undo) -> Json | Response:
        with desk.store() as store:
            try:
                return document(store.undo(photo, revision=given.revision, who=given.who))
            except ConflictError as conflict:
                return error(409, str(conflict), current=document(store.get(photo)))

    @api.get("/photos/{photo}/image", response_class=Response, summary="The photo, upright")
    def image(photo: Id) -> Response:
        with desk.store() as store:
            record = store.get(photo)
        data, suffix = shareable(read_bytes(record.stored), record.stored.name)
        return Response(data, media_type=MEDIA.get(suffix, "image/jpeg"))

    @api.get("/photos/{photo}/tiles/{tile}", response_class=Response, summary="One tile, upright")
    def one_tile(photo: Id, tile: Annotated[int, Path(ge=0, le=10**6)]) -> Response:
        with desk.store() as store:
            record = store.get(photo)
        if tile >= len(record.photo.tiles):
            raise DatasetError(f"photo {photo} has no tile {tile}")
        crop = cut(record, [tile])[0]
        return Response(cv2.imencode(".jpg", crop)[1].tobytes(), media_type="image/jpeg")

    @api.get("/sheet/{face}", summary="All tiles of a face, the odd ones first")
    def contact(face: Annotated[str, Path(max_length=60)]) -> Json:
        with desk.store() as store:
            cells = sheet(store, face, desk.look)
        return {
            "face": face,
            "cells": [
                {"photo": c.photo, "tile": c.tile, "odd": round(c.odd, 2),
                 "stands_out": c.stands_out}
                for c in cells
            ],
        }  # fmt: skip

    return api


async def refused(_request: Request, problem: Exception) -> Response:
    """A dataset's refusal as an answer."""
    missing = str(problem).startswith("no photo")
    if isinstance(problem, DiskError):
        return error(507, str(problem))
    broken = isinstance(problem, PhotoError)
    return error(404 if missing else 422 if not broken else 410, str(problem))
