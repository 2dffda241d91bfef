"""The cards that one lays go in; what to leave out and to give away comes out: the best of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations

from solver.field.rules import Flower
from solver.field.static import Ending
from solver.field.task import MOST_SAME, Pile, Task, same

Kinds = tuple[tuple[Flower, int], ...]  # how many cards of each flower the dummy holds
Gifts = tuple[frozenset[int], tuple[int, ...]]  # what one takes, and what the dummy gets


def best_gifts(tasks: Sequence[Task], laid: Collection[int]) -> list[Gifts]:
    """Return for each task what is taken (``laid`` and left out) and what the dummy gets.

    All piles together, exactly: of ways that give the dummy the same counts of flowers one is kept.
    Where the dummy does not count, any way will do.
    """
    held = Counter(tasks[0].flowers[card] for card in tasks[0].dummy)
    ways: dict[Kinds, tuple[Gifts, ...]] = {_kinds(held): ()}
    piles = [(task, pile) for task in tasks for pile in task.piles]
    for task, pile in piles:
        choices = list(_choices(pile, laid, task))[: None if tasks[-1].margin else 1]
        after: dict[Kinds, tuple[Gifts, ...]] = {}
        for kinds, way in ways.items():
            for out, given in choices:
                now = Counter(dict(kinds)) + Counter(task.flowers[card] for card in given)
                after.setdefault(_kinds(now), (*way, (frozenset(out), given)))
        ways = after
    best = iter(ways[min(ways, key=_points)])
    return [_joined(laid, [next(best) for _ in task.piles]) for task in tasks]


def _joined(laid: Collection[int], parts: list[Gifts]) -> Gifts:
    taken = frozenset(laid).union(*(out for out, _ in parts))
    return taken, tuple(card for _, given in parts for card in given)


def _kinds(held: Counter[Flower]) -> Kinds:
    """Return the counts as far as more of them would score more."""
    return tuple(sorted((flower, min(count, MOST_SAME)) for flower, count in held.items()))


def _points(kinds: Kinds) -> int:
    return sum(same(count) for _, count in kinds)


def dummy_of(task: Task, given: Iterable[int]) -> int:
    """Return what the dummy scores with what it holds before a task and what it is given."""
    return _points(_kinds(Counter(task.flowers[card] for card in (*task.dummy, *given))))


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
    return Ending(numbers, *best_gifts([task], laid)[0])
