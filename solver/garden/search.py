"""A position of a search and its last card go in; the best end from there comes out, as moves."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import chain

import numpy as np

from solver.allowance import spend
from solver.finding import Finding, Moves, Report
from solver.garden.game import move_to_json
from solver.garden.ground import (
    LAWNS,
    MINE,
    Bools,
    Grid,
    Ground,
    Ints,
    Places,
    Stamp,
    bits,
)
from solver.garden.joins import Joins
from solver.garden.lawns import (
    Claim,
    beds_beside,
    best_ornament,
    exact_points,
)
from solver.garden.rules import (
    BEDS_OF_ORNAMENT,
    Card,
    Flowers,
    Instance,
    Laid,
    Move,
    Pawns,
)
from solver.garden.sales import Front, Sales

TICK = 0.0002  # of an allowance, for each step of a search: about the seconds it takes


@dataclass(frozen=True, slots=True)
class Step:
    """A card laid: its stamp, place, flowers, and the ornament placed after it (bed, lawn)."""

    stamp: Stamp
    place: int
    flowers: Ints
    ornament: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A position of the search."""

    grid: Grid
    barred: Bools
    front: Front
    hand: tuple[Card, ...]
    claim: Claim
    steps: tuple[Step, ...] = ()


class LimitReached(Exception):
    """The deadline has passed."""


class Search:
    """What a turn and a plan share: the last card, and the best so far."""

    def __init__(self, instance: Instance, report: Report, deadline: float, variant: str) -> None:
        self.instance, self.report = instance, report
        self.deadline, self.variant = deadline, variant
        self.ground = Ground(instance)
        waits = instance.kind == "plan" and instance.version == "tactical"
        self.sales = Sales(len(self.ground.colours), instance.capacity, waits)
        self.best = -1
        self.moves: Moves = ()
        ground = self.ground
        self.root = Node(
            ground.grid,
            ground.barred,
            self.sales.start(ground.barrow),
            instance.hand,
            Claim(ground.own_ornament),
        )

    def tick(self) -> None:
        """Stop where the deadline has passed or the allowance is spent."""
        spend(TICK)
        if time.monotonic() > self.deadline:
            raise LimitReached

    def last(self, node: Node, places: Places, base: Ints, joins: Joins | None) -> None:
        """Find the best place, rotation and ornament of the last card: ``base`` plus lawn.

        ``joins``: what the lawn allows; None where it does not count.
        """
        flowers = self.ground.picked(node.grid, places)
        (card,) = node.hand
        own = int(np.count_nonzero(node.grid == MINE)) + card.beds
        for n in np.argsort(-base, kind="stable"):
            place, value, beds = int(places[n]), int(base[n]), own - int(flowers[n, 0])
            if value + (joins.most if joins else 0) <= self.best:
                return
            cap = joins.cap((place,), beds, beds) if joins else 0
            if value + cap <= self.best:
                continue
            for stamp in self.ground.stamps[card][: None if cap else 1]:
                points, ornament = self.lawn_after(node, stamp, place) if cap else (0, None)
                self.found(value + points, node, Step(stamp, place, flowers[n], ornament))

    def lawn_after(
        self, node: Node, stamp: Stamp, place: int
    ) -> tuple[int, tuple[int, int] | None]:
        """Return the lawn points after the last card, and the ornament placed for them."""
        ground, window = self.ground, self.ground.window << place
        lawns = bits(node.grid == LAWNS) & ~window | stamp.lawns << place
        if node.claim.lawn >= 0:
            return exact_points(ground, lawns, node.claim), None
        beds = bits(node.grid == MINE) & ~window | window & ~(stamp.lawns << place)
        if beds.bit_count() < BEDS_OF_ORNAMENT:
            return 0, None
        points, space = best_ornament(ground, lawns, beds)
        return points, (beds_beside(ground, space, beds)[0], space) if points else None

    def found(self, value: int, node: Node, step: Step) -> None:
        """Keep a better play and report it."""
        if value > self.best:
            self.best = value
            moves = self.to_moves((*node.steps, step))
            self.moves = tuple(move_to_json(self.instance, move) for move in moves)
            self.report(Finding(value, moves=self.moves))

    def to_moves(self, steps: tuple[Step, ...]) -> list[Move]:
        """Return steps as moves, with the sales of a best schedule."""
        picked = [step.flowers for step in steps]
        kept = self.sales.schedule(self.ground.barrow, picked)
        held, moves = self.ground.barrow, []
        for step, left in zip(steps, kept, strict=True):
            held = held + step.flowers
            last = step is steps[-1]
            moves.append(self._move(step, held - left, last))
            held = left
        return moves

    def _move(self, step: Step, gone: Ints, last: bool) -> Move:
        sold, singles = self._bouquets(gone)
        pawns = {}
        if step.ornament:
            bed, lawn = map(self.ground.space, step.ornament)
            pawns = {self.instance.me: Pawns(ornament=(bed, lawn))}
        flowers = self._names(step.flowers)
        laid = Laid(step.stamp.card, self.ground.space(step.place), step.stamp.turn)
        return Move(laid, flowers, sold, () if last else singles, pawns)

    def _bouquets(self, gone: Ints) -> tuple[tuple[Flowers, ...], Flowers]:
        """Return flowers as bouquets, the largest first, and the single ones left."""
        sold = []
        while np.count_nonzero(gone) > 1:
            one = np.minimum(gone, 1)
            sold.append(self._names(one))
            gone = gone - one
        return tuple(sold), self._names(gone)

    def _names(self, counts: Ints) -> Flowers:
        colours = self.ground.colours
        return tuple(chain(*([c] * int(n) for c, n in zip(colours, counts, strict=True))))

    def finding(self, bound: int) -> Finding:
        """Return the last word; complete and without a score: no legal play exists."""
        if not self.moves:
            return Finding(complete=bound < 0)
        return Finding(self.best, bound, self.moves, complete=bound == self.best)
