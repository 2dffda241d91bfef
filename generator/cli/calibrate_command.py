"""``bloomprint calibrate``: a paper goes in; the test page for a printer comes out, both sides."""

from __future__ import annotations

import click

from generator.cli import options
from generator.cli.border import say
from generator.imposition import Flip
from generator.jobs import Job, faces_of, print_faces
from generator.pages import Wishes
from generator.printers import load_printer
from layouts.tables import papers

HELP = """Print a test page for your printer: rulers, a bank card, crosses and scales on both sides.

\b
Examples:
  bloomprint calibrate                        printed/calibrate-a4.pdf
  bloomprint calibrate --paper letter -o test.pdf
  bloomprint calibrate --printer office       is what was stored right? All holes at zero

The page says what to measure and what to store with `bloomprint printer`.
"""

PAGE = "shared/page-calibrate"


@click.command("calibrate", help=HELP)
@click.option(
    "-o",
    "--output",
    "target",
    type=options.Target(str, stdout=True),
    help="File to write; - is stdout.",
)
@options.paper
@click.option(
    "--duplex",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="The edge over which your printer turns the paper; the page reads the same.",
)
@click.option("--printer", help="Make up for a printer stored by `bloomprint printer`.")
@options.force
def command(target: str | None, paper: str, duplex: Flip, printer: str | None, force: bool) -> None:
    """Print the test page."""
    stored = load_printer(printer) if printer else None
    wishes = Wishes(papers()[paper], flip=duplex, printer=stored)
    stem = f"calibrate-{paper}" + (f"-{printer}" if printer else "")
    stem += f"-duplex-{duplex}" * (duplex != "long")
    faces = faces_of([PAGE], "colour", two_sided=True)
    paths, _ = print_faces(Job(faces, wishes, stem, target=target, force=force))
    for path in paths:
        click.echo(path)
    turned = f"turned over its {duplex} edge"
    say(f"print it on both sides at actual size, {turned}, then follow the steps on it")
