"""Rows and columns and points to reach go in; which of them can score together comes out.

A profile says for each line how many levels of points it reaches. Only the least profiles that
reach the points are listed (one level less anywhere is too few), and only those for which the new
cards are enough: each line needs its own (``lines.py``), and a card counts for two of them only
where a row and a column cross; of the flowers that are new to a line each card brings at most two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from solver.field.lines import Need
from solver.field.task import DIFFERENT, LEAST

ENDLESS = 10**6
Levels = tuple[int, ...]  # for each line the levels that it reaches: 0 no points, 1 the least
Needs = Sequence[tuple[Need, ...]]  # for each line what its levels need


@dataclass(frozen=True, slots=True)
class Choice:
    """Levels of the rows, or of the columns: the new cards they need, falling, and their points.

    ``flowers`` are those new to their lines, in all; ``least_step`` is the smallest loss of points
    when one line reaches a level less.
    """

    levels: Levels
    counts: tuple[int, ...]
    flowers: int
    points: int
    least_step: int


def profiles(
    needs: tuple[Needs, Needs], new: int, points: int, flowers: int
) -> Iterator[tuple[Levels, Levels]]:
    """Yield the least levels of rows and columns that score so much with ``new`` cards.

    Together the lines have at most so many ``flowers`` that they have not yet.
    """
    rows, columns = (list(_choices(lines, new)) for lines in needs)
    columns.sort(key=lambda choice: -choice.points)
    for row in rows:
        for column in columns:
            over = row.points + column.points - points
            if over < 0:
                break
            least = min(row.least_step, column.least_step) > over
            enough = least and row.flowers + column.flowers <= flowers
            if enough and new_cards(row.counts, column.counts) <= new:
                yield row.levels, column.levels


def most_points(needs: tuple[Needs, Needs], new: int) -> list[int]:
    """Return the most points that rows and columns can score with ``new`` cards.

    By how many flowers come new to lines, from none to two for each card.
    """
    rows, columns = (_best(_choices(lines, new)) for lines in needs)
    best = [0] * (2 * new + 1)
    for (row, of_row), row_points in rows.items():
        for (column, of_column), column_points in columns.items():
            points, flowers = row_points + column_points, of_row + of_column
            if flowers < len(best) and points > best[flowers] and new_cards(row, column) <= new:
                best[flowers:] = [max(points, other) for other in best[flowers:]]
    return best


def _best(choices: Iterator[Choice]) -> dict[tuple[tuple[int, ...], int], int]:
    """Return the most points of the choices that need the same."""
    best: dict[tuple[tuple[int, ...], int], int] = {}
    for choice in choices:
        key = choice.counts, choice.flowers
        best[key] = max(choice.points, best.get(key, 0))
    return best


def _choices(lines: Needs, new: int) -> Iterator[Choice]:
    found: list[Levels] = [()]
    for need in lines:
        found = [
            (*levels, level)
            for levels in found
            for level in range(len(need) + 1)
            if sum(_counts(lines, levels)) + (need[level - 1].cards if level else 0) <= new
        ]
    for levels in found:
        counts = tuple(sorted(_counts(lines, levels), reverse=True))
        flowers = sum(n[k - 1].flowers for n, k in zip(lines, levels, strict=True) if k)
        points = sum(points_at(level) for level in levels)
        steps = [points_at(level) - points_at(level - 1) for level in levels if level]
        yield Choice(levels, counts, flowers, points, min(steps, default=ENDLESS))


def _counts(lines: Needs, levels: Levels) -> list[int]:
    return [need[level - 1].cards for need, level in zip(lines, levels, strict=False) if level]


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
