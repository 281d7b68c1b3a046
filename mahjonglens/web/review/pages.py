"""The review's pages, and the way it is added to an application or served alone."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from mahjonglens.dataset.faults import DatasetError
from mahjonglens.web import problems
from mahjonglens.web.review import shots
from mahjonglens.web.review.api import Desk, refused, router
from mahjonglens.web.review.look import late_look
from mahjonglens.web.review.odd import Look, plain_look
from mahjonglens.web.security import Guard
from mahjonglens.web.settings import Settings
from mahjonglens.web.texts import texts

_WEB = Path(__file__).parents[1]


def install(app: FastAPI, root: Path, look: Look = late_look, *, alone: bool = False) -> None:
    """Adds /review and /api/review over the dataset in `root` to an application; `alone` where
    that has no other pages to link to."""
    app.add_exception_handler(DatasetError, refused)
    desk = Desk(root, look)
    app.include_router(router(desk))
    app.include_router(shots.router(desk))
    templates = Environment(
        loader=FileSystemLoader(_WEB / "templates"), autoescape=select_autoescape()
    )

    def shown(template: str) -> HTMLResponse:
        return HTMLResponse(
            templates.get_template(template).render(
                page="review", t=texts("en"), language="en", review=True, alone=alone
            )
        )

    def page() -> HTMLResponse:
        return shown("review.html")

    def capture() -> HTMLResponse:
        return shown("capture.html")

    app.add_api_route("/review/capture", capture, include_in_schema=False, methods=["GET"])
    for path in ("/review", "/review/{photo:int}", "/review/sheet/{face}"):
        app.add_api_route(path, page, include_in_schema=False, methods=["GET"])


def review_app(settings: Settings, root: Path, look: Look = plain_look) -> ASGIApp:
    """The review alone, behind the same guard as the app for the table."""
    app = FastAPI(title="mahjonglens review", docs_url=None, redoc_url=None, openapi_url=None)
    problems.install(app)
    install(app, root, look, alone=True)
    app.mount("/static", StaticFiles(directory=_WEB / "static"))
    return Guard(app, settings)
