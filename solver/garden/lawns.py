"""A look at the garden goes in; what its lawns can bring at most, and exactly, comes out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.garden.ground import WILD, Bools, Ground, Ints, Look, Places, bits
from solver.garden.rules import BEDS_OF_ORNAMENT, FACTS, SIDE

SPACES: int = FACTS["scoring"]["lawn_spaces"]
NEVER = -1000  # far below any score


@dataclass(frozen=True, slots=True)
class Claim:
    """How a player stands with his ornament.

    ``lawn``: the lawn space under it, -1 before it is placed. ``early``: it was placed (or is to be
    placed) before the last card though it might wait: that pays only if it shares its lawn at the
    end or if the beds fall below those that an ornament takes (see ``early_children``).
    """

    lawn: int = -1
    early: bool = False


@dataclass(frozen=True, slots=True)
class Marks:
    """What cards at places join, ``[place, region]``: for one owner alone, and for several.

    ``cut``: the card may part the own lawn from the ornaments of others.
    """

    alone: Bools
    shared: Bools
    cut: Bools


class Lawns:
    """The lawns of a look: free regions, joined by the wild cards beside them, and held ones.

    A region is held by another's ornament (unless the own one stands there too): alone a player can
    only win the pieces of it that cards cut off. ``most``: the lawn spaces that the cards not yet
    laid (wild ones too) add at most. ``linked``: spaces of held regions beside wild cards, which
    may join a lawn that is shared. ``sharing``: ornaments of others on the own lawn.
    """

    def __init__(self, look: Look, claim: Claim, most: int) -> None:
        ground, lawns = look.ground, look.lawns
        self.look, self.claim, self.most = look, claim, most
        wild = bits(look.grid == WILD)
        own = 1 << claim.lawn if claim.lawn >= 0 else 0
        held = [r for r in ground.regions(ground.ornaments, lawns) if not r & own]
        free = (lawns | wild) & ~sum(held)
        self.regions = [*ground.regions(free, free), *held]
        self.held: Bools = np.arange(len(self.regions)) >= len(self.regions) - len(held)
        self.sizes: Ints = np.array([(r & lawns).bit_count() for r in self.regions], np.int16)
        self.wild: Bools = np.array([bool(r & wild) for r in self.regions], np.bool_)
        self.linked = sum(r.bit_count() for r in held if ground.beside(r) & wild)
        self.own = next((n for n, r in enumerate(self.regions) if r & own), 0)
        self.sharing = (ground.flood(own, lawns) & ground.ornaments).bit_count()
        self.labels = np.zeros(look.grid.size, np.int16)
        for number, region in enumerate(self.regions, 1):
            self.labels[_spaces(region, look.grid.size)] = number

    def marks(self, places: Places) -> Marks:
        """Return which regions cards at places join: those that they touch or cover."""
        halo = self.look.ground.halo
        touched, covered = self._at(places, halo), self._at(places, halo[: SIDE * SIDE])
        cut = covered[:, self.own] if self.sharing else np.ones(len(places), np.bool_)
        return Marks(np.where(self.held, covered, touched), touched, cut)

    def _at(self, places: Places, around: NDArray[np.int64]) -> Bools:
        marks = np.zeros((len(places), len(self.regions) + 1), np.bool_)
        marks[np.arange(len(places))[:, None], self.labels[places[:, None] + around]] = True
        found: Bools = marks[:, 1:]
        return found

    @property
    def still(self) -> int:
        """The spaces, at most, of the lawn that counts if no card touches it."""
        grown = self.sizes + np.where(self.wild, self.most, 0)
        if self.claim.lawn >= 0:
            return int(grown[self.own])
        return int(grown[~self.held].max(initial=0))

    def joined(self, marks: Bools, covered: Ints) -> Ints:
        """Return the lawn spaces, at most, that count if cards join regions and cover spaces."""
        spaces = marks @ self.sizes - covered + np.int16(self.most)
        if self.claim.lawn >= 0:
            spaces = np.where(marks[:, self.own], spaces, self.still)
        else:
            spaces = np.maximum(spaces, self.still)
        found: Ints = spaces.astype(np.int16)
        return found

    def points(self, alone: Ints, shared: Ints, most_own: Ints, least_own: Ints) -> Ints:
        """Return points, at most, of an ornament alone on so many spaces or sharing so many.

        ``most_own``: own beds, at most, when the ornament may still be placed; ``least_own``: at
        the end, at least.
        """
        halves = alone // SPACES
        parts = (shared + self.linked) // (2 * SPACES)
        if self.claim.early:
            floor = parts if self.look.ground.ornaments else np.full_like(parts, NEVER)
            few = np.where(least_own < BEDS_OF_ORNAMENT, halves, NEVER)
            return np.maximum(floor, few).astype(np.int16)
        if self.claim.lawn >= 0:
            return np.maximum(halves, parts).astype(np.int16)
        enough = most_own >= BEDS_OF_ORNAMENT
        return np.where(enough, np.maximum(halves, parts), 0).astype(np.int16)


def _spaces(region: int, size: int) -> Bools:
    packed = np.frombuffer(region.to_bytes(size // 8 + 1, "little"), np.uint8)
    return np.unpackbits(packed, bitorder="little")[:size].astype(np.bool_)


def exact_points(ground: Ground, lawns: int, claim: Claim) -> int:
    """Return the points of an ornament that stands."""
    lawn = ground.flood(1 << claim.lawn, lawns)
    return lawn.bit_count() // SPACES // (1 + (lawn & ground.ornaments).bit_count())


def best_ornament(ground: Ground, lawns: int, own_beds: int) -> tuple[int, int]:
    """Return the most points of an ornament placed now, and its lawn space (-1: none)."""
    best, space = 0, -1
    for lawn in ground.regions(ground.beside(own_beds), lawns):
        points = lawn.bit_count() // SPACES
        if points > best and not lawn & ground.ornaments:
            best, seeds = points, lawn & ground.beside(own_beds)
            space = (seeds & -seeds).bit_length() - 1
    return best, space


def ornament_places(ground: Ground, lawns: int, own_beds: int) -> list[tuple[int, int]]:
    """Return every bed and lawn space that an ornament may be placed on now."""
    found = []
    for lawn in ground.regions(ground.beside(own_beds), lawns):
        if lawn & ground.ornaments:
            continue
        seeds = lawn & ground.beside(own_beds)
        while seeds:
            space = (seeds & -seeds).bit_length() - 1
            seeds &= seeds - 1
            found += [(bed, space) for bed in beds_beside(ground, space, own_beds)]
    return found


def beds_beside(ground: Ground, space: int, own_beds: int) -> list[int]:
    """Return the own beds that share a side with a space."""
    width = ground.width
    around = (space - width, space - 1, space + 1, space + width)
    return [bed for bed in around if own_beds >> bed & 1]
