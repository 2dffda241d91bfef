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
  bloomprint new deck birds            writes birds.toml and birds.csv
  bloomprint print my-sheet.toml
"""


@click.command("new", help=HELP)
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("name")
@click.option("--force", is_flag=True, help="Replace files that exist.")
def command(kind: str, name: str, force: bool) -> None:
    """Copy a template."""
    folder, stem = Path(name).parent, Path(name).name.removesuffix(".toml")
    files = []
    for template in sorted(TEMPLATES.glob(f"{kind}.*")):
        text = template.read_text("utf-8").replace(f'"{kind}.csv"', f'"{stem}.csv"')
        files.append((folder / safe_name(stem + template.suffix), text.encode()))
    for path in save(files, force=force):
        click.echo(path)
    say(f"edit it, then: bloomprint print {shlex.quote(str(files[-1][0]))}")
