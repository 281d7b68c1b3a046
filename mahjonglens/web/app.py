"""The application: pages, static files, the API, and the guard around all of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from mahjonglens.ledger import Ledger
from mahjonglens.web import live, problems
from mahjonglens.web.api import games, labels, photos, score, status
from mahjonglens.web.desk import Desk
from mahjonglens.web.pairing import COOKIE, COOKIE_SECONDS, PATH, Pairing
from mahjonglens.web.security import Guard
from mahjonglens.web.settings import Settings
from mahjonglens.web.state import Held
from mahjonglens.web.texts import texts

_HERE = Path(__file__).parent
_LANGUAGE = "en"
_PAGES = {
    "home": ("/",),
    "live": ("/live",),
    "game": ("/game", "/game/{number:int}"),
    "labels": ("/labels",),
    "practice": ("/practice", "/practice/{rules}"),
    "rules": ("/rules", "/rules/{name}"),
}
_ABOUT = """Reads photographed mahjong hands, scores them under four rule sets and keeps the game.

Documents follow the machine contract of the command line. Every error is `{"error": "…"}`.
Live frames go over the WebSocket `/api/live`: send JPEG frames as binary messages, get one JSON
message for each frame that was read; frames that come faster than they are read are dropped."""


def create_app(
    settings: Settings, ledger: Ledger, desk: Desk, pairing: Pairing | None = None
) -> ASGIApp:
    """The whole application, guarded. It starts and closes the desk; the ledger stays yours."""
    app = FastAPI(
        title="mahjonglens",
        version="1",
        description=_ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
        responses=problems.RESPONSES,
    )
    app.state.held = Held(settings, ledger, desk, pairing)
    app.state.cameras = live.Cameras(settings.limits.cameras)
    problems.install(app)
    for router in (
        status.router,
        photos.router,
        labels.router,
        score.router,
        games.router,
        live.router,
    ):
        app.include_router(router, prefix="/api")
    templates = Environment(
        loader=FileSystemLoader(_HERE / "templates"), autoescape=select_autoescape()
    )
    unpaired = templates.get_template("unpaired.html").render(page="unpaired", **_words())
    _add_pages(app, templates, review=settings.dataset is not None)
    if settings.dataset is not None:
        from mahjonglens.web import review  # needs the extra `dataset`, as nothing else here does

        review.install(app, settings.dataset)
    if pairing is not None:
        _add_pairing(app, pairing, unpaired)
    app.mount("/static", StaticFiles(directory=_HERE / "static"))
    return Guard(app, settings, pairing, unpaired)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    desk: Desk = app.state.held.desk
    desk.start()
    yield
    desk.close()


def _words() -> dict[str, object]:
    return {"t": texts(_LANGUAGE), "language": _LANGUAGE}


def _add_pages(app: FastAPI, templates: Environment, *, review: bool) -> None:
    for page, paths in _PAGES.items():
        for path in paths:
            app.add_api_route(
                path,
                _page(templates, page, review=review),
                include_in_schema=False,
                methods=["GET"],
                name=page,
            )


def _page(templates: Environment, page: str, *, review: bool) -> Callable[[], HTMLResponse]:
    def show() -> HTMLResponse:
        template = templates.get_template(f"{page}.html")
        return HTMLResponse(template.render(page=page, review=review, **_words()))

    return show


def _add_pairing(app: FastAPI, pairing: Pairing, unpaired: str) -> None:
    @app.get(PATH, include_in_schema=False)
    def pair(request: Request, key: str = Query("", max_length=200)) -> Response:
        token = pairing.redeem(key)
        if token is None:
            if pairing.knows(request.cookies.get(COOKIE)):
                return RedirectResponse("/", 303)
            return HTMLResponse(unpaired, 401)  # the code was used: scan the one shown now
        answer = RedirectResponse("/", 303)
        answer.set_cookie(
            COOKIE,
            token,
            max_age=COOKIE_SECONDS,
            path="/",
            secure=True,
            httponly=True,
            samesite="lax",
        )
        return answer
