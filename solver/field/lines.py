"""A row or column as it lies goes in; what each level of points needs comes out.

The line alone, exactly: its cards that stay, are covered or come new must rise where they touch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solver.field.order import number_of
from solver.field.rules import Card, Flower
from solver.field.task import DIFFERENT, LEAST, Task

Place = tuple[int, int]  # number of the card before (0: a gap), set of flowers so far as bits


class Need(NamedTuple):
    """What a line needs for a level: the fewest new cards, and flowers that it has not yet."""

    cards: int
    flowers: int


def needs(task: Task, lying: Sequence[Card | None]) -> tuple[Need, ...]:
    """Return what a line needs for the levels from the least.

    ``lying`` has the cards of the line's cells in rising order, None where it is empty. The tuple
    ends before the first level that cannot be reached.
    """
    bits = {flower: 1 << n for n, flower in enumerate(sorted(set(task.flowers.values())))}
    new = sorted((card, bits[task.flowers[card]]) for card in task.cards)
    states: dict[Place, int] = {(0, 0): 0}
    for card in lying:
        states = _further(states, card, _bit(task, bits, card), new, task.most)
    fewest: dict[int, int] = {}
    for (_, flowers), count in states.items():
        different = flowers.bit_count()
        fewest[different] = min(count, fewest.get(different, count))
    now = len({_bit(task, bits, card) for card in lying} - {0})
    found = []
    for level in range(LEAST, len(DIFFERENT)):
        counts = [count for different, count in fewest.items() if different >= level]
        if not counts:
            break
        found.append(Need(min(counts), max(0, level - now)))
    return tuple(found)


def _bit(task: Task, bits: dict[Flower, int], card: Card | None) -> int:
    return 0 if card is None or card not in task.flowers else bits[task.flowers[card]]


def _further(
    states: dict[Place, int],
    card: Card | None,
    bit: int,
    new: Sequence[tuple[int, int]],
    most: int,
) -> dict[Place, int]:
    """Return the states after one more cell, each with the fewest new cards."""
    after: dict[Place, int] = {}
    for (before, flowers), count in states.items():
        options = [(n, flowers | b, count + 1) for n, b in new if n > before]
        if card is None:
            options.append((0, flowers, count))
        elif number_of(card) > before:
            options.append((number_of(card), flowers | bit, count))
        for number, seen, used in options:
            if used <= min(most, after.get((number, seen), most)):
                after[number, seen] = used
    return after
