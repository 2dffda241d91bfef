"""Bench of the number-card game: proven share, times, bounds; and the textbook model beside it.

    python -m tests.bench.bench_field --placements 100 --rounds 100 --last 20 --deals 20

Run it from the project's folder; nothing here is asserted in tests. Times are seconds of the
processor, limits of the clock: on a busy machine fewer are proved within them.
"""

from __future__ import annotations

import argparse
import statistics
import time

from ortools.sat.python import cp_model

from solver.field import game, model
from solver.field.task import task_of
from solver.field.window import windows
from tests.bench.textbook_field import textbook
from tests.solver.field.positions import deal_position, placement_position, round_position


def measured(instance, limit_s):
    began, deadline = time.process_time(), time.monotonic() + limit_s
    finding = model.search(instance, lambda finding: None, deadline=deadline)
    seconds = time.process_time() - began
    assert game.replay(instance, finding.moves)[0] == finding.score
    return finding, seconds


def table(title, instances, limit_s):
    seconds, proved = [], 0
    for instance in instances:
        finding, spent = measured(instance, limit_s)
        seconds.append(spent)
        proved += finding.proved
    row(title, seconds, proved)


def row(title, seconds, proved):
    seconds = sorted(seconds)
    late = seconds[max(0, -(-len(seconds) * 95 // 100) - 1)]
    print(
        f"{title:34} n {len(seconds):4}  proved {100 * proved / len(seconds):5.1f} %  median "
        f"{statistics.median(seconds):6.2f} s  95 % {late:6.2f} s  worst {seconds[-1]:6.2f} s",
        flush=True,
    )


def deals(count, limit_s):
    gaps = []
    for seed in range(count):
        finding, spent = measured(deal_position(seed), limit_s)
        gaps.append((finding.bound - finding.score) / finding.score)
        row = f"deal {seed:3}  score {finding.score:4}  bound {finding.bound:4}"
        print(f"{row}  gap {100 * gaps[-1]:5.1f} %  {spent:6.1f} s", flush=True)
    print(f"deals: mean gap {100 * statistics.mean(gaps):.1f} %")


def peer(instances, limit_s):
    """Let the textbook model prove all windows of lines alone (no groups), in the same limit."""
    seconds, proved = [], 0
    for instance in instances:
        began, end = time.process_time(), time.monotonic() + limit_s
        task, done = task_of(instance), True
        for window in windows(task):
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = 1
            solver.parameters.max_time_in_seconds = max(0.0, end - time.monotonic())
            done &= solver.solve(textbook(task, window)) == cp_model.OPTIMAL
        seconds.append(time.process_time() - began)
        proved += done
    row("textbook model", seconds, proved)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--placements", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--last", type=int, default=20, help="whole last rounds")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--peer", type=int, default=10, help="of each kind for both models")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each instance")
    parser.add_argument("--deal-limit", type=float, default=300.0)
    asked = parser.parse_args()
    if asked.placements:
        given = ("any", "given")
        chosen = [placement_position(s, order=given[s % 2]) for s in range(asked.placements)]
        table("placements of 3-8 cards", chosen, asked.limit)
    if asked.rounds:
        table("rounds 1 and 2, whole", rounds(asked.rounds), asked.limit)
        half = [round_position(s, 1 + s % 3, 3 + s % 4) for s in range(asked.rounds)]
        table("rounds half played (3-6 cards)", half, asked.limit)
    if asked.last:
        last = [round_position(s, 3) for s in range(asked.last)]
        table("last rounds, whole, with groups", last, asked.limit)
    if asked.peer:
        beside_the_peer(asked.peer, asked.limit)
    if asked.deals:
        deals(asked.deals, asked.deal_limit)


def beside_the_peer(count, limit_s):
    """Let both models prove the first instances of each kind in which no groups count."""
    seeds = [s for s in range(3 * count) if s % 3 != 2]
    half = [round_position(s, 1 + s % 3, 3 + s % 4) for s in seeds]
    placed = [placement_position(s) for s in range(0, 6 * count, 2)]  # the even seeds: any order
    kinds = {
        "placements without groups": [i for i in placed if i.round < 3],
        "half rounds without groups": half,
        "rounds 1 and 2, whole": rounds(count),
    }
    for title, instances in kinds.items():
        table(title, instances[:count], limit_s)
        peer(instances[:count], limit_s)


def rounds(count):
    return [round_position(seed, 1 + seed % 2) for seed in range(count)]


if __name__ == "__main__":
    main()
