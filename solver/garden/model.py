"""A turn or a plan goes in; the best play comes out, with a bound that is proven.

The search lays card after card (every card of the hand, place and rotation), best cap first, and
leaves out what the caps of ``solver/garden/caps.py`` exclude. The last card is read off arrays: its
flowers depend on the place only, its lawn is flooded where the cap leaves room for more.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import chain

import numpy as np

from solver.finding import Finding, Moves, Report
from solver.garden.caps import Outlook, loose_caps
from solver.garden.game import move_to_json
from solver.garden.ground import (
    LAWNS,
    MINE,
    WILD,
    Bools,
    Grid,
    Ground,
    Ints,
    Look,
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
    ornament_places,
)
from solver.garden.pairs import Pairs, again, all_pairs, refined
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
BEAM = 8  # positions, and places of each, that the first play is sought from


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


class _Plan(_Search):
    """Two cards or more, nobody in between: own beds, lawn and all coins at the end."""

    def run(self) -> Finding:
        """Search to the end or the deadline."""
        self.seen: set[bytes] = set()
        self.caps: Ints | None = None  # of the first card's places that are not settled yet
        try:
            self.beam()
            self.dive(self.root)
        except LimitReached:
            return self.finding(max(self.best, self.open_cap()))
        return self.finding(self.best)

    def open_cap(self) -> int:
        """Return what the places not settled allow at most."""
        if self.caps is None:
            self.caps = loose_caps(self.outlook(self.root))
        return int(self.caps.max(initial=-1))

    def beam(self) -> None:
        """Find a good play: always go on from the positions that are worth most now."""
        nodes = [self.root]
        for _ in self.instance.hand[2:]:
            worths = {}
            for node in nodes:
                self.tick()
                for child in self.promising(node):
                    worths[child] = self.worth_now(child)
            nodes = sorted(worths, key=lambda child: -worths[child])[:BEAM]
        for node in nodes:
            self.two(node, all_pairs(self.outlook(node), self.sales, self.best))

    def promising(self, node: Node) -> Iterator[Node]:
        """Yield the nodes with a card at one of the places best without the lawn."""
        look = Look(self.ground, node.grid, node.barred)
        base = node.front.final(look.flowers) - look.flowers[:, 0]
        for n in np.argsort(-base, kind="stable")[:BEAM]:
            yield from self.children(node, int(look.places[n]))

    def worth_now(self, node: Node) -> int:
        """Return the points if the plan ended here."""
        coins = int(node.front.final(np.zeros((1, len(self.ground.colours)), np.int16))[0])
        lawns, beds = bits(node.grid == LAWNS), bits(node.grid == MINE)
        if node.claim.lawn >= 0:
            lawn = exact_points(self.ground, lawns, node.claim)
        else:
            lawn = best_ornament(self.ground, lawns, beds)[0]
        return coins + beds.bit_count() + lawn

    def dive(self, node: Node) -> None:
        """Search below a node with two cards or more to come."""
        self.tick()
        outlook = self.outlook(node)
        if outlook.left == 2 and not self.variant:
            self.two(node, all_pairs(outlook, self.sales, self.best))
            return
        caps, found = loose_caps(outlook), {}
        if node is self.root:
            self.caps = caps
        if outlook.left == 3 and not self.variant:
            found = self.wild_caps(outlook, caps)
        for n in np.argsort(-caps, kind="stable"):
            if caps[n] <= self.best:
                return
            for child in self.children(node, int(outlook.look.places[n])):
                if n in found:
                    self.two(child, found[n])
                else:
                    self.deeper(child)
            caps[n] = -1  # settled

    def deeper(self, node: Node) -> None:
        """Search below a node after a card whose followers are not known as pairs."""
        for child in (node, *self.early(node, self.promises)):
            if len(child.hand) == 1:
                self.end(child, Look(self.ground, child.grid, child.barred).places)
            else:
                self.dive(child)

    def promises(self, node: Node) -> bool:
        """Tell whether a node allows more than the best by the loose caps."""
        return int(loose_caps(self.outlook(node)).max(initial=-1)) > self.best

    def wild_caps(self, outlook: Outlook, caps: Ints) -> dict[int, Pairs]:
        """Lower the caps of the first of three cards; return the pairs that may follow each."""
        found = {}
        for n in np.argsort(-caps, kind="stable"):
            if caps[n] <= self.best:
                break
            self.tick()
            wilder = self.wilder(outlook, n)
            found[n] = refined(wilder, all_pairs(wilder, self.sales, self.best), self.best)
            caps[n] = min(caps[n], found[n].most())
        return found

    def wilder(self, outlook: Outlook, n: int) -> Outlook:
        """Return an outlook with a card at a place, whichever and however turned."""
        look = outlook.look
        place = int(look.places[n])
        grid = look.grid.copy()
        grid.reshape(-1)[place + self.ground.halo[: SIDE * SIDE]] = WILD
        after = Look(self.ground, grid, look.barred)
        front = self.sales.step(outlook.front, look.flowers[n])
        return replace(outlook, look=after, front=front, wild=(*outlook.wild, place))

    def two(self, node: Node, found: Pairs) -> None:
        """Lay the two last cards at some of these pairs of places."""
        self.tick()
        if len(node.steps) > 1 and self.known(node):
            return
        found = self.narrowed(node, found)
        self.lay_two(node, found)
        for child in self.early(node, lambda child: self.narrowed(child, found).most() > self.best):
            self.lay_two(child, self.narrowed(child, found))

    def lay_two(self, node: Node, found: Pairs) -> None:
        """Lay the two last cards at pairs of places, the ornament maybe between."""
        for cap, place in found.firsts():
            if cap <= self.best:
                return
            places = found.of(place).above(self.best).second
            for child in self.children(node, place):
                self.end(child, places)
                for early in self.early(child, partial(self.allows, places)):
                    self.end(early, places)

    def narrowed(self, node: Node, found: Pairs) -> Pairs:
        """Return the pairs of places that allow more than the best from a node."""
        free = self.ground.free(node.barred, found.first)
        found = found.taken(free & self.ground.free(node.barred, found.second))
        if not len(found.first):
            return found
        outlook = self.outlook(node)
        return refined(outlook, again(outlook, self.sales, found), self.best)

    def end(self, node: Node, places: Places) -> None:
        """Lay the last card at one of some places."""
        self.tick()
        places = places[self.ground.free(node.barred, places)]
        if len(places):
            base, joins = self.last_base(node, places)
            self.last(node, places, base, joins)

    def allows(self, places: Places, node: Node) -> bool:
        """Tell whether the last card, at one of some places, may do better than the best."""
        base, joins = self.last_base(node, places)
        if joins is None:
            return False
        own = int(np.count_nonzero(node.grid == MINE)) + node.hand[0].beds
        left = own - self.ground.picked(node.grid, places)[:, 0]
        return any(
            value + joins.most > self.best and value + joins.cap((place,), beds, beds) > self.best
            for place, value, beds in zip(
                places.tolist(), base.tolist(), left.tolist(), strict=True
            )
        )

    def last_base(self, node: Node, places: Places) -> tuple[Ints, Joins | None]:
        """Return beds and sales with the last card at places, and what the lawn allows."""
        (card,), flowers = node.hand, self.ground.picked(node.grid, places)
        own = int(np.count_nonzero(node.grid == MINE)) + card.beds
        joins = Joins(self.ground, bits(node.grid == LAWNS), node.claim, node.hand)
        base = np.int16(own) - flowers[:, 0] + node.front.final(flowers)
        return base, None if node.claim.lawn < 0 and own < BEDS_OF_ORNAMENT else joins

    def known(self, node: Node) -> bool:
        """Tell whether the same position was reached before, by another order of the cards."""
        front = node.front
        parts = (node.grid, front.barrows, front.coins, node.barred)
        key = blake2b(b"".join(part.tobytes() for part in parts), digest_size=16)
        key.update(repr((node.claim, node.hand)).encode())
        if key.digest() in self.seen:
            return True
        self.seen.add(key.digest())
        return False

    def outlook(self, node: Node) -> Outlook:
        """Return a node as its caps see it."""
        look = Look(self.ground, node.grid, node.barred)
        own = look.own + sum(card.beds for card in node.hand)
        never = node.claim.lawn < 0 and own < BEDS_OF_ORNAMENT
        return Outlook(look, node.front, node.hand, None if never else node.claim)

    def children(self, node: Node, place: int) -> Iterator[Node]:
        """Yield the nodes with a card at a place: every card, every rotation."""
        flowers = self.ground.picked(node.grid, np.array([place]))[0]
        front = self.sales.step(node.front, flowers)
        row, column = divmod(place, self.ground.width)
        for card in node.hand:
            hand = tuple(other for other in node.hand if other != card)
            for stamp in self.ground.stamps[card]:
                grid = node.grid.copy()
                grid[row : row + SIDE, column : column + SIDE] = stamp.codes
                step = Step(stamp, place, flowers)
                yield replace(node, grid=grid, front=front, hand=hand, steps=(*node.steps, step))

    def early(self, node: Node, allows: Callable[[Node], bool]) -> Iterator[Node]:
        """Yield the nodes with the ornament placed before the last card.

        Waiting is as good unless at the end another ornament shares the lawn or own beds have
        become too few: bed and lawn stay where they are, for own cards do not cover them.
        ``allows``: whether such a node may do better than the best.
        """
        beds = node.grid == MINE
        if not node.steps or node.claim.lawn >= 0 or np.count_nonzero(beds) < BEDS_OF_ORNAMENT:
            return
        if not allows(replace(node, claim=Claim(early=True))):
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
            base, joins = self._values(look, card)
            self.last(replace(self.root, hand=(card,)), look.places, base, joins)
        return self.finding(self.best)

    def _values(self, look: Look, card: Card) -> tuple[Ints, Joins | None]:
        """Return what counts without the lawn, and what the lawn allows if it counts."""
        flowers = look.flowers
        if self.instance.objective == "points":
            own = look.own + card.beds
            few = self.root.claim.lawn < 0 and own < BEDS_OF_ORNAMENT
            joins = None if few else Joins(self.ground, look.lawns, self.root.claim, (card,))
            return np.int16(own) - flowers[:, 0], joins
        if self.instance.objective == "flowers":
            return flowers.sum(axis=1).astype(np.int16), None
        held = self.ground.barrow + flowers
        full = held.sum(axis=1) >= self.instance.capacity
        coins = np.where(full | self.instance.readings.sell_early, worth(held), 0)
        return coins.astype(np.int16), None

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
