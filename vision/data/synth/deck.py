"""Which tiles lie on the table: a pack to draw from, and winning hands of sets and a pair."""

from __future__ import annotations

from dataclasses import dataclass

from vision.data.synth.photo import Rng
from vision.labels import FACES

SUITED = tuple(f"{suit}{rank}" for suit in "BCD" for rank in range(1, 10))
HONOURS = ("WE", "WS", "WW", "WN", "DR", "DG", "DW")
BONUS = tuple(f"{suit}{rank}" for suit in "FSA" for rank in range(1, 5))
ORDER = {code: place for place, code in enumerate(FACES)}


class Pack:
    """The tiles not yet drawn: four of each playing kind, one of each flower, season, animal."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._left = dict.fromkeys(SUITED + HONOURS, 4) | dict.fromkeys(BONUS, 1)

    def left(self, code: str) -> int:
        """How many copies of `code` can still be drawn."""
        return self._left[code]

    def take(self, *codes: str) -> None:
        """Takes these tiles out. Raises ValueError when one is used up."""
        for code in codes:
            if self._left[code] == 0:
                raise ValueError(f"no {code} left in the pack")
            self._left[code] -= 1

    def draw(self, count: int, *, bonus: bool = False, even: bool = False) -> list[str]:
        """`count` random tiles; fewer when the pack runs out. With `bonus` also those.

        `even`: each kind is as likely as any other, however many of it are left.
        """
        kinds = SUITED + HONOURS + (BONUS if bonus else ())
        drawn: list[str] = []
        while len(drawn) < count:
            stock = [code for code in kinds for _ in range(_times(self._left[code], even))]
            if not stock:
                break
            code = stock[int(self._rng.integers(len(stock)))]
            self.take(code)
            drawn.append(code)
        return drawn

    def draw_bonus(self, count: int) -> list[str]:
        """`count` different bonus tiles, flowers and seasons more often than animals."""
        free = [code for code in BONUS if self._left[code]]
        weights = [1.0 if code[0] != "A" else 0.6 for code in free]
        total = sum(weights)
        count = min(count, len(free))
        picked = self._rng.choice(
            len(free), size=count, replace=False, p=[w / total for w in weights]
        )
        codes = [free[int(i)] for i in picked]
        self.take(*codes)
        return codes


def _times(left: int, even: bool) -> int:
    return min(left, 1) if even else left


@dataclass(frozen=True, slots=True)
class WinningHand:
    """Sets as tuples of codes; a set of four is a kong. `winning` is among the concealed tiles."""

    concealed: tuple[tuple[str, ...], ...]  # the pair is the last of them
    exposed: tuple[tuple[str, ...], ...]
    hidden_kongs: tuple[tuple[str, ...], ...]
    bonus: tuple[str, ...]
    winning: str


def winning_hand(pack: Pack, rng: Rng, *, kongs: float = 0.12) -> WinningHand:
    """Four sets and a pair, some of them exposed, often leaning to one suit; a share of `kongs`."""
    suits = "BCD" if rng.random() < 0.6 else str(rng.choice(list("BCD")))
    sets = [_meld(pack, rng, suits, kongs) for _ in range(4)]
    pair = _pair(pack, rng, suits)
    exposed: list[tuple[str, ...]] = []
    hidden: list[tuple[str, ...]] = []
    concealed = []
    openness = rng.choice([0.0, 0.3, 0.6, 0.85], p=[0.3, 0.25, 0.25, 0.2])
    for meld in sets:
        if len(meld) == 4:
            (exposed if rng.random() < 0.5 else hidden).append(meld)
        elif rng.random() < openness:
            exposed.append(meld)
        else:
            concealed.append(meld)
    concealed.append((pair, pair))
    bonus = tuple(pack.draw_bonus(int(rng.choice([0, 1, 2, 3, 4], p=[0.45, 0.2, 0.15, 0.1, 0.1]))))
    rest = [code for meld in concealed for code in meld]
    winning = rest[int(rng.integers(len(rest)))]
    return WinningHand(tuple(concealed), tuple(exposed), tuple(hidden), bonus, winning)


def _meld(pack: Pack, rng: Rng, suits: str, kongs: float) -> tuple[str, ...]:
    for _ in range(60):
        kind = rng.random()
        if kind < min(0.5, 1 - kongs):
            suit = suits[int(rng.integers(len(suits)))]
            first = int(rng.integers(1, 8))
            meld = tuple(f"{suit}{first + step}" for step in range(3))
        else:
            code = _any_code(rng, suits)
            meld = (code,) * (4 if kind > 1 - kongs else 3)
        if all(pack.left(code) >= meld.count(code) for code in meld):
            pack.take(*meld)
            return meld
    return tuple(pack.draw(3))


def _pair(pack: Pack, rng: Rng, suits: str) -> str:
    while True:
        code = _any_code(rng, suits)
        if pack.left(code) >= 2:
            pack.take(code, code)
            return code


def _any_code(rng: Rng, suits: str) -> str:
    if rng.random() < 0.35:
        return HONOURS[int(rng.integers(len(HONOURS)))]
    return f"{suits[int(rng.integers(len(suits)))]}{int(rng.integers(1, 10))}"


def in_order(codes: list[str]) -> list[str]:
    """Sorted as players sort: by suit, then by rank."""
    return sorted(codes, key=ORDER.__getitem__)
