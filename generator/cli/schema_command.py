"""``bloomprint schema``: the JSON Schema of layout files, for editors."""

from __future__ import annotations

import json

import click

from layouts.schema import Layout

HELP = """Write the JSON Schema of layout files, for editors that complete and check TOML.

\b
Examples:
  bloomprint schema > layout.schema.json
"""


@click.command("schema", help=HELP)
def command() -> None:
    """Write the schema."""
    table = Layout.model_json_schema()
    table["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    table["title"] = "bloomprint layout"
    table["properties"]["extends"] = {
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
        "description": "the layout to start from, or several: the last one wins",
    }
    table["properties"]["editions"] = {"type": "object", "description": "changes by edition"}
    click.echo(json.dumps(table, indent=2))
