"""Annealing: what it finds is a play as the referee sees it."""

import random
import time
from dataclasses import replace

import pytest

from solver.field import game, model
from solver.field.anneal import anneal
from solver.field.points import group_points, line_points
from solver.field.task import task_of
from tests.solver.field.positions import FLOWERS, deal_position, small_deal


def tasks_of(instance):
    return [task_of(instance, number) for number in range(len(instance.decks))]


@pytest.mark.parametrize("seed", range(3))
def test_more_plans_lead_to_points(seed):
    node = anneal(tasks_of(deal_position(seed)), random.Random(seed), 4000)
    blooms = {cell: FLOWERS[card] for cell, card in node.lying.items() if card in FLOWERS}
    assert node.points >= line_points(blooms) + group_points(blooms) > 0


def test_a_seed_gives_one_play():
    tasks = tasks_of(deal_position(1))
    first, again = (anneal(tasks, random.Random(5), 1000) for _ in range(2))
    assert first == again


@pytest.mark.parametrize("objective", ["total", "margin"])
@pytest.mark.parametrize("seed", range(2))
def test_a_deal_cut_short_has_a_legal_play_and_a_true_bound(seed, objective):
    instance = replace(deal_position(seed), objective=objective)
    found = []
    finding = model.search(instance, found.append, deadline=time.monotonic() + 1)
    assert finding.score <= finding.bound and not finding.proved
    assert game.replay(instance, finding.moves)[0] == finding.score
    assert [f.score for f in found] == sorted(f.score for f in found)


@pytest.mark.parametrize("seed", range(8))
def test_no_plan_of_a_small_deal_beats_what_is_proved(seed):
    instance = replace(small_deal(seed, own=2), objective="total")
    node = anneal(tasks_of(instance), random.Random(seed), 500)
    proved = model.search(instance, lambda finding: None)
    assert proved.proved and node.points <= proved.score
