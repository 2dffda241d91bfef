"""``bloomprint kit``: games go in; a folder with everything needed to play them comes out."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from generator.cli import options
from generator.cli.border import say
from generator.cli.page_options import backs_of, page_options, variant, without_backs
from generator.cli.progress import working
from generator.kits import backs_left_out, kit_files, mixed_kit_files, pages_of
from generator.pages import Wishes
from layouts.loader import GAMES
from output import FORMATS
from output.files import check_targets, save

HELP = """Print all components of a game: a page on printing and cutting, the pieces, a manifest.

\b
Examples:
  bloomprint kit dice                        into printed/dice-kit/
  bloomprint kit dice field -o kits          into kits/dice-kit/ and kits/field-kit/
  bloomprint kit dice field --mixed -o all   one kit, into all/: pieces of one size share pages
  bloomprint kit dice --paper letter --edition low-ink --duplex long
                                             into printed/dice-kit-low-ink-letter-duplex-long/
"""

FOLDER = Path("printed")


@click.command("kit", help=HELP)
@click.argument("games", nargs=-1, required=True, type=click.Choice(GAMES))
@click.option(
    "-o",
    "--output",
    "target",
    type=options.Target(),
    help="Folder of the kit; of several kits the folder that holds theirs.",
)
@options.file_format
@options.edition
@page_options
@click.option("--mixed", is_flag=True, help="One kit of all the games, one file a size of piece.")
@options.force
def command(
    games: tuple[str, ...],
    target: Path | None,
    form: str,
    edition: str,
    paper: str,
    wishes: Wishes,
    mixed: bool,
    force: bool,
) -> None:
    """Print kits."""
    if target and target.suffix.lower() in {written.suffix for written in FORMATS.values()}:
        raise click.UsageError(f"a kit is a folder of files: name one without {target.suffix}")
    words = list(dict.fromkeys(games))
    kit = "-".join(["kit", *variant(edition, paper), *backs_of(wishes)])
    with working("drawing") as tell:
        files = []
        if mixed:
            folder = target or FOLDER / f"{'-'.join(words)}-{kit}"
            files = mixed_kit_files(words, wishes, paper, edition, form, folder)
        for game in () if mixed else words:
            tell(f"drawing {game}")
            folder = target if target and len(words) == 1 else (target or FOLDER) / f"{game}-{kit}"
            files += kit_files(game, wishes, paper, edition, form, folder)
        tell("writing")
        check_targets((path for path, _ in files), force=force)
        paths = save(files, force=force)
        notes = without_backs(backs_left_out(words, wishes, edition))
        if edition == "low-ink":
            from generator.coverage import saving  # noqa: PLC0415 - only here are pages measured

            tell("measuring the ink")
            notes.append(saving(partial(pages_of, words, wishes)))
    for note in notes:
        say(note)
    for path in paths:
        click.echo(path)
