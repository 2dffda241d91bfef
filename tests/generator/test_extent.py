"""Elements that nobody would see are faults; art that reaches over an edge is none."""

from pathlib import Path

import pytest

from generator.compose import compose
from layouts.faults import BadInput

CARD = 'title = "T"\nkind = "card"\nsize = { width = 60, height = 60 }\n'
CLIP = '{type = "group", clip = true, box = [10, 10, 20, 20], elements = [%s]}'


def faults(tmp_path: Path, element: str, more: str = "") -> list[str]:
    """Return what is said of a card with one element."""
    path = tmp_path / "card.toml"
    path.write_text(f"{CARD}{more}elements = [{element}]\n", "utf-8")
    try:
        compose(str(path))
    except BadInput as error:
        return [fault.what for fault in error.faults]
    return []


@pytest.mark.parametrize(
    ("element", "more"),
    [
        pytest.param('{type = "rect", box = [70, 5, 9, 9], fill = "pink"}', "", id="rect"),
        pytest.param(
            '{type = "rect", box = [63.2, 5, 9, 9], fill = "pink"}', "bleed = 3\n", id="past bleed"
        ),
        pytest.param('{type = "circle", box = [5, -20, 9, 9], fill = "pink"}', "", id="circle"),
        pytest.param('{type = "line", points = [[0, 70], [9, 70]], width = 0.5}', "", id="line"),
        pytest.param('{type = "path", d = "M 70 0 L 80 0 L 80 9 Z", fill = "pink"}', "", id="path"),
        pytest.param('{type = "shape", shape = "sun", box = [-30, 5, 20, 20]}', "", id="shape"),
        pytest.param(
            '{type = "circle", box = [50, 0, 100, 10], fill = "pink"}', "",
            id="circle outside in a box that reaches in",
        ),
        pytest.param(
            CLIP % '{type = "rect", box = [25, 0, 9, 9], fill = "pink"}', "", id="rect past a clip"
        ),
        pytest.param(
            CLIP % ('{type = "group", clip = true, box = [0, 0, 5, 5], elements = '
                    '[{type = "rect", box = [6, 0, 9, 9], fill = "pink"}]}'), "",
            id="rect in the outer clip alone",
        ),
        pytest.param(
            CLIP % '{type = "text", text = "gone", box = [0, 20, 20, 8], size = 8}', "",
            id="text past a clip",
        ),
    ],
)  # fmt: skip
def test_what_nobody_would_see_is_a_fault(tmp_path, element, more) -> None:
    assert faults(tmp_path, element, more) == ["lies where nothing is printed"]


@pytest.mark.parametrize(
    "element",
    [
        pytest.param('{type = "text", text = "cut up", box = [-5, 2, 40, 8], size = 8}', id="text"),
        pytest.param(
            '{type = "text", text = "cut", box = [15, 2, 8, 30], size = 16, turn = 90}',
            id="turned text",
        ),
        pytest.param(
            '{type = "table", box = [0, 0, 40, 9], columns = [{title = "one"}, {title = "two"}]}',
            id="a table",
        ),
    ],
)  # fmt: skip
def test_text_that_a_clip_cuts_is_a_fault(tmp_path, element) -> None:
    assert "its text is cut off" in faults(tmp_path, CLIP % element)


@pytest.mark.parametrize(
    ("element", "more"),
    [
        pytest.param('{type = "rect", box = [55, 5, 9, 9], fill = "pink"}', "", id="edges"),
        pytest.param(
            '{type = "rect", box = [61, 5, 3, 3], fill = "pink"}', "bleed = 3\n", id="bleed"
        ),
        pytest.param('{type = "line", points = [[0, 60], [60, 60]], width = 0.2}', "", id="edge"),
        pytest.param('{type = "rect", box = [70, 5, 9, 9], fill = "none"}', "", id="no ink"),
        pytest.param(CLIP % '{type = "shape", shape = "sun", box = [9, 9, 20, 20]}', "", id="c"),
        pytest.param(
            CLIP % '{type = "text", text = "in", box = [0, 0, 40, 8], size = 8}', "",
            id="words inside a clip in a box that is not",
        ),
    ],
)  # fmt: skip
def test_art_may_reach_over_an_edge(tmp_path, element, more) -> None:
    assert not faults(tmp_path, element, more)


def test_a_fault_of_place_is_told_once(tmp_path) -> None:
    flower = '{type = "flower", flower = "R", box = [90, 5, 9, 9]}'
    more = 'flowers = [{letter = "R", says = "rose", shape = "sun", colour = "pink"}]\n'
    assert faults(tmp_path, flower, more) == ["reaches out of the component"]


@pytest.mark.parametrize("kind", ["rect", "circle", "path"])
@pytest.mark.parametrize(
    ("more", "said"),
    [
        pytest.param("", ["draws nothing"], id="neither"),
        pytest.param(', stroke = "none"', [], id="said so"),
        pytest.param(', fill = "pink"', [], id="fill"),
        pytest.param(', width = 2, dash = [1], box = [1, 1, 9, 9]', ["draws nothing"], id="width"),
    ],
)  # fmt: skip
def test_a_surface_that_is_given_no_ink_is_a_fault(tmp_path, kind, more, said) -> None:
    path = ', d = "M 1 1 L 9 9 L 9 1 Z"' if kind == "path" else ""
    assert faults(tmp_path, f'{{type = "{kind}"{path}{more}}}') == said


COLUMN = (
    '{{type = "group", flow = "{flow}", gap = {gap}, box = [0, 0, {across}, {along}], elements = ['
    '{{type = "text", text = "a", size = 8, extent = {extent}}}, '
    '{{type = "text", text = "b", size = 8, extent = {extent}}}]}}'
)


@pytest.mark.parametrize(
    ("flow", "gap", "across", "along", "extent", "said"),
    [
        pytest.param("column", 0, 60, 20, 15, "10 mm past", id="column"),
        pytest.param("column", 5, 60, 32, 15, "3 mm past", id="gap"),
        pytest.param("row", 0, 25, 20, 15, "5 mm past", id="row"),
        pytest.param("column", 0, 60, 30, 15, "", id="as long as its group"),
        pytest.param("column", 0, 60, 20, '"fit"', "", id="as long as its words"),
        pytest.param("column", 0, 60, 4, '"fit"', "past", id="words longer than the group"),
    ],
)
def test_a_flow_that_is_longer_than_its_group_is_a_fault(
    tmp_path, flow, gap, across, along, extent, said
) -> None:
    group = COLUMN.format(flow=flow, gap=gap, across=across, along=along, extent=extent)
    found = faults(tmp_path, group)
    assert [said in what for what in found] == [True] * bool(said)
