"""What each step of a plan takes off the bound of the linear relaxation, at least.

The points of a plan are the value of the relaxation, plus reduced cost times use of every variable,
less dual value times slack of every constraint (duality of linear programs). No slack adds points,
and a reduced cost only counts against a variable that could be 0. So a plan that has begun with
some steps stays below the value by the reduced costs of all that they use, whatever comes after.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from solver.tiles.chains import bridge
from solver.tiles.network import ANY, HAND, NEW, Arc, Columns, Tiles, first_node, next_node
from solver.tiles.plans import bits, set_of
from solver.tiles.rules import JOKER, LEAST, STOLEN, Instance, Row
from solver.tiles.state import Step

NO_BOUND = 1 << 20
ROUND_OFF = 1e-3  # of the sums of an engine that allows 1e-6 for each variable


class Losses:
    """The losses of steps; ``value``: the points that no plan beats before any step."""

    def __init__(
        self,
        instance: Instance,
        tiles: Tiles,
        columns: Columns,
        value: float,
        reduced: Iterable[float],
    ) -> None:
        self.value = value
        self.tiles = tiles
        self.columns = columns
        self.losses = [max(0.0, -cost) for cost in reduced]
        self.start = first_node(instance)
        self.top = max(instance.tokens, default=0)
        self.known: dict[Step, float] = {}
        self.origins: dict[Row | None, list[int]] = {None: [ANY]}

    def hopes(self, loss: float) -> int:
        """Return the points that no plan with such a loss beats."""
        return math.floor(self.value - loss + ROUND_OFF)

    def most(self, best: int) -> float:
        """Return what the steps of a plan with more points than the best one can lose."""
        return self.value + ROUND_OFF - (best + 1)

    def ruled_out(self, best: int) -> list[int]:
        """Return the variables that no plan with more points than the best one uses."""
        most = self.most(best)
        return [index for index, loss in enumerate(self.losses) if loss > most]

    def of(self, step: Step) -> float:
        """Return the loss of a step; of several ways to count it the least."""
        loss = self.known.get(step)
        if loss is None:
            ways = self._plays(step) if step.action == "play" else self._shifts(step)
            loss = min(sum(self.losses[index] for index in way) for way in ways)
            self.known[step] = loss
        return loss

    def _may_be(self, row: Row | None) -> list[int]:
        """Return which rows of the model a row can be: laid ones, or NEW.

        A new row has at most so many numbers of a laid one as a play steals.
        """
        if row is None or row in self.origins:
            return self.origins[row]
        numbers = set_of(row)
        laid = [set_of(own) for own in self.tiles.rows]
        ways = [place for place, own in enumerate(laid) if (numbers & own).bit_count() > STOLEN]
        if not ways:
            held = (set_of(self.tiles.holds(place)) for place in range(len(laid)))
            ways = [NEW, *(place for place, may in enumerate(held) if not numbers & ~may)]
        self.origins[row] = ways
        return ways

    def _shifts(self, step: Step) -> Iterator[tuple[int, ...]]:
        """Yield what a swap or an extension of a row that lies may use."""
        before = step.before or ()
        numbers = set_of(step.new) & ~set_of(before)
        for row in self._may_be(before):
            if not numbers:
                yield (self.columns.adding[row],)
            elif (use := self._coming(numbers, row, step.action)) is not None:
                yield use

    def _coming(self, numbers: int, row: int, action: str) -> tuple[int, ...] | None:
        """Return what numbers of the hand use that come to a row; None if they cannot."""
        found = [self.columns.coming.get((n, row, action)) for n in bits(numbers)]
        return None if None in found else tuple(index for index in found if index is not None)

    def _plays(self, step: Step) -> Iterator[tuple[int, ...]]:
        """Yield what a play may use, with the numbers that come to the row that it robs.

        Plays of jokers only are not looked at.
        """
        if not set_of(step.new):
            yield ()
            return
        for row in self._may_be(step.before):
            added = set_of(step.ready or ()) & ~set_of(step.before or ())
            ready = self._coming(added, row, "extend")
            path = self._path(step, row)
            if ready is not None and path is not None:
                yield (*ready, *path)

    def _path(self, step: Step, robbed: int) -> list[int] | None:
        """Return the arcs of a play and the jokers added to it; None if the model has none.

        As in the proof (docs/tiles-order.md): of the jokers only those are on the path that it
        needs, stolen ones first; stolen jokers that are left stand at its end.
        """
        node, from_hand = self.start, step.taken
        stolen, spare = set_of(step.stolen), step.stolen.count(JOKER)
        arcs = []
        for number in (*bits(set_of(step.new)), 0):  # 0: the end
            if number:
                jokers = bridge(number - node.number) if node.number else 0
                taken = min(jokers, spare)
            else:
                taken = spare
                jokers = max(taken, LEAST - node.tiles)
            here = stolen >> number & 1
            source = robbed if here or taken else node.source
            arc = Arc(number, robbed if here else HAND, jokers, taken, source)
            arcs.append((node, arc))
            spare, from_hand = spare - taken, from_hand - (jokers - taken)
            if number:
                node = next_node(node, arc, self.top)
        known = self.columns.arcs
        if from_hand < 0 or not all(use in known for use in arcs):
            return None
        return [*map(known.__getitem__, arcs), *[self.columns.adding[NEW]] * from_hand]
