"""The commands that bring people and photos together: review, next, capture, hands; mounted by
`mahjonglens.dataset_cli`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mahjonglens.console import output

Dataset = Annotated[Path, typer.Argument(help="The dataset's folder.", show_default=False)]
Workers = Annotated[int, typer.Option(min=1, help="Processes that work at once.")]
Ray = Annotated[
    str,
    typer.Option(help="Work on a Ray cluster: 'local', 'auto' or its address.", metavar="WHERE"),
]


def review(
    dataset: Dataset,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8770,
) -> int:
    """Look through the labels in the browser: the doubtful first, and contact sheets."""
    import uvicorn

    from mahjonglens.dataset import console
    from mahjonglens.web.review.look import best_look
    from mahjonglens.web.review.pages import review_app
    from mahjonglens.web.settings import Settings

    with console.opened(dataset):
        pass
    hosts = frozenset(f"{name}:{port}" for name in ("localhost", "127.0.0.1"))
    console.say(f"the review is at http://localhost:{port}/review (Ctrl-C ends it)")
    served = review_app(Settings(hosts), dataset, best_look())
    uvicorn.run(served, host="127.0.0.1", port=port, log_level="warning", server_header=False)
    return 0


def hands(
    dataset: Dataset,
    data: Annotated[Path | None, typer.Option(help="Folder of `serve` with the games.")] = None,
) -> int:
    """Take in the hands that players confirmed and gave; drop those they took back."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.faults import Fault
    from mahjonglens.dataset.hands import collect
    from mahjonglens.ledger import Ledger, LedgerError
    from mahjonglens.serve_cli import data_folder

    games = (data or data_folder()) / "games.sqlite"
    if not games.is_file():
        raise output.UserError(f"no games in {games.parent}")
    with console.opened(dataset, create=True) as store:
        try:
            with Ledger(games) as ledger:
                events = list(collect(store, ledger.labelled_photos()))
        except LedgerError as error:
            raise output.UserError(str(error)) from error
        faults = [event for event in events if isinstance(event, Fault)]
        console.say(f"{len(events) - len(faults)} new hands")
        return console.report(store, "hands", faults)


def next_(
    where: Annotated[Path, typer.Argument(help="A dataset, or a folder of photos.")],
    first: Annotated[int, typer.Option("--first", "-n", min=1, help="How many to name.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    workers: Workers = 1,
    ray: Ray = "",
) -> int:
    """Say which photos to label next: those the model would learn most from."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.asking import Looker, ask, questions
    from mahjonglens.dataset.crew import Crew

    with console.told(), console.seeing():
        free, known = questions(where)
        watched = console.watched(free, "looking", len(free))
        ranking = ask(watched, known, Crew(workers, ray), Looker, first=first)
    if as_json:
        output.print_json(
            {
                "photos": [
                    {"file": question.name, "gain": round(pick.gain, 4), "about": list(pick.faces)}
                    for question, pick in ranking.picks
                ],
                "faults": [{"file": fault.file, "why": fault.why} for fault in ranking.faults],
            }
        )
    else:
        for place, (question, pick) in enumerate(ranking.picks, 1):
            about = f"  {' '.join(pick.faces)}" if pick.faces else ""
            console.say(f"{place:3}. {question.name}  +{100 * pick.gain:.1f} %{about}")
    for fault in ranking.faults:
        output.complain(str(fault))
    return output.BAD_INPUT if ranking.faults else output.OK


def capture(
    dataset: Dataset,
    camera: Annotated[str, typer.Option(help="Number of the webcam, or a film.")] = "0",
    watch: Annotated[
        Path | None, typer.Option(help="Folder that a phone sends its photos to.")
    ] = None,
    tileset: Annotated[str, typer.Option("--set", help="The set of tiles they show.")] = "",
    session: Annotated[str, typer.Option(help="The evening; today if not said.")] = "",
    licence: Annotated[str, typer.Option(help="Their licence.")] = "",
    author: Annotated[str, typer.Option(help="Whom to credit.")] = "",
    show: Annotated[bool, typer.Option(help="Only list what is missing.")] = False,
) -> int:
    """Take photos, guided by what the dataset still lacks.

    With a phone: `mahjonglens serve --dataset SET`, pair it, and open Review, Take photos.
    """
    from mahjonglens.dataset import console
    from mahjonglens.dataset.capture import open_wishes, wishes
    from mahjonglens.dataset.stats import collect
    from vision.data.labelled import Origin

    origin = Origin("camera", session, tileset, licence, author)
    with console.opened(dataset, create=True) as store:
        wanted = open_wishes(store, wishes(collect(store)))
        if show:
            for wish in wanted:
                console.say(str(wish))
            return 0
        if watch is not None:
            return console.watch_folder(store, watch, origin, wanted)
        return console.shoot(store, camera, origin, wanted)
