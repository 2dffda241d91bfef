"""``bloomprint print``: words and wishes go in; a PDF, SVG or PNG comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import click

from generator.catalogue import layouts_of, stem_of
from generator.cli import options
from generator.cli.border import say, say_faults
from generator.cli.page_options import backs_of, page_options, told, variant, without_edition
from generator.cli.service_options import service_options
from generator.jobs import Job, composed, faces_of, print_faces
from generator.pages import Face, Sides, Wishes
from generator.watching import watch as watching
from layouts.faults import BadInput, Unreadable
from output import FORMATS
from output.errors import OutputError

HELP = """Print sheets, cards, aids, or a layout file of your own.

\b
Examples:
  bloomprint print dice/sheets                     sheets A to E, A4, one PDF
  bloomprint print dice/sheet-a dice/aid --paper letter
  bloomprint print my-sheet.toml --edition low-ink
  bloomprint print dice/sheets --format svg -o sheets/
  bloomprint print dice/sheet-a --up 2
  bloomprint print my-deck.toml --duplex long --printer office
  bloomprint print my-deck.toml --fold             backs on the same page, across a fold
  bloomprint print my-deck.toml --duplex short --sides backs
  bloomprint print my-deck.toml --watch            again whenever you save
  bloomprint print my-deck.toml --profile thegamecrafter
                 what a service wants, checked; --profile cut for cutting machines
  bloomprint print dice/sheets --pad 75 --duplex long
                 a pad of 75 sheets, printed on both sides: A/B, C/D, E/A, ...

WHAT is a game (dice), a product (dice/sheets), a layout (dice/sheet-a), all, or a .toml file;
`bloomprint list` shows them. Without -o the file goes to printed/.
"""


@dataclass(frozen=True, slots=True)
class Order:
    """What one call of the command asks for."""

    what: tuple[str, ...]
    names: list[str]
    edition: str
    copies: int | None
    pad: int | None
    paper: str


@click.command("print", help=HELP)
@click.argument("what", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    "target",
    type=options.Target(str, stdout=True),
    help="File or folder to write; - is stdout.",
)
@click.option(
    "--format",
    "kind",
    type=click.Choice(list(FORMATS)),
    help="Default: what the ending of -o says, else pdf.",
)
@options.edition
@service_options
@page_options
@click.option(
    "--sides",
    type=click.Choice(["both", "fronts", "backs"]),
    default="both",
    show_default=True,
    help="Fronts or backs alone, for a file each.",
)
@click.option("--up", type=click.IntRange(1, 400), help="Pieces on one page; a few fill it.")
@click.option("--copies", type=click.IntRange(1, 1000), help="Copies of everything; default 1.")
@click.option(
    "--pad",
    type=click.IntRange(1, 1000),
    help="With --duplex, a pad of that many leaves: pieces in turn on both sides, or each with "
    "its own back.",
)
@click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    default=300,
    show_default=True,
    help="For png: dots an inch.",
)
@click.option(
    "--text",
    type=click.Choice(["text", "paths"]),
    default="text",
    show_default=True,
    help="For svg: text as text or as outlines.",
)
@click.option("--watch", is_flag=True, help="Print again whenever a file is saved, until Ctrl-C.")
@options.force
def command(
    what: tuple[str, ...],
    target: str | None,
    kind: str | None,
    edition: str,
    paper: str,
    wishes: Wishes,
    sides: Sides,
    up: int | None,
    copies: int | None,
    pad: int | None,
    dpi: int,
    text: str,
    watch: bool,
    force: bool,
) -> None:
    """Print."""
    _check(wishes, sides, copies, pad, watch=watch, target=target)
    order = Order(what, layouts_of(what), edition, copies, pad, paper)
    options.keep_inputs(target, [name for name in order.names if name.endswith(".toml")])
    kind = options.format_of(kind, target)
    fill = up is not None and copies is None and pad is None
    wishes = replace(wishes, up=up, sides=sides, fill=fill)
    job = Job((), wishes, "", kind, target, force, dpi, text)
    if watch:
        watching(order.names, _patient(order, job))
    else:
        _print(order, job)


def _check(
    wishes: Wishes,
    sides: Sides,
    copies: int | None,
    pad: int | None,
    *,
    watch: bool,
    target: str | None,
) -> None:
    if pad is not None and wishes.flip is None:
        raise click.UsageError("--pad prints both sides: add --duplex long or --duplex short")
    if pad is not None and copies is not None:
        raise click.UsageError("--pad counts sheets of paper: leave out --copies")
    if sides != "both" and wishes.flip is None:
        raise click.UsageError(
            f"--sides {sides} needs the edge over which you turn the paper: "
            "add --duplex long or --duplex short"
        )
    if watch and target == "-":
        raise click.UsageError("--watch writes files: name one with -o")


def _print(order: Order, job: Job) -> list[Path]:
    wishes = job.wishes
    faces = _faces(order, wishes, order.edition)
    backs = any(face.back for face in faces)
    paths, grids = print_faces(replace(job, faces=faces, stem=_name(order, wishes, backs=backs)))
    for line in told(order.paper, wishes, grids, faces, order.edition):
        say(line)
    for line in without_edition(order.names, order.edition, faces):
        say(line)
    if order.edition == "low-ink":
        from generator.coverage import saving  # noqa: PLC0415 - only here are pages measured

        say(saving(lambda edition: composed(_faces(order, wishes, edition), wishes)[0]))
    for path in paths:
        click.echo(path)
    return paths


def _faces(order: Order, wishes: Wishes, edition: str) -> list[Face]:
    return faces_of(
        order.names,
        edition,
        two_sided=wishes.two_sided,
        in_turn=wishes.flip is not None,
        copies=order.copies or 1,
        pad=order.pad,
    )


def _patient(order: Order, job: Job) -> Callable[[], list[Path]]:
    """Return a function that prints, and tells what is wrong instead of giving up.

    What was printed once is ours to replace.
    """
    ours = job.force

    def run() -> list[Path]:
        nonlocal ours
        try:
            paths = _print(order, replace(job, force=ours))
        except BadInput as error:
            say_faults(error.faults)
        except (Unreadable, OutputError) as error:
            if not ours and error.exit_code == 2:
                raise
            say(str(error))
        else:
            ours = True
            return paths
        return []

    return run


def _name(order: Order, wishes: Wishes, *, backs: bool) -> str:
    """Return the name of the file when none is given: what it holds, and what is unusual in it."""
    parts = [stem_of(order.what[:3])]
    parts += variant(order.edition, order.paper)
    parts += [f"{wishes.up}-up"] * (wishes.up is not None)
    parts += [f"pad-{order.pad}"] * (order.pad is not None)
    parts += [f"{order.copies}-copies"] * (order.copies not in (None, 1))
    if backs:
        parts += backs_of(wishes)
    parts += [f"for-{wishes.printer_name}"] * bool(wishes.printer_name)
    return "-".join([*parts, *([wishes.sides] * (wishes.sides != "both"))])
