"""A harvest goes in; its best plan and the proof come out.

The table and the hand are cut into regions that share nothing but jokers. Each region is searched
for itself; the outcomes that go together best are put in order. What the regions can win together
is a bound on every plan; it is reached whenever some order of their steps is legal. Where none is
(a borrowed joker lets no play earn one, an empty hand earns none), all is searched as one region.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from solver.tiles.chains import Purse
from solver.tiles.harvest import Harvest, TimeIsUpError
from solver.tiles.order import in_order
from solver.tiles.outcomes import Outcome, best_only
from solver.tiles.plans import set_of
from solver.tiles.rules import JOKER, LEAST, Instance
from solver.tiles.state import State, Step, regions, tiles_of

DEPTHS = (0, 1, 2, 3)  # joker moves that a region is searched with, before all of them
NO_LIMIT = 1 << 20
Chosen = tuple[Outcome, ...]  # one of each region
Report = Callable[[list[Step] | None, int, int], None]  # a better plan, its score, the bound


def value(tokens: Iterable[int], outcome: Outcome) -> int:
    """Return the net points of an outcome."""
    purse = Purse(tokens)
    return sum(map(purse.take, outcome.tokens)) - outcome.left


class Gathering:
    """The search of a whole harvest, depth by depth."""

    def __init__(
        self, instance: Instance, states: list[State], deadline: float, strict: bool = False
    ) -> None:
        self.instance = instance
        self.deadline = deadline
        self.strict = strict
        alone, hand = len(states) == 1, set_of(instance.hand)
        self.states = sorted(states, key=lambda state: tiles_of(state).bit_count())
        if alone:
            self.states = [states[0]._replace(board=instance.jokers_left)]
        self.searches = [
            Harvest(instance, deadline, alone=alone, others=bool(hand & ~state.hand), strict=strict)
            for state in self.states
        ]
        self.held = instance.hand.count(JOKER)

    def _together(self, listed: list[Iterable[Outcome]]) -> dict[Outcome, Chosen]:
        """Return what the regions win together, one outcome of each."""
        found: dict[Outcome, Chosen] = {Outcome(): ()}
        for outcomes in listed:
            more = list(outcomes)
            put = {
                both: (*chosen, two)
                for one, chosen in found.items()
                for two in more
                if (both := one.beside(two)).earned <= self.instance.jokers_left
            }
            found = best_only(put)
        return {
            one: chosen
            for one, chosen in found.items()
            if self.held + min(one.walk) >= 0 and one.owing <= 0
        }

    def search(self, report: Report, best: int = -NO_LIMIT, bound: int = NO_LIMIT) -> bool:
        """Report better plans and bounds; tell whether the last one is proved the best."""
        late = False
        found: list[Iterable[Outcome]] = [() for _ in self.states]
        depths, done = [0] * len(self.states), [False] * len(self.states)
        for depth in (*DEPTHS, NO_LIMIT):
            for place, (search, state) in enumerate(zip(self.searches, self.states, strict=True)):
                if done[place]:
                    continue
                search.cut = False
                try:
                    found[place] = search.outcomes(state, depth)
                except TimeIsUpError:
                    late = True
                else:
                    depths[place], done[place] = depth, not search.cut
            bounds = [
                outcomes if done[place] else [self._loose(self.states[place])]
                for place, outcomes in enumerate(found)
            ]
            bound = min(bound, max(self._values(self._together(bounds)), default=bound))
            best = self._report_best(found, depths, best, bound, report)
            if late or all(done) or best == bound:
                break
        if best < bound and all(done) and len(self.states) > 1:
            states = [_whole(self.states)] if self.strict else self.states
            again = Gathering(self.instance, states, self.deadline, not self.strict)
            return again.search(report, best, bound)
        return best == bound

    def _report_best(
        self,
        found: list[Iterable[Outcome]],
        depths: list[int],
        best: int,
        bound: int,
        report: Report,
    ) -> int:
        """Put the best outcomes in order until one is legal; return its points."""
        report(None, best, bound)
        together = self._together(found)
        ways = zip(self._values(together), together.values(), strict=True)
        for points, chosen in sorted(ways, reverse=True):
            if points <= best:
                break
            lanes = [
                search.plan(state, depth, outcome)
                for search, state, depth, outcome in zip(
                    self.searches, self.states, depths, chosen, strict=True
                )
            ]
            steps = in_order(self.instance, lanes)
            if steps is not None:
                report(steps, points, bound)
                return points
        return best

    def _values(self, outcomes: Iterable[Outcome]) -> list[int]:
        return [value(self.instance.tokens, outcome) for outcome in outcomes]

    def _loose(self, state: State) -> Outcome:
        """Return more than a region can win, by its tiles and rows only.

        Every play needs a tile of the hand and makes a row of three tiles that nobody takes apart.
        """
        jokers = self.searches[0].jokers
        tiles = state.hand.bit_count() + jokers
        laid = sum(map(len, state.rows))
        plays = max(0, min(tiles, (tiles + laid) // LEAST - len(state.rows)))
        return Outcome((max(self.instance.tokens, default=0),) * plays, 0, 0, (0, jokers), -plays)


def _whole(states: list[State]) -> State:
    """Return regions as one."""
    rows = (row for state in states for row in state.rows)
    return State(sum(state.hand for state in states), tuple(sorted(rows)))


def best_plan(instance: Instance, deadline: float, report: Report) -> bool:
    """Report better and better plans of a harvest; tell whether the last one is proved."""
    return Gathering(instance, regions(instance), deadline).search(report)
