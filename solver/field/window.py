"""A task goes in; the windows that the field may end in come out, each with a cap on its points.

A window is where the whole field lies in the end, pushed to its left and lower edge: so every
field lies in exactly one. All is proved window by window: with the window fixed every line has
its six cells, and the cards that lie there are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from solver.field.ceilings import ceiling
from solver.field.groups import Shape, group_places
from solver.field.lines import Need, needs
from solver.field.profiles import Levels, most_points, profiles
from solver.field.rules import Cell, Flower
from solver.field.task import HEIGHT, WIDTH, Task, neighbours, same

Line = tuple[Cell, ...]
Places = Mapping[Flower, Mapping[Shape, int]]  # of groups, with the new cards they need


@dataclass(frozen=True, eq=False)
class Window:
    """The cells from ``left`` and ``low``, in the coordinates of the field."""

    task: Task
    left: int
    low: int
    places: Places = field(default_factory=dict, repr=False)
    known: dict[Line, tuple[Need, ...]] = field(default_factory=dict, repr=False)

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
    def needs(self) -> tuple[tuple[tuple[Need, ...], ...], tuple[tuple[Need, ...], ...]]:
        """What each level of points needs on each row and each column (see lines.py).

        A line that no card can reach has no levels.
        """
        xs, ys = range(self.left, self.left + WIDTH), range(self.low, self.low + HEIGHT)
        rows = (
            self._needs(tuple((x, y) for x in xs), reached)
            for y, reached in zip(ys, self.rows, strict=True)
        )
        columns = (
            self._needs(tuple((x, y) for y in ys), reached)
            for x, reached in zip(xs, self.columns, strict=True)
        )
        return tuple(rows), tuple(columns)

    def _needs(self, line: Line, reached: Line) -> tuple[Need, ...]:
        """Look at all six cells: one out of reach still keeps its neighbours apart."""
        if not reached:
            return ()
        if line not in self.known:
            lying = [self.task.field.get(cell) for cell in line]
            self.known[line] = needs(self.task, lying)
        return self.known[line]

    def groups(self, flower: Flower) -> Iterator[tuple[Shape, int]]:
        """Yield where the biggest group of a flower may lie, with the new cards it needs."""
        cells = set(self.cells)
        return (entry for entry in self.places.get(flower, {}).items() if entry[0] <= cells)

    @cached_property
    def trades(self) -> tuple[tuple[int, int], ...]:
        """Points of groups, falling, and the most flowers that can come new to lines with them.

        Each new card brings its flower to a row and a column. Those of a group stand beside equal
        ones, so they bring it to fewer lines.
        """
        most = self.task.most
        states = {(0, 0): 0}
        for flower in sorted(set(self.task.flowers.values())):
            options = self._options(flower)
            after: dict[tuple[int, int], int] = {}
            for (used, lost), points in states.items():
                for (need, cost), gain in options.items():
                    key = used + need, lost + cost
                    if key[0] <= most:
                        after[key] = max(points + gain, after.get(key, 0))
            states = after
        found: list[tuple[int, int]] = []
        for points, left in sorted(((p, 2 * most - k[1]) for k, p in states.items()), reverse=True):
            if not found or left > found[-1][1]:
                found.append((points, left))
        return tuple(found)

    def _options(self, flower: Flower) -> dict[tuple[int, int], int]:
        """Return by new cards and by lines lost the most points of a flower's group."""
        options = {(0, 0): 0}
        for size, need, lost in self._wanted(flower):
            options[need, lost] = max(same(size), options.get((need, lost), 0))
        return options

    def _wanted(self, flower: Flower) -> Iterator[tuple[int, int, int]]:
        """Yield size, new cards and lines lost of the places of a group.

        A card brings its flower to two lines, less those where it lies already or comes twice.
        """
        field, flowers = self.task.field, self.task.flowers
        now = _lines_of(cell for cell, card in field.items() if flowers.get(card) == flower)
        for shape, need in self.groups(flower):
            yield len(shape), need, max(0, 2 * need - len(_lines_of(shape) - now))

    def group_needs(self, flower: Flower) -> list[tuple[int, int]]:
        """Return for each size of a group from the least its fewest new cards and lines lost."""
        fewest: dict[int, tuple[int, int]] = {}
        for size, need, lost in self._wanted(flower):
            cards, lines = fewest.get(size, (need, lost))
            fewest[size] = min(cards, need), min(lines, lost)
        return [fewest[size] for size in sorted(fewest)]

    @cached_property
    def held(self) -> int:
        """What the dummy has already and the margin takes away."""
        task = self.task
        held = Counter(task.flowers[card] for card in task.dummy if task.margin)
        return sum(map(same, held.values()))

    @cached_property
    def cap(self) -> int:
        """A bound on the points that any play in this window scores."""
        task, new = self.task, self.task.most
        offered = {task.flowers[card] for card in task.cards}
        old = [task.flowers[card] for card in task.field.values() if card in task.flowers]
        most = ceiling(len(old) + new, len(offered | set(old)))
        lines = most_points(self.needs, new)
        return max(g + min(lines[left], most) for g, left in self.trades) - self.held

    def profiles(self, target: int) -> Iterator[tuple[Levels, Levels]]:
        """Yield the least levels of lines with which a play can reach the target."""
        for points, left in self.trades:
            yield from profiles(self.needs, self.task.most, target + self.held - points, left)


def _lines_of(cells: Iterable[Cell]) -> set[tuple[int, int]]:
    return {(axis, cell[axis]) for cell in cells for axis in (0, 1)}


def windows(task: Task) -> list[Window]:
    """Return all windows, the most promising first.

    Mirrored at the diagonal a lone card stays where it is and the rules stay the same, so half of
    its windows are enough.
    """
    xs, ys = zip(*task.field, strict=True)
    lefts = range(max(xs) - WIDTH + 1, min(xs) + 1)
    lows = range(max(ys) - HEIGHT + 1, min(ys) + 1)
    mirrored = len(task.field) == 1 and WIDTH == HEIGHT
    flowers = sorted(set(task.flowers.values())) if task.groups else []
    places = {flower: group_places(task, flower) for flower in flowers}
    known: dict[Line, tuple[Need, ...]] = {}  # windows share lines
    found = [
        Window(task, left, low, places, known)
        for left, low in product(lefts, lows)
        if not mirrored or low <= left
    ]
    centre = (max(xs) + min(xs) - WIDTH + 1, max(ys) + min(ys) - HEIGHT + 1)
    return sorted(
        found,
        key=lambda w: (-w.cap, abs(2 * w.left - centre[0]) + abs(2 * w.low - centre[1])),
    )
