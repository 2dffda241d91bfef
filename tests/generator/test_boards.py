"""Boards: beds, labels, pitch and loops."""

from pathlib import Path

import pytest

from generator.compose import compose
from layouts.faults import BadInput
from output.scene import Group, Rect, Tag, Text, Use

HEAD = """
title = "T"
kind = "board"
game = "dice"
size = { width = 100, height = 100 }
[[elements]]
type = "board"
"""


@pytest.fixture(name="board")
def _board(tmp_path: Path):
    def draw(text: str, keys: str = "", more=None):
        path = tmp_path / "b.toml"
        path.write_text(f'{HEAD}{keys}\n[board]\ntext = """\n{text}\n"""\n')
        return list(walk(compose(str(path), more=more)[0].items))

    return draw


def walk(items):
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items)


def tags(items) -> list[Tag]:
    return [item.tag for item in items if isinstance(item, Group) and item.tag]


def flowers(items) -> list[Use]:
    return [item for item in items if isinstance(item, Use)]


def test_every_bed_is_a_figure_that_reads_row_by_row(board) -> None:
    beds = [tag.alt for tag in tags(board("OP WB\nYV WO")) if tag.role == "Figure"]
    assert beds == [
        "Garden bed A1 to B2. row 1: orange, pink; row 2: yellow, purple",
        "Garden bed C1 to D2. row 1: white, blue; row 2: white, orange",
    ]


def test_columns_have_letters_and_rows_numbers(board) -> None:
    words = [item.text for item in board("OP WB\n\nYV WO") if isinstance(item, Text)]
    assert words == ["A", "B", "C", "D", "1", "2"]
    assert not [i for i in board("OP WB", "labels = false") if isinstance(i, Text)]


@pytest.mark.parametrize(
    ("text", "pitch"),
    [
        pytest.param("OP", 14, id="never larger than the pitch"),
        pytest.param("O" * 10, 9.6, id="as large as fits"),
        pytest.param("\n".join("OPBYVOPBYV" for _ in range(10)), 9.6, id="a hundred"),
    ],
)
def test_flowers_are_a_pitch_apart(board, text, pitch) -> None:
    items = board(text, "labels = false\nbed_gap = 4")
    first, second = flowers(items)[:2]
    assert second.x - first.x == pytest.approx(pitch)


def test_beds_stand_apart_by_their_gap(board) -> None:
    left, right = flowers(board("O P", "bed_gap = 6\npitch = 10"))
    assert right.x - left.x == pytest.approx(16)


@pytest.mark.parametrize(
    ("valign", "top"), [("top", 2), ("middle", 45), ("bottom", 88)], ids=["top", "middle", "bottom"]
)
def test_a_small_board_stands_where_it_is_aligned(board, valign, top) -> None:
    keys = f'labels = false\npitch = 10\nbed_gap = 4\nvalign = "{valign}"'
    assert flowers(board("O", keys))[0].y - 5 == pytest.approx(top)


def test_a_board_that_gets_too_small_is_a_fault(board) -> None:
    with pytest.raises(BadInput, match=r"20 x 1 flowers come out 4\.\d mm apart"):
        board("O" * 20, "min_pitch = 11")


def test_a_wrong_letter_is_a_fault_with_its_line(board) -> None:
    with pytest.raises(BadInput, match="'Q' is no flower"):
        board("OP\nQP")


def test_a_loop_is_a_figure_with_its_number_in_a_disc(board) -> None:
    loop = {"cells": ["A1", "B1"], "label": 3, "colour": "orange", "says": "round 3: A1 B1"}
    items = board("OP WB", 'loops = "{loops}"', {"loops": [loop]})
    assert Tag("Figure", "round 3: A1 B1") in tags(items)
    assert "3" in [item.text for item in items if isinstance(item, Text)]


def test_a_loop_of_no_cells_is_not_drawn(board) -> None:
    loop = {"cells": [], "label": 1, "colour": "pink", "says": "nothing"}
    items = board("OP", 'loops = "{loops}"', {"loops": [loop]})
    assert "nothing" not in [tag.alt for tag in tags(items)]


def test_the_bed_panel_holds_its_flowers(board) -> None:
    items = board("OP\nYV")
    panel = next(item for item in items if isinstance(item, Rect))
    for use in flowers(items):
        assert panel.x < use.x - 50 * use.scale
        assert use.y + 50 * use.scale < panel.y + panel.height
