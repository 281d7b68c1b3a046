"""Photos: read one, show it again, give it for learning."""

from __future__ import annotations

import io
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from PIL import Image as Pil
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from mahjonglens.sheets import flowers_of, hand_record
from mahjonglens.web.desk import Readers
from mahjonglens.web.hands import hand_of, reading_json, reading_of
from mahjonglens.web.proposals import proposals_json
from mahjonglens.web.schemas import HandRequest, Json, LabelRequest, ProposalsRequest
from mahjonglens.web.state import Parts
from scoring.rulesets import find
from vision import images
from vision.contract import page_document
from vision.reading import RackReading

router = APIRouter(tags=["photos"])
_SHOWN = {"JPEG": "image/jpeg", "MPO": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}
_JPEG_QUALITY = 92
_NAME_LENGTH = 200
_FEW_DOUBTS = 4

_UPLOAD: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "image/*": {"schema": {"type": "string", "format": "binary"}},
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["photo"],
                    "properties": {"photo": {"type": "string", "format": "binary"}},
                }
            },
        },
    }
}


@router.post("/read", openapi_extra=_UPLOAD, summary="Read the tiles on a photo")
async def read(request: Request, parts: Parts) -> Json:
    """The contract's read document, with the stored photo's number, a hint if it is empty, and
    the `proposals` of `/proposals`.

    Unfamiliar faces stand in it as "?", which no other program gets to see.
    """
    content, name = await _upload(request)

    def work(readers: Readers) -> tuple[RackReading, Json, bytes, str]:
        image = images.load(content, name=name)
        reading, timings = readers.photo.read_timed(image)
        shown, media_type = _showable(content, image)
        return reading, page_document(reading, name, timings), shown, media_type

    reading, document, shown, media_type = await parts.desk.run(work)
    photo = await run_in_threadpool(parts.ledger.add_photo, shown, media_type, document)
    offered = await run_in_threadpool(proposals_json, reading)
    return {**document, "photo": photo, "hint": _hint(document), "proposals": offered}


@router.get(
    "/photos/{photo}",
    response_class=Response,
    responses={200: {"content": {"image/*": {}}}},
    summary="A stored photo",
)
def photo(
    parts: Parts,
    photo: int = Path(ge=1, le=2**62),
    width: Annotated[int | None, Query(ge=32, le=2048)] = None,
) -> Response:
    """The picture as it was sent, or as JPEG where browsers cannot show its format.

    With `width` a JPEG of at most so many px across, for lists of many photos.
    """
    media_type, content = parts.ledger.photo(photo)
    if width is not None:
        media_type, content = "image/jpeg", _small(content, width)
    return Response(content, media_type=media_type, headers={"content-disposition": "inline"})


@router.post("/photos/{photo}/label", summary="Give a photo for learning")
def label(parts: Parts, given: LabelRequest, photo: int = Path(ge=1, le=2**62)) -> Json:
    """Keep a photo with its confirmed reading as a labelled one. Only with consent."""
    parts.ledger.label_photo(photo, reading_json(given.reading))
    return {"labelled": True}


@router.post("/proposals", summary="What a reading may be instead")
def proposals(given: ProposalsRequest) -> Json:
    """Complete hands more probable than the reading: `changes`, `odds` 0..1, `why`.

    Nothing is changed here. Empty where the reading is a hand, or where none is near. Tiles of
    confidence 1 are left as they are.
    """
    return {"proposals": proposals_json(reading_of(given.reading))}


@router.post("/hand", summary="Make a hand of a mended reading")
def hand(given: HandRequest) -> Json:
    """The hand, its bonus tiles, and what is impossible about them."""
    made = hand_of(given.reading)
    shape = find(given.rules).shape if given.rules is not None else None
    return {
        "hand": hand_record(made),
        "flowers": flowers_of(made),
        "notation": str(made),
        "problems": [str(problem) for problem in made.problems(shape)],
    }


async def _upload(request: Request) -> tuple[bytes, str]:
    """(bytes, name) of the picture: the body itself, or the form's field `photo`."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind.startswith("image/") or kind == "application/octet-stream":
        return await request.body(), "photo"
    if kind != "multipart/form-data":
        raise HTTPException(415, "Send a picture: image/jpeg, or a form with the field photo")
    async with request.form(max_files=1, max_fields=4) as form:
        field = form.get("photo")
        if not isinstance(field, UploadFile):
            raise HTTPException(422, "The form has no picture in its field photo")
        name = "".join(c for c in field.filename or "photo" if c.isprintable())
        return await field.read(), name[:_NAME_LENGTH] or "photo"


def _showable(content: bytes, image: images.Image) -> tuple[bytes, str]:
    """(bytes, media type) to keep: as sent if browsers show it, else a JPEG of what was read."""
    with Pil.open(io.BytesIO(content)) as picture:
        media_type = _SHOWN.get(picture.format or "")
    if media_type is not None:
        return content, media_type
    return _jpeg(Pil.fromarray(image[..., ::-1])), "image/jpeg"


def _small(content: bytes, width: int) -> bytes:
    """A JPEG of the photo, upright, `width` px across or as wide as it is if that is less."""
    picture = Pil.fromarray(images.load(content, name="The photo")[..., ::-1])
    picture.thumbnail((width, picture.height))
    return _jpeg(picture)


def _jpeg(picture: Pil.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=_JPEG_QUALITY)
    return out.getvalue()


def _hint(document: Json) -> str | None:
    """What to do about a reading that cannot be a hand."""
    count = sum(1 for tile in document["tiles"] if tile["in_hand"])
    if count == 0:
        return "No tiles found: come closer, keep the row level, and let light fall on the faces."
    if len(document["doubts"]) > max(_FEW_DOUBTS, count / 2):
        return (
            "Most tiles are hard to read: hold still until the picture is sharp, come closer, "
            "and let light fall on the faces."
        )
    if count < 13:
        return f"Only {count} tiles found: are all in the picture, none covered by another?"
    return None
