"""The tables in code against their transcripts, and the transcripts against the documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring.ruleset import RuleSet
from scoring.rulesets import RULESETS

ROOT = Path(__file__).parents[2]
DOCUMENTS = ROOT.parent / "shared" / "sources"


def transcript(rules: RuleSet) -> list[tuple[str, ...]]:
    """(ref, printed name, value) of each printed line, in order."""
    rows = re.findall(
        r"^\| (\d+\.\d+) \| (.+) \| (.+) \|$", (ROOT / rules.source).read_text(), re.M
    )
    return [tuple(row) for row in rows]


def printed(rules: RuleSet) -> list[tuple[str, ...]]:
    """The same of the code's table: rows that share a printed line are one."""
    lines = dict.fromkeys(
        (row.ref, row.name) for row in rules.rows if re.fullmatch(r"\d+\.\d+", row.ref)
    )
    lines |= dict.fromkeys((event.ref, event.name) for event in rules.events)
    worth = {event.ref: event.amount for event in rules.events}
    for row in rules.rows:
        worth.setdefault(row.ref, str(row.worth))
    return [(ref, name, worth[ref]) for ref, name in lines]


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_code_says_what_the_transcript_says(rules: RuleSet) -> None:
    assert printed(rules) == transcript(rules)


@pytest.mark.parametrize(
    ("name", "lines"), [("goulash", 35), ("european", 34), ("taiwanese", 22), ("singapore", 27)]
)
def test_no_line_is_left_out(name: str, lines: int) -> None:
    assert len(transcript(RULESETS[name])) == lines


def _words(text: str) -> str:
    return " ".join(re.sub(r"[|*]", " ", text).split())


@pytest.mark.skipif(not DOCUMENTS.exists(), reason="the documents are not part of the repository")
@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_transcript_prints_what_the_document_prints(rules: RuleSet) -> None:
    document = _words((DOCUMENTS / f"{rules.name}.txt").read_text())
    missing = [name for _, name, _ in transcript(rules) if _words(name) not in document]
    assert missing == []
