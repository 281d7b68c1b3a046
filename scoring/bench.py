"""Hands a second, side by side with the PyPI package `mahjong` (riichi) in one process.

    python -m scoring.bench [HANDS] [SEED]

Random complete closed hands, self-drawn, the search of arrangements included. Each set is a chow
or a pung with equal chance; Goulash knows no chows, so its hands are pungs only. `mahjong` scores
the very same 14-tile hands; 17-tile Taiwanese hands it cannot score. Every scorer begins with cold
caches and sees each hand once; building our `Hand` from its tiles is timed with it, turning the
tiles into `mahjong`'s numbers is not. Without `pip install mahjong` our side runs alone.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import version
from importlib.util import find_spec

from scoring import arrange
from scoring.hand import Hand
from scoring.ruleset import RuleSet
from scoring.rulesets import RULESETS
from scoring.scorer import score
from scoring.tiles import PLAYING_KINDS, SUITED_KINDS, TILES, Tile
from scoring.win import Context, Seat

CONTEXT = Context(seat=Seat.SOUTH, round=Seat.EAST, self_drawn=True)


def random_hand(rng: random.Random, sets: int, *, chows: bool) -> Hand:
    """A complete closed hand that four copies of each kind allow, its last tile at random."""
    while True:
        tiles: list[Tile] = []
        for _ in range(sets):
            if chows and rng.random() < 0.5:
                low = rng.randrange(3) * 9 + rng.randrange(7)
                tiles += TILES[low : low + 3]
            else:
                tiles += [TILES[rng.randrange(PLAYING_KINDS)]] * 3
        tiles += [TILES[rng.randrange(PLAYING_KINDS)]] * 2
        if max(Counter(tiles).values()) <= 4:
            return Hand(tuple(tiles), (), (), rng.choice(tiles))


def cold(rules: RuleSet) -> None:
    """Forget everything a scored hand left behind."""
    arrange.forget()
    rules.forget()


def ours(rules: RuleSet) -> Callable[[Sequence[Hand]], None]:
    def run(hands: Sequence[Hand]) -> None:
        for hand in hands:
            score(Hand(hand.concealed, (), (), hand.winning), CONTEXT, rules)

    return run


def riichi(hands: Sequence[Hand]) -> Callable[[Sequence[Hand]], None]:
    """`mahjong` on these hands; turning them into its tile numbers is not timed."""
    calculator = importlib.import_module("mahjong.hand_calculating.hand").HandCalculator
    config = importlib.import_module("mahjong.hand_calculating.hand_config").HandConfig
    constants = importlib.import_module("mahjong.constants")
    inputs = []
    for hand in hands:
        copies: Counter[int] = Counter()
        numbers = []
        for tile in hand.concealed:
            kind = _riichi_kind(tile)
            numbers.append(kind * 4 + copies[kind])
            copies[kind] += 1
        winning = numbers[hand.concealed.index(hand.winning)] if hand.winning else numbers[-1]
        inputs.append((sorted(numbers), winning))
    how = {"is_tsumo": True, "player_wind": constants.SOUTH, "round_wind": constants.EAST}

    def run(_: Sequence[Hand]) -> None:
        scorer = calculator()
        for numbers, winning in inputs:
            scorer.estimate_hand_value(numbers, winning, config=config(**how))

    return run


def _riichi_kind(tile: Tile) -> int:
    """Characters, dots, bamboo, winds E S W N, dragons white green red."""
    if tile.index < SUITED_KINDS:
        return {0: 18, 1: 0, 2: 9}[tile.index // 9] + tile.rank - 1
    return tile.index if tile.index < SUITED_KINDS + 4 else {31: 33, 32: 32, 33: 31}[tile.index]


def rate(run: Callable[[Sequence[Hand]], None], hands: Sequence[Hand]) -> float:
    """Hands a second of processor time."""
    begun = time.process_time()
    run(hands)
    return len(hands) / (time.process_time() - begun)


def main(arguments: Sequence[str]) -> None:
    count = int(arguments[0]) if arguments else 10_000
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    peer = find_spec("mahjong") is not None
    against = f"mahjong {version('mahjong')}" if peer else "mahjong (not installed)"
    python = sys.version.split()[0]
    print(f"{count:,} random closed hands each, cold caches, seed {seed}, Python {python}")
    print(f"{'rules':<12}{'ours':>12}{against:>18}{'ratio':>8}   hands a second")
    for rules in RULESETS.values():
        rng = random.Random(seed)
        sets, chows = rules.shape.sets, rules.shape.chows
        hands = [random_hand(rng, sets, chows=chows) for _ in range(count)]
        cold(rules)
        mine = rate(ours(rules), hands)
        if peer and sets == 4:
            theirs = rate(riichi(hands), hands)
            print(f"{rules.name:<12}{mine:>12,.0f}{theirs:>18,.0f}{mine / theirs:>8.2f}")
        else:
            print(f"{rules.name:<12}{mine:>12,.0f}{'–':>18}{'–':>8}")


if __name__ == "__main__":
    main(sys.argv[1:])
