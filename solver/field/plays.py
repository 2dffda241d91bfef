"""Steps of a task go in; the moves of a result come out, the dummy's cards included."""

from __future__ import annotations

from solver.field.order import Step
from solver.field.rules import DECKS, Instance, Move
from solver.field.static import Ending
from solver.field.task import Task


def moves_of(instance: Instance, task: Task, steps: list[Step], ending: Ending) -> list[Move]:
    """Return the moves of a play; cards left out are named in the turns of a round."""
    if instance.kind == "placement":
        return [Move(card, cell) for card, cell in steps if card is not None]
    return turns_of(task, steps, ending, instance.round)


def turns_of(task: Task, steps: list[Step], ending: Ending, number: int) -> list[Move]:
    """Return every turn of a round: what one takes and what the dummy gets."""
    named = {card for card, _ in steps if card is not None}
    spare, gifts = [], []
    for pile in task.piles:
        rest = [c for c in pile.cards if c not in named]
        keep = [c for c in rest if c in ending.taken and c not in ending.given]
        laid = sum(c in named for c in pile.cards)
        out = keep[: pile.most - laid]
        spare.append(iter(out))
        gifts.append(iter(ending.given_of(pile) or [c for c in rest if c not in out]))
    moves = []
    for (card, cell), pile_number in zip(steps, task.turns, strict=True):
        taken = next(spare[pile_number]) if card is None else card
        deck = DECKS[pile_number]
        moves.append(Move(taken, cell, number, deck, next(gifts[pile_number])))
    return moves
