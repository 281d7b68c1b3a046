"""The command line: `mahjonglens read | score | rules`. The commands only, each a few lines.

Heavy parts (numpy, OpenCV, the models) are imported by the command that needs them, so that
`--help` and `score` on a text hand answer at once.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from mahjonglens import __version__, dataset_cli, serve_cli
from mahjonglens.console import output
from mahjonglens.console.circumstances import (
    DECLARATIONS,
    Circumstances,
    declarations_named,
    options_named,
    seat_named,
)
from mahjonglens.console.hands import Records, Scoring, named, score_records, score_text
from scoring.errors import ScoringError
from scoring.hand import Hand
from scoring.rulesets import RULESETS, find
from scoring.tiles import Tile
from vision.errors import VisionError

OWN = ("mahjonglens", "scoring", "vision")

app = typer.Typer(
    name=output.PROGRAM,
    help="Photograph a finished mahjong hand and get its tiles, its score and who pays whom.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(dataset_cli.app, name="dataset")


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line and return its exit status; errors become one line on stderr."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # a library's warning is no word to a player
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without Chinese glyphs shows "?"
    try:
        result = app(list(arguments), prog_name=output.PROGRAM, standalone_mode=False)
    except typer.TyperException as error:
        said = error.format_message() or "Missing command."
        output.complain(f"{said} (see {output.PROGRAM} --help)")
        return output.BAD_INPUT
    except typer.Abort:
        raise KeyboardInterrupt from None
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # Typer's answer to a closed pipe
            raise stop.__context__ from None
        raise
    except output.UserError as error:
        output.complain(str(error))
        return error.status
    except (ScoringError, VisionError) as error:
        output.complain(str(error))
        return output.BAD_INPUT
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in OWN:
            raise
        output.complain(f"this needs {error.name}: pip install 'mahjonglens[dataset]'")
        return output.BAD_INPUT
    return result if isinstance(result, int) else output.OK


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"{output.PROGRAM} {__version__}\n")
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


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines, nothing else.")]
Threads = Annotated[
    int, typer.Option(min=1, max=256, help="Threads that reading may use.", show_default=True)
]


TaughtSet = serve_cli.TaughtSet


@app.command()
def rules(
    name: Annotated[str | None, typer.Argument(help="A rule set; without, what there are.")] = None,
    show_options: Annotated[
        bool, typer.Option("--options", help="The questions the source leaves open, with evidence.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Print a rule set to hold beside its paper."""
    from mahjonglens.console import rules_table

    if name is None:
        if as_json:
            output.print_json({"rules": [rules_table.rules_document(r) for r in RULESETS.values()]})
        elif show_options:
            raise output.UserError("--options of which rules? Name one: " + ", ".join(RULESETS))
        else:
            output.stdout_console().print(rules_table.overview(RULESETS.values()))
        return output.OK
    chosen = find(name)
    if as_json:
        output.print_json(rules_table.rules_document(chosen))
        return output.OK
    shown = rules_table.options_list if show_options else rules_table.rules_table
    output.stdout_console().print(shown(chosen))
    return output.OK


@app.command()
def read(
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO…", help="Photos of a rack.")],
    as_json: AsJson = False,
    save: Annotated[
        Path | None,
        typer.Option(help="Paint what was read on the photos; a folder, or a file for one photo."),
    ] = None,
    taught: TaughtSet = None,
    threads: Threads = 1,
) -> int:
    """Name the tiles of photos, in the sets they lie in."""
    from mahjonglens.console import reading_command

    return reading_command.read(photos, as_json=as_json, save=save, threads=threads, taught=taught)


@app.command()
def score(
    rule_set: Annotated[
        str, typer.Option("--rules", "-r", metavar="NAME", help=f"One of {', '.join(RULESETS)}.")
    ],
    hand: Annotated[
        str | None,
        typer.Argument(
            metavar="PHOTO | HANDS.jsonl | - | HAND",
            help="A photo, a file of JSON lines (- is stdin), or a hand as text: 'B123 WEE +B3 …'.",
        ),
    ] = None,
    seat: Annotated[str | None, typer.Option(metavar="E|S|W|N", help="Own wind.")] = None,
    round_wind: Annotated[
        str | None, typer.Option("--round", metavar="E|S|W|N", help="Wind of the round.")
    ] = None,
    dealer: Annotated[bool | None, typer.Option(help="If it is not just East who deals.")] = None,
    self_drawn: Annotated[
        bool | None, typer.Option("--self-drawn/--discard", help="Where the last tile came from.")
    ] = None,
    winning: Annotated[
        str | None,
        typer.Option(metavar="TILE", help="Which tile completed the hand in the photo."),
    ] = None,
    lost: Annotated[bool, typer.Option("--lost", help="Score the rack of a loser.")] = False,
    circumstances: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="WHAT", help=f"Repeatable: {DECLARATIONS}."),
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="ID=VALUE", help="See `rules NAME --options`."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Take the reading as it is.")] = False,
    save: Annotated[Path | None, typer.Option(help="Save the photo with what was read.")] = None,
    taught: TaughtSet = None,
    threads: Threads = 1,
    as_json: AsJson = False,
) -> int:
    """Score a photo, hands in JSON lines, or a hand written as text."""
    told = Circumstances(
        seat=None if seat is None else seat_named(seat),
        round=None if round_wind is None else seat_named(round_wind),
        dealer=dealer,
        self_drawn=self_drawn,
        lost=lost,
        declared=declarations_named(circumstances or ()),
    )
    chosen = options_named(options or ())
    scoring = Scoring(find(rule_set), told, chosen)
    scoring.rules.resolve(chosen)  # an option the rules do not know is said before anything is read
    what = named(hand)
    last = None if winning is None else Tile.parse(winning)
    if isinstance(what, Records):
        if told.said or save or last or taught:
            raise output.UserError("JSON lines bring their own circumstances; give only --option")
        return score_records(what, scoring, as_json=as_json)
    if isinstance(what, Hand):
        if save or last or taught:
            raise output.UserError(
                "--save, --set and --winning are for photos; in a text write +B3"
            )
        return score_text(what, scoring, as_json=as_json)
    from mahjonglens.console import photo_command

    return photo_command.score_photo(
        what.file, scoring, photo_command.Manners(as_json, yes, save, threads, last, taught)
    )


app.command()(serve_cli.live)
app.command()(serve_cli.serve)
