"""A harvest goes in; its best plan and the proof come out.

The table and the hand are cut into regions that share nothing but jokers. Each region is searched
for itself; the outcomes that go together best are put in order. What the regions can win together
is a bound on every plan; it is reached whenever some order of their steps is legal. Where none is
(a borrowed joker lets no play earn one, an empty hand earns none), a second pass keeps lent jokers
out of the hand. In turn with them all is searched as one region, with neither loans nor walks.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from solver.tiles.beam_harvest import Beam
from solver.tiles.beside import Beside
from solver.tiles.harvest import Harvest, Patience, Report, TimeIsUpError
from solver.tiles.order import in_order
from solver.tiles.outcomes import Outcome, best_only, value
from solver.tiles.plans import set_of
from solver.tiles.pruning import Pruned
from solver.tiles.rules import JOKER, LEAST, MOST, Instance, flowers_on
from solver.tiles.state import State, Step, regions, tiles_of

if TYPE_CHECKING:
    from solver.tiles.translated import Translated

DEPTHS = (0, 1, 2)  # joker moves that a region is searched with, before all of them
NO_LIMIT = 1 << 20
FIRST_TURN = 1000  # steps of a search before the next one has its turn; then twice as many
SHARES = (3, 4)  # of the steps: for the regions, for all as one region
BEAMS = 4  # in each turn
WIDTH = 30  # of the beams in the first turn; then twice as wide
LOADING_S, TRANSLATION_S = 3.0, 40.0  # so much time has to be left for machine code
NO_PRICES = (0.0,) * (MOST + 1)  # of the first beam: there is no better guess yet
Chosen = tuple[Outcome, ...]  # one of each region


class Gathering:
    """The search of a whole harvest, depth by depth.

    ``intake``: the jokers that come to each region at most; first those in hand, then also what
    the outcomes found give to others, until nothing changes. ``strict``: the second pass, where
    lent jokers are not given, so any joker may come to any region.
    """

    def __init__(
        self, instance: Instance, states: list[State], patience: Patience, strict: bool = False
    ) -> None:
        self.instance = instance
        self.patience = patience
        self.strict = strict
        self.held = instance.hand.count(JOKER)
        board = instance.jokers_left
        self.jokers = self.held + board + sum(state.jokers for state in states)
        lent = len(states) > 1
        self.exact = not lent or self.jokers <= LEAST  # else rows of jokers could go round for ever
        whole = [s._replace(board=board, loans=s.jokers if lent else 0) for s in states]
        self.states = sorted(whole, key=lambda state: tiles_of(state).bit_count())
        most = [self.jokers - state.jokers for state in self.states]
        self.intake = most if strict else [self.held] * len(states)
        self.searches = list(map(self._search_of, self.states, self.intake))
        self.found: list[Iterable[Outcome]] = [() for _ in states]
        self.depths = [0] * len(states)
        self.done = [False] * len(states)
        self.ended = False  # whether all is searched

    def _search_of(self, state: State, intake: int) -> Harvest:
        return Harvest(
            self.instance,
            self.patience,
            intake + state.jokers + self.instance.jokers_left,
            alone=len(self.states) == 1,
            others=bool(set_of(self.instance.hand) & ~state.hand),
            strict=self.strict,
            lends_rows=self.exact,
        )

    def _together(self, listed: list[Iterable[Outcome]]) -> dict[Outcome, Chosen]:
        """Return what the regions win together, one outcome of each.

        Raises:
            TimeIsUpError: there are too many for the time left.
        """
        found: dict[Outcome, Chosen] = {Outcome(): ()}
        for outcomes in listed:
            put: dict[Outcome, Chosen] = {}
            for one, chosen in found.items():
                self.patience.tick()
                for two in outcomes:
                    both = one.beside(two)
                    if both.earned <= self.instance.jokers_left:
                        put[both] = (*chosen, two)
            found = best_only(put, self.patience.tick)
        return {
            one: chosen
            for one, chosen in found.items()
            if self.held + min(one.walk) >= 0 and not one.owing
        }

    def search(self, report: Report, best: int, bound: int) -> tuple[int, int]:
        """Report better plans and bounds than those; return the best ones.

        It goes on where the last turn ended, until all is searched or the patience is over.
        """
        with suppress(TimeIsUpError):
            bound = min(bound, self._bound())
            while not self.ended:
                for depth in (*DEPTHS, NO_LIMIT):
                    in_time = self._deepen(depth)
                    best = self._report_best(best, bound, report)
                    if not in_time or all(self.done):
                        break
                if not in_time:
                    break
                self.ended = not self._more_intake()
            bound = min(bound, self._bound())
            best = self._report_best(best, bound, report)
        return best, bound

    def _deepen(self, depth: int) -> bool:
        """Search all regions with so many joker moves; tell whether there was time for it."""
        in_time = True
        for place, (search, state) in enumerate(zip(self.searches, self.states, strict=True)):
            if self.done[place]:
                continue
            try:
                self.found[place] = search.outcomes(state, depth)
            except TimeIsUpError:
                in_time = False
            else:
                self.depths[place], self.done[place] = depth, state in search.full
        return in_time

    def _due(self) -> list[int]:
        """Return the jokers that can come to each region, by what the others can give."""
        gives = [
            max(max(o.walk) for o in found) if done else self.jokers
            for found, done in zip(self.found, self.done, strict=True)
        ]
        return [
            min(self.jokers - state.jokers, self.held + sum(gives) - given)
            for state, given in zip(self.states, gives, strict=True)
        ]

    def _more_intake(self) -> bool:
        """Let regions take what others give by now; tell whether that is more than before."""
        for place, (state, due) in enumerate(zip(self.states, self._due(), strict=True)):
            if due > self.intake[place]:
                self.intake[place], self.done[place] = due, False
                self.searches[place] = self._search_of(state, due)
                self.found[place], self.depths[place] = (), 0
        return not all(self.done)

    def _bound(self) -> int:
        """Return what no plan beats, once all regions are searched to their end."""
        searched = zip(self.done, self._due(), self.intake, strict=True)
        if self.exact and all(done and due <= intake for done, due, intake in searched):
            return max(self._values(self._together(self.found)))
        return sum(self.instance.tokens)

    def _report_best(self, best: int, bound: int, report: Report) -> int:
        """Put the best outcomes in order until one is legal; return its points."""
        report(None, best, bound)
        together = self._together(self.found)
        ways = zip(self._values(together), together.values(), strict=True)
        for points, chosen in sorted(ways, reverse=True):
            if points <= best:
                break
            self.patience.tick()
            lanes = [
                search.plan(state, depth, outcome)
                for search, state, depth, outcome in zip(
                    self.searches, self.states, self.depths, chosen, strict=True
                )
            ]
            steps = in_order(self.instance, lanes)
            if steps is not None:
                report(steps, points, bound)
                return points
        return best

    def _values(self, outcomes: Iterable[Outcome]) -> list[int]:
        return [value(self.instance.tokens, outcome) for outcome in outcomes]


def _whole(states: list[State]) -> State:
    """Return regions as one."""
    rows = (row for state in states for row in state.rows)
    return State(sum(state.hand for state in states), tuple(sorted(rows)))


def best_plan(instance: Instance, deadline: float, report: Report) -> bool:
    """Report better and better plans of a harvest; tell whether the last one is proved.

    Region by region there is less to try, but as one region no loan misleads: they take turns. A
    model without the order of the moves bounds what they have not searched to the end: first its
    linear relaxation, then, in a process of its own beside all else, in whole numbers. The linear
    relaxation says what to leave out of the search as one region, which is machine code where that
    is kept or there is time to make it, and at the prices that it puts on tiles, beams find good
    plans early. With jokers a narrow one comes before all else, without prices: with hardly any
    time there is a plan, too.
    """
    with Beside() as beside:
        return _Turns(instance, deadline, report, beside).take()


class _Turns:
    """The searches that take turns, the best points so far, and the bound."""

    def __init__(self, instance: Instance, deadline: float, report: Report, beside: Beside) -> None:
        self.instance = instance
        self.report = report
        self.beside = beside
        self.patience = Patience(deadline)
        self.patience.called = lambda: beside.has_news
        states = regions(instance)
        self.whole = Gathering(instance, [_whole(states)], self.patience)
        self.waiting: list[Gathering | Pruned | Translated] = [self.whole]
        if len(states) > 1:
            strict = (False, True)
            self.waiting[:0] = [Gathering(instance, states, self.patience, s) for s in strict]
        self.beams: Iterator[tuple[int, list[Step]]] = iter(())  # none before there are prices
        self.best, self.bound = -NO_LIMIT, NO_LIMIT

    def take(self) -> bool:
        """Go on until the best plan is proved, or the deadline comes; tell which."""
        steps = FIRST_TURN
        if self.whole.jokers:
            self._better(*Beam(self.whole.searches[0], NO_PRICES).best(self.whole.states[0], 1))
        while not self._search(steps):
            if self.patience.over:
                return False
            if self.waiting[0].ended:
                del self.waiting[0]
            if isinstance(self.waiting[-1], Pruned):
                self.waiting[-1] = _sooner(self.waiting[-1], self.patience.left_s, translate=True)
            if steps == FIRST_TURN:
                self._relax()
            elif self.beside.has_news:
                for bound in self.beside.news():
                    self._lower(bound)
                continue
            else:
                self._beam(BEAMS)
            steps *= 2
        return True

    def _search(self, steps: int) -> bool:
        """Give the searches their turn; tell whether the best plan is proved."""
        turns = list(zip((self.waiting[0], self.waiting[-1]), SHARES, strict=True))
        # Regions are quick where they are small; after the first turn the other one finds more.
        for search, share in turns if steps == FIRST_TURN else reversed(turns):
            if self.best == self.bound:
                break
            self.patience.steps = share * steps
            self.best, self.bound = search.search(self.report, self.best, self.bound)
        return self.best == self.bound

    def _relax(self) -> None:
        """Bound all plans by the model without order; go on with it beside the searches."""
        from solver.tiles.relaxed import Relaxation  # noqa: PLC0415 - few harvests need an engine

        relaxation = Relaxation(self.instance)
        relaxed = relaxation.linear(self.patience.deadline)
        self._lower(relaxed.bound)
        if not relaxed.losses:
            return
        pruned = Pruned(self.whole.searches[0], self.whole.states[0], relaxed.losses)
        self.waiting[-1] = _sooner(pruned, self.patience.left_s, translate=False)
        self.beams = _beams(self.whole, relaxed.prices)
        self._beam(1)
        if self.whole.jokers and self.best < self.bound and not self.patience.over:
            self.beside.begin(relaxation.program, relaxed.losses, self.best)
        self._beam(BEAMS - 1)

    def _lower(self, bound: int) -> None:
        """Take in a bound on plans that are better than the best one."""
        self.bound = min(self.bound, max(self.best, bound))
        self.report(None, self.best, self.bound)

    def _beam(self, count: int) -> None:
        """Look for a better plan by some beams."""
        for points, plan in islice(self.beams, count):
            if points > self.best:
                self._better(points, plan)
            if self.best == self.bound:
                return

    def _better(self, points: int, plan: list[Step]) -> None:
        self.best = points
        self.report(plan, self.best, self.bound)


def _sooner(search: Pruned, left_s: float, *, translate: bool) -> Pruned | Translated:
    """Return a search as machine code if that is kept, or can be translated in the time left."""
    if left_s < (TRANSLATION_S if translate else LOADING_S):
        return search
    from solver.tiles.native import TRANSLATION  # noqa: PLC0415 - loads numba
    from solver.tiles.translated import Translated, fits  # noqa: PLC0415

    if fits(search.harvest.instance) and (TRANSLATION.is_kept or translate):
        return Translated(search.harvest, search.start, search.losses)
    return search


def _beams(whole: Gathering, prices: Sequence[float]) -> Iterator[tuple[int, list[Step]]]:
    """Yield points and plans of beams, wider every turn; the first of a turn at the given prices.

    The others are at prices that vary at random, so that they do not all go the same way.
    """
    rng, width = random.Random(0), WIDTH
    (search,), (start,) = whole.searches, whole.states
    while True:
        for number in range(BEAMS):
            priced = _varied(prices, rng) if number else prices
            yield Beam(search, priced).best(start, width)
        width *= 2


def _varied(prices: Sequence[float], rng: random.Random) -> list[float]:
    """Return prices of numbers anywhere between nothing and that of a number and its flowers."""
    joker, *numbers = prices
    return [joker, *(rng.random() * (p + flowers_on(n)) for n, p in enumerate(numbers, 1))]
