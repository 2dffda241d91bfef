"""Tasks that follow each other go in; good legal plays come out by annealing, without any proof.

A plan names for every turn a card and a cell; where that is not legal when its turn comes the card
is left out. Plans change a turn or two at a time (``kernel.py``). Measured: one long run finds more
than many short ones, side by side or in turn.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from itertools import accumulate
from random import Random

import numpy as np

from solver.field.beam import Node, after_step, scored
from solver.field.kernel import TRANSLATION, Array, Game, Stages, improve, play_all
from solver.field.order import number_of
from solver.field.rules import Cell
from solver.field.task import DIFFERENT, HEIGHT, SAME, WIDTH, Task, neighbours

# What lines and groups are worth above their points while a plan is changed: those nearly there.
LINE_HOPE = (0.0, 0.0, 0.15, 0.8, 0.6, 1.0, 0.0)
GROUP_HOPE = (0.0, 0.0, 0.8, 0.0, 0.0, 0.0, 0.0)
HOT, COLD = 1.5, 0.8  # measured: at 3 points nothing holds together, below 0.8 time is lost
PULSE = 20_000  # plans between looks at the clock


class Board:
    """The board of some tasks: its cells are numbered row by row, with a free margin."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self.tasks = tasks
        xs, ys = zip(*tasks[0].field, strict=True)
        self.left: int = max(xs) - WIDTH
        self.low: int = max(ys) - HEIGHT
        self.width: int = min(xs) + WIDTH + 1 - self.left
        self.height: int = min(ys) + HEIGHT + 1 - self.low
        self.piles = [(n, pile) for n, task in enumerate(tasks) for pile in task.turns]
        self.pools = [tasks[n].piles[pile].cards for n, pile in self.piles]
        self.mates = [[m for m, o in enumerate(self.piles) if o == pile] for pile in self.piles]

    def number(self, cell: Cell) -> int:
        """Return the number of a cell."""
        return (cell[1] - self.low) * self.width + cell[0] - self.left

    def cell(self, number: int) -> Cell:
        """Return the cell with a number."""
        y, x = divmod(number, self.width)
        return x + self.left, y + self.low

    def game(self) -> Game:
        """Return all that stays the same while plans change."""
        flowers = self.tasks[0].flowers
        kinds = sorted(set(flowers.values()))
        bits = np.zeros(1 + max(map(number_of, flowers)), np.int16)
        for card, flower in flowers.items():
            bits[number_of(card)] = 1 << kinds.index(flower)
        inner = np.zeros((self.height, self.width), np.bool_)
        inner[1:-1, 1:-1] = True
        counts = [line.bit_count() for line in range(1 << len(kinds))]
        ends = accumulate((len(task.turns) for task in self.tasks), initial=0)
        return Game(
            width=self.width,
            window=(WIDTH, HEIGHT),
            inner=inner.ravel(),
            pools=_padded(self.pools),
            sizes=np.array([len(pool) for pool in self.pools]),
            mates=_padded(self.mates),
            many=np.array([len(mates) for mates in self.mates]),
            rounds=np.array([n for n, _ in self.piles]),
            ends=np.array(list(ends)),
            bits=bits,
            lines=_worths(DIFFERENT, LINE_HOPE)[:, counts],
            groups=_worths(SAME, GROUP_HOPE) * self.tasks[-1].groups,
        )

    def stages(self, game: Game, rng: Random) -> Stages:
        """Return the stages of a plan with random cards on cells near the field, played."""
        after, turns = len(self.tasks) + 1, len(self.piles)
        stages = Stages(
            cards=np.zeros(turns, np.int64),
            cells=np.zeros(turns, np.int64),
            laid=np.zeros(turns, np.bool_),
            numbers=np.zeros((after, game.inner.size), np.int16),
            blooms=np.zeros((after, game.inner.size), np.int16),
            box=np.zeros((after, 4), np.int64),
            worth=np.zeros((after, 2)),
        )
        for cell, card in self.tasks[0].field.items():
            at = self.number(cell)
            stages.numbers[0, at] = number_of(card)
            stages.blooms[0, at] = game.bits[card] if card in self.tasks[0].flowers else 0
        ys, xs = np.divmod(np.flatnonzero(stages.numbers[0]), self.width)
        stages.box[0] = xs.min(), xs.max(), ys.min(), ys.max()
        for mates in self.mates:
            stages.cards[mates] = rng.sample(self.pools[mates[0]], len(mates))
        near = {self.number(n) for cell in self.tasks[0].field for n in neighbours(cell)}
        stages.cells[:] = rng.choices(sorted(at for at in near if game.inner[at]), k=turns)
        TRANSLATION.call(play_all, game, stages)
        return stages

    def play(self, stages: Stages) -> Node:
        """Return the play of a plan, with its points."""
        node = Node(dict(self.tasks[0].field), (), frozenset())
        turns = zip(stages.cards.tolist(), stages.cells.tolist(), stages.laid.tolist(), strict=True)
        for number, task in enumerate(self.tasks):
            for _ in task.turns:
                card, at, laid = next(turns)
                node = after_step(node, (card, self.cell(at)) if laid else (None, None))
            node = scored(node, task, number == len(self.tasks) - 1)
        return node


def _worths(points: Sequence[int], hope: Sequence[float]) -> Array:
    """Return worth and points by size."""
    return np.array([np.add(points, hope), points], np.float64)


def _padded(rows: Sequence[Sequence[int]]) -> Array:
    """Return rows of several lengths as one array."""
    longest = max(map(len, rows))
    return np.array([[*row, *(longest - len(row)) * (0,)] for row in rows])


def anneal(tasks: Sequence[Task], rng: Random, plans: int, deadline: float = math.inf) -> Node:
    """Return the best play that so many plans lead to; near a deadline it cools faster."""
    board = Board(tasks)
    game = board.game()
    draw = np.random.default_rng(rng.getrandbits(64))
    now = board.stages(game, rng)
    new, best = (Stages(*(part.copy() for part in now)) for _ in range(2))
    began, tried = time.monotonic(), 0
    while tried < plans:
        spent, limit = time.monotonic() - began, deadline - began
        if spent >= limit:
            break
        heat = HOT * (COLD / HOT) ** max(tried / plans, spent / limit)
        more = min(PULSE, plans - tried)
        TRANSLATION.call(improve, game, now, new, best, more, heat, draw)
        tried += more
    return board.play(best)
