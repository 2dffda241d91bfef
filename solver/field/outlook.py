"""A position goes in; what any play from there can score at most comes out, for every next step.

Cards to come are counted, each as good as can be: one brings at most one flower to one row and one
column, and joins a group with itself and what lies of its flower.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from solver.field.beam import Node, Promise, after_step, flowers_of
from solver.field.ceilings import ceiling
from solver.field.order import Step
from solver.field.task import DIFFERENT, HEIGHT, LEAST, WIDTH, Task, same

Counts = tuple[int, ...]


class Kind(NamedTuple):
    """Of one flower: its biggest group, the cards that lie, and those that may still come."""

    biggest: int
    lying: int
    coming: int


class View(NamedTuple):
    """What counts of a position: different flowers on rows and columns, and each flower."""

    rows: Counts
    columns: Counts
    cards: int
    kinds: tuple[Kind, ...]


class Outlook:
    """A position, looked at once for all steps from there; ``tasks`` are those still to be done."""

    def __init__(self, node: Node, tasks: Sequence[Task]) -> None:
        self.node, self.tasks = node, tasks
        self.promise = Promise(flowers_of(node.lying, tasks[0]), 0.0)
        self.lines = self.promise.lines
        self.lying = Counter(self.promise.flowers.values())
        self.coming = Counter(
            task.flowers[card] for task in tasks for card in task.cards if card not in node.laid
        )
        self.now = self._view({line: len(there) for line, there in self.lines.items()}, {})

    def _view(self, lines: dict[tuple[int, int], int], grown: dict[str, Kind]) -> View:
        rows, columns = (
            tuple(sorted(count for (axis, _), count in lines.items() if axis == side))
            for side in (1, 0)
        )
        kinds: list[Kind] = []
        if self.tasks[-1].groups:
            for flower in self.lying | self.coming:
                biggest = self.promise.biggest.get(flower, 0)
                kind = Kind(biggest, self.lying[flower], self.coming[flower])
                kinds.append(grown.get(flower, kind))
        cards = self.lying.total() + len(grown)
        return View(rows, columns, cards, tuple(sorted(kinds)))

    def after(self, step: Step) -> View:
        """Return what counts after a step."""
        card, cell = step
        if card is None or cell is None:
            return self.now
        if cell in self.promise.flowers:
            return Outlook(after_step(self.node, step), self.tasks).now
        flower = self.tasks[0].flowers[card]
        lines = {line: len(there) for line, there in self.lines.items()}
        for line in ((0, cell[0]), (1, cell[1])):
            lines[line] = len(self.lines.get(line, set()) | {flower})
        biggest = max(self.promise.biggest.get(flower, 0), self.promise.joined(cell, flower))
        kind = Kind(biggest, self.lying[flower] + 1, self.coming[flower] - 1)
        return self._view(lines, {flower: kind})


@cache
def most_after(view: View, turns: Counts, flowers: int) -> int:
    """Return the most points from here on, when each round still has so many turns.

    ``flowers`` are the different ones that there are.
    """
    points = new = 0
    for more in turns:
        new += more
        rows = line_hope(view.rows, HEIGHT, new, flowers)
        columns = line_hope(view.columns, WIDTH, new, flowers)
        points += min(rows + columns, ceiling(view.cards + new, flowers))
    return points + group_hope(view.kinds, new)


@cache
def line_hope(counts: Counts, lines: int, new: int, flowers: int) -> int:
    """Return the most points that so many lines can score with new cards.

    ``counts`` are the different flowers on those that are begun.
    """
    best = [0] * (new + 1)
    for count in (*counts, *(0,) * (lines - len(counts))):
        levels = [(max(0, n - count), DIFFERENT[n]) for n in range(LEAST, flowers + 1)]
        best = [
            max([best[k], *(best[k - need] + points for need, points in levels if need <= k)])
            for k in range(new + 1)
        ]
    return best[new]


@cache
def group_hope(kinds: tuple[Kind, ...], new: int) -> int:
    """Return the most points of groups with new cards."""
    best = [0] * (new + 1)
    for biggest, lying, coming in kinds:
        sizes = [biggest, *(lying + k for k in range(1, min(coming, new) + 1))]
        best = [
            max(best[k - need] + same(size) for need, size in enumerate(sizes[: k + 1]))
            for k in range(new + 1)
        ]
    return best[new]
