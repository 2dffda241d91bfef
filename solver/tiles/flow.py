"""How some part of a plan moves jokers: a walk of the jokers in hand, in its simplest form.

A walk lists the lowest and highest points of the jokers in hand against its start: (0, -1, 0) takes
one and gives it back. Parts of a plan that share nothing but jokers can be laid side by side; what
their walks need together follows from the walks alone (chains of jobs that share one resource:
Abdel-Wahab and Kameda, Scheduling to minimize maximum cumulative cost, 1978).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Walk = tuple[int, ...]
STILL: Walk = (0,)
_Gain = tuple[int, int]  # how far it first goes down, how much higher it ends


def simplest(points: Iterable[int]) -> Walk:
    """Return a walk without points that no other part of the plan could notice.

    A detour within a rise is made at once at its start, one within a fall at its end.
    """
    walk: list[int] = []
    for point in points:
        walk.append(point)
        while True:
            if len(walk) > 1 and walk[-1] == walk[-2]:
                walk.pop()
            elif len(walk) > 2 and (walk[-2] - walk[-3]) * (walk[-1] - walk[-2]) > 0:
                del walk[-2]
            elif len(walk) > 3 and _within(*walk[-4:]):
                del walk[-3:-1]
            else:
                break
    return tuple(walk)


def _within(start: int, one: int, two: int, end: int) -> bool:
    return min(start, end) <= min(one, two) and max(one, two) <= max(start, end)


@lru_cache(maxsize=1 << 16)
def before(taken: int, given: int, walk: Walk) -> Walk:
    """Return a walk with an action in front of it that takes jokers from the hand, then gives."""
    level = given - taken
    return simplest((0, -taken, level, *(level + point for point in walk)))


@lru_cache(maxsize=1 << 16)
def beside(one: Walk, two: Walk) -> Walk:
    """Return the walk of two parts laid side by side in the best order."""
    gains = sorted((*_gains(_rise(one)), *_gains(_rise(two))))
    losses = sorted((*_gains(_fall(one)), *_gains(_fall(two))))
    points, level = [0], 0
    for down, up in gains:
        points += [level - down, level + up]
        level += up
    backward, end = [0], 0
    for down, up in losses:
        backward += [end - down, end + up]
        end += up
    points += [level + point - end for point in reversed(backward)]
    return simplest(points)


def _rise(walk: Walk) -> Walk:
    """Return the walk up to its highest point."""
    return walk[: walk.index(max(walk)) + 1]


def _fall(walk: Walk) -> Walk:
    """Return the walk from its highest point on, from its end backward."""
    return walk[walk.index(max(walk)) :][::-1]


def _gains(walk: Walk) -> list[_Gain]:
    """Cut a walk that ends at its highest point where it reaches a higher point than before."""
    found, level, low = [], walk[0], walk[0]
    for point in walk[1:]:
        low = min(low, point)
        if point > level or (point == level and low < level):
            found.append((level - low, point - level))
            level = low = point
    return found


@lru_cache(maxsize=1 << 18)
def eases(one: Walk, two: Walk) -> bool:
    """Tell whether a walk can take the place of another one in every plan."""
    seen, todo = set(), [(0, 0)]
    while todo:
        at, other = todo.pop()
        if (at, other) in seen:
            continue
        seen.add((at, other))
        if at == len(one) - 1 and other == len(two) - 1:
            return True
        if at + 1 < len(one) and one[at + 1] >= two[other]:
            todo.append((at + 1, other))
        if other + 1 < len(two) and one[at] >= two[other + 1]:
            todo.append((at, other + 1))
    return False
