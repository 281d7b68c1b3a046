"""Guided capture with a phone: what is wanted next, and the photos it sends."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response
from starlette.concurrency import run_in_threadpool

from mahjonglens.dataset.capture import Wish, done, keep, open_wishes, wishes
from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.stats import collect
from mahjonglens.dataset.store import Store
from mahjonglens.web.review.api import Desk
from vision.data.labelled import Origin

Json = dict[str, Any]
Text = Annotated[str, Query(max_length=60)]
SUFFIXES = {"image/png": ".png", "image/webp": ".webp", "image/heic": ".heic",
            "image/heif": ".heif"}  # fmt: skip


def router(desk: Desk) -> APIRouter:
    """The endpoints over one dataset."""
    api = APIRouter(prefix="/api/review", tags=["review"])

    @api.get("/wishes", summary="The layouts still missing, the next one first")
    def wanted() -> Json:
        with desk.store() as store:
            return {"photos": store.count(), "wishes": [_document(one) for one in _open(store)]}

    @api.post("/shots", summary="Take in a photo", response_model=None)
    async def shot(
        request: Request,
        wish: Annotated[str, Query(max_length=400)] = "",
        tileset: Text = "",
        who: Text = "",
    ) -> Json | Response:
        data = await request.body()
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        name = f"phone_{datetime.now(UTC):%Y%m%d_%H%M%S_%f}{SUFFIXES.get(kind, '.jpg')}"
        origin = Origin("camera", tileset=tileset.strip(), author=who.strip())
        return await run_in_threadpool(_taken, data, name, origin, wish)

    def _taken(data: bytes, name: str, origin: Origin, wish: str) -> Json | Response:
        with desk.store() as store:
            found = keep(store, data, name, origin)
            if isinstance(found, Fault):
                return JSONResponse({"error": found.why}, 422)
            for one in _open(store):
                if one.layout == wish:
                    done(store, one)
            return {"file": name, "width": found.size[0], "height": found.size[1]}

    return api


def _open(store: Store) -> list[Wish]:
    return open_wishes(store, wishes(collect(store)))


def _document(wish: Wish) -> Json:
    return {"layout": wish.layout, "faces": wish.faces, "manner": wish.manner, "light": wish.light}
