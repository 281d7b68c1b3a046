"""A split parts no group and no tie, keeps its shares, and stays as it is when more comes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.data.split import Member, blocks, leaks, plan


def members(groups: list[int]) -> list[Member]:
    return [Member(key, f"evening {group}", 13) for key, group in enumerate(groups)]


@given(
    st.lists(st.integers(0, 12), min_size=1, max_size=60),
    st.lists(st.tuples(st.integers(0, 59), st.integers(0, 59)), max_size=8),
    st.integers(0, 3),
)
def test_nothing_ever_leaks(groups: list[int], pairs: list[tuple[int, int]], seed: int) -> None:
    photos = members(groups)
    ties = [(a % len(photos), b % len(photos)) for a, b in pairs]
    done = plan(photos, ties=ties, seed=seed)
    assert sorted(done.parts) == list(range(len(photos)))
    assert leaks(photos, done.parts, ties) == []


def test_leaks_are_seen() -> None:
    photos = members([1, 1, 2])
    assert leaks(photos, {0: "train", 1: "val", 2: "val"}) == ["evening 1"]
    assert leaks(photos, {0: "val", 1: "val", 2: "train"}, [(1, 2)]) == ["1 and 2 look alike"]


def test_shares_are_kept_as_well_as_blocks_allow() -> None:
    photos = members([n % 100 for n in range(1000)])
    done = plan(photos)
    assert [done.size(part) for part in ("train", "val", "test")] == [800, 100, 100]
    assert plan(photos, seed=1).parts != done.parts


def test_what_lies_somewhere_stays_there_when_the_dataset_grows() -> None:
    first = members([n % 20 for n in range(100)])
    done = plan(first)
    grown = [Member(m.key, m.group, m.weight, done.parts[m.key]) for m in first]
    grown += [Member(100 + n, f"new {n % 10}", 13) for n in range(50)]
    after = plan(grown, seed=9)
    assert all(after.parts[key] == part for key, part in done.parts.items())
    assert leaks(grown, after.parts) == []


def test_a_torn_group_is_mended() -> None:
    photos = [Member(0, "a", 1, "train"), Member(1, "a", 1, "test"), Member(2, "b", 1, "val")]
    done = plan(photos)
    assert done.parts[0] == done.parts[1]
    assert done.parts[2] == "val"


def test_ties_chain_groups_together() -> None:
    assert [len(block) for block in blocks(members([1, 1, 2, 2, 3]), [(1, 2)])] == [4, 1]


@pytest.mark.parametrize("shares", [{}, {"train": -1, "val": 2}, {"train": 0}])
def test_shares_that_are_none_are_refused(shares: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="shares"):
        plan(members([1]), shares=shares)
