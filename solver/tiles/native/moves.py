"""The moves of a position for machine code, the same as in ``harvest.py``.

A position is the numbers in hand and rows by their numbers (``rows.py``). Some moves leave all
jokers where they are, the others lay, win, steal or swap one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.tiles.native import inner
from solver.tiles.native.losses import Facts, play_loss, shift_loss
from solver.tiles.native.masks import (
    NEGATIVE,
    NO,
    NOTHING,
    ONE,
    ZERO,
    Array,
    Mask,
    common,
    integer,
    lowest,
    meet,
    minus,
    near,
    single,
    some,
    union,
    without_lowest,
)
from solver.tiles.native.rows import (
    NONE,
    PLAYS,
    PLAYS_OF,
    Book,
    found_slot,
    is_legal,
    note_found,
    numbers_of,
    row_of,
    some_of,
)
from solver.tiles.native.sequences import sequences
from solver.tiles.native.thefts import thefts
from solver.tiles.rules import EARNS

PLAY, EXTEND, SWAP = ZERO, ONE, ONE + ONE
NO_TILE = integer(NONE)
# A move: the row that is robbed or changed (-1 for none) and what is left of a robbed one; the new
# row, or the changed one; numbers in hand afterwards; whether the play may earn a joker.
MOVE = np.dtype(
    [
        ("kind", np.int64),
        ("before", np.int64),
        ("left", np.int64),
        ("new", np.int64),
        ("hand", np.uint64, 2),
        ("loss", np.float64),
        ("earns", np.bool_),
    ]
)


class Moves(NamedTuple):
    """A stack: MOVE, how many there are, and whether there are too many."""

    moves: Array
    count: Array
    full: Array


@inner
def _move(
    moves: Moves, kind: int, hand: Mask, before: int, left: int, new: int, loss: float, earns: bool
) -> None:
    """Put a move on the stack."""
    at = moves.count[0]
    if at == len(moves.moves):
        moves.full[0] = 1
        return
    moves.count[0] += 1
    move = moves.moves[at]
    move.kind, move.before, move.left, move.new = kind, before, left, new
    move.hand[0], move.hand[1] = hand
    move.loss, move.earns = loss, earns


@inner
def _insert(
    facts: Facts, book: Book, moves: Moves, row: int, tile: int, hand: Mask, scratch: Array
) -> None:
    """Put all legal rows on the stack that hold one more tile."""
    size, tiles = book.rows[row].size, book.rows[row].tiles
    loss = shift_loss(facts, book, row, tile, ZERO)
    rest = minus(hand, single(tile)) if tile else hand
    for place in range(size + 1):
        if place and tiles[place - 1] == tile:
            continue  # the same as one place before
        for at in range(size + 1):
            scratch[0, at] = tile if at == place else tiles[at - (at > place)]
        if is_legal(scratch[0], size + 1):
            new = row_of(book, scratch[0], size + 1)
            _move(moves, EXTEND, rest, row, NEGATIVE, new, loss, NO)


@inner
def _swap(
    facts: Facts, book: Book, moves: Moves, row: int, tile: int, hand: Mask, scratch: Array
) -> None:
    """Put all legal rows on the stack where a number stands in the place of a joker."""
    size, tiles = book.rows[row].size, book.rows[row].tiles
    loss = shift_loss(facts, book, row, tile, ONE)
    for place in range(size):
        if tiles[place] == 0:
            for at in range(size):
                scratch[0, at] = tile if at == place else tiles[at]
            if is_legal(scratch[0], size):
                new = row_of(book, scratch[0], size)
                _move(moves, SWAP, minus(hand, single(tile)), row, NEGATIVE, new, loss, NO)


@inner
def _theft_at(book: Book, theft: int) -> tuple[int, int, Mask, int]:
    """Return the stolen tiles, the hand numbers added before, the row that is left."""
    if theft < 0:
        return NO_TILE, NO_TILE, NOTHING, NEGATIVE
    found = book.thefts[theft]
    one, two = integer(found.stolen[0]), integer(found.stolen[1])
    return one, two, (found.added[0], found.added[1]), integer(found.left)


@inner
def _plays_with(
    facts: Facts,
    book: Book,
    row: int,
    theft: int,
    hand: Mask,
    held: int,
    with_jokers: bool,
    scratch: Array,
) -> None:
    """Note the plays that go with a theft from a row, or with none."""
    one, two, added, _ = _theft_at(book, theft)
    spare = integer(one == 0) + integer(two == 0)
    rest = minus(hand, added)
    if with_jokers:
        if theft >= 0 and not held and not spare:
            return
    elif theft >= 0:
        beside = near(single(one))
        if two != NONE:
            beside = union(beside, near(single(two)))
        if not meet(beside, rest):
            return
    first, size = sequences(book, scratch[2], rest, one, two, held)
    for place in range(first, first + size):
        new = integer(book.sequences[place])
        jokers = book.rows[new].jokers
        if with_jokers and not jokers and (theft >= 0 or book.rows[new].size != EARNS):
            continue
        at = book.count[PLAYS]
        if at == len(book.plays):
            book.full[PLAYS] = 1
            return
        book.count[PLAYS] += 1
        play = book.plays[at]
        play.new, play.theft = new, theft
        before = row if theft >= 0 else NEGATIVE
        play.loss = play_loss(facts, book, new, one, two, before, added, jokers - spare)


@inner
def _plays_of(
    facts: Facts, book: Book, row: int, hand: Mask, held: int, with_jokers: bool, scratch: Array
) -> tuple[int, int]:
    """Return where the plays begin that rob a row (0: none), and how many.

    ``with_jokers``: those with a joker, or that could earn one; ``held``: jokers in hand.
    """
    what = np.uint64((((row * 8) + held) << 3) + PLAYS_OF + with_jokers)
    at = found_slot(book, what, hand)
    if book.found_table[at] >= 0:
        found = book.found[book.found_table[at]]
        return found.first, found.size
    begin, size = ZERO, ZERO
    if row:
        begin, size = thefts(book, row, hand, with_jokers and facts.steal, scratch)
    first = book.count[PLAYS]
    if not row:
        _plays_with(facts, book, row, NEGATIVE, hand, held, with_jokers, scratch)
    for theft in range(begin, begin + size):
        _plays_with(facts, book, row, integer(theft), hand, held, with_jokers, scratch)
    if some_of(book.full):
        book.count[PLAYS] = first
        return ZERO, ZERO
    at = found_slot(book, what, hand)  # other things were noted in between
    return note_found(book, at, what, hand, first, book.count[PLAYS] - first)


@inner
def _plays(
    facts: Facts,
    book: Book,
    moves: Moves,
    row: int,
    hand: Mask,
    held: int,
    with_jokers: bool,
    board: int,
    most: float,
    scratch: Array,
) -> None:
    """Put the plays on the stack that rob a row (0: none) and lose at most so much.

    ``with_jokers``: only those with a joker, or that earn one of ``board``.
    """
    first, size = _plays_of(facts, book, row, hand, held, with_jokers, scratch)
    for place in range(first, first + size):
        play = book.plays[place]
        if play.loss > most:
            continue
        new = integer(play.new)
        _, _, added, left = _theft_at(book, integer(play.theft))
        jokers = book.rows[new].jokers
        after = minus(minus(hand, added), numbers_of(book, new))
        if with_jokers and not jokers and not (board and (some(after) or held)):
            continue
        earns = not row and book.rows[new].size == EARNS and (facts.earns or not jokers)
        before = row if row else NEGATIVE
        _move(moves, PLAY, after, before, left, new, play.loss, earns)


@inner
def put_moves(
    facts: Facts,
    book: Book,
    moves: Moves,
    hand: Mask,
    laid: Array,
    many: int,
    held: int,
    with_jokers: bool,
    board: int,
    most: float,
    scratch: Array,
) -> None:
    """Put the moves on the stack, but no plays that lose more than ``most``.

    ``with_jokers``: those that lay, win, steal or swap a joker, or could earn one; else the plays
    of numbers, and numbers added to rows with jokers (``held`` and ``board`` being 0).
    """
    if held or board or not with_jokers:
        _plays(facts, book, moves, ZERO, hand, held, with_jokers, board, most, scratch)
    for place in range(many):
        row = integer(laid[place])
        if place and row == laid[place - 1]:
            continue
        _plays(facts, book, moves, row, hand, held, with_jokers, board, most, scratch)
        if book.rows[row].jokers:
            close = common(hand, (book.rows[row].around[0], book.rows[row].around[1]))
            while some(close):
                if with_jokers:
                    _swap(facts, book, moves, row, lowest(close), hand, scratch)
                else:
                    _insert(facts, book, moves, row, lowest(close), hand, scratch)
                close = without_lowest(close)
        if held:
            _insert(facts, book, moves, row, ZERO, hand, scratch)
