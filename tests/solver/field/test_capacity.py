"""What flowers can score by their counts alone, against fields of flowers that score much."""

from itertools import product
from random import Random

import pytest

from solver.field.capacity import most_of_lines, most_with_groups
from solver.field.ceilings import ceiling
from solver.field.deal_bound import most_by_counts
from solver.field.points import group_points, line_points
from solver.field.task import task_of
from tests.solver.field.positions import deal_position

CELLS = list(product(range(6), range(6)))


def spread(rng):
    """So many of each flower: 18 in all, the most first."""
    cards = [rng.randrange(6) * rng.randrange(2) for _ in range(18)]
    return tuple(sorted(map(cards.count, range(6)), reverse=True))


def climbed(rng, seen, points):
    """A field with so many of each flower, improved by swapping cells while it scores no less."""
    kinds = [n for n, count in enumerate(seen) for _ in range(count)]
    cells = rng.sample(CELLS, len(CELLS))
    best = points(dict(zip(cells, kinds, strict=False)))
    for _ in range(300):
        a, b = rng.randrange(len(kinds)), rng.randrange(len(cells))
        cells[a], cells[b] = cells[b], cells[a]
        now = points(dict(zip(cells, kinds, strict=False)))
        if now >= best:
            best = now
        else:
            cells[a], cells[b] = cells[b], cells[a]
    return best


@pytest.mark.parametrize("seed", range(20))
def test_no_field_of_flowers_scores_more_than_its_counts_can(seed):
    rng = Random(seed)
    seen = spread(rng)
    assert climbed(rng, seen, line_points) <= most_of_lines(seen)
    both = climbed(rng, seen, lambda field: line_points(field) + group_points(field))
    assert both <= most_with_groups(seen)


@pytest.mark.parametrize(
    ("seen", "lines", "both"),
    [
        pytest.param((3, 0, 0, 0, 0, 0), 0, 4, id="a group of three"),
        pytest.param((1, 1, 1, 1, 1, 1), 12, 12, id="a full line"),
        pytest.param((6, 0, 0, 0, 0, 0), 0, 28, id="a group of six"),
        pytest.param((6, 6, 6, 0, 0, 0), 0, 84, id="three flowers make no line"),
    ],
)
def test_the_most_points_of_counts_are_known(seen, lines, both):
    assert (most_of_lines(seen), most_with_groups(seen)) == (lines, both)


@pytest.mark.parametrize("cards", range(37))
def test_with_flowers_evenly_spread_lines_score_what_so_many_cards_can(cards):
    seen = tuple(cards // 6 + (n < cards % 6) for n in range(6))
    assert most_of_lines(seen) <= ceiling(cards, 6)


@pytest.mark.parametrize("seed", range(3))
def test_another_card_seen_never_scores_less(seed):
    rng = Random(seed)
    seen = spread(rng)
    for n in range(6):
        more = (*seen[:n], seen[n] + 1, *seen[n + 1 :])
        assert most_of_lines(seen) <= most_of_lines(more)
        assert most_with_groups(seen) <= most_with_groups(more)


def test_counts_bound_a_whole_deal_well_below_lines_and_groups_apart():
    instance = deal_position(0)
    assert most_by_counts([task_of(instance, number) for number in range(3)]) == 133
