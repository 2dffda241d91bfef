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
from solver.tiles.relaxed import Relaxation
from solver.tiles.rules import TOKENS, Instance, flowers
from solver.tiles.state import State
from solver.tiles.translated import Translated
from tests.bench.bench_tiles import deal
from tests.solver.tiles.oracle import best_harvest, joker_instance, random_instance

DEALS = {"near": lambda rng: random_instance(rng, "harvest"), "jokers": joker_instance}
SEARCHES = [Pruned, Translated]
MANY = 1 << 40
POOR = -(1 << 20)


def search_of(kind, instance, steps=MANY, **words):
    """A search of an instance as one region, and its patience."""
    hand = sum(1 << tile for tile in instance.hand if tile)
    patience = Patience(math.inf)
    patience.steps = steps
    whole = Gathering(instance, [State(hand, tuple(sorted(instance.table)))], patience)
    losses = Relaxation(instance).linear(math.inf).losses
    return kind(whole.searches[0], whole.states[0], losses, **words), patience


def searched(kind, instance, best=POOR, **words):
    """The points that a search to its end says, after the referee counted its best plan."""
    search, _ = search_of(kind, instance, **words)
    plans = []
    report = lambda steps, score, bound: plans.append((steps, score)) if steps else None  # noqa: E731
    points, bound = search.search(report, best, MANY)
    assert search.ended
    assert points == bound
    if plans:
        moves = tuple(map(write_move, moves_of(instance, plans[-1][0])))
        assert game.replay(instance, moves)[0] == plans[-1][1] == points
    return points


def compare(kind, deal_of, seed):
    instance = DEALS[deal_of](random.Random(f"pruned {deal_of} {seed}"))
    best = best_harvest(instance)
    assert searched(kind, instance) == best, instance
    assert searched(kind, instance, best - 1) == best, instance  # where it drops the most


@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("deal_of", DEALS)
@pytest.mark.parametrize("chunk", range(3))
def test_the_search_finds_what_brute_force_finds(kind, deal_of, chunk):
    for seed in range(10 * chunk, 10 * chunk + 10):
        compare(kind, deal_of, seed)


@pytest.mark.full
@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("deal_of", DEALS)
@pytest.mark.parametrize("chunk", range(40))
def test_the_search_finds_what_brute_force_finds_in_two_thousand_harvests(kind, deal_of, chunk):
    for seed in range(1000 + 25 * chunk, 1025 + 25 * chunk):
        compare(kind, deal_of, seed)


@pytest.mark.parametrize(
    ("size", "rows", "jokers", "seed"), [(8, 1, 2, 0), (8, 2, 1, 1), (9, 1, 3, 2), (10, 0, 4, 3)]
)
def test_no_plan_loses_more_than_it_is_below_the_value(size, rows, jokers, seed):
    """Every plan that a search without a best plan tries has points, and steps that lose."""
    instance = deal(random.Random(f"loss {seed}"), "harvest", size, rows, jokers)
    search, _ = search_of(Pruned, instance)
    spare = []

    def report(steps, score, bound):
        if steps is not None:
            lost = sum(map(search.losses.of, steps))
            spare.append(search.losses.value - lost - score)

    best, _ = search.search(report, POOR, MANY)
    assert min(spare) > -1e-3
    assert best >= -flowers(instance.hand)


@pytest.mark.parametrize(("kind", "steps"), [(Pruned, 200), (Translated, 2)])
def test_a_search_goes_on_where_it_was_stopped(kind, steps):
    instance = deal(random.Random("13 0 3 4"), "harvest", 13, 0, 3)
    at_once = searched(kind, instance)
    search, patience = search_of(kind, instance)
    best, bound, bounds = POOR, MANY, []
    for _ in range(1000):
        patience.steps = steps
        best, bound = search.search(lambda *_: None, best, bound)
        bounds.append(bound)
        assert bound >= at_once >= best
        if search.ended:
            break
    assert best == bound == at_once
    assert len(bounds) > 1
    assert bounds == sorted(bounds, reverse=True)


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_search_ends_its_turn_when_it_is_called(kind):
    instance = deal(random.Random("13 0 3 4"), "harvest", 13, 0, 3)
    search, patience = search_of(kind, instance)
    patience.called = lambda: True
    best, bound = search.search(lambda *_: None, POOR, MANY)
    assert not search.ended
    patience.called = lambda: False
    patience.steps = MANY
    assert search.search(lambda *_: None, best, bound)[0] == searched(kind, instance)


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_search_without_patience_says_the_value_of_the_relaxation(kind):
    instance = Instance("harvest", (14, 15, 16, 40, 0), (), TOKENS)
    search, _ = search_of(kind, instance, steps=0)
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
