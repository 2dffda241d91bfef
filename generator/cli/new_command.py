"""``bloomprint new``: a kind and a name go in; a commented template to edit comes out."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from generator.cli.border import say
from layouts import HOME
from output.files import safe_name, save

TEMPLATES = HOME / "shared" / "templates"
KINDS = ("sheet", "card", "aid", "board", "deck")

HELP = """Start a layout of your own: copies a commented template that prints as it is.

\b
Examples:
  bloomprint new sheet my-sheet        writes my-sheet.toml: a dice sheet with your own board
  bloomprint new deck birds            writes birds.toml, birds.csv and birds-back.toml
  bloomprint print my-sheet.toml

Every key, colour, drawing and size: bloomprint schema --markdown > layouts.md
"""


@click.command("new", help=HELP)
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("name")
@click.option("--force", is_flag=True, help="Replace files that exist.")
def command(kind: str, name: str, force: bool) -> None:
    """Copy a template."""
    folder, stem = Path(name).parent, Path(name).name.removesuffix(".toml")
    templates = sorted(TEMPLATES.glob(f"{kind}*"))
    names = {path.name: safe_name(stem + path.name.removeprefix(kind)) for path in templates}
    files = []
    for template in templates:
        text = template.read_text("utf-8")
        for old, new in names.items():  # they name each other
            text = text.replace(f'"{old}"', f'"{new}"')
        files.append((folder / names[template.name], text.encode()))
    for path in save(files, force=force):
        click.echo(path)
    say(f"edit it, then: bloomprint print {shlex.quote(str(files[-1][0]))}")
