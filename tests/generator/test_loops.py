"""Loops: outlines of sets of cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.loops import outline

CELL = 10.0


def edges(cell):
    x, y = cell
    return x * CELL, y * CELL, (x + 1) * CELL, (y + 1) * CELL


def rings(cells, inset=0.0, radius=0.0):
    """Return the corner points of every closed curve."""
    found = []
    for command, xy in outline(cells, edges, inset, radius):
        if command == "M":
            found.append([])
        if command in "ML":
            found[-1].append(xy)
        if command == "C":
            found[-1].append(xy[-2:])
    return found


def area(ring):
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


@pytest.mark.parametrize(
    ("cells", "count"),
    [
        pytest.param([(0, 0)], 1, id="one cell"),
        pytest.param([(0, 0), (1, 0), (1, 1)], 1, id="a bend"),
        pytest.param([(0, 0), (2, 0)], 2, id="two apart"),
        pytest.param([(0, 0), (1, 1)], 2, id="two that touch at a corner only"),
        pytest.param(
            [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)], 2, id="a hole"
        ),
    ],
)
def test_every_edge_belongs_to_one_ring(cells, count) -> None:
    assert len(rings(cells)) == count


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1))
def test_the_rings_hold_exactly_the_area_of_the_cells(cells) -> None:
    assert sum(map(area, rings(cells))) == pytest.approx(len(cells) * CELL * CELL)


def test_a_loop_stays_inside_its_cells_by_the_inset() -> None:
    (ring,) = rings([(0, 0), (1, 0)], inset=1.5, radius=3)
    assert min(x for x, _ in ring) == pytest.approx(1.5)
    assert max(x for x, _ in ring) == pytest.approx(18.5)
    assert max(y for _, y in ring) == pytest.approx(8.5)


def test_no_cells_give_no_curve() -> None:
    assert outline([], edges, 1, 1) == ()
