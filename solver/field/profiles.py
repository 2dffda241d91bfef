"""A window and points to reach go in; which rows and columns can score them together comes out.

A profile says for each line how many levels of points it reaches. Only the least profiles that
reach the points are listed (one level less anywhere is too few), and only those for which the new
cards are enough: each line needs its own (``lines.py``), and a card counts for two of them only
where a row and a column cross. Some tens or hundreds remain, which prove far faster than lines
that are free to score or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from solver.field.task import DIFFERENT, LEAST

ENDLESS = 10**6
Levels = tuple[int, ...]  # for each line the levels that it reaches: 0 no points, 1 the least
Needs = Sequence[tuple[int, ...]]  # for each line the new cards that its levels need


@dataclass(frozen=True, slots=True)
class Choice:
    """Levels of the rows, or of the columns: the new cards they need, falling, and their points.

    ``least_step`` is the smallest loss of points when one line reaches a level less.
    """

    levels: Levels
    counts: tuple[int, ...]
    points: int
    least_step: int


def profiles(needs: tuple[Needs, Needs], new: int, points: int) -> list[tuple[Levels, Levels]]:
    """Return the least levels of rows and columns that score so much with ``new`` cards."""
    rows, columns = (list(_choices(lines, new)) for lines in needs)
    columns.sort(key=lambda choice: -choice.points)
    found = []
    for row in rows:
        for column in columns:
            over = row.points + column.points - points
            if over < 0:
                break
            steps = min(row.least_step, column.least_step)
            if steps > over and new_cards(row.counts, column.counts) <= new:
                found.append((row.levels, column.levels))
    return found


def most_points(needs: tuple[Needs, Needs], new: int) -> int:
    """Return the most points that rows and columns can score with ``new`` cards."""
    rows, columns = (list(_choices(lines, new)) for lines in needs)
    best = 0
    for row in rows:
        for column in columns:
            points = row.points + column.points
            if points > best and new_cards(row.counts, column.counts) <= new:
                best = points
    return best


def _choices(lines: Needs, new: int) -> Iterator[Choice]:
    found: list[Levels] = [()]
    for need in lines:
        found = [
            (*levels, level)
            for levels in found
            for level in range(len(need) + 1)
            if sum(_counts(lines, levels)) + (need[level - 1] if level else 0) <= new
        ]
    for levels in found:
        counts = tuple(sorted(_counts(lines, levels), reverse=True))
        points = sum(points_at(level) for level in levels)
        steps = [points_at(level) - points_at(level - 1) for level in levels if level]
        yield Choice(levels, counts, points, min(steps, default=ENDLESS))


def _counts(lines: Needs, levels: Levels) -> list[int]:
    return [need[level - 1] for need, level in zip(lines, levels, strict=False) if level]


def points_at(level: int) -> int:
    """Return the points of a line at a level."""
    return DIFFERENT[LEAST - 1 + level]


@cache
def new_cards(rows: tuple[int, ...], columns: tuple[int, ...]) -> int:
    """Return the fewest cards that give rows and columns, both falling, at least so many.

    Those on a crossing count twice; how many can is a flow, and the flow is its least cut: of the
    k rows that are not cut each column takes at most one card a row.
    """
    twice = min(
        sum(min(count, k) for count in columns) + sum(rows[k:]) for k in range(len(rows) + 1)
    )
    return sum(rows) + sum(columns) - twice
