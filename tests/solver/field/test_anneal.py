"""Annealing: what it finds is a play as the referee sees it."""

import random
import time
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from solver.field import deal, game, model
from solver.field.anneal import Board, anneal
from solver.field.beam import Node, steps_from
from solver.field.kernel import Stages, improve
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


def laid_by_the_rules(tasks, board, stages):
    """Return which turns of a plan are legal, and the points, without the machine code."""
    lying, points, legal = dict(tasks[0].field), 0, []
    turns = zip(stages.cards.tolist(), map(board.cell, stages.cells.tolist()), strict=True)
    for task in tasks:
        for card, cell in islice(turns, len(task.turns)):
            legal.append((card, cell) in steps_from(Node(lying, (), frozenset()), (card,)))
            lying |= {cell: card} if legal[-1] else {}
        blooms = {at: FLOWERS[card] for at, card in lying.items() if card in FLOWERS}
        points += line_points(blooms)
    return legal, points + group_points(blooms)


@pytest.mark.parametrize("seed", range(12))
def test_changed_plans_are_laid_and_scored_as_the_rules_say(seed):
    tasks = tasks_of(small_deal(seed, own=9) if seed % 2 else deal_position(seed))
    board, draw = Board(tasks), np.random.default_rng(seed)
    game = board.game()
    now = board.stages(game, random.Random(seed))
    new, best = (Stages(*(part.copy() for part in now)) for _ in range(2))
    for _ in range(20):
        improve(game, now, new, best, 500, 1.5, draw)
        assert all((one == two).all() for one, two in zip(now, new, strict=True))
        for stages in (now, best):
            legal, points = laid_by_the_rules(tasks, board, stages)
            assert stages.laid.tolist() == legal
            assert stages.worth[-1, 1] == board.play(stages).points == points
    assert best.worth[-1, 1] >= now.worth[-1, 1]


def test_a_seed_gives_one_play():
    tasks = tasks_of(deal_position(1))
    first, again = (anneal(tasks, random.Random(5), 1000) for _ in range(2))
    assert first == again


@pytest.mark.parametrize("objective", ["total", "margin"])
@pytest.mark.parametrize("ready", [deal.READY_S, 0.0], ids=["beams alone", "annealed"])
@pytest.mark.parametrize("seed", range(2))
def test_a_deal_cut_short_has_a_legal_play_and_a_true_bound(seed, objective, ready, monkeypatch):
    monkeypatch.setattr(deal, "READY_S", ready)
    instance = replace(deal_position(seed), objective=objective)
    found = []
    finding = model.search(instance, found.append, deadline=time.monotonic() + 2)
    assert finding.score <= finding.bound and not finding.proved
    assert game.replay(instance, finding.moves)[0] == finding.score
    assert [f.score for f in found] == sorted(f.score for f in found)


@pytest.mark.parametrize("seed", range(8))
def test_no_plan_of_a_small_deal_beats_what_is_proved(seed):
    instance = replace(small_deal(seed, own=2), objective="total")
    node = anneal(tasks_of(instance), random.Random(seed), 500)
    proved = model.search(instance, lambda finding: None)
    assert proved.proved and node.points <= proved.score
