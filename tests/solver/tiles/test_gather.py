"""What regions win together is never less than what a plan wins, however loans are counted."""

import math
import random

import pytest

from solver.tiles.gather import Gathering, best_plan
from solver.tiles.harvest import Patience
from solver.tiles.rules import JOKER, TOKENS, Instance
from solver.tiles.state import regions
from tests.solver.tiles.oracle import apart_instance, best_harvest, joker_instance

DEALS = {"apart": apart_instance, "jokers": joker_instance}


def bound_of(instance, *, strict):
    """The bound of a pass over the regions that has come to its end."""
    patience = Patience(math.inf)
    patience.steps = 1 << 40
    gathering = Gathering(instance, regions(instance), patience, strict)
    _, bound = gathering.search(lambda *_: None, -1000, 1000)
    assert gathering.ended or not gathering.exact
    return bound


def compare(kind, seed):
    """Compare both passes with brute force; tell whether the deal was of use."""
    instance = DEALS[kind](random.Random(f"gather {kind} {seed}"))
    if len(instance.hand) + instance.jokers_left > 4 or len(regions(instance)) < 2:
        return False
    loose, strict = (bound_of(instance, strict=strict) for strict in (False, True))
    assert loose >= strict >= best_harvest(instance), instance
    return True


@pytest.mark.parametrize("kind", DEALS)
@pytest.mark.parametrize("chunk", range(4))
def test_no_plan_beats_what_regions_win_together(kind, chunk):
    assert sum(compare(kind, seed) for seed in range(20 * chunk, 20 * chunk + 20))


@pytest.mark.full
@pytest.mark.parametrize("kind", DEALS)
@pytest.mark.parametrize("chunk", range(40))
def test_no_plan_beats_what_regions_win_together_in_thousands(kind, chunk):
    assert sum(compare(kind, seed) for seed in range(1000 + 50 * chunk, 1050 + 50 * chunk))


def test_a_joker_lent_to_a_play_with_a_theft_misleads_the_first_pass_only():
    instance = Instance("harvest", (68,), ((30, 31, 32, JOKER), (60, 61, 62, 63, 64)), TOKENS)
    assert bound_of(instance, strict=False) == 3
    assert bound_of(instance, strict=True) == best_harvest(instance) == -1


def test_a_joker_is_lent_to_a_play_without_theft():
    instance = Instance("harvest", (66, 68), ((30, 31, 32, JOKER),), TOKENS)
    assert bound_of(instance, strict=True) == best_harvest(instance) == 6


def test_what_regions_win_together_is_left_alone_once_the_time_is_up():
    instance = Instance("harvest", (66, 68), ((30, 31, 32, JOKER),), TOKENS)
    told = []
    for strict in (False, True):
        gathering = Gathering(instance, regions(instance), Patience(-math.inf), strict)
        most = sum(TOKENS)
        assert gathering.search(lambda *found: told.append(found), -9, most) == (-9, most)
    assert not any(steps for steps, *_ in told)


class _EnoughError(Exception):
    """The first plan was told."""


def test_the_first_plan_that_is_told_lays_more_than_nothing():
    hand = (14, 15, 16, 18, 19, 20, 21, 22, 23, 24, 26, 27, 28, 55, 56, 57, 66, 67, JOKER)
    told = []

    def first(steps, score, bound):
        told.append(score)
        raise _EnoughError

    with pytest.raises(_EnoughError):
        best_plan(Instance("harvest", hand, ((60, 61, 63),), TOKENS), math.inf, first)
    assert told[0] > 0
