"""Which pictures a training is watched with: they are never trained on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

ONE_IN = 40  # pictures is kept out of training, for the curves and the figures at the end
Name = TypeVar("Name")


def watched(names: Sequence[Name]) -> set[Name]:
    """One name in ONE_IN, at least one; none where there is only one, which training needs."""
    if len(names) < 2:
        return set()
    return set(names[ONE_IN // 2 :: ONE_IN]) or set(names[:1])
