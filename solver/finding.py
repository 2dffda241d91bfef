"""What a search tells while it runs and at its end: the same few values for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Moves = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Finding:
    """The best play so far, the bound on every play, and whether the search went to its end.

    Complete and without a score: no play exists. Moves are tables as a result writes them.
    """

    score: int | None = None
    bound: int | None = None
    moves: Moves = ()
    complete: bool = False

    @property
    def proved(self) -> bool:
        """Whether nothing can be better: the play reaches a bound, which is true at any time."""
        return self.score is not None and self.score == self.bound


Report = Callable[[Finding], None]


def merged(old: Finding, new: Finding) -> Finding:
    """Return the better play (of equal ones the newer) with the lower bound; complete if new is."""
    best = new
    if old.score is not None and (new.score is None or old.score > new.score):
        best = old
    bounds = [finding.bound for finding in (old, new) if finding.bound is not None]
    return Finding(best.score, min(bounds, default=None), best.moves, new.complete)
