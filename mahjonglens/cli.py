"""The command line: `mahjonglens read | score | rules`. The commands only, each a few lines.

Heavy parts (numpy, OpenCV, the models) are imported by the command that needs them, so that
`--help` and `score` on a text hand answer at once.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated

import typer

from mahjonglens.console import output
from scoring.errors import ScoringError

app = typer.Typer(
    name=output.PROGRAM,
    help="Photograph a finished mahjong hand and get its tiles, its score and who pays whom.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line and return its exit status; errors become one line on stderr."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # a library's warning is no word to a player
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without Chinese glyphs shows "?"
    try:
        result = app(list(arguments), prog_name=output.PROGRAM, standalone_mode=False)
    except typer.TyperException as error:
        output.complain(f"{error.format_message()} (see {output.PROGRAM} --help)")
        return output.BAD_INPUT
    except typer.Abort:
        raise KeyboardInterrupt from None
    except output.UserError as error:
        output.complain(str(error))
        return error.status
    except ScoringError as error:
        output.complain(str(error))
        return output.BAD_INPUT
    return result if isinstance(result, int) else output.OK


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"{output.PROGRAM} {version(output.PROGRAM)}\n")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None:
    """Photograph a finished mahjong hand and get its tiles, its score and who pays whom."""
