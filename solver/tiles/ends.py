"""Rows go in; equations come out that say how their ends and their jokers move.

The model without order (relaxed.py) knows how rows begin, what comes to them, what is stolen, and
how they end. In between the lowest number of a row moves up only where it is stolen, down only
where a number comes below it; likewise the highest. A joker lies to the right of a number, or to
the left of the lowest one, and has another neighbour only where one comes or goes. Every plan keeps
to these equations (docs/tiles-order.md).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from ortools.sat.python import cp_model

from solver.tiles.chains import bridge
from solver.tiles.rules import LEAST, STEP

MOST_PLACED = 3  # jokers; with more the program takes longer than the bound is worth

Sum = cp_model.LinearExpr | int
Variable = cp_model.IntVar
By = dict[int, list[Sum]]  # summands by number
Coming = tuple[Variable, Variable]


def by_number() -> By:
    """Return no summands yet for any number."""
    return defaultdict(list)


@dataclass(slots=True)
class Paths:
    """The last rows, by the numbers where they begin and end.

    ``gaps``: the jokers that they need to the right of a number; ``short``: those that they need
    anywhere to be three tiles, by the highest number.
    """

    begin: dict[int, Variable] = field(default_factory=dict)
    end: By = field(default_factory=by_number)
    gaps: By = field(default_factory=by_number)
    short: By = field(default_factory=by_number)

    @property
    def needed(self) -> Sum:
        """The jokers of all of them."""
        return sum(chain(*self.gaps.values(), *self.short.values()))


@dataclass(slots=True)
class Rows:
    """Rows that are not told apart: all new ones, or a single laid one.

    Attributes:
        numbers: that they may hold, rising; all mappings are by them.
        low, high: how many rows begin with a number at first, how many end with it.
        held: how often it comes to them, 1 at most; ``stolen``: how often it leaves them.
        once: whether it leaves them at most once.
        coming: how a number of the hand comes to them: added, or in the place of a joker.
        paths: the last rows; ``bare``: those of jokers only, at first and at last.
        lying: jokers that lie to the right of number n at first, by n; left of it, by -n.
        short: jokers that lie anywhere in rows of one or two numbers, by the highest one;
            ``spare``: in any row.
        added: jokers of the hand that come to them; ``robbed``: jokers that are stolen.
    """

    numbers: Sequence[int]
    low: Mapping[int, Sum]
    high: Mapping[int, Sum]
    held: Mapping[int, Sum]
    stolen: Mapping[int, Sum]
    once: bool
    coming: Mapping[int, Coming]
    paths: Paths
    bare: tuple[Sum, Sum]
    lying: Mapping[int, Sum]
    short: Mapping[int, Sum]
    spare: Mapping[int, Sum]
    added: Sum
    robbed: Sum


@dataclass(slots=True)
class _Stock:
    """What comes to each place and leaves it."""

    into: By = field(default_factory=by_number)
    out: By = field(default_factory=by_number)


def tie(model: cp_model.CpModel, rows: Rows, jokers: int, plays: int) -> None:
    """Add the equations; ``jokers``: of the game, ``plays``: at most."""
    _Ends(model, rows, jokers, plays).tie()


class _Ends:
    """The equations; a joker is right of number n at n, left of it at -n, without one at 0."""

    def __init__(self, model: cp_model.CpModel, rows: Rows, jokers: int, plays: int) -> None:
        self.model, self.rows = model, rows
        self.jokers, self.plays = jokers, plays
        self.placed = 0 < jokers <= MOST_PLACED  # whether it is told where jokers lie
        self.low, self.high, self.lying = _Stock(), _Stock(), _Stock()
        self.at_end = by_number()  # thefts of a number at an end
        self.extended, self.swapped = by_number(), by_number()  # numbers that come to an end
        self.parted = by_number()  # jokers that get a number as their neighbour
        self.freed = by_number()  # jokers in the place of which a number comes
        self.behind = by_number()  # jokers that lose a number as their neighbour
        self.needed = by_number()  # jokers that have to be right of a number once
        self.needed_near: list[tuple[Variable, range]] = []  # thefts that need one somewhere there

    def tie(self) -> None:
        """Add all equations."""
        for place, low in enumerate(self.rows.numbers):
            for high in self.rows.numbers[place + 1 :]:
                if bridge(high - low) > self.jokers:
                    break
                self._neighbours(low, high)
        if self.jokers >= LEAST:
            self._bare()
        for number in self.rows.numbers:
            self._ends_of(number)
        if self.placed:
            self._place_jokers()

    def _count(self, most: int) -> Variable:
        return self.model.new_int_var(0, most, "")

    def _jokers(self, most: Sum | None = None) -> Variable:
        """Return how many jokers move, at most so many."""
        moved = self._count(self.jokers * self.plays)
        if most is not None:
            self.model.add(moved <= most)
        return moved

    def _moved(self, start: int, to: int, most: Sum | None = None) -> Variable:
        """Return how many jokers get another neighbour."""
        moved = self._jokers(most)
        self.lying.out[start].append(moved)
        self.lying.into[to].append(moved)
        return moved

    def _end(self, stock: _Stock, start: int, to: int, stays: int) -> Variable:
        """Return how often an end of a row moves, beside a number that stays."""
        moved = self._count(self.plays)
        stock.out[start].append(moved)
        stock.into[to].append(moved)
        if self.rows.once:
            self.model.add(moved <= self.rows.held[stays])
        return moved

    def _neighbours(self, low: int, high: int) -> None:
        """Say what happens where one of two neighbours is an end that comes or goes."""
        between = bridge(high - low)
        up = self._end(self.low, low, high, high)
        down = self._end(self.high, high, low, low)
        self.at_end[low].append(up)
        self.at_end[high].append(down)
        below = self._coming(self.low, low, high)
        above = self._coming(self.high, high, low)
        if not self.placed:
            return
        self.model.add(self._moved(low, -high, self.jokers * up) >= between * up)
        self._moved(-low, -high, self.jokers * up)
        self.behind[high].append(self._moved(high, low))
        if between:
            self.needed[low] += [between * down, between * above]
        if low in self.rows.coming:
            moved = self._moved(-high, low, self.jokers * below)
            self.model.add(moved >= between * below)
            self._moved(-high, -low, self.jokers * below)
        if high in self.rows.coming:
            self.parted[high].append(self._moved(low, high))
        if high - low <= STEP * self.jokers:
            self._freed(-high, low)
            self._freed(low, high)

    def _freed(self, start: int, number: int) -> None:
        """Let a number come in the place of a joker."""
        if number in self.rows.coming:
            freed = self._jokers()
            self.lying.out[start].append(freed)
            self.freed[number].append(freed)

    def _coming(self, stock: _Stock, number: int, beside: int) -> Sum:
        """Return how often a number comes to an end beside another one."""
        if number not in self.rows.coming:
            return 0
        ways = []
        for spent, found in enumerate((self.extended, self.swapped)):
            if bridge(abs(number - beside)) <= self.jokers - spent:  # a swapped joker has gone
                ways.append(self._end(stock, beside, number, beside))
                found[number].append(ways[-1])
        return sum(ways)

    def _bare(self) -> None:
        """Say what happens where a row loses its last number, or gets a first one anywhere."""
        first, last = self.rows.bare
        lost, found = list[Sum](), list[Sum]()
        for number in self.rows.numbers:
            gone = self._count(self.plays)
            lost.append(gone)
            for moves in (self.at_end, self.low.out, self.high.out):
                moves[number].append(gone)
            if self.placed:
                for side in (number, -number):
                    self._moved(side, 0, self.jokers * gone)
            if number not in self.rows.coming:
                continue
            ways = []
            for moves in (self.extended, self.swapped):
                ways.append(self._count(1))
                moves[number].append(ways[-1])
            for ends in (self.low.into, self.high.into):
                ends[number] += ways
            found += ways
            if self.placed:
                for side in (number, -number):
                    self._moved(0, side, self.jokers * sum(ways))
                self._freed(0, number)
        self.model.add(sum(found) <= sum(lost) + first)
        self.lying.into[0].append(LEAST * first)
        self.lying.out[0].append(LEAST * last)

    def _ends_of(self, number: int) -> None:
        """Say that as many ends come to a number as leave it or stay, and how it comes and goes."""
        rows, paths = self.rows, self.rows.paths
        for stock, first, last in (
            (self.low, rows.low[number], paths.begin[number]),
            (self.high, rows.high[number], sum(paths.end[number])),
        ):
            self.model.add(first + sum(stock.into[number]) == last + sum(stock.out[number]))
        thefts = [*self.at_end[number], self._within(number, 1)]
        if self.jokers:
            thefts.append(self._bridged(number))
        if self.placed:
            self.model.add(sum(self.behind[number]) <= self.jokers * sum(thefts))
        self.model.add(rows.stolen[number] == sum(thefts))
        if number not in rows.coming:
            return
        extended, swapped = rows.coming[number]
        inside = [self._within(number, 1)]
        if self.jokers:
            inside.append(self._within(number, STEP * (self.jokers + 1)))
            replacing = self._within(number, STEP * self.jokers)
            self.model.add(swapped == sum(self.swapped[number]) + replacing)
        if self.placed:
            self.model.add(swapped == sum(self.freed[number]))
            self.model.add(sum(self.parted[number]) <= self.jokers * (extended + swapped))
        self.model.add(extended == sum(self.extended[number]) + sum(inside))

    def _within(self, number: int, reach: int) -> Variable:
        """Return how often (once at most) a number comes or goes with numbers on both sides."""
        inside = self._count(1)
        for near in (range(number - reach, number), range(number + 1, number + reach + 1)):
            self.model.add(inside <= sum(self.rows.held[n] for n in near if n in self.rows.held))
        return inside

    def _bridged(self, number: int) -> Variable:
        """Return how often a number is stolen from between numbers with a joker beside it."""
        stolen = self._count(self.plays)
        reach = STEP * (self.jokers + 1)
        self.needed_near.append((stolen, range(number - reach + 1, number + 1)))
        return stolen

    def _place_jokers(self) -> None:
        """Say where jokers come from and go to, and that there are as many as rows need."""
        rows, reach = self.rows, STEP * (self.jokers + 1)
        lying, added, robbed = self.lying, list[Sum](), list[Sum]()
        places = [side for number in rows.numbers for side in (number, -number)]
        for place in (*places, 0) if self.jokers >= LEAST else places:
            added.append(self._jokers())
            lying.into[place] += [rows.lying.get(place, 0), added[-1]]
            robbed.append(self._jokers())
            lying.out[place].append(robbed[-1])
        self.model.add(sum(added) <= rows.added)
        self.model.add(sum(robbed) == rows.robbed)
        for number in rows.numbers:
            lying.out[number] += rows.paths.gaps[number]
            below = [place for place in places if abs(place) <= number]
            close = [place for place in below if abs(place) >= number - reach]
            for pool, among in ((rows.short, close), (rows.spare, below)):
                if number in pool:
                    laid = [self._jokers() for _ in among]
                    for place, jokers in zip(among, laid, strict=True):
                        lying.into[place].append(jokers)
                    self.model.add(sum(laid) <= pool[number])
            if rows.paths.short[number]:
                last = [self._jokers() for _ in close]
                for place, jokers in zip(close, last, strict=True):
                    lying.out[place].append(jokers)
                self.model.add(sum(last) >= sum(rows.paths.short[number]))
        for place in list(lying.out):
            self.model.add(sum(lying.into[place]) >= sum(lying.out[place]))
        for number in rows.numbers:
            came = sum(lying.into[number])
            for needed in self.needed[number]:
                self.model.add(came >= needed)
        for stolen, near in self.needed_near:
            self.model.add(stolen <= sum(sum(lying.into[n]) for n in near if n in rows.held))
