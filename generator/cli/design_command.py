"""``bloomprint design``: a seed goes in; a new sheet, deck or card set comes out as a layout."""

from __future__ import annotations

from pathlib import Path

import click

from generator.cli import options
from generator.cli.border import say
from output.files import check_targets, save
from solver.signals import load

HELP = """Design a new sheet, deck or card set that meets every condition of ours, from a seed.

\b
Examples:
  bloomprint design dice --seed 7                  writes the layout to stdout
  bloomprint design dice --seed 7 -o sheet-f.toml
  bloomprint print sheet-f.toml
  bloomprint design field --seed 7 -o my-deck.toml
  bloomprint design garden --seed 7 -o my-cards.toml
"""


@click.command("design", help=HELP)
@click.argument("game", type=click.Choice(["dice", "field", "garden"]))
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32),
    default=1,
    show_default=True,
    help="Every number leads to another design, always to the same.",
)
@click.option("-o", "--output", "target", type=options.Target(), help="File to write.")
@options.force
def command(game: str, seed: int, target: Path | None, force: bool) -> None:
    """Design."""
    designer = load(f"solver.{game}.design")
    if target is not None:
        check_targets([target], force=force)
    text: str = designer.layout(seed)
    met = f"all conditions met: {designer.summary(seed)}"
    if target is None:
        click.echo(text, nl=False)
        say(met)
        return
    for path in save([(target, text.encode())], force=force):
        click.echo(path)
    say(f"{met}\nprint it with: bloomprint print {target}")
