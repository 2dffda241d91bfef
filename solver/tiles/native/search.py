"""The search of ``pruning.py`` as machine code: places go in, the places one move on come out.

Arrays have room for so many entries; when one is full, the caller enlarges it and calls again.
Nothing is lost: what is known already is not noted twice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.tiles.native import entry, inner
from solver.tiles.native.losses import Facts, note_arcs
from solver.tiles.native.masks import (
    NEGATIVE,
    NO,
    NOTHING,
    YES,
    ZERO,
    Array,
    Mask,
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
from solver.tiles.native.moves import EXTEND, PLAY, Moves, put_moves
from solver.tiles.native.parts import (
    HIGHEST,
    Parts,
    beats,
    laid_anew,
    part_of,
    part_slot,
    threshold,
)
from solver.tiles.native.places import Places, note, place_slot, pop, push
from solver.tiles.native.rows import NONE, Book, fill_tables, mask_at, numbers_of, row_of, some_of

ENDED, PAUSED, BETTER, FULL = range(4)


class Scratch(NamedTuple):
    """Space for one position at a time.

    Attributes:
        tiles: three rows of tiles.
        rows: of a position, by number.
        groups: of each row, the part that it belongs to.
        reach: parts x 2 words, what each can meet; ``within``: its tiles; ``hands``: those in hand.
        tokens: thresholds, how many rows reach each.
        chosen: parts that are searched.
    """

    tiles: Array
    rows: Array
    groups: Array
    reach: Array
    within: Array
    hands: Array
    tokens: Array
    chosen: Array


@inner
def cut(book: Book, scratch: Scratch, hand: Mask, laid: Array, many: int) -> int:
    """Cut a position into parts that never meet while no joker moves; return how many.

    ``scratch`` says the part of each row, and the tiles of each part; some parts may be empty.
    """
    size, rest = ZERO, hand
    reach, within, hands = scratch.reach, scratch.within, scratch.hands
    place = ZERO
    while place < many or some(rest):
        if place < many:
            row = integer(laid[place])
            tiles, held = numbers_of(book, row), NOTHING
            far = book.rows[row].reach[0], book.rows[row].reach[1]
            scratch.groups[place] = size
            place += 1
        else:
            tiles = held = single(lowest(rest))
            far = near(tiles)
            rest = without_lowest(rest)
        for other in range(size):
            if some(mask_at(reach, other)) and (
                meet(far, mask_at(within, other)) or meet(mask_at(reach, other), tiles)
            ):
                tiles = union(tiles, mask_at(within, other))
                held = union(held, mask_at(hands, other))
                far = union(far, mask_at(reach, other))
                for array in (reach, within, hands):
                    array[other, 0] = array[other, 1] = 0
                for earlier in range(place):
                    if scratch.groups[earlier] == other:
                        scratch.groups[earlier] = size
        reach[size, 0], reach[size, 1] = far
        within[size, 0], within[size, 1] = tiles
        hands[size, 0], hands[size, 1] = held
        size += 1
    return size


@inner
def rows_within(scratch: Scratch, part: int, laid: Array, many: int, made: Array) -> int:
    """Write the rows of a part; return how many."""
    size = 0
    for place in range(many):
        if scratch.groups[place] == part:
            made[size] = laid[place]
            size += 1
    return size


@inner
def offer(
    facts: Facts,
    book: Book,
    moves: Moves,
    places: Places,
    number: int,
    at: int,
    lock: Mask,
    is_open: bool,
    most: float,
) -> None:
    """Note the place that a move leads to, if it could beat the best plan.

    ``most``: losses beyond it are too high. Without ``is_open`` the move comes before one that
    moves a joker: a play that must earn one is left out.
    """
    place, move = places.places[number], moves.moves[at]
    loss = place.loss + move.loss
    if loss > most:
        return
    new = places.count[0]
    if new == len(places.places):
        places.full[0] = 1
        return
    there, laid = places.places[new], places.rows[new]
    many = integer(place.many)
    many = laid_anew(places.rows[number], many, move.before, move.left, move.new, laid)
    board = integer(place.board)
    if move.earns and board:
        held = facts.jokers - board
        for row in range(many):
            held -= book.rows[laid[row]].jokers
        if held > 0 or move.hand[0] | move.hand[1] != np.uint64(0):
            if not is_open:
                return
            board -= 1
    there.hand[0], there.hand[1] = move.hand[0], move.hand[1]
    there.lock[0], there.lock[1] = lock
    there.many, there.board, there.open, there.due = many, board, is_open, True
    there.loss, there.before = loss, number
    won = threshold(facts, book, move.new) if move.kind == PLAY else ZERO
    mine, its = places.tokens[number], places.tokens[new]
    for token in range(len(mine)):
        higher = max(won, integer(mine[token]))
        won = min(won, integer(mine[token]))
        its[token] = higher
    if note(places, new):
        places.count[0] += 1
        push(places, new)


@inner
def spread(
    facts: Facts,
    book: Book,
    moves: Moves,
    places: Places,
    scratch: Scratch,
    number: int,
    size: int,
    most: float,
) -> None:
    """Note the places one move on; ``size``: of the parts that ``scratch`` tells."""
    place, laid = places.places[number], places.rows[number]
    hand, lock = (place.hand[0], place.hand[1]), (place.lock[0], place.lock[1])
    many, board = integer(place.many), integer(place.board)
    held = facts.jokers - board
    for at in range(many):
        held -= book.rows[laid[at]].jokers
    moves.count[0] = 0
    left = most - place.loss
    put_moves(facts, book, moves, hand, laid, many, held, YES, board, left, scratch.tiles)
    if some_of(book.full) or moves.full[0]:
        return  # not all moves are whole
    for at in range(moves.count[0]):
        move = moves.moves[at]
        touched = numbers_of(book, move.new)
        # A joker added to a row waits for a move that touches this row.
        then = touched if move.kind == EXTEND else NOTHING
        if move.before >= 0:
            touched = union(touched, numbers_of(book, move.before))
            filled = minus(hand, (move.hand[0], move.hand[1]))
            touched = union(touched, filled)
        if some(lock) and some(touched) and not meet(touched, lock):
            continue
        offer(facts, book, moves, places, number, integer(at), then, YES, most)
    for part in range(size):
        own, within = mask_at(scratch.hands, part), mask_at(scratch.within, part)
        if not some(own) or (some(lock) and not meet(within, lock)):
            continue
        wide = rows_within(scratch, part, laid, many, scratch.rows)
        moves.count[0] = 0
        laid_here, tiles = scratch.rows, scratch.tiles
        put_moves(facts, book, moves, own, laid_here, wide, ZERO, NO, ZERO, left, tiles)
        if some_of(book.full) or moves.full[0]:
            return
        others = minus(hand, own)
        for at in range(moves.count[0]):
            move = moves.moves[at]
            move.hand[0] |= others[0]
            move.hand[1] |= others[1]
            offer(facts, book, moves, places, number, integer(at), within, NO, most)


@inner
def finishes(
    facts: Facts,
    book: Book,
    moves: Moves,
    parts: Parts,
    places: Places,
    scratch: Scratch,
    number: int,
    size: int,
    best: int,
) -> bool:
    """Tell whether a plan without more joker moves beats the best one, if nothing gets full."""
    laid, many = places.rows[number], integer(places.places[number].many)
    chosen = scratch.chosen
    parts.count[2] = 0
    found, rest = ZERO, ZERO
    moves.count[0] = 0
    for part in range(size):
        own = mask_at(scratch.hands, part)
        if some(own):
            wide = rows_within(scratch, part, laid, many, scratch.rows)
            known = part_of(facts, book, moves, parts, own, scratch.rows, wide, scratch.tiles, ZERO)
            if known < 0:
                return False
            chosen[found] = known
            rest += parts.parts[known].best
            found += 1
    for token in range(HIGHEST):
        scratch.tokens[token] = 0
    for token in places.tokens[number]:
        scratch.tokens[token] += token > 0
    return beats(facts, parts, chosen, ZERO, found, rest, scratch.tokens, best)


@inner
def _prepare(facts: Facts, book: Book, parts: Parts, places: Places, scratch: Scratch) -> None:
    """Fill tables that are new, and note the first place if there is none."""
    if facts.new[0]:
        note_arcs(facts)
        facts.new[0] = False
    if book.new[0]:
        fill_tables(book)
        book.new[0] = False
    if parts.new[0]:
        for at in range(parts.count[0]):
            part = parts.parts[at]
            hand = part.hand[0], part.hand[1]
            parts.table[part_slot(parts, hand, parts.rows[at], part.many)] = at
        parts.new[0] = False
    if places.new[0]:
        for first in places.firsts:
            if first >= 0:
                places.table[place_slot(places, integer(first))] = first
        places.new[0] = False
    if not places.count[0]:
        many = ZERO
        for at in range(len(facts.laid)):
            size = ZERO
            while facts.laid[at, size] != NONE:
                size += 1
            row = row_of(book, facts.laid[at], size)
            many = laid_anew(places.rows[0], many, NEGATIVE, row, NEGATIVE, scratch.rows)
            for place in range(many):
                places.rows[0, place] = scratch.rows[place]
        places.count[0] = 1
        note(places, ZERO)
        push(places, ZERO)


@entry
def run(
    facts: Facts,
    book: Book,
    moves: Moves,
    parts: Parts,
    places: Places,
    scratch: Scratch,
    most: float,
    best: int,
    steps: int,
) -> int:
    """Search so many places; return why it stopped: ENDED, PAUSED, BETTER or FULL.

    At BETTER the place whose plan beats the best one is still the first that waits. ``most``: what
    the steps of a better plan can lose.
    """
    _prepare(facts, book, parts, places, scratch)
    while places.count[1]:
        number = places.heap[0].place
        place = places.places[number]
        if place.due and place.loss <= most:
            if not steps:
                return PAUSED
            steps -= 1
            hand, many = (place.hand[0], place.hand[1]), integer(place.many)
            size = cut(book, scratch, hand, places.rows[number], many)
            if place.open and finishes(
                facts, book, moves, parts, places, scratch, number, size, best
            ):
                return BETTER
            spread(facts, book, moves, places, scratch, number, size, most)
            if some_of(book.full) or moves.full[0] or some_of(parts.full) or places.full[0]:
                return FULL
            place.due = False
        pop(places)
    return ENDED
