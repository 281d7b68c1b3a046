"""The README says what is true: its Python lines and its examples are run."""

from __future__ import annotations

import doctest
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from mahjonglens.cli import run

ROOT = Path(__file__).resolve().parent.parent


def test_the_python_lines_of_the_readme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert done.attempted >= 6
    assert done.failed == 0


EXAMPLES = [
    line
    for line in (ROOT / "README.md").read_text("utf-8").splitlines()
    if line.startswith("|") and "`mahjonglens score" in line and line.count("|") == 4
]


def test_there_is_an_example_of_each_source() -> None:
    sources = [line.split("|")[1].strip() for line in EXAMPLES]
    assert sources == ["Goulash", "Taiwanese", "Singapore", "European"]


@pytest.mark.parametrize("line", EXAMPLES, ids=lambda line: line.split("|")[1].strip())
def test_the_examples_of_the_sources(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *fed = re.findall("`([^`]*)`", line.split("|")[2])
    expected = re.findall("`([^`]*)`", line.split("|")[3])
    stdin = io.TextIOWrapper(io.BytesIO("".join(fed).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert run(shlex.split(command)[1:]) == 0
    printed = capsys.readouterr().out
    assert expected
    for part in expected:
        assert part in printed
