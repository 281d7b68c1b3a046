"""Hands as JSON lines: read one, score it, write one. Never more than one line in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import BinaryIO, Never

from mahjonglens.console import output
from scoring.errors import ScoringError

LONGEST_LINE = 1 << 20  # bytes; a hand needs some hundreds
_REST = 1 << 16

Record = dict[str, object]


class BadLineError(Exception):
    """A line that is no JSON object; its text says why."""


def lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Numbered lines from 1, blank ones left out; of an overlong line just enough to be refused."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        rest = line
        while len(rest) > 0 and not rest.endswith(b"\n"):
            rest = stream.readline(_REST)
        if line.strip():
            yield number, line


def parse(line: bytes) -> Record:
    """The JSON object on a line. Raises BadLineError."""
    if len(line) > LONGEST_LINE:
        raise BadLineError(f"longer than {LONGEST_LINE} bytes")
    try:
        value = json.loads(line.decode("utf-8-sig"), parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise BadLineError("not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise BadLineError(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise BadLineError("nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits, NaN
        raise BadLineError(str(error)) from None
    if not isinstance(value, dict):
        raise BadLineError("not a JSON object")
    return value


def _no_constant(name: str) -> Never:
    raise ValueError(f"{name} is not JSON")


def score_lines(
    stream: BinaryIO,
    score: Callable[[Record], Record],
    show: Callable[[Record], None],
) -> int:
    """Score each line with `score`, hand its document to `show`; returns the exit status.

    A line that cannot be scored gives an error document, and the rest go on.
    """
    bad = 0
    first = ""
    for number, line in lines(stream):
        document = _scored(number, line, score)
        if "error" in document:
            bad += 1
            where, said = f"line {number}: ", str(document["error"])
            first = first or where + said.removeprefix(where)
        show(document)
    if bad == 0:
        return output.OK
    output.complain(first if bad == 1 else f"{bad} lines could not be scored, the first: {first}")
    return output.BAD_INPUT


def _scored(number: int, line: bytes, score: Callable[[Record], Record]) -> Record:
    try:
        record = parse(line)
    except BadLineError as error:
        return {"id": None, "error": f"line {number}: {error}"}
    try:
        return score(record)
    except ScoringError as error:
        return {"id": record.get("id"), "error": output.one_line(str(error))}
