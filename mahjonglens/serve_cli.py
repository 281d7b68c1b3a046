"""The commands `serve` and `live`, mounted by `mahjonglens.cli`."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mahjonglens.console import output

if TYPE_CHECKING:
    from mahjonglens.ledger import Ledger
    from vision.live import LiveReading
    from vision.reading import RackReading

PORT = 8765
_LOOPBACK = "127.0.0.1"
TaughtSet = Annotated[
    str | None,
    typer.Option(
        "--set", metavar="NAME", help="Read with this taught set, or 'none'; else the chosen one."
    ),
]


def serve(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = PORT,
    lan: Annotated[
        bool, typer.Option("--lan", help="Also for phones in this network: HTTPS and a QR code.")
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(help="This machine's address in the network, if the one found is wrong."),
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="Folder for games and photos.", file_okay=False)
    ] = None,
    dataset: Annotated[
        Path | None, typer.Option(help="A dataset to review at /review.", file_okay=False)
    ] = None,
    taught: TaughtSet = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Unpair all phones that were paired before.")
    ] = False,
) -> int:
    """Start the app for the table, in a browser on this machine or on your phones."""
    from mahjonglens.ledger import Ledger, LedgerError

    folder = data or data_folder()
    if address is not None and not lan:
        raise output.UserError("--address goes with --lan")
    try:
        with Ledger(folder / "games.sqlite") as ledger:
            if forget:
                output.complain(f"phones unpaired: {ledger.forget_devices()}")
            return _serve(Place(folder, port, lan, address, dataset, taught), ledger)
    except LedgerError as error:
        raise output.UserError(str(error)) from None


def live(
    source: Annotated[
        str, typer.Argument(help="The number of a camera (0 is the first), or a film.")
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the settled reading as JSON, nothing else.")
    ] = False,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Read hand after hand, until Ctrl-C or the end.")
    ] = False,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads that reading may use.")] = 1,
    taught: TaughtSet = None,
) -> int:
    """Read a hand with a camera over the table: hold still until it says that it has it."""
    from mahjonglens import camera
    from mahjonglens.console.reading_table import reading_lines
    from mahjonglens.dataset.teaching import load_reader
    from vision.contract import reading_document
    from vision.errors import VisionError
    from vision.pipeline import LIVE

    found = 0
    try:
        reader = load_reader(taught, look=LIVE, threads=threads)
        with camera.frames(source) as frames:
            for reading in settled(reader.read(frame) for frame in frames):
                found += 1
                if as_json:
                    output.print_json(reading_document(reading, source))
                else:
                    output.stdout_console().print(reading_lines(reading))
                if not keep_going:
                    break
    except (camera.SourceError, VisionError) as error:
        raise output.UserError(str(error)) from None
    if not found:
        output.complain(
            "no hand was seen for long enough: keep the whole hand in view and hold still"
        )
    return output.OK if found else output.NO_HAND


def settled(readings: Iterator[RackReading]) -> Iterator[RackReading]:
    """Each hand once, when its reading has settled; what is waited for is said on stderr."""
    from vision.live import Tracker

    tracker, said, was_locked = Tracker(), "", False
    for reading in readings:
        seen: LiveReading = tracker.update(reading)
        if seen.waiting is not None and seen.waiting != said:
            said = seen.waiting
            output.complain(said)
        if seen.locked and not was_locked:
            yield seen.reading
        was_locked = seen.locked


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server keeps its files and under which addresses it listens."""

    folder: Path
    port: int
    lan: bool
    address: str | None = None
    dataset: Path | None = None
    taught: str | None = None


def data_folder() -> Path:
    """Where games are kept unless told: `MAHJONGLENS_DATA`, else the user's data folder."""
    named = os.environ.get("MAHJONGLENS_DATA")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "mahjonglens"


def _serve(place: Place, ledger: Ledger) -> int:
    """Listen until Ctrl-C."""
    from mahjonglens.dataset.profiles import Shelf
    from mahjonglens.web import certificate, server
    from mahjonglens.web.desk import Desk, load_readers
    from mahjonglens.web.pairing import Pairing

    if place.taught not in (None, "none") and place.taught not in Shelf().names():
        raise output.UserError(
            f"there is no set {place.taught}; see: mahjonglens dataset sets list"
        )
    desk = Desk(partial(load_readers, place.taught))
    outside = _LOOPBACK
    if place.lan:
        outside = place.address or certificate.lan_address()
    names = tuple(dict.fromkeys((outside, _LOOPBACK, "localhost")))
    sockets = [_listen(name, place.port) for name in dict.fromkeys((outside, _LOOPBACK))]
    with ExitStack() as stack:
        for each in sockets:
            stack.enter_context(each)
        if not place.lan:
            output.print_line(f"mahjonglens is at http://localhost:{place.port} (Ctrl-C ends it)")
            listening = server.Listening(names, place.port, sockets)
            server.run(ledger, listening, desk=desk, dataset=place.dataset)
            return output.OK
        files = certificate.certificate_for(place.folder, names)
        shown = f"[{outside}]" if ":" in outside else outside
        pairing = Pairing(f"https://{shown}:{place.port}", ledger, _show_link)
        output.print_line(f"Its certificate's SHA-256: {certificate.fingerprint(files[0])}")
        _show_link(pairing.link)
        listening = server.Listening(names, place.port, sockets, files)
        server.run(ledger, listening, pairing, desk=desk, dataset=place.dataset)
    return output.OK


def _listen(address: str, port: int) -> socket.socket:
    """A listening socket. Raises `UserError` for an address or a port that cannot be had."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        return socket.create_server((address, port), family=family, backlog=128)
    except OSError as error:
        reason = os.strerror(error.errno).lower() if error.errno else str(error)
        raise output.UserError(f"Cannot listen on {address}, port {port}: {reason}") from None


def _show_link(link: str) -> None:
    """The next phone's way in, as a QR code and as text."""
    from mahjonglens.web.pairing import qr_text

    output.stdout_console().print(qr_text(link), end="")
    output.print_line(f"Scan this with a phone, or open on this machine (works once): {link}")
