"""What requests may hold. Everything is bounded; what a model lets through still gets scored."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr

from scoring.rulesets import RULESETS
from scoring.tiles import TILES
from vision.labels import FACES, UNFAMILIAR

Json = dict[str, Any]
# The documented values; what else is sent gets a sentence from whoever knows the values.
TILE_CODES: Json = {"enum": [str(tile) for tile in TILES]}
FACE_CODES: Json = {"enum": [*FACES, UNFAMILIAR]}
RULE_NAMES: Json = {"enum": list(RULESETS)}
EVENT_NAMES: Json = {"enum": [each.id for rules in RULESETS.values() for each in rules.events]}
Code = Annotated[
    str,
    Field(min_length=1, max_length=12, pattern=r"^[A-Za-z0-9]+$", json_schema_extra=TILE_CODES),
]
Face = Annotated[
    str,
    Field(min_length=1, max_length=4, pattern=r"^([A-Za-z0-9]+|\?)$", json_schema_extra=FACE_CODES),
]
Player = Annotated[int, Field(ge=0, le=3, strict=True)]
Key = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[\x21-\x7e]+$")]
Note = Annotated[str, Field(max_length=500, pattern=r"^[^\x00]*$")]
RowId = Annotated[int, Field(ge=1, le=2**62)]
OptionValue = (
    StrictBool | StrictInt | StrictFloat | Annotated[StrictStr, Field(max_length=40)] | None
)
Options = Annotated[dict[Annotated[str, Field(max_length=60)], OptionValue], Field(max_length=60)]
Context = Annotated[dict[Annotated[str, Field(max_length=40)], OptionValue], Field(max_length=30)]
Rules = Annotated[str, Field(min_length=1, max_length=40, json_schema_extra=RULE_NAMES)]
Amount = Annotated[int, Field(ge=1, le=10**9, strict=True)]
Score = Annotated[int, Field(ge=0, le=10**9, strict=True)]


class Model(BaseModel):
    """Nothing unknown is let through: a misspelt field is an error, not a default."""

    model_config = ConfigDict(extra="forbid")


class MeldIn(Model):
    """A set laid down before the win; one that is being put together may lack tiles."""

    type: Literal["chow", "pung", "kong", "pair", "chi", "pong", "kan", "eyes"]
    tiles: Annotated[list[Code], Field(min_length=1, max_length=4)]
    state: Literal["exposed", "concealed", "completed_by_winning_discard"] = "exposed"


class HandRecord(Model):
    """A rack: `concealed_tiles` includes the winning tile. Other fields of a case are ignored."""

    model_config = ConfigDict(extra="ignore")

    declared: Annotated[list[MeldIn], Field(max_length=8)] = []
    concealed_tiles: Annotated[list[Code], Field(max_length=40)] = []
    winning_tile: Code | None = None


class ReadTile(Model):
    """A tile of a read document; an edit may add one without a place on the photo."""

    model_config = ConfigDict(extra="ignore")

    code: Face
    confidence: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 1.0
    quad: (
        Annotated[
            list[
                Annotated[
                    list[Annotated[float, Field(ge=-(10**6), le=10**6, allow_inf_nan=False)]],
                    Field(min_length=2, max_length=2),
                ]
            ],
            Field(min_length=4, max_length=4),
        ]
        | None
    ) = None
    alternatives: Annotated[
        list[tuple[Face, Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]]],
        Field(max_length=60),
    ] = []
    group: Annotated[int, Field(ge=-1, le=200)] | None = None
    in_hand: bool = True


class ReadGroup(Model):
    """A group of a read document; `tiles` are indices."""

    model_config = ConfigDict(extra="ignore")

    kind: Literal[
        "concealed", "exposed", "kong", "concealed_kong", "bonus", "winning_tile", "other"
    ]
    tiles: Annotated[list[Annotated[int, Field(ge=0, lt=400)]], Field(min_length=1, max_length=400)]


class ReadDoubt(Model):
    """Why a tile is doubtful."""

    tile: Annotated[int, Field(ge=0, lt=400)]
    why: Annotated[str, Field(max_length=400)]


class Reading(Model):
    """The contract's read document, as read or as the player mended it."""

    model_config = ConfigDict(extra="ignore")

    file: Annotated[str, Field(max_length=400)] = ""
    width: Annotated[int, Field(ge=1, le=100_000)]
    height: Annotated[int, Field(ge=1, le=100_000)]
    tiles: Annotated[list[ReadTile], Field(max_length=400)]
    groups: Annotated[list[ReadGroup], Field(max_length=200)]
    doubts: Annotated[list[ReadDoubt], Field(max_length=400)] = []


class HandSource(Model):
    """A hand in one of three forms: a record, a mended reading, or a text."""

    hand: HandRecord | None = None
    reading: Reading | None = None
    notation: Annotated[str, Field(max_length=400)] | None = None
    flowers: Annotated[list[Code], Field(max_length=16)] = []


class HandRequest(Model):
    """A mended reading that should become a hand."""

    reading: Reading
    rules: Rules | None = None


class ProposalsRequest(Model):
    """A reading, as read or as the player mended it, that may be another hand."""

    reading: Reading


class ScoreRequest(HandSource):
    """A hand to score, or a settlement, event or deal of the contract."""

    rules: Rules
    kind: Literal["hand", "settlement", "event", "deal"] = "hand"
    id: Annotated[str, Field(max_length=200)] | None = None
    context: Context = {}
    options: Options = {}
    input: Json | None = None
    east: Literal["E", "S", "W", "N"] | None = None
    winner: Literal["E", "S", "W", "N"] | None = None
    discarder: Literal["E", "S", "W", "N"] | None = None
    hands: Annotated[Json, Field(max_length=4)] | None = None


class LabelRequest(Model):
    """A confirmed reading that its owner gives for learning."""

    reading: Reading
    consent: Literal[True]


class GameRequest(Model):
    """A new game."""

    players: Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=8)]
    rules: Rules
    options: Options = {}
    draw_keeps_dealer: bool = False


class RackRequest(HandSource):
    """One player's rack: a hand in any form, or a score counted at the table."""

    score: Score | None = None
    photo: RowId | None = None
    consent: bool = False


class HandEntry(Model):
    """A finished hand. `discarder` null: the winner drew the last tile himself."""

    key: Key
    hand_number: Annotated[int, Field(ge=1, le=10_000)] | None = None
    winner: Player
    discarder: Player | None = None
    context: Context = {}
    hands: Annotated[dict[Literal["0", "1", "2", "3"], RackRequest], Field(max_length=4)]
    dead: Player | None = None
    note: Note = ""


class DrawEntry(Model):
    """A hand that nobody won."""

    key: Key
    note: Note = ""


class EventEntry(Model):
    """An instant payment or a penalty of the rules, with the fields that its kind asks for."""

    key: Key
    type: Annotated[
        str, Field(min_length=1, max_length=40, pattern=r"^[a-z_]+$", json_schema_extra=EVENT_NAMES)
    ]
    player: Player
    concealed_selfdrawn: bool | None = None
    pair: Annotated[list[Code], Field(max_length=4)] | None = None
    tiles: Annotated[list[Code], Field(max_length=4)] | None = None
    note: Note = ""


class PaymentIn(Model):
    """One player gives another an amount."""

    payer: Player
    receiver: Player
    amount: Amount


class PaymentsEntry(Model):
    """Payments the table agreed on."""

    key: Key
    payments: Annotated[list[PaymentIn], Field(min_length=1, max_length=24)]
    why: Note = ""


class CheckRequest(HandSource):
    """An answer to a practice hand: a dealt one by `n` and `seed`, or one's own."""

    n: Annotated[int, Field(ge=0, le=10**6)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0
    context: Context = {}
    options: Options = {}
    points: Annotated[float, Field(ge=0, le=10**12, allow_inf_nan=False)] | None = None
    doubles: Annotated[int, Field(ge=0, le=200)] | None = None
    reveal: bool = False


class ErrorBody(BaseModel):
    """Every error: one sentence for the player."""

    error: str
