"""How many cards of each flower are seen goes in; the most points they can score comes out.

No cells and no numbers, only counts. Take any p rows and q columns. A flower that is seen n times
is on at most min(p, n) of the rows and min(q, n) of the columns, and on at most n of these lines
together, but for cards on the p times q crossings, which count twice. Cards that touch share a
line: a group of g is on at most g + 1 lines, so that its flower is on at most 2 n - (g - 1) of all.
The p fullest rows and the q fullest columns hold no more flowers than that, for every p and q.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate, combinations_with_replacement, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.field.task import DIFFERENT, HEIGHT, LEAST, LEAST_GROUP, MOST_SAME, WIDTH, same

Counts = tuple[int, ...]
CHUNK = 256  # profiles looked at together
SEEN = range(HEIGHT + 1), range(WIDTH + 1)  # numbers of rows and of columns


@cache
def _profiles() -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the points of all levels of rows and columns, falling, and what they need.

    That is for each number of rows and of columns how many flowers the fullest hold together. Lines
    that do not score hold none, or one where a line across has its cards.
    """
    found = []
    for rows in _levels(HEIGHT, WIDTH):
        for columns in _levels(WIDTH, HEIGHT):
            points = sum(DIFFERENT[level] for level in (*rows, *columns))
            of_rows = list(accumulate(_crossed(rows, columns), initial=0))
            of_columns = list(accumulate(_crossed(columns, rows), initial=0))
            found.append((points, [a + b for a, b in product(of_rows, of_columns)]))
    found.sort(key=lambda entry: -entry[0])
    return np.array([points for points, _ in found]), np.array([need for _, need in found])


def _levels(lines: int, longest: int) -> Iterator[Counts]:
    most = min(longest, len(DIFFERENT) - 1)
    return combinations_with_replacement((*range(most, LEAST - 1, -1), 0), lines)


def _crossed(levels: Counts, across: Counts) -> Counts:
    """Return levels where the fullest line across puts a card on so many lines."""
    return tuple(max(level, int(n < max(across))) for n, level in enumerate(levels))


def room(seen: Counts, groups: Counts) -> Counts:
    """Return for each number of rows and of columns how many flowers they can hold together.

    ``seen`` are the cards of each flower, ``groups`` the size of its biggest group (0: any).
    """
    found = []
    for rows, columns in product(*SEEN):
        once = twice = 0
        for count, group in zip(seen, groups, strict=True):
            lines = min(rows, count) + min(columns, count)
            lines = min(lines, 2 * count - max(0, group - 1))
            once += min(lines, count)
            twice += max(0, lines - count)
        found.append(once + min(twice, rows * columns))
    return tuple(found)


@cache
def _most_in(there: Counts) -> int:
    points, needs = _profiles()
    least = np.array(there)
    for start in range(0, len(points), CHUNK):
        fits = (needs[start : start + CHUNK] <= least).all(axis=1)
        if fits.any():
            return int(points[start + int(fits.argmax())])
    raise AssertionError("empty lines always fit")


@cache
def most_of_lines(seen: Counts) -> int:
    """Return the most points of rows and columns, when so many cards of each flower are seen."""
    return _most_in(room(seen, (0,) * len(seen)))


@cache
def most_with_groups(seen: Counts) -> int:
    """Return the most points of rows, columns and groups together."""
    sizes = [(0, *range(LEAST_GROUP, min(count, MOST_SAME) + 1)) for count in seen]
    choices = {tuple(sorted(zip(seen, groups, strict=True))) for groups in product(*sizes)}
    ranked = sorted(((sum(same(group) for _, group in c), c) for c in choices), reverse=True)
    best, lines = 0, most_of_lines(seen)
    for points, choice in ranked:
        if points + lines > best:
            counts, groups = zip(*choice, strict=True)
            best = max(best, points + _most_in(room(counts, groups)))
    return best
