"""A deal goes in; a bound on its total or margin comes out, proved by a model of counts.

No cells: only on how many rows and columns each flower is seen at the end of each round. A card is
on one row and one column; a connected set of n cards is on at most n + 1 lines, which is what sets
groups against lines. Cards stay from round to round, unless one covers them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ortools.sat.python import cp_model

from solver.engine import Effort, ask
from solver.field.caps import first_bound
from solver.field.ceilings import ceiling
from solver.field.rules import Flower, Instance
from solver.field.static import LEVELS, Terms
from solver.field.task import DIFFERENT, HEIGHT, LEAST, SAME, WIDTH, Task, same

WORK = 1.0  # deterministic seconds
SHARE = 0.25  # of the time that is left: the plays need the rest


class Counts:
    """The model: for every round and flower the cards seen, the rows and the columns."""

    def __init__(self, instance: Instance, tasks: Sequence[Task]) -> None:
        self.model = cp_model.CpModel()
        self.instance, self.tasks = instance, tasks
        self.flowers = sorted(set(instance.flowers.values()))
        self.points: list[Terms] = []
        lying = [instance.flowers.get(card) for card in instance.field.values()]
        before: dict[Flower, Terms] = {f: lying.count(f) for f in self.flowers}
        lines: tuple[list[list[cp_model.IntVar]], ...] = ()
        for number, task in enumerate(tasks):
            laid, covered = self._round(number, task)
            seen = {f: before[f] + laid[f] - covered[f] for f in self.flowers}
            lines_now = self._lines(number, seen)
            if lines:
                self._stay(lines, lines_now, covered)
            before, lines = seen, lines_now
        if tasks[-1].groups:
            self._groups(before, lines)
        self.model.maximize(sum(self.points))

    def _round(
        self, number: int, task: Task
    ) -> tuple[dict[Flower, cp_model.IntVar], dict[Flower, cp_model.IntVar]]:
        """Count the cards laid and covered; no more of a flower than the decks offer."""
        model = self.model
        laid = {f: model.new_int_var(0, task.available(f), f"{f} {number}") for f in self.flowers}
        covered = {f: model.new_int_var(0, task.most, "") for f in self.flowers}
        piles = []
        for pile in task.piles:
            kinds = [task.flowers[card] for card in pile.cards]
            of = {f: model.new_int_var(0, kinds.count(f), "") for f in self.flowers}
            model.add(sum(of.values()) <= pile.most)
            piles.append(of)
        for f in self.flowers:
            model.add(laid[f] == sum(of[f] for of in piles))
        model.add(sum(covered.values()) <= sum(laid.values()))
        return laid, covered

    def _lines(
        self, number: int, seen: dict[Flower, Terms]
    ) -> tuple[list[list[cp_model.IntVar]], ...]:
        """Return for rows and for columns which flowers each has; count their points."""
        model = self.model
        both = []
        points: list[Terms] = []
        for size in (HEIGHT, WIDTH):
            lines = [[model.new_bool_var("") for _ in self.flowers] for _ in range(size)]
            for n, f in enumerate(self.flowers):
                model.add(sum(line[n] for line in lines) <= seen[f])
            for line in lines:
                reached = [model.new_bool_var("") for _ in LEVELS]
                for higher, lower in zip(reached[1:], reached, strict=False):
                    model.add_implication(higher, lower)
                model.add(sum(line) >= LEAST * reached[0] + sum(reached[1:]))
                gains = [DIFFERENT[n] - DIFFERENT[n - 1] for n in LEVELS]
                points += [g * b for g, b in zip(gains, reached, strict=True)]
            for line, after in pairwise(lines):  # alike, so their order is free
                model.add(sum(line) >= sum(after))
            both.append(lines)
        total = sum(points)
        model.add(total <= self._cap(number))
        flowered = self._most(number)
        held = sum(seen.values())
        for cards in range(flowered + 1):
            if ceiling(cards, len(self.flowers)) < ceiling(flowered, len(self.flowers)):
                few = model.new_bool_var("")
                model.add(held >= cards + 1).only_enforce_if(~few)
                model.add(total <= ceiling(cards, len(self.flowers))).only_enforce_if(few)
        self.points.append(total)
        return tuple(both)

    def _most(self, number: int) -> int:
        """Return how many cards with a flower can be seen at the end of a round."""
        old = sum(card in self.instance.flowers for card in self.instance.field.values())
        return old + sum(task.most for task in self.tasks[: number + 1])

    def _cap(self, number: int) -> int:
        """Return the most points of lines at the end of a round, by the cards seen."""
        return ceiling(self._most(number), len(self.flowers))

    def _stay(
        self,
        before: tuple[list[list[cp_model.IntVar]], ...],
        after: tuple[list[list[cp_model.IntVar]], ...],
        covered: dict[Flower, cp_model.IntVar],
    ) -> None:
        """A flower stays on its lines unless cards of it are covered."""
        for old, new in zip(before, after, strict=True):
            for n, f in enumerate(self.flowers):
                self.model.add(
                    sum(line[n] for line in old) <= sum(line[n] for line in new) + covered[f]
                )

    def _groups(
        self,
        seen: dict[Flower, Terms],
        lines: tuple[list[list[cp_model.IntVar]], ...],
    ) -> None:
        """The biggest group of a flower is on few lines."""
        for n, f in enumerate(self.flowers):
            sizes = [self.model.new_bool_var("") for _ in SAME]
            self.model.add_exactly_one(sizes)
            size = sum(k * b for k, b in enumerate(sizes))
            self.model.add(size <= seen[f])
            joined = sum((k - 1) * b for k, b in enumerate(sizes) if k)
            on = sum(line[n] for both in lines for line in both)
            self.model.add(on + joined <= 2 * seen[f])
            self.points.append(sum(points * b for points, b in zip(SAME, sizes, strict=True)))


def deal_bound(instance: Instance, tasks: Sequence[Task], effort: Effort, deadline: float) -> int:
    """Return a bound on what a deal can score."""
    counts = Counts(instance, tasks)
    seconds = max(0.0, deadline - time.monotonic()) * SHARE
    solved = ask(counts.model, replace(effort, seconds=seconds, work=WORK))
    known = first_bound(tasks)
    if solved.bound is None:
        return known
    dummy = least_dummy(instance, tasks)
    return min(known, math.floor(solved.bound + 1e-6) - dummy)


def least_dummy(instance: Instance, tasks: Sequence[Task]) -> int:
    """Return what the dummy takes away at least: the gifts alone, whatever one lays."""
    if not tasks[-1].margin:
        return 0
    model = cp_model.CpModel()
    cost: list[Terms] = []
    given: dict[int, cp_model.IntVar] = {}
    for task in tasks:
        for pile in task.piles:
            literals = {card: model.new_bool_var("") for card in pile.cards}
            model.add(sum(literals.values()) == pile.given)
            given |= literals
    for f in sorted(set(instance.flowers.values())):
        held = sum(instance.flowers[card] == f for card in instance.dummy)
        mine = [b for card, b in given.items() if instance.flowers[card] == f]
        steps = [model.new_bool_var("") for _ in mine]
        model.add(sum(mine) == sum(steps))
        for higher, lower in zip(steps[1:], steps, strict=False):
            model.add_implication(higher, lower)
        cost.append(same(held))
        cost += [(same(k) - same(k - 1)) * b for k, b in enumerate(steps, held + 1)]
    model.minimize(sum(cost))
    solved = ask(model, Effort(work=10))
    return 0 if solved.bound is None else math.ceil(solved.bound - 1e-6)
