"""A turn or a plan goes in; the best play comes out, with a bound that is proven.

The search lays card after card (every card of the hand, place and rotation), best cap first, and
leaves out what the caps of ``solver/garden/caps.py`` exclude. The last card is read off arrays: its
flowers depend on the place only, its lawn is flooded where the cap leaves room for more.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain

import numpy as np

from solver.finding import Finding, Moves, Report
from solver.garden.caps import Outlook, last_caps, loose_caps, pair_caps
from solver.garden.game import move_to_json
from solver.garden.ground import LAWNS, MINE, WILD, Bools, Grid, Ground, Ints, Look, Stamp, bits
from solver.garden.lawns import (
    Claim,
    beds_beside,
    best_ornament,
    exact_points,
    ornament_places,
)
from solver.garden.rules import (
    BEDS_OF_ORNAMENT,
    SIDE,
    Card,
    Flowers,
    Instance,
    Laid,
    Move,
    Pawns,
)
from solver.garden.sales import Front, Sales, worth

VARIANTS = ("loose-caps",)
PROBES = 3  # places tried at each card for the first play


@dataclass(frozen=True, slots=True)
class Step:
    """A card laid: its stamp, place, flowers, and the ornament placed after it (bed, lawn)."""

    stamp: Stamp
    place: int
    flowers: Ints
    ornament: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
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


def search(
    instance: Instance,
    report: Report,
    *,
    seed: int = 0,
    deadline: float = math.inf,
    variant: str = "",
) -> Finding:
    """Find the best play of a turn or plan (the contract is in ``solver/run.py``).

    The search draws no lots: ``seed`` changes nothing. Variant ``loose-caps`` proves without the
    caps on pairs of cards, in more time.
    """
    kind = _Turn if instance.kind == "turn" else _Plan
    return kind(instance, report, deadline, variant).run()


class _Search:
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
        """Stop where the deadline has passed."""
        if time.monotonic() > self.deadline:
            raise LimitReached

    def last(self, look: Look, base: Ints, caps: Ints, node: Node, card: Card) -> None:
        """Find the best place, rotation and ornament of the last card: base plus lawn."""
        stamps = self.ground.stamps[card]
        for n in np.argsort(-caps, kind="stable"):
            if caps[n] <= self.best:
                return
            place, value = int(look.places[n]), int(base[n])
            if caps[n] == value:  # no lawn can count
                self.found(value, node, Step(stamps[0], place, look.flowers[n]))
                continue
            for stamp in stamps:
                points, ornament = self.lawn_after(look, node.claim, stamp, place)
                if value + points > self.best:
                    step = Step(stamp, place, look.flowers[n], ornament)
                    self.found(value + points, node, step)

    def lawn_after(
        self, look: Look, claim: Claim, stamp: Stamp, place: int
    ) -> tuple[int, tuple[int, int] | None]:
        """Return the lawn points after a card, and the ornament placed for them."""
        ground = self.ground
        lawns = look.lawns & ~(ground.window << place) | stamp.lawns << place
        if claim.lawn >= 0:
            return exact_points(ground, lawns, claim), None
        beds = look.own_beds & ~(ground.window << place)
        beds |= (ground.window << place) & ~(stamp.lawns << place)
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


class _Plan(_Search):
    """Two cards or more, nobody in between: own beds, lawn and all coins at the end."""

    def run(self) -> Finding:
        """Search to the end or the deadline."""
        self.seen: set[bytes] = set()
        self.caps: Ints | None = None  # of the first card's places that are not settled yet
        try:
            self.dive(self.root, PROBES)
            self.seen.clear()
            self.dive(self.root)
        except LimitReached:
            return self.finding(max(self.best, self.open_cap()))
        return self.finding(self.best)

    def open_cap(self) -> int:
        """Return what the places not settled allow at most."""
        if self.caps is None:
            outlook = self.outlook(Look(self.ground, self.root.grid, self.root.barred), self.root)
            self.caps = loose_caps(outlook)
        return int(self.caps.max(initial=-1))

    def dive(self, node: Node, most: int | None = None) -> None:
        """Search below a node; with ``most`` only so many places a card."""
        self.tick()
        if len(node.steps) > 1 and self.known(node):
            return
        look = Look(self.ground, node.grid, node.barred)
        outlook = self.outlook(look, node)
        if len(node.hand) == 1:
            base, caps = last_caps(outlook, self.best)
            self.last(look, base, caps, node, node.hand[0])
            return
        if not node.steps and most is None:
            self.caps = loose_caps(outlook)
        caps = self.place_caps(outlook)
        if not node.steps and most is None:
            self.caps = caps
        for n in np.argsort(-caps, kind="stable")[:most]:
            if caps[n] <= self.best:
                return
            for child in self.children(node, look, n):
                self.dive(child, most)
            if not node.steps and most is None:
                caps[n] = -1  # settled

    def known(self, node: Node) -> bool:
        """Tell whether the same position was reached before, by another order of the cards."""
        front = node.front
        parts = (node.grid, front.barrows, front.coins, node.barred)
        key = blake2b(b"".join(part.tobytes() for part in parts), digest_size=16)
        key.update(repr(node.claim).encode())
        if key.digest() in self.seen:
            return True
        self.seen.add(key.digest())
        return False

    def outlook(self, look: Look, node: Node) -> Outlook:
        """Return a node as its caps see it."""
        own = look.own + sum(card.beds for card in node.hand)
        never = node.claim.lawn < 0 and own < BEDS_OF_ORNAMENT
        return Outlook(look, node.front, node.hand, None if never else node.claim)

    def place_caps(self, outlook: Outlook) -> Ints:
        """Return the caps of the places for the next of two cards or more."""
        if self.variant == "loose-caps":
            return loose_caps(outlook)
        if outlook.left == 2:
            return pair_caps(outlook, self.sales)
        caps = loose_caps(outlook)
        if outlook.left == 3:
            for n in np.argsort(-caps, kind="stable"):
                if caps[n] <= self.best:
                    break
                self.tick()
                caps[n] = min(caps[n], self.wild_cap(outlook, int(n)))
        return caps

    def wild_cap(self, outlook: Outlook, n: int) -> int:
        """Return the cap of a place with the next two cards in view."""
        look = outlook.look
        grid = look.grid.copy()
        grid.reshape(-1)[self._window(int(look.places[n]))] = WILD
        after = Look(self.ground, grid, look.barred)
        front = self.sales.step(outlook.front, look.flowers[n])
        wilder = replace(outlook, look=after, front=front, wild=outlook.wild + 1)
        return int(pair_caps(wilder, self.sales).max(initial=-1))

    def _window(self, place: int) -> list[int]:
        width = self.ground.width
        return [place + dy * width + dx for dy in range(SIDE) for dx in range(SIDE)]

    def children(self, node: Node, look: Look, n: int) -> Iterator[Node]:
        """Yield the nodes with a card at a place: every card, every rotation, every ornament."""
        row, column = int(look.rows[n]), int(look.columns[n])
        place, flowers = int(look.places[n]), look.flowers[n]
        front = self.sales.step(node.front, flowers)
        for card in node.hand:
            hand = tuple(other for other in node.hand if other != card)
            for stamp in self.ground.stamps[card]:
                grid = node.grid.copy()
                grid[row : row + SIDE, column : column + SIDE] = stamp.codes
                step = Step(stamp, place, flowers)
                child = replace(node, grid=grid, front=front, hand=hand, steps=(*node.steps, step))
                yield child
                yield from self.early_children(child)

    def early_children(self, node: Node) -> Iterator[Node]:
        """Yield the nodes with the ornament placed before the last card.

        Waiting is as good unless at the end another ornament shares the lawn or own beds have
        become too few: bed and lawn stay where they are, for own cards do not cover them.
        """
        beds = node.grid == MINE
        if node.claim.lawn >= 0 or np.count_nonzero(beds) < BEDS_OF_ORNAMENT:
            return
        look = Look(self.ground, node.grid, node.barred)
        outlook = replace(self.outlook(look, node), claim=Claim(early=True))
        caps = last_caps(outlook)[1] if outlook.left == 1 else self.place_caps(outlook)
        if caps.max(initial=-1) <= self.best:
            return
        lawns = bits(node.grid == LAWNS)
        for bed, lawn in ornament_places(self.ground, lawns, bits(beds)):
            barred = node.barred.copy()
            barred.reshape(-1)[[bed, lawn]] = True
            step = replace(node.steps[-1], ornament=(bed, lawn))
            claim = Claim(lawn, early=True)
            yield replace(node, barred=barred, claim=claim, steps=(*node.steps[:-1], step))


class _Turn(_Search):
    """One card: most flowers, coins of this turn, or points on the board."""

    def run(self) -> Finding:
        """Try every card."""
        look = Look(self.ground, self.ground.grid, self.ground.barred)
        for card in self.instance.hand:
            outlook = Outlook(look, self.root.front, (card,), self._claim(look, card))
            base, caps = self._values(outlook)
            self.last(look, base, caps, self.root, card)
        return self.finding(self.best)

    def _claim(self, look: Look, card: Card) -> Claim | None:
        if self.instance.objective != "points":
            return None
        few = self.root.claim.lawn < 0 and look.own + card.beds < BEDS_OF_ORNAMENT
        return None if few else self.root.claim

    def _values(self, outlook: Outlook) -> tuple[Ints, Ints]:
        flowers = outlook.look.flowers
        if self.instance.objective == "points":
            sales, caps = outlook.front.final(flowers), last_caps(outlook)
            return caps[0] - sales, caps[1] - sales
        if self.instance.objective == "flowers":
            picked = flowers.sum(axis=1).astype(np.int16)
            return picked, picked
        held = self.ground.barrow + flowers
        full = held.sum(axis=1) >= self.instance.capacity
        coins = np.where(full | self.instance.readings.sell_early, worth(held), 0)
        return coins.astype(np.int16), coins.astype(np.int16)

    def to_moves(self, steps: tuple[Step, ...]) -> list[Move]:
        """Return the one move; a full wheelbarrow is sold as far as bouquets go."""
        (step,) = steps
        held = self.ground.barrow + step.flowers
        if held.sum() < self.instance.capacity and not (
            self.instance.readings.sell_early and self.instance.objective == "sale"
        ):
            return [self._move(step, np.zeros_like(held), True)]
        move = self._move(step, held, False)
        surplus = len(move.discarded) - self.instance.capacity + 1
        return [replace(move, discarded=move.discarded[: max(surplus, 0)])]
