"""Every error as ``{"error": sentence}`` with the status that fits it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from mahjonglens.ledger import LedgerError, Moved, NotFound
from mahjonglens.web.schemas import ErrorBody
from scoring import ScoringError
from scoring.errors import NotAWin
from vision.errors import ImageError, VisionError, WeightsCorrupt, WeightsMissing

Handler = Callable[[Request, Exception], Awaitable[Response]]
RESPONSES: dict[int | str, dict[str, object]] = {
    "4XX": {"model": ErrorBody, "description": "What is wrong, in one sentence"},
    "5XX": {"model": ErrorBody, "description": "The server cannot do it now, with the reason"},
}


class Busy(Exception):
    """Too much is waiting already."""


def draft(problem: Exception) -> dict[str, object]:
    """Why a hand that is being put together is none yet, for the page to say what to do.

    `problems` names each cause with its tiles; empty where the sentence says all there is.
    """
    found = [
        {"what": each.what, "tiles": [str(tile) for tile in each.tiles]}
        for each in getattr(problem, "problems", ())
    ]
    if isinstance(problem, NotAWin):
        found = [{"what": "not_a_win", "tiles": []}]
    return {"error": str(problem), "problems": found}


_STATUSES: tuple[tuple[type[Exception], int], ...] = (
    (NotFound, 404),
    (Moved, 409),
    (LedgerError, 422),
    (ScoringError, 422),
    (ImageError, 422),
    (WeightsMissing, 503),
    (WeightsCorrupt, 503),
    (VisionError, 422),
    (Busy, 503),
)


def install(app: FastAPI) -> None:
    """Give the application its error answers."""
    for kind, status in _STATUSES:
        app.add_exception_handler(kind, _answer(status))
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


def error(status: int, text: str) -> JSONResponse:
    """One error answer."""
    headers = {"retry-after": "2"} if status == 503 else None
    return JSONResponse({"error": text}, status, headers)


def _answer(status: int) -> Handler:
    async def answer(_request: Request, problem: Exception) -> Response:
        return error(status, str(problem))

    return answer


async def _invalid(_request: Request, problem: Exception) -> Response:
    if not isinstance(problem, RequestValidationError):
        raise problem
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "the request"
    return error(422, f"{where}: {first['msg']}")


async def _http(_request: Request, problem: Exception) -> Response:
    if not isinstance(problem, HTTPException):
        raise problem
    answer = error(problem.status_code, str(problem.detail))
    answer.headers.update(problem.headers or {})
    return answer
