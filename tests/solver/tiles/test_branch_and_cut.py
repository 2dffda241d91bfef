"""The model in whole numbers never says less than what a plan wins."""

import math
import random
import time

import pytest

from solver.spawning import spawned
from solver.tiles import model
from solver.tiles.beside import Beside
from solver.tiles.branch_and_cut import branch_and_cut
from solver.tiles.gather import Gathering
from solver.tiles.harvest import Patience
from solver.tiles.losses import NO_BOUND
from solver.tiles.relaxed import Relaxation
from solver.tiles.rules import JOKER, TOKENS, Instance, Readings
from solver.tiles.state import State
from tests.bench.bench_tiles import deal
from tests.solver.tiles.oracle import apart_instance, best_harvest, joker_instance, random_instance

DEALS = {
    "near": lambda rng: random_instance(rng, "harvest"),
    "apart": apart_instance,
    "jokers": joker_instance,
}
POOR = -NO_BOUND


def bound_of(instance, best=POOR):
    """The last bound in whole numbers on plans with more than the best points."""
    relaxation = Relaxation(instance)
    losses = relaxation.linear(math.inf).losses
    bounds = []
    branch_and_cut(relaxation.program.without(losses.ruled_out(best)), bounds.append)
    assert bounds == sorted(set(bounds), reverse=True)
    return bounds[-1]


def best_alone(instance):
    """The best points by a search to its end that knows no bound of the model."""
    patience = Patience(math.inf)
    patience.steps = 1 << 40
    hand = sum(1 << tile for tile in instance.hand if tile)
    whole = Gathering(instance, [State(hand, tuple(sorted(instance.table)))], patience)
    best, bound = whole.search(lambda *_: None, POOR, NO_BOUND)
    assert best == bound
    return best


def compare(kind, seed):
    instance = DEALS[kind](random.Random(f"whole {kind} {seed}"))
    best = best_alone(instance)
    assert Relaxation(instance).linear(math.inf).bound >= bound_of(instance) >= best, instance
    assert bound_of(instance, best - 1) >= best, instance  # where the most is ruled out


@pytest.mark.parametrize("kind", DEALS)
@pytest.mark.parametrize("chunk", range(3))
def test_no_plan_beats_the_bound(kind, chunk):
    for seed in range(10 * chunk, 10 * chunk + 10):
        compare(kind, seed)


@pytest.mark.full
@pytest.mark.parametrize("kind", DEALS)
@pytest.mark.parametrize("chunk", range(40))
def test_no_plan_beats_the_bound_in_thousands(kind, chunk):
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
    assert bound_of(instance) == score == best_harvest(instance)


def test_a_row_may_lose_its_numbers_to_a_play_and_go_on_elsewhere():
    hand = (28, 79, 23, 51, 100, 50, 37, 13, 54, 71, 84, 56, 52, JOKER, JOKER, JOKER)
    assert bound_of(Instance("harvest", hand, (), TOKENS, 1)) >= 9


def test_swaps_in_new_rows_give_no_first_joker_unless_one_is_stolen():
    """There would be 19 points with such swaps."""
    assert bound_of(deal(random.Random("20 3 1 1"), "harvest", 20, 3, 1)) < 19


def test_what_cannot_be_better_is_ruled_out():
    instance = deal(random.Random("13 3 2 1"), "harvest", 13, 3, 2)
    best = model.search(instance, lambda _: None).score
    losses = Relaxation(instance).linear(math.inf).losses
    assert losses.ruled_out(POOR) == []
    assert set(losses.ruled_out(best - 1)) < set(losses.ruled_out(best))


def test_the_process_beside_ends_with_the_context():
    instance = deal(random.Random("13 6 4 6"), "harvest", 13, 6, 4)
    relaxation = Relaxation(instance)
    linear = relaxation.linear(math.inf)
    with Beside() as beside:
        assert not beside.has_news
        assert list(beside.news()) == []
        beside.begin(relaxation.program, linear.losses, 20)
        until = time.monotonic() + 60
        while not beside.has_news and time.monotonic() < until:
            time.sleep(0.01)
        bounds = list(beside.news())
        ended = time.monotonic()
    assert time.monotonic() - ended < 1.0
    assert bounds
    assert 28 <= min(bounds) <= linear.bound


def test_nothing_but_lines_of_json_is_told():
    program = Relaxation(Instance("harvest", (14, 15, 16, 40, 0), (), TOKENS)).program
    with spawned("solver.tiles.branch_and_cut", {"program": program._asdict()}) as told:
        lines = [*iter(told.get, None)]
    assert lines
    assert all(line.keys() == {"bound"} for line in lines)
