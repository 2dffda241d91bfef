"""``bloomprint print``: words and wishes go in; a PDF, SVG or PNG comes out."""

from __future__ import annotations

from pathlib import Path

import click

from generator.catalogue import layouts_of
from generator.cli import options
from generator.cli.border import say
from generator.imposition import Flip
from generator.jobs import Job, faces_of, print_faces
from generator.pages import Marks, Wishes
from layouts.tables import papers
from output import FORMATS

HELP = """Print sheets, cards, aids, or a layout file of your own.

\b
Examples:
  bloomprint print dice/sheets                     sheets A to E, A4, one PDF
  bloomprint print dice/sheet-a dice/aid --paper letter
  bloomprint print my-sheet.toml --edition low-ink
  bloomprint print dice/sheets --format svg -o sheets/
  bloomprint print dice/sheet-a --up 2
  bloomprint print dice/sheets --pad 75 --duplex long
                 75 sheets of paper, printed on both sides: A/B, C/D, E/A, ...

WHAT is a game (dice), a product (dice/sheets), a layout (dice/sheet-a), all, or a .toml file;
`bloomprint list` shows them. Without -o the file goes to printed/.
"""


@click.command("print", help=HELP)
@click.argument("what", nargs=-1, required=True)
@click.option("-o", "--output", "target", help="File or folder to write; - is stdout.")
@options.paper
@click.option(
    "--format", "kind", type=click.Choice(list(FORMATS)), default="pdf", show_default=True
)
@options.edition
@click.option(
    "--duplex",
    type=click.Choice(["long", "short", "none"]),
    default="none",
    show_default=True,
    help="Two-sided: the edge over which your printer turns the paper.",
)
@click.option("--bleed", type=click.FloatRange(0, 10), help="Bleed in mm; 0 shares the cuts.")
@click.option(
    "--marks",
    type=click.Choice(["auto", "crop", "lines", "none"]),
    default="auto",
    show_default=True,
    help="Crop marks, or full-length lines to cut along.",
)
@click.option("--up", type=click.IntRange(1, 100), help="Pieces on one page.")
@click.option("--copies", type=click.IntRange(1, 1000), default=1, help="Copies of everything.")
@click.option(
    "--pad",
    type=click.IntRange(1, 1000),
    help="A pad of that many sheets of paper: the pieces in turn on fronts and backs.",
)
@click.option("--dpi", type=click.IntRange(36, 1200), default=300, help="For png.")
@click.option("--text", type=click.Choice(["text", "paths"]), default="text", help="For svg.")
@options.force
def command(
    what: tuple[str, ...],
    target: str | None,
    paper: str,
    kind: str,
    edition: str,
    duplex: str,
    bleed: float | None,
    marks: Marks,
    up: int | None,
    copies: int,
    pad: int | None,
    dpi: int,
    text: str,
    force: bool,
) -> None:
    """Print."""
    flip: Flip | None = None if duplex == "none" else "long" if duplex == "long" else "short"
    if pad is not None and flip is None:
        raise click.UsageError("--pad prints both sides: add --duplex long or --duplex short")
    if pad is not None and copies != 1:
        raise click.UsageError("--pad counts sheets of paper: leave out --copies")
    names = layouts_of(what)
    wishes = Wishes(papers()[paper], up, flip, marks, bleed)
    faces = faces_of(names, edition, two_sided=flip is not None, copies=copies, pad=pad)
    stem = "-".join(_stem(word) for word in what[:3]) + (f"-{edition}" * (edition != "colour"))
    job = Job(faces, wishes, stem, kind, target, force, dpi, text)
    paths, grids = print_faces(job)
    for line in dict.fromkeys(grid.describe() for grid in grids):
        say(f"{paper}, {line}")
    for path in paths:
        click.echo(path)


def _stem(word: str) -> str:
    return Path(word).stem if word.endswith(".toml") else word.replace("/", "-")
