"""A number of cards goes in; the most points that rows and columns can then score come out.

Whatever the cards and the rules of placing: only how many cards with a flower each row and column
holds (Gale and Ryser: counts of rows and columns fit together if and only if the columns' counts
are dominated by the conjugate of the rows' counts), and how many different flowers there are.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate, combinations_with_replacement

from solver.field.rules import FACTS

WIDTH: int = FACTS["field"]["width"]
HEIGHT: int = FACTS["field"]["height"]
DIFFERENT: tuple[int, ...] = tuple(FACTS["scoring"]["different"])

Counts = tuple[int, ...]


def ceiling(cards: int, flowers: int) -> int:
    """Return the most points that so many cards of so many different flowers can score at once."""
    table = _table(min(flowers, len(DIFFERENT) - 1))
    return table[max(0, min(cards, len(table) - 1))]


@cache
def _table(flowers: int) -> Counts:
    """Return the ceiling for every number of cards, from 0 to a full window."""
    rows = _best_by_sum(HEIGHT, WIDTH, flowers)
    columns = _best_by_sum(WIDTH, HEIGHT, flowers)
    best = [0] * (WIDTH * HEIGHT + 1)
    for cards in range(len(best)):
        pairs = (
            row_points + column_points
            for row_points, row in rows[cards]
            for column_points, column in columns[cards]
            if row_points + column_points > best[cards] and _dominated(column, conjugate(row))
        )
        best[cards] = max(pairs, default=0)
    return tuple(accumulate(best, max))


def _best_by_sum(lines: int, longest: int, flowers: int) -> list[list[tuple[int, Counts]]]:
    """Return by sum the falling counts of lines with their points."""
    found: list[list[tuple[int, Counts]]] = [[] for _ in range(lines * longest + 1)]
    for counts in combinations_with_replacement(range(longest, -1, -1), lines):
        points = sum(DIFFERENT[min(count, flowers)] for count in counts)
        found[sum(counts)].append((points, counts))
    return [sorted(entries, reverse=True) for entries in found]


def conjugate(counts: Counts) -> Counts:
    """Return how many of the counts reach 1, 2, ...: the other side of the diagram."""
    return tuple(sum(count > n for count in counts) for n in range(max(WIDTH, HEIGHT)))


def _dominated(counts: Counts, by: Counts) -> bool:
    return all(a <= b for a, b in zip(accumulate(counts), accumulate(by), strict=False))
