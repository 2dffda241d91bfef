"""Thefts for machine code, the same as in ``plans.py``."""

from __future__ import annotations

import numpy as np

from solver.tiles.native import inner
from solver.tiles.native.masks import (
    NOTHING,
    TWO,
    ZERO,
    Array,
    Mask,
    common,
    count,
    has,
    integer,
    lowest,
    minus,
    near,
    single,
    some,
    union,
    without_lowest,
)
from solver.tiles.native.rows import (
    FILLS,
    NONE,
    ROWS,
    THEFTS,
    THEFTS_OF,
    Book,
    found_slot,
    is_legal,
    mask_at,
    note_found,
    row_of,
)
from solver.tiles.rules import LEAST, STEP


@inner
def thefts(book: Book, row: int, hand: Mask, steal: bool, scratch: Array) -> tuple[int, int]:
    """Return where the thefts from a row begin, and how many (``plans.thefts``).

    ``steal``: jokers, too; ``scratch``: space for two rows.
    """
    jokers = book.rows[row].jokers
    near_it = book.rows[row].around
    hand = NOTHING if jokers else common(hand, (near_it[0], near_it[1]))
    what = np.uint64((row << 3) + THEFTS_OF + steal)
    at = found_slot(book, what, hand)
    if book.found_table[at] >= 0:
        found = book.found[book.found_table[at]]
        return found.first, found.size
    first, size = book.count[THEFTS], book.rows[row].size
    for one in range(size):
        for two in range(one, size):  # the same place: only one tile is stolen
            if jokers:
                tiles = book.rows[row].tiles
                if steal or (tiles[one] and tiles[two]):
                    _theft_of_tiles(book, row, one, two, first, scratch)
            else:
                _thefts_of_numbers(book, row, one, two, hand, scratch)
    if book.full[ROWS] or book.full[THEFTS] or book.full[FILLS]:
        book.count[THEFTS] = first
        return ZERO, ZERO
    return note_found(book, at, what, hand, first, book.count[THEFTS] - first)


@inner
def _rest(book: Book, row: int, one: int, two: int, scratch: Array) -> int:
    """Write what two places leave of a row; return how many tiles."""
    size = ZERO
    for place in range(book.rows[row].size):
        if place not in (one, two):
            scratch[0, size] = book.rows[row].tiles[place]
            size += 1
    return size


@inner
def _theft_of_tiles(book: Book, row: int, one: int, two: int, base: int, scratch: Array) -> None:
    """Note a theft, unless the same tiles are stolen already from other places."""
    size = _rest(book, row, one, two, scratch)
    if not is_legal(scratch[0], size):
        return
    left = row_of(book, scratch[0], size)
    tiles = book.rows[row].tiles
    first, second = tiles[one], NONE if two == one else tiles[two]
    for other in range(base, book.count[THEFTS]):
        theft = book.thefts[other]
        a, b = theft.stolen[0], theft.stolen[1]
        same = (a == first and b == second) or (a == second and b == first)
        if same and theft.left == left:
            return
    _steal(book, row, one, two, left, NOTHING)


@inner
def _steal(book: Book, row: int, one: int, two: int, left: int, added: Mask) -> None:
    """Note a theft."""
    at = book.count[THEFTS]
    if at == len(book.thefts):
        book.full[THEFTS] = 1
        return
    book.count[THEFTS] += 1
    theft, tiles = book.thefts[at], book.rows[row].tiles
    theft.stolen[0] = tiles[one]
    theft.stolen[1] = NONE if two == one else tiles[two]
    theft.added[0], theft.added[1] = added
    theft.left = left


@inner
def _thefts_of_numbers(
    book: Book, row: int, one: int, two: int, hand: Mask, scratch: Array
) -> None:
    size = _rest(book, row, one, two, scratch)
    rest = NOTHING
    for place in range(size):
        rest = union(rest, single(integer(scratch[0, place])))
    book.count[FILLS] = 0
    _close(book, scratch[0], size, ZERO, integer(scratch[0, 0]), TWO, hand, NOTHING)
    if size < LEAST:
        _lengthen(book, rest, hand)
    for at in range(book.count[FILLS]):
        added = mask_at(book.fills, at)
        whole, tiles = union(rest, added), ZERO
        while some(whole):
            scratch[1, tiles] = lowest(whole)
            whole = without_lowest(whole)
            tiles += 1
        _steal(book, row, one, two, row_of(book, scratch[1], tiles), added)


@inner
def _close(
    book: Book, tiles: Array, size: int, place: int, low: int, before: int, hand: Mask, fill: Mask
) -> None:
    """Note the least sets of hand numbers that close the gaps of rising numbers.

    From ``place`` on, where a number or a filler ``low`` is reached by a step of ``before``.
    """
    if place == size - 1:
        _fill(book, fill)
        return
    high = integer(tiles[place + 1])
    if high - low <= STEP:
        _close(book, tiles, size, place + 1, high, TWO, hand, fill)
        return
    for step in range(STEP + 1 - before, STEP + 1):
        if has(hand, low + step):
            more = union(fill, single(low + step))
            _close(book, tiles, size, place, low + step, step, hand, more)


@inner
def _fill(book: Book, fill: Mask) -> None:
    """Note a set, unless it is noted."""
    at = book.count[FILLS]
    for other in range(at):
        if book.fills[other, 0] == fill[0] and book.fills[other, 1] == fill[1]:
            return
    if at == len(book.fills):
        book.full[FILLS] = 1
        return
    book.count[FILLS] += 1
    book.fills[at, 0], book.fills[at, 1] = fill


@inner
def _lengthen(book: Book, rest: Mask, hand: Mask) -> None:
    """Replace sets that leave less than a sequence by all with one more number near it."""
    for tiles in range(count(rest), LEAST):
        at, end = ZERO, book.count[FILLS]
        while at < end:
            fill = mask_at(book.fills, at)
            whole = union(rest, fill)
            if count(whole) != tiles:
                at += 1
                continue
            end -= 1
            last = book.count[FILLS] - 1  # fills the place of the last old one, that one this place
            book.fills[at, 0], book.fills[at, 1] = mask_at(book.fills, end)
            book.fills[end, 0], book.fills[end, 1] = mask_at(book.fills, last)
            book.count[FILLS] = last
            ahead = minus(common(near(whole), hand), fill)
            while some(ahead):
                _fill(book, union(fill, single(lowest(ahead))))
                ahead = without_lowest(ahead)
