"""A board goes in; all connected sets of flowers that one die can circle come out, as arrays.

A *column* of the model is a set together with the colour of the die that circles it. Its gain is
the number of right flowers in it; a wrong and a missing flower cost the same tick, so a play scores
the gains of its columns, minus what its dice show, plus the bonuses.
"""

from __future__ import annotations

from dataclasses import dataclass

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
        holds: (sets, cells) whether a set holds a cell.
        cells: (sets, 6) the cells of each set, padded with the number of cells of the board.
        size: (sets,) number of cells of each set.
        gain: (sets, colours) number of right flowers for a die of each colour.
    """

    board: Board
    free: int
    sets: tuple[int, ...]
    holds: npt.NDArray[np.bool_]
    cells: npt.NDArray[np.int16]
    size: npt.NDArray[np.int16]
    gain: npt.NDArray[np.int16]


def columns_of(board: Board, circled: int = 0) -> Columns:
    """Enumerate the columns of a board, given the set of cells that are circled already."""
    free = ((1 << board.size) - 1) & ~circled
    sets = connected_sets(board, free, FACES)
    holds = _bits(sets, board.size)
    size = holds.sum(axis=1, dtype=np.int16)
    cells = np.full((len(sets), FACES), board.size, np.int16)
    cells[np.arange(FACES) < size[:, None]] = np.nonzero(holds)[1]
    right = np.zeros((board.size + 1, len(LETTERS)), np.int16)
    for cell, letter in enumerate(board.letters):
        right[cell] = [letter in (colour, WHITE) for colour in LETTERS]
    gain = right[cells].sum(axis=1, dtype=np.int16)
    return Columns(board, free, sets, holds, cells, size, gain)


def _bits(sets: tuple[int, ...], size: int) -> npt.NDArray[np.bool_]:
    """Return (sets, cells) whether a set holds a cell."""
    width = (size + 7) // 8
    octets = b"".join(cell_set.to_bytes(width, "little") for cell_set in sets)
    table = np.frombuffer(octets, np.uint8).reshape(len(sets), width)
    return np.unpackbits(table, axis=1, count=size, bitorder="little").astype(bool)


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
