"""The cards that one lays go in; what to leave out and to give away comes out: the best of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations, product

from solver.field.static import Ending
from solver.field.task import Pile, Task, same


def best_gifts(task: Task, laid: Collection[int]) -> tuple[frozenset[int], tuple[int, ...]]:
    """Return what is taken (``laid`` and left out) and what the dummy gets, all piles together.

    Tried in full: of a pile a card or two remain to choose from.
    """
    held = Counter(task.flowers[card] for card in task.dummy)
    choices = [list(_choices(pile, laid, task)) for pile in task.piles]

    def cost(picked: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]) -> int:
        total = held + Counter(task.flowers[c] for _, given in picked for c in given)
        return sum(map(same, total.values()))

    best = min(product(*choices), key=cost)
    taken = frozenset(laid).union(*(out for out, _ in best))
    return taken, tuple(card for _, given in best for card in given)


def _choices(
    pile: Pile, laid: Collection[int], task: Task
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield what is left out and given of a pile; of choices with equal flowers given only one."""
    rest = [card for card in pile.cards if card not in laid]
    out = pile.most - (len(pile.cards) - len(rest))
    seen = set()
    for given in combinations(rest, pile.given):
        kinds = tuple(sorted(task.flowers[card] for card in given))
        if kinds not in seen:
            seen.add(kinds)
            yield tuple(card for card in rest if card not in given)[:out], given


def ending_of(task: Task, lying: dict[tuple[int, int], int | str], laid: Collection[int]) -> Ending:
    """Return the ending of a play that laid these cards, with the best gifts."""
    target = {c: card for c, card in lying.items() if task.field.get(c) != card}
    numbers = {cell: card for cell, card in target.items() if isinstance(card, int)}
    if not task.margin:
        return Ending(numbers, frozenset(task.cards), ())
    return Ending(numbers, *best_gifts(task, laid))
