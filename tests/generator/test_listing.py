"""Rows in columns: where each stands, and how many lines there are."""

import pytest

from generator.listing import in_columns


@pytest.mark.parametrize(
    ("high", "places", "lines"),
    [
        pytest.param([1, 1, 1], [(0, 0), (0, 1), (0, 2)], 4, id="one column"),
        pytest.param([2, 1, 1], [(0, 0), (0, 2), (0, 3)], 4, id="one column, just full"),
        pytest.param([1] * 5, [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)], 4, id="two columns"),
        pytest.param([3, 2, 1], [(0, 0), (1, 0), (1, 2)], 4, id="none is torn apart"),
        pytest.param([3, 3, 3], [(0, 0), (0, 3), (1, 0)], 6, id="longer columns"),
        pytest.param([9, 1], [(0, 0), (1, 0)], 9, id="one that is longer than a column"),
        pytest.param([], [], 4, id="nothing"),
    ],
)
def test_rows_stand_below_each_other_in_as_many_lines_as_they_need(
    high: list[int], places: list[tuple[int, int]], lines: int
) -> None:
    made = in_columns([{"high": many} for many in high], 4, 2)
    assert [(row["column"], row["line"]) for row in made["moves"]] == places
    assert made["move-lines"] == lines
    assert all(row["line"] + row["high"] <= lines for row in made["moves"])
