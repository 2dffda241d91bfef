"""A task goes in; a first play comes out at once, so that there is always one to keep."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from solver.dice.columns import Columns
from solver.dice.plays import Play, scored
from solver.dice.task import Take, Task


def greedy(columns: Columns, task: Task) -> Play | None:
    """Take in each round the dice that cost least at the moment; None where that is no play.

    Where the end of the game depends on what is complete, nothing is circled: so it never comes.
    """
    rounds = max(len(scenario.takes) for scenario in task.scenarios)
    for number, scenario in enumerate(task.scenarios):
        if len(scenario.takes) == rounds and not scenario.ends:
            if all(_is_round(task, take) for take in scenario.takes):
                return _Greedy(columns, task).play(number)
            return None
    return None


def _is_round(task: Task, take: Take) -> bool:
    """Tell whether a take is one round: each die once, as many as a round has picks."""
    rounds = {task.dice[index].round for index in take.dice}
    once = all(task.dice[index].most == 1 for index in take.dice)
    return once and take.low == take.high and len(rounds) == 1


class _Greedy:
    def __init__(self, columns: Columns, task: Task) -> None:
        self.columns, self.task = columns, task
        self.open = np.full(len(columns.sets), not task.early)
        self.dice: list[int] = []
        self.groups: list[tuple[int, int]] = []

    def play(self, number: int) -> Play | None:
        for take in self.task.scenarios[number].takes:
            left = list(take.dice)
            for _ in range(take.low):
                net, die, group = max(self._options(left), default=(-math.inf, 0, -1))
                if net == -math.inf:
                    return None
                left.remove(die)
                self._take(die, group)
        return scored(self.columns, self.task, number, tuple(self.dice), tuple(self.groups))

    def _options(self, dice: list[int]) -> Iterator[tuple[float, int, int]]:
        """Yield for each die what it would score, its number, its best group (-1: none)."""
        columns = self.columns
        for index in dice:
            die = self.task.dice[index]
            fits = self.open & (columns.size <= die.value)
            gains = np.where(fits, columns.gain[:, die.colour], -1)
            group = int(gains.argmax()) if len(gains) else -1
            if group >= 0 and gains[group] >= (0 if self.task.must_circle else 1):
                yield float(gains[group] - die.value), index, group
            elif not self.task.must_circle:
                yield -float(die.value), index, -1

    def _take(self, die: int, group: int) -> None:
        self.dice.append(die)
        if group >= 0:
            self.groups.append((group, self.task.dice[die].kind))
            taken = self.columns.cells[group, : self.columns.size[group]]
            self.open &= ~self.columns.holds[:, taken].any(axis=1)
