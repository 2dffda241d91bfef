"""A plan of two cards or more goes in; the best play comes out, with a bound that is proven.

For every place of the next card, whichever it is, the search first finds where the cards after it
may go (``solver/garden/pairs.py``). Only there it lays cards, each in all rotations, and looks
again with every one of them that lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import blake2b

import numpy as np

from solver.finding import Finding
from solver.garden.caps import Outlook, loose_caps
from solver.garden.ground import (
    LAWNS,
    MINE,
    WILD,
    Ints,
    Look,
    Places,
    bits,
)
from solver.garden.joins import Joins
from solver.garden.lawns import (
    NEVER,
    Claim,
    best_ornament,
    exact_points,
    ornament_places,
)
from solver.garden.pairs import Pairs, again, all_pairs, refined
from solver.garden.rules import (
    BEDS_OF_ORNAMENT,
    SIDE,
)
from solver.garden.search import LimitReached, Node, Search, Step

BEAM = 8  # positions, and places of each, that the first play is sought from

# What cards may still do: the places of the next card with what may follow it, or of the two last.
Rest = Pairs | dict[int, "Rest"]
Branches = dict[int, Rest]


def by_place(outlook: Outlook) -> dict[int, int]:
    """Return the loose caps of the places of the next card."""
    places = outlook.look.places.tolist()
    return dict(zip(places, loose_caps(outlook).tolist(), strict=True))


def most(rest: Rest) -> int:
    """Return what cards to come allow at most, NEVER if nothing."""
    if isinstance(rest, Pairs):
        return rest.most()
    return max(map(most, rest.values()), default=NEVER)


class PlanSearch(Search):
    """Two cards or more, nobody in between: own beds, lawn and all coins at the end."""

    def run(self) -> Finding:
        """Search to the end or the deadline."""
        self.seen: set[bytes] = set()
        self.open = by_place(self.outlook(self.root))  # caps of first places, -1: settled
        try:
            self.beam()
            if self.variant:
                self.dive_plainly(self.root, self.open)
            else:
                self.dive()
        except LimitReached:
            return self.finding(max(self.best, self.open_cap()))
        return self.finding(self.best)

    def open_cap(self) -> int:
        """Return what the places not settled allow at most."""
        return max(self.open.values(), default=-1)

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
            self.lay(node, all_pairs(self.outlook(node), self.sales, self.best))

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

    def dive(self) -> None:
        """Search all, with what may follow a card at each place found first."""
        node, outlook = self.root, self.outlook(self.root)
        if outlook.left == 2:
            self.lay(node, all_pairs(outlook, self.sales, self.best))
        else:
            self.lay(node, self.branches(outlook, self.open))

    def dive_plainly(self, node: Node, caps: dict[int, int]) -> None:
        """Search below a node with nothing known of the cards after the next."""
        self.tick()
        for place in sorted(caps, key=lambda place: -caps[place]):
            if caps[place] <= self.best:
                return
            for child in self.children(node, place):
                for grown in (child, *self.early(child, self.promises)):
                    if len(grown.hand) == 1:
                        self.end(grown, Look(self.ground, grown.grid, grown.barred).places)
                    else:
                        self.dive_plainly(grown, by_place(self.outlook(grown)))
            caps[place] = -1  # settled

    def promises(self, node: Node) -> bool:
        """Tell whether a node allows more than the best by the loose caps."""
        return max(by_place(self.outlook(node)).values(), default=-1) > self.best

    def branches(self, outlook: Outlook, caps: dict[int, int]) -> Branches:
        """Return what may follow a card at each place, three cards or more to come.

        Lowers the caps of the places.
        """
        found: Branches = {}
        for place in sorted(caps, key=lambda place: -caps[place]):
            if caps[place] <= self.best:
                break
            self.tick()
            rest = self.rest(self.wilder(outlook, place))
            caps[place] = min(caps[place], most(rest))
            if caps[place] > self.best:
                found[place] = rest
        return found

    def rest(self, outlook: Outlook) -> Rest:
        """Return what two cards or more may do from an outlook."""
        if outlook.left > 2:
            return self.branches(outlook, by_place(outlook))
        return refined(outlook, all_pairs(outlook, self.sales, self.best), self.best)

    def wilder(self, outlook: Outlook, place: int) -> Outlook:
        """Return an outlook with a card at a place, whichever and however turned."""
        look = outlook.look
        grid = look.grid.copy()
        grid.reshape(-1)[place + self.ground.halo[: SIDE * SIDE]] = WILD
        after = Look(self.ground, grid, look.barred)
        picked = self.ground.picked(look.grid, np.array([place]))[0]
        front = self.sales.step(outlook.front, picked)
        return replace(outlook, look=after, front=front, wild=(*outlook.wild, place))

    def follow(self, node: Node, rest: Rest) -> None:
        """Search below a node what the position before it left open.

        For an ornament placed now ``rest`` counts as it was: it may take beds of now only.
        """
        self.tick()
        if len(node.steps) > 1 and self.known(node):
            return
        self.lay(node, self.narrowed(self.outlook(node), rest))
        for child in self.early(node, partial(self.allows_rest, rest)):
            self.lay(child, self.narrowed(self.outlook(child), rest))

    def allows_rest(self, rest: Rest, node: Node) -> bool:
        """Tell whether a node allows more than the best."""
        return most(self.narrowed(self.outlook(node), rest)) > self.best

    def lay(self, node: Node, rest: Rest) -> None:
        """Lay the next card, at every place that may do better than the best."""
        if isinstance(rest, Pairs):
            self.lay_two(node, rest)
            return
        for place, after in sorted(rest.items(), key=lambda item: -most(item[1])):
            if most(after) <= self.best:
                return
            for child in self.children(node, place):
                self.follow(child, after)
            if node is self.root:
                self.open[place] = -1  # settled

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

    def narrowed(self, outlook: Outlook, rest: Rest) -> Rest:
        """Return what still allows more than the best as an outlook sees it."""
        look = outlook.look
        if isinstance(rest, Pairs):
            free = look.ground.free(look.barred, rest.first)
            rest = rest.taken(free & look.ground.free(look.barred, rest.second)).above(self.best)
            if not len(rest.first):
                return rest
            return refined(outlook, again(outlook, self.sales, rest), self.best)
        places = np.array(list(rest), np.int64)
        found: Branches = {}
        for place in places[look.ground.free(look.barred, places)].tolist():
            if most(rest[place]) > self.best:
                after = self.narrowed(self.wilder(outlook, place), rest[place])
                if most(after) > self.best:
                    found[place] = after
        return found

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
