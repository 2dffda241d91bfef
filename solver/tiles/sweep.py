"""A sweep goes in; the best family of new rows and its proof come out.

Rows are paths through the numbers, in a network with one node for each (number, tiles so far up
to 3, flowers so far up to the highest token). Its linear relaxation gives the bound, which is
nearly always reached: a beam search looks for rows that reach it. Where it finds none, CP-SAT
decides on the arcs that the reduced costs leave; both take turns, with more work every time.
"""

from __future__ import annotations

import math
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ortools.math_opt.python import mathopt
from ortools.sat.python import cp_model

from solver.engine import Effort, ask
from solver.tiles.beam import beam
from solver.tiles.chains import bridge, plays, top_up
from solver.tiles.rules import JOKER, LEAST, Instance, Play, flowers_on

Node = tuple[int, int, int]  # number, tiles up to LEAST, flowers up to the highest token
Report = Callable[[list[Play] | None, int | None], None]
SOURCE: Node = (0, 0, 0)
END = -1  # the number of the nodes where rows end: (END, 0, flowers)
ROUND_OFF = 1e-6  # of the linear relaxation
BEAMS = 8  # before CP-SAT is asked
FIRST_WORK = 0.5  # of CP-SAT; twice as much each time it was not enough
# One subsolver that branches on the linear relaxation: CP-SAT's default search gets lost in it.
PARAMETERS = 'linearization_level: 2 cp_model_probing_level: 0 subsolvers: "max_lp"'


@dataclass(frozen=True, slots=True)
class Arc:
    """One step of a row, or its end, and the jokers that it needs."""

    start: Node
    end: Node
    jokers: int


@dataclass(frozen=True, slots=True)
class Task:
    """A sweep without what does not matter: rising numbers, jokers, tokens."""

    numbers: tuple[int, ...]
    jokers: int
    tokens: tuple[int, ...]

    @property
    def top(self) -> int:
        """The highest token: flowers beyond it win nothing more."""
        return max(self.tokens)


def search_sweep(
    instance: Instance, report: Report, *, seed: int, deadline: float, fix: bool = True
) -> bool:
    """Report better families of rows and better bounds; tell whether the search was complete.

    ``fix`` false: no arc is left out because of its reduced cost (another way to the proof).
    """
    numbers = tuple(sorted(tile for tile in instance.hand if tile != JOKER))
    report([], None)
    if not instance.tokens or not numbers:
        report(None, 0)
        return True
    task = Task(numbers, instance.hand.count(JOKER), instance.tokens)
    arcs = network(task)
    bound, costs = relax(task, arcs)
    target, best = math.floor(bound + ROUND_OFF), 0
    report(None, target)
    rng, work = random.Random(seed), FIRST_WORK
    while best < target and time.monotonic() < deadline:
        for _ in range(BEAMS):
            rows = beam(task.numbers, task.jokers, task.tokens, rng)
            best = max(best, _report(rows, task, best, report))
            if best == target or time.monotonic() > deadline:
                return best == target
        slack = bound - target + 10 * ROUND_OFF if fix else math.inf
        kept = [arc for arc, cost in zip(arcs, costs, strict=True) if cost <= slack]
        effort = Effort(deadline - time.monotonic(), work, seed, parameters=PARAMETERS)
        decided = decide(task, kept, target, effort)
        if decided is None:
            work *= 2
        elif decided:
            best = max(best, _report(decided, task, best, report))
        else:
            target -= 1
            report(None, target)
    return best == target


def _report(rows: Sequence[Sequence[int]], task: Task, best: int, report: Report) -> int:
    made = [p for p in plays([top_up(row) for row in rows], task.tokens) if p.token]
    won = sum(play.token or 0 for play in made)
    if won > best:
        report(made, None)
    return won


def network(task: Task) -> list[Arc]:
    """Return the arcs of all rows: starts, steps with as few jokers as they need, ends."""
    top = task.top
    gain = {number: min(top, flowers_on(number)) for number in task.numbers}
    nodes: dict[int, set[Node]] = {v: {(v, 1, gain[v])} for v in task.numbers}
    arcs = [Arc(SOURCE, (v, 1, gain[v]), 0) for v in task.numbers]
    for place, number in enumerate(task.numbers):
        for node in sorted(nodes[number]):
            _, tiles, count = node
            for after in task.numbers[place + 1 :]:
                jokers = bridge(after - number)
                if jokers > task.jokers:
                    break
                end = (after, min(LEAST, tiles + jokers + 1), min(top, count + gain[after]))
                nodes[after].add(end)
                arcs.append(Arc(node, end, jokers))
            if LEAST - tiles <= task.jokers:
                arcs.append(Arc(node, (END, 0, count), LEAST - tiles))
    return arcs


def _incidence(arcs: Sequence[Arc]) -> tuple[dict[Node, list[int]], dict[Node, list[int]]]:
    """Return the arcs (by their place) into and out of every node."""
    into: dict[Node, list[int]] = defaultdict(list)
    out: dict[Node, list[int]] = defaultdict(list)
    for place, arc in enumerate(arcs):
        out[arc.start].append(place)
        into[arc.end].append(place)
    return into, out


def _inner(nodes: Iterable[Node]) -> list[Node]:
    return sorted(node for node in nodes if node[0] not in (SOURCE[0], END))


def relax(task: Task, arcs: Sequence[Arc]) -> tuple[float, list[float]]:
    """Return the bound of the linear relaxation and every arc's loss if it is used."""
    model = mathopt.Model()
    flow = [model.add_variable(lb=0) for _ in arcs]
    taken = {t: model.add_variable(lb=0, ub=task.tokens.count(t)) for t in set(task.tokens)}
    into, out = _incidence(arcs)
    used: dict[int, list[mathopt.Variable]] = defaultdict(list)
    for node in _inner(into.keys() | out.keys()):
        arriving = [flow[place] for place in into[node]]
        leaving = mathopt.fast_sum(flow[place] for place in out[node])
        # a row goes on or ends
        model.add_linear_constraint(mathopt.fast_sum(arriving) == leaving)
        used[node[0]] += arriving
    for arriving in used.values():  # each number in one row
        model.add_linear_constraint(mathopt.fast_sum(arriving) <= 1)
    spent = [arc.jokers * x for arc, x in zip(arcs, flow, strict=True) if arc.jokers]
    model.add_linear_constraint(mathopt.fast_sum(spent) <= task.jokers)
    for token in taken:  # tokens from this one up need as many rows with that many flowers
        higher = mathopt.fast_sum(y for t, y in taken.items() if t >= token)
        model.add_linear_constraint(
            higher <= mathopt.fast_sum(flow[place] for place in _ends(into, token))
        )
    model.maximize(mathopt.fast_sum(t * y for t, y in taken.items()))
    result = mathopt.solve(model, mathopt.SolverType.GLOP)
    return result.objective_value(), [-cost for cost in result.reduced_costs(flow)]


def _ends(into: dict[Node, list[int]], token: int) -> list[int]:
    """Return the arcs that end rows with at least so many flowers."""
    return [place for node in into if node[0] == END and node[2] >= token for place in into[node]]


def decide(task: Task, arcs: Sequence[Arc], target: int, effort: Effort) -> list[list[int]] | None:
    """Return rows that win the target, no rows if there are none, None if time ran out."""
    model = cp_model.CpModel()
    step = [model.new_bool_var("") for _ in arcs]
    taken = {t: model.new_int_var(0, task.tokens.count(t), "") for t in set(task.tokens)}
    into, out = _incidence(arcs)
    used: dict[int, list[cp_model.IntVar]] = defaultdict(list)
    for node in _inner(into.keys() | out.keys()):
        arriving = [step[place] for place in into[node]]
        model.add(sum(arriving) == sum(step[place] for place in out[node]))
        used[node[0]] += arriving
    for arriving in used.values():
        model.add_at_most_one(arriving)
    model.add(sum(arc.jokers * x for arc, x in zip(arcs, step, strict=True)) <= task.jokers)
    for token in taken:
        higher = sum(y for t, y in taken.items() if t >= token)
        model.add(higher <= sum(step[place] for place in _ends(into, token)))
    model.add(sum(t * y for t, y in taken.items()) >= target)
    solved = ask(model, effort)
    if solved.status == "infeasible":
        return []
    if not solved.values:
        return None
    return _rows([arc for arc, x in zip(arcs, step, strict=True) if solved.value(x)])


def _rows(arcs: Sequence[Arc]) -> list[list[int]]:
    """Return the rows that some arcs make."""
    after = {arc.start: arc.end for arc in arcs if arc.start != SOURCE}
    rows = []
    for arc in arcs:
        if arc.start == SOURCE:
            row, node = [], arc.end
            while node[0] != END:
                row.append(node[0])
                node = after[node]
            rows.append(row)
    return rows
