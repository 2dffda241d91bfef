"""Measure the tile solver: seeded turns, harvests and sweeps, and two peers on some of them.

python -m tests.bench.bench_tiles                              the tables of the docs
python -m tests.bench.bench_tiles --hands 13 --count 5         a quick look
python -m tests.bench.bench_tiles --jokers 1 2 4 --limit 20    harvests with jokers
python -m tests.bench.bench_tiles --peer PYTHON                the interpreter of a virtual
        environment with rummikub-solver: seeded positions of its own game, whose one question
        (the most tiles of the rack in one turn) is nearest to our turn; hands and rows as ours

Seconds are those of the processor (one thread, so on a quiet machine also of the clock), imports
and the making of machine code apart. Chain enumeration lists every new row that the tiles
allow and stops at a million.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice

from rich.console import Console
from rich.table import Table

from solver.finding import Finding
from solver.tiles import model
from solver.tiles.listing import rows_of
from solver.tiles.rules import JOKER, LEAST, MOST, STEP, TOKENS, Instance
from solver.tiles.translated import prepare

MANY = 1_000_000
PEER = """
import random, statistics, time
from rummikub_solver import RuleSet, SolverMode
rules = RuleSet(numbers=13, repeats=2, colours=4, jokers=2)
seconds = []
for seed in range({count}):
    rng = random.Random(seed)
    game = rules.new_game()
    game.initial = False
    pool, rows = [*range(1, 53)] * 2, 0
    while rows < {rows}:
        length = rng.randint(3, 7)
        first = 13 * rng.randrange(4) + rng.randint(1, 14 - length)
        run = [*range(first, first + length)]
        if all(tile in pool for tile in run):
            game.add_table(*run)
            rows += 1
            for tile in run:
                pool.remove(tile)
    game.add_rack(*rng.sample(pool, {hand}))
    begin = time.process_time()
    rules.solve(game, SolverMode.TILE_COUNT)
    seconds.append(time.process_time() - begin)
print(statistics.median(seconds), max(seconds))
"""


def deal(rng: random.Random, kind: str, size: int, rows: int, jokers: int) -> Instance:
    """Return a seeded position: laid rows of 3 to 7 tiles, a hand, jokers anywhere."""
    free, table = set(range(1, MOST + 1)), []
    while len(table) < rows:
        row = [rng.choice(sorted(free))]
        for _ in range(rng.randint(LEAST, 7) - 1):
            ahead = [n for n in range(row[-1] + 1, row[-1] + STEP + 1) if n in free]
            row += ahead and [rng.choice(ahead)]
        if len(row) >= LEAST and len(row) == len(set(row)):
            table.append(row)
            free -= set(row)
    hand, board = rng.sample(sorted(free), size), 0
    for _ in range(jokers):
        place = "hand" if kind == "sweep" else rng.choice(["hand", "board", "table"])
        if place == "table" and table:
            row = rng.choice(table)
            row[rng.randrange(len(row))] = JOKER
        elif place == "board":
            board += 1
        else:
            hand.append(JOKER)
    tokens = TOKENS if rng.random() < 0.5 else tuple(sorted(rng.sample(TOKENS, 14)))
    objective = rng.choice(["net", "reward", "tiles"]) if kind == "turn" else None
    return Instance(kind, tuple(hand), tuple(map(tuple, table)), tokens, board, objective)  # type: ignore[arg-type]


def timed(instance: Instance, limit: float) -> tuple[float, Finding]:
    """Return the seconds of a search and what it found."""
    begin = time.process_time()
    found = model.search(instance, lambda _: None, deadline=time.monotonic() + limit)
    return time.process_time() - begin, found


def measure(
    kind: str, size: int, rows: int, jokers: int, count: int, limit: float
) -> tuple[str, ...]:
    """Return a line of a table."""
    runs = [
        timed(
            deal(random.Random(f"{size} {rows} {jokers} {seed}"), kind, size, rows, jokers), limit
        )
        for seed in range(count)
    ]
    seconds = [second for second, _ in runs]
    proved = sum(found.proved for _, found in runs)
    gaps = [(f.bound or 0) - (f.score or 0) for _, f in runs if not f.proved]
    numbers = (statistics.median(seconds), statistics.mean(seconds), max(seconds))
    gap = f"{statistics.mean(gaps):.0f}" if gaps else "-"
    return (
        kind,
        str(size),
        str(rows),
        str(jokers),
        f"{proved}/{count}",
        *(f"{number:.3f}" for number in numbers),
        gap,
    )


def show(title: str, heads: Iterable[str], lines: Iterable[tuple[str, ...]]) -> None:
    """Print one table."""
    table = Table(title=title)
    for head in heads:
        table.add_column(head, justify="right")
    for line in lines:
        table.add_row(*line)
    Console().print(table)


def enumeration(size: int) -> tuple[str, str, str]:
    """Return how many rows plain enumeration lists for a sweep of so many tiles, and seconds."""
    tiles = random.Random(size).sample(range(1, MOST + 1), size)
    begin = time.monotonic()
    found = sum(1 for _ in islice(rows_of(Counter(tiles)), MANY))
    more = "at least " if found == MANY else ""
    return str(size), f"{more}{found:,}", f"{time.monotonic() - begin:.2f}"


def peer(python: str, rows: int, hand: int, count: int) -> tuple[str, ...]:
    """Return the seconds of rummikub-solver on seeded positions of its own game."""
    text = PEER.format(count=count, rows=rows, hand=hand)
    run = subprocess.run([python, "-c", text], capture_output=True, text=True, check=False)
    if run.returncode:
        return str(hand), str(rows), run.stderr.strip().splitlines()[-1], ""
    median, most = run.stdout.split()
    return str(hand), str(rows), f"{float(median):.3f}", f"{float(most):.3f}"


def main(arguments: list[str]) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, nargs="*", default=[13, 20, 30])
    parser.add_argument("--rows", type=int, nargs="*", default=[0, 3, 6])
    parser.add_argument("--sweeps", type=int, nargs="*", default=[40, 60, 80, 100])
    parser.add_argument("--jokers", type=int, nargs="*", default=[1, 2, 3, 4])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--chains", type=int, nargs="*", default=[13, 20, 30, 40])
    parser.add_argument("--peer", help="python of an environment with rummikub-solver")
    given = parser.parse_args(arguments)
    prepare()
    sizes = [(hand, rows) for hand in given.hands for rows in given.rows]
    line: Callable[..., tuple[str, ...]] = lambda *what: measure(*what, given.count, given.limit)  # noqa: E731
    heads = ("kind", "tiles", "rows", "jokers", "proved", "median s", "mean s", "worst s", "gap")
    show("turns", heads, (line("turn", *size, j) for size in sizes for j in (0, 2)))
    show("harvests without jokers", heads, (line("harvest", *size, 0) for size in sizes))
    show(
        "harvests with jokers", heads, (line("harvest", *s, j) for s in sizes for j in given.jokers)
    )
    show("sweeps", heads, (line("sweep", size, 0, j) for size in given.sweeps for j in (0, 4)))
    show("rows listed one by one", ("tiles", "rows", "seconds"), map(enumeration, given.chains))
    if given.peer:
        racks = (peer(given.peer, rows, hand, given.count) for hand, rows in sizes)
        show("rummikub-solver", ("rack", "rows", "median s", "worst s"), racks)


if __name__ == "__main__":
    main(sys.argv[1:])
