"""Parts of a position for machine code: what each can still win while no joker moves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.tiles.native import inner
from solver.tiles.native.losses import IMPOSSIBLE, Facts
from solver.tiles.native.masks import (
    MIXING,
    NEGATIVE,
    NO,
    NOTHING,
    ONE,
    ZERO,
    Array,
    Mask,
    has,
    integer,
    lowest,
    minus,
    single,
    some,
    union,
    without_lowest,
)
from solver.tiles.native.moves import PLAY, Moves, put_moves
from solver.tiles.native.rows import Book, some_of
from solver.tiles.rules import STEP, TOKENS

HIGHEST = max(TOKENS) + 1  # tokens are lower

# A part of a position: numbers in hand, how many rows; where its outcomes begin and how many they
# are, and the points of the best one by itself.
PART = np.dtype(
    [
        ("hand", np.uint64, 2),
        ("many", np.int64),
        ("first", np.int64),
        ("size", np.int64),
        ("best", np.int64),
    ]
)


class Parts(NamedTuple):
    """Parts that were searched without joker moves, and what they can still win.

    Attributes:
        parts: PART; ``rows``: parts x rows, by number; ``table``: by their hash, -1 for none.
        outcomes: x thresholds, how many rows reach each; at last the flowers left in hand.
        stack: space for outcomes; ``made``: for rows of a part.
        count: of parts, outcomes, those on the stack; ``full``: whether there are too many.
        new: whether the table is to be filled.
    """

    parts: Array
    rows: Array
    table: Array
    outcomes: Array
    stack: Array
    made: Array
    count: Array
    full: Array
    new: Array


@inner
def points(facts: Facts, tokens: Array) -> int:
    """Return the tokens that rows win, by how many reach each threshold (docs/tiles-order.md)."""
    waiting = total = 0
    for token in range(HIGHEST - 1, 0, -1):
        waiting += tokens[token]
        won = min(waiting, facts.tokens[token])
        total += token * won
        waiting -= won
    return total


@inner
def threshold(facts: Facts, book: Book, row: int) -> int:
    """Return the highest token that a new row can win; 0 if none."""
    return integer(facts.reached[min(facts.top, book.rows[row].flowers)])


@inner
def mixed(hand: Mask, rows: Array, many: int, board: int) -> np.uint64:
    """Return a hash of the tiles of a position."""
    factor, shift = MIXING, np.uint64(31)
    key = (hand[0] + np.uint64(board + 1)) * factor
    key = ((key ^ (key >> shift)) + hand[1]) * factor
    for place in range(many):
        key = ((key ^ (key >> shift)) + np.uint64(rows[place])) * factor
    return key ^ (key >> shift)


@inner
def laid_anew(rows: Array, many: int, before: int, after: int, new: int, made: Array) -> int:
    """Write rows with another one in the place of one of them, and a new one; return how many.

    -1 for none; numbers of rows rise.
    """
    size, pending = ZERO, before
    for place in range(many):
        if rows[place] == pending:
            pending = -2
        else:
            made[size] = rows[place]
            size += 1
    for row in (after, new):
        if row >= 0:
            place = size
            while place and made[place - 1] > row:
                made[place] = made[place - 1]
                place -= 1
            made[place] = row
            size += 1
    return size


@inner
def shed(book: Book, hand: Mask, laid: Array, many: int) -> Mask:
    """Return the hand numbers that can be added to rows without jokers."""
    added = NOTHING
    for place in range(many):
        row = book.rows[integer(laid[place])]
        if row.jokers:
            continue
        low, high = integer(row.tiles[0]), integer(row.tiles[row.size - 1])
        rest = minus(hand, added)
        while some(rest):  # numbers between those of the row, or not far above
            number = lowest(rest)
            rest = without_lowest(rest)
            if low < number <= high + STEP:
                added = union(added, single(number))
                high = max(high, number)
        while has(hand, low - 1) or has(hand, low - STEP):
            low -= 1 if has(hand, low - 1) else STEP
            added = union(added, single(low))
    return added


@inner
def part_of(
    facts: Facts,
    book: Book,
    moves: Moves,
    parts: Parts,
    hand: Mask,
    laid: Array,
    many: int,
    scratch: Array,
    depth: int,
) -> int:
    """Return a part that is searched to its end while no joker moves; -1 if something is full."""
    at = part_slot(parts, hand, laid, many)
    if parts.table[at] >= 0:
        return integer(parts.table[at])
    begin, base = moves.count[0], parts.count[2]
    if depth == len(parts.made) or base + 1 >= len(parts.stack):
        parts.full[2] = 1
        return NEGATIVE
    put_moves(facts, book, moves, hand, laid, many, ZERO, NO, ZERO, IMPOSSIBLE, scratch)
    if moves.full[0] or some_of(book.full):
        return NEGATIVE
    first, idle = parts.stack[base], minus(hand, shed(book, hand, laid, many))
    for token in range(HIGHEST + 1):
        first[token] = 0
    while some(idle):
        first[HIGHEST] += book.flowers[lowest(idle)]
        idle = without_lowest(idle)
    size = ONE
    for place in range(begin, moves.count[0]):
        parts.count[2] = base + size  # behind them is room for those of the next part
        move, made = moves.moves[place], parts.made[depth]
        wide = laid_anew(laid, many, move.before, move.left, move.new, made)
        won = threshold(facts, book, move.new) if move.kind == PLAY else ZERO
        after = move.hand[0], move.hand[1]
        onward = part_of(facts, book, moves, parts, after, made, wide, scratch, depth + 1)
        if onward < 0:
            return NEGATIVE
        part = parts.parts[onward]
        for outcome in range(part.first, part.first + part.size):
            if base + size + 1 >= len(parts.stack):
                parts.full[2] = 1
                return NEGATIVE
            one = parts.stack[base + size]
            _copy(parts.outcomes[outcome], one)
            one[won] += won > 0
            size = _best_only(parts.stack, base, size)
    moves.count[0] = begin
    parts.count[2] = base
    return _noted(facts, parts, hand, laid, many, base, size)


@inner
def part_slot(parts: Parts, hand: Mask, laid: Array, many: int) -> int:
    """Return where in the table a part stands, or where it could."""
    end = len(parts.table) - 1
    at = integer(mixed(hand, laid, many, ZERO) & np.uint64(end))
    while parts.table[at] >= 0:
        known = integer(parts.table[at])
        part = parts.parts[known]
        if part.many == many and part.hand[0] == hand[0] and part.hand[1] == hand[1]:
            same = True
            for place in range(many):
                if parts.rows[known, place] != laid[place]:
                    same = False
                    break
            if same:
                return at
        at = (at + 1) & end
    return at


@inner
def _best_only(outcomes: Array, base: int, size: int) -> int:
    """Let one more outcome join ``size`` from ``base`` on; return how many are left.

    None of them is better than another one in every way.
    """
    one = outcomes[base + size]
    for place in range(base, base + size):
        if covers(outcomes[place], one):
            return size
    kept = base
    for place in range(base, base + size):
        if not covers(one, outcomes[place]):
            _copy(outcomes[place], outcomes[kept])
            kept += 1
    _copy(one, outcomes[kept])
    return kept + 1 - base


@inner
def _copy(one: Array, two: Array) -> None:
    for place in range(len(one)):
        two[place] = one[place]


@inner
def covers(one: Array, two: Array) -> bool:
    """Tell whether an outcome is nowhere worse: flowers left, and rows at each threshold or up."""
    if one[HIGHEST] > two[HIGHEST]:
        return False
    more = 0
    for token in range(HIGHEST - 1, 0, -1):
        more += integer(one[token]) - integer(two[token])
        if more < 0:
            return False
    return True


@inner
def _noted(
    facts: Facts, parts: Parts, hand: Mask, laid: Array, many: int, base: int, size: int
) -> int:
    """Note a part and its outcomes; return its place, -1 if there are too many."""
    place, first = integer(parts.count[0]), integer(parts.count[1])
    if place == len(parts.parts):
        parts.full[0] = 1
        return NEGATIVE
    if first + size > len(parts.outcomes):
        parts.full[1] = 1
        return NEGATIVE
    parts.count[0] += 1
    parts.count[1] += size
    parts.table[part_slot(parts, hand, laid, many)] = place
    part = parts.parts[place]
    part.hand[0], part.hand[1] = hand
    for at in range(many):
        parts.rows[place, at] = laid[at]
    part.many, part.first, part.size = many, first, size
    part.best = -(1 << 20)
    for at in range(size):
        outcome = parts.stack[base + at]
        _copy(outcome, parts.outcomes[first + at])
        part.best = max(part.best, points(facts, outcome) - integer(outcome[HIGHEST]))
    return place


@inner
def beats(
    facts: Facts,
    parts: Parts,
    chosen: Array,
    place: int,
    end: int,
    rest: int,
    tokens: Array,
    best: int,
) -> bool:
    """Tell whether some outcomes of parts, with the tokens won before, have more points.

    ``chosen``: the parts, those from ``place`` to ``end`` are open; ``tokens``: how many rows reach
    each threshold; ``rest``: the best points of each open part by itself, less the flowers left.
    """
    if points(facts, tokens) + rest <= best:
        return False
    if place == end:
        return True
    part = parts.parts[chosen[place]]
    rest -= part.best
    for outcome in range(part.first, part.first + part.size):
        for token in range(HIGHEST):
            tokens[token] += parts.outcomes[outcome, token]
        lost = integer(parts.outcomes[outcome, HIGHEST])
        more = beats(facts, parts, chosen, place + 1, end, rest - lost, tokens, best)
        for token in range(HIGHEST):
            tokens[token] -= parts.outcomes[outcome, token]
        if more:
            return True
    return False
