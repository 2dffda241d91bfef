"""Places of cards go in; what a lawn can bring at most with any cards there comes out.

The cards are *windows*: their places are known, which they are and how turned is not. Lawn outside
of the windows stays as it is, so it falls into parts once and for all; windows can join these
parts, and never part what is joined outside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from solver.garden.ground import Ground
from solver.garden.lawns import NEVER, SPACES, Claim
from solver.garden.rules import BEDS_OF_ORNAMENT, SIDE, Card


@dataclass(frozen=True)
class Joins:
    """All lawn of a garden, and how the player stands: what cards at given places can make of it.

    ``wild``: places of windows that are there already; ``cards``: those of the windows, wild too.
    """

    ground: Ground
    lawns: int
    claim: Claim
    cards: tuple[Card, ...]
    wild: tuple[int, ...] = ()

    @cached_property
    def fresh(self) -> list[int]:
        """Lawn spaces, at most, of so many of the cards."""
        lawns = sorted((SIDE * SIDE - card.beds for card in self.cards), reverse=True)
        return list(accumulate(lawns, initial=0))

    @cached_property
    def still(self) -> int:
        """The spaces of the largest lawn that nobody holds."""
        ground = self.ground
        free = self.lawns & ~ground.flood(self.lawns & ground.ornaments, self.lawns)
        return max((lawn.bit_count() for lawn in ground.regions(free, free)), default=0)

    @cached_property
    def most(self) -> int:
        """The points of all lawn there is and all to come."""
        return (self.lawns.bit_count() + self.fresh[-1]) // SPACES

    def cap(self, places: Iterable[int], most_own: int, least_own: int) -> int:
        """Return the lawn points, at most, with cards at places.

        ``most_own``: own beds, at most, when the ornament may still be placed; ``least_own``: at
        the end, at least. NEVER: the claim cannot come true.
        """
        windows = [self.ground.window << place for place in (*self.wild, *places)]
        if self.claim.lawn < 0:
            if most_own < BEDS_OF_ORNAMENT and not self.claim.early:
                return 0
            alone, shared = self._open(windows)
        else:
            alone, shared = self._standing(windows)
        if self.claim.early and least_own >= BEDS_OF_ORNAMENT:
            return shared
        return max(alone, shared)

    def _standing(self, windows: list[int]) -> tuple[int, int]:
        """Return points alone and shared, at most, of the ornament that stands."""
        ground = self.ground
        covered = _union(windows)
        outside = self.lawns & ~covered
        own = ground.flood(1 << self.claim.lawn, outside)
        owners = 1 + (own & ground.ornaments).bit_count()
        lawn = ground.flood(own, outside | covered)
        held = ground.flood(lawn & outside & ground.ornaments & ~own, outside)
        joined = (lawn & outside).bit_count() + self._fresh(windows, lawn)
        free = (joined - held.bit_count()) // SPACES // owners
        more = joined // SPACES // (owners + 1) if held else NEVER
        return (free, more) if owners == 1 else (NEVER, max(free, more))

    def _open(self, windows: list[int]) -> tuple[int, int]:
        """Return points alone and shared, at most, of an ornament placed at any time to come."""
        ground = self.ground
        covered = _union(windows)
        outside = self.lawns & ~covered
        free = outside & ~ground.flood(outside & ground.ornaments, outside)
        parts = ground.regions(covered, free | covered)
        spaces = [self._joined(windows, lawn, free) for lawn in parts]
        alone = max([self.still, *spaces]) // SPACES
        if len(windows) == 1 and not self.claim.early:
            return alone, NEVER  # placed at the end it stands alone
        shared = [
            self._joined(windows, lawn, outside)
            for lawn in ground.regions(covered, outside | covered)
            if lawn & outside & ground.ornaments
        ]
        return alone, max(shared) // (2 * SPACES) if shared else NEVER

    def _joined(self, windows: list[int], lawn: int, outside: int) -> int:
        return (lawn & outside).bit_count() + self._fresh(windows, lawn)

    def _fresh(self, windows: list[int], lawn: int) -> int:
        return self.fresh[sum(1 for window in windows if window & lawn)]


def _union(windows: list[int]) -> int:
    union = 0
    for window in windows:
        union |= window
    return union
