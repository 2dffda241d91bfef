"""Moves of ends and jokers for machine code, what they lose; as in ``solver/tiles/moving.py``."""

from __future__ import annotations

from solver.tiles.moving import KINDS
from solver.tiles.native import inner
from solver.tiles.native.facts import Facts, place_of
from solver.tiles.native.masks import (
    NEGATIVE,
    NO,
    NOTHING,
    ONE,
    YES,
    ZERO,
    Array,
    Mask,
    bridge,
    has,
    integer,
    lowest,
    minus,
    single,
    some,
    union,
    without_lowest,
)
from solver.tiles.native.rows import Book
from solver.tiles.rules import LEAST, MOST, STEP

JOKER, ADDED, ROBBED, FREED, SHORT, SPARE = (
    integer(KINDS.index(kind)) for kind in ("joker", "added", "robbed", "freed", "short", "spare")
)
THEFT, BRIDGED_THEFT = integer(KINDS.index("theft")), integer(KINDS.index("bridged theft"))
EXTEND, BRIDGED, SWAP = (integer(KINDS.index(kind)) for kind in ("extend", "bridged", "swap"))
FIRST, FIRST_SWAP = integer(KINDS.index("first")), integer(KINDS.index("first swap"))


@inner
def key_of_move(kind: int, row: int, start: int, to: int) -> int:
    """Return one number for a move."""
    return ((kind * 64 + row + 1) * 256 + start + 128) * 256 + to + 128


@inner
def move_loss(facts: Facts, kind: int, row: int, start: int, to: int) -> float:
    """Return the loss of a move; 0 if the relaxation has none."""
    key = key_of_move(kind, row, start, to)
    at = place_of(facts.moves, key)
    return facts.moves[at].loss if facts.moves[at].key == key else 0.0


@inner
def _lowest_of(tiles: Array, size: int) -> int:
    """Return the first number of a row; 0 if there is none."""
    for place in range(size):
        if tiles[place]:
            return integer(tiles[place])
    return ZERO


@inner
def _lies(tiles: Array, size: int, which: int) -> int:
    """Return where a joker of a row lies."""
    last = -_lowest_of(tiles, size)
    for place in range(size):
        if tiles[place]:
            last = integer(tiles[place])
        elif not which:
            return last
        else:
            which -= 1
    return ZERO


@inner
def _jokers_loss(
    facts: Facts, row: int, before: Array, wide: int, after: Array, size: int, gone: int
) -> float:
    """Return the loss of jokers that get another neighbour; ``gone``: one that is not there."""
    loss, which, other = 0.0, ZERO, ZERO
    for place in range(size):
        if not after[place]:
            if other == gone:
                other += 1
            start, to = _lies(before, wide, other), _lies(after, size, which)
            if start != to:
                loss += move_loss(facts, JOKER, row, start, to)
            which += 1
            other += 1
    return loss


@inner
def _jokers_before(tiles: Array, place: int) -> int:
    found = ZERO
    for at in range(place):
        found += tiles[at] == 0
    return found


@inner
def _difference(before: Array, wide: int, after: Array) -> int:
    """Return the first place where two rows differ."""
    place = ZERO
    while place < wide and before[place] == after[place]:
        place += 1
    return place


@inner
def _comes_loss(facts: Facts, row: int, swap: bool, after: Array, size: int, place: int) -> float:
    """Return the loss of a number that comes to a row, jokers apart."""
    number, lower, higher = integer(after[place]), ZERO, ZERO
    for at in range(place):
        if after[at]:
            lower = integer(after[at])
    for at in range(size - 1, place, -1):
        if after[at]:
            higher = integer(after[at])
    if lower and higher:
        bare = after[place - 1] and after[place + 1]
        kind = SWAP if swap else EXTEND if bare else BRIDGED
        return move_loss(facts, kind, row, number, number)
    if lower or higher:
        beside = lower if lower else higher
        return move_loss(facts, SWAP if swap else EXTEND, row, beside, number)
    return move_loss(facts, FIRST_SWAP if swap else FIRST, row, ZERO, number)


@inner
def _added(facts: Facts, row: int, before: Array, wide: int, after: Array, place: int) -> float:
    """Return the loss of a tile that is added to a row at a place."""
    if not after[place]:
        lies = _lies(after, wide + 1, _jokers_before(after, place))
        return move_loss(facts, ADDED, row, ZERO, lies)
    loss = _comes_loss(facts, row, NO, after, wide + 1, place)
    return loss + _jokers_loss(facts, row, before, wide, after, wide + 1, NEGATIVE)


@inner
def shifted(facts: Facts, book: Book, row: int, before: int, new: int) -> float:
    """Return the loss of an extension or swap that makes one row another."""
    tiles, wide = book.rows[before].tiles, book.rows[before].size
    after, size = book.rows[new].tiles, book.rows[new].size
    place = _difference(tiles, wide, after)
    if size > wide:
        return _added(facts, row, tiles, wide, after, place)
    which = _jokers_before(tiles, place)
    loss = move_loss(facts, FREED, row, _lies(tiles, wide, which), integer(after[place]))
    loss += _comes_loss(facts, row, YES, after, size, place)
    return loss + _jokers_loss(facts, row, tiles, wide, after, size, which)


@inner
def filled(
    facts: Facts, book: Book, row: int, before: int, fill: Mask, scratch: Array
) -> tuple[float, int]:
    """Return the loss of numbers that come to a row without jokers, and how long it is then.

    ``scratch``: where the tiles are written, and space for those before the last number came.
    """
    size = book.rows[before].size
    for place in range(size):
        scratch[0, place] = book.rows[before].tiles[place]
    loss = 0.0
    while some(fill):
        rest = fill
        while some(rest):
            number = lowest(rest)
            rest = without_lowest(rest)
            if scratch[0, 0] - STEP <= number <= scratch[0, size - 1] + STEP:
                break
        fill = minus(fill, single(number))
        for place in range(size):
            scratch[1, place] = scratch[0, place]
        place = size
        while place and scratch[0, place - 1] > number:
            scratch[0, place] = scratch[0, place - 1]
            place -= 1
        scratch[0, place] = number
        size += 1
        loss += _added(facts, row, scratch[1], size - 1, scratch[0], place)
    return loss, size


@inner
def _leaves(tiles: Array, size: int, one: int, two: int, left: Array) -> bool:
    """Tell whether a row without two places is another row."""
    at = ZERO
    for place in range(size):
        if place not in (one, two):
            if tiles[place] != left[at]:
                return False
            at += 1
    return True


@inner
def _beside_joker(tiles: Array, place: int) -> bool:
    return not (tiles[place - 1] and tiles[place + 1])


@inner
def robbed(
    facts: Facts, row: int, scratch: Array, size: int, one: int, two: int, left: Array
) -> float:
    """Return the loss of a theft from the row in ``scratch``; ``one``, ``two``: the tiles."""
    tiles, taken, loss = scratch[0], NOTHING, 0.0
    for tile in (one, two):
        if tile and tile <= MOST:
            taken = union(taken, single(tile))
    while some(taken):
        place = _next_stolen(tiles, size, taken)
        taken = minus(taken, single(integer(tiles[place])))
        loss += _theft_loss(facts, row, tiles, size, place)
        for at in range(size):
            scratch[1, at] = tiles[at]
        size -= 1
        for at in range(place, size):
            tiles[at] = tiles[at + 1]
        loss += _jokers_loss(facts, row, scratch[1], size + 1, tiles, size, NEGATIVE)
    jokers = integer(one == 0) + integer(two == 0)
    if jokers:
        loss += _robbed_jokers(facts, row, tiles, size, jokers, left)
    return loss


@inner
def _robbed_jokers(
    facts: Facts, row: int, tiles: Array, size: int, jokers: int, left: Array
) -> float:
    """Return the loss of one joker or two that are stolen."""
    for first in range(size):
        for second in range(first, size):
            if tiles[first] or tiles[second] or (jokers == ONE) != (first == second):
                continue
            if _leaves(tiles, size, integer(first), integer(second), left):
                lies = _lies(tiles, size, _jokers_before(tiles, integer(first)))
                loss = move_loss(facts, ROBBED, row, lies, ZERO)
                if second != first:
                    lies = _lies(tiles, size, _jokers_before(tiles, integer(second)))
                    loss += move_loss(facts, ROBBED, row, lies, ZERO)
                return loss
    return 0.0


@inner
def _end_of(tiles: Array, size: int, last: bool) -> int:
    """Return the place of the first or the last number of a row that has one."""
    place, step = (size - 1, NEGATIVE) if last else (ZERO, ONE)
    while not tiles[place]:
        place += step
    return place


@inner
def _next_stolen(tiles: Array, size: int, taken: Mask) -> int:
    """Return the place of the number that is taken first: at an end, or beside a joker."""
    for place in (_end_of(tiles, size, NO), _end_of(tiles, size, YES)):
        if has(taken, integer(tiles[place])):
            return place
    found = NEGATIVE
    for place in range(size):
        if tiles[place] and has(taken, integer(tiles[place])):
            beside = _beside_joker(tiles, integer(place))
            if found < 0 or (beside and not _beside_joker(tiles, found)):
                found = integer(place)
    return found


@inner
def _theft_loss(facts: Facts, row: int, tiles: Array, size: int, place: int) -> float:
    """Return the loss of a number that is stolen, jokers apart."""
    number = integer(tiles[place])
    low, high = _end_of(tiles, size, NO), _end_of(tiles, size, YES)
    if low == high:
        return move_loss(facts, THEFT, row, number, ZERO)
    if place in (low, high):
        step = ONE if place == low else NEGATIVE
        beside = place + step
        while not tiles[beside]:
            beside += step
        return move_loss(facts, THEFT, row, number, integer(tiles[beside]))
    bridged = _beside_joker(tiles, place)
    return move_loss(facts, BRIDGED_THEFT if bridged else THEFT, row, number, number)


@inner
def laid(facts: Facts, book: Book, new: int, stolen: int) -> float:
    """Return the loss of where the jokers of a new row lie; ``stolen``: how many of them are."""
    row = book.rows[new]
    tiles, size = row.tiles, integer(row.size)
    if not row.jokers:
        return 0.0
    last, count, needed = ZERO, ZERO, ZERO
    for place in range(size):
        if tiles[place]:
            tile = integer(tiles[place])
            needed += bridge(tile - last) if last else ZERO
            count += 1
            last = tile
    stolen = max(ZERO, stolen - needed)
    short, surplus, loss = max(ZERO, LEAST - count - needed), ZERO, 0.0
    for which in range(integer(row.jokers)):
        lies = _lies(tiles, size, integer(which))
        rank = ZERO  # of the jokers in this place
        for other in range(which):
            rank += _lies(tiles, size, integer(other)) == lies
        if lies > 0:
            then = ZERO
            for place in range(size - 1, -1, -1):
                if tiles[place] > lies:
                    then = integer(tiles[place])
            if then and rank < bridge(then - lies):
                continue
        if surplus < short:
            loss += move_loss(facts, SHORT, NEGATIVE, last, lies)
        elif surplus < stolen:
            loss += move_loss(facts, SPARE, NEGATIVE, last, lies)
        else:
            loss += move_loss(facts, ADDED, NEGATIVE, ZERO, lies)
        surplus += 1
    return loss
