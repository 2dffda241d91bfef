"""The model without order never says less than what a plan wins."""

import math
import random
from itertools import islice

import pytest

from solver.tiles import model
from solver.tiles import relaxed as module
from solver.tiles.relaxed import relaxed
from solver.tiles.rules import JOKER, TOKENS, Instance, Readings, flowers
from tests.bench.bench_tiles import deal
from tests.solver.tiles.oracle import apart_instance, best_harvest, joker_instance, random_instance

DEALS = {
    "near": lambda rng: random_instance(rng, "harvest"),
    "apart": apart_instance,
    "jokers": joker_instance,
}


def bounds_of(instance):
    return [answer.bound for answer in relaxed(instance, math.inf)]


def best_known(instance):
    found = model.search(instance, lambda _: None, deadline=math.inf)
    assert found.proved
    return found.score


def compare(kind, seed):
    instance = DEALS[kind](random.Random(f"relaxed {kind} {seed}"))
    bounds = bounds_of(instance)
    assert bounds[0] >= bounds[-1] >= best_known(instance), instance


@pytest.mark.parametrize("kind", DEALS)
@pytest.mark.parametrize("chunk", range(3))
def test_no_plan_beats_the_bounds(kind, chunk):
    for seed in range(10 * chunk, 10 * chunk + 10):
        compare(kind, seed)


@pytest.mark.full
@pytest.mark.parametrize("kind", DEALS)
@pytest.mark.parametrize("chunk", range(40))
def test_no_plan_beats_the_bounds_in_thousands(kind, chunk):
    for seed in range(1000 + 25 * chunk, 1025 + 25 * chunk):
        compare(kind, seed)


@pytest.mark.parametrize(
    ("hand", "table", "board", "readings", "score"),
    [
        pytest.param((74, 75, 76), ((71, 72, 73),), 0, Readings(), 4, id="nothing to rob"),
        pytest.param((36, 40), (), 1, Readings(), -4, id="no joker earned by itself"),
        pytest.param((36, 40), ((1, JOKER, 5),), 0, Readings(), -4, id="no joker to take"),
    ],
)
def test_the_bound_is_reached_where_order_does_not_matter(hand, table, board, readings, score):
    instance = Instance("harvest", hand, table, TOKENS, board, None, readings)
    assert bounds_of(instance)[-1] == score == best_harvest(instance)


def test_each_turn_gives_a_bound_even_when_the_time_is_over():
    hand = (2, 13, 18, 31, 34, 40, 42, 66, 70, 76, 87, 98, JOKER)
    answers = relaxed(Instance("harvest", hand, ((33, 35, 37, 39, 41),)), -math.inf)
    assert min(answer.bound for answer in islice(answers, 4)) >= -flowers(hand)


def test_a_row_may_lose_its_numbers_to_a_play_and_go_on_elsewhere():
    hand = (28, 79, 23, 51, 100, 50, 37, 13, 54, 71, 84, 56, 52, JOKER, JOKER, JOKER)
    instance = Instance("harvest", hand, (), TOKENS, 1)
    assert bounds_of(instance)[-1] >= 9


@pytest.mark.parametrize(("size", "rows", "jokers", "seed"), [(20, 6, 1, 2), (13, 3, 4, 6)])
def test_the_bound_is_lower_where_ends_of_rows_and_jokers_are_known(
    size, rows, jokers, seed, monkeypatch
):
    rng = random.Random(f"{size} {rows} {jokers} {seed}")
    instance = deal(rng, "harvest", size, rows, jokers)
    known = next(relaxed(instance, math.inf)).bound
    monkeypatch.setattr(module, "tie", lambda *_: None)
    assert known < next(relaxed(instance, math.inf)).bound


def test_a_play_has_no_more_jokers_than_the_game():
    """Half of a play with two jokers would be better than any whole one."""
    instance = Instance("harvest", (20, 21, 25, 26, 30, 32, JOKER), (), TOKENS)
    assert next(relaxed(instance, math.inf)).bound == 3
