"""The model against brute force with the referee, and what must not change an optimum."""

import random
import time
from dataclasses import replace

import pytest

from solver.field import game, model, rules
from solver.field.order import build
from solver.field.rules import Decks, Instance
from solver.field.task import task_of
from tests.solver.field.brute import brute_force, solved
from tests.solver.field.positions import (
    FLOWERS,
    deal_position,
    lone_position,
    mirrored,
    placement_position,
    small_position,
)

# What is compared: positions, how many by every run, how many hundreds by the full one.
POSITIONS = {"small": (small_position, 12, 20), "lone card": (lone_position, 30, 5)}


def compare(position, seeds):
    for seed in seeds:
        instance = position(seed)
        assert solved(instance) == brute_force(instance), seed


@pytest.mark.parametrize("name", POSITIONS)
def test_the_model_finds_what_brute_force_finds(name):
    position, few, _ = POSITIONS[name]
    compare(position, range(few))


@pytest.mark.full
@pytest.mark.parametrize(
    ("position", "hundred"),
    [
        pytest.param(position, hundred, id=f"{name} {hundred}")
        for name, (position, _, hundreds) in POSITIONS.items()
        for hundred in range(1, 1 + hundreds)
    ],
)
def test_the_model_finds_what_brute_force_finds_a_hundred_times(position, hundred):
    compare(position, range(100 * hundred, 100 * hundred + 100))


@pytest.mark.parametrize("seed", range(6))
def test_mirrored_at_the_diagonal_the_optimum_stays(seed):
    instance = placement_position(seed, most=4)
    assert solved(instance) == solved(mirrored(instance))


@pytest.mark.parametrize("seed", range(6))
def test_other_names_of_flowers_keep_the_optimum(seed):
    instance = placement_position(seed, most=4)
    names = dict(zip(rules.FLOWERS, random.Random(seed).sample(rules.FLOWERS, 6), strict=True))
    renamed = {card: names[flower] for card, flower in instance.flowers.items()}
    assert solved(instance) == solved(replace(instance, flowers=renamed))


@pytest.mark.parametrize("seed", range(6))
def test_another_card_never_lowers_the_optimum(seed):
    instance = placement_position(seed, most=4)
    fewer = replace(instance, cards=instance.cards[:-1])
    assert solved(fewer) <= solved(instance)


@pytest.mark.parametrize("seed", range(4))
def test_a_given_order_is_never_better_than_any_order(seed):
    instance = placement_position(seed, most=4)
    assert solved(replace(instance, order="given")) <= solved(instance)


CHAIN = dict(zip(range(30, 36), rules.FLOWERS, strict=True))


def test_a_row_of_six_different_flowers_is_twelve_points():
    field = {(0, 0): "25s", (0, 1): 30}
    instance = Instance("placement", field, 1, CHAIN, cards=(31, 32, 33, 34, 35))
    assert solved(instance) == 12


def test_a_card_of_ones_own_is_covered_where_only_that_helps():
    # the start card alone has to go, and only a card that goes again can stand beside it
    flowers = dict(zip((1, 2, 3, 4), rules.FLOWERS, strict=False)) | {30: "lily"}
    instance = Instance("placement", {(0, 0): "25s"}, 1, flowers, cards=(30, 1, 2, 3, 4))
    task = task_of(instance)
    target = {(0, 0): 1, (1, 0): 2, (2, 0): 3, (3, 0): 4}
    assert build(task, target, ((),)) is None
    steps = build(task, target, ((30,),))
    assert steps is not None and (30, (1, 0)) in steps


@pytest.mark.parametrize(
    ("target", "reached"),
    [
        pytest.param({(1, 0): 30, (2, 0): 31}, True, id="by turns"),
        pytest.param({(1, 0): 31, (2, 0): 33}, False, id="the small deck would have to begin"),
        pytest.param({(1, 0): 30, (2, 0): 32}, False, id="two cards of a deck with one turn"),
    ],
)
def test_decks_alternate(target, reached):
    flowers = dict.fromkeys(range(30, 36), "iris")
    decks = Decks((30, 32, 33), (31, 34))
    instance = Instance("round", {(0, 0): "25s"}, 1, flowers, decks=(decks,))
    assert (build(task_of(instance), target, ((), ())) is not None) == reached


def test_a_deal_has_a_play_and_a_true_bound():
    instance = replace(deal_position(1), decks=deal_position(1).decks[2:], round=3)
    found = []
    finding = model.search(instance, found.append, deadline=time.monotonic() + 1)
    assert finding.score <= finding.bound
    assert game.replay(instance, finding.moves)[0] == finding.score
    assert [f.score for f in found] == sorted(f.score for f in found)


def test_a_solved_position_says_what_it_counts():
    instance = Instance("placement", {(0, 0): "25s"}, 1, FLOWERS, cards=(28,))
    assert solved(instance) == 0
