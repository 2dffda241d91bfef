"""An instance goes in; the proven best play comes out (see solver/run.py)."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate, repeat
from operator import mul
from random import Random

from solver.engine import Effort, ask
from solver.field import deal
from solver.field.beam import Node, beam
from solver.field.caps import first_bound
from solver.field.gifts import ending_of
from solver.field.given import Given
from solver.field.moves import move_to_json
from solver.field.order import Step
from solver.field.plays import moves_of
from solver.field.points import points_of
from solver.field.rules import Instance
from solver.field.static import Ending, Static
from solver.field.task import Task, task_of
from solver.field.window import Window, windows
from solver.finding import Finding, Report
from solver.variants import NO_PRESOLVE

VARIANTS = (NO_PRESOLVE,)
BEAMS = (20, 100)
# Measured: probing costs more than it saves here. Without a linear relaxation most windows are
# decided at once, and those where groups count; with one those where points of lines are scarce.
CLAUSES = 'cp_model_probing_level: 0 subsolvers: "no_lp"'
RELAXED = "cp_model_probing_level: 0"
Way = tuple[str, float]  # parameters, and deterministic seconds for each window
FIRST: tuple[Way, Way] = ((CLAUSES, 0.5), (RELAXED, 0.5))
LINES: tuple[Way, Way] = ((RELAXED, 4.0), (CLAUSES, 4.0))
GROUPS: tuple[Way, Way] = ((CLAUSES, 16.0), (RELAXED, 4.0))
MORE = 4  # times the work of the pass before


def passes(groups: bool) -> Iterator[Way]:
    """Yield without end how and how long each open window is searched."""
    yield from FIRST
    for more in accumulate(repeat(MORE), mul, initial=1):
        for parameters, work in GROUPS if groups else LINES:
            yield parameters, work * more


@dataclass(slots=True)
class Search:
    """What is known of an instance: the best play, and of each window still open its bound."""

    instance: Instance
    task: Task
    report: Report
    effort: Effort
    deadline: float
    best: Finding
    open: dict[Window, int] = field(default_factory=dict)

    @property
    def score(self) -> int:
        """The points of the best play."""
        assert self.best.score is not None
        return self.best.score

    def found(self, score: int, steps: list[Step], ending: Ending) -> None:
        """Keep a play that is better, and tell it."""
        if self.best.score is None or score > self.best.score:
            moves = moves_of(self.instance, self.task, steps, ending)
            self.best = Finding(score, self.best.bound, tuple(map(move_to_json, moves)))
            self.report(self.best)

    def bounded(self) -> None:
        """Tell the bound that the open windows leave."""
        for window in [w for w, bound in self.open.items() if bound <= self.score]:
            del self.open[window]
        bound = max(self.open.values(), default=self.score)
        if self.open and self.best.bound is not None:
            bound = min(bound, self.best.bound)
        if bound != self.best.bound:
            self.best = Finding(self.score, bound, self.best.moves)
            self.report(self.best)


def search(
    instance: Instance,
    report: Report,
    *,
    seed: int = 0,
    deadline: float = math.inf,
    variant: str = "",
) -> Finding:
    """Find the best play of an instance (the contract is in ``solver/run.py``)."""
    effort = Effort(seed=seed, variant=variant)
    tasks = tuple(task_of(instance, number) for number in range(len(instance.decks) or 1))
    if len(tasks) > 1:
        return deal.search(instance, tasks, report, effort, deadline)
    return search_task(instance, tasks[0], report, effort, deadline)


def search_task(
    instance: Instance, task: Task, report: Report, effort: Effort, deadline: float
) -> Finding:
    """Search a placement or a round: a beam for a good play, then window by window."""
    known = Finding(bound=first_bound([task]))
    state = Search(instance, task, report, effort, deadline, known)
    _start(state)
    state.open = {window: window.cap for window in windows(task)}
    models: dict[Window, Static] = {}
    state.bounded()
    for parameters, work in passes(task.groups):
        state.effort = replace(effort, parameters=parameters, work=work)
        for window in sorted(state.open, key=lambda window: -state.open[window]):
            if state.open[window] > state.score:
                _search_window(state, window, models)
            if time.monotonic() >= deadline:
                state.bounded()
                return state.best
        state.bounded()
        if not state.open:
            break
    return Finding(state.score, state.score, state.best.moves, complete=True)


def _start(state: Search) -> None:
    """Find a first play: lay nothing, then by beams."""
    task = state.task
    nothing = Node(dict(task.field), ((None, None),) * len(task.turns), frozenset())
    _keep(state, nothing)
    start = Node(dict(task.field), (), frozenset())
    for width in BEAMS:
        _keep(state, beam([task], width, start, Random(state.effort.seed)))


def _keep(state: Search, node: Node) -> None:
    ending = ending_of(state.task, node.lying, node.laid)
    score = points_of(state.task, node.lying, ending.given)
    state.found(score, list(node.steps), ending)


def _search_window(state: Search, window: Window, models: dict[Window, Static]) -> None:
    """Improve the best play in a window until there is no better one, or the work is done."""
    kind = Given if state.instance.order == "given" else Static
    while state.open[window] > state.score:
        target = state.score + state.task.step
        if window not in models or models[window].target != target:
            models[window] = kind(window, target)
        model = models[window]
        seconds = max(state.deadline - time.monotonic(), 0)
        solved = ask(model.model, replace(state.effort, seconds=seconds))
        if solved.status == "infeasible":
            state.open[window] = state.score
        if not solved.values:
            return
        ending = model.ending(solved)
        steps = model.steps(ending, solved)
        if steps is None:
            model.exclude(ending)
        else:
            state.found(model.score(ending), steps, ending)
