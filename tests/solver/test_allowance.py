"""Allowances of work: shared by all that runs within, gone with their block."""

import math
from random import Random

import pytest
from ortools.sat.python import cp_model

from solver.allowance import Spent, allowed, left, spend
from solver.engine import Effort, ask


def hard() -> cp_model.CpModel:
    """Return a market split: several sums of the same numbers' halves, infamous for its size."""
    random, model = Random(1), cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(40)]
    for _ in range(5):
        numbers = [random.randrange(100) for _ in chosen]
        model.add(sum(n * x for n, x in zip(numbers, chosen, strict=True)) == sum(numbers) // 2)
    return model


def test_without_an_allowance_there_is_no_end() -> None:
    spend(1e9)
    assert left() == math.inf


def test_what_is_spent_is_taken_off_until_nothing_is_left() -> None:
    with allowed(3):
        spend(1)
        assert left() == 2
        with pytest.raises(Spent):
            spend(2)


def test_an_allowance_ends_with_its_block() -> None:
    with allowed(5):
        with allowed(1):
            spend(0.5)
        assert left() == 5
    assert left() == math.inf


def test_an_engine_stops_where_the_allowance_is_spent_and_always_there() -> None:
    seen = []
    for _ in range(2):
        with allowed(0.05):
            with pytest.raises(Spent):
                ask(hard(), Effort())
            seen.append(left())
    assert seen[0] == seen[1] <= 0


def test_an_engine_takes_its_work_off_the_allowance() -> None:
    with allowed(100):
        ask(hard(), Effort(work=0.02))
        assert 0 < 100 - left() < 1
