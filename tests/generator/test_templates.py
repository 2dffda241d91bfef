"""Templates of ``bloomprint new``: what their comments offer works once the # is taken away."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from generator.cli.new_command import KINDS, TEMPLATES
from layouts import schema
from layouts.loader import builtin_names, load

EXAMPLE = re.compile(r"^# (?=\[|[\w-]+ = )", re.MULTILINE)


def headed() -> list[tuple[str, str]]:
    """Return everything that is printed and has a heading of its own, with the heading's id."""
    layouts = ((name, load(name).layout) for name in builtin_names())
    return [
        (name, element.id)
        for name, layout in layouts
        if not layout.abstract
        for element in layout.elements
        if isinstance(element, schema.TextElement) and element.role == "H1" and element.id
    ]


def test_the_templates_of_sheets_and_decks_have_examples() -> None:
    files = sorted(TEMPLATES.glob("*.toml"))
    names = [path.name for path in files if EXAMPLE.search(path.read_text("utf-8"))]
    assert names == ["deck.toml", "sheet.toml"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_example_of_a_template_works_once_the_mark_is_taken_away(
    run: Callable, kind: str
) -> None:
    assert run("new", kind, "mine").code == 0
    text = EXAMPLE.sub("", Path("mine.toml").read_text("utf-8"))
    Path("mine.toml").write_text(text)
    if "{picture}" in text:  # whose comment asks for a column and a file
        Image.new("RGB", (600, 600), "white").save("mine.png")
        head, *rows = Path("mine.csv").read_text("utf-8").splitlines()
        lines = [f"{head},picture", *(f"{row},mine.png" for row in rows)]
        Path("mine.csv").write_text("\n".join(lines))
    checked = run("check", "mine.toml")
    assert (checked.code, checked.err) == (0, "")
    assert run("print", "mine.toml").code == 0


@pytest.mark.parametrize("base", ["dice/sheet", "dice/sheet-tall"])
def test_the_sheet_of_the_template_fits_the_bases_that_it_names(run: Callable, base: str) -> None:
    run("new", "sheet", "mine")
    text = Path("mine.toml").read_text("utf-8")
    assert f'"{base}"' in text
    Path("mine.toml").write_text(text.replace('extends = "dice/sheet"', f'extends = "{base}"'))
    assert run("check", "mine.toml").code == 0


@pytest.mark.parametrize(("name", "heading"), headed(), ids=[name for name, _ in headed()])
def test_a_title_of_ones_own_is_made_smaller_until_it_fits(
    run: Callable, name: str, heading: str
) -> None:
    element = f'[[elements]]\nid = "{heading}"\ntext = "Our garden of flowers"\n'
    Path("mine.toml").write_text(f'extends = "{name}"\n\n{element}')
    checked = run("check", "mine.toml")
    assert (checked.code, checked.err) == (0, "")


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_with_colours_or_drawings_says_where_their_names_stand(kind: str) -> None:
    text = (TEMPLATES / f"{kind}.toml").read_text("utf-8")
    named = any(key in text for key in ("shape = ", "colour = ", "fill = "))
    assert named == ("# Names of colours, drawings and sizes: bloomprint schema --markdown" in text)
    assert "palette.toml" not in text and "bloomprint list" not in text
