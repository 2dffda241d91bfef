"""New sequences for machine code, the same as in ``plans.py``."""

from __future__ import annotations

import numpy as np

from solver.tiles.native import inner
from solver.tiles.native.masks import (
    ZERO,
    Array,
    Mask,
    bridge,
    common,
    has,
    lowest,
    some,
    within,
    without_lowest,
)
from solver.tiles.native.rows import (
    NONE,
    ROWS,
    SEQUENCES,
    SEQUENCES_OF,
    Book,
    found_slot,
    note_found,
    row_of,
)
from solver.tiles.rules import LEAST, MOST, STEP


@inner
def sequences(
    book: Book, row: Array, hand: Mask, one: int, two: int, jokers: int
) -> tuple[int, int]:
    """Return where the new sequences with stolen tiles begin, and how many (``plans.sequences``).

    ``one``, ``two``: the stolen tiles, NONE for none; ``jokers``: those of the hand, at most.
    ``row``: scratch space.
    """
    low, high, spare, tiles = ZERO, ZERO, ZERO, ZERO  # the numbers that it needs
    for tile in (one, two):
        if tile != NONE:
            tiles += 1
            if not tile:
                spare += 1
            elif not low or tile < low:
                low, high = tile, low
            else:
                high = tile
    if low:
        hand = _joined(hand, low, high, STEP * (jokers + spare + 1))
    what = np.uint64(((((low * 128 + high) * 8 + spare) * 8 + jokers) << 3) + SEQUENCES_OF)
    at = found_slot(book, what, hand)
    if book.found_table[at] >= 0:
        found = book.found[book.found_table[at]]
        return found.first, found.size
    first = book.count[SEQUENCES]
    _longer(book, row, ZERO, ZERO, ZERO, ZERO, hand, low, high, jokers + spare, jokers, tiles)
    if book.full[SEQUENCES] or book.full[ROWS]:
        book.count[SEQUENCES] = first
        return ZERO, ZERO
    return note_found(book, at, what, hand, first, book.count[SEQUENCES] - first)


@inner
def _joined(hand: Mask, low: int, high: int, far: int) -> Mask:
    """Return the hand numbers that steps of at most ``far`` join to one or two numbers."""
    top = high if high else low
    if top - low > far:  # hand numbers may still be between them; they are few
        return hand
    first, last = low, top
    found = common(hand, within(low - far, top + far))
    while some(found):
        lower = min(first, lowest(found))
        upper, rest = last, found
        while some(rest):
            upper = max(upper, lowest(rest))
            rest = without_lowest(rest)
        if lower == first and upper == last:
            break
        first, last = lower, upper
        found = common(hand, within(first - far, last + far))
    return found


@inner
def _longer(
    book: Book,
    row: Array,
    size: int,
    last: int,
    pending: int,
    loose: int,
    hand: Mask,
    need: int,
    then: int,
    left: int,
    jokers: int,
    stolen: int,
) -> None:
    """Note a row, if it is a sequence, and all that begin with it.

    Behind its last number stand ``pending`` jokers; of those before it ``loose`` are not needed.
    The stolen numbers ``need`` and ``then`` are to come, 0 for none. ``left``: jokers to lay; at
    ``jokers`` of them the row has as many as were stolen.
    """
    lays = left < jokers  # a joker of the hand; it stays out where it is not needed
    if size > LEAST and loose and lays:
        return
    whole = not need and size >= LEAST and size > stolen and left <= jokers
    if whole and (not lays or size == LEAST or not loose + pending):
        at = book.count[SEQUENCES]
        if at == len(book.sequences):
            book.full[SEQUENCES] = 1
            return
        book.sequences[at] = row_of(book, row, size)
        book.count[SEQUENCES] += 1
    if left and last + pending < MOST:
        row[size] = 0
        _longer(
            book,
            row,
            size + 1,
            last,
            pending + 1,
            loose,
            hand,
            need,
            then,
            left - 1,
            jokers,
            stolen,
        )
    end = min(MOST, last + STEP * (pending + 1)) if last else MOST
    if need:
        end = min(end, need)
    for number in range(last + pending + 1, end + 1):
        if number == need or has(hand, number):
            more = loose + pending
            if last:
                more -= bridge(number - last)
            one, two = (then, ZERO) if number == need else (need, then)
            row[size] = number
            _longer(book, row, size + 1, number, ZERO, more, hand, one, two, left, jokers, stolen)
