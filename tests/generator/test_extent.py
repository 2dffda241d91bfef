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
        pytest.param('{type = "rect", box = [70, 5, 9, 9]}', "", id="nothing to draw"),
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
