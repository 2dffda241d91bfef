"""A harvest and prices of its tiles go in; a good plan comes out, by beam search over the moves.

The positions that are kept after each move are those with the highest sum of points and prices:
what is won by now, less the flowers in hand, and what the tiles in hand can still be worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from solver.tiles.chains import Purse
from solver.tiles.harvest import Harvest, added_at_last
from solver.tiles.outcomes import Outcome
from solver.tiles.plans import bits, flowers_of
from solver.tiles.rules import JOKER
from solver.tiles.state import State, Step, shed

SPARE = 8  # as many times the width are held before the worst are dropped


class _Place(NamedTuple):
    """A position, and the thresholds of the tokens won so far."""

    state: State
    tokens: tuple[int, ...]


class _Trail(NamedTuple):
    """How promising a place is; the steps to it, last one first."""

    promise: float
    step: Step | None
    before: _Trail | None

    def steps(self) -> list[Step]:
        """Return the steps from the start."""
        found, trail = [], self
        while trail.step and trail.before:
            found.append(trail.step)
            trail = trail.before
        return found[::-1]


class Beam:
    """A beam search of one region that holds all tiles.

    ``prices``: what each tile in hand is worth, those of number n at n, a joker at 0.
    """

    def __init__(self, harvest: Harvest, prices: Sequence[float]) -> None:
        self.harvest = harvest
        self.prices = prices
        self.won = lru_cache(maxsize=1 << 16)(self._won)

    def _won(self, tokens: tuple[int, ...]) -> int:
        purse = Purse(self.harvest.instance.tokens)
        return sum(map(purse.take, tokens))

    def best(self, first: State, width: int) -> tuple[int, list[Step]]:
        """Return the points and steps of the best plan found; so many places are kept a move."""
        start = _Place(first, ())
        layer = {start: _Trail(0, None, None)}
        best, end, way = self._points(start), first, layer[start]
        while layer:
            layer = self._after(layer, width)
            for place, trail in layer.items():
                points = self._points(place)
                if points > best:
                    best, end, way = points, place.state, trail
        return best, [*way.steps(), *added_at_last(end)]

    def _points(self, place: _Place) -> int:
        """Return the net points if no further row is laid."""
        return self.won(place.tokens) - flowers_of(place.state.hand & ~shed(place.state))

    def _promise(self, place: _Place) -> float:
        state = place.state
        hand = sum(self.prices[number] for number in bits(state.hand))
        hand += self.prices[JOKER] * self.harvest.held(state)
        return self.won(place.tokens) - flowers_of(state.hand) + hand

    def _after(self, layer: dict[_Place, _Trail], width: int) -> dict[_Place, _Trail]:
        """Return the most promising places one move on; none once the patience is over."""
        after: dict[_Place, _Trail] = {}
        for place, trail in layer.items():
            if self.harvest.patience.over:
                return {}
            for step, state in self.harvest.every_move(place.state):
                made = Outcome(place.tokens).with_token(self.harvest.threshold(step)).tokens
                onward = _Place(state, made)
                if onward not in after:
                    after[onward] = _Trail(self._promise(onward), step, trail)
                if len(after) > SPARE * width:
                    after = _widest(after, width)
                    if self.harvest.patience.over:
                        return {}
        return _widest(after, width)


def _widest(places: dict[_Place, _Trail], width: int) -> dict[_Place, _Trail]:
    """Return the most promising places."""
    best = sorted(places.items(), key=lambda way: -way[1].promise)
    return dict(best[:width])
