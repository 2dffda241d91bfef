"""``bloomprint kit``: a game goes in; a folder with everything needed to play it comes out."""

from __future__ import annotations

from pathlib import Path

import click

from generator.cli import options
from generator.imposition import Flip
from generator.kits import kit_files
from generator.pages import Wishes
from layouts.loader import GAMES
from layouts.tables import papers
from output import FORMATS
from output.files import check_targets, save

HELP = """Print all components of a game: a page on printing and cutting, the pieces, a manifest.

\b
Examples:
  bloomprint kit dice                        into printed/dice-kit/
  bloomprint kit dice --paper letter -o my-kit
  bloomprint kit dice --edition low-ink --duplex long
"""


@click.command("kit", help=HELP)
@click.argument("games", nargs=-1, required=True, type=click.Choice(GAMES))
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), help="Folder to write.")
@options.paper
@click.option(
    "--format", "kind", type=click.Choice(list(FORMATS)), default="pdf", show_default=True
)
@options.edition
@click.option("--duplex", type=click.Choice(["long", "short", "none"]), default="none")
@options.force
def command(
    games: tuple[str, ...],
    target: Path | None,
    paper: str,
    kind: str,
    edition: str,
    duplex: str,
    force: bool,
) -> None:
    """Print kits."""
    flip: Flip | None = None if duplex == "none" else "long" if duplex == "long" else "short"
    wishes = Wishes(papers()[paper], flip=flip)
    files = []
    for game in dict.fromkeys(games):
        folder = target or Path("printed") / f"{game}-kit"
        files += kit_files(game, wishes, paper, edition, kind, folder)
    check_targets((path for path, _ in files), force=force)
    for path in save(files, force=force):
        click.echo(path)
