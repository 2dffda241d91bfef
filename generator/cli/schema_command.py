"""``bloomprint schema``: the JSON Schema of layout files for editors, or a reference to read."""

from __future__ import annotations

import json
import sys

import click

from generator.reference import json_schema, markdown

HELP = """Write the JSON Schema of layout files, for editors that complete and check TOML.

\b
Examples:
  bloomprint schema > layout.schema.json
  bloomprint schema --markdown            to read: every key, element, colour, drawing, size
"""


@click.command("schema", help=HELP)
@click.option("--markdown", "as_markdown", is_flag=True, help="Write a reference to read.")
def command(as_markdown: bool) -> None:
    """Write the schema."""
    if sys.stdout.isatty():
        how = "--markdown > layouts.md" if as_markdown else "> layout.schema.json"
        what = "these are thousands of lines, more than a terminal shows"
        raise click.UsageError(f"{what}: write them to a file, bloomprint schema {how}")
    text = markdown() if as_markdown else json.dumps(json_schema(), indent=2) + "\n"
    click.echo(text, nl=False)
