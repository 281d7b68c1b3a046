"""Examples in text run as written: the worked examples, the package's docstring."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import scoring

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "scoring" / "examples.md"


def blocks(file: Path) -> list[str]:
    """The blocks of a text that are a Python session."""
    return re.findall(r"^```pycon\n(.*?)^```$", file.read_text(encoding="utf-8"), re.M | re.S)


def failures(text: str, name: str) -> int:
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    return doctest.DocTestRunner().run(test).failed


def test_worked_examples_run_as_written() -> None:
    assert failures("\n".join(blocks(EXAMPLES)), "examples.md") == 0


def test_the_worked_examples_are_there() -> None:
    examples = doctest.DocTestParser().get_examples(EXAMPLES.read_text(encoding="utf-8"))
    assert sum(example.source.startswith("show(") for example in examples) == 4


def test_package_docstring() -> None:
    result = doctest.testmod(scoring)
    assert result.attempted > 3
    assert result.failed == 0
