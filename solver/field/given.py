"""A window and cards in a given order go in; an exact CP-SAT model with time comes out.

Card number i is laid at time i or left out, so what lies on a cell at any time is known from the
literals "card i goes to this cell": covering new cards, too, is part of the model.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from solver.engine import Solved
from solver.field.order import Step, number_of
from solver.field.points import points_of
from solver.field.rules import Cell
from solver.field.static import Ending, Literal, Static
from solver.field.task import neighbours
from solver.field.window import Window


class Given(Static):
    """The model of one window: that of the field in the end, and of the way there."""

    def __init__(self, window: Window, target: int) -> None:
        super().__init__(window, target)
        cards = self.task.cards
        self.goes = [
            {cell: self.model.new_bool_var(f"{card} goes to {cell}") for cell in window.cells}
            for card in cards
        ]
        self._seen_in_the_end()
        self._beside()
        self._in_order()

    def _seen_in_the_end(self) -> None:
        """A card is seen in the end where it goes to and none goes later."""
        for number, card in enumerate(self.task.cards):
            self.model.add_at_most_one(self.goes[number].values())
            for cell, goes in self.goes[number].items():
                later = [self.goes[after][cell] for after in range(number + 1, len(self.goes))]
                seen = self.laid[card, cell]
                self.model.add_implication(seen, goes)
                self.model.add_bool_or([seen, ~goes, *later])
                for other in later:
                    self.model.add_implication(other, ~seen)

    def _beside(self) -> None:
        """A card goes beside one that lies there at that time."""
        for number, places in enumerate(self.goes):
            for cell, goes in places.items():
                around = [near for near in neighbours(cell) if near in places]
                if not any(near in self.task.field for near in around):
                    self.model.add_bool_or([~goes, *self._before(number, around)])

    def _before(self, number: int, cells: Iterable[Cell], after: int = -1) -> list[Literal]:
        """Return the literals of cards that go to these cells before a card, after another."""
        return [self.goes[m][cell] for cell in cells for m in range(after + 1, number)]

    def _in_order(self) -> None:
        """Compared with what lies beside it at that time a card is higher or lower as it must."""
        values = [number_of(card) for card in self.task.cards]
        for cell in self.window.cells:
            for near in neighbours(cell):
                if near not in self.shown:
                    continue
                up = near > cell  # to the right or above
                old = self.task.field.get(near)
                for number, value in enumerate(values):
                    goes = self.goes[number][cell]
                    if old is not None and (number_of(old) > value) != up:
                        self.model.add_bool_or([~goes, *self._before(number, [near])])
                for first, second in combinations(range(len(values)), 2):
                    if (values[first] > values[second]) != up:
                        covered = self._before(second, [near], first)
                        lies, goes = self.goes[first][near], self.goes[second][cell]
                        self.model.add_bool_or([~lies, ~goes, *covered])

    def steps(self, ending: Ending, solved: Solved) -> list[Step] | None:
        """Return what the solution does at each time."""
        steps: list[Step] = []
        for card, places in zip(self.task.cards, self.goes, strict=True):
            at = [cell for cell, goes in places.items() if solved.value(goes)]
            steps.append((card, at[0]) if at else (None, None))
        return steps

    def score(self, ending: Ending) -> int:
        """Return the points of an ending."""
        return points_of(self.task, {**self.task.field, **ending.target}, ending.given)
