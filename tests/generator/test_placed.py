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
