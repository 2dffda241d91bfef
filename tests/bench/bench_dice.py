"""Measure the dice solver: seeded full games over the sheets, and two peers on some of them.

python -m tests.bench.bench_dice                          200 games, 8 of them also by the peers
python -m tests.bench.bench_dice --games 20 --peers 0     a quick look

Every game is solved in this process, imports apart; the peers get a process of their own. Seconds
are of the clock, "cpu" of the processor: on a busy machine only the second can be compared.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import resource
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from random import Random
from typing import NamedTuple

from ortools.math_opt.python import mathopt
from rich.console import Console
from rich.table import Table

from layouts.board import Board
from solver.dice import model
from solver.dice.columns import columns_of
from solver.dice.design import built_in
from solver.dice.leaf import Leaf
from solver.dice.ordered import SlotModel
from solver.dice.relax import Node
from solver.dice.rules import COLOURS, FACTS, Instance
from solver.dice.task import task_of
from solver.engine import Effort, ask
from solver.highs import translated

SEED = 2019


class Run(NamedTuple):
    """One game by one solver: score and bound where it has them, seconds, whether proved."""

    score: int | None
    bound: float | None
    seconds: float
    cpu: float
    proved: bool


def game(number: int) -> Instance:
    """Return a seeded full game on one of the sheets, in turn."""
    boards = built_in()
    random = Random(f"{SEED} {number}")
    faces, rounds = FACTS["dice"]["faces"], FACTS["solo"]["rounds"]
    dice = tuple({c: random.randint(1, faces) for c in COLOURS} for _ in range(rounds))
    return Instance(boards[number % len(boards)], dice)


def ours(instance: Instance, limit: float) -> Run:
    """Solve by our search."""
    start, cpu = time.monotonic(), time.process_time()
    found = model.search(instance, lambda _: None, deadline=start + limit)
    spent = time.monotonic() - start, time.process_time() - cpu
    return Run(found.score, found.bound, *spent, found.proved)


def highs(instance: Instance, limit: float) -> Run:
    """Solve the full set-packing program by HiGHS; building it is not counted."""
    columns, task = columns_of(instance.board), task_of(instance)
    kinds = range(len(COLOURS))
    leaf = Leaf(
        columns, task, Node(0), [(i, kind) for i in range(len(columns.sets)) for kind in kinds]
    )
    leaf.model.maximize(leaf.score())
    program, _ = translated(leaf.model)
    parameters = mathopt.SolveParameters(
        time_limit=timedelta(seconds=limit), absolute_gap_tolerance=0.99, relative_gap_tolerance=0
    )
    start, cpu = time.monotonic(), time.process_time()
    result = mathopt.solve(program, mathopt.SolverType.HIGHS, params=parameters)
    spent = time.monotonic() - start, time.process_time() - cpu
    proved = result.termination.reason == mathopt.TerminationReason.OPTIMAL
    score = round(result.objective_value()) if result.has_primal_feasible_solution() else None
    return Run(score, result.termination.objective_bounds.dual_bound, *spent, proved)


def textbook(instance: Instance, limit: float) -> Run:
    """Solve by CP-SAT as one would write it: cell x slot, a tree of parents with depths."""
    slots = SlotModel(instance)
    for slot in slots.slots:
        _add_tree(slots, slot, instance.board)
    start, cpu = time.monotonic(), time.process_time()
    solved = ask(slots.model, Effort(seconds=limit))
    spent = time.monotonic() - start, time.process_time() - cpu
    done = solved.status == "optimal"
    score = sum(solved.value(v) * w for v, w in slots.terms) if solved.values else None
    return Run(None if score is None else score + 1, solved.bound, *spent, done)


def _add_tree(slots: SlotModel, slot: int, board: Board) -> None:
    """Every cell of a group is its root or hangs from a neighbour that is one step nearer to it."""
    cp = slots.model
    depth = {cell: cp.new_int_var(0, FACTS["dice"]["faces"] - 1, "") for cell in slots.free}
    roots = []
    for cell in slots.free:
        ways = [cp.new_bool_var("")]
        roots.append(ways[0])
        for other in slots.free:
            if board.neighbours[cell] >> other & 1:
                parent = cp.new_bool_var("")
                cp.add_implication(parent, slots.at[other, slot])
                cp.add(depth[cell] == depth[other] + 1).only_enforce_if(parent)
                ways.append(parent)
        cp.add(sum(ways) == slots.at[cell, slot])
    cp.add_at_most_one(roots)


def apart(run: Callable[[Instance, float], Run], instance: Instance, limit: float) -> Run:
    """Run a peer in a process of its own."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn) as pool:
        return pool.submit(run, instance, limit).result()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--peers", type=int, default=8, help="games that the peers solve too")
    parser.add_argument("--peer-limit", type=float, default=60)
    options = parser.parse_args(arguments)
    console = Console()
    runs = []
    for number in range(options.games):
        runs.append(ours(game(number), options.limit))
        print(f"\r{number + 1} of {options.games}", end="", file=sys.stderr)
    print(file=sys.stderr)
    console.print(own_table(runs, options.limit))
    if options.peers:
        console.print(peer_table(runs, options.peers, options.peer_limit))


def own_table(runs: Sequence[Run], limit: float) -> Table:
    """Return proven share, median, 95 %, worst and memory."""
    table = Table("", "clock", "cpu", title=f"{len(runs)} full games, limit {limit:g} s")
    for name, share in (("median", 0.5), ("95 %", 0.95), ("worst", 1.0)):
        values = [
            _share([getattr(run, unit) for run in runs], share) for unit in ("seconds", "cpu")
        ]
        table.add_row(name, *(f"{value:.2f} s" for value in values))
    proved = sum(run.proved for run in runs)
    table.add_row("proved", f"{proved} of {len(runs)}", "")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table.add_row(
        "peak memory", f"{peak / (1 << 20 if sys.platform == 'darwin' else 1 << 10):.0f} MB", ""
    )
    return table


def peer_table(runs: Sequence[Run], count: int, limit: float) -> Table:
    """Return how the peers do on the first games, and the ratio to ours."""
    title = f"peers on {count} games, limit {limit:g} s"
    table = Table("peer", "proved", "median cpu", "median ratio of cpu", "scores", title=title)
    for name, run in (("HiGHS, full set packing", highs), ("CP-SAT, textbook", textbook)):
        found = [apart(run, game(number), limit) for number in range(count)]
        ratios = [peer.cpu / own.cpu for peer, own in zip(found, runs, strict=False)]
        open_ones = any(not peer.proved for peer in found)
        table.add_row(
            name,
            f"{sum(peer.proved for peer in found)} of {count}",
            f"{statistics.median(peer.cpu for peer in found):.1f} s",
            f"{'>= ' if open_ones else ''}{statistics.median(ratios):.0f}",
            " ".join(f"{p.score}/{o.score}" for p, o in zip(found, runs, strict=False)),
        )
        wrong = [n for n, p in enumerate(found) if p.proved and p.score != runs[n].score]
        if wrong:
            raise SystemExit(f"{name} disagrees on games {wrong}")
    return table


def _share(values: list[float], share: float) -> float:
    return sorted(values)[math.ceil(share * len(values)) - 1]


if __name__ == "__main__":
    main()
