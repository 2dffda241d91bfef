"""Rows for machine code: each different one is noted once and called by its number.

What is found for a row or a hand is noted as well, and looked up when it is asked for again. Where
an array is full, ``full`` says so, and the caller enlarges it and begins again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.tiles.native import inner
from solver.tiles.native.masks import (
    ALL,
    MIXING,
    NOTHING,
    TWO,
    ZERO,
    Array,
    Mask,
    common,
    count,
    integer,
    minus,
    near,
    single,
    some,
    union,
    within,
)
from solver.tiles.rules import LEAST, MOST, STEP, STOLEN

WIDE = 64  # tiles of a row at most
NONE = 255  # no tile
# reach: the numbers that can meet the row (state.row_reach); around: those of plans.around. may:
# which rows of the relaxation it can be, bit 0 for a new row, bit n + 1 for laid row n.
ROW = np.dtype(
    [
        ("tiles", np.uint8, WIDE),
        ("size", np.int64),
        ("jokers", np.int64),
        ("may", np.int64),
        ("flowers", np.int64),
        ("numbers", np.uint64, 2),
        ("reach", np.uint64, 2),
        ("around", np.uint64, 2),
    ]
)
# The tiles stolen, NONE for no second one; the row that is left; hand numbers that came to it.
THEFT = np.dtype([("stolen", np.uint8, 2), ("left", np.int32), ("added", np.uint64, 2)])
# A new row, by number, with a theft or none (-1); the loss of the play (losses.py).
LAID = np.dtype([("new", np.int32), ("theft", np.int32), ("loss", np.float64)])
FOUND = np.dtype([("key", np.uint64, 3), ("first", np.int64), ("size", np.int64)])
ROWS, THEFTS, SEQUENCES, PLAYS, FINDS, FILLS = range(6)
# The lowest bits of what is looked up; without the last one jokers are not stolen.
THEFTS_OF, PLAYS_OF, SEQUENCES_OF = 0, 2, 4


class Book(NamedTuple):
    """What is known of rows.

    Attributes:
        rows: ROW by number, from 1; ``row_table``: by their hash, -1 for none; a power of two.
        thefts: THEFT; ``sequences``: numbers of rows; ``plays``: LAID.
        found: FOUND, the thefts or plays of a row with a hand, or the sequences of a hand with a
            theft; ``found_table``: by their hash.
        fills: space for sets of hand numbers.
        count: of rows, thefts, sequences, plays, found, fills.
        full: whether there are too many rows, thefts, sequences, plays, found, fills.
        own: laid rows x 2 words, their numbers at first; ``holds``: numbers that they may hold.
        flowers: by number.
        new: whether the tables are to be filled.
    """

    rows: Array
    row_table: Array
    thefts: Array
    sequences: Array
    plays: Array
    found: Array
    found_table: Array
    fills: Array
    count: Array
    full: Array
    own: Array
    holds: Array
    flowers: Array
    new: Array


@inner
def some_of(flags: Array) -> bool:
    """Tell whether there is a true one."""
    found = False
    for flag in flags:
        found |= flag
    return found


@inner
def mask_at(array: Array, place: int) -> Mask:
    """Return a set that an array holds."""
    return array[place, 0], array[place, 1]


@inner
def numbers_of(book: Book, row: int) -> Mask:
    """Return the numbers of a row."""
    return book.rows[row].numbers[0], book.rows[row].numbers[1]


@inner
def is_legal(tiles: Array, size: int) -> bool:
    """Tell whether tiles are a legal sequence."""
    if size < LEAST:
        return False
    last, jokers = ZERO, ZERO
    for place in range(size):
        tile = integer(tiles[place])
        if tile == 0:
            jokers += 1
            continue
        step = tile - last
        if step <= jokers or (last and step > STEP * (jokers + 1)):
            return False
        last, jokers = tile, ZERO
    return last + jokers <= MOST


@inner
def _hashed(tiles: Array, size: int) -> np.uint64:
    key = np.uint64(size)
    for place in range(size):
        key = (key ^ np.uint64(tiles[place])) * MIXING
        key ^= key >> np.uint64(29)
    return key


@inner
def row_of(book: Book, tiles: Array, size: int) -> int:
    """Return the number of a row; a new one is noted. 0 where there are too many."""
    end = len(book.row_table) - 1
    at = integer(_hashed(tiles, size) & np.uint64(end))
    while book.row_table[at] >= 0:
        row = integer(book.row_table[at])
        if book.rows[row].size == size:
            same = True
            for place in range(size):
                if book.rows[row].tiles[place] != tiles[place]:
                    same = False
                    break
            if same:
                return row
        at = (at + 1) & end
    row = integer(book.count[ROWS])
    if row == len(book.rows):
        book.full[ROWS] = 1
        return ZERO
    book.count[ROWS] += 1
    book.row_table[at] = row
    _note(book, row, tiles, size)
    return row


@inner
def _note(book: Book, row: int, tiles: Array, size: int) -> None:
    noted = book.rows[row]
    numbers, jokers, low, high, flowers = NOTHING, ZERO, ZERO, ZERO, ZERO
    for place in range(size):
        tile = integer(tiles[place])
        noted.tiles[place] = tile
        if tile:
            numbers = union(numbers, single(tile))
            low = low if low else tile
            high = tile
            flowers += book.flowers[tile]
        else:
            jokers += 1
    noted.size, noted.jokers, noted.flowers = size, jokers, flowers
    noted.numbers[0], noted.numbers[1] = numbers
    far = 4 + STEP * jokers
    around = within(low - far, high + far) if high else ALL
    noted.around[0], noted.around[1] = around
    reach = near(numbers)
    if jokers >= LEAST or not high:
        reach = ALL
    elif jokers:
        reach = union(reach, around)
    noted.reach[0], noted.reach[1] = reach
    may = ZERO
    for laid in range(len(book.own)):
        if count(common(numbers, mask_at(book.own, laid))) > STOLEN:
            may |= TWO << laid
    if not may:
        may += 1
        for laid in range(len(book.own)):
            if not some(minus(numbers, mask_at(book.holds, laid))):
                may |= TWO << laid
    noted.may = may


@inner
def found_slot(book: Book, what: np.uint64, hand: Mask) -> int:
    """Return where it is noted what was found for a hand, or where it could be."""
    end = len(book.found_table) - 1
    key = (what * MIXING) ^ hand[0]
    key = ((key ^ (key >> np.uint64(31))) * MIXING) ^ hand[1]
    key = (key ^ (key >> np.uint64(31))) * MIXING
    at = integer((key >> np.uint64(20)) & np.uint64(end))
    while book.found_table[at] >= 0:
        known = book.found[book.found_table[at]]
        if known.key[0] == what and known.key[1] == hand[0] and known.key[2] == hand[1]:
            return at
        at = (at + 1) & end
    return at


@inner
def note_found(
    book: Book, at: int, what: np.uint64, hand: Mask, first: int, size: int
) -> tuple[int, int]:
    """Note where something begins that was found for a hand, and how much it is; return both."""
    place = book.count[FINDS]
    if place == len(book.found):
        book.full[FINDS] = 1
        return ZERO, ZERO
    book.count[FINDS] += 1
    book.found_table[at] = place
    found = book.found[place]
    found.key[0], found.key[1], found.key[2] = what, hand[0], hand[1]
    found.first, found.size = first, size
    return first, size


@inner
def fill_tables(book: Book) -> None:
    """Note all rows and finds in tables that are empty."""
    end = len(book.row_table) - 1
    for row in range(1, book.count[ROWS]):
        size = book.rows[row].size
        at = integer(_hashed(book.rows[row].tiles, size) & np.uint64(end))
        while book.row_table[at] >= 0:
            at = (at + 1) & end
        book.row_table[at] = row
    for place in range(book.count[FINDS]):
        key = book.found[place].key
        book.found_table[found_slot(book, key[0], (key[1], key[2]))] = place
