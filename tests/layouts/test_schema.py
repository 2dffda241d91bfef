"""The language of layouts: strict, with faults in people's words."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from layouts import schema
from layouts.faults import BadInput
from layouts.loader import load

HEAD = 'title = "T"\nkind = "card"\nsize = "poker"\n'


@pytest.fixture(name="said")
def _said(tmp_path: Path):
    def say(text: str, head: str = HEAD) -> str:
        path = tmp_path / "card.toml"
        path.write_text(head + text, "utf-8")
        with pytest.raises(BadInput) as error:
            load(str(path))
        return str(error.value)

    return say


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("colr = 1", "colr: unknown key 'colr'", id="unknown key"),
        pytest.param("bleeed = 1", "did you mean 'bleed'?", id="did you mean"),
        pytest.param("bleed = '2'", "bleed: '2' cannot be used", id="no silent conversion"),
        pytest.param("bleed = 11", "bleed: 11 cannot be used", id="out of range"),
        pytest.param("bleed = nan", "finite", id="not a number"),
        pytest.param(
            "elements = [{ text = 'x' }]", "elements[0]: an element needs a type", id="no type"
        ),
        pytest.param("elements = [{ type = 'txt' }]", "did you mean 'text'?", id="unknown element"),
        pytest.param(
            "elements = [{ type = 'text' }]", "elements[0].text: is missing", id="missing key"
        ),
        pytest.param(
            "elements = [{ type = 'text', text = 'x', sise = 3 }]",
            "elements[0].sise: unknown key 'sise' (did you mean 'size'?)",
            id="key of an element",
        ),
        pytest.param(
            "elements = [{ type = 'group', elements = [{ type = 'rect', raduis = 1 }] }]",
            "elements[0].elements[0].raduis: unknown key 'raduis' (did you mean 'radius'?)",
            id="key inside a group",
        ),
        pytest.param(
            "elements = [{ type = 'table', columns = [{ titel = 'x' }] }]",
            "elements[0].columns[0].titel: unknown key 'titel' (did you mean 'title'?)",
            id="key of a column",
        ),
        pytest.param(
            "elements = [{ type = 'rect', box = [0, 0, 0, 5] }]", "elements[0].box", id="no width"
        ),
        pytest.param(
            "elements = [{ type = 'rect', extent = 'fits' }]", "elements[0].extent", id="extent"
        ),
    ],
)
def test_a_fault_says_where_what_and_what_is_accepted(said, text, expected) -> None:
    assert expected in said(text)


def test_every_fault_is_listed_with_the_file(said) -> None:
    text = said("bleed = 99\nsafe = -1\nelements = [{ type = 'txt' }]")
    assert text.count("card.toml: ") == 3


def test_a_layout_needs_title_kind_and_size(said) -> None:
    text = said("version = 1", head="")
    assert all(f"{key}: is missing" in text for key in ("title", "kind", "size"))


def test_layouts_are_frozen() -> None:
    layout = schema.Layout(title="T", kind="card", size="poker")
    with pytest.raises(ValidationError):
        layout.title = "U"  # type: ignore[misc]


def test_every_key_of_the_language_is_in_its_schema_for_editors() -> None:
    defined = schema.Layout.model_json_schema()["$defs"]
    for name in ("TextElement", "GroupElement", "RepeatElement", "BoardElement", "TableElement"):
        assert set(defined[name]["properties"]) == set(getattr(schema, name).model_fields)
