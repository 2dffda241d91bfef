"""A task and a flower go in; where its biggest group may lie and the new cards it needs come out.

Exact for the group alone: which of its cells keep their cards, which new cards of the flower go to
the others in rising order, which cards beside it have to be covered for that, and how many cards
lead there from the field. All together must not be more than can be laid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from solver.field.order import number_of
from solver.field.rules import Card, Cell, Flower
from solver.field.task import HEIGHT, LEAST_GROUP, SAME, WIDTH, Pile, Task, neighbours

Shape = frozenset[Cell]


def group_places(task: Task, flower: Flower) -> dict[Shape, int]:
    """Return the connected sets of cells that can score as a group, with the new cards they need.

    Grown cell by cell: what is left of a group without one of its last cells is possible too.
    """
    group = _Group(task, flower)
    level = group.possible({frozenset((cell,)) for cell in _reached(task)})
    found: dict[Shape, int] = {}
    for size in range(1, len(SAME)):
        if size >= LEAST_GROUP:
            found |= dict(sorted(level.items(), key=lambda entry: sorted(entry[0])))
        grown = {shape | {near} for shape in level for cell in shape for near in neighbours(cell)}
        level = group.possible(grown - level.keys())
    return found


def group_needs(places: Mapping[Shape, int]) -> dict[int, int]:
    """Return for the sizes of a group the fewest new cards."""
    fewest: dict[int, int] = {}
    for shape, need in places.items():
        fewest[len(shape)] = min(need, fewest.get(len(shape), need))
    return fewest


def _reached(task: Task) -> set[Cell]:
    """Return the cells that the cards to lay can reach."""
    reached = edge = set(task.field)
    for _ in range(task.most):
        edge = {near for cell in edge for near in neighbours(cell)} - reached
        reached = reached | edge
    return reached


@dataclass(frozen=True, slots=True)
class _Group:
    """The biggest group of a flower, wherever it is."""

    task: Task
    flower: Flower

    def possible(self, shapes: Iterable[Shape]) -> dict[Shape, int]:
        """Return the shapes that can be filled, with the fewest new cards."""
        found = {shape: self._fewest(shape) for shape in shapes}
        return {shape: need for shape, need in found.items() if need is not None}

    def _fewest(self, shape: Shape) -> int | None:
        """Return how many new cards a shape needs, or None if it cannot be filled."""
        empty = sum(not self._lies(cell) for cell in shape)
        way = self._way(shape)
        if empty + way > self.task.most or not _fits(self.task, shape):
            return None
        best = None
        for new in self._fillings(sorted(shape, key=sum), 0, {}, ()):
            if best is None or len(new) < best:
                if len(new) + way + len(self._covered(shape, new)) <= self.task.most:
                    best = len(new)
                if best == empty:
                    break
        return best

    def _lies(self, cell: Cell) -> bool:
        card = self.task.field.get(cell)
        return card is not None and self.task.flowers.get(card) == self.flower

    def _way(self, shape: Shape) -> int:
        """Return how many cards lie at least between the field and a shape."""
        return min(
            max(abs(x - a) + abs(y - b) - 1, 0) for x, y in shape for a, b in self.task.field
        )

    def _fillings(
        self,
        cells: list[Cell],
        turn: int,
        holds: dict[Cell, int],
        new: tuple[tuple[Cell, int], ...],
    ) -> Iterator[tuple[tuple[Cell, int], ...]]:
        """Yield the new cards of every way to fill the cells: from the lowest on, rising."""
        if turn == len(cells):
            yield new
            return
        x, y = cell = cells[turn]
        low = max(holds.get((x - 1, y), -1), holds.get((x, y - 1), -1))
        old = self.task.field.get(cell)
        if old is not None and self._lies(cell) and number_of(old) > low:
            yield from self._fillings(cells, turn + 1, holds | {cell: number_of(old)}, new)
        for pile in self.task.piles:
            if sum(card in pile.cards for _, card in new) < pile.most:
                for card in self._free(pile, new):
                    if card > low:
                        laid = (*new, (cell, card))
                        yield from self._fillings(cells, turn + 1, holds | {cell: card}, laid)

    def _free(self, pile: Pile, new: tuple[tuple[Cell, int], ...]) -> Iterator[int]:
        used = {card for _, card in new}
        flowers = self.task.flowers
        return (card for card in pile.cards if flowers[card] == self.flower and card not in used)

    def _covered(self, shape: Shape, new: tuple[tuple[Cell, int], ...]) -> set[Cell]:
        """Return the cells beside new cards whose cards cannot stay."""
        field = self.task.field
        return {
            near
            for cell, card in new
            for near in neighbours(cell)
            if near in field and near not in shape and not _rises(cell, card, near, field[near])
        }


def _rises(cell: Cell, card: Card, near: Cell, other: Card) -> bool:
    return (number_of(other) > number_of(card)) == (near > cell)


def _fits(task: Task, shape: Shape) -> bool:
    xs, ys = zip(*task.field, *shape, strict=True)
    return bool(max(xs) - min(xs) < WIDTH and max(ys) - min(ys) < HEIGHT)
