"""The bound that is known at once, against plays and known counts."""

import time
from dataclasses import replace

import pytest

from solver.field import model
from solver.field.caps import first_bound
from solver.field.rules import LAST_ROUND, Instance
from solver.field.task import task_of
from tests.solver.field.positions import (
    FLOWERS,
    deal_position,
    placement_position,
    round_position,
    small_position,
)


@pytest.mark.parametrize("seed", range(30))
def test_no_play_of_a_small_position_beats_the_first_bound(seed):
    instance = small_position(seed)
    optimum = model.search(instance, lambda finding: None)
    assert optimum.complete
    assert optimum.score <= first_bound([task_of(instance)])


@pytest.mark.parametrize(
    ("cards", "number", "bound"),
    [
        pytest.param(range(1, 4), 1, 0, id="three cards score nothing"),
        pytest.param(range(1, 5), 1, 3, id="four are a line"),
        pytest.param(range(1, 7), 1, 12, id="six are all different"),
    ],
)
def test_the_first_bound_of_few_cards_is_known(cards, number, bound):
    names = sorted(set(FLOWERS.values()))
    flowers = dict(zip(cards, names, strict=False))
    instance = Instance("placement", {(0, 0): "25s"}, number, flowers, cards=tuple(cards))
    assert first_bound([task_of(instance)]) == bound


def test_groups_and_full_lines_bar_each_other():
    flowers = dict.fromkeys(range(1, 7), "iris")
    instance = Instance("placement", {(0, 0): "25s"}, LAST_ROUND, flowers, cards=tuple(range(1, 7)))
    assert first_bound([task_of(instance)]) == 28
    more = replace(instance, flowers=flowers | {7: "lily"}, cards=tuple(range(1, 8)))
    assert first_bound([task_of(more)]) == 28


@pytest.mark.parametrize(
    "instance",
    [
        pytest.param(placement_position(14), id="placement"),
        pytest.param(placement_position(15, order="given"), id="given order"),
        pytest.param(round_position(2, 2), id="round"),
        pytest.param(round_position(2, 3, objective="margin"), id="margin"),
        pytest.param(deal_position(3), id="deal"),
    ],
)
def test_a_search_stopped_at_once_has_a_play_and_a_bound_in_all_it_tells(instance):
    told = []
    last = model.search(instance, told.append, deadline=time.monotonic())
    assert told
    for finding in (*told, last):
        assert finding.score <= finding.bound <= 200
