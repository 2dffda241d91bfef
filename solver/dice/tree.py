"""A task goes in; the proven best play comes out: best first over what is completed.

Nodes fix which colours and beds are complete; the relaxation bounds them. Levels go down point by
point: at level K the nodes that could reach K are branched while a part is fractional, then closed
by CP-SAT on the columns whose reduced cost leaves K possible. The first play found is optimal.
"""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from solver.dice.columns import Columns
from solver.dice.leaf import Answer, solve_leaf
from solver.dice.plays import Play
from solver.dice.relax import Bound, Node, Relaxation
from solver.dice.task import Task, ceiling, lowest
from solver.engine import Effort

_STAGES = (0.12, 0.25, 0.5)  # reduced costs tried before all columns: most plays need no more
_TIGHT = 0.02  # reduced cost of the columns that a relaxation is made of
_GUESS = 0.05  # deterministic seconds for a first play
_WIDE = 6.0  # a gap from which on the reduced costs exclude nothing worth the wait
_CUT_ROUNDS = 8
_SMALL = 0.1  # a gap that needs no more cuts
_WORK = 2.0  # deterministic seconds of CP-SAT before a node is branched further
_TOUCH = 1e-6
Report = Callable[[Play | None, int], None]


@dataclass(frozen=True, slots=True)
class Closed:
    """What a search ended with; it is complete if the play reaches the bound, or there is none."""

    play: Play | None
    bound: int
    complete: bool


class Tree:
    """The search; ``report`` hears of every better play and every lower bound."""

    def __init__(
        self,
        columns: Columns,
        task: Task,
        report: Report,
        deadline: float,
        seed: int = 0,
        variant: str = "",
    ) -> None:
        self.columns, self.task = columns, task
        self.relaxation = Relaxation(columns, task)
        self.report, self.deadline = report, deadline
        self.seed, self.variant = seed, variant
        self.best: Play | None = None
        self._queue: list[tuple[int, int, float, int, Node, Bound]] = []
        self._pushed = 0
        self._lowest = lowest(task)
        self._reached: list[tuple[int, Node]] = []  # nodes closed with the score of their best play

    def search(self, best: Play | None = None) -> Closed:
        """Search until the optimum is proved or the deadline has come, from a known play on."""
        self.best, level = best, ceiling(self.task)
        self.report(best, level)
        for scenario in range(len(self.task.scenarios)):
            if self.late():
                return Closed(self.best, level, False)
            self._open(Node(scenario))
        self._guess(level)
        while self._queue and (self.best is None or self.best.score < -self._queue[0][0]):
            if -self._queue[0][0] < level:
                level = -self._queue[0][0]
                self.report(self.best, level)
            if self.late():
                return Closed(self.best, level, False)
            *_, node, bound = heapq.heappop(self._queue)
            self._work(node, bound, level)
        return Closed(self.best, self.best.score if self.best else level, True)

    def optimal_nodes(self) -> set[Node]:
        """Return nodes that hold all optimal plays of a complete search, no die decided."""
        if self.best is None:
            return set()
        nodes = [node for level, *_, node, _ in self._queue if -level >= self.best.score]
        nodes += [node for score, node in self._reached if score >= self.best.score]
        return {replace(node, taken=0, refused=0) for node in nodes}

    def _guess(self, level: int) -> None:
        """Look for a first good play among the columns that the best relaxation is made of."""
        if not self._queue:
            return
        *_, node, bound = self._queue[0]
        chosen = chosen_columns(bound, _TIGHT)
        effort = Effort(self.deadline - time.monotonic(), _GUESS, self.seed, self.variant)
        self._improve(solve_leaf(self.columns, self.task, node, chosen, None, effort).play, level)

    def late(self) -> bool:
        """Tell whether the deadline has come."""
        return time.monotonic() >= self.deadline

    def _open(self, node: Node) -> None:
        self._push(node, self.relaxation.bound(node))

    def _push(self, node: Node, bound: Bound, value: float | None = None) -> None:
        value = bound.value if value is None else value
        if value < self._lowest:
            return  # only a relaxation that broke something falls as low
        self._pushed += 1
        whole = 0 if bound.open_parts() else -1
        level = math.floor(value + _TOUCH)
        heapq.heappush(self._queue, (-level, whole, -bound.value, self._pushed, node, bound))

    def _work(self, node: Node, bound: Bound, level: int) -> None:
        if bound.open_parts():
            self._branch_on_parts(node, bound)
            return
        if bound.value - level < _WIDE:
            bound = self.tighten(node, self.relaxation.bound(node), level)
        if bound.value + _TOUCH < level or bound.open_parts():
            self._push(node, bound)
            return
        answer = self._close(node, bound, level)
        self._improve(answer.play, level)
        if answer.status == "found" and answer.play is not None:
            self._reached.append((answer.play.score, node))
        if answer.status == "limit":
            self._branch_on_dice(node, bound, level)
        elif answer.status == "none" and bound.value - level < _WIDE:
            self._push(node, bound, level - 1)

    def _improve(self, play: Play | None, level: int) -> None:
        if play is not None and (self.best is None or play.score > self.best.score):
            self.best = play
            self.report(play, level)

    def _branch_on_parts(self, node: Node, bound: Bound) -> None:
        part = min(bound.open_parts(), key=lambda p: (p >= self.task.colours, bound.done[p]))
        self._open(replace(node, ones=node.ones | 1 << part))
        self._open(replace(node, zeros=node.zeros | 1 << part))

    def _branch_on_dice(self, node: Node, bound: Bound, level: int) -> None:
        dice = self._branching_dice(bound)
        if not dice:
            self._push(node, bound, level)  # the deadline has come
            return
        die = min(dice, key=lambda d: abs(bound.dice[d] - 0.5))
        self._open(replace(node, taken=node.taken | 1 << die))
        self._open(replace(node, refused=node.refused | 1 << die))

    def _branching_dice(self, bound: Bound) -> list[int]:
        return [die for die in bound.open_dice() if self.task.dice[die].most == 1]

    def tighten(self, node: Node, bound: Bound, level: int) -> Bound:
        """Return the last bound of a node; cut until it dies, a part opens, or cuts are no use."""
        if bound.value - level >= _WIDE:
            return bound
        for _ in range(_CUT_ROUNDS):
            if bound.value - level < _SMALL or self.late() or not self.relaxation.cut():
                break
            bound = self.relaxation.bound(node)
            if bound.open_parts():
                break
        return bound

    def _close(self, node: Node, bound: Bound, level: int) -> Answer:
        """Look for a play of the node at this level."""
        work = _WORK if self._branching_dice(bound) else math.inf
        answer = Answer("none")
        for reduced in self._thresholds(bound.value - level):
            answer = solve_leaf(
                self.columns,
                self.task,
                node,
                chosen_columns(bound, reduced),
                None if reduced >= _WIDE else level,
                Effort(self.deadline - time.monotonic(), work, self.seed, self.variant),
            )
            if answer.status != "none":
                break
        return answer

    def _thresholds(self, gap: float) -> Iterator[float]:
        if gap >= _WIDE:
            yield math.inf
            return
        yield from (stage for stage in _STAGES if stage < gap - 0.05)
        yield gap


def chosen_columns(bound: Bound, reduced: float) -> list[tuple[int, int]]:
    """Return the columns whose reduced cost is at most ``reduced`` below zero."""
    rows, kinds = np.nonzero(bound.reduced >= -reduced - _TOUCH)
    return list(zip(rows.tolist(), kinds.tolist(), strict=True))
