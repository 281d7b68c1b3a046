"""The commands that teach sets of tiles and keep them; mounted by `mahjonglens.dataset_cli`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

sets = typer.Typer(help="Sets of tiles that were taught.", no_args_is_help=True)
Layout = Annotated[str, typer.Option(help="Kinds the set has: 34, 42 or 46.", metavar="KINDS")]


def order(layout: Layout = "42") -> int:
    """Show the order in which tiles are laid out to teach a set."""
    from mahjonglens.dataset import console

    console.say("Lay one tile of each kind, face up, all the same way round, with small gaps:")
    for row in console.layout_of(layout):
        console.say("  " + " ".join(row))
    console.say("Photograph from above, once or twice, then: mahjonglens dataset teach NAME PHOTO…")
    return 0


def teach(
    name: Annotated[str, typer.Argument(help="What to call the set.")],
    photos: Annotated[list[Path], typer.Argument(help="One or two photos of the layout.")],
    layout: Layout = "42",
    trust_order: Annotated[
        bool, typer.Option(help="Believe the order even where tiles look exchanged.")
    ] = False,
    replace: Annotated[bool, typer.Option(help="Teach a known name anew.")] = False,
    choose: Annotated[bool, typer.Option(help="Read with it from now on.")] = True,
) -> int:
    """Teach a set of tiles from photos of all its kinds in the order shown."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.profiles import Shelf

    rows = console.layout_of(layout)
    with console.told():
        shelf = Shelf()
        shelf.path(name)
        taught = console.taught(name, photos, rows, trust=trust_order)
        shelf.keep(taught, replace=replace)
        if choose:
            shelf.choose(name)
    count = "one photo" if len(photos) == 1 else f"{len(photos)} photos"
    console.say(f"{name}: {taught.kinds} kinds from {count}")
    if choose:
        console.say("photos are read with this set from now on")
    return 0


@sets.command("list")
def sets_list() -> int:
    """All taught sets; the chosen one has a star."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.profiles import Shelf

    shelf = Shelf()
    for name in shelf.names():
        with console.told():
            taught = shelf.load(name)
        star = "*" if name == shelf.chosen else " "
        console.say(
            f"{star} {name}: {taught.kinds} kinds, {len(taught.faces)} pictures, {taught.made}"
        )
    if not shelf.names():
        console.say("no set has been taught; see: mahjonglens dataset order")
    return 0


@sets.command("use")
def sets_use(name: Annotated[str, typer.Argument(help="A taught set, or 'none'.")]) -> int:
    """Read with this set from now on, or with none."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.profiles import Shelf

    with console.told():
        Shelf().choose(None if name == "none" else name)
    console.say("no particular set" if name == "none" else f"photos are read with {name}")
    return 0


@sets.command("export")
def sets_export(name: str, out: Annotated[Path, typer.Argument(help="File to write.")]) -> int:
    """Write a set to a file, to give to somebody."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.files import write_whole
    from mahjonglens.dataset.profiles import Shelf, dump

    with console.told():
        taught = Shelf().load(name)
        write_whole(out, dump(taught))
    console.say(f"{name} in {out}")
    return 0


@sets.command("import")
def sets_import(
    file: Annotated[Path, typer.Argument(help="A file somebody exported.")],
    name: Annotated[str, typer.Option(help="Another name for it.")] = "",
    replace: Annotated[bool, typer.Option(help="Replace a set of that name.")] = False,
) -> int:
    """Take in a set from a file."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.photos import read_bytes
    from mahjonglens.dataset.profiles import Shelf, load

    with console.told():
        taught = load(read_bytes(file), name or file.stem)
        Shelf().keep(taught, replace=replace)
    console.say(f"{taught.name}: {taught.kinds} kinds")
    return 0


@sets.command("remove")
def sets_remove(name: str) -> int:
    """Delete a taught set for good."""
    from mahjonglens.dataset import console
    from mahjonglens.dataset.profiles import Shelf

    with console.told():
        Shelf().remove(name)
    console.say(f"{name} is gone")
    return 0
