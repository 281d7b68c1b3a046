"""Hands as requests bring them: records, mended readings, texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mahjonglens.sheets import flowers_of, hand_record
from mahjonglens.web.schemas import HandSource, Reading
from scoring import Hand, parse
from scoring.errors import ScoringError
from vision.confirm import to_hand
from vision.contract import reading_from_document
from vision.reading import RackReading

Json = dict[str, Any]


def source_record(source: HandSource) -> tuple[Json, list[str]]:
    """(`hand`, `flowers`) of a request, whichever form the hand came in."""
    given = [source.hand, source.reading, source.notation]
    if sum(each is not None for each in given) != 1:
        raise ScoringError("Give the hand once: as hand, as reading or as notation")
    if source.hand is not None:
        return source.hand.model_dump(), source.flowers
    hand = parse(source.notation or "") if source.reading is None else hand_of(source.reading)
    return hand_record(hand), [*flowers_of(hand), *source.flowers]


def said(context: Mapping[str, Any]) -> Json:
    """The circumstances that were answered."""
    return {name: value for name, value in context.items() if value is not None}


def reading_of(given: Reading) -> RackReading:
    """A reading sent back by a page; tiles added by hand get a place of their own."""
    return reading_from_document(reading_json(given))


def reading_json(given: Reading) -> Json:
    """The contract's document of a mended reading, complete again after an edit."""
    document = given.model_dump()
    home = {tile: number for number, group in enumerate(given.groups) for tile in group.tiles}
    for index, tile in enumerate(document["tiles"]):
        if tile["quad"] is None:
            tile["quad"] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
        tile["group"] = home.get(index, -1)
        group = given.groups[home[index]] if index in home else None
        tile["in_hand"] = group is not None and group.kind != "other"
        tile["alternatives"] = [list(each) for each in tile["alternatives"]] or [
            [tile["code"], 1.0]
        ]
    return document


def hand_of(given: Reading) -> Hand:
    """The hand that a mended reading shows. Raises `vision.errors.NoHand` saying why not."""
    return to_hand(reading_of(given))
