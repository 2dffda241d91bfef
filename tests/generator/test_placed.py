"""Repeated elements at places of their own in a grid."""

from pathlib import Path

import pytest

from generator.compose import compose
from layouts.faults import BadInput
from output.scene import Rect

GRID = """title = "Grid"
kind = "page"
size = {{ width = 100, height = 80 }}
values = {{ across = 3 }}
[[elements]]
type = "repeat"
over = {over}
columns = "{{across}}"
lines = {lines}
place = ["{{x}}", "{{y}}"]
cell = [20, 10]
gap = [2, 1]
elements = [{{ type = "rect", fill = "ink" }}]
"""


def corners(folder: Path, over: str, lines: int = 2) -> list[tuple[float, float]]:
    file = folder / "grid.toml"
    file.write_text(GRID.format(over=over, lines=lines))
    [piece] = compose(str(file))
    return [(item.x, item.y) for item in piece.items if isinstance(item, Rect)]


def test_cells_lie_at_their_places_in_the_middle_of_the_box(tmp_path: Path) -> None:
    left, top = (100 - 64) / 2, (80 - 21) / 2
    found = corners(tmp_path, "[{ x = 2, y = 1 }, { x = 0, y = 0 }]")
    assert found == [(left + 44, top + 11), (left, top)]


@pytest.mark.parametrize(
    ("over", "lines", "said"),
    [
        pytest.param("[{ x = 3, y = 0 }]", 2, "outside the grid of 3 x 2", id="column"),
        pytest.param("[{ x = 0, y = -1 }]", 2, "outside the grid of 3 x 2", id="line"),
        pytest.param('[{ x = "left", y = 0 }]', 2, "'left' is no number", id="word"),
        pytest.param("[{ x = 0, y = 0 }]", 9, "3 x 9 cells do not fit", id="too many lines"),
    ],
)
def test_a_wrong_place_is_a_fault(tmp_path: Path, over: str, lines: int, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        corners(tmp_path, over, lines)


SPANS = """title = "Spans"
kind = "page"
size = {{ width = 60, height = 60 }}
values = {{ word = "F.F" }}
[[elements]]
type = "repeat"
over = [{{ x = 1, y = 0, wide = 2 }}]
columns = 3
lines = {lines}
place = ["{{x}}", "{{y}}"]
span = ["{{wide}}", 2]
cell = [20, 10]
shrink = true
elements = [{{ type = "rect", fill = "ink" }}]
"""


@pytest.mark.parametrize(
    ("lines", "box"),
    [
        pytest.param(4, (20, 10, 40, 20), id="as large as wished"),
        pytest.param(12, (25, 0, 20, 10), id="shrunk to the box, in the same form"),
    ],
)
def test_a_row_takes_up_several_cells_of_a_grid_that_shrinks(
    tmp_path: Path, lines: int, box: tuple[float, ...]
) -> None:
    file = tmp_path / "spans.toml"
    file.write_text(SPANS.format(lines=lines))
    [rect] = compose(str(file))[0].items
    assert isinstance(rect, Rect)
    assert (rect.x, rect.y, rect.width, rect.height) == pytest.approx(box)


def test_a_span_over_the_edge_of_the_grid_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "spans.toml"
    file.write_text(SPANS.format(lines=1))
    with pytest.raises(BadInput, match="outside the grid of 3 x 1"):
        compose(str(file))


def test_a_text_is_repeated_letter_by_letter(tmp_path: Path) -> None:
    file = tmp_path / "letters.toml"
    repeat = """[[elements]]
type = "repeat"
over = "{word}"
elements = [{ type = "rect", fill = "ink", when = { item = "F" } }]
"""
    head = SPANS.format(lines=4).split("[[elements]]")[0]
    file.write_text(head + repeat)
    [piece] = compose(str(file))
    assert [item.x for item in piece.items if isinstance(item, Rect)] == [0, 40]
