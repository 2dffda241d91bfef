"""A harvest as one region goes in; the places that could still beat the best plan are searched.

A place is a position with the thresholds of the tokens won by then. What its steps take off the
bound of the relaxation (losses.py) leaves what its plans can win at most: the most promising place
comes first, and none that cannot beat the best plan. Of two ways to a place both bounds hold, so
the lower one counts; and a place is dropped where the same position was reached with tokens
nowhere lower (docs/tiles-order.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import filterfalse
from typing import Any

from solver.tiles.harvest import Harvest, Outcomes, Report, TimeIsUpError
from solver.tiles.losses import Losses
from solver.tiles.outcomes import Outcome, covers, value
from solver.tiles.state import Rows, State, Step


@dataclass(slots=True, eq=False)
class _Place:
    """A position, its thresholds, and how it was reached; ``loss`` of its steps, at least.

    ``due``: whether its moves are still to be tried.
    """

    loss: float
    state: State
    tokens: tuple[int, ...]
    before: _Place | None = None
    step: Step | None = None
    due: bool = True

    def steps(self) -> list[Step]:
        """Return the steps from the start."""
        found, place = [], self
        while place.step and place.before:
            found.append(place.step)
            place = place.before
        return found[::-1]

    def rules_out(self, other: _Place) -> bool:
        """Tell whether all that another place of the same tiles can still win, this one can."""
        mine, its = self.state, other.state
        free = mine.lock in (0, its.lock) and mine.open >= its.open
        return free and covers(self.tokens, other.tokens)

    def equals(self, other: _Place) -> bool:
        """Tell whether two places of the same tiles are one."""
        return self.state == other.state and self.tokens == other.tokens


class Pruned:
    """The search of a harvest as one region (``harvest.alone``), from its first position."""

    def __init__(self, harvest: Harvest, start: State, losses: Losses) -> None:
        self.harvest = harvest
        self.start = start
        self.losses = losses
        first = _Place(0.0, start, ())
        self.heap = [(first.loss, 0, first)]
        self.count = 0  # of places: equal losses are taken in turn
        self.known: dict[tuple[int, Rows, int], list[_Place]] = {_tiles(start): [first]}
        self.done: dict[State, Outcomes] = {}  # with no more joker moves
        self.ended = False

    def search(self, report: Report, best: int, bound: int) -> tuple[int, int]:
        """Report better plans and bounds than those; return the best ones.

        It goes on where the last turn ended, until all is searched or the patience is over.
        """
        with suppress(TimeIsUpError):
            while self.heap:
                place = self.heap[0][2]
                if place.due and self.losses.hopes(place.loss) > best:
                    self.harvest.patience.spend()
                    best = self._finished(place, report, best, bound)
                    self._spread(place, best)
                    place.due = False
                heappop(self.heap)
            self.ended = True
        hopes = self.losses.hopes(self.heap[0][0]) if self.heap else best
        bound = min(bound, max(best, hopes))
        report(None, best, bound)
        return best, bound

    def _finished(self, place: _Place, report: Report, best: int, bound: int) -> int:
        """Report the best plan without more joker moves if it is better; return its points."""
        state = place.state
        if not state.open:
            return best
        if state not in self.done:
            self.done[state] = self.harvest.jokers_done(state)
        for outcome, trace in self.done[state].items():
            tokens = tuple(sorted(place.tokens + outcome.tokens, reverse=True))
            points = value(self.harvest.instance.tokens, outcome._replace(tokens=tokens))
            if points > best:
                best = points
                report([*place.steps(), *self._rest(trace)], best, bound)
        return best

    def _rest(self, trace: Any) -> Iterator[Step]:
        for part, won in trace:
            yield from self.harvest.part_plan(part, won)

    def _spread(self, place: _Place, best: int) -> None:
        """Note the places one move on that could beat the best plan."""
        for step, state in self.harvest.onward(place.state):
            made = Outcome(place.tokens).with_token(self.harvest.threshold(step)).tokens
            there = _Place(place.loss + self.losses.of(step), state, made, place, step)
            there.due = self.losses.hopes(there.loss) > best
            if self._is_new(there) and there.due:
                self.count += 1
                heappush(self.heap, (there.loss, self.count, there))

    def _is_new(self, there: _Place) -> bool:
        """Tell whether nothing rules a place out; if so, note it for what it rules out."""
        here = self.known.setdefault(_tiles(there.state), [])
        for other in here:
            if other.rules_out(there):
                if other.equals(there):
                    other.loss = max(other.loss, there.loss)
                return False
        for other in filter(there.rules_out, here):
            other.due = False
        here[:] = [*filterfalse(there.rules_out, here), there]
        return True


def _tiles(state: State) -> tuple[int, Rows, int]:
    return state.hand, state.rows, state.board
