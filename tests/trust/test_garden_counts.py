"""The garden, counted and tried by code of its own: what its other tests leave to the thousands."""

from pathlib import Path

import pytest

from layouts.sources import Source
from solver.garden import game
from solver.garden.rules import Card, Instance, lay_all, legal_placements
from tests.solver.garden.test_model_against_brute_force import Brute, compare, small_garden


def ways_by_trial(table: dict, name: str) -> set:
    brute = Brute(table)
    return {frozenset(after.items()) for after, _ in brute.ways(brute.garden, name, brute.barred)}


def ways_of_the_referee(instance: Instance, card: Card) -> set:
    garden = instance.table.garden
    found = (lay_all([laid]) for laid in legal_placements(instance.table, card))
    return {frozenset({**garden, **spaces}.items()) for spaces in found}


@pytest.mark.parametrize(
    "block", [0, *(pytest.param(n, marks=pytest.mark.full) for n in range(1, 25))]
)
def test_two_enumerators_find_the_same_gardens(block: int) -> None:
    positions = 0
    for seed in range(3000 + 20 * block, 3020 + 20 * block):
        table = small_garden(seed, "turn")
        instance = game.read(Source(table, "small", Path()))
        for card in instance.hand:
            assert ways_of_the_referee(instance, card) == ways_by_trial(table, card.name)
            positions += 1
    assert positions > 20


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4000, 4920))
def test_further_turns_are_as_good_as_trying_everything(seed: int) -> None:
    compare(small_garden(seed, "turn"))
