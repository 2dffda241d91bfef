"""An instance goes in; the proven best play comes out.

``search`` runs in a child of ``solver/run.py``; ``BoardModel`` is for library use, thousands of
times a board.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

from layouts.board import Board
from solver.dice.canonical import least_play
from solver.dice.columns import Columns, columns_of
from solver.dice.game import move_to_json, moves_from_json
from solver.dice.greedy import greedy
from solver.dice.ordered import Ordered, search_ordered
from solver.dice.plays import Play, picks_of
from solver.dice.rules import Dice, Instance
from solver.dice.task import Task, ceiling, over_already, task_of
from solver.dice.tree import Closed, Tree
from solver.engine import Effort
from solver.finding import Finding, Report
from solver.variants import VARIANTS

__all__ = ["VARIANTS", "BoardModel", "search", "search_tree"]


def search(
    instance: Instance,
    report: Report,
    *,
    seed: int = 0,
    deadline: float = math.inf,
    variant: str = "",
) -> Finding:
    """Find the best play of an instance (the contract is in ``solver/run.py``)."""
    if (score := over_already(instance)) is not None:
        return Finding(score, score, complete=True)
    if instance.readings.through_circled:
        return _search_ordered(instance, report, seed, deadline, variant)
    columns, task = columns_of(instance.board, instance.circled), task_of(instance)

    def write(play: Play) -> Finding:
        picks = picks_of(columns, task, play)
        return Finding(play.score, moves=tuple(move_to_json(instance, pick) for pick in picks))

    return search_tree(columns, task, write, report, seed, deadline, variant)


def search_tree(
    columns: Columns,
    task: Task,
    write: Callable[[Play], Finding],
    report: Report,
    seed: int,
    deadline: float,
    variant: str,
) -> Finding:
    """Search a task; ``write`` writes its plays down; the last is the least of the optimal ones."""
    told: Play | None = None
    written = Finding()

    def finding(play: Play | None) -> Finding:
        nonlocal told, written
        if play is not None and play is not told:
            told, written = play, write(play)
        return written

    def tell(play: Play | None, bound: int) -> None:
        report(replace(finding(play), bound=bound))

    tree = Tree(columns, task, tell, deadline, seed, variant)
    closed = tree.search(greedy(columns, task))
    play = least_play(tree) if closed.complete else None
    return replace(finding(play or closed.play), bound=closed.bound, complete=closed.complete)


def _search_ordered(
    instance: Instance, report: Report, seed: int, deadline: float, variant: str
) -> Finding:
    """Begin with the best play whose groups connect by themselves: it is one of these, too."""

    def write(known: Ordered) -> Finding:
        moves = tuple(move_to_json(instance, pick) for pick in known.picks)
        return Finding(known.score, known.bound, moves, known.complete)

    def tell_begin(finding: Finding) -> None:
        report(replace(finding, bound=most))

    def tell(known: Ordered) -> None:
        report(write(known))

    most = ceiling(task_of(instance))
    plain = replace(instance, readings=replace(instance.readings, through_circled=False))
    now = time.monotonic()
    half = now + (deadline - now) / 2
    begin = search(plain, tell_begin, seed=seed, deadline=half, variant=variant)
    picks = tuple(moves_from_json(instance, [dict(move) for move in begin.moves]))
    known = Ordered(most, begin.score, picks)
    return write(
        search_ordered(instance, known, tell, deadline, Effort(seed=seed, variant=variant))
    )


class BoardModel:
    """A board with its columns, built once, to be asked thousands of times."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.columns = columns_of(board)

    def solve(self, rounds: tuple[Dice, ...], deadline: float = math.inf) -> Closed:
        """Solve a whole game of default readings whose dice are all known."""
        task = task_of(Instance(self.board, rounds))
        tree = Tree(self.columns, task, lambda play, bound: None, deadline)
        return tree.search(greedy(self.columns, task))

    def hindsight(self, rounds: tuple[Dice, ...], deadline: float = math.inf) -> tuple[int, int]:
        """Return score and bound of the best play had one known all dice; equal if proved."""
        closed = self.solve(rounds, deadline)
        assert closed.play is not None  # circling nothing always is a play
        return closed.play.score, closed.bound
