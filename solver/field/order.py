"""A task and a field to reach go in; an order to lay the cards comes out, or None.

Exact: it tries every order, cards left out at any turn, and cards laid only to be covered later
(a bridge, or to be out of the way). What is laid for good is never covered again.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from solver.field.rules import Card, Cell
from solver.field.task import Task

Step = tuple[int | None, Cell | None]  # a card and its cell; (None, None): none of those


@dataclass(slots=True)
class Builder:
    """The search for one field; ``own`` says for each pile what may be taken beside its cards."""

    task: Task
    target: Mapping[Cell, int]
    own: tuple[tuple[int, ...], ...]
    dead: set[object] = field(default_factory=set)

    def spare(self, placed: frozenset[Cell], turn: int, pile: int) -> int:
        """Return the turns of a pile that are left over when all its cards are to be laid."""
        left = sum(p == pile for p in self.task.turns[turn:])
        cards = self.task.piles[pile].cards
        return left - sum(card in cards for cell, card in self.target.items() if cell not in placed)

    def search(
        self, lying: dict[Cell, Card], placed: frozenset[Cell], used: frozenset[int], turn: int
    ) -> list[Step] | None:
        """Return the steps from here to the target, or None."""
        if len(placed) == len(self.target):
            return [(None, None)] * (len(self.task.turns) - turn)
        if turn == len(self.task.turns):
            return None
        bridges = frozenset((c, lying[c]) for c in self.target if lying.get(c) in used)
        key = (turn, placed, bridges, used)
        if key in self.dead:
            return None
        for card, cell in self.steps(lying, placed, used, turn):
            if card is None or cell is None:
                rest = self.search(lying, placed, used, turn + 1)
            else:
                final = self.target[cell] == card
                rest = self.search(
                    {**lying, cell: card},
                    placed | {cell} if final else placed,
                    used if final else used | {card},
                    turn + 1,
                )
            if rest is not None:
                return [(card, cell), *rest]
        self.dead.add(key)
        return None

    def steps(
        self,
        lying: Mapping[Cell, Card],
        placed: frozenset[Cell],
        used: frozenset[int],
        turn: int,
    ) -> Iterator[Step]:
        """Yield what may be done this turn: lay for good, leave out, lay to be covered."""
        pile = self.task.turns[turn]
        cards = self.task.piles[pile].cards
        open_cells = [cell for cell in self.target if cell not in placed]
        for cell in open_cells:
            if self.target[cell] in cards and fits(lying, self.target[cell], cell):
                yield self.target[cell], cell
        if self.spare(placed, turn, pile) <= 0:
            return
        yield None, None
        for card in self.own[pile]:
            for cell in open_cells:
                if card not in used and fits(lying, card, cell):
                    yield card, cell


def build(
    task: Task, target: Mapping[Cell, int], own: tuple[Collection[int], ...]
) -> list[Step] | None:
    """Return a step for every turn that ends in the target, or None if there is none.

    ``target`` holds the new cards that are seen in the end; ``own`` the other cards of each pile
    that one may take.
    """
    builder = Builder(task, target, tuple(tuple(sorted(cards)) for cards in own))
    return builder.search(dict(task.field), frozenset(), frozenset(), 0)


def fits(lying: Mapping[Cell, Card], card: Card, cell: Cell) -> bool:
    """Tell whether a card may be laid on a cell; the window is for others to keep."""
    low, high = between(lying, cell)
    beside = low > -math.inf or high < math.inf
    return beside and low < number_of(card) < high


def between(lying: Mapping[Cell, Card], cell: Cell) -> tuple[float, float]:
    """Return the numbers that a card on a cell must lie between, by what lies beside it."""
    x, y = cell
    low = [number_of(lying[near]) for near in ((x - 1, y), (x, y - 1)) if near in lying]
    high = [number_of(lying[near]) for near in ((x + 1, y), (x, y + 1)) if near in lying]
    return max(low, default=-math.inf), min(high, default=math.inf)


def number_of(card: Card) -> int:
    """Return the number on a card."""
    return card if isinstance(card, int) else int(card[:-1])
