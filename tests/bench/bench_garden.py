"""Measure the garden model: turns, plans of two to four cards, and plain enumeration beside it.

Run: python -m tests.bench.bench_garden [--turns 100] [--plans 50] [--limit 120] [--peers 100]
Times are CPU seconds of one thread, imports apart; positions come out of random games. Plain
enumeration tries every placement with the referee's own functions: turns wholly; of plans a share
of the last cards, and the count of all placements says what the whole would take.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from math import factorial, prod
from statistics import median
from typing import Literal

from solver.garden import game, model
from solver.garden.positions import Version, random_position
from solver.garden.rules import (
    Instance,
    Laid,
    Pawns,
    Table,
    bed_points,
    lawn_points,
    legal_placements,
)

Kind = Literal["turn", "plan"]
OBJECTIVES: tuple[Literal["points", "sale", "flowers"], ...] = ("points", "sale", "flowers")


def position(seed: int, kind: Kind, hand: int) -> Instance:
    """Return the position of a seed: 2 to 5 players, both versions, 10 to 30 cards laid.

    Fewer lie where the player would not hold ``hand`` cards any more.
    """
    players = 2 + seed % 4
    most = 9 * players - players * hand if players > 2 else 26 - 3 * hand
    laid = max(6, min(10 + 5 * (seed // 4 % 5), most))
    version: Version = "tactical" if seed // 20 % 2 else "family"
    objective = OBJECTIVES[seed % 3]
    while True:
        found = random_position(seed, players, laid, hand, kind, objective, version)
        if kind == "turn" or len(found.hand) == hand:
            return found
        laid -= 1


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
            best = max(best, points_after(instance, instance.table, laid))
    seconds = time.process_time() - start
    found = model.search(replace(instance, objective="points"), lambda _: None)
    standing = instance.table.pawns.get(me, Pawns()).ornament
    assert best <= (found.score or 0)
    assert best == found.score or not standing
    return seconds


def points_after(instance: Instance, table: Table, laid: Laid) -> int:
    """Return own beds and lawn after a card, as the referee counts them."""
    garden, me = {**table.garden, **laid.spaces()}, instance.me
    return bed_points(garden, me) + lawn_points(garden, table.pawns, me)


def expected(instance: Instance, tries: int = 200) -> float:
    """Return the seconds that enumerating a plan would take: its plays, times those of one.

    Each card but the last is taken to have as many placements as from here, which is too few: the
    garden grows. The last card is tried ``tries`` times.
    """
    places = [list(legal_placements(instance.table, card)) for card in instance.hand]
    start = time.process_time()
    for laid in places[0][:tries]:
        points_after(instance, instance.table, laid)
    each = (time.process_time() - start) / min(tries, len(places[0]))
    return each * prod(map(len, places)) * factorial(len(places))


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


def turns(count: int, limit_s: float, peers: int) -> None:
    """Measure turns, and enumeration beside the first of them."""
    positions = [position(seed, "turn", 9) for seed in range(count)]
    rows = [measured(instance, limit_s) for instance in positions]
    table("turn", rows)
    tried = [enumerated(instance) for instance in positions[:peers]]
    if tried:
        ratio = median(peer / row[0] for peer, row in zip(tried, rows, strict=False))
        print(f"  enumeration: median {median(tried):.2f} s, {ratio:.0f} times the model's")


def plans(cards: int, count: int, limit_s: float) -> None:
    """Measure plans of so many cards, and say what enumeration would take."""
    positions = [position(seed, "plan", cards) for seed in range(count)]
    table(f"plan of {cards}", [measured(instance, limit_s) for instance in positions])
    seconds = median(expected(instance) for instance in positions)
    print(f"  enumeration: more than {seconds:.3g} s, in the median")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--plans", type=int, default=50)
    parser.add_argument(
        "--limit", type=float, default=120.0, help="seconds a position, by the clock"
    )
    parser.add_argument("--peers", type=int, default=100, help="turns tried by enumeration too")
    parser.add_argument("--cards", type=int, nargs="*", default=[2, 3, 4])
    wanted = parser.parse_args()
    print("positions           n  proven    median       95%       max  max gap")
    if wanted.turns:
        turns(wanted.turns, wanted.limit, wanted.peers)
    for cards in wanted.cards if wanted.plans else ():
        plans(cards, wanted.plans, wanted.limit)


if __name__ == "__main__":
    main()
