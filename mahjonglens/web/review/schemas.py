"""What the review pages send, checked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from vision.data.labelled import LabelledTile
from vision.reading import Quad

Coordinate = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]
Point = tuple[Coordinate, Coordinate]
Name = Annotated[str, Field(min_length=1, max_length=60)]
MOST_TILES = 1000


class TileIn(BaseModel):
    """One tile as the page has it; `confidence` is null once a person has said so."""

    model_config = ConfigDict(extra="forbid")

    face: Name
    quad: tuple[Point, Point, Point, Point]
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None
    alternatives: Annotated[list[tuple[Name, float]], Field(max_length=50)] = []

    def tile(self) -> LabelledTile:
        """As the dataset keeps it."""
        said = tuple(self.alternatives)
        return LabelledTile(self.face, Quad(self.quad), self.confidence, said)


class Save(BaseModel):
    """New labels over a revision."""

    model_config = ConfigDict(extra="forbid")

    revision: Annotated[int, Field(ge=0)]
    who: Name = "somebody"
    status: Literal["labelled", "prelabelled"] = "labelled"
    tiles: Annotated[list[TileIn], Field(max_length=MOST_TILES)]


class Undo(BaseModel):
    """Back before a revision."""

    model_config = ConfigDict(extra="forbid")

    revision: Annotated[int, Field(ge=0)]
    who: Name = "somebody"
