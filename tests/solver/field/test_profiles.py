"""Which lines can score together, and what groups need, against trying everything."""

from itertools import combinations, product

import pytest

from solver.field.groups import group_needs, shapes
from solver.field.profiles import most_points, new_cards, points_at, profiles

CELLS = list(product(range(3), range(3)))


def fewest(rows, columns):
    """The least pattern of cells that gives each line at least its count."""
    for size in range(len(CELLS) + 1):
        for cells in combinations(CELLS, size):
            in_rows = [sum(y == n for _, y in cells) for n in range(len(rows))]
            in_columns = [sum(x == n for x, _ in cells) for n in range(len(columns))]
            if all(map(int.__ge__, [*in_rows, *in_columns], [*rows, *columns])):
                return size
    raise AssertionError("no pattern is full enough")


FALLING = [counts for counts in product(range(4), repeat=3) if list(counts) == sorted(counts)[::-1]]


@pytest.mark.parametrize("rows", FALLING, ids=str)
def test_a_card_counts_twice_only_where_lines_cross(rows):
    for columns in FALLING:
        assert new_cards(rows, columns) == fewest(rows, columns)


NEEDS = (((1, 2), (2, 3, 4), ()), ((0, 2), (3,), (1, 1, 2)))


@pytest.mark.parametrize("points", [0, 3, 9, 15, 21])
@pytest.mark.parametrize("new", [1, 3, 5])
def test_every_choice_of_levels_that_scores_enough_holds_a_listed_one(points, new):
    listed = profiles(NEEDS, new, points)
    best = 0
    for levels in product(*(range(len(need) + 1) for lines in NEEDS for need in lines)):
        pair = levels[:3], levels[3:]
        counts = [
            tuple(sorted((need[k - 1] for need, k in zip(lines, ks, strict=True) if k))[::-1])
            for lines, ks in zip(NEEDS, pair, strict=True)
        ]
        if new_cards(*counts) > new:
            continue
        total = sum(map(points_at, levels))
        best = max(best, total)
        held = any(all(map(int.__le__, (*a, *b), levels)) for a, b in listed)
        assert held == (total >= points)
    assert most_points(NEEDS, new) == best


def test_a_group_needs_the_cells_between_what_lies_there():
    lying = frozenset({(0, 0), (2, 0), (2, 1)})
    assert group_needs(lying, 2) == {3: 1, 4: 1, 5: 2}
    assert group_needs(lying, 0) == {}


def test_shapes_are_the_fixed_polyominoes_in_all_their_places():
    # 2 straight trominoes have 4 x 6 places each, the 4 corners 5 x 5
    assert sum(len(shape) == 3 for shape in shapes()) == 2 * 24 + 4 * 25
