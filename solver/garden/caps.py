"""A position of a plan goes in; what each place of the next card allows at most comes out.

Every cap holds for all cards of the hand in all rotations: they differ only by the own beds that
later cards cover again (an own flower each, at the cost of the bed) and by their lawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np

from solver.garden.ground import Ints, Look
from solver.garden.joins import Joins
from solver.garden.lawns import NEVER, Claim, Lawns
from solver.garden.rules import SIDE, Card
from solver.garden.sales import Front

MOST = SIDE * SIDE - 1  # spaces that a card covers at most


@dataclass(frozen=True)
class Outlook:
    """A position: what shows, what the wheelbarrow can hold, the cards still to lay.

    ``wild``: places of cards that lie there, but which they are and how turned is open; they are
    counted in ``cards`` with the ones of the hand.
    """

    look: Look
    front: Front
    cards: tuple[Card, ...]
    claim: Claim | None  # None: no ornament can count
    wild: tuple[int, ...] = ()

    @property
    def left(self) -> int:
        """The number of cards still to lay."""
        return len(self.cards) - len(self.wild)

    @property
    def own(self) -> int:
        """Own beds at the end if no card to come covered one."""
        return self.look.own + sum(card.beds for card in self.cards)

    @property
    def most_beds(self) -> int:
        """The beds of the card with most of them."""
        return max(card.beds for card in self.cards)

    @property
    def wild_beds(self) -> int:
        """The beds, at most, of the cards that are open."""
        beds = sorted((card.beds for card in self.cards), reverse=True)
        return sum(beds[: len(self.wild)])

    @cached_property
    def lawns(self) -> Lawns:
        """The lawns of the look."""
        most = sum(SIDE * SIDE - card.beds for card in self.cards)
        return Lawns(self.look, self.claim or Claim(), most)

    @cached_property
    def joins(self) -> Joins:
        """What cards at given places can make of the lawns."""
        claim = self.claim or Claim()
        return Joins(self.look.ground, self.look.lawns, claim, self.cards, self.wild)


def loose_caps(outlook: Outlook) -> Ints:
    """Return caps for the next of three cards or more, quickly.

    The price of flowers is concave, so every choice of weights (for each pair of colours one of
    them counts) gives a linear cap; then the other cards are free of each other.
    """
    look, front, rest = outlook.look, outlook.front, outlook.left - 1
    colours = look.flowers.shape[1]
    weights = np.array(
        [
            [order.index(colour) for colour in range(colours)]
            for order in permutations(range(colours))
        ]
        + [[(colours - 1) / 2] * colours]
    )
    have = (weights @ front.barrows.T + front.coins).max(axis=1)
    room = np.minimum(MOST - look.flowers.sum(axis=1), outlook.most_beds * len(outlook.cards))
    extra = np.maximum(weights[:, :1] - 1, 0) * room
    each = weights @ look.flowers.T - look.flowers[:, 0]
    fresh = np.maximum(weights[:, 0] - 1, 0) * MOST  # on new cards only
    most = np.maximum((each + extra).max(axis=1, initial=0), fresh)
    first = each + np.maximum(weights[:, :1] - 1, 0) * np.minimum(look.wild, room)
    linear = (first + (have + rest * most)[:, None]).min(axis=0)
    caps: Ints = np.floor(linear + 1e-9).astype(np.int16) + np.int16(outlook.own)
    return caps + _loose_lawn(outlook, rest) if outlook.claim is not None else caps


def _loose_lawn(outlook: Outlook, rest: int) -> Ints:
    lawns, look = outlook.lawns, outlook.look
    gains = lawns.marks(look.places).shared @ lawns.sizes - look.lawn
    spaces = gains + rest * max(int(gains.max(initial=0)), 0) + lawns.most + lawns.still
    own = np.full(len(spaces), outlook.own, np.int16)
    spaces = spaces.astype(np.int16)
    every = np.int16(outlook.joins.most)
    return np.minimum(lawns.points(spaces, spaces, own, np.full_like(own, NEVER)), every)
