"""The beam over the moves of a harvest: legal plans, the best one where nothing is dropped."""

import math
import random

import pytest

from solver.tiles import game
from solver.tiles.beam_harvest import Beam
from solver.tiles.gather import Gathering
from solver.tiles.harvest import Patience
from solver.tiles.model import moves_of
from solver.tiles.notation import write_move
from solver.tiles.relaxed import Relaxation
from solver.tiles.rules import MOST, TOKENS, Instance, flowers
from solver.tiles.state import State
from tests.bench.bench_tiles import deal
from tests.solver.tiles.oracle import best_harvest, joker_instance, random_instance

DEALS = {"near": lambda rng: random_instance(rng, "harvest"), "jokers": joker_instance}
NO_PRICES = (0.0,) * (MOST + 1)
ALL = 1 << 20


def beam_of(instance, prices, width, deadline=math.inf):
    """The points of a beam's plan, as the referee counts them."""
    hand = sum(1 << tile for tile in instance.hand if tile)
    whole = State(hand, tuple(sorted(instance.table)))
    gathering = Gathering(instance, [whole], Patience(deadline))
    (search,), (start,) = gathering.searches, gathering.states
    points, steps = Beam(search, prices).best(start, width)
    moves = tuple(map(write_move, moves_of(instance, steps)))
    assert game.replay(instance, moves)[0] == points
    return points


@pytest.mark.parametrize("kind", DEALS)
@pytest.mark.parametrize("seed", range(20))
def test_a_beam_that_drops_nothing_finds_what_brute_force_finds(kind, seed):
    instance = DEALS[kind](random.Random(f"beam {seed}"))
    assert beam_of(instance, NO_PRICES, ALL) == best_harvest(instance)


def test_prices_of_the_relaxation_lead_a_narrow_beam():
    instance = deal(random.Random("13 6 2 0"), "harvest", 13, 6, 2)
    prices = Relaxation(instance).linear(math.inf).prices
    assert beam_of(instance, prices, 5) > beam_of(instance, NO_PRICES, 5)


def test_a_beam_without_time_keeps_what_lies():
    instance = Instance("harvest", (14, 15, 16, 40), (), TOKENS)
    assert beam_of(instance, NO_PRICES, ALL, -math.inf) == -flowers(instance.hand)
