"""Text to hand and back.

One short line: tiles in hand, melds in brackets, bonus tiles, the winning tile last.

    B1113337999 [B555] F13 S4 +B7

- A token is a family letter and its marks: `B123`, `WEE`, `DRR` (dragons R G W), `D55` (dots).
- `[…]` is a meld that lies open, `(…)` one laid down concealed (a concealed kong).
- `+B7` is the winning tile; it is one of the tiles in hand and not written a second time.
- Single codes (`B1 B1 B1`), riichi shorthand (`123m 456p 789s 1155z`, z = E S W N white green red,
  0 = a red five) and the Unicode tiles (🀐 …) are read as well.

`parse(write(hand)) == hand` for every hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from scoring.errors import BadNotation, ImpossibleHand, brief
from scoring.hand import Hand, Meld
from scoring.tiles import Tile

_TOKEN = re.compile(r"(?:[BCD][1-9]+|W[ESWN]+|D[RGW]+|[FSA][1-4]+|[0-9]+[MPSZ])")
_PART = re.compile(r"\[[^\[\]()]*\]|\([^\[\]()]*\)|\+\s*[^\s\[\]()+]+|[^\s\[\]()+]+|\S")
_RIICHI_SUITS = {"M": "C", "P": "D", "S": "B"}
_RIICHI_HONOURS = {
    "1": Tile.WE,
    "2": Tile.WS,
    "3": Tile.WW,
    "4": Tile.WN,
    "5": Tile.DW,
    "6": Tile.DG,
    "7": Tile.DR,
}
_UNICODE_ORDER = (
    *("WE", "WS", "WW", "WN", "DR", "DG", "DW"),
    *(suit + str(rank) for suit in "CBD" for rank in range(1, 10)),
    *("F1", "F2", "F4", "F3", "S1", "S2", "S3", "S4"),  # Unicode puts bamboo before chrysanthemum
)
_UNICODE = {chr(0x1F000 + place): code for place, code in enumerate(_UNICODE_ORDER)}
_FACE_DOWN = {"X", chr(0x1F02B)}


def parse(text: str) -> Hand:
    """Read a hand. Raises `BadNotation` naming the part that cannot be read."""
    plain = "".join(f" {_UNICODE[c]} " if c in _UNICODE else c for c in text)
    plain = plain.replace("\ufe0e", "").replace("\ufe0f", "").replace(",", " ").upper()
    concealed: list[Tile] = []
    melds: list[Meld] = []
    bonus: list[Tile] = []
    winning: Tile | None = None
    for part in _PART.findall(re.sub(r"\+\s+", "+", plain)):
        if part[0] in "[(" and len(part) > 1:
            melds.append(_meld(part))
            continue
        tiles = list(_tiles(part.removeprefix("+")))
        if part[0] == "+":
            if winning is not None or len(tiles) != 1:
                raise BadNotation(
                    f"{brief(part)}: a hand has one winning tile, written once as +B7"
                )
            winning = tiles[0]
        concealed += (tile for tile in tiles if not tile.is_bonus)
        bonus += (tile for tile in tiles if tile.is_bonus)
    if not (concealed or melds or bonus):
        raise BadNotation(f"{brief(text.strip())} holds no tiles")
    return Hand(tuple(concealed), tuple(melds), tuple(bonus), winning)


def write(hand: Hand) -> str:
    """The one line that `parse` reads back as the same hand."""
    rest = list(hand.concealed)
    if hand.winning in rest:
        rest.remove(hand.winning)
    parts = [*write_tiles(rest)]
    for meld in hand.melds:
        inside = " ".join(write_tiles(meld.tiles))
        parts.append(f"({inside})" if meld.concealed else f"[{inside}]")
    parts += write_tiles(hand.bonus)
    if hand.winning is not None:
        parts.append(f"+{hand.winning}")
    return " ".join(parts)


def write_tiles(tiles: Iterable[Tile]) -> Iterator[str]:
    """Tokens for these tiles in order, neighbours of a family together: B123, WEE, DR."""
    for _, run in groupby(tiles, key=lambda tile: tile.suit):
        codes = [str(tile) for tile in run]
        yield codes[0][0] + "".join(code[1] for code in codes)


def unicode_tile(tile: Tile) -> str:
    """The Unicode character of a tile; animals have none and come as their code."""
    return next((char for char, code in _UNICODE.items() if code == tile.value), str(tile))


def tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles alone, without melds: ``"B123 WEE"``. Raises `BadNotation`."""
    hand = parse(text)
    if hand.melds or hand.winning is not None:
        raise BadNotation(f"{brief(text)} should be tiles only")
    return hand.tiles


def _meld(part: str) -> Meld:
    inside = [tile for token in part[1:-1].split() for tile in _tiles(token)]
    try:
        return Meld.of(inside, concealed=part[0] == "(")
    except ImpossibleHand as error:
        raise BadNotation(f"{brief(part)}: {error}") from None


def _tiles(token: str) -> Iterator[Tile]:
    if token in _FACE_DOWN:
        raise BadNotation("A tile lying face down (X) cannot be scored")
    at = 0
    while at < len(token):
        match = _TOKEN.match(token, at)
        if match is None:
            raise BadNotation(f"{brief(token)} is no tile (B123, WEE, DR, 123m, 1z, …)")
        at = match.end()
        yield from _of_token(match.group())


def _of_token(token: str) -> Iterator[Tile]:
    if token[0] not in "0123456789":
        yield from (Tile(token[0] + mark) for mark in token[1:])
        return
    digits, suit = token[:-1], token[-1]
    for digit in digits:
        if suit != "Z":
            yield Tile(_RIICHI_SUITS[suit] + ("5" if digit == "0" else digit))
        elif digit in _RIICHI_HONOURS:
            yield _RIICHI_HONOURS[digit]
        else:
            raise BadNotation(f"'{token}': honours are 1z to 7z")
