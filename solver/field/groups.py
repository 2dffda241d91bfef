"""A window and a flower go in; where its biggest group may lie and what it needs come out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from solver.field.rules import SIDES, Cell
from solver.field.task import HEIGHT, LEAST_GROUP, SAME, WIDTH

Shape = frozenset[Cell]


@cache
def shapes() -> tuple[Shape, ...]:
    """Return the connected sets of cells of a window, from (0, 0), that score as a group."""
    level = {frozenset((cell,)) for cell in product(range(WIDTH), range(HEIGHT))}
    found: list[Shape] = []
    for size in range(1, len(SAME)):
        if size >= LEAST_GROUP:
            found += sorted(level, key=sorted)
        level = {
            shape | {(x + dx, y + dy)}
            for shape in level
            for x, y in shape
            for dx, dy in SIDES
            if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT and (x + dx, y + dy) not in shape
        }
    return tuple(found)


def groups(lying: frozenset[Cell], new: int) -> Iterator[tuple[Shape, int]]:
    """Yield the shapes that ``new`` more cards can fill, with the cards they need.

    ``lying`` are the cells of the window with a card of the flower, counted from its corner.
    """
    for shape in shapes():
        need = len(shape - lying)
        if need <= new:
            yield shape, need


def group_needs(lying: frozenset[Cell], new: int) -> dict[int, int]:
    """Return for the sizes of a group the fewest new cards, where they are at most ``new``."""
    fewest: dict[int, int] = {}
    for shape, need in groups(lying, new):
        fewest[len(shape)] = min(need, fewest.get(len(shape), need))
    return fewest
