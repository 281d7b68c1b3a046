"""Where the command line's words go: results to stdout, everything else to stderr."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping

from rich.console import Console

PROGRAM = "mahjonglens"
OK, BAD_INPUT, NO_HAND = 0, 2, 3  # the contract's exit statuses
WIDTH_IN_A_FILE = 120


class UserError(Exception):
    """One sentence for the person at the keyboard; `status` is how the program then ends."""

    def __init__(self, message: str, status: int = BAD_INPUT) -> None:
        super().__init__(message)
        self.status = status


class _PlainPipeConsole(Console):
    """A Rich console that leaves a closed pipe to `mahjonglens.__main__`, not to SystemExit(1)."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def stdout_console() -> Console:
    """For tables: colours on a terminal, plain text elsewhere, words never taken for markup."""
    return _console(stderr=False)


def stderr_console() -> Console:
    """For progress and questions, so that stdout holds results only."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    console = _PlainPipeConsole(stderr=stderr, markup=False, highlight=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDTH_IN_A_FILE
    return console


def one_line(text: str) -> str:
    """`text` as a single printable line, whatever was in the file name or the message."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in _joined(text))


def _joined(text: str) -> str:
    return " ".join(text.split())


def complain(message: str) -> None:
    """Write one line to stderr."""
    if sys.stderr is not None:
        sys.stderr.write(f"{PROGRAM}: {one_line(message)}\n")


def print_json(document: Mapping[str, object]) -> None:
    """One JSON document on one line of stdout, flushed: a reader at the other end need not wait.

    ASCII only, so that it survives any locale and any file name.
    """
    sys.stdout.write(json.dumps(document, allow_nan=False) + "\n")
    sys.stdout.flush()


def print_line(text: str) -> None:
    """One plain line on stdout, flushed."""
    sys.stdout.write(one_line(text) + "\n")
    sys.stdout.flush()
