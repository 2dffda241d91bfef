"""A harvest goes in; the best plan and its proof come out.

What can still be won from a position is a set of outcomes, none better than another in every way:
the thresholds of the tokens that new rows reach, and the flowers left in hand. Tokens do not
depend on the order of laying (docs/tiles-order.md), so outcomes of parts that share no tile are
simply put together: parts are numbers at most 2 apart. Jokers join the parts, so a position is
searched joker move by joker move; moves without jokers come first only in the part that the next
joker move touches, all others wait until the jokers are done with.

Numbers that can be added to rows without jokers wait, too, until a theft needs them or the end.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any, NamedTuple

from solver.tiles.plans import (
    around,
    bits,
    exchanges,
    flowers_of,
    inserted,
    sequences,
    set_of,
    thefts,
)
from solver.tiles.rules import EARNS, JOKER, Instance, Row

Rows = tuple[Row, ...]
Outcome = tuple[tuple[int, ...], int]  # token thresholds reached, falling; flowers left in hand
NEAR = 2  # numbers further apart never meet without a joker


class Step(NamedTuple):
    """One action: ``before`` is the row as it lies, ``ready`` after numbers were added to it.

    A play robs ``ready`` of ``stolen`` and leaves ``left``; else ``new`` takes the row's place.
    """

    action: str
    new: Row
    before: Row | None = None
    ready: Row | None = None
    stolen: Row = ()
    left: Row | None = None


class State(NamedTuple):
    """A position in a canonical form.

    ``lock``: tiles of which the next joker move touches some; ``open``: it need not come.
    """

    hand: int
    rows: Rows
    jokers: int = 0
    board: int = 0
    lock: int = 0
    open: bool = True


@dataclass(frozen=True, slots=True)
class _Part:
    """Tiles that can meet: the numbers that they reach, their own, the hand's, the rows."""

    reach: int
    tiles: int
    hand: int
    rows: Rows

    def meets(self, other: _Part) -> bool:
        """Tell whether two groups of tiles can come to lie in one row."""
        return bool(self.reach & other.tiles or other.reach & self.tiles)

    def joined(self, other: _Part) -> _Part:
        """Return two groups as one."""
        reach, tiles = self.reach | other.reach, self.tiles | other.tiles
        return _Part(reach, tiles, self.hand | other.hand, self.rows + other.rows)


class TimeIsUpError(Exception):
    """The deadline has come."""


# How an outcome came about: an action and the outcome behind it, or outcomes of parts.
Trace = tuple[Step, State, Outcome] | tuple[tuple[State, Outcome], ...]
Outcomes = dict[Outcome, Trace]


def dominated(outcome: Outcome, others: list[Outcome]) -> bool:
    """Tell whether another outcome is at least as good in every way."""
    tokens, left = outcome
    count = len(tokens)
    return any(
        lost <= left and len(won) >= count and all(map(int.__le__, tokens, won))
        for won, lost in others
    )


def best_only(outcomes: Outcomes) -> Outcomes:
    """Return the outcomes that no other one dominates."""
    kept: list[Outcome] = []
    for outcome in sorted(outcomes, key=lambda o: (o[1] - sum(o[0]), len(o[0]), o)):
        if not dominated(outcome, kept):
            kept.append(outcome)
    return {outcome: outcomes[outcome] for outcome in kept}


def together(first: Outcome, second: Outcome) -> Outcome:
    """Return the outcome of two parts."""
    return tuple(sorted(first[0] + second[0], reverse=True)), first[1] + second[1]


class Harvest:
    """The search of one harvest; its tables are kept from one depth to the next."""

    def __init__(self, instance: Instance, deadline: float) -> None:
        self.instance = instance
        self.deadline = deadline
        self.top = max(instance.tokens, default=0)
        self.reached = [
            max((token for token in instance.tokens if token <= count), default=0)
            for count in range(self.top + 1)
        ]
        self.without: dict[State, Outcomes] = {}
        self.full: dict[tuple[State, int], Outcomes] = {}
        self.cut_up: dict[tuple[int, Rows], list[State]] = {}
        self.moves: dict[State, list[tuple[Step, State]]] = {}
        self.cut = False  # whether some joker moves were left out because of the depth
        self.calls = 0

    def start(self) -> State:
        """Return the position that the instance begins with."""
        hand, board = self.instance.hand, self.instance.jokers_left
        rows = tuple(sorted(self.instance.table))
        return State(set_of(hand), rows, hand.count(JOKER), board)

    def value(self, outcome: Outcome) -> int:
        """Return the net points of an outcome."""
        left = sorted(self.instance.tokens)
        won = 0
        for threshold in outcome[0]:
            token = max((t for t in left if t <= threshold), default=0)
            if token:
                left.remove(token)
            won += token
        return won - outcome[1]

    def _threshold(self, row: Row) -> int:
        return self.reached[min(self.top, flowers_of(set_of(row)))]

    def _look_at_the_clock(self) -> None:
        self.calls += 1
        if self.calls % 64 == 0 and time.monotonic() > self.deadline:
            raise TimeIsUpError

    # ---------------------------------------------------------------- moves without jokers

    def parts(self, state: State) -> list[State]:
        """Cut a position into parts that never meet while no joker moves."""
        key = state.hand, state.rows
        if key in self.cut_up:
            return self.cut_up[key]
        parts = [_Part(row_reach(row), set_of(row), 0, (row,)) for row in state.rows]
        parts += [_Part(near(1 << n), 1 << n, 1 << n, ()) for n in bits(state.hand)]
        apart: list[_Part] = []
        for part in parts:
            meeting = [other for other in apart if part.meets(other)]
            apart = [other for other in apart if other not in meeting]
            apart.append(reduce(_Part.joined, meeting, part))
        self.cut_up[key] = [State(part.hand, tuple(sorted(part.rows))) for part in apart]
        return self.cut_up[key]

    def jokerless(self, state: State) -> Outcomes:
        """Return the outcomes of a part while every joker stays where it is."""
        if state in self.without:
            return self.without[state]
        self._look_at_the_clock()
        found: Outcomes = {((), flowers_of(state.hand & ~shed(state))): ()}
        for step, after_it in self.jokerless_moves(state):
            self._add(found, step, after_it, self.jokerless(after_it))
        found = best_only(found)
        self.without[state] = found
        return found

    def _add(self, found: Outcomes, step: Step, state: State, outcomes: Outcomes) -> None:
        won = self._threshold(step.new) if step.action == "play" else 0
        for outcome in outcomes:
            tokens = tuple(sorted((*outcome[0], won), reverse=True)) if won else outcome[0]
            found.setdefault((tokens, outcome[1]), (step, state, outcome))

    def jokerless_moves(self, state: State) -> Iterator[tuple[Step, State]]:
        """Yield the plays of numbers, and numbers added to rows with jokers."""
        for step, hand, rows in self._robberies(state, False):
            for row in sequences(hand, step.stolen, 0):
                yield self._played(state, step, hand, rows, row)
        for row in set(state.rows):
            if JOKER in row:
                for tile in bits(state.hand & around(row)):
                    for new in inserted(row, tile):
                        hand = state.hand & ~(1 << tile)
                        yield Step("extend", new, row), _with(state, hand, row, new)

    def _robberies(self, state: State, jokers: bool) -> Iterator[tuple[Step, int, Rows]]:
        """Yield nothing robbed, then every theft: a step without its row, hand and rows left.

        ``jokers``: those thefts that leave a joker to lay, else those that need none.
        """
        if not jokers or state.jokers or state.board:
            yield Step("play", ()), state.hand, state.rows
        steal = jokers and self.instance.readings.steal_jokers
        for row in sorted(set(state.rows)):
            fillers = 0 if JOKER in row else state.hand & around(row)
            for stolen, ready, left in thefts(row, fillers, steal):
                hand = state.hand & ~(set_of(ready) & ~set_of(row))
                if jokers:
                    useful = state.jokers > 0 or JOKER in stolen
                else:
                    useful = bool(hand & near(set_of(stolen)))
                if useful:
                    rows = _replaced(state.rows, row, left)
                    yield Step("play", (), row, ready, stolen, left), hand, rows

    def _played(
        self, state: State, step: Step, hand: int, rows: Rows, row: Row, spent: int = 0
    ) -> tuple[Step, State]:
        hand &= ~set_of(row)
        made = step._replace(new=row)
        jokers = state.jokers - spent
        return made, State(hand, tuple(sorted((*rows, row))), jokers, state.board, state.lock)

    # ---------------------------------------------------------------- moves with jokers

    def outcomes(self, state: State, depth: int) -> Outcomes:
        """Return the outcomes of a position with at most so many joker moves."""
        key = state, depth
        if key in self.full:
            return self.full[key]
        self._look_at_the_clock()
        found = self._jokers_done(state) if state.open else {}
        if state.jokers or state.board or any(JOKER in row for row in state.rows):
            if depth:
                for step, after_it in self._joker_moves(state):
                    self._add(found, step, after_it, self.outcomes(after_it, depth - 1))
                for step, after_it in self._moves_before(state):
                    self._add(found, step, after_it, self.outcomes(after_it, depth))
            elif state.hand or state.jokers:
                self.cut = True
        found = best_only(found)
        self.full[key] = found
        return found

    def _jokers_done(self, state: State) -> Outcomes:
        found: dict[Outcome, tuple[tuple[State, Outcome], ...]] = {((), 0): ()}
        for part in self.parts(state):
            if not part.hand:
                continue
            more = self.jokerless(part)
            put = {
                together(one, two): (*trace, (part, two))
                for one, trace in found.items()
                for two in more
            }
            found = best_only(put) if len(more) > 1 else put  # type: ignore[assignment,arg-type]
        return dict(found)

    def _moves_before(self, state: State) -> Iterator[tuple[Step, State]]:
        """Yield moves without jokers in one part, which the next joker move has to touch."""
        parts = self.parts(state)
        for part in parts:
            tiles = part.hand | _tiles(part.rows)
            if not part.hand or (state.lock and not tiles & state.lock):
                continue
            others = State(
                state.hand & ~part.hand,
                tuple(row for other in parts if other is not part for row in other.rows),
            )
            for step, after_it in self.jokerless_moves(part):
                if step.action == "play" and self._earns(
                    step, step.new, state, after_it.hand | others.hand
                ):
                    continue  # better with the joker
                rows = tuple(sorted(after_it.rows + others.rows))
                hand = after_it.hand | others.hand
                yield step, State(hand, rows, state.jokers, state.board, tiles, False)

    def _joker_moves(self, state: State) -> Iterator[tuple[Step, State]]:
        bare = state._replace(lock=0, open=True)
        if bare not in self.moves:
            self.moves[bare] = [*self._joker_plays(bare), *self._joker_shifts(bare)]
        for step, after_it in self.moves[bare]:
            if not state.lock or self._touches(state, step):
                lock = set_of(step.new) if after_it.jokers < state.jokers else 0
                lock = lock if step.action == "extend" else 0
                yield step, after_it._replace(lock=lock, open=True)

    def _touches(self, state: State, step: Step) -> bool:
        tiles = set_of(step.new) | set_of(step.before or ()) | set_of(step.ready or ())
        return bool(tiles & state.lock) or not tiles

    def _joker_plays(self, state: State) -> Iterator[tuple[Step, State]]:
        """Yield the plays with a joker in the row or earned by it."""
        for step, hand, rows in self._robberies(state, True):
            for row in sequences(hand, step.stolen, state.jokers):
                spent = row.count(JOKER) - step.stolen.count(JOKER)
                made, after_it = self._played(state, step, hand, rows, row, spent)
                if self._earns(step, row, after_it, after_it.hand):
                    yield made, _moved(after_it, jokers=1, board=-1)
                elif JOKER in row:
                    yield made, after_it

    def _earns(self, step: Step, row: Row, state: State, hand: int) -> bool:
        readings = self.instance.readings
        return (
            len(row) == EARNS
            and not step.stolen
            and state.board > 0
            and bool(hand or state.jokers)
            and (JOKER not in row or readings.joker_in_three_earns_joker)
        )

    def _joker_shifts(self, state: State) -> Iterator[tuple[Step, State]]:
        """Yield swaps, and jokers added to rows."""
        for row in sorted(set(state.rows)):
            for tile, new in exchanges(row, state.hand & around(row)) if JOKER in row else ():
                swapped = _with(state, state.hand & ~(1 << tile), row, new)
                yield Step("swap", new, row), _moved(swapped, jokers=1)
            for new in inserted(row, JOKER) if state.jokers else ():
                yield Step("extend", new, row), _moved(_with(state, state.hand, row, new), -1)

    # ---------------------------------------------------------------- the plan

    def plan(self, state: State, depth: int, outcome: Outcome) -> list[Step]:
        """Return the actions that lead to an outcome."""
        steps: list[Step] = []
        trace: Any = self.full[state, depth][outcome]
        while trace and isinstance(trace[0], Step):
            step, after_it, outcome = trace
            steps.append(step)
            depth -= is_joker_move(step, state, after_it)
            state, trace = after_it, self.full[after_it, depth][outcome]
        for part, won in trace:
            steps += self._part_plan(part, won)
        return steps

    def _part_plan(self, state: State, outcome: Outcome) -> Iterator[Step]:
        trace: Any = self.without[state][outcome]
        while trace:
            step, state, outcome = trace
            yield step
            trace = self.without[state][outcome]
        hand = state.hand & shed(state)
        for row in state.rows:
            if JOKER not in row and hand & reachable(row, state.hand):
                added = hand & reachable(row, state.hand)
                hand &= ~added
                yield Step("extend", tuple(bits(added | set_of(row))), row)


def is_joker_move(step: Step, before: State, after_it: State) -> bool:
    """Tell whether a step counts for the depth."""
    moved = before.jokers != after_it.jokers or before.board != after_it.board
    return moved or (step.action == "play" and JOKER in step.new)


def _tiles(rows: Rows) -> int:
    return sum(set_of(row) for row in rows)


def _replaced(rows: Rows, row: Row, new: Row) -> Rows:
    place = rows.index(row)
    return tuple(sorted((*rows[:place], *rows[place + 1 :], new)))


def _with(state: State, hand: int, row: Row, new: Row) -> State:
    return State(hand, _replaced(state.rows, row, new), state.jokers, state.board, state.lock)


def _moved(state: State, jokers: int, board: int = 0) -> State:
    """Return a position with more or fewer jokers in hand and on the board."""
    return state._replace(jokers=state.jokers + jokers, board=state.board + board)


@cache
def near(numbers: int) -> int:
    """Return the numbers at most NEAR away from a set, and the set."""
    return numbers | numbers << 1 | numbers << 2 | numbers >> 1 | numbers >> 2


@cache
def row_reach(row: Row) -> int:
    """Return the numbers that can meet a row: near its numbers or where its jokers float."""
    reach = near(set_of(row))
    return reach | around(row) if JOKER in row else reach


@cache
def reachable(row: Row, hand: int) -> int:
    """Return the hand numbers that can be added to a row without jokers."""
    whole = set_of(row)
    while True:
        low, high = whole & -whole, 1 << (whole.bit_length() - 1)
        within = near(low) | near(high) | ((high << 1) - low)
        more = within & hand & ~whole
        if not more:
            return whole & hand
        whole |= more


def shed(state: State) -> int:
    """Return the hand numbers that can be added to the rows without jokers (all of them)."""
    added = 0
    for row in state.rows:
        if JOKER not in row:
            added |= reachable(row, state.hand)
    return added
