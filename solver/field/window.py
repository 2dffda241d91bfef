"""A task goes in; the windows that the field may end in come out, each with a cap on its points.

A window is where the whole field lies in the end, pushed to its left and lower edge: so every
field lies in exactly one. All is proved window by window: with the window fixed every line has
its six cells, and the cards that lie there are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from solver.field.ceilings import ceiling
from solver.field.groups import group_needs
from solver.field.lines import needs
from solver.field.profiles import most_points
from solver.field.rules import SIDES, Cell, Flower
from solver.field.task import HEIGHT, WIDTH, Task, same

Line = tuple[Cell, ...]


@dataclass(frozen=True, eq=False)
class Window:
    """The cells from ``left`` and ``low``, in the coordinates of the field."""

    task: Task
    left: int
    low: int
    known: dict[Line, tuple[int, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells that can hold a card: near enough to the field."""
        inside = product(range(self.left, self.left + WIDTH), range(self.low, self.low + HEIGHT))
        near = self._reached()
        return tuple(cell for cell in inside if cell in near)

    def _reached(self) -> set[Cell]:
        reached = edge = set(self.task.field)
        for _ in range(self.task.most):
            edge = {near for cell in edge for near in neighbours(cell)} - reached
            reached = reached | edge
        return reached

    @cached_property
    def rows(self) -> tuple[Line, ...]:
        """The rows, from below."""
        ys = range(self.low, self.low + HEIGHT)
        return tuple(tuple(c for c in self.cells if c[1] == y) for y in ys)

    @cached_property
    def columns(self) -> tuple[Line, ...]:
        """The columns, from the left."""
        xs = range(self.left, self.left + WIDTH)
        return tuple(tuple(c for c in self.cells if c[0] == x) for x in xs)

    def flowers_on(self, line: Line) -> set[Flower]:
        """Return the flowers that lie on a line now."""
        task = self.task
        cards = (task.field[cell] for cell in line if cell in task.field)
        return {task.flowers[card] for card in cards if card in task.flowers}

    @cached_property
    def needs(self) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
        """For rows and columns: the new cards that each level of points needs (see lines.py)."""
        xs, ys = range(self.left, self.left + WIDTH), range(self.low, self.low + HEIGHT)
        rows = tuple(self._needs(tuple((x, y) for x in xs)) for y in ys)
        columns = tuple(self._needs(tuple((x, y) for y in ys)) for x in xs)
        return rows, columns

    def _needs(self, line: Line) -> tuple[int, ...]:
        """Look at all six cells: one out of reach still keeps its neighbours apart."""
        if line not in self.known:
            lying = [self.task.field.get(cell) for cell in line]
            self.known[line] = needs(self.task, lying)
        return self.known[line]

    def lying(self, flower: Flower) -> frozenset[Cell]:
        """Return where a flower lies now, counted from the corner of the window."""
        field, flowers = self.task.field, self.task.flowers
        there = (cell for cell, card in field.items() if flowers.get(card) == flower)
        return frozenset((x - self.left, y - self.low) for x, y in there)

    @cached_property
    def other_points(self) -> int:
        """A bound on what is not scored by lines: groups, less what the dummy has already."""
        task = self.task
        held = Counter(task.flowers[card] for card in task.dummy if task.margin)
        return (_group_cap(self) if task.groups else 0) - sum(map(same, held.values()))

    @cached_property
    def cap(self) -> int:
        """A bound on the points that any play in this window scores."""
        return _line_cap(self) + self.other_points


def windows(task: Task) -> list[Window]:
    """Return all windows, the most promising first.

    Mirrored at the diagonal a lone card stays where it is and the rules stay the same, so half of
    its windows are enough.
    """
    xs, ys = zip(*task.field, strict=True)
    lefts = range(max(xs) - WIDTH + 1, min(xs) + 1)
    lows = range(max(ys) - HEIGHT + 1, min(ys) + 1)
    mirrored = len(task.field) == 1 and WIDTH == HEIGHT
    known: dict[Line, tuple[int, ...]] = {}  # windows share lines
    found = [
        Window(task, left, low, known)
        for left, low in product(lefts, lows)
        if not mirrored or low <= left
    ]
    centre = (max(xs) + min(xs) - WIDTH + 1, max(ys) + min(ys) - HEIGHT + 1)
    return sorted(
        found,
        key=lambda w: (-w.cap, abs(2 * w.left - centre[0]) + abs(2 * w.low - centre[1])),
    )


def neighbours(cell: Cell) -> Iterator[Cell]:
    """Yield the cells that share a side with a cell."""
    return ((cell[0] + dx, cell[1] + dy) for dx, dy in SIDES)


def _line_cap(window: Window) -> int:
    """Return the most points of rows and columns: by the flowers there and the new cards a line."""
    task, new = window.task, window.task.most
    offered = {task.flowers[card] for card in task.cards}
    old = [task.flowers[card] for card in task.field.values() if card in task.flowers]
    most = ceiling(len(old) + new, len(offered | set(old)))
    return min(most_points(window.needs, new), most)


def _group_cap(window: Window) -> int:
    """Return the most points of groups: each needs its own new cards, and those are few."""
    task = window.task
    best = [0] * (task.most + 1)
    for flower in sorted({*task.flowers.values()}):
        few = min(task.available(flower), task.most)
        needs = {0: 0} | group_needs(window.lying(flower), few)
        best = [
            max(best[used - need] + same(size) for size, need in needs.items() if need <= used)
            for used in range(task.most + 1)
        ]
    return best[-1]
