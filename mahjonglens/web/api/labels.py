"""Photos given for learning: shown to their owner, exported in one click, taken back for good."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from mahjonglens.web.schemas import Json
from mahjonglens.web.state import Parts

router = APIRouter(prefix="/labels", tags=["labels"])
Format = Literal["yolo", "yolo-obb", "coco", "voc", "folders", "labelstudio"]


@router.get("", summary="Photos given for learning")
def labels(parts: Parts) -> Json:
    """Their numbers, oldest first, with the tiles on each."""
    return {
        "labels": [
            {"photo": one.number, "tiles": len(one.reading.get("tiles", []))}
            for one in parts.ledger.labelled_photos()
        ]
    }


@router.get(
    "/export",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}}},
    summary="All of them as a labelled dataset",
)
def export(parts: Parts, form: Annotated[Format, Query(alias="format")] = "yolo-obb") -> Response:
    """A zip with photos, labels and a card, ready to train on."""
    try:
        from mahjonglens.dataset.hands import archive
    except ModuleNotFoundError as missing:
        raise HTTPException(
            501, f"This needs {missing.name}: pip install 'mahjonglens[dataset]'"
        ) from None
    name = f"mahjonglens-hands-{datetime.now(UTC).date().isoformat()}-{form}.zip"
    return Response(
        archive(parts.ledger.labelled_photos(), form),
        media_type="application/zip",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@router.delete("/{photo}", summary="Take one back")
def take_back(parts: Parts, photo: Annotated[int, Path(ge=1, le=2**62)]) -> Json:
    """The photo's labels are deleted for good; the game it belongs to keeps its score."""
    parts.ledger.take_back(photo)
    return {"labelled": False}
