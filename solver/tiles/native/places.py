"""Places of the search for machine code: which are known, and which come next."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.tiles.native import inner
from solver.tiles.native.masks import ZERO, Array, integer
from solver.tiles.native.parts import mixed

# A place: numbers in hand, the lock; the loss of the steps; the place before it, and the next one
# with the same tiles; how many rows, jokers still to earn; ``open`` and ``due`` as in pruning.py.
PLACE = np.dtype(
    [
        ("hand", np.uint64, 2),
        ("lock", np.uint64, 2),
        ("loss", np.float64),
        ("before", np.int32),
        ("alike", np.int32),
        ("many", np.uint8),
        ("board", np.uint8),
        ("open", np.bool_),
        ("due", np.bool_),
    ]
)
WAITING = np.dtype([("loss", np.float64), ("place", np.int64)])


class Places(NamedTuple):
    """Positions with the thresholds of the tokens won by then, and how they were reached.

    Attributes:
        places: PLACE; ``rows``: places x rows, by number; ``tokens``: places x thresholds, falling.
        table: the first place of those with the same tiles, by their hash, -1 for none.
        heap: WAITING, the place with the least loss first.
        count: of places, of those that wait; ``full``: whether there are too many.
        new: whether the table is to be filled; ``firsts``: with what.
    """

    places: Array
    rows: Array
    tokens: Array
    table: Array
    heap: Array
    count: Array
    full: Array
    new: Array
    firsts: Array


@inner
def _same_tiles(places: Places, one: int, two: int) -> bool:
    a, b = places.places[one], places.places[two]
    if a.hand[0] != b.hand[0] or a.hand[1] != b.hand[1]:
        return False
    if a.many != b.many or a.board != b.board:
        return False
    same = True
    for place in range(a.many):
        same &= places.rows[one, place] == places.rows[two, place]
    return same


@inner
def _rules_out(places: Places, one: int, two: int) -> bool:
    """Tell whether all that one place of the same tiles can still win, another one can."""
    a, b = places.places[one], places.places[two]
    if b.open and not a.open:
        return False
    free = a.lock[0] | a.lock[1] == np.uint64(0)
    if not free and (a.lock[0] != b.lock[0] or a.lock[1] != b.lock[1]):
        return False
    for token in range(places.tokens.shape[1]):
        if places.tokens[one, token] < places.tokens[two, token]:
            return False
    return True


@inner
def place_slot(places: Places, number: int) -> int:
    """Return where in the table the tiles of a place stand, or where they could."""
    end, place = len(places.table) - 1, places.places[number]
    many, board = integer(place.many), integer(place.board)
    hand = place.hand[0], place.hand[1]
    at = integer(mixed(hand, places.rows[number], many, board) & np.uint64(end))
    while places.table[at] >= 0 and not _same_tiles(places, integer(places.table[at]), number):
        at = (at + 1) & end
    return at


@inner
def note(places: Places, number: int) -> bool:
    """Tell whether nothing rules a place out; if so, note it for what it rules out."""
    at, place = place_slot(places, number), places.places[number]
    other = integer(places.table[at])
    while other >= 0:
        if _rules_out(places, other, number):
            if _rules_out(places, number, other):  # they are one
                places.places[other].loss = max(places.places[other].loss, place.loss)
            return False
        other = integer(places.places[other].alike)
    last, other = number, integer(places.table[at])
    while other >= 0:
        if _rules_out(places, number, other):
            places.places[other].due = False
        else:
            places.places[last].alike = other
            last = other
        other = integer(places.places[other].alike)
    places.places[last].alike = -1
    places.table[at] = number
    return True


@inner
def push(places: Places, number: int) -> None:
    """Let a place wait for its turn."""
    heap, loss = places.heap, places.places[number].loss
    at = places.count[1]
    places.count[1] += 1
    while at:
        above = (at - 1) >> 1
        if heap[above].loss <= loss:
            break
        heap[at] = heap[above]
        at = above
    heap[at].loss, heap[at].place = loss, number


@inner
def pop(places: Places) -> None:
    """Take the most promising place from those that wait."""
    heap = places.heap
    places.count[1] -= 1
    size = places.count[1]
    loss, number = heap[size].loss, heap[size].place
    at = ZERO
    while True:
        below = 2 * at + 1
        if below >= size:
            break
        if below + 1 < size and heap[below + 1].loss < heap[below].loss:
            below += 1
        if heap[below].loss >= loss:
            break
        heap[at] = heap[below]
        at = below
    heap[at].loss, heap[at].place = loss, number
