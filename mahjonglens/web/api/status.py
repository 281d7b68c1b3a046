"""The state of the server, and pairing the next phone."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.exceptions import HTTPException

from mahjonglens import __version__
from mahjonglens.web.pairing import qr_svg
from mahjonglens.web.schemas import Json
from mahjonglens.web.state import Parts

router = APIRouter(tags=["server"])


@router.get("/status", summary="Is everything ready?")
def status(parts: Parts) -> Json:
    """The version, and whether photos can be read."""
    reader, why = parts.desk.status
    return {
        "version": __version__,
        "lan": parts.pairing is not None,
        "reader": reader,
        "why": why,
    }


@router.post("/pairing", summary="A link for the next phone")
def pairing(parts: Parts) -> Json:
    """A one-time link and its QR code, shown on a device that is paired already."""
    if parts.pairing is None:
        raise HTTPException(409, "Start with --lan to use a phone")
    link = parts.pairing.link
    return {"url": link, "svg": qr_svg(link)}
