"""The tiles of a region go in; all that they can still win comes out.

A region shares nothing but jokers with other tiles (state.py), so hand jokers are no part of a
position: an outcome says how many it takes and gives, and when (flow.py). A region is searched
joker move by joker move; moves without jokers come first only in the part that the next joker move
touches, all others wait until the jokers are done with. Numbers that can be added to rows without
jokers wait, too, until a theft needs them or the end (docs/tiles-order.md).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from solver.tiles.outcomes import Outcome, best_only
from solver.tiles.plans import (
    around,
    bits,
    exchanges,
    flowers_of,
    inserted,
    near,
    sequences,
    set_of,
    thefts,
)
from solver.tiles.rules import EARNS, JOKER, STOLEN, Instance, Row
from solver.tiles.state import (
    State,
    Step,
    parts,
    reachable,
    shed,
    tiles_of,
)

# How an outcome came about: an action and the outcome behind it, or outcomes of parts.
Trace = tuple[Step, State, Outcome] | tuple[tuple[State, Outcome], ...]
Outcomes = dict[Outcome, Trace]
Report = Callable[[list[Step] | None, int, int], None]  # a better plan, its score, the bound


GRACE_S = 0.5  # after the deadline, to put together what was found


class TimeIsUpError(Exception):
    """The deadline has come, or another search has its turn."""


class Patience:
    """How long a search goes on: up to a deadline, and so many steps in its turn.

    ``called``: whether its turn is to end sooner, for there is news.
    """

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.steps = 0
        self.called: Callable[[], bool] = lambda: False

    @property
    def left_s(self) -> float:
        """The seconds that are left."""
        return self.deadline - time.monotonic()

    @property
    def over(self) -> bool:
        """Whether the deadline has come."""
        return self.left_s < 0

    def tick(self) -> None:
        """Allow some time after the deadline to put together what was found.

        Raises:
            TimeIsUpError: that is over, too.
        """
        if time.monotonic() > self.deadline + GRACE_S:
            raise TimeIsUpError

    def spend(self) -> None:
        """Count a step.

        Raises:
            TimeIsUpError: no step is left, or the turn is to end.
        """
        self.steps -= 1
        if self.steps < 0 or (self.steps % 64 == 0 and (self.over or self.called())):
            raise TimeIsUpError


class Harvest:
    """The search of one region; its tables are kept from one depth to the next.

    ``supply``: the jokers that this region can have in all, earned ones too. ``alone``: no other
    region, so the jokers in hand are known; else jokers may be lent. ``strict``: lent jokers come
    to plays of other regions and not to the hand. ``others``: there are hand numbers elsewhere.
    ``lends_rows``: rows of jokers only may be lent as a whole.
    """

    def __init__(
        self,
        instance: Instance,
        patience: Patience,
        supply: int,
        *,
        alone: bool,
        others: bool,
        strict: bool,
        lends_rows: bool,
    ) -> None:
        self.instance = instance
        self.patience = patience
        self.supply = supply
        self.alone, self.others, self.strict = alone, others, strict
        self.lends_rows = lends_rows
        self.jokers = instance.jokers_left + instance.hand.count(JOKER)
        self.jokers += sum(row.count(JOKER) for row in instance.table)
        self.top = max(instance.tokens, default=0)
        self.reached = [
            max((token for token in instance.tokens if token <= count), default=0)
            for count in range(self.top + 1)
        ]
        self.without: dict[State, Outcomes] = {}
        self.full: dict[State, Outcomes] = {}  # with all joker moves
        self.cut: dict[tuple[State, int], Outcomes] = {}  # with so many, some were left out
        self.moves: dict[State, list[tuple[Step, State, int]]] = {}  # and the tiles touched

    def _add(self, found: Outcomes, step: Step, state: State, outcomes: Outcomes) -> None:
        won = self.threshold(step)
        ways = self._ways(step, state)
        for outcome in outcomes:
            for taken, given, owed in ways:
                better = outcome.with_token(won).behind(taken, given, step.earns, owed)
                if better.earned <= self.instance.jokers_left:
                    found.setdefault(better, (step, state, outcome))

    def _ways(self, step: Step, after_it: State) -> list[tuple[int, int, int]]:
        """Return what a step can take from the hand, give to it, and owe others by its loans."""
        if self.alone:
            return [(0, 0, 0)]
        taken, given = step.taken, step.given
        if step.earns and not (after_it.hand or self.others):
            return [(taken + 1, given + 1, 0)]  # another joker keeps the hand from being empty
        if self.strict and step.action == "loan" and step.stolen:
            return [(0, 0, given)]
        if self.strict and step.action == "play" and not (step.stolen or step.earns):
            return [(taken - owed, given, -owed) for owed in range(min(taken, STOLEN) + 1)]
        return [(taken, given, 0)]

    def threshold(self, step: Step) -> int:
        """Return the highest token that a step's new row can win; 0 if none."""
        row = flowers_of(set_of(step.new)) if step.action == "play" else 0
        return self.reached[min(self.top, row)]

    def held(self, state: State) -> int:
        """Return how many jokers the hand can hold."""
        return min(self.jokers, self.supply - state.board) - state.jokers

    # ---------------------------------------------------------------- moves without jokers

    def jokerless(self, state: State) -> Outcomes:
        """Return the outcomes of a part while every joker stays where it is."""
        if state in self.without:
            return self.without[state]
        self.patience.spend()
        found: Outcomes = {Outcome((), flowers_of(state.hand & ~shed(state))): ()}
        for step, after_it in self.jokerless_moves(state):
            self._add(found, step, after_it, self.jokerless(after_it))
        found = best_only(found)
        self.without[state] = found
        return found

    def jokerless_moves(self, state: State) -> Iterator[tuple[Step, State]]:
        """Yield the plays of numbers, and numbers added to rows with jokers."""
        for step, robbed in self._robberies(state, jokers=False, steal=False):
            for row in sequences(robbed.hand, step.stolen, 0):
                yield _played(step, robbed, row)
        for row in set(state.rows):
            if JOKER in row:
                for tile in bits(state.hand & around(row)):
                    for new in inserted(row, tile):
                        yield Step("extend", new, row), state.replaced(row, new, 1 << tile)

    def _robberies(
        self, state: State, *, jokers: bool, steal: bool
    ) -> Iterator[tuple[Step, State]]:
        """Yield nothing robbed, then every theft: a play without its row, and what is left.

        ``jokers``: some may lie in the row that is played; ``steal``: they may be stolen.
        """
        yield Step("play"), state
        for row in sorted(set(state.rows)):
            fillers = 0 if JOKER in row else state.hand & around(row)
            for stolen, ready, left in thefts(row, fillers, steal):
                added = set_of(ready) & ~set_of(row)
                if jokers or near(set_of(stolen)) & state.hand & ~added:
                    step = Step("play", (), row, ready, stolen, left)
                    yield step, state.replaced(row, left, added)

    # ---------------------------------------------------------------- moves with jokers

    def outcomes(self, state: State, depth: int) -> Outcomes:
        """Return the outcomes of a position with at most so many joker moves.

        Raises:
            TimeIsUpError: what was found stays noted, a new call goes on from there.
        """
        known = self.full.get(state)
        known = self.cut.get((state, depth)) if known is None else known
        if known is not None:
            return known
        self.patience.spend()
        found = self.jokers_done(state) if state.open else {}
        whole = bool(depth) or not self.jokers
        for step, after_it in self.onward(state) if self.jokers and depth else ():
            left = depth - is_joker_move(step)
            self._add(found, step, after_it, self.outcomes(after_it, left))
            whole = whole and after_it in self.full
        held = self.held(state)
        found = best_only({o: trace for o, trace in found.items() if held + min(o.walk) >= 0})
        if whole:
            self.full[state] = found
        else:
            self.cut[state, depth] = found
        return found

    def onward(self, state: State) -> Iterator[tuple[Step, State]]:
        """Yield the joker moves, and the moves that come before one."""
        yield from self._joker_moves(state)
        yield from self._moves_before(state)

    def jokers_done(self, state: State) -> Outcomes:
        """Return the outcomes of a position after the last joker move, part by part."""
        found: dict[Outcome, tuple[tuple[State, Outcome], ...]] = {Outcome(): ()}
        for part in parts(state.hand, state.rows):
            if not part.hand:
                continue
            more = self.jokerless(part)
            put = {
                one.beside(two): (*trace, (part, two))
                for one, trace in found.items()
                for two in more
            }
            found = best_only(put) if len(more) > 1 else put
        return dict(found)

    def _moves_before(self, state: State) -> Iterator[tuple[Step, State]]:
        """Yield moves without jokers in one part, which the next joker move has to touch."""
        apart = parts(state.hand, state.rows)
        for part in apart:
            tiles = tiles_of(part)
            if not part.hand or (state.lock and not tiles & state.lock):
                continue
            hand = state.hand & ~part.hand
            others = tuple(row for other in apart if other is not part for row in other.rows)
            for step, after_it in self.jokerless_moves(part):
                rows = tuple(sorted(after_it.rows + others))
                moved = State(hand | after_it.hand, rows, tiles, False, 0, state.board)
                moved = self._freed(moved)
                if step.action != "play" or not self._must_earn(step, moved):
                    yield step, moved

    def _joker_moves(self, state: State) -> Iterator[tuple[Step, State]]:
        hand, rows, lock, _, loans, board = state
        bare = State(hand, rows, 0, True, loans, board)
        moves = self.moves.get(bare)
        if moves is None:
            ways = (self._joker_plays(bare), self._joker_shifts(bare), self._loans(bare))
            self.moves[bare] = moves = [_locking(*way) for way in chain(*ways)]
        for step, after_it, tiles in moves:
            if not lock or tiles & lock or not tiles:
                yield step, after_it

    def _joker_plays(self, state: State) -> Iterator[tuple[Step, State]]:
        """Yield the plays with a joker in the row or earned by it."""
        held = self.held(state)
        for step, robbed in self._robberies(
            state, jokers=True, steal=self.instance.readings.steal_jokers
        ):
            if not held and JOKER not in step.stolen and (step.stolen or not state.board):
                continue
            for row in sequences(robbed.hand, step.stolen, held):
                taken = row.count(JOKER) - step.stolen.count(JOKER)
                made, after_it = _played(step._replace(taken=taken), robbed, row)
                after_it = self._freed(after_it) if set_of(row) else after_it
                must = self._must_earn(made, after_it)
                if must or (not self.alone and after_it.board and self._may_earn(made)):
                    earned = after_it._replace(board=after_it.board - 1)
                    yield made._replace(given=1, earns=True), earned
                if JOKER in row and not must:
                    yield made, after_it

    def _freed(self, state: State) -> State:
        """Return a position after a number was laid: all jokers in rows may be lent again."""
        if self.alone:
            return state
        hand, rows, lock, is_open, _, board = state
        return State(hand, rows, lock, is_open, state.jokers, board)

    def _may_earn(self, step: Step) -> bool:
        allowed = self.instance.readings.joker_in_three_earns_joker or JOKER not in step.new
        return allowed and len(step.new) == EARNS and not step.stolen

    def _must_earn(self, step: Step, after_it: State) -> bool:
        """Tell whether a play earns a joker for certain, which is always better."""
        nonempty = after_it.hand or self.held(after_it)
        return bool(self.alone and after_it.board and nonempty) and self._may_earn(step)

    def _joker_shifts(self, state: State) -> Iterator[tuple[Step, State]]:
        """Yield swaps, and jokers added to rows."""
        for row in sorted(set(state.rows)):
            for tile, new in exchanges(row, state.hand & around(row)) if JOKER in row else ():
                swapped = self._freed(state.replaced(row, new, 1 << tile))
                yield Step("swap", new, row, given=1), swapped
            for new in inserted(row, JOKER) if self.held(state) else ():
                yield Step("extend", new, row, taken=1), state.replaced(row, new)

    def _loans(self, state: State) -> Iterator[tuple[Step, State]]:
        """Yield jokers that leave the region, each at most once before a number is laid."""
        if not state.loans:
            return
        gone = state._replace(loans=state.loans - 1)
        for row in sorted(set(state.rows)):
            if not set_of(row):
                if self.lends_rows:
                    yield Step("loan", (), row, given=len(row)), gone.replaced(row, None)
            elif JOKER in row and self.instance.readings.steal_jokers:
                for stolen, ready, left in thefts(row, 0, True):
                    if not any(stolen):
                        step = Step("loan", (), row, ready, stolen, left, given=len(stolen))
                        yield step, gone.replaced(row, left)

    def every_move(self, state: State) -> Iterator[tuple[Step, State]]:
        """Yield the moves of a position, with or without jokers; jokers are not lent."""
        for step, after_it in self.jokerless_moves(state):
            if step.action != "play" or not self._must_earn(step, after_it):
                yield step, after_it
        if self.jokers:
            yield from self._joker_plays(state)
            yield from self._joker_shifts(state)

    # ---------------------------------------------------------------- the plan

    def plan(self, state: State, depth: int, outcome: Outcome) -> list[Step]:
        """Return the actions that lead to an outcome."""
        steps: list[Step] = []
        trace: Any = self._known(state, depth)[outcome]
        while trace and isinstance(trace[0], Step):
            step, state, outcome = trace
            steps.append(step)
            depth -= is_joker_move(step)
            trace = self._known(state, depth)[outcome]
        for part, won in trace:
            steps += self.part_plan(part, won)
        return steps

    def _known(self, state: State, depth: int) -> Outcomes:
        """Return the outcomes as they were when those before them were found."""
        cut = self.cut.get((state, depth))
        return self.full[state] if cut is None else cut

    def part_plan(self, state: State, outcome: Outcome) -> Iterator[Step]:
        """Yield the steps of a part, none of them with jokers, that lead to an outcome."""
        trace: Any = self.without[state][outcome]
        while trace:
            step, state, outcome = trace
            yield step
            trace = self.without[state][outcome]
        yield from added_at_last(state)


def added_at_last(state: State) -> Iterator[Step]:
    """Yield the extensions by all numbers that can still be added to rows without jokers."""
    hand = state.hand & shed(state)
    for row in state.rows:
        if JOKER not in row and hand & reachable(row, state.hand):
            added = hand & reachable(row, state.hand)
            hand &= ~added
            yield Step("extend", tuple(bits(added | set_of(row))), row)


def is_joker_move(step: Step) -> bool:
    """Tell whether a step counts for the depth."""
    moved = bool(step.taken or step.given)
    return moved or (step.action == "play" and JOKER in step.new)


def _locking(step: Step, state: State) -> tuple[Step, State, int]:
    """Return a joker move, where it leads, and the tiles that it touches.

    A joker added to a row waits for a move that touches this row.
    """
    tiles = set_of(step.new) | set_of(step.before or ()) | set_of(step.ready or ())
    if step.action == "extend":
        state = state._replace(lock=set_of(step.new))
    return step, state, tiles


def _played(step: Step, robbed: State, row: Row) -> tuple[Step, State]:
    rows = tuple(sorted((*robbed.rows, row)))
    hand = robbed.hand & ~set_of(row)
    after_it = State(hand, rows, robbed.lock, True, robbed.loans, robbed.board)
    return step._replace(new=row), after_it
