"""The linear relaxation of the model without order; in whole numbers: test_branch_and_cut.py."""

import math
import random

import pytest

from solver.tiles import relaxed as module
from solver.tiles.relaxed import Relaxation, Relaxed
from solver.tiles.rules import JOKER, TOKENS, Instance
from tests.bench.bench_tiles import deal


def bound_of(instance):
    return Relaxation(instance).linear(math.inf).bound


def test_without_time_nothing_is_said():
    hand = (2, 13, 18, 31, 34, 40, 42, 66, 70, 76, 87, 98, JOKER)
    relaxation = Relaxation(Instance("harvest", hand, ((33, 35, 37, 39, 41),)))
    assert relaxation.linear(-math.inf) == Relaxed()


@pytest.mark.parametrize(("size", "rows", "jokers", "seed"), [(20, 6, 1, 2), (13, 3, 4, 6)])
def test_the_bound_is_lower_where_ends_of_rows_and_jokers_are_known(
    size, rows, jokers, seed, monkeypatch
):
    rng = random.Random(f"{size} {rows} {jokers} {seed}")
    instance = deal(rng, "harvest", size, rows, jokers)
    known = bound_of(instance)
    monkeypatch.setattr(module, "tie", lambda *_: None)
    assert known < bound_of(instance)


def test_a_play_has_no_more_jokers_than_the_game():
    """Half of a play with two jokers would be better than any whole one."""
    assert bound_of(Instance("harvest", (20, 21, 25, 26, 30, 32, JOKER), (), TOKENS)) == 3
