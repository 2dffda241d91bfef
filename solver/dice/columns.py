"""A board goes in; all connected sets of flowers that one die can circle come out, as arrays.

A *column* of the model is a set together with the colour of the die that circles it. Its gain is
the number of right flowers in it; a wrong and a missing flower cost the same tick, so a play scores
the gains of its columns, minus what its dice show, plus the bonuses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from layouts.board import Board
from layouts.facts import facts

LETTERS: tuple[str, ...] = tuple(colour["letter"] for colour in facts("dice")["colours"])
WHITE: str = facts("dice")["white"]["letter"]
FACES: int = facts("dice")["dice"]["faces"]


@dataclass(frozen=True, eq=False)
class Columns:
    """The connected sets of at most six uncircled flowers of a board.

    Attributes:
        board: the board.
        free: the set of cells that are not circled yet.
        sets: every connected set once, by size, then by its bits.
        cells: (sets, 6) the cells of each set, padded with the number of cells of the board.
        size: (sets,) number of cells of each set.
        gain: (sets, colours) number of right flowers for a die of each colour.
    """

    board: Board
    free: int
    sets: tuple[int, ...]
    cells: npt.NDArray[np.int16]
    size: npt.NDArray[np.int16]
    gain: npt.NDArray[np.int16]

    @cached_property
    def holds(self) -> npt.NDArray[np.bool_]:
        """(sets, cells) whether a set holds a cell."""
        table = np.zeros((len(self.sets), self.board.size + 1), bool)
        table[np.arange(len(self.sets))[:, None], self.cells] = True
        return table[:, :-1]


def columns_of(board: Board, circled: int = 0) -> Columns:
    """Enumerate the columns of a board, given the set of cells that are circled already."""
    free = ((1 << board.size) - 1) & ~circled
    sets = connected_sets(board, free, FACES)
    cells = np.full((len(sets), FACES), board.size, np.int16)
    for row, cell_set in zip(cells, sets, strict=True):
        members = cells_of(cell_set)
        row[: len(members)] = members
    right = np.zeros((board.size + 1, len(LETTERS)), np.int16)
    for cell, letter in enumerate(board.letters):
        right[cell] = [letter in (colour, WHITE) for colour in LETTERS]
    size = (cells < board.size).sum(axis=1).astype(np.int16)
    return Columns(board, free, sets, cells, size, right[cells].sum(axis=1).astype(np.int16))


def connected_sets(board: Board, free: int, most: int) -> tuple[int, ...]:
    """Return all connected sets of 1 to ``most`` cells of ``free``, by size, then by bits.

    Every set of one size grows by one cell beside it; a dictionary from set to its border keeps
    each set once.
    """
    beside = {1 << cell: board.neighbours[cell] & free for cell in cells_of(free)}
    border = dict(beside)
    found = sorted(border)
    for _ in range(most - 1):
        wider: dict[int, int] = {}
        for cell_set, around in border.items():
            rest = around
            while rest:
                cell = rest & -rest
                rest ^= cell
                grown = cell_set | cell
                if grown not in wider:
                    wider[grown] = (around | beside[cell]) & ~grown
        border = wider
        found += sorted(border)
    return tuple(found)


def cells_of(cell_set: int) -> list[int]:
    """Return the cells of a set in order."""
    cells = []
    while cell_set:
        cells.append((cell_set & -cell_set).bit_length() - 1)
        cell_set &= cell_set - 1
    return cells
