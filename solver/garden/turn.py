"""A turn goes in; the card, place and rotation that bring most come out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solver.finding import Finding
from solver.garden.ground import (
    Ints,
    Look,
)
from solver.garden.joins import Joins
from solver.garden.rules import (
    BEDS_OF_ORNAMENT,
    Card,
    Move,
)
from solver.garden.sales import worth
from solver.garden.search import Search, Step


class TurnSearch(Search):
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
