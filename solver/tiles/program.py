"""A linear program, as lists that any engine understands and that can be told another process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Program(NamedTuple):
    """What is to be made most of, by columns; and rows, one after the other, with their limits.

    Row n has the entries from ``starts[n]`` to before ``starts[n + 1]`` of ``columns`` and
    ``weights``.
    """

    gains: Sequence[float]
    offset: float
    lower: Sequence[float]
    upper: Sequence[float]
    least: Sequence[float]
    most: Sequence[float]
    starts: Sequence[int]
    columns: Sequence[int]
    weights: Sequence[float]

    def without(self, columns: Iterable[int]) -> Program:
        """Return the same with columns that stay 0."""
        upper = list(self.upper)
        for column in columns:
            upper[column] = 0.0
        return self._replace(upper=upper)
