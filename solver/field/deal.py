"""A deal of several rounds goes in; a good play and a true bound come out, or the proven best.

With few cards every play is tried (``exact.py``). Else the plays come from annealing, the bound
from ``deal_bound.py``.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from itertools import count
from random import Random

from solver.engine import Effort
from solver.field.beam import Node, beam
from solver.field.caps import first_bound
from solver.field.deal_bound import deal_bound, least_dummy
from solver.field.exact import Exact
from solver.field.gifts import best_gifts, dummy_of
from solver.field.moves import move_to_json
from solver.field.plays import turns_of
from solver.field.rules import Instance, Move
from solver.field.static import Ending
from solver.field.task import Task
from solver.finding import Finding, Report

FIRST_WIDTH = 30
FIRST_PLANS, LONGER, MOST_PLANS = 1_000_000, 3, 243_000_000
# With less time left annealing would not get ready: it is loaded, or even translated first.
LOADED_S, READY_S = 3.0, 10.0
WIDER = 100, 300  # beams in its place
PATIENCE_S = 60.0  # without a limit the search ends so long after its last better play
FEW = 9  # cards of one's own in all: with more of them trying every play is hopeless


@dataclass(slots=True)
class Deal:
    """The best play of a deal so far."""

    instance: Instance
    tasks: tuple[Task, ...]
    report: Report
    best: Finding

    def keep(self, node: Node) -> None:
        """Keep a play that is better, and tell it."""
        score = self.value(node)
        if self.best.score is None or score > self.best.score:
            moves = tuple(map(move_to_json, self.moves(node)))
            self.best = Finding(score, self.best.bound, moves)
            self.report(self.best)

    def bounded(self, bound: int) -> None:
        """Keep a bound that is lower, and tell it."""
        if self.best.bound is None or bound < self.best.bound:
            self.best = replace(self.best, bound=bound)
            self.report(self.best)

    @property
    def done(self) -> bool:
        """Whether nothing can be better."""
        return self.best.score == self.best.bound

    def value(self, node: Node) -> int:
        """Return the score of a whole play: for the margin with the best that the dummy gets."""
        if not self.tasks[-1].margin:
            return node.points
        given = [card for _, cards in best_gifts(self.tasks, node.laid) for card in cards]
        return node.points - dummy_of(self.tasks[0], given)

    def moves(self, node: Node) -> list[Move]:
        """Return the moves of a play."""
        moves: list[Move] = []
        steps = iter(node.steps)
        gifts = best_gifts(self.tasks, node.laid)
        for number, (task, (taken, given)) in enumerate(zip(self.tasks, gifts, strict=True)):
            of_round = [next(steps) for _ in task.turns]
            moves += turns_of(
                task, of_round, Ending({}, taken, given), self.instance.round + number
            )
        return moves


def search(
    instance: Instance, tasks: tuple[Task, ...], report: Report, effort: Effort, deadline: float
) -> Finding:
    """Search a deal until it is proved, the deadline, or better plays stay out for long."""
    deal = Deal(instance, tasks, report, Finding(bound=first_bound(tasks)))
    start, rng = Node(dict(instance.field), (), frozenset()), Random(effort.seed)
    deal.keep(beam(tasks, 1, start, rng))
    first = beam(tasks, FIRST_WIDTH, start, rng)
    deal.keep(first)
    deal.bounded(deal_bound(instance, tasks, deadline))
    if sum(task.most for task in tasks) <= FEW:
        _try_all(deal, start, first, deadline)
    if not deal.done:
        _improve(deal, start, rng, deadline)
    return replace(deal.best, complete=deal.done)


def _try_all(deal: Deal, start: Node, first: Node, deadline: float) -> None:
    """Try every play, as far as time and memory last."""
    score = deal.best.score
    assert score is not None
    exact = Exact(deal.tasks, deal.value, least_dummy(deal.instance, deal.tasks), first, score)
    bound = exact.search(start, deadline)
    deal.keep(exact.best)
    if bound is not None:
        deal.bounded(bound)


def _is_ready(left_s: float) -> bool:
    """Tell whether annealing would get ready in time."""
    if left_s >= READY_S or left_s < LOADED_S:
        return left_s >= READY_S
    from solver.field.kernel import TRANSLATION  # noqa: PLC0415  # loads numba

    return TRANSLATION.is_kept


def _improve(deal: Deal, start: Node, rng: Random, deadline: float) -> None:
    """Look for better plays by longer and longer annealing, or by beams if there is little time."""
    if not _is_ready(deadline - time.monotonic()):
        for width in WIDER:
            deal.keep(beam(deal.tasks, width, start, rng, deadline=deadline))
        return
    from solver.field.anneal import anneal  # noqa: PLC0415  # loads numba, only where it is used

    since = time.monotonic()
    for run in count():
        if deal.done or time.monotonic() >= min(deadline, since + PATIENCE_S):
            break
        before = deal.best.score
        plans = min(FIRST_PLANS * LONGER**run, MOST_PLANS)
        deal.keep(anneal(deal.tasks, rng, plans, deadline))
        since = since if deal.best.score == before else time.monotonic()
