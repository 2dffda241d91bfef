"""Which lines can score together, and what groups need, against trying everything."""

from dataclasses import replace
from itertools import combinations, product

import pytest

from solver.field.groups import group_needs, group_places
from solver.field.lines import Need
from solver.field.profiles import most_points, new_cards, points_at, profiles
from solver.field.rules import LAST_ROUND, Instance, apply, group_points, legal_moves, start
from solver.field.task import same, task_of
from tests.solver.field.positions import small_position

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


NEEDS = tuple(
    tuple(tuple(Need(cards, max(1, cards)) for cards in line) for line in lines)
    for lines in (((1, 2), (2, 3, 4), ()), ((0, 2), (3,), (1, 1, 2)))
)


def every_choice(new):
    """All levels that ``new`` cards can reach, with the flowers new to lines and the points."""
    for levels in product(*(range(len(need) + 1) for lines in NEEDS for need in lines)):
        pair = levels[:3], levels[3:]
        needs = [
            [need[k - 1] for need, k in zip(lines, ks, strict=True) if k]
            for lines, ks in zip(NEEDS, pair, strict=True)
        ]
        counts = [tuple(sorted((need.cards for need in side), reverse=True)) for side in needs]
        if new_cards(*counts) <= new:
            flowers = sum(need.flowers for side in needs for need in side)
            yield levels, flowers, sum(map(points_at, levels))


@pytest.mark.parametrize("flowers", [2, 5, 10])
@pytest.mark.parametrize("points", [0, 3, 9, 15, 21])
@pytest.mark.parametrize("new", [1, 3, 5])
def test_every_choice_of_levels_that_scores_enough_holds_a_listed_one(points, new, flowers):
    listed = list(profiles(NEEDS, new, points, flowers))
    for levels, needed, total in every_choice(new):
        if needed <= flowers:
            held = any(all(map(int.__le__, (*a, *b), levels)) for a, b in listed)
            assert held == (total >= points)


@pytest.mark.parametrize("new", [1, 3, 5])
def test_the_most_points_are_known_for_every_number_of_new_flowers(new):
    best = [0] * (2 * new + 1)
    for _, needed, total in every_choice(new):
        for flowers in range(needed, len(best)):
            best[flowers] = max(best[flowers], total)
    assert most_points(NEEDS, new) == best


def needs_of(field, cards, flower="iris"):
    """What the groups of a flower need; 90 and more are of another one."""
    numbers = [*field.values(), *cards]
    flowers = {card: flower if card < 90 else "lily" for card in numbers}
    instance = Instance("placement", field, LAST_ROUND, flowers, cards=cards)
    return group_needs(group_places(task_of(instance), flower))


@pytest.mark.parametrize(
    ("field", "cards", "needs"),
    [
        pytest.param({(0, 0): 10, (2, 0): 30}, (20,), {3: 1}, id="the card between"),
        pytest.param({(0, 0): 10, (2, 0): 30}, (40,), {}, id="too high to go between"),
        pytest.param({(0, 0): 10, (2, 0): 30}, (), {}, id="no card"),
        pytest.param({(0, 0): 95, (0, 1): 98}, (1, 2, 3), {3: 3}, id="all of it new"),
        pytest.param({(0, 0): 5, (0, 1): 98}, (7, 9), {3: 2}, id="two more to the right"),
        pytest.param({(n, 0): 5 + n for n in range(6)}, (1,), {3: 0, 4: 0, 5: 0, 6: 0}, id="lies"),
    ],
)
def test_a_group_needs_cards_that_go_where_they_have_to(field, cards, needs):
    assert needs_of(field, cards) == needs


@pytest.mark.parametrize("seed", range(12))
def test_what_can_score_as_a_group_is_what_scores_after_any_play(seed):
    instance = replace(small_position(seed), kind="placement", order="any", decks=())
    cards = tuple(c for c in range(1, 50) if c not in instance.field.values())[seed::11][:2]
    instance = replace(instance, round=LAST_ROUND, cards=cards)
    best, waiting = {}, [start(instance)]
    while waiting:
        state = waiting.pop()
        for flower, points in group_points(state.field, instance.flowers).items():
            best[flower] = max(points, best.get(flower, 0))
        waiting += [apply(state, move) for move in legal_moves(state)]
    for flower, points in best.items():
        places = group_needs(group_places(task_of(instance), flower))
        assert points <= max(map(same, places), default=0)
