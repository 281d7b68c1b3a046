"""The command line of datasets: `mahjonglens dataset …`. The commands only, each a few lines.

What a command works with is imported inside it, so that `--help` stays quick.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from mahjonglens.console import output
from mahjonglens.dataset import people_cli, sets_cli
from mahjonglens.dataset.people_cli import Dataset, Ray, Workers

app = typer.Typer(
    help="Collect, label, check, split and give away photographs of tiles.",
    no_args_is_help=True,
)

app.add_typer(sets_cli.sets, name="sets")
app.command()(sets_cli.order)
app.command()(sets_cli.teach)


@app.command()
def new(dataset: Dataset, name: Annotated[str, typer.Option(help="Its title.")] = "") -> int:
    """Make an empty dataset."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.store import Store

    with console.told(), Store.create(dataset, name) as store:
        console.say(f"{store.name}: an empty dataset in {dataset}")
    return 0


@app.command("import")
def import_(
    dataset: Dataset,
    sources: Annotated[list[Path], typer.Argument(help="Folders or files to take in.")],
    form: Annotated[
        str | None, typer.Option("--format", help="coco, labelstudio, voc, yolo, folders, photos.")
    ] = None,
    source: Annotated[str, typer.Option(help="Where the photos are from.")] = "",
    session: Annotated[str, typer.Option(help="The evening they were taken.")] = "",
    tileset: Annotated[str, typer.Option("--set", help="The set of tiles they show.")] = "",
    licence: Annotated[str, typer.Option(help="Their licence, like CC-BY-4.0.")] = "",
    author: Annotated[str, typer.Option(help="Whom to credit.")] = "",
    names: Annotated[
        Path | None, typer.Option(help='TOML file of class names: bird = "B1".')
    ] = None,
) -> int:
    """Take in photos, with or without labels; what kind they are is found out."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.faults import DiskError
    from mahjonglens.dataset.importing import ImportJob, Tally, take_in
    from vision.data.labelled import Origin

    known = console.names_of(names)
    origin = Origin(source, session, tileset, licence, author)
    with console.opened(dataset, create=True) as store:
        store.sweep()
        tally = Tally()
        for root in sources:
            job = ImportJob(root, form, origin, known)
            try:
                for event in console.watched(take_in(store, job), f"importing {root.name}"):
                    tally.add(event)
            except DiskError:
                console.say(f"{tally.new} new photos were taken in; import again to go on")
                raise
        console.say(
            f"{tally.new} new photos with {tally.tiles} tiles"
            f" ({tally.unlabelled} without labels), {tally.again} were there already"
        )
        console.unknown_lines(tally.unknown)
        return console.report(store, "import", tally.faults, tally.notes)


@app.command()
def export(
    dataset: Dataset,
    out: Annotated[Path, typer.Argument(help="A new folder to write.")],
    form: Annotated[
        str,
        typer.Option("--format", help="yolo, yolo-obb, coco, voc, folders, labelstudio, photos."),
    ] = "yolo-obb",
    reviewed: Annotated[bool, typer.Option(help="Only labels a person has said or seen.")] = False,
    drop_unknown: Annotated[bool, typer.Option(help="Leave out classes beyond the 47.")] = False,
    replace: Annotated[bool, typer.Option(help="Overwrite an earlier export.")] = False,
) -> int:
    """Write the dataset in another format, with its card; whole or not at all."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.exporting import ExportJob
    from mahjonglens.dataset.exporting import export as write
    from vision.labels import FACES

    with console.opened(dataset) as store:
        outcome = write(store, ExportJob(form, out, reviewed, drop_unknown, replace))
        counts = outcome.counts
        console.say(
            f"{counts.photos.total()} photos with {counts.tiles.total()} tiles in {out}: "
            + ", ".join(f"{part} {count}" for part, count in sorted(counts.photos.items()))
        )
        for line in outcome.left_out:
            console.say(f"left out: {line}")
        foreign = outcome.classes[len(FACES) :]
        if foreign:
            console.say(f"classes outside the {len(FACES)}, at the end: {', '.join(foreign)}")
        return console.report(store, "export", outcome.faults)


@app.command()
def split(
    dataset: Dataset,
    by: Annotated[str, typer.Option(help="session, set, source or photo.")] = "session",
    shares: Annotated[str, typer.Option(help="train/val/test.")] = "80/10/10",
    seed: Annotated[int, typer.Option(help="Another seed, another split.")] = 0,
    anew: Annotated[bool, typer.Option(help="Forget the parts photos already lie in.")] = False,
) -> int:
    """Divide into train, val and test so that no session, set or copy lies in two."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.splitting import split as divide

    parts = console.shares_of(shares)
    with console.opened(dataset) as store:
        done = divide(store, by=by, shares=parts, seed=seed, anew=anew)
        console.say(done.how)
        if done.nameless:
            console.say(f"{done.nameless} photos name no {by}; those of one source stay together")
        empty = [part for part in parts if parts[part] > 0 and not done.plan.size(part)]
        if empty:
            console.say(
                f"nothing could go to {', '.join(empty)}: too few groups; name sessions or sets"
                " when you import (--session, --set), or split --by another of"
                " session, set, source, photo"
            )
    return 0


@app.command()
def dedupe(
    dataset: Dataset,
    apply: Annotated[bool, typer.Option(help="Mark the copies; exports leave them out.")] = False,
    undo: Annotated[bool, typer.Option(help="Unmark all copies.")] = False,
    bits: Annotated[int, typer.Option(min=0, max=128, help="How unlike copies may look.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> int:
    """Find photos that are the same or look it, also mirrored, across all sources."""
    from mahjonglens.dataset import alike, console

    with console.opened(dataset) as store:
        if undo:
            marked = [record.id for record in store.find("duplicate_of NOT NULL")]
            store.assign("duplicate_of", dict.fromkeys(marked))
        found = alike.pairs(store, bits)
        copies = alike.keepers(store, found)
        if apply:
            store.assign("duplicate_of", copies)
        about = alike.named(store)
        rows = [
            {"first": about[p.first][0], "second": about[p.second][0],
             "bits": p.distance, "exact": p.exact,
             "across_sources": about[p.first][1] != about[p.second][1]}
            for p in found
        ]  # fmt: skip
        if as_json:
            output.print_json({"pairs": rows, "copies": len(copies), "marked": apply})
            return 0
        for row in rows[: console.SHOWN]:
            kind = (
                "same bytes" if row["exact"] else f"look alike ({row['bits']} of 256 bits differ)"
            )
            where = ", two sources" if row["across_sources"] else ""
            console.say(f"{row['first']} = {row['second']}: {kind}{where}")
        if len(rows) > console.SHOWN:
            console.say(f"… and {len(rows) - console.SHOWN} more pairs; --json lists all")
        exact = sum(bool(row["exact"]) for row in rows)
        console.say(f"{len(copies)} copies ({exact} exact, {len(rows) - exact} perceptual pairs)")
        if copies and not apply:
            console.say("mark them with --apply; nothing is deleted")
    return 0


@app.command()
def stats(
    dataset: Dataset,
    plots: Annotated[Path | None, typer.Option(help="Draw them into this folder.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    workers: Workers = 1,
    ray: Ray = "",
) -> int:
    """Count per class, size, light, set and source, and say what is still short."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.crew import Crew
    from mahjonglens.dataset.plots import draw
    from mahjonglens.dataset.stats import collect_on

    with console.opened(dataset) as store:
        found = collect_on(
            store,
            Crew(workers, ray),
            lambda parts, total: console.watched(parts, "counting, 2000 photos each", total),
        )
        if plots is not None:
            draw(found, plots)
        if as_json:
            output.print_json(found.document())
        else:
            console.stats_tables(found)
    return 0


@app.command()
def prelabel(
    dataset: Dataset,
    again: Annotated[bool, typer.Option(help="Also redo the model's earlier guesses.")] = False,
    workers: Workers = 1,
    ray: Ray = "",
) -> int:
    """Let the current models label what nobody has; stopped, it goes on where it was."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.crew import Crew
    from mahjonglens.dataset.faults import Fault
    from mahjonglens.dataset.prelabel import noted, waiting, with_models
    from mahjonglens.dataset.prelabel import prelabel as label

    with console.opened(dataset) as store, console.seeing():
        total = store.count(waiting(store, again=again))
        if total:
            noted(store)
        faults, photos, tiles = [], 0, 0
        work = label(store, Crew(workers, ray), with_models(), again=again)
        for event in console.watched(work, "labelling", total):
            if isinstance(event, Fault):
                faults.append(event)
            else:
                photos += 1
                tiles += len(event.tiles)
        console.say(f"{photos} photos labelled with {tiles} tiles; review them next")
        return console.report(store, "prelabel", faults)


@app.command()
def synthesise(
    dataset: Dataset,
    count: Annotated[int, typer.Option(min=1, help="Photographs.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Number of the first.")] = 0,
    size: Annotated[int, typer.Option(min=128, help="Long side, px.")] = 960,
    layout: Annotated[str | None, typer.Option(help="hand, row, heap…; a mixture.")] = None,
    workers: Workers = 1,
    ray: Ray = "",
) -> int:
    """Render photographs of tiles with exact labels."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.crew import Crew
    from mahjonglens.dataset.synthesise import synthesise as render

    with console.opened(dataset, create=True) as store:
        work = render(
            store, Crew(workers, ray), range(seed, seed + count), size=size, layout=layout
        )
        done = [len(one.photo.tiles) for one in console.watched(work, "rendering", count)]
        console.say(f"{len(done)} photographs with {sum(done)} tiles")
    return 0


@app.command()
def check(dataset: Dataset) -> int:
    """Clear what killed runs left, and name photos that are missing or damaged."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.checking import damaged

    with console.opened(dataset) as store:
        console.say(f"{store.sweep()} leftovers removed")
        faults = list(console.watched(damaged(store), "checking"))
        console.say(f"{store.count()} photos, {len(faults)} damaged")
        return console.report(store, "check", faults)


@app.command("list")
def list_(
    dataset: Dataset,
    status: Annotated[str, typer.Option(help="unlabelled, prelabelled or labelled.")] = "",
) -> int:
    """Print one JSON line for each photo and its labels."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.records import dump_tiles

    where, values = ("status = ?", (status,)) if status else ("1", ())
    with console.opened(dataset) as store:
        for record in store.find(where, values):
            origin = record.photo.origin
            output.print_json(
                {
                    "id": record.id, "file": record.original, "status": record.status,
                    "width": record.photo.size[0], "height": record.photo.size[1],
                    "source": origin.source, "session": origin.session, "set": origin.tileset,
                    "split": origin.split, "duplicate_of": record.duplicate_of,
                    "tiles": json.loads(dump_tiles(record.photo.tiles)),
                }
            )  # fmt: skip
    return 0


app.command()(people_cli.review)
app.command()(people_cli.hands)
app.command("next")(people_cli.next_)
app.command()(people_cli.capture)
