"""An instance goes in; what the models optimise comes out: cards, caps on them, points to win.

A task is one stretch of play at whose end the field scores: a placement or one round. Its decks say
how many of their cards may be laid; in which order is for ``order.py`` to find.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from layouts.facts import facts
from solver.field.rules import SIDES, Card, Cell, Flower, Instance

_FACTS = facts("field")
WIDTH: int = _FACTS["field"]["width"]
HEIGHT: int = _FACTS["field"]["height"]
DIFFERENT: tuple[int, ...] = tuple(_FACTS["scoring"]["different"])
SAME: tuple[int, ...] = tuple(_FACTS["scoring"]["same"])
LAST_ROUND = len(_FACTS["rounds"]["cards"])
LEAST = next(n for n, points in enumerate(DIFFERENT) if points)  # flowers of a line that scores
LEAST_GROUP = next(n for n, points in enumerate(SAME) if points)
MOST_SAME = len(SAME) - 1  # more of a flower score no more


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards of which at most ``most`` are laid; the dummy takes ``given`` of the others."""

    cards: tuple[int, ...]
    most: int
    given: int = 0


@dataclass(frozen=True, slots=True)
class Task:
    """A field and the piles that go on it; ``turns`` says whose pile it is, turn by turn."""

    field: Mapping[Cell, Card]
    piles: tuple[Pile, ...]
    turns: tuple[int, ...]
    flowers: Mapping[Card, Flower]
    groups: bool
    margin: bool = False
    dummy: tuple[int, ...] = ()

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards that may be laid."""
        return tuple(card for pile in self.piles for card in pile.cards)

    @property
    def most(self) -> int:
        """How many cards can be laid."""
        return sum(pile.most for pile in self.piles)

    @property
    def step(self) -> int:
        """Every score is a multiple of this."""
        return 1 if self.groups or self.margin else min(p for p in DIFFERENT if p)

    def available(self, flower: Flower) -> int:
        """Return how many cards of a flower can be laid."""
        return sum(
            min(pile.most, sum(self.flowers[card] == flower for card in pile.cards))
            for pile in self.piles
        )


def task_of(instance: Instance, number: int = 0) -> Task:
    """Return the task of a placement, or of the round with this index (from 0)."""
    groups = instance.round + number == LAST_ROUND
    margin = instance.objective == "margin"
    piles: tuple[Pile, ...]
    if instance.order == "given":
        piles = tuple(Pile((card,), 1) for card in instance.cards)
        turns = tuple(range(len(piles)))
    elif instance.kind == "placement":
        piles = (Pile(instance.cards, len(instance.cards)),)
        turns = (0,) * len(instance.cards)
    else:
        decks = instance.decks[number]
        pair = (decks.large, decks.small)
        piles = tuple(Pile(cards, len(cards) // 2, len(cards) // 2) for cards in pair)
        turns = tuple(turn % 2 for turn in range(decks.turns))
    return Task(instance.field, piles, turns, instance.flowers, groups, margin, instance.dummy)


def same(count: int) -> int:
    """Return the points of a number of equal flowers."""
    return SAME[min(count, MOST_SAME)]


def neighbours(cell: Cell) -> Iterator[Cell]:
    """Yield the cells that share a side with a cell."""
    return ((cell[0] + dx, cell[1] + dy) for dx, dy in SIDES)
