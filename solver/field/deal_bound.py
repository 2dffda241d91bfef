"""A deal goes in; a bound on its total or margin comes out, by how many of each flower one can lay.

Pile by pile over all counts of flowers that one can have laid, each with the most points of the
rounds past (``capacity.py``). More cards seen never score less there, so cards left out or covered
and the places that numbers bar need no thought.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from operator import add

from ortools.sat.python import cp_model

from solver.engine import Effort, ask
from solver.field.capacity import Counts, most_of_lines, most_with_groups
from solver.field.caps import first_bound
from solver.field.rules import Flower, Instance
from solver.field.static import Terms
from solver.field.task import Pile, Task, same

Points = dict[Counts, int]  # the most of the rounds past, by the cards laid of each flower


def deal_bound(instance: Instance, tasks: Sequence[Task], deadline: float) -> int:
    """Return a bound on what a deal can score; after the deadline one that is less good."""
    known = first_bound(tasks)
    if time.monotonic() >= deadline:
        return known
    return min(known, most_by_counts(tasks, deadline) - least_dummy(instance, tasks))


def most_by_counts(tasks: Sequence[Task], deadline: float = math.inf) -> int:
    """Return the most points of the rounds and groups, by the counts of flowers alone."""
    flowers = sorted(set(tasks[0].flowers.values()))
    lying = Counter(tasks[0].flowers.get(card) for card in tasks[0].field.values())
    points: Points = {tuple(lying[flower] for flower in flowers): 0}
    for task in tasks[:-1]:
        points = _laid(points, task, flowers)
        points = {seen: won + most_of_lines(_falling(seen)) for seen, won in points.items()}
    return _ended(_laid(points, tasks[-1], flowers), tasks[-1], deadline)


def _laid(points: Points, task: Task, flowers: Sequence[Flower]) -> Points:
    """Return the counts after a round; of ways that lead to the same the best goes on."""
    for pile in task.piles:
        after: Points = {}
        more = list(_picks(pile, task.flowers, flowers))
        for seen, won in points.items():
            for pick in more:
                now = tuple(map(add, seen, pick))
                if won > after.get(now, -1):
                    after[now] = won
        points = after
    return points


def _picks(
    pile: Pile, flowers: Mapping[int | str, Flower], order: Sequence[Flower]
) -> Iterator[Counts]:
    """Yield how many cards of each flower one can take of a pile."""
    there = Counter(flowers[card] for card in pile.cards)
    for pick in product(*(range(min(pile.most, there[flower]) + 1) for flower in order)):
        if sum(pick) == pile.most:
            yield pick


def _ended(points: Points, task: Task, deadline: float) -> int:
    """Return the most points with the last round; the most promising counts first."""
    most = most_with_groups if task.groups else most_of_lines
    best: dict[Counts, int] = {}
    for seen, won in points.items():
        counts = _falling(seen)
        best[counts] = max(won, best.get(counts, 0))
    hopes = {
        counts: won + most_of_lines(counts) + sum(map(same, counts)) for counts, won in best.items()
    }
    found = 0
    for counts in sorted(best, key=hopes.__getitem__, reverse=True):
        if hopes[counts] <= found:
            break
        if time.monotonic() >= deadline:
            return hopes[counts]
        found = max(found, best[counts] + most(counts))
    return found


def _falling(counts: Counts) -> Counts:
    return tuple(sorted(counts, reverse=True))


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
