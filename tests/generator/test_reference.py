"""The reference of layout files says what the schema says, and stands in the documentation."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, get_args

import pytest

import generator
from generator.reference import elements, json_schema, markdown
from layouts.loader import GAMES
from layouts.palette import palette
from layouts.schema import Layout
from layouts.shapes import shape_names
from layouts.tables import sizes

DOCS = Path(generator.__file__).parents[1] / "docs" / "elements.md"


def test_the_documentation_is_what_the_schema_says() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert text == markdown(), "run: bloomprint schema --markdown > docs/elements.md"


@pytest.mark.parametrize("model", elements(), ids=lambda model: model.__name__)
def test_every_key_of_every_element_has_a_row(model: Any) -> None:
    [name] = get_args(model.model_fields["type"].annotation)
    own = markdown().partition(f"### `{name}`\n")[2].partition("\n### ")[0]
    assert model.__doc__.splitlines()[0] in own
    inherited = {key for base in model.__mro__[1:-1] for key in getattr(base, "model_fields", {})}
    for key in set(model.model_fields) - inherited - {"type"}:
        assert f"| `{key}` |" in own


def test_every_key_of_a_layout_has_a_row_and_merged_keys_too() -> None:
    own = markdown().partition("## A layout\n")[2].partition("\n## ")[0]
    for key in [*Layout.model_fields, "extends", "editions"]:
        assert f"| `{key}` |" in own


@pytest.mark.parametrize(
    ("kind", "known"),
    [
        pytest.param("Sizes", sizes(), id="sizes"),
        pytest.param("Colours", palette(), id="colours"),
        pytest.param("Drawings", shape_names(), id="drawings"),
        pytest.param("Flowers", GAMES, id="flowers"),
    ],
)
def test_every_name_that_a_layout_may_use_has_a_row(kind: str, known: Iterable[str]) -> None:
    own = markdown().partition(f"### {kind}\n")[2].partition("\n### ")[0]
    rows = [line.split("`")[1] for line in own.splitlines() if line.startswith("| `")]
    assert rows == list(known)


def test_the_json_schema_knows_what_is_merged_away() -> None:
    assert {"extends", "editions"} <= set(json_schema()["properties"])


def test_the_command_writes_either(run: Callable[..., Any]) -> None:
    assert run("schema", "--markdown").out == markdown()
    assert json.loads(run("schema").out) == json_schema()
