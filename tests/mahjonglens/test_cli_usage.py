"""How the program answers bad usage: status 2 and one line on stderr, never a traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = [sys.executable, "-m", "mahjonglens"]


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The real program, in a process of its own."""
    return subprocess.run(
        [*PROGRAM, *arguments], input=stdin, capture_output=True, text=True, check=False
    )


def test_version_and_help_answer_on_stdout() -> None:
    assert run("--version").stdout.startswith("mahjonglens 0.")
    done = run("--help")
    assert done.returncode == 0
    assert all(command in done.stdout for command in ("read", "score", "rules"))


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--no-such-option",),
        ("nonsense",),
        ("read",),
        ("score",),
        ("score", "--rules", "bridge", "-"),
        ("score", "--rules"),
        ("score", "--rules", "goulash", "--seat", "Q", "-"),
        ("rules", "bridge"),
    ],
    ids=" ".join,
)
def test_bad_usage_is_one_line(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("mahjonglens: ")
    assert done.stderr.count("\n") == 1
