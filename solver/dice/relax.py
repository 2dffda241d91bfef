"""A task goes in; upper bounds with reduced costs come out: the linear relaxation by columns.

Column generation: the linear program holds a few thousand columns, numpy prices all of them after
each solve, and those with a positive reduced cost join until there is none. Subset-row cuts (of
three cells, at most one group holds two or more) close most of what the relaxation leaves open.
Sources: Desrosiers and Luebbecke, "A primer in column generation", 2005; Jepsen et al.,
"Subset-row inequalities", Operations Research 56, 2008.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from ortools.linear_solver import pywraplp

from solver.dice.capacity import Capacity, Limits
from solver.dice.columns import FACES, LETTERS, Columns, cells_of
from solver.dice.task import LATE, Task

Floats = npt.NDArray[np.float64]

_BATCH = 150  # columns that join at once
_FINE = 1e-7  # a reduced cost above this is positive
_PENALTY = 300.0  # for each unit by which a node cannot be met; keeps every node solvable
_VIOLATION = 0.02  # a cut has to be broken by this much
_CUTS = 40  # cuts that join at once
_CUTS_AT_CELL = 4


@dataclass(frozen=True, slots=True)
class Node:
    """A region of the search, as sets (one bit each) of what is decided.

    Attributes:
        scenario: the way the game goes.
        ones: the parts that are complete.
        zeros: the parts that score nothing.
        taken: the dice that are taken.
        refused: the dice that are not.
    """

    scenario: int
    ones: int = 0
    zeros: int = 0
    taken: int = 0
    refused: int = 0


@dataclass(frozen=True, eq=False, slots=True)
class Bound:
    """What the relaxation says of a node.

    Attributes:
        value: no play of the node scores more.
        reduced: (sets, kinds) reduced cost of every column, never positive.
        done: for each part how far it is complete.
        dice: for each die how far it is taken.
    """

    value: float
    reduced: Floats
    done: tuple[float, ...]
    dice: tuple[float, ...]

    def open_parts(self) -> list[int]:
        """Return the parts that are neither complete nor left."""
        return _fractional(self.done)

    def open_dice(self) -> list[int]:
        """Return the dice that are neither taken nor left."""
        return _fractional(self.dice)


def _fractional(values: tuple[float, ...]) -> list[int]:
    return [number for number, value in enumerate(values) if 1e-6 < value % 1 < 1 - 1e-6]


class Relaxation:
    """The linear program of a task; it keeps its columns and cuts from node to node."""

    def __init__(self, columns: Columns, task: Task) -> None:
        self.columns = columns
        self.task = task
        self.kinds = task.phases * len(LETTERS)
        self._lp: Any = pywraplp.Solver.CreateSolver("GLOP")
        self._objective = self._lp.Objective()
        self._objective.SetMaximization()
        self._inside: list[tuple[int, int]] = []  # the columns in the program: (set, kind)
        self._known = np.zeros((len(columns.sets), self.kinds), bool)
        self._variables: list[Any] = []
        self._cuts: list[tuple[Any, npt.NDArray[np.bool_]]] = []
        self._add_cells()
        self._add_dice()
        self._add_parts()
        self._add_early()
        self._capacity = Capacity(task)

    def bound(self, node: Node) -> Bound:
        """Solve the relaxation of a node to the end of pricing."""
        limits = self._capacity.limits(node.scenario, node.ones, node.zeros)
        if limits is None:
            return Bound(-math.inf, np.zeros((0, self.kinds)), (), ())
        self._enter(node, limits)
        self._solve(dual=True)
        while True:
            reduced = self._price()
            better = int((reduced > _FINE).sum())
            if not better:
                break
            flat = reduced.ravel()
            best = np.argpartition(-flat, min(better, _BATCH) - 1)[: min(better, _BATCH)]
            self._add_columns(divmod(int(index), self.kinds) for index in best)
            self._solve(dual=False)
        points = self.task.points + self.task.scenarios[node.scenario].points
        done = tuple(variable.solution_value() for variable in self._done)
        dice = tuple(variable.solution_value() for variable in self._dice)
        return Bound(self._objective.Value() + points, reduced, done, dice)

    def _solve(self, dual: bool) -> None:
        """Solve the program as it is, from the last basis (preprocessing would forget it).

        After a change of bounds or a cut the last basis is dual feasible, after new columns primal.
        Where the last basis leads nowhere, the program is solved from scratch.
        """
        for preprocessing in (False, True):
            self._lp.SetSolverSpecificParametersAsString(
                f"use_preprocessing: {preprocessing} "
                f"use_dual_simplex: {dual and not preprocessing}".lower()
            )
            if self._lp.Solve() == pywraplp.Solver.OPTIMAL:
                return
        raise ArithmeticError("the linear relaxation was not solved")

    def cut(self) -> int:
        """Add the subset-row cuts that the last solution breaks; return how many."""
        weights: dict[int, float] = {}
        for variable, (index, _) in zip(self._variables, self._inside, strict=True):
            value = variable.solution_value()
            if value > 1e-6:
                weights[index] = weights.get(index, 0.0) + value
        found = _broken_triples(self.columns, weights) if weights else []
        for triple in found:
            held = self.columns.holds[:, list(triple)].sum(axis=1) >= 2
            row = self._row(high=1)
            for variable, (index, _) in zip(self._variables, self._inside, strict=True):
                if held[index]:
                    row.SetCoefficient(variable, 1)
            self._cuts.append((row, held))
        return len(found)

    def _row(self, low: float | None = None, high: float | None = None) -> Any:
        infinity = self._lp.infinity()
        return self._lp.Constraint(
            -infinity if low is None else low, infinity if high is None else high
        )

    def _variable(self, points: float = 0, high: float | None = None) -> Any:
        variable = self._lp.NumVar(0, self._lp.infinity() if high is None else high, "")
        self._objective.SetCoefficient(variable, points)
        return variable

    def _add_cells(self) -> None:
        """A cell is in one group at most; ``left`` says how far it stays uncircled."""
        self._cells, self._left, self._missed = {}, {}, {}
        for cell in cells_of(self.columns.free):
            self._cells[cell] = self._row(1, 1)
            self._left[cell] = self._variable(high=1)
            self._missed[cell] = self._variable(-_PENALTY)
            self._cells[cell].SetCoefficient(self._left[cell], 1)

    def _add_dice(self) -> None:
        """Groups of z flowers and more need as many dice that show z and more."""
        self._sizes = [[self._row(high=0) for _ in range(FACES)] for _ in range(self.kinds)]
        self._dice = []
        for die in self.task.dice:
            variable = self._variable(-die.value, die.most)
            for row in self._sizes[die.kind][: die.value]:
                row.SetCoefficient(variable, -1)
            self._dice.append(variable)
        if self.task.must_circle:
            for rows in self._sizes:
                rows[0].SetLb(0)
                rows[0].SetCoefficient(self._variable(-_PENALTY), 1)
        self._takes: list[list[tuple[Any, int, int]]] = []
        known: dict[tuple[int, ...], Any] = {}
        for scenario in self.task.scenarios:
            for take in scenario.takes:
                if take.dice not in known:
                    known[take.dice] = row = self._row()
                    for die_index in take.dice:
                        row.SetCoefficient(self._dice[die_index], 1)
            self._takes.append([(known[take.dice], take.low, take.high) for take in scenario.takes])
        self._take_rows = list(known.values())

    def _add_parts(self) -> None:
        """A complete part leaves no cell; the k-th bed scores only after the one before."""
        task = self.task
        self._done = []
        for number, part in enumerate(task.parts):
            done = self._variable(task.bonus(1) if number < task.colours else 0, 1)
            for cell in cells_of(part):
                row = self._row(high=1)
                row.SetCoefficient(done, 1)
                row.SetCoefficient(self._left[cell], 1)
                row.SetCoefficient(self._missed[cell], -1)
            self._done.append(done)
        count = self._row(high=0)
        self._colours, self._parts, self._worth = self._row(), self._row(), self._row()
        for number, done in enumerate(self._done):
            self._parts.SetCoefficient(done, 1)
            if number < task.colours:
                self._colours.SetCoefficient(done, 1)
                self._worth.SetCoefficient(done, task.bonus(1))
            else:
                count.SetCoefficient(done, -1)
        self._counted = [self._variable(points, 1) for points in task.bed_points]
        for counted, points in zip(self._counted, task.bed_points, strict=True):
            count.SetCoefficient(counted, 1)
            self._worth.SetCoefficient(counted, points)
        for fewer, more in itertools.pairwise(self._counted):
            row = self._row(low=0)
            row.SetCoefficient(fewer, 1)
            row.SetCoefficient(more, -1)
        self._ends = []
        for scenario in task.scenarios:
            rows = []
            for some, least in scenario.ends:
                rows.append((self._row(), least))
                rows[-1][0].SetCoefficient(self._variable(-_PENALTY), 1)
                for part_number in some:
                    rows[-1][0].SetCoefficient(self._done[part_number], 1)
            self._ends.append(rows)

    def _add_early(self) -> None:
        """Of some parts only a few may be complete before the last round.

        A part that is not complete early keeps a cell that stays uncircled or is circled late.
        """
        self._early: list[tuple[Any, int]] = []
        for some, most in self.task.early:
            count = self._row(high=most)
            for part in some:
                early, row = self._variable(high=1), self._row(low=1)
                count.SetCoefficient(early, 1)
                row.SetCoefficient(early, 1)
                for cell in cells_of(self.task.parts[part]):
                    row.SetCoefficient(self._left[cell], 1)
                self._early.append((row, self.task.parts[part]))

    def _enter(self, node: Node, limits: Limits) -> None:
        active = self.task.scenarios[node.scenario].dice
        for index, (die, variable) in enumerate(zip(self.task.dice, self._dice, strict=True)):
            possible = index in active and not node.refused >> index & 1
            variable.SetBounds(node.taken >> index & 1, die.most if possible else 0)
        infinity = self._lp.infinity()
        for row in self._take_rows:
            row.SetBounds(-infinity, infinity)
        for row, low, high in self._takes[node.scenario]:
            row.SetBounds(low, high)
        for number, rows in enumerate(self._ends):
            for row, least in rows:
                row.SetLb(least if number == node.scenario else -infinity)
        for part, done in enumerate(self._done):
            done.SetBounds(node.ones >> part & 1, 1 - (node.zeros >> part & 1))
        self._colours.SetUb(limits.colours)
        self._parts.SetUb(limits.parts)
        self._worth.SetUb(limits.points)
        sure = (node.ones >> self.task.colours).bit_count()
        for place, counted in enumerate(self._counted):
            counted.SetBounds(int(place < sure), int(place < limits.beds))

    def _add_columns(self, chosen: Iterable[tuple[int, int]]) -> None:
        columns = self.columns
        for index, kind in chosen:
            phase, colour = divmod(kind, len(LETTERS))
            variable = self._variable(int(columns.gain[index, colour]))
            self._known[index, kind] = True
            for place in range(int(columns.size[index])):
                self._cells[int(columns.cells[index, place])].SetCoefficient(variable, 1)
                self._sizes[kind][place].SetCoefficient(variable, 1)
            if phase == LATE:
                for row, part in self._early:
                    held = (part & columns.sets[index]).bit_count()
                    if held:
                        row.SetCoefficient(variable, held)
            for row, two in self._cuts:
                if two[index]:
                    row.SetCoefficient(variable, 1)
            self._inside.append((index, kind))
            self._variables.append(variable)

    def _price(self) -> Floats:
        """Return the reduced cost of every column; those in the program count as zero or less."""
        columns = self.columns
        price = np.zeros((self.task.phases, columns.board.size + 1))
        for cell, row in self._cells.items():
            price[:, cell] = row.dual_value()
        if self.task.phases > 1:
            for row, part in self._early:
                price[LATE, cells_of(part)] += row.dual_value()
        sizes = np.array([[0.0] + [row.dual_value() for row in rows] for rows in self._sizes])
        by_size = sizes.cumsum(axis=1).T
        cut = np.zeros(len(columns.sets))
        for row, two in self._cuts:
            dual = row.dual_value()
            if dual:
                cut += dual * two
        of_cells = price[:, columns.cells].sum(axis=2)
        reduced = np.tile(columns.gain.astype(float), self.task.phases)
        reduced -= by_size[columns.size]
        reduced -= np.repeat(of_cells, len(LETTERS), axis=0).T + cut[:, None]
        reduced[self._known] = np.minimum(reduced[self._known], 0)
        return reduced


def _broken_triples(columns: Columns, weights: dict[int, float]) -> list[tuple[int, int, int]]:
    """Return triples of cells of which groups of total weight > 1 hold two or more."""
    size = columns.board.size
    held = columns.holds[list(weights)].astype(float)
    weighted = held * np.array(list(weights.values()))[:, None]
    pairs = weighted.T @ held
    triples = (weighted[:, :, None] * held[:, None, :]).reshape(len(held), -1).T @ held
    first, second, third = _triples(size)
    total = pairs[first, second] + pairs[first, third] + pairs[second, third]
    total -= 2 * triples.reshape(size, size, size)[first, second, third]
    found: list[tuple[int, int, int]] = []
    used = [0] * size
    broken = np.nonzero(total > 1 + _VIOLATION)[0]
    for index in broken[np.argsort(-total[broken], kind="stable")]:
        triple = int(first[index]), int(second[index]), int(third[index])
        if max(used[cell] for cell in triple) < _CUTS_AT_CELL:
            found.append(triple)
            for cell in triple:
                used[cell] += 1
        if len(found) == _CUTS:
            break
    return found


@cache
def _triples(size: int) -> tuple[npt.NDArray[np.intp], ...]:
    every = np.array(list(itertools.combinations(range(size), 3)), np.intp).reshape(-1, 3)
    return every[:, 0], every[:, 1], every[:, 2]
