"""A garden goes in; numbers for every place of the next card come out: flowers, lawns, legality.

The garden lies in a rectangle of ``height`` rows of ``width`` spaces, wide enough for every card to
come, with an empty rim. A space is a number y * width + x; a place is the number of the lower left
space of a card. Sets of spaces that are flooded are Python integers, one bit a space.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.garden.rules import COLOURS, LAWN, SIDE, TURNS, Card, Colour, Instance, Space, turned

Grid = NDArray[np.int8]
Ints = NDArray[np.int16]
Bools = NDArray[np.bool_]
Places = NDArray[np.int64]

TABLE, LAWNS, WILD, MINE = 0, 1, 2, 3  # what a space shows; MINE + n: flower n of ``colours``


@dataclass(frozen=True, slots=True)
class Stamp:
    """A card in one rotation: the codes of its spaces ``[3, 3]``, row 0 lowest, and its lawns."""

    card: Card
    turn: int
    codes: Grid
    lawns: int  # bits from place 0
    beds: int


class Ground:
    """What stands fixed for a turn or plan: the rectangle, colours, cards, barred spaces."""

    def __init__(self, instance: Instance) -> None:
        garden, me = instance.table.garden, instance.me
        margin = (SIDE - 1) * len(instance.hand[:4]) + 3
        xs, ys = [x for x, _ in garden], [y for _, y in garden]
        self.origin = min(xs) - margin, min(ys) - margin
        self.width = max(xs) - min(xs) + 2 * margin + 1
        self.height = max(ys) - min(ys) + 2 * margin + 1
        barrow = instance.table.barrows.get(me, ())
        others = ({*garden.values(), *barrow}) - {LAWN, me}
        self.colours: tuple[Colour, ...] = (me, *sorted(others, key=COLOURS.index))
        self.codes = {LAWN: LAWNS} | {c: MINE + n for n, c in enumerate(self.colours)}
        self.barrow: Ints = self.count(barrow)
        self.grid = np.zeros((self.height, self.width), np.int8)
        for space, shows in garden.items():
            self.grid[self._row_column(space)] = self.codes[shows]
        self._read_pawns(instance)
        self.stamps = {card: self._stamps(card) for card in instance.hand}
        window = [(dx, dy) for dy in range(SIDE) for dx in range(SIDE)]
        ring = [(d, e) for d in range(SIDE) for e in (-1, SIDE)]
        halo = window + ring + [(e, d) for d, e in ring]
        self.halo = np.array([dy * self.width + dx for dx, dy in halo], np.int64)
        self.window = sum(1 << dy * self.width + dx for dx, dy in window)

    def _read_pawns(self, instance: Instance) -> None:
        self.barred = np.zeros((self.height, self.width), np.bool_)
        self.ornaments = 0  # lawn spaces under the ornaments of others
        self.own_ornament = -1
        for colour, own in instance.table.pawns.items():
            if own.ornament:
                self.barred[self._row_column(own.ornament[0])] = True
                self.barred[self._row_column(own.ornament[1])] = True
                if colour == instance.me:
                    self.own_ornament = self.number(own.ornament[1])
                else:
                    self.ornaments |= 1 << self.number(own.ornament[1])
            for space in (own.gardener, own.animal):
                if space is not None and colour != instance.me and self._inside(space):
                    self.barred[self._row_column(space)] = True

    def _inside(self, space: Space) -> bool:
        row, column = self._row_column(space)
        return 0 <= row < self.height and 0 <= column < self.width

    def _row_column(self, space: Space) -> tuple[int, int]:
        return space[1] - self.origin[1], space[0] - self.origin[0]

    def number(self, space: Space) -> int:
        """Return the number of a space."""
        row, column = self._row_column(space)
        return row * self.width + column

    def space(self, number: int) -> Space:
        """Return the space of a number."""
        row, column = divmod(number, self.width)
        return column + self.origin[0], row + self.origin[1]

    def count(self, flowers: tuple[Colour, ...]) -> Ints:
        """Return flowers as counts by colour."""
        return np.array([flowers.count(colour) for colour in self.colours], np.int16)

    def _stamps(self, card: Card) -> tuple[Stamp, ...]:
        """Return a card in its rotations that differ."""
        found: dict[tuple[str, ...], Stamp] = {}
        for turn in TURNS:
            rows = turned(card.rows, turn)
            codes = [[MINE if mark == "F" else LAWNS for mark in row] for row in reversed(rows)]
            lawns = sum(
                1 << y * self.width + x
                for y, row in enumerate(codes)
                for x, code in enumerate(row)
                if code == LAWNS
            )
            found.setdefault(rows, Stamp(card, turn, np.array(codes, np.int8), lawns, card.beds))
        return tuple(found.values())

    def counted(self, shown: Grid) -> Ints:
        """Return flowers ``[n, colour]`` among spaces ``[n, space]``."""
        codes = np.arange(MINE, MINE + len(self.colours), dtype=np.int8)
        return np.stack([(shown == code).sum(axis=1, dtype=np.int16) for code in codes], axis=1)

    def picked(self, grid: Grid, places: Places) -> Ints:
        """Return the flowers that cards at places pick: ``[place, colour]``."""
        return self.counted(grid.reshape(-1)[places[:, None] + self.halo[: SIDE * SIDE]])

    def free(self, barred: Bools, places: Places) -> Bools:
        """Tell where cards cover no barred space."""
        free: Bools = ~barred.reshape(-1)[places[:, None] + self.halo[: SIDE * SIDE]].any(axis=1)
        return free

    def flood(self, seed: int, ground: int) -> int:
        """Return the spaces of ``ground`` that connect by sides with ``seed``, a part of it."""
        width, reached = self.width, seed
        while True:
            wider = (
                reached | reached << 1 | reached >> 1 | reached << width | reached >> width
            ) & ground
            if wider == reached:
                return reached
            reached = wider

    def beside(self, spaces: int) -> int:
        """Return the spaces that share a side with one of a set, and some of the set."""
        return spaces << 1 | spaces >> 1 | spaces << self.width | spaces >> self.width

    def regions(self, seeds: int, ground: int) -> Iterator[int]:
        """Yield the side-connected parts of ``ground`` that hold a seed."""
        left = seeds & ground
        while left:
            region = self.flood(left & -left, ground)
            left &= ~region
            yield region


def bits(marks: Bools) -> int:
    """Return an array of marks as a set of spaces."""
    return int.from_bytes(np.packbits(marks.ravel(), bitorder="little").tobytes(), "little")


def boxes(values: NDArray[np.int8] | Ints) -> Ints:
    """Return sums over the windows of cards by lower left space.

    ``values`` is ``[..., row, column]``; the result lacks the last ``SIDE - 1`` rows and columns.
    """
    rows, columns = values.shape[-2] - SIDE + 1, values.shape[-1] - SIDE + 1
    across = np.zeros((*values.shape[:-1], columns), np.int16)
    for x in range(SIDE):
        across += values[..., :, x : x + columns]
    total = np.zeros((*values.shape[:-2], rows, columns), np.int16)
    for y in range(SIDE):
        total += across[..., y : y + rows, :]
    return total


class Look:
    """One garden seen from the place of the next card: arrays over its legal places."""

    def __init__(self, ground: Ground, grid: Grid, barred: Bools) -> None:
        self.ground, self.grid, self.barred = ground, grid, barred
        occupied = boxes((grid != TABLE).astype(np.int8))
        legal = (occupied > 0) & (occupied < SIDE * SIDE) & (boxes(barred.astype(np.int8)) == 0)
        self.rows, self.columns = np.nonzero(legal)
        self.places: Places = self.rows * ground.width + self.columns
        shown = grid.reshape(-1)[self.places[:, None] + ground.halo[: SIDE * SIDE]]
        self.flowers: Ints = ground.counted(shown)  # [place, colour]
        self.wild: Ints = (shown == WILD).sum(axis=1, dtype=np.int16)
        self.lawn: Ints = (shown == LAWNS).sum(axis=1, dtype=np.int16)

    @cached_property
    def own(self) -> int:
        """The number of own beds that show."""
        return int(np.count_nonzero(self.grid == MINE))

    @cached_property
    def lawns(self) -> int:
        """All lawn as a set of spaces."""
        return bits(self.grid == LAWNS)
