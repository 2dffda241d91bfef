"""``bloomprint preview``: words go in; PNG contact sheets come out, several pieces a picture."""

from __future__ import annotations

from pathlib import Path

import click

from generator.catalogue import layouts_of, stem_of
from generator.cli import options
from generator.cli.border import say
from generator.cli.page_options import without_edition
from generator.contact import DPI, contact_sheets
from generator.jobs import faces_of
from generator.pages import Face
from output.files import check_targets, names_a_file, numbered, save
from output.formats import Options, named

HELP = """Draw contact sheets: many pieces a picture, each with its name, fronts and backs.

\b
Examples:
  bloomprint preview my-deck.toml              printed/preview/my-deck-1.png, ...
  bloomprint preview dice field -o pictures --force
  bloomprint preview dice/sheets --edition low-ink
"""


@click.command("preview", help=HELP)
@click.argument("what", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    "folder",
    type=options.Target(),
    default=Path("printed/preview"),
    show_default=True,
    help="Folder to write, or a .png: several are numbered.",
)
@options.edition
@options.force
def command(what: tuple[str, ...], folder: Path, edition: str, force: bool) -> None:
    """Preview."""
    faces: list[Face] = []
    for name in layouts_of(what):
        faces += faces_of([name], edition, two_sided=True)
    stem = "-".join([stem_of(what[:3]), *([edition] * (edition != "colour"))])
    made = contact_sheets(faces, stem)
    for line in without_edition(layouts_of(what), edition, faces):
        say(line)
    paths = [folder / f"{page.name}.png" for page in made.pages]
    if names_a_file(folder, ".png"):
        paths = numbered(folder, len(paths))
    check_targets(paths, force=force)
    pictures = named("png").writer().render(made, Options(dpi=DPI))
    for path in save(list(zip(paths, pictures, strict=True)), force=force):
        click.echo(path)
