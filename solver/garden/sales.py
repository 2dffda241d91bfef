"""Flowers picked card by card go in; the most coins that they can bring come out.

Bouquets of k flowers are worth k(k-1)/2, one for each pair of colours in them, so flowers sold
together bring the sum over all pairs of colours of the smaller count (docs/garden-bouquets.md).
That makes a sale one line of numpy. What a player can have after some cards is a *front*:
wheelbarrows with the most coins that lead to each.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int16]

VECTORS = 1 << 16  # as many sums are made in one go


def worth(flowers: Ints) -> Ints:
    """Return the best price of flowers: an array ``[..., colour]`` of counts to ``[...]``."""
    total = np.zeros(flowers.shape[:-1], np.int16)
    for one, other in combinations(range(flowers.shape[-1]), 2):
        total += np.minimum(flowers[..., one], flowers[..., other])
    return total


@dataclass(slots=True, eq=False)
class Front:
    """Wheelbarrows ``[row, colour]`` that can be reached, and the most coins of each."""

    barrows: Ints
    coins: Ints
    after: dict[bytes, Front] = field(default_factory=dict)

    def final(self, flowers: Ints) -> Ints:
        """Return the most coins if the last card picks ``flowers`` ``[n, colour]``: ``[n]``."""
        return self._best(flowers, None)

    def final_with(self, flowers: Ints, extra: Ints) -> Ints:
        """Return the most coins if up to ``extra`` flowers of colour 0 are added for a coin each.

        One more pays (two coins or more) while two other colours or more have a larger count.
        """
        return self._best(flowers, extra)

    def _best(self, flowers: Ints, extra: Ints | None) -> Ints:
        most = max(1, VECTORS // max(1, len(flowers)))
        parts = range(0, len(self.coins), most)
        found = (self._part(slice(n, n + most), flowers, extra) for n in parts)
        return reduce(np.maximum, found)

    def _part(self, rows: slice, flowers: Ints, extra: Ints | None) -> Ints:
        held = self.barrows[rows, None] + flowers
        coins = self.coins[rows, None]
        if extra is not None and held.shape[-1] > 2:
            second = np.sort(held[..., 1:], axis=-1)[..., -2]
            more = np.clip(second - held[..., 0], 0, extra)
            held[..., 0] += more
            coins = coins - more
        best: Ints = (worth(held) + coins).max(axis=0)
        return best


class Sales:
    """The sales of a plan: a full wheelbarrow is sold at once, or all waits for the end."""

    def __init__(self, colours: int, capacity: int, waits: bool) -> None:
        self.capacity, self.waits = capacity, waits
        counts = product(range(capacity), repeat=colours)
        kept = [] if waits else [c for c in counts if sum(c) < capacity]
        self.kept: Ints = np.array(kept, np.int16).reshape(-1, colours)
        self.number = {row.tobytes(): n for n, row in enumerate(self.kept)}

    def start(self, barrow: Ints) -> Front:
        """Return the front before the first card."""
        return Front(barrow[None], np.zeros(1, np.int16))

    def step(self, front: Front, flowers: Ints) -> Front:
        """Return the front after a card, not the last, that picks ``flowers``."""
        key = flowers.tobytes()
        if key not in front.after:
            front.after[key] = self._step(front, flowers)
        return front.after[key]

    def _step(self, front: Front, flowers: Ints) -> Front:
        held = front.barrows + flowers
        if self.waits:
            return Front(held, front.coins)
        coins = np.full(len(self.kept), -1, np.int16)
        full = held.sum(axis=1) >= self.capacity
        for barrow, before in zip(held[~full], front.coins[~full], strict=True):
            number = self.number[barrow.tobytes()]
            coins[number] = max(coins[number], before)
        for barrow, before in zip(held[full], front.coins[full], strict=True):
            gone = barrow - self.kept
            can = (gone >= 0).all(axis=1)
            coins[can] = np.maximum(coins[can], before + worth(gone[can]))
        reached = coins >= 0
        return _pruned(self.kept[reached], coins[reached])

    def schedule(self, barrow: Ints, picked: list[Ints]) -> list[Ints]:
        """Return what the wheelbarrow holds after each card's sale in a best schedule.

        The last entry is what the final sale finds: nothing is kept after it.
        """
        held, kept = barrow, []
        for number, flowers in enumerate(picked[:-1]):
            held = held + flowers
            if not self.waits and held.sum() >= self.capacity:
                held = self._keep(held, picked[number + 1 :])
            kept.append(held)
        return [*kept, np.zeros_like(barrow)]

    def _keep(self, held: Ints, coming: list[Ints]) -> Ints:
        """Return what to keep of a full wheelbarrow when ``coming`` is still to be picked."""
        gone = held - self.kept
        can = (gone >= 0).all(axis=1)
        best = [
            int(worth(sold)) + self._most(kept, coming)
            for kept, sold in zip(self.kept[can], gone[can], strict=True)
        ]
        kept: Ints = self.kept[can][int(np.argmax(best))]
        return kept

    def _most(self, barrow: Ints, coming: list[Ints]) -> int:
        front = self.start(barrow)
        for flowers in coming[:-1]:
            front = self.step(front, flowers)
        return int(front.final(coming[-1][None])[0])


def _pruned(barrows: Ints, coins: Ints) -> Front:
    """Leave out wheelbarrows that another one beats whatever comes.

    A flower more is worth at most one coin for each other colour; so a wheelbarrow is beaten by one
    that has at least so many coins more as it lacks flowers of the first, times the other colours.
    """
    colours = barrows.shape[1]
    lacks = np.maximum(barrows[:, None] - barrows[None], 0).sum(axis=2)  # [this, other]
    beaten = coins[None] - coins[:, None] >= (colours - 1) * lacks
    mutual = beaten & beaten.T
    beaten &= ~mutual | np.tri(len(coins), k=-1, dtype=bool)  # of equals the first stays
    keep = ~beaten.any(axis=1)
    return Front(barrows[keep], coins[keep])
