"""Tasks that follow each other go in; good legal plays come out by annealing, without any proof.

A plan names for every turn a card and a cell; where that is not legal when its turn comes the card
is left out. Plans change a turn or two at a time. Measured on two whole deals in 60 s: 114 and 114
points with first runs of 100,000 plans, 105 and 105 with first runs of 300,000.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from random import Random

from solver.field.beam import Node, after_step, scored
from solver.field.order import Step, number_of
from solver.field.rules import SIDES, Cell
from solver.field.task import HEIGHT, WIDTH, Task, neighbours

# What lines and groups are worth while a plan is changed: a bit for those that are nearly there.
LINE_WORTH = (0.0, 0.0, 0.15, 0.8, 3.6, 7.0, 12.0)
GROUP_WORTH = (0.0, 0.0, 0.8, 4.0, 10.0, 18.0, 28.0)
HOT, COLD = 1.5, 0.15  # measured: at 3 points nothing holds together
ENDLESS = 10**6
PULSE = 200  # plans between looks at the clock

Plan = list[tuple[int, Cell]]


class Annealing:
    """The plans for some tasks and what they are worth."""

    def __init__(self, tasks: Sequence[Task], rng: Random) -> None:
        self.tasks, self.rng = tasks, rng
        self.pools = [task.piles[pile].cards for task in tasks for pile in task.turns]
        lengths = [len(task.turns) for task in tasks]
        self.ends = {sum(lengths[: n + 1]) - 1 for n in range(len(lengths))}
        flowers = tasks[0].flowers
        kinds = sorted(set(flowers.values()))
        self.bits = {card: 1 << kinds.index(flower) for card, flower in flowers.items()}
        field = tasks[0].field
        self.numbers = {cell: number_of(card) for cell, card in field.items()}
        self.blooms = {c: self.bits[card] for c, card in field.items() if card in flowers}

    def first(self) -> Plan:
        """Return a plan with random cards on cells near the field."""
        cards = [
            iter(self.rng.sample(pile.cards, pile.most)) for t in self.tasks for pile in t.piles
        ]
        piles = [2 * n + pile for n, task in enumerate(self.tasks) for pile in task.turns]
        near = sorted({n for cell in self.numbers for n in neighbours(cell)})
        return [(next(cards[pile]), self.rng.choice(near)) for pile in piles]

    def changed(self, plan: Plan) -> Plan:
        """Return a plan that differs in a cell, in a card, or by two turns that swap theirs."""
        rng, new = self.rng, list(plan)
        turn = rng.randrange(len(new))
        card, cell = new[turn]
        kind = rng.random()
        if kind < 0.35:
            new[turn] = card, self._beside(plan)
        elif kind < 0.7:
            other = rng.choice(self.pools[turn])
            for n, (held, at) in enumerate(new):
                if held == other:
                    new[n] = card, at
            new[turn] = other, cell if rng.random() < 0.5 else self._beside(plan)
        elif kind < 0.85:
            n = rng.randrange(len(new))
            new[turn], new[n] = (card, new[n][1]), (new[n][0], cell)
        else:
            same_pile = [n for n, pool in enumerate(self.pools) if pool is self.pools[turn]]
            n = rng.choice(same_pile)
            new[turn], new[n] = new[n], new[turn]
        return new

    def _beside(self, plan: Plan) -> Cell:
        x, y = self.rng.choice(plan)[1]
        dx, dy = self.rng.choice((*SIDES, (0, 0)))
        return x + dx, y + dy

    def steps(self, plan: Plan) -> tuple[list[Step], float]:
        """Return what of a plan is legal, turn by turn, and what it is worth."""
        lying, blooms = dict(self.numbers), dict(self.blooms)
        xs, ys = zip(*lying, strict=True)
        left, right, low, high = min(xs), max(xs), min(ys), max(ys)
        steps, worth = list[Step](), 0.0
        for turn, (card, cell) in enumerate(plan):
            x, y = cell
            higher = min(lying.get((x + 1, y), ENDLESS), lying.get((x, y + 1), ENDLESS))
            lower = max(lying.get((x - 1, y), -ENDLESS), lying.get((x, y - 1), -ENDLESS))
            step: Step = (None, None)
            if (
                lower < card < higher
                and (higher < ENDLESS or lower > -ENDLESS)
                and max(right, x) - min(left, x) < WIDTH
                and max(high, y) - min(low, y) < HEIGHT
            ):
                left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
                lying[cell], blooms[cell] = card, self.bits[card]
                step = card, cell
            steps.append(step)
            if turn in self.ends:
                worth += lines_worth(blooms)
        if self.tasks[-1].groups:
            worth += groups_worth(blooms)
        return steps, worth

    def play(self, plan: Plan) -> Node:
        """Return the play of a plan, with its points."""
        node, steps = Node(dict(self.tasks[0].field), (), frozenset()), iter(self.steps(plan)[0])
        for number, task in enumerate(self.tasks):
            for _ in task.turns:
                node = after_step(node, next(steps))
            node = scored(node, task, number == len(self.tasks) - 1)
        return node


def lines_worth(blooms: dict[Cell, int]) -> float:
    """Return what rows and columns are worth; flowers are bits."""
    rows: dict[int, int] = {}
    columns: dict[int, int] = {}
    for (x, y), flower in blooms.items():
        rows[y] = rows.get(y, 0) | flower
        columns[x] = columns.get(x, 0) | flower
    lines = (*rows.values(), *columns.values())
    return sum([LINE_WORTH[there.bit_count()] for there in lines])


def groups_worth(blooms: dict[Cell, int]) -> float:
    """Return what the biggest groups are worth."""
    left, biggest = dict(blooms), dict[int, int]()
    while left:
        seed, flower = left.popitem()
        edge, size = [seed], 1
        while edge:
            x, y = edge.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if left.get(near) == flower:
                    del left[near]
                    edge.append(near)
                    size += 1
        biggest[flower] = max(size, biggest.get(flower, 0))
    return sum([GROUP_WORTH[min(size, len(GROUP_WORTH) - 1)] for size in biggest.values()])


def anneal(tasks: Sequence[Task], rng: Random, plans: int, deadline: float = math.inf) -> Node:
    """Return the best play that so many plans lead to; near a deadline it cools faster."""
    annealing = Annealing(tasks, rng)
    plan = best = annealing.first()
    worth = most = annealing.steps(plan)[1]
    began, heat = time.monotonic(), HOT
    for number in range(plans):
        if number % PULSE == 0:
            spent, limit = time.monotonic() - began, deadline - began
            if spent >= limit:
                break
            heat = HOT * (COLD / HOT) ** max(number / plans, spent / limit)
        new = annealing.changed(plan)
        new_worth = annealing.steps(new)[1]
        if new_worth >= worth or rng.random() < math.exp((new_worth - worth) / heat):
            plan, worth = new, new_worth
            if worth > most:
                best, most = plan, worth
    return max(annealing.play(best), annealing.play(plan), key=lambda node: node.points)
