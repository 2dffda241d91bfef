"""Tasks that follow each other go in; a bound on any play of them comes out at once.

By counts of cards alone; what searches longer has better ones. It is there so that whoever stops a
search at any moment still gets a bound that is true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, combinations_with_replacement
from operator import le

from solver.field.ceilings import ceiling
from solver.field.task import DIFFERENT, HEIGHT, LEAST, LEAST_GROUP, SAME, WIDTH, Task, same


def first_bound(tasks: Sequence[Task]) -> int:
    """Return the most points that the rounds, and groups less the dummy's at the end, can score."""
    flowers, last = tasks[0].flowers, tasks[-1]
    lying = Counter(flowers[card] for card in tasks[0].field.values() if card in flowers)
    offered = Counter({f: sum(task.available(f) for task in tasks) for f in flowers.values()})
    offered = lying + offered
    cards, points = lying.total(), 0
    for task in tasks:
        cards += task.most
        points += _most_points(cards, offered if task.groups else Counter(), len(offered))
    if last.margin:
        points -= sum(map(same, Counter(flowers[card] for card in last.dummy).values()))
    return points


def _most_points(cards: int, grouped: Counter[str], flowers: int) -> int:
    """Return the most points of lines, with groups of what is offered, when so many cards are seen.

    A card brings its flower to a row and a column, but a group of n to at most n + 1 lines. Cards
    in no group do most for the flower that is on the fewest lines.
    """
    sizes = (0, *range(LEAST_GROUP, len(SAME)))
    offered = sorted(grouped.values(), reverse=True) + [0] * (flowers - len(grouped))
    best = 0
    for groups in combinations_with_replacement(sorted(sizes, reverse=True), flowers):
        rest = cards - sum(groups)
        if rest >= 0 and all(map(le, groups, offered)):
            on = [size + 1 if size else 0 for size in groups]
            for _ in range(rest):
                on.sort()
                on[0] += 2
            lines = min(ceiling(cards, flowers), _line_points(tuple(sorted(on))))
            best = max(best, sum(map(same, groups)) + lines)
    return best


@cache
def _line_points(on: tuple[int, ...]) -> int:
    """Return the most points of lines when each flower is on so many of them.

    Lines with so many flowers exist if and only if for every k the k fullest hold no more than
    the flowers can give to k lines (Gale and Ryser).
    """
    room = [sum(min(count, k) for count in on) for k in range(WIDTH + HEIGHT + 1)]
    best = 0
    for size in range(WIDTH + HEIGHT + 1):
        for levels in combinations_with_replacement(range(len(DIFFERENT) - 1, LEAST - 1, -1), size):
            points = sum(DIFFERENT[level] for level in levels)
            if points > best and all(map(le, accumulate(levels), room[1:])):
                best = points
    return best
