"""What `mahjonglens score` scores: which kind of thing was named, and the score of one hand."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from mahjonglens.console import output
from mahjonglens.console.circumstances import Circumstances
from mahjonglens.console.sheet_table import sheet_lines
from mahjonglens.console.stream import Record, score_lines
from scoring import notation
from scoring.errors import BadNotation, ScoringError
from scoring.hand import Hand
from scoring.records import score_record, to_winner
from scoring.ruleset import RuleSet, ScoreSheet
from scoring.scorer import score
from scoring.settle import Settlement

RECORDS = {".jsonl", ".json", ".ndjson"}
STDIN = "-"


@dataclass(frozen=True, slots=True)
class Records:
    """JSON lines, in a file or (`-`) on stdin."""

    file: str

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The bytes. Raises UserError where there are none to be had."""
        if self.file == STDIN:
            if sys.stdin is None:
                raise output.UserError("there is no standard input to read hands from")
            yield sys.stdin.buffer
            return
        try:
            stream = Path(self.file).open("rb")  # noqa: SIM115 (closed below, errors told apart)
        except OSError as error:
            raise output.UserError(f"{self.file}: {error.strerror or error}") from None
        with stream:
            yield stream


@dataclass(frozen=True, slots=True)
class PhotoFile:
    """A file that is to be read as a photo."""

    file: str


def named(text: str | None) -> Records | PhotoFile | Hand:
    """What the argument of `score` means: JSON lines, a photo or a hand written as text.

    Raises UserError if it can be none of them.
    """
    if text is None:
        if sys.stdin is None or sys.stdin.isatty():
            raise output.UserError(
                "what shall be scored? Name a photo, a file of JSON lines, - for stdin, or a hand"
            )
        return Records(STDIN)
    if text == STDIN:
        return Records(STDIN)
    try:
        return _named_file(text)
    except FileNotFoundError:
        return _named_hand(text)
    except (OSError, ValueError) as error:  # a name too long, a null byte: no file, so a hand
        try:
            return notation.parse(text)
        except BadNotation:
            raise output.UserError(f"{text[:60]}: {error}") from None


def _named_file(text: str) -> Records | PhotoFile:
    path = Path(text)
    path.lstat()  # raises FileNotFoundError, which a broken link does not
    if path.is_dir():
        raise output.UserError(f"{text}: a folder, not a photo or a file of JSON lines")
    if path.suffix.lower() in RECORDS or path.is_fifo():
        return Records(text)
    if path.is_file() and _begins_as_json(path):
        return Records(text)
    return PhotoFile(text)


def _begins_as_json(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(64).lstrip().startswith(b"{")
    except OSError as error:
        raise output.UserError(f"{path}: {error.strerror or error}") from None


def _named_hand(text: str) -> Hand:
    try:
        return notation.parse(text)
    except BadNotation as error:
        if Path(text).suffix or "/" in text:
            raise output.UserError(f"{text}: no such file") from None
        raise output.UserError(f"no file and no hand: {error}") from None


@dataclass(frozen=True, slots=True)
class Scoring:
    """Under which rules and circumstances a hand is scored."""

    rules: RuleSet
    circumstances: Circumstances = field(default_factory=Circumstances)
    options: Mapping[str, object] = field(default_factory=dict)

    def sheet(self, hand: Hand) -> ScoreSheet:
        """Raises ScoringError."""
        return score(hand, self.circumstances.context, self.rules, self.options)

    def document(self, name: str, hand: Hand) -> Record:
        """The contract's score document. Raises ScoringError."""
        return _as_promised(score_record(self._record(name, hand), self.rules))

    def record_document(self, record: Record) -> Record:
        """Of a record; options of the command line stand where it names none. Raises ScoringError.

        The record's own options are left to the scorer to judge where they are no object.
        """
        own = record.get("options")
        if self.options and (own is None or isinstance(own, dict)):
            record = {**record, "options": {**self.options, **(own or {})}}
        return _as_promised(score_record(record, self.rules))

    def _record(self, name: str, hand: Hand) -> Record:
        return {
            "id": name,
            "hand": {
                "declared": [
                    {
                        "type": str(meld.kind),
                        "tiles": [tile.value for tile in meld.tiles],
                        "state": meld.state,
                    }
                    for meld in hand.melds
                ],
                "concealed_tiles": [tile.value for tile in hand.concealed],
                "winning_tile": None if hand.winning is None else hand.winning.value,
            },
            "flowers": [tile.value for tile in hand.bonus],
            "context": self.circumstances.record,
            "options": dict(self.options),
        }


def _as_promised(document: Record) -> Record:
    """Payments as the contract has them: why each is due is for the app's pages."""
    payments = document.get("payments")
    if not isinstance(payments, list):
        return document
    kept = [{key: each[key] for key in ("payer", "receiver", "amount")} for each in payments]
    return {**document, "payments": kept}


def settlement(sheet: ScoreSheet) -> Settlement | None:
    """Who pays the winner; None for a loser's rack and for a Moon Game."""
    if sheet.moon_game or not sheet.context.is_winner:
        return None
    return sheet.rules.pay(to_winner(sheet), sheet.options)


def summary(document: Record) -> str:
    """One line for a person about one record of a stream."""
    parts = []
    if "base_total" in document:
        parts.append(f"{document['base_total']} points, {document['doubles']} doubles")
    if "total" in document:
        total = document["total"]
        parts.append("Moon Game" if total is None else f"total {total}")
    payments = document.get("payments")
    if "base_total" not in document and isinstance(payments, list) and payments:
        parts.append(", ".join("{payer} pays {receiver} {amount:,}".format(**p) for p in payments))
    net = document.get("net")
    if isinstance(net, Mapping):
        parts.append(" ".join(f"{seat} {amount:+,}" for seat, amount in net.items()))
    name = document.get("id")
    return "; ".join(parts) if name is None else f"{name}: {'; '.join(parts)}"


def score_records(records: Records, scoring: Scoring, *, as_json: bool) -> int:
    """A stream of records, one answer a line; returns the exit status."""
    with records.open() as stream:
        return score_lines(stream, scoring.record_document, _print_json if as_json else _print_line)


def score_text(hand: Hand, scoring: Scoring, *, as_json: bool) -> int:
    """A hand written as text; returns the exit status."""
    try:
        if as_json:
            output.print_json(scoring.document(str(hand), hand))
        else:
            print_sheet(scoring.sheet(hand))
    except ScoringError as error:
        output.complain(str(error))
        if as_json:
            output.print_json({"id": str(hand), "error": output.one_line(str(error))})
        return output.BAD_INPUT
    return output.OK


def print_sheet(sheet: ScoreSheet) -> None:
    """The score sheet and who pays whom, as tables."""
    output.stdout_console().print(sheet_lines(sheet, settlement(sheet)))


def _print_json(document: Record) -> None:
    output.print_json(document)


def _print_line(document: Record) -> None:
    if "error" in document:
        output.complain(f"{document['id']}: {document['error']}")
    else:
        output.print_line(summary(document))
