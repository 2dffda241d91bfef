"""Measure the garden model: turns, plans of two to four cards, and plain enumeration beside it.

Run: python -m tests.bench.bench_garden [--turns 100] [--plans 50] [--limit 120] [--peers 10]
Times are CPU seconds of one thread, imports apart; positions come out of random games.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from statistics import median

from solver.garden import game, model
from solver.garden.positions import random_position
from solver.garden.rules import (
    Instance,
    Pawns,
    bed_points,
    lawn_points,
    legal_placements,
)

OBJECTIVES = ("points", "sale", "flowers")


def position(seed: int, kind: str, hand: int) -> Instance:
    """Return the position of a seed: 2 to 5 players, both versions, 10 to 30 cards laid."""
    players = 2 + seed % 4
    most = 9 * players - players * hand if players > 2 else 26 - 3 * hand
    laid = max(6, min(10 + 5 * (seed // 4 % 5), most))
    version = ("family", "tactical")[seed // 20 % 2]
    return random_position(seed, players, laid, hand, kind, OBJECTIVES[seed % 3], version)


def measured(instance: Instance, limit_s: float) -> tuple[float, bool, int, int]:
    """Return seconds, whether it is proven, score and bound; the referee has replayed the play."""
    start = time.process_time()
    found = model.search(instance, lambda _: None, deadline=time.monotonic() + limit_s)
    seconds = time.process_time() - start
    if found.score is None:
        return seconds, found.complete, -1, -1
    assert game.replay(instance, found.moves)[0] == found.score
    return seconds, found.proved, found.score, found.bound or 0


def enumerated(instance: Instance) -> float:
    """Return the seconds of trying every placement of a turn with the referee's own functions.

    The best must be that of the model; without the ornament of this turn, so it is left out where
    own beds reach what that takes.
    """
    start, me = time.process_time(), instance.me
    best = 0
    for card in instance.hand:
        for laid in legal_placements(instance.table, card):
            garden = {**instance.table.garden, **laid.spaces()}
            points = bed_points(garden, me) + lawn_points(garden, instance.table.pawns, me)
            best = max(best, points)
    seconds = time.process_time() - start
    found = model.search(replace(instance, objective="points"), lambda _: None)
    standing = instance.table.pawns.get(me, Pawns()).ornament
    assert best <= (found.score or 0)
    assert best == found.score or not standing
    return seconds


def table(name: str, rows: list[tuple[float, bool, int, int]]) -> None:
    """Print one line of figures."""
    seconds = sorted(row[0] for row in rows)
    at_95 = seconds[min(len(seconds) - 1, int(0.95 * len(seconds)))]
    proven = sum(row[1] for row in rows)
    gaps = [row[3] - row[2] for row in rows if not row[1]]
    print(
        f"{name:<16} {len(rows):>4} {proven:>7} {median(seconds):>9.3f} {at_95:>9.3f}"
        f" {seconds[-1]:>9.3f} {max(gaps, default=0):>8}",
        flush=True,
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--plans", type=int, default=50)
    parser.add_argument("--limit", type=float, default=120.0, help="seconds a position")
    parser.add_argument("--peers", type=int, default=10, help="turns tried by enumeration too")
    parser.add_argument("--cards", type=int, nargs="*", default=[2, 3, 4])
    wanted = parser.parse_args()
    print("positions           n  proven    median       95%       max  max gap")
    turns = [position(seed, "turn", 9) for seed in range(wanted.turns)]
    if turns:
        table("turn", [measured(instance, wanted.limit) for instance in turns])
    if peers := [enumerated(instance) for instance in turns[: wanted.peers]]:
        own = [measured(instance, wanted.limit)[0] for instance in turns[: wanted.peers]]
        print(f"enumeration      {len(peers):>4}         {median(peers):>9.3f}", end="")
        print(f"   {median(p / o for p, o in zip(peers, own, strict=True)):.0f} times slower")
    for cards in wanted.cards:
        plans = [position(seed, "plan", cards) for seed in range(wanted.plans)]
        if plans:
            table(f"plan of {cards}", [measured(instance, wanted.limit) for instance in plans])


if __name__ == "__main__":
    main()
