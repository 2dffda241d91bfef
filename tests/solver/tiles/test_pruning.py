"""The search that drops what cannot beat the best plan: nothing that it needs is dropped."""

import math
import random

import pytest

from solver.tiles import game
from solver.tiles.gather import Gathering
from solver.tiles.harvest import Patience
from solver.tiles.model import moves_of
from solver.tiles.notation import write_move
from solver.tiles.outcomes import covers
from solver.tiles.pruning import Pruned
from solver.tiles.relaxed import relaxed
from solver.tiles.rules import TOKENS, Instance, flowers
from solver.tiles.state import State
from tests.bench.bench_tiles import deal
from tests.solver.tiles.oracle import best_harvest, joker_instance, random_instance

DEALS = {"near": lambda rng: random_instance(rng, "harvest"), "jokers": joker_instance}
MANY = 1 << 40
POOR = -(1 << 20)


def pruned_of(instance, steps=MANY):
    """A search of an instance as one region, and its patience."""
    hand = sum(1 << tile for tile in instance.hand if tile)
    patience = Patience(math.inf)
    patience.steps = steps
    whole = Gathering(instance, [State(hand, tuple(sorted(instance.table)))], patience)
    losses = next(relaxed(instance, math.inf)).losses
    return Pruned(whole.searches[0], whole.states[0], losses), patience


def searched(instance, best=POOR):
    """The points that a search to its end says, after the referee counted its best plan."""
    search, _ = pruned_of(instance)
    plans = []
    report = lambda steps, score, bound: plans.append((steps, score)) if steps else None  # noqa: E731
    points, bound = search.search(report, best, MANY)
    assert search.ended
    assert points == bound
    if plans:
        moves = tuple(map(write_move, moves_of(instance, plans[-1][0])))
        assert game.replay(instance, moves)[0] == plans[-1][1] == points
    return points


def compare(kind, seed):
    instance = DEALS[kind](random.Random(f"pruned {kind} {seed}"))
    best = best_harvest(instance)
    assert searched(instance) == best, instance
    assert searched(instance, best - 1) == best, instance  # where it drops the most


@pytest.mark.parametrize("kind", DEALS)
@pytest.mark.parametrize("chunk", range(3))
def test_the_search_finds_what_brute_force_finds(kind, chunk):
    for seed in range(10 * chunk, 10 * chunk + 10):
        compare(kind, seed)


@pytest.mark.full
@pytest.mark.parametrize("kind", DEALS)
@pytest.mark.parametrize("chunk", range(40))
def test_the_search_finds_what_brute_force_finds_in_two_thousand_harvests(kind, chunk):
    for seed in range(1000 + 25 * chunk, 1025 + 25 * chunk):
        compare(kind, seed)


@pytest.mark.parametrize(
    ("size", "rows", "jokers", "seed"), [(8, 1, 2, 0), (8, 2, 1, 1), (9, 1, 3, 2), (10, 0, 4, 3)]
)
def test_no_plan_loses_more_than_it_is_below_the_value(size, rows, jokers, seed):
    """Every plan that a search without a best plan tries has points, and steps that lose."""
    instance = deal(random.Random(f"loss {seed}"), "harvest", size, rows, jokers)
    search, _ = pruned_of(instance)
    spare = []

    def report(steps, score, bound):
        if steps is not None:
            lost = sum(map(search.losses.of, steps))
            spare.append(search.losses.value - lost - score)

    best, _ = search.search(report, POOR, MANY)
    assert min(spare) > -1e-3
    assert best >= -flowers(instance.hand)


def test_a_search_goes_on_where_it_was_stopped():
    instance = deal(random.Random("13 0 3 4"), "harvest", 13, 0, 3)
    at_once = searched(instance)
    search, patience = pruned_of(instance)
    best, bound, bounds = POOR, MANY, []
    for _ in range(1000):
        patience.steps = 200
        best, bound = search.search(lambda *_: None, best, bound)
        bounds.append(bound)
        assert bound >= at_once >= best
        if search.ended:
            break
    assert best == bound == at_once
    assert len(bounds) > 1
    assert bounds == sorted(bounds, reverse=True)


def test_a_search_without_patience_says_the_value_of_the_relaxation():
    instance = Instance("harvest", (14, 15, 16, 40, 0), (), TOKENS)
    search, _ = pruned_of(instance, steps=0)
    best, bound = search.search(lambda *_: None, POOR, MANY)
    assert (best, bound) == (POOR, math.floor(search.losses.value + 1e-3))


@pytest.mark.parametrize(
    ("one", "other", "is_so"),
    [
        ((), (), True),
        ((3,), (), True),
        ((), (3,), False),
        ((5, 2), (4, 2), True),
        ((5, 2), (4, 3), False),
        ((5, 2, 1), (5, 2), True),
    ],
)
def test_thresholds_cover_others_that_are_nowhere_higher(one, other, is_so):
    assert covers(one, other) is is_so
