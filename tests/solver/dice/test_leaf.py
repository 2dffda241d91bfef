"""Leaves: what a play is worth does not depend on what the model asked for."""

from solver.dice import rules
from solver.dice.columns import LETTERS, columns_of
from solver.dice.leaf import solve_leaf
from solver.dice.plays import picks_of
from solver.dice.relax import Node
from solver.dice.task import over_already, task_of
from solver.engine import Effort
from tests.solver.dice.test_model_brute import random_instance


def test_a_play_scores_also_what_it_completes_without_being_asked():
    beside = 0
    for seed in range(120):
        instance = random_instance(seed)
        if instance.readings.through_circled or over_already(instance) is not None:
            continue
        columns, task = columns_of(instance.board, instance.circled), task_of(instance)
        kinds = range(task.phases * len(LETTERS))
        every = [(index, kind) for index in range(len(columns.sets)) for kind in kinds]
        nothing = Node(0, zeros=(1 << len(task.parts)) - 1)
        for need in (None, -100):
            play = solve_leaf(columns, task, nothing, every, need, Effort()).play
            if play is not None:
                total, breakdown = rules.replay(instance, picks_of(columns, task, play))
                assert play.score == total, seed
                beside += breakdown["colours"] + breakdown["beds"] > task.points
    assert beside > 10
