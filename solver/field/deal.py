"""A deal goes in: the rounds to come with all their decks; a good play and a true bound come out.

The plays come from beams over all rounds, the bound from ``deal_bound.py``.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from itertools import count
from random import Random

from solver.engine import Effort
from solver.field.beam import Node, beam
from solver.field.caps import first_bound
from solver.field.deal_bound import deal_bound
from solver.field.gifts import best_gifts
from solver.field.moves import move_to_json
from solver.field.plays import turns_of
from solver.field.points import points_of
from solver.field.rules import Instance, Move
from solver.field.static import Ending
from solver.field.task import Task, task_of
from solver.finding import Finding, Report

FIRST_WIDTH = 10
WIDEST = 2000
HOPES = (1.0, 0.7, 1.3, 0.85)
PATIENCE_S = 60.0  # without a limit the search ends so long after its last better play


@dataclass(slots=True)
class Deal:
    """The best play of a deal so far."""

    instance: Instance
    tasks: tuple[Task, ...]
    report: Report
    best: Finding

    def keep(self, node: Node) -> None:
        """Keep a play that is better, and tell it."""
        moves, dummy = self.moves(node)
        margin = replace(self.tasks[-1], dummy=dummy, groups=False)
        score = node.points
        if margin.margin:
            score += points_of(margin, {})
        if self.best.score is None or score > self.best.score:
            self.best = Finding(score, self.best.bound, tuple(map(move_to_json, moves)))
            self.report(self.best)

    def moves(self, node: Node) -> tuple[list[Move], tuple[int, ...]]:
        """Return the moves of a play and all that the dummy holds in the end."""
        moves: list[Move] = []
        dummy, first = self.instance.dummy, 0
        for number, task in enumerate(self.tasks, self.instance.round):
            steps = list(node.steps[first : first + len(task.turns)])
            first += len(task.turns)
            laid = frozenset(card for card, _ in steps if card is not None)
            taken, given = best_gifts(replace(task, dummy=dummy), laid)
            moves += turns_of(task, steps, Ending({}, taken, given), number)
            dummy += given
        return moves, dummy


def search(instance: Instance, report: Report, effort: Effort, deadline: float) -> Finding:
    """Search a deal until the deadline, or until better plays stay out for long."""
    tasks = tuple(task_of(instance, number) for number in range(len(instance.decks)))
    deal = Deal(instance, tasks, report, Finding(bound=first_bound(tasks)))
    start, rng = Node(dict(instance.field), (), frozenset()), Random(effort.seed)
    lazy = sum(len(task.turns) for task in tasks)
    deal.keep(Node(start.lying, ((None, None),) * lazy, frozenset(), _standing(tasks)))
    deal.keep(beam(tasks, FIRST_WIDTH, start, rng))
    bound = deal_bound(instance, tasks, effort, deadline)
    deal.best = replace(deal.best, bound=bound)
    report(deal.best)
    since = time.monotonic()
    for turn in count():
        width = min(FIRST_WIDTH * 2 ** (2 + turn // len(HOPES)), WIDEST)
        before = deal.best.score
        deal.keep(beam(tasks, width, start, rng, HOPES[turn % len(HOPES)], deadline))
        now = time.monotonic()
        since = now if deal.best.score != before else since
        if deal.best.score == bound or now >= deadline or now - since > PATIENCE_S:
            break
    return replace(deal.best, complete=deal.best.score == bound)


def _standing(tasks: tuple[Task, ...]) -> int:
    """Return the points of a deal where every card is left out."""
    plain = [replace(task, margin=False) for task in tasks]
    return sum(points_of(task, task.field) for task in plain)
