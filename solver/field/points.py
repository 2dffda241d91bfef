"""A field of a task goes in; its points come out, as the models count them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from solver.field.rules import Card, Cell, Flower
from solver.field.task import DIFFERENT, Task, neighbours, same


def points_of(task: Task, field: Mapping[Cell, Card], given: Iterable[int] = ()) -> int:
    """Return lines, groups and minus the dummy, as far as the task counts them."""
    flowers = {c: task.flowers[card] for c, card in field.items() if card in task.flowers}
    total = line_points(flowers)
    if task.groups:
        total += group_points(flowers)
    if task.margin:
        held = Counter(task.flowers[card] for card in (*task.dummy, *given))
        total -= sum(map(same, held.values()))
    return total


def line_points(flowers: Mapping[Cell, Flower]) -> int:
    """Return the points of rows and columns."""
    lines: dict[tuple[int, int], set[Flower]] = {}
    for cell, flower in flowers.items():
        for axis in (0, 1):
            lines.setdefault((axis, cell[axis]), set()).add(flower)
    return sum(DIFFERENT[len(line)] for line in lines.values())


def group_points(flowers: Mapping[Cell, Flower]) -> int:
    """Return the points of the biggest group of each flower."""
    biggest: dict[Flower, int] = {}
    left = dict(flowers)
    while left:
        seed, flower = left.popitem()
        edge, size = [seed], 1
        while edge:
            for near in neighbours(edge.pop()):
                if left.get(near) == flower:
                    del left[near]
                    edge.append(near)
                    size += 1
        biggest[flower] = max(size, biggest.get(flower, 0))
    return sum(map(same, biggest.values()))
