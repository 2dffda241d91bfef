"""Tasks that follow each other go in; good legal plays come out by annealing, without any proof.

A plan names for every turn a card and a cell; where that is not legal when its turn comes the card
is left out. Plans change a turn or two at a time, and are played again from the first round that
may differ. Measured: one long run finds more than many short ones, side by side or in turn.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate, pairwise
from random import Random

from solver.field.beam import Node, after_step, scored
from solver.field.order import Step, number_of
from solver.field.rules import Cell
from solver.field.task import HEIGHT, WIDTH, Task, neighbours

# What lines and groups are worth while a plan is changed: a bit for those that are nearly there.
LINE_WORTH = (0.0, 0.0, 0.15, 0.8, 3.6, 7.0, 12.0)
GROUP_WORTH = (0.0, 0.0, 0.8, 4.0, 10.0, 18.0, 28.0)
HOT, COLD = 1.5, 0.5  # measured: at 3 points nothing holds together, below 0.5 time is lost
MADE_GOOD = 4.0  # what groups and later rounds may still make good of lines lost
PULSE = 200  # plans between looks at the clock

Turn = tuple[int, int]  # a card, and the number of a cell: row by row, with a margin
Plan = list[Turn]


@dataclass(slots=True)
class Stage:
    """The field after some rounds: numbers and flowers by cell, flowers by row and column.

    Flowers are bits; ``worth`` is that of the lines of these rounds, ``laid`` what the last laid.
    """

    numbers: list[int]
    blooms: list[int]
    rows: list[int]
    columns: list[int]
    box: tuple[int, int, int, int]
    worth: float = 0.0
    laid: Plan = field(default_factory=list)


@dataclass(slots=True)
class Played:
    """A plan, the stages after its rounds, and what it is worth."""

    plan: Plan
    stages: list[Stage]
    worth: float


class Annealing:
    """The plans for some tasks and what they are worth."""

    def __init__(self, tasks: Sequence[Task], rng: Random) -> None:
        self.tasks, self.rng = tasks, rng
        flowers = tasks[0].flowers
        xs, ys = zip(*tasks[0].field, strict=True)
        self.left: int = max(xs) - WIDTH
        self.low: int = max(ys) - HEIGHT
        self.width: int = min(xs) + WIDTH + 1 - self.left
        self.height: int = min(ys) + HEIGHT + 1 - self.low
        self.places = [divmod(n, self.width) for n in range(self.width * self.height)]
        # the rows and columns at the margin stay free: a neighbour is always a cell
        self.inner = [0 < x < self.width - 1 and 0 < y < self.height - 1 for y, x in self.places]
        self.sides = 1, -1, self.width, -self.width, 0
        kinds = sorted(set(flowers.values()))
        self.bits = {number_of(c): 1 << kinds.index(flower) for c, flower in flowers.items()}
        self.line_worth = [LINE_WORTH[n.bit_count()] for n in range(1 << len(kinds))]
        piles = [(n, pile) for n, task in enumerate(tasks) for pile in task.turns]
        self.pools = [tasks[n].piles[pile].cards for n, pile in piles]
        self.mates = [[m for m, other in enumerate(piles) if other == pile] for pile in piles]
        self.rounds = [n for n, _ in piles]
        ends = list(accumulate(len(task.turns) for task in tasks))
        self.spans = list(pairwise((0, *ends)))
        self.start = self._start()
        self.lying = [at for at, flower in enumerate(self.start.blooms) if flower]

    def _start(self) -> Stage:
        size = self.width * self.height
        numbers, blooms = [0] * size, [0] * size
        for cell, card in self.tasks[0].field.items():
            numbers[self._number(cell)] = number_of(card)
            if card in self.tasks[0].flowers:
                blooms[self._number(cell)] = self.bits[number_of(card)]
        xs, ys = zip(*self.tasks[0].field, strict=True)
        low, left = self.places[self._number((min(xs), min(ys)))]
        high, right = self.places[self._number((max(xs), max(ys)))]
        rows = [self._row(blooms, y) for y in range(self.height)]
        columns = [self._column(blooms, x) for x in range(self.width)]
        return Stage(numbers, blooms, rows, columns, (left, right, low, high))

    def _number(self, cell: Cell) -> int:
        return (cell[1] - self.low) * self.width + cell[0] - self.left

    def _row(self, blooms: list[int], y: int) -> int:
        return reduce(int.__or__, blooms[y * self.width : (y + 1) * self.width])

    def _column(self, blooms: list[int], x: int) -> int:
        return reduce(int.__or__, blooms[x :: self.width])

    def first(self) -> Played:
        """Return a plan with random cards on cells near the field."""
        cards = [0] * len(self.pools)
        for mates in self.mates:
            of = self.rng.sample(self.pools[mates[0]], len(mates))
            for turn, card in zip(mates, of, strict=True):
                cards[turn] = card
        near = sorted({self._number(n) for cell in self.tasks[0].field for n in neighbours(cell)})
        near = [at for at in near if self.inner[at]]
        return self.played([(card, self.rng.choice(near)) for card in cards])

    def changed(self, plan: Plan) -> tuple[Plan, int, int]:
        """Return a plan that differs in a cell, in a card, or by two turns that swap theirs.

        Also the first and the last turn that differ.
        """
        random, new = self.rng.random, plan[:]
        turns = len(plan)
        turn = other = int(random() * turns)
        card, at = new[turn]
        kind = random()
        if kind < 0.35:
            new[turn] = card, self._beside(plan, at)
        elif kind < 0.7:
            pool = self.pools[turn]
            wanted = pool[int(random() * len(pool))]
            for n in self.mates[turn]:
                if new[n][0] == wanted:
                    new[n], other = (card, new[n][1]), n
            new[turn] = wanted, at if random() < 0.5 else self._beside(plan, at)
        elif kind < 0.85:
            other = int(random() * turns)
            new[turn], new[other] = (card, new[other][1]), (new[other][0], at)
        else:
            mates = self.mates[turn]
            other = mates[int(random() * len(mates))]
            new[turn], new[other] = new[other], new[turn]
        return new, min(turn, other), max(turn, other)

    def _beside(self, plan: Plan, at: int) -> int:
        random = self.rng.random
        near = plan[int(random() * len(plan))][1] + self.sides[int(random() * 5)]
        return near if self.inner[near] else at

    def played(self, plan: Plan) -> Played:
        """Return a plan with all its rounds played."""
        stages = [self.start]
        for number in range(len(self.spans)):
            stages.append(self._round(plan, number, stages[-1]))
        return Played(plan, stages[1:], self._worth(stages[1:]))

    def again(self, old: Played, plan: Plan, first: int, last: int, loss: float) -> Played | None:
        """Return a plan that differs from an old one from a first to a last turn.

        None if it is worth so much less, or as good as surely will be.
        """
        begin, end = self.rounds[first], self.rounds[last]
        stages = old.stages[:begin]
        alike = True
        for number in range(begin, len(self.spans)):
            stage = self._round(plan, number, stages[-1] if stages else self.start)
            stages.append(stage)
            alike = alike and stage.laid == old.stages[number].laid
            if alike and number >= end:
                return Played(plan, stages + old.stages[number + 1 :], old.worth)
            if stage.worth < old.stages[number].worth - loss - MADE_GOOD:
                return None
        worth = self._worth(stages)
        return Played(plan, stages, worth) if worth >= old.worth - loss else None

    def _round(self, plan: Plan, number: int, before: Stage) -> Stage:
        """Return the stage after a round: what is not legal when its turn comes is left out."""
        numbers, blooms = before.numbers[:], before.blooms[:]
        rows, columns = before.rows[:], before.columns[:]
        left, right, low, high = before.box
        width, places, bits, laid = self.width, self.places, self.bits, Plan()
        for card, at in plan[slice(*self.spans[number])]:
            east, north = numbers[at + 1], numbers[at + width]
            west, south = numbers[at - 1], numbers[at - width]
            if 0 < east <= card or 0 < north <= card or west >= card or south >= card:
                continue
            if not (east or north or west or south):
                continue
            y, x = places[at]
            if not (left <= x <= right and low <= y <= high):
                box = min(left, x), max(right, x), min(low, y), max(high, y)
                if box[1] - box[0] >= WIDTH or box[3] - box[2] >= HEIGHT:
                    continue
                left, right, low, high = box
            numbers[at] = card
            covers, blooms[at] = blooms[at], bits[card]
            if covers:
                rows[y], columns[x] = self._row(blooms, y), self._column(blooms, x)
            else:
                rows[y] |= blooms[at]
                columns[x] |= blooms[at]
            laid.append((card, at))
        worth = self.line_worth
        lines = sum([worth[there] for there in rows]) + sum([worth[there] for there in columns])
        box = left, right, low, high
        return Stage(numbers, blooms, rows, columns, box, before.worth + lines, laid)

    def _worth(self, stages: list[Stage]) -> float:
        worth = stages[-1].worth
        if self.tasks[-1].groups:
            seeds = self.lying + [at for stage in stages for _, at in stage.laid]
            worth += groups_worth(stages[-1].blooms, self.width, seeds)
        return worth

    def play(self, played: Played) -> Node:
        """Return the play of a plan, with its points."""
        node = Node(dict(self.tasks[0].field), (), frozenset())
        for number, (task, stage) in enumerate(zip(self.tasks, played.stages, strict=True)):
            laid = dict(stage.laid)
            for card, _ in played.plan[slice(*self.spans[number])]:
                node = after_step(node, self._step(card, laid.get(card)))
            node = scored(node, task, number == len(self.tasks) - 1)
        return node

    def _step(self, card: int, at: int | None) -> Step:
        if at is None:
            return None, None
        y, x = self.places[at]
        return card, (x + self.left, y + self.low)


def groups_worth(blooms: list[int], width: int, seeds: list[int]) -> float:
    """Return what the biggest groups are worth; flowers are bits by cell, ``seeds`` all cells."""
    left, biggest = blooms[:], dict[int, int]()
    for seed in seeds:
        if flower := left[seed]:
            left[seed] = 0
            group = [seed]
            for at in group:
                for near in (at + 1, at - 1, at + width, at - width):
                    if left[near] == flower:
                        left[near] = 0
                        group.append(near)
            biggest[flower] = max(len(group), biggest.get(flower, 0))
    return sum([GROUP_WORTH[min(size, len(GROUP_WORTH) - 1)] for size in biggest.values()])


def anneal(tasks: Sequence[Task], rng: Random, plans: int, deadline: float = math.inf) -> Node:
    """Return the best play that so many plans lead to; near a deadline it cools faster."""
    annealing = Annealing(tasks, rng)
    now = best = annealing.first()
    began, heat = time.monotonic(), HOT
    for number in range(plans):
        if number % PULSE == 0:
            spent, limit = time.monotonic() - began, deadline - began
            if spent >= limit:
                break
            heat = HOT * (COLD / HOT) ** max(number / plans, spent / limit)
        loss = -heat * math.log(1.0 - rng.random())  # taken with the odds of Metropolis
        new = annealing.again(now, *annealing.changed(now.plan), loss)
        if new:
            now = new
            if now.worth > best.worth:
                best = now
    return max(annealing.play(best), annealing.play(now), key=lambda node: node.points)
