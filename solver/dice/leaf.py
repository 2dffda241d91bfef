"""A node and a few columns go in; a play of at least so many points comes out, or "there is none".

CP-SAT on the columns that reduced costs cannot exclude; one worker, fixed seed: the same answer on
every run.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ortools.sat.python import cp_model

from solver.dice.columns import FACES, LETTERS, Columns, cells_of
from solver.dice.plays import Play
from solver.dice.relax import Node
from solver.dice.task import LATE, Task


@dataclass(frozen=True, slots=True)
class Effort:
    """How CP-SAT is asked."""

    seconds: float
    work: float = math.inf  # in CP-SAT's deterministic seconds
    seed: int = 0
    presolve: bool = True
    best: bool = False  # look for the best play, not just for one that is good enough


@dataclass(frozen=True, slots=True)
class Answer:
    """What CP-SAT says: a play that is good enough (or the best), that there is none, or a limit.

    At a limit a play may be there all the same: better than nothing, but not proved to be best.
    """

    status: Literal["found", "none", "limit"]
    play: Play | None = None


def solve_leaf(
    columns: Columns,
    task: Task,
    node: Node,
    chosen: Sequence[tuple[int, int]],
    need: int | None,
    effort: Effort,
) -> Answer:
    """Look for a play of a node, on the columns chosen, that scores at least ``need``."""
    return _Leaf(columns, task, node, chosen).solve(need, effort)


class _Leaf:
    def __init__(
        self, columns: Columns, task: Task, node: Node, chosen: Sequence[tuple[int, int]]
    ) -> None:
        self.columns, self.task, self.node, self.chosen = columns, task, node, chosen
        self.model = cp_model.CpModel()
        self.terms: list[tuple[cp_model.IntVar, int]] = []
        self.groups = [
            self._bool(int(columns.gain[index, kind % len(LETTERS)])) for index, kind in chosen
        ]
        self._add_cells()
        self._add_dice()
        self._add_early()

    def solve(self, need: int | None, effort: Effort) -> Answer:
        scenario = self.task.scenarios[self.node.scenario]
        points = self.task.points + scenario.points + self.task.bonus(self.node.ones)
        score = cp_model.LinearExpr.weighted_sum(
            [variable for variable, _ in self.terms], [weight for _, weight in self.terms]
        )
        if need is not None:
            self.model.add(score >= need - points)
        if effort.best:
            self.model.maximize(score)
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.linearization_level = 2
        parameters.cp_model_probing_level = 0
        parameters.subsolvers.append("max_lp")
        parameters.random_seed = effort.seed
        parameters.cp_model_presolve = effort.presolve
        parameters.max_time_in_seconds = max(0.0, effort.seconds)
        parameters.max_deterministic_time = effort.work
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return Answer("none")
        if status == cp_model.UNKNOWN:
            return Answer("limit")
        if status == cp_model.MODEL_INVALID:
            raise ValueError(self.model.validate())
        limited = effort.best and status != cp_model.OPTIMAL
        return Answer("limit" if limited else "found", self._play(solver, points))

    def _play(self, solver: cp_model.CpSolver, points: int) -> Play:
        total = sum(weight * solver.value(variable) for variable, weight in self.terms)
        dice = [index for index, die in self.dice.items() for _ in range(int(solver.value(die)))]
        pairs = zip(self.chosen, self.groups, strict=True)
        groups = [pair for pair, group in pairs if solver.value(group)]
        return Play(total + points, self.node.scenario, tuple(dice), tuple(groups))

    def _bool(self, points: int = 0) -> cp_model.IntVar:
        variable = self.model.new_bool_var("")
        if points:
            self.terms.append((variable, points))
        return variable

    def _add_cells(self) -> None:
        """A cell is in one group at most, in exactly one if its part has to be complete."""
        task, node, model = self.task, self.node, self.model
        self.holding: dict[int, list[cp_model.IntVar]] = defaultdict(list)
        for (index, _), group in zip(self.chosen, self.groups, strict=True):
            for cell in cells_of(self.columns.sets[index]):
                self.holding[cell].append(group)
        target = 0
        for number, part in enumerate(task.parts):
            target |= part if node.ones >> number & 1 else 0
        for cell in cells_of(self.columns.free):
            if target >> cell & 1:
                model.add_exactly_one(self.holding[cell])
            else:
                model.add_at_most_one(self.holding[cell])
        self.done: dict[int, cp_model.IntVar] = {}
        for number, part in enumerate(task.parts):
            if (node.ones | node.zeros) >> number & 1:
                continue
            self.done[number] = self._bool(task.bonus(1) if number < task.colours else 0)
            for cell in cells_of(part & ~target):
                model.add_bool_or([self.done[number].negated(), *self.holding[cell]])
        self._add_beds()

    def _add_beds(self) -> None:
        """The k-th bed scores only after the one before; what has to be complete for the end is."""
        task, node = self.task, self.node
        surely = (node.ones >> task.colours).bit_count()
        open_beds = [done for number, done in self.done.items() if number >= task.colours]
        counted = [self._bool(points) for points in task.bed_points[surely:][: len(open_beds)]]
        for fewer, more in itertools.pairwise(counted):
            self.model.add_implication(more, fewer)
        self.model.add(sum(counted) <= sum(open_beds))
        for some, least in task.scenarios[node.scenario].ends:
            sure = sum(node.ones >> part & 1 for part in some)
            self.model.add(sum(self.done[p] for p in some if p in self.done) >= least - sure)

    def _add_dice(self) -> None:
        """Groups of z flowers and more need as many dice that show z and more."""
        task, model = self.task, self.model
        scenario = task.scenarios[self.node.scenario]
        self.dice: dict[int, cp_model.IntVar] = {}
        for index in sorted(scenario.dice):
            die = task.dice[index]
            most = 0 if self.node.refused >> index & 1 else die.most
            self.dice[index] = model.new_int_var(self.node.taken >> index & 1, most, "")
            self.terms.append((self.dice[index], -die.value))
        for take in scenario.takes:
            taken = sum(self.dice[index] for index in take.dice)
            model.add_linear_constraint(taken, take.low, take.high)
        needing: dict[tuple[int, int], list[cp_model.IntVar]] = defaultdict(list)
        for (index, kind), group in zip(self.chosen, self.groups, strict=True):
            for size in range(1, int(self.columns.size[index]) + 1):
                needing[kind, size].append(group)
        for kind in range(task.phases * len(LETTERS)):
            for size in range(1, FACES + 1):
                big_enough = sum(
                    die
                    for index, die in self.dice.items()
                    if task.dice[index].kind == kind and task.dice[index].value >= size
                )
                if size == 1 and task.must_circle:
                    model.add(sum(needing[kind, size]) == big_enough)
                elif needing[kind, size]:
                    model.add(sum(needing[kind, size]) <= big_enough)

    def _add_early(self) -> None:
        """Of some parts only a few may be complete before the last round."""
        late: dict[int, list[cp_model.IntVar]] = defaultdict(list)
        for (index, kind), group in zip(self.chosen, self.groups, strict=True):
            if kind // len(LETTERS) == LATE:
                for cell in cells_of(self.columns.sets[index]):
                    late[cell].append(group)
        for some, most in self.task.early:
            counted = []
            for part in some:
                early = self._bool()
                counted.append(early)
                witness = [early]
                for cell in cells_of(self.task.parts[part]):
                    # A cell bears witness if it is circled late or not at all.
                    later = self._bool()
                    self.model.add(sum(self.holding[cell]) + later <= 1 + sum(late[cell]))
                    witness.append(later)
                self.model.add_bool_or(witness)
            self.model.add(sum(counted) <= most)
