"""What a hand and a row allow: new sequences, thefts, swaps and extensions, for the harvest.

A set of numbers is an ``int``, bit n for number n; a row is a tuple with 0 for a joker. A laid
joker keeps its place in its row, its value floats (FORMATS, tiles, ruling 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, pairwise

from solver.tiles.rules import JOKER, LEAST, MOST, STEP, STOLEN, Row, flowers_on

ALL = (1 << (MOST + 1)) - 2  # every number
IMPOSSIBLE = -(1 << 20)  # less than any sum of flowers or tiles
GAIN = tuple(flowers_on(n) for n in range(MOST + 1))


def bits(numbers: int) -> Iterator[int]:
    """Yield the numbers of a set, rising."""
    while numbers:
        low = numbers & -numbers
        yield low.bit_length() - 1
        numbers ^= low


@lru_cache(maxsize=1 << 18)
def set_of(row: Row) -> int:
    """Return the numbers of a row."""
    return sum(1 << tile for tile in row if tile != JOKER)


@lru_cache(maxsize=1 << 16)
def flowers_of(numbers: int) -> int:
    """Return the flowers of a set."""
    return sum(GAIN[n] for n in bits(numbers))


@cache
def near(numbers: int) -> int:
    """Return the numbers at most 2 away from a set, and the set."""
    return numbers | numbers << 1 | numbers << 2 | numbers >> 1 | numbers >> 2


def after(values: int, tile: int) -> int:
    """Return what a tile can stand for behind one that can stand for ``values``."""
    return (values << 1 | values << 2) & (ALL if tile == JOKER else 1 << tile)


@lru_cache(maxsize=1 << 18)
def legal(row: Row) -> bool:
    """Tell whether a row is a legal sequence."""
    if len(row) < LEAST:
        return False
    values = ALL if row[0] == JOKER else 1 << row[0]
    for tile in row[1:]:
        values = after(values, tile)
    return values != 0


@lru_cache(maxsize=1 << 16)
def around(row: Row) -> int:
    """Return the numbers near enough to matter to a row when tiles leave it or come to it."""
    numbers = [tile for tile in row if tile != JOKER]
    if not numbers:
        return ALL
    reach = 4 + 2 * (len(row) - len(numbers))
    low, high = max(1, numbers[0] - reach), min(MOST, numbers[-1] + reach)
    return (1 << (high + 1)) - (1 << low)


@lru_cache(maxsize=1 << 18)
def inserted(row: Row, tile: int) -> tuple[Row, ...]:
    """Return the legal rows that hold one more tile."""
    places = range(len(row) + 1)
    made = {(*row[:place], tile, *row[place:]) for place in places}
    return tuple(sorted(new for new in made if legal(new)))


@lru_cache(maxsize=1 << 12)
def extended(row: Row, hand: int, jokers: int, by_count: bool) -> Row:
    """Return the best row that hand numbers and at most so many hand jokers can make of one.

    Best by the flowers that are added, or by the number of tiles.
    """
    best: dict[tuple[int, int, int], tuple[int, Row]] = {}

    def onward(laid: int, value: int, left: int) -> tuple[int, Row]:
        """Return the most that can be added, and the tiles, behind a tile of that value."""
        key = laid, value, left
        if key not in best:
            end: tuple[int, Row] = (0 if laid == len(row) else IMPOSSIBLE, ())
            ways = (end, *options(laid, value + 1, left), *options(laid, value + 2, left))
            best[key] = max(ways, key=lambda way: way[0])
        return best[key]

    def options(laid: int, value: int, left: int) -> Iterator[tuple[int, Row]]:
        if value > MOST:
            return
        if laid < len(row) and row[laid] in (JOKER, value):
            more, tiles = onward(laid + 1, value, left)
            yield more, (row[laid], *tiles)
        if hand >> value & 1:
            more, tiles = onward(laid, value, left)
            yield more + (1 if by_count else GAIN[value]), (value, *tiles)
        if left:
            more, tiles = onward(laid, value, left - 1)
            yield more + by_count, (JOKER, *tiles)

    starts = [way for value in range(1, MOST + 1) for way in options(0, value, jokers)]
    return max(starts, key=lambda way: way[0])[1]


Theft = tuple[Row, Row, Row]  # stolen tiles, the row after fillers came to it, what is left


@lru_cache(maxsize=1 << 17)
def thefts(row: Row, hand: int, jokers: bool) -> tuple[Theft, ...]:
    """Return every theft from a row; as few hand numbers as it needs may be added before it.

    ``hand`` is what the hand holds around the row (to a row with a joker numbers are added by
    moves of their own); ``jokers``: jokers may be stolen too.
    """
    if JOKER not in row:
        return tuple(_thefts_of_numbers(row, hand))
    found: set[Theft] = set()
    for places in _places(row):
        stolen = tuple(sorted(row[place] for place in places))
        left = tuple(tile for place, tile in enumerate(row) if place not in places)
        if legal(left) and (jokers or JOKER not in stolen):
            found.add((stolen, row, left))
    return tuple(sorted(found))


def _places(row: Row) -> Iterator[tuple[int, ...]]:
    for size in range(1, STOLEN + 1):
        yield from combinations(range(len(row)), size)


def _thefts_of_numbers(row: Row, hand: int) -> Iterator[Theft]:
    whole = set_of(row)
    for places in _places(row):
        stolen = tuple(row[place] for place in places)
        rest = whole & ~set_of(stolen)
        for more in _fillers(rest, hand):
            yield stolen, tuple(bits(whole | more)), tuple(bits(rest | more))


@lru_cache(maxsize=1 << 16)
def _fillers(rest: int, hand: int) -> tuple[int, ...]:
    """Return the least sets of hand numbers that make a legal row of what a theft leaves."""
    found = {0}
    for low, high in pairwise(bits(rest)):
        if high - low > STEP:
            closings = list(_closings(low, high, hand))
            found = {fill | more for fill in found for more in closings}
    for tiles in range(rest.bit_count(), LEAST):  # too short still
        short = {fill for fill in found if (rest | fill).bit_count() == tiles}
        longer = {
            fill | 1 << number
            for fill in short
            for number in bits(near(rest | fill) & hand & ~fill)
        }
        found = found - short | longer
    return tuple(sorted(found))


def _closings(low: int, high: int, hand: int, before: int = STEP) -> Iterator[int]:
    """Yield the least sets of hand numbers that close the gap between two numbers.

    ``before`` is the step to ``low``: where two steps make one, the number between is not needed.
    """
    if high - low <= STEP:
        yield 0
        return
    for step in range(STEP + 1 - before, STEP + 1):
        if hand >> low + step & 1:
            for more in _closings(low + step, high, hand, step):
                yield more | 1 << low + step


@lru_cache(maxsize=1 << 16)
def exchanges(row: Row, hand: int) -> tuple[tuple[int, Row], ...]:
    """Return every swap of a joker of a row: the number that comes in, the row after it."""
    places = [place for place, laid in enumerate(row) if laid == JOKER]
    return tuple(
        (tile, new)
        for tile in bits(hand)
        for place in places
        if legal(new := (*row[:place], tile, *row[place + 1 :]))
    )


@lru_cache(maxsize=1 << 16)
def joined(hand: int, jokers: int) -> tuple[int, ...]:
    """Cut a set into groups that so many jokers cannot join."""
    groups, last = [0], -MOST
    for number in bits(hand):
        if number - last > 2 * (jokers + 1):
            groups.append(0)
        groups[-1] |= 1 << number
        last = number
    return tuple(groups[1:])


def sequences(hand: int, stolen: Row, jokers: int) -> Iterator[Row]:
    """Yield every new sequence with all stolen tiles, a hand tile, at most so many hand jokers.

    A hand joker that could stay out is left out: it can be added to the row later.
    """
    need, most = set_of(stolen), jokers + stolen.count(JOKER)
    met = False
    for group in joined(hand | need, most):
        if not need & ~group:
            met = True
            yield from _sequences(group & ~need, stolen, jokers)
    if not met and not need and most >= LEAST:
        yield from _sequences(0, stolen, jokers)


@lru_cache(maxsize=1 << 17)
def _sequences(hand: int, stolen: Row, jokers: int) -> tuple[Row, ...]:
    need, spare = set_of(stolen), stolen.count(JOKER)
    found: list[Row] = []

    def longer(row: Row, values: int, need: int, left: int) -> None:
        if not need and len(row) >= LEAST and len(row) > len(stolen):
            used = jokers + spare - left
            if used >= spare and (used == spare or _all_needed(row)):
                found.append(row)
        ahead = (values << 1 | values << 2) & ALL
        if left and ahead:
            longer((*row, JOKER), ahead, need, left - 1)
        if need:
            ahead &= ((need & -need) << 1) - 1
        for tile in bits(ahead & (hand | need)):
            longer((*row, tile), 1 << tile, need & ~(1 << tile), left)

    first = hand | need
    if need:
        first &= ((need & -need) << 1) - 1
    for tile in bits(first):
        longer((tile,), 1 << tile, need & ~(1 << tile), jokers + spare)
    if jokers + spare:
        longer((JOKER,), ALL, need, jokers + spare - 1)
    return tuple(found)


def _all_needed(row: Row) -> bool:
    """Tell whether a row would be no sequence without any one of its jokers."""
    return not any(
        tile == JOKER and legal((*row[:place], *row[place + 1 :])) for place, tile in enumerate(row)
    )
