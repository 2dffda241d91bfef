"""Sets of numbers in two words of 64 bits, for machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from solver.tiles import chains
from solver.tiles.native import inner
from solver.tiles.rules import MOST

Array = Any  # of numbers or records
Mask = tuple[np.uint64, np.uint64]  # numbers 0 to 63, 64 to 127


# Plain numbers would be translated apart, once for each value.
integer: Callable[[Any], int] = np.int64  # type: ignore[assignment]
ZERO, ONE, TWO, NEGATIVE = integer(0), integer(1), integer(2), integer(-1)
truth: Callable[[Any], bool] = np.bool_  # type: ignore[assignment]
YES, NO = truth(1), truth(0)
NOTHING = (np.uint64(0), np.uint64(0))
ALL = (~np.uint64(1), (np.uint64(1) << np.uint64(MOST - 63)) - np.uint64(1))  # from 1 to MOST
MIXING = np.uint64(0x9E3779B97F4A7C15)
# Where a bit stands, by the six highest bits of its product with a sequence of de Bruijn.
SEQUENCE = 0x03F79D71B4CB0A89
SHIFT = np.uint64(58)
STANDS = np.zeros(64, np.int64)
for _place in range(64):
    STANDS[(SEQUENCE << _place & 0xFFFFFFFFFFFFFFFF) >> 58] = _place


bridge = inner(chains.bridge)


@inner
def single(number: int) -> Mask:
    """Return the set of one number."""
    one = np.uint64(1) << np.uint64(number & 63)
    return (one, np.uint64(0)) if number < 64 else (np.uint64(0), one)


@inner
def has(mask: Mask, number: int) -> bool:
    """Tell whether a number belongs to a set."""
    word = mask[0] if number < 64 else mask[1]
    return truth((word >> np.uint64(number & 63)) & np.uint64(1))


@inner
def lowest(mask: Mask) -> int:
    """Return the lowest number of a set that is not empty."""
    word = mask[0] if mask[0] else mask[1]
    low = (word & (~word + np.uint64(1))) * np.uint64(SEQUENCE)
    return integer(STANDS[low >> SHIFT]) + (ZERO if mask[0] else integer(64))


@inner
def without_lowest(mask: Mask) -> Mask:
    """Return a set that is not empty without its lowest number."""
    one = np.uint64(1)
    if mask[0]:
        return mask[0] & (mask[0] - one), mask[1]
    return mask[0], mask[1] & (mask[1] - one)


@inner
def union(one: Mask, two: Mask) -> Mask:
    """Return the numbers of either set."""
    return one[0] | two[0], one[1] | two[1]


@inner
def common(one: Mask, two: Mask) -> Mask:
    """Return the numbers of both sets."""
    return one[0] & two[0], one[1] & two[1]


@inner
def minus(one: Mask, two: Mask) -> Mask:
    """Return the numbers of one set that are not in another."""
    return one[0] & ~two[0], one[1] & ~two[1]


@inner
def some(mask: Mask) -> bool:
    """Tell whether there is a number in a set."""
    return truth(mask[0] | mask[1])


@inner
def meet(one: Mask, two: Mask) -> bool:
    """Tell whether two sets have a number in common."""
    return truth((one[0] & two[0]) | (one[1] & two[1]))


@inner
def near(mask: Mask) -> Mask:
    """Return the numbers at most 2 away from a set, and the set."""
    one, two, top = np.uint64(1), np.uint64(2), np.uint64(63)
    low, high = mask
    first = low | low << one | low << two | low >> one | low >> two
    second = high | high << one | high << two | high >> one | high >> two
    return first | high << top | high << (top - one), second | low >> top | low >> (top - one)


@inner
def count(mask: Mask) -> int:
    """Return how many numbers a set has."""
    size = ZERO
    while some(mask):
        mask = without_lowest(mask)
        size += 1
    return size


@inner
def within(low: int, high: int) -> Mask:
    """Return the numbers from one to another, as far as there are tiles."""
    found = NOTHING
    for number in range(max(1, low), min(MOST, high) + 1):
        found = union(found, single(number))
    return found
