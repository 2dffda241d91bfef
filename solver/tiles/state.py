"""A position of a harvest in a canonical form, the steps from one to the next, and its parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from typing import NamedTuple

from solver.tiles.chains import bridge
from solver.tiles.plans import ALL, around, bits, near, set_of
from solver.tiles.rules import JOKER, LEAST, Instance, Row

Rows = tuple[Row, ...]


class Step(NamedTuple):
    """One action: ``before`` is the row as it lies, ``ready`` after numbers were added to it.

    A play robs ``ready`` of ``stolen`` and leaves ``left``; a swap or an extension puts ``new`` in
    the place of ``before``. A loan robs a row of jokers only, which a play among other tiles lays;
    a row of jokers only is lent as a whole. ``taken`` and ``given`` are jokers of the hand.
    """

    action: str
    new: Row = ()
    before: Row | None = None
    ready: Row | None = None
    stolen: Row = ()
    left: Row | None = None
    taken: int = 0
    given: int = 0
    earns: bool = False


class State(NamedTuple):
    """The tiles of a position, jokers in hand apart.

    ``lock``: tiles of which the next joker move touches some; ``open``: it need not come.
    ``loans``: as many jokers may still be lent before a number is laid, from the hand or a row.
    ``board``: jokers still to earn, if no other region earns any.
    """

    hand: int
    rows: Rows
    lock: int = 0
    open: bool = True
    loans: int = 0
    board: int = 0

    @property
    def jokers(self) -> int:
        """The jokers that lie in rows."""
        return jokers_in(self.rows)

    def replaced(self, row: Row, new: Row | None, taken: int = 0) -> State:
        """Return the position with another row (or none) in a row's place, hand numbers taken."""
        rows = with_row(self.rows, row, new)
        return State(self.hand & ~taken, rows, self.lock, True, self.loans, self.board)


@lru_cache(maxsize=1 << 18)
def jokers_in(rows: Rows) -> int:
    """Return the jokers of some rows."""
    return sum(row.count(JOKER) for row in rows)


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


@lru_cache(maxsize=1 << 16)
def parts(hand: int, rows: Rows) -> tuple[State, ...]:
    """Cut a position into parts that never meet while no joker moves."""
    single = [_Part(row_reach(row), set_of(row), 0, (row,)) for row in rows]
    single += [_Part(near(1 << n), 1 << n, 1 << n, ()) for n in bits(hand)]
    apart: list[_Part] = []
    for part in single:
        meeting = [other for other in apart if part.meets(other)]
        apart = [other for other in apart if other not in meeting]
        apart.append(reduce(_Part.joined, meeting, part))
    return tuple(State(part.hand, tuple(sorted(part.rows))) for part in apart)


def regions(instance: Instance) -> list[State]:
    """Cut the first position where all jokers in one gap would not join the numbers around it.

    A laid row of jokers only may come to lie anywhere, so with one nothing is cut.
    """
    whole = State(set_of(instance.hand), tuple(sorted(instance.table)))
    jokers = instance.jokers_left + whole.jokers + instance.hand.count(JOKER)
    if not all(map(set_of, whole.rows)):
        return [whole]
    found: list[State] = []
    last = None
    for number in bits(tiles_of(whole)):
        if last is None or bridge(number - last) > jokers:
            found.append(State(0, ()))
        region = found[-1]
        rows = tuple(row for row in whole.rows if next(bits(set_of(row))) == number)
        found[-1] = State(region.hand | (whole.hand & 1 << number), region.rows + rows)
        last = number
    return [State(region.hand, tuple(sorted(region.rows))) for region in found]


def tiles_of(state: State) -> int:
    """Return the numbers of a position."""
    return state.hand | sum(set_of(row) for row in state.rows)


def with_row(rows: Rows, row: Row, new: Row | None) -> Rows:
    """Return rows with another one (or none) in the place of one of them."""
    place = rows.index(row)
    return tuple(sorted((*rows[:place], *rows[place + 1 :], *([new] if new else []))))


@cache
def row_reach(row: Row) -> int:
    """Return the numbers that can meet a row: near its numbers or where its jokers float.

    A row that can lose all its numbers to plays, and keep its jokers, can meet any number.
    """
    if row.count(JOKER) >= LEAST:
        return ALL
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
