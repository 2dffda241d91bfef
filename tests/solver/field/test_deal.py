"""Deals: small ones against brute force with the referee."""

from dataclasses import replace

import pytest

from solver.field.gifts import best_gifts
from solver.field.rules import LAST_ROUND, dummy_points
from solver.field.task import task_of
from tests.solver.field.brute import brute_force, solved
from tests.solver.field.positions import round_position, small_deal


@pytest.mark.parametrize("seed", range(60))
def test_a_small_deal_is_proved_to_be_worth_what_brute_force_finds(seed):
    instance = small_deal(seed, own=2 + (seed % 4 == 0))
    assert solved(instance) == brute_force(instance)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(60, 100))
def test_many_small_deals_are_proved_to_be_worth_what_brute_force_finds(seed):
    instance = small_deal(seed, own=4)
    assert solved(instance) == brute_force(instance)


@pytest.mark.parametrize("objective", ["total", "margin"])
@pytest.mark.parametrize("seed", range(3))
def test_a_deal_of_the_last_round_is_that_round(seed, objective):
    last = round_position(seed, LAST_ROUND, 3, objective)
    assert solved(replace(last, kind="deal")) == solved(last)


@pytest.mark.parametrize("seed", [0, 2, 4, 8, 14, 18])
def test_over_all_rounds_together_the_dummy_gets_no_more_than_round_by_round(seed):
    instance = small_deal(seed)
    assert instance.objective == "margin" and len(instance.decks) > 1
    tasks = [task_of(instance, number) for number in range(len(instance.decks))]
    together = [card for _, given in best_gifts(tasks, ()) for card in given]
    apart = [card for task in tasks for card in best_gifts([task], ())[0][1]]
    assert len(together) == len(apart)
    held = [
        dummy_points((*instance.dummy, *given), instance.flowers) for given in (together, apart)
    ]
    assert held[0] <= held[1]
