"""The model against brute force on small positions, and what a change may do to an optimum."""

import math
import random
from dataclasses import replace

import pytest

from solver.tiles import game, model
from solver.tiles.rules import JOKER, MOST, TOKENS, Instance, flowers, token_for
from tests.solver.tiles.oracle import (
    apart_instance,
    best_harvest,
    best_sweep,
    best_turn,
    joker_instance,
    random_instance,
)

ORACLES = {"turn": best_turn, "harvest": best_harvest, "sweep": best_sweep}


def solved(instance, variant=""):
    """The proven score, replayed by the referee."""
    found = model.search(instance, lambda _: None, deadline=math.inf, variant=variant)
    assert found.proved
    assert game.replay(instance, found.moves)[0] == found.score
    return found.score


def compare(kind, seed):
    instance = random_instance(random.Random(f"{kind} {seed}"), kind)
    assert solved(instance) == ORACLES[kind](instance), instance


@pytest.mark.parametrize("chunk", range(4))
@pytest.mark.parametrize(("kind", "count"), [("turn", 40), ("harvest", 4), ("sweep", 12)])
def test_the_model_finds_what_brute_force_finds(kind, count, chunk):
    for seed in range(count * chunk, count * chunk + count):
        compare(kind, seed)


@pytest.mark.parametrize("seed", [20, 83, 135, 147, 191])
def test_a_harvest_in_regions_finds_what_brute_force_finds(seed):
    instance = apart_instance(random.Random(f"apart {seed}"))
    assert solved(instance) == best_harvest(instance), instance


@pytest.mark.parametrize(
    ("hand", "table"),
    [
        pytest.param((53, 82, JOKER), ((54, 55, JOKER, JOKER),), id="an emptied row goes on"),
        pytest.param((5, 6, 60, JOKER), ((1, JOKER, JOKER, JOKER),), id="numbers added"),
        pytest.param((5, 90, JOKER), ((6, JOKER, JOKER, JOKER),), id="a number and jokers"),
        pytest.param((90, 91, JOKER), ((5, 6, JOKER, JOKER, JOKER),), id="two numbers and jokers"),
    ],
)
def test_rows_of_jokers_in_regions_find_what_brute_force_finds(hand, table):
    instance = Instance("harvest", hand, table)
    assert solved(instance) == best_harvest(instance)


def compare_with_jokers(seed):
    instance = joker_instance(random.Random(f"jokers {seed}"))
    assert solved(instance) == best_harvest(instance), instance


@pytest.mark.parametrize("seed", range(8))
def test_a_harvest_with_three_or_four_jokers_finds_what_brute_force_finds(seed):
    compare_with_jokers(seed)


@pytest.mark.full
@pytest.mark.parametrize("chunk", range(40))
def test_harvests_with_three_or_four_jokers_find_what_brute_force_finds_in_hundreds(chunk):
    for seed in range(1000 + 10 * chunk, 1010 + 10 * chunk):
        compare_with_jokers(seed)


@pytest.mark.full
@pytest.mark.parametrize("chunk", range(40))
def test_harvests_in_regions_find_what_brute_force_finds_in_thousands(chunk):
    for seed in range(1000 + 100 * chunk, 1100 + 100 * chunk):
        instance = apart_instance(random.Random(f"apart {seed}"))
        if len(instance.hand) + instance.jokers_left > 4:
            continue  # too many plans to try them all
        assert solved(instance) == best_harvest(instance), instance


@pytest.mark.full
@pytest.mark.parametrize("chunk", range(20))
@pytest.mark.parametrize("kind", ORACLES)
def test_the_model_finds_what_brute_force_finds_in_thousands(kind, chunk):
    for seed in range(1000 + 50 * chunk, 1050 + 50 * chunk):
        compare(kind, seed)


@pytest.mark.parametrize("seed", range(20))
def test_a_higher_token_more_never_lowers_a_score(seed):
    rng = random.Random(f"token {seed}")
    instance = random_instance(rng, rng.choice(["turn", "sweep"]))
    if instance.objective == "tiles" or set(TOKENS) <= set(instance.tokens):
        instance = replace(instance, objective=instance.objective and "net", tokens=(2, 3))
    more = rng.choice([token for token in TOKENS if token not in instance.tokens])
    assert solved(replace(instance, tokens=(*instance.tokens, more))) >= solved(instance)


@pytest.mark.parametrize("seed", range(20))
def test_one_more_tile_never_lowers_a_sweep(seed):
    rng = random.Random(f"tile {seed}")
    instance = random_instance(rng, "sweep")
    more = rng.choice([n for n in range(1, MOST + 1) if n not in instance.hand])
    assert solved(replace(instance, hand=(*instance.hand, more))) >= solved(instance)


@pytest.mark.parametrize("seed", range(10))
def test_the_order_of_the_input_does_not_matter(seed):
    rng = random.Random(f"order {seed}")
    instance = random_instance(rng, rng.choice(["turn", "harvest", "sweep"]))
    hand, tokens = list(instance.hand), list(instance.tokens)
    rng.shuffle(hand)
    rng.shuffle(tokens)
    other = replace(instance, hand=tuple(hand), tokens=tuple(tokens), table=instance.table[::-1])
    assert solved(other) == solved(instance)


@pytest.mark.parametrize("seed", range(6))
def test_a_sweep_proved_without_fixing_arcs_is_the_same(seed):
    instance = random_instance(random.Random(f"arcs {seed}"), "sweep")
    assert solved(instance, "all-arcs") == solved(instance)


@pytest.mark.parametrize("jokers", [0, 4])
def test_all_tiles_win_all_tokens(jokers):
    hand = (*range(1, MOST + 1), *[JOKER] * jokers)
    assert solved(Instance("sweep", hand)) == sum(TOKENS)


def won_in_order(counts, tokens):
    left, won = list(tokens), 0
    for count in counts:
        token = token_for(count, left)
        if token:
            left.remove(token)
            won += token
    return won


@pytest.mark.parametrize("seed", range(200))
def test_the_tokens_of_a_family_of_rows_do_not_depend_on_the_order(seed):
    rng = random.Random(f"parking {seed}")
    tokens = rng.sample(TOKENS, rng.randint(1, 20))
    counts = [rng.randint(0, 25) for _ in range(rng.randint(1, 12))]
    first = won_in_order(counts, tokens)
    for _ in range(5):
        rng.shuffle(counts)
        assert won_in_order(counts, tokens) == first


@pytest.mark.parametrize(
    ("hand", "table", "board", "score"),
    [
        pytest.param((14, 15, 16, 17, 18, 19), (), 0, 10, id="own rows robbed: tiles count twice"),
        pytest.param((54, 55, 56, 57, 58), (), 0, 11, id="the hand is empty at once"),
        pytest.param((1, 2, JOKER, 5, 6), (), 1, 6, id="a joker earned, then laid"),
        pytest.param((74, 75, 76), ((71, 72, 73),), 0, 4, id="three tiles cannot be robbed"),
    ],
)
def test_a_harvest_knows_where_order_matters(hand, table, board, score):
    assert solved(Instance("harvest", hand, table, TOKENS, board)) == score


def test_a_limit_keeps_the_best_play_and_a_true_bound():
    hand = (2, 13, 18, 31, 34, 40, 42, 66, 70, 76, 87, 98, JOKER)
    table = ((33, 35, 37, 39, 41), (92, 94, 95, 96, 97), (48, 50, 51, 52, 53, 54))
    instance = Instance("harvest", hand, table, TOKENS, 1)
    found = model.search(instance, lambda _: None, deadline=0.0)
    assert not found.complete
    assert -flowers(hand) <= found.score == game.replay(instance, found.moves)[0]
    assert found.bound >= 21
