"""The schema of layout files goes in; its JSON Schema and a reference to read come out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import getdoc
from typing import Any, get_args

from pydantic import BaseModel

from generator.names import names, tabled
from layouts import schema

WIDE = 2000
"""A bound this far off says nothing to a reader."""

ELEMENTS = "elements"

TABLES = (schema.Column, schema.Flower, schema.BoardText, schema.SizeMm)

_HEAD = """\
# Layout files: every key and element

Made from the schema by `bloomprint schema --markdown`; do not edit by hand.

"""

_MERGED: dict[str, dict[str, Any]] = {
    "extends": {
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
        "description": "the layout to start from, or several: the last one wins",
        "default": None,
    },
    "editions": {"type": "object", "description": "changes by edition", "default": {}},
}
"""What is merged away before a layout is checked."""


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of layout files."""
    table = schema.Layout.model_json_schema()
    table["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    table["title"] = "bloomprint layout"
    for key, entry in _MERGED.items():
        table["properties"][key] = {k: v for k, v in entry.items() if k != "default"}
    return table


def elements() -> tuple[type[BaseModel], ...]:
    """Return the models of all elements in the order of the schema."""
    return get_args(get_args(schema.Element)[0])


def markdown() -> str:
    """Return the reference of layout files."""
    parts = [
        _HEAD + _flowed(schema.__doc__ or ""),
        _section("## A layout", schema.Layout, _keys(schema.Layout, merged=_MERGED)),
        _section("## Every element", schema.Drawn, _keys(schema.Drawn)),
        _section("## Elements with a surface", schema.Painted, _keys(schema.Painted)),
        "## The elements",
        *map(_element, elements()),
        "## Tables inside",
        *(_section(f"### {_named(table)}", table, _keys(table)) for table in TABLES),
        "## Names",
        *names(),
    ]
    return "\n\n".join(parts) + "\n"


def _element(model: type[BaseModel]) -> str:
    [name] = get_args(model.model_fields["type"].annotation)
    also = "Also: the keys of every element"
    also += " and of those with a surface." if issubclass(model, schema.Painted) else "."
    rows = [row for row in _keys(model) if row[0] != "`type`"]
    return f"{_section(f'### `{name}`', model, rows)}\n\n{also}"


def _named(table: type[BaseModel]) -> str:
    return table.__name__.removesuffix("Mm").removesuffix("Text").lower()


def _section(head: str, model: type[BaseModel], rows: Iterable[Sequence[str]]) -> str:
    keys = list(rows)
    if not keys:
        return f"{head}\n\n{_flowed(getdoc(model) or '')}"
    table = tabled(("key", "value", "default", "meaning"), keys)
    return f"{head}\n\n{_flowed(getdoc(model) or '')}\n\n{table}"


def _flowed(text: str) -> str:
    """Return a docstring as Markdown: paragraphs on a line each, code in single quotes."""
    paragraphs = text.strip().split("\n\n")
    return "\n\n".join(" ".join(p.split()) for p in paragraphs).replace("``", "`")


def _keys(
    model: type[BaseModel], merged: Mapping[str, Mapping[str, Any]] | None = None
) -> Iterator[tuple[str, ...]]:
    """Yield a row for every key that a model adds to the one it builds on."""
    table = model.model_json_schema()
    table = table if "properties" in table else table["$defs"][model.__name__]
    base = model.__base__
    known = base.model_fields if base is not None and issubclass(base, BaseModel) else {}
    rows = {key: row for key, row in table["properties"].items() if key not in known}
    for key, row in {**(merged or {}), **rows}.items():
        default = _default(row, key in table.get("required", ()))
        meaning = str(row.get("description", "")).replace("|", "\\|")
        yield f"`{key}`", _words(row), default, meaning


def _default(row: Mapping[str, Any], required: bool) -> str:
    if required:
        return "**required**"
    found = row.get("default")
    if found is None or found in ({}, []):
        return ""
    return f"`{json.dumps(found, ensure_ascii=False)}`"


def _words(row: Mapping[str, Any]) -> str:  # noqa: PLR0911 - one return a kind of value
    """Say in words what a value may be."""
    if "anyOf" in row:
        kinds = (_words(kind) for kind in row["anyOf"] if kind.get("type") != "null")
        return " or ".join(dict.fromkeys(kinds))
    if "$ref" in row or "discriminator" in row:
        return _table(str(row.get("$ref", "")).rsplit("/", 1)[-1])
    if "enum" in row or "const" in row:
        return ", ".join(f"`{word}`" for word in row.get("enum", [row.get("const")]))
    match row.get("type"):
        case "string":
            return "`{reference}`" if "pattern" in row else "text"
        case "number" | "integer" as kind:
            return ("number" if kind == "number" else "whole number") + _range(row)
        case "boolean":
            return "`true`, `false`"
        case "array":
            if "prefixItems" in row:
                return f"{len(row['prefixItems'])} numbers"
            each = _words(row.get("items", {}))
            return each if each == ELEMENTS else f"list, each {each}"
        case "object":
            return "table"
    return "anything"


def _table(name: str) -> str:
    names = {table.__name__: _named(table) for table in TABLES}
    return f"a {names[name]}" if name in names else ELEMENTS


def _range(row: Mapping[str, Any]) -> str:
    low, high = row.get("minimum", row.get("exclusiveMinimum")), row.get("maximum")
    low = low if low is not None and low > -WIDE else None
    high = high if high is not None and high < WIDE else None
    above = "over " if "exclusiveMinimum" in row else "from "
    said = [f"{above}{low:g}"] if low is not None else []
    said += [f"to {high:g}"] if high is not None else []
    return f", {' '.join(said)}" if said else ""
