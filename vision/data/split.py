"""Dividing photos into train, val and test so that nothing seen in one is seen in another."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

PARTS = ("train", "val", "test")
SHARES = {"train": 0.8, "val": 0.1, "test": 0.1}


@dataclass(frozen=True, slots=True)
class Member:
    """A photo to place. Photos of one `group` stay together; `weight` is how much it counts.

    `part` is where it already lies, '' if nowhere.
    """

    key: int
    group: str
    weight: int
    part: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Who goes where. `blocks` are the photos that could not be parted, largest first."""

    parts: Mapping[int, str]
    blocks: tuple[tuple[int, ...], ...]

    def size(self, part: str) -> int:
        """How many photos are in a part."""
        return sum(one == part for one in self.parts.values())


class _Union:
    def __init__(self, keys: Iterable[int]) -> None:
        self._up = {key: key for key in keys}

    def top(self, key: int) -> int:
        while self._up[key] != key:
            self._up[key] = self._up[self._up[key]]
            key = self._up[key]
        return key

    def join(self, a: int, b: int) -> None:
        a, b = self.top(a), self.top(b)
        self._up[max(a, b)] = min(a, b)


def blocks(members: Sequence[Member], ties: Iterable[tuple[int, int]]) -> list[list[Member]]:
    """Members that must stay together: those of a group, and those tied, and so on."""
    union = _Union(member.key for member in members)
    first: dict[str, int] = {}
    for member in members:
        union.join(first.setdefault(member.group, member.key), member.key)
    for a, b in ties:
        union.join(a, b)
    found: dict[int, list[Member]] = {}
    for member in members:
        found.setdefault(union.top(member.key), []).append(member)
    return list(found.values())


def plan(
    members: Sequence[Member],
    *,
    ties: Iterable[tuple[int, int]] = (),
    shares: Mapping[str, float] = SHARES,
    seed: int = 0,
) -> Plan:
    """Places whole blocks, the largest first, each where most is missing.

    A block that already lies in one part stays there, so that a test photo never becomes a
    training photo when the dataset grows; one that is torn is placed anew. Raises ValueError
    where the shares are no shares.
    """
    if not shares or min(shares.values()) < 0 or sum(shares.values()) <= 0:
        raise ValueError("shares are parts of the whole, like 80/10/10")
    whole = sum(shares.values())
    goal = {part: share / whole for part, share in shares.items() if share > 0}
    held = dict.fromkeys(goal, 0.0)
    parts: dict[int, str] = {}
    loose = []
    found = blocks(members, ties)
    for block in found:
        home = {member.part for member in block if member.part}
        if len(home) == 1 and home <= goal.keys():
            _place(block, home.pop(), parts, held)
        else:
            loose.append(block)
    total = sum(_weight(block) for block in found) or 1.0
    for block in sorted(loose, key=lambda block: (-_weight(block), _draw(block, seed))):
        part = max(goal, key=lambda one: goal[one] - held[one] / total)
        _place(block, part, parts, held)
    ordered = sorted((tuple(member.key for member in block) for block in found), key=len)
    return Plan(parts, tuple(reversed(ordered)))


def leaks(
    members: Sequence[Member], parts: Mapping[int, str], ties: Iterable[tuple[int, int]] = ()
) -> list[str]:
    """Groups and ties that lie in two parts; empty for every plan of `plan`."""
    homes: dict[str, set[str]] = {}
    for member in members:
        homes.setdefault(member.group, set()).add(parts[member.key])
    torn = [group for group, where in homes.items() if len(where) > 1]
    return torn + [f"{a} and {b} look alike" for a, b in ties if parts[a] != parts[b]]


def _weight(block: Sequence[Member]) -> float:
    return float(sum(max(1, member.weight) for member in block))


def _draw(block: Sequence[Member], seed: int) -> str:
    return hashlib.sha256(
        f"{seed} {min(m.group for m in block)} {block[0].key}".encode()
    ).hexdigest()


def _place(
    block: Sequence[Member], part: str, parts: dict[int, str], held: dict[str, float]
) -> None:
    parts.update((member.key, part) for member in block)
    held[part] += _weight(block)
