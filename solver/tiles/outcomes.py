"""What can still be won from a position: outcomes, none better than another one in every way.

An outcome is what counts for the rest of the plan: the thresholds of the tokens that new rows
reach (tokens do not depend on the order of laying, docs/tiles-order.md), the flowers left in hand,
the jokers earned from the board, and the walk of the jokers in hand. So outcomes of parts that
share no tile are simply put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from solver.tiles.chains import Purse
from solver.tiles.flow import STILL, Walk, before, beside, eases

Trace = TypeVar("Trace")  # how an outcome came about


class Outcome(NamedTuple):
    """Thresholds of tokens, falling; flowers left; jokers earned; the walk of the jokers.

    ``owing``: jokers lent to plays of other regions, less those borrowed by plays of this one.
    """

    tokens: tuple[int, ...] = ()
    left: int = 0
    earned: int = 0
    walk: Walk = STILL
    owing: int = 0

    def with_token(self, threshold: int) -> Outcome:
        """Return the outcome with one more row; threshold 0: no token is so low."""
        if not threshold:
            return self
        tokens, left, earned, walk, owing = self
        return Outcome(_with(tokens, threshold), left, earned, walk, owing)

    def behind(self, taken: int, given: int, more: int, owed: int) -> Outcome:
        """Return the outcome with an action before it that takes and gives jokers."""
        if not (taken or given or owed):
            return self
        tokens, left, earned, walk, owing = self
        return Outcome(tokens, left, earned + more, before(taken, given, walk), owing + owed)

    def beside(self, other: Outcome) -> Outcome:
        """Return the outcome of two parts."""
        return Outcome(
            tuple(sorted(self.tokens + other.tokens, reverse=True)),
            self.left + other.left,
            self.earned + other.earned,
            beside(self.walk, other.walk),
            self.owing + other.owing,
        )


@lru_cache(maxsize=1 << 16)
def _with(tokens: tuple[int, ...], threshold: int) -> tuple[int, ...]:
    return tuple(sorted((*tokens, threshold), reverse=True))


def value(tokens: Iterable[int], outcome: Outcome) -> int:
    """Return the net points of an outcome."""
    purse = Purse(tokens)
    return sum(map(purse.take, outcome.tokens)) - outcome.left


def covers(tokens: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Tell whether some thresholds, falling, are nowhere lower or fewer than others."""
    return len(tokens) >= len(others) and all(map(int.__ge__, tokens, others))


def dominated(outcome: Outcome, others: list[Outcome]) -> bool:
    """Tell whether another outcome is at least as good in every way."""
    tokens, left, earned, walk, owing = outcome
    for won, lost, board, easy, debt in others:
        if (
            lost <= left
            and board <= earned
            and debt == owing
            and covers(won, tokens)
            and (easy == walk or eases(easy, walk))
        ):
            return True
    return False


def best_only(
    outcomes: dict[Outcome, Trace], tick: Callable[[], None] = lambda: None
) -> dict[Outcome, Trace]:
    """Return the outcomes that no other one dominates; each is a ``tick`` of the clock."""
    if len(outcomes) < 2:  # nothing to compare
        return outcomes
    kept: list[Outcome] = []
    for outcome in sorted(outcomes, key=_promise):
        tick()
        if not dominated(outcome, kept):
            kept.append(outcome)
    return {outcome: outcomes[outcome] for outcome in kept}


def _promise(outcome: Outcome) -> tuple[object, ...]:
    """Return a key that puts an outcome before those that it dominates."""
    tokens, left, earned, walk, owing = outcome
    return (
        left - sum(tokens),
        -len(tokens),
        earned,
        owing,
        -min(walk),
        -walk[-1],
        len(walk),
        outcome,
    )
