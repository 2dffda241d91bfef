"""A node and a few columns go in; a play of at least so many points comes out, or "there is none".

CP-SAT on the columns that reduced costs cannot exclude; one worker, fixed seed: the same answer on
every run.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ortools.sat.python import cp_model

from solver.dice.columns import FACES, LETTERS, Columns, cells_of
from solver.dice.plays import Play, scored
from solver.dice.relax import Node
from solver.dice.task import LATE, Task
from solver.engine import Effort, Solved, ask

PARAMETERS = 'linearization_level: 2 cp_model_probing_level: 0 subsolvers: "max_lp"'


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
    """Look for a play of a node, on the columns chosen.

    Args:
        columns: of the board.
        task: what is optimised.
        node: what is decided already.
        chosen: the columns that a play may use, as (set, kind).
        need: a play of so many points is good enough; None: the best one is wanted.
        effort: limits and engine.
    """
    leaf = Leaf(columns, task, node, chosen)
    if need is None:
        leaf.model.maximize(leaf.score())
    else:
        leaf.model.add(leaf.score() >= need)
    solved = ask(leaf.model, replace(effort, parameters=PARAMETERS))
    if solved.status == "infeasible":
        return Answer("none")
    play = leaf.play(solved) if solved.values else None
    enough = solved.status == "optimal" or (need is not None and play is not None)
    return Answer("found" if enough else "limit", play)


class Leaf:
    """The model of a node on the columns chosen; on all columns the full set-packing program."""

    def __init__(
        self, columns: Columns, task: Task, node: Node, chosen: Sequence[tuple[int, int]]
    ) -> None:
        self.columns, self.task, self.node, self.chosen = columns, task, node, chosen
        scenario = task.scenarios[node.scenario]
        self.points = task.points + scenario.points + task.bonus(node.ones)
        self.model = cp_model.CpModel()
        self.terms: list[tuple[cp_model.IntVar, int]] = []
        self.groups = [
            self._bool(int(columns.gain[index, kind % len(LETTERS)])) for index, kind in chosen
        ]
        self._add_cells()
        self._add_dice()
        self._add_early()

    def score(self) -> cp_model.LinearExprT:
        """Return what a play scores."""
        variables = [variable for variable, _ in self.terms]
        weights = [weight for _, weight in self.terms]
        return cp_model.LinearExpr.weighted_sum(variables, weights) + self.points

    def play(self, solved: Solved) -> Play:
        """Return the play of a solution; it may complete what the solution does not count."""
        dice = [index for index, die in self.dice.items() for _ in range(solved.value(die))]
        pairs = zip(self.chosen, self.groups, strict=True)
        groups = tuple(pair for pair, group in pairs if solved.value(group))
        return scored(self.columns, self.task, self.node.scenario, tuple(dice), groups)

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
