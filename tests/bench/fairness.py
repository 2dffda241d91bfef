"""Measure how fair the dice sheets are, and look for seeds of sheets that are.

python -m tests.bench.fairness                     the five built-in sheets, as a table
python -m tests.bench.fairness -o docs/fairness.md the same as the report of the docs
python -m tests.bench.fairness --search 40         seeds whose sheets have one best and one mean
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple

from layouts.board import Board
from layouts.loader import load
from solver.dice import best_model
from solver.dice.best import Best
from solver.dice.design import built_in, conditions, design, difference
from solver.dice.model import BoardModel
from solver.dice.rules import COLOURS, FACTS, Dice

ROLL_SEED = 2019
ROLL_SETS = 100
LETTERS = "ABCDE"


class Fair(NamedTuple):
    """What was measured of one sheet; optima are proven, or None where a limit came first."""

    best: int | None
    optima: list[int | None]
    seconds: float

    @property
    def mean(self) -> float:
        """Mean of the proven optima."""
        return statistics.fmean(score for score in self.optima if score is not None)


def roll_sets(count: int) -> list[tuple[Dice, ...]]:
    """Return the common roll sets: eight rounds of five dice each."""
    random = Random(ROLL_SEED)
    faces = FACTS["dice"]["faces"]
    return [
        tuple(
            {letter: random.randint(1, faces) for letter in COLOURS}
            for _ in range(FACTS["solo"]["rounds"])
        )
        for _ in range(count)
    ]


def measure(board: Board, count: int) -> Fair:
    """Prove the best score of a sheet and its hindsight optima on the common roll sets."""
    start = time.perf_counter()
    found = best_model.search(Best(board), lambda _: None)
    best = found.score if found.proved else None
    model = BoardModel(board)
    optima: list[int | None] = []
    for rounds in roll_sets(count):
        score, bound = model.hindsight(rounds, time.monotonic() + 120)
        optima.append(score if score == bound else None)
    return Fair(best, optima, time.perf_counter() - start)


def search(seeds: int, first: int = 1) -> None:
    """Print best and mean of many seeds, narrowing down in steps."""
    pool = {seed: design(seed) for seed in range(first, first + seeds)}
    with ProcessPoolExecutor(2) as workers:
        for count, keep in ((8, 16), (30, 10), (ROLL_SETS, 10)):
            fair = dict(
                zip(pool, workers.map(measure, pool.values(), [count] * len(pool)), strict=True)
            )
            common = statistics.mode(found.best for found in fair.values())
            same = {seed: found for seed, found in fair.items() if found.best == common}
            middle = statistics.median(found.mean for found in same.values())
            near = sorted(same, key=lambda seed: abs(same[seed].mean - middle))[:keep]
            for seed in near:
                print(f"{count:4d} sets, seed {seed:5d}: best {common}, mean {same[seed].mean:.2f}")
            print(flush=True)
            pool = {seed: pool[seed] for seed in near}


def report(count: int) -> str:
    """Return the table of the built-in sheets in Markdown."""
    boards = built_in()
    with ProcessPoolExecutor(2) as workers:
        fair = list(workers.map(measure, boards, [count] * len(boards)))
    lines = [
        "# How fair the dice sheets are",
        "",
        "Made by `make fairness`: for every sheet the proven best solo score that any dice allow, "
        f"and the mean of the proven best scores in hindsight over one common set of {count} "
        f"random games (eight rolls each, seed {ROLL_SEED}).",
        "",
        "| sheet | seed | best | mean | standard error | lowest | highest | proven |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for letter, found in zip(LETTERS, fair, strict=True):
        seed = load(f"dice/sheet-{letter.lower()}").layout.seed
        optima = [score for score in found.optima if score is not None]
        error = statistics.stdev(optima) / len(optima) ** 0.5
        lines.append(
            f"| {letter} | {seed} | {found.best} | {found.mean:.2f} | {error:.2f} | {min(optima)} "
            f"| {max(optima)} | {len(optima)} of {count} |"
        )
    means = [found.mean for found in fair]
    apart = [difference(one, other) for one, other in combinations(boards, 2)]
    lines += [
        "",
        f"Best and worst mean are {max(means) - min(means):.2f} points apart. Any two sheets "
        f"differ in {min(apart)} to {max(apart)} of {boards[0].size} cells; at least "
        f"{conditions()['differ']} are asked for. The roll sets are the same for all sheets, so "
        "that their means can be compared.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--search", type=int, default=0, metavar="SEEDS")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--sets", type=int, default=ROLL_SETS)
    parser.add_argument("-o", type=Path)
    arguments = parser.parse_args()
    if arguments.search:
        search(arguments.search, arguments.first)
        return
    text = report(arguments.sets)
    if arguments.o:
        arguments.o.write_text(text, encoding="utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
