"""Splits a dataset by session, set or source, and says how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mahjonglens.dataset.alike import ties
from mahjonglens.dataset.faults import DatasetError
from mahjonglens.dataset.records import Record
from mahjonglens.dataset.store import Store
from vision.data.split import SHARES, Member, Plan, leaks, plan

BY = ("session", "set", "source", "photo")


@dataclass(frozen=True, slots=True)
class Split:
    """A done split: the plan, one sentence on how, and how many photos name no group."""

    plan: Plan
    how: str
    nameless: int


def split(
    store: Store,
    *,
    by: str = "session",
    shares: Mapping[str, float] = SHARES,
    seed: int = 0,
    anew: bool = False,
) -> Split:
    """Writes each photo's part. Raises DatasetError, and then nothing has changed."""
    if by not in BY:
        raise DatasetError(f"a split goes by {', '.join(BY)}, not by {by}")
    members, nameless = [], 0
    for record in store.find():
        group, named = _group(record, by)
        nameless += not named
        part = "" if anew else record.photo.origin.split
        members.append(Member(record.id, group, len(record.photo.tiles), part))
    alike = ties(store)
    try:
        done = plan(members, ties=alike, shares=shares, seed=seed)
    except ValueError as error:
        raise DatasetError(str(error)) from error
    torn = leaks(members, done.parts, alike)
    if torn:  # plan() cannot do this; a split that leaks is worse than none
        raise DatasetError(f"not split: {torn[0]} would lie in two parts")
    how = _how(by, len(members), len({member.group for member in members}), done, seed)
    store.assign("split", done.parts, split_how=how)
    return Split(done, how, nameless)


def _group(record: Record, by: str) -> tuple[str, bool]:
    """The group a photo belongs to; photos that name none stay with the rest of their source."""
    origin = record.photo.origin
    named = {"session": origin.session, "set": origin.tileset, "source": origin.source,
             "photo": str(record.id)}[by]  # fmt: skip
    if by == "set" and named:
        return f"set {named}", True  # the same set may have been photographed by two people
    return f"{origin.source}: {named}", bool(named)


def _how(by: str, photos: int, groups: int, done: Plan, seed: int) -> str:
    counts = ", ".join(f"{part} {done.size(part)}" for part in sorted(set(done.parts.values())))
    unit = {"session": "session of one source", "set": "set of tiles", "source": "source",
            "photo": "photo"}[by]  # fmt: skip
    return (
        f"Split by {by}: all photos of a {unit} are in one part, and photos that look alike"
        f" (exact or perceptual copies, also mirrored) are never parted. {photos} photos, groups:"
        f" {groups}, blocks that could not be parted: {len(done.blocks)} (seed {seed}): {counts}."
    )
