"""An allowance of work goes in; a search that would take more stops: counted, not timed.

So what is found within it is the same on every machine, however fast or busy. CP-SAT counts its
own work, in deterministic seconds; searches in plain Python count their steps, as parts of such a
second.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_left: ContextVar[float] = ContextVar("left", default=math.inf)


class Spent(Exception):
    """The allowance is used up."""


@contextmanager
def allowed(work: float) -> Iterator[None]:
    """Give all searches of a block so many deterministic seconds together."""
    before = _left.set(work)
    try:
        yield
    finally:
        _left.reset(before)


def left() -> float:
    """Return what is left, in deterministic seconds; without an allowance there is no end."""
    return _left.get()


def spend(work: float) -> None:
    """Take work done off the allowance.

    Raises:
        Spent: nothing is left.
    """
    rest = _left.get() - work
    _left.set(rest)
    if rest <= 0:
        raise Spent
