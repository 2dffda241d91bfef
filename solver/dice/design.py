"""A seed goes in; a dice sheet that meets every condition of layouts/dice/design.toml comes out.

Simulated annealing over swaps that keep the counts: flowers of any two colours anywhere, white
only within its bed. The number of neighbours of one colour is part of the energy, so that sheets
of all seeds are clustered alike, which is most of what makes them equally good to play on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import exp
from random import Random
from typing import Any

from layouts import HOME
from layouts.board import Board
from layouts.faults import Faults
from solver.dice.instance import read_sheet, sheets
from solver.dice.rules import COLOURS, WHITE

STEPS = 60_000
HEAT = (3.0, 0.05)  # first and last temperature; one missing flower of a condition costs 1
PAIRS_COST = 0.25


@cache
def conditions() -> dict[str, Any]:
    """Return the table of layouts/dice/design.toml."""
    path = HOME / "dice" / "design.toml"
    return tomllib.loads(path.read_text("utf-8"))


def design(seed: int, others: Sequence[Board] = ()) -> Board:
    """Return a sheet for a seed that differs enough from the other sheets.

    Raises:
        RuntimeError: the search found none (never seen with up to nine other sheets).
    """
    random = Random(seed)
    for _ in range(10):
        board = _annealed(random, others)
        if not unmet(board, others):
            return board
    raise RuntimeError(f"seed {seed} leads to no sheet; try another seed")


def unmet(board: Board, others: Sequence[Board] = ()) -> list[str]:
    """Return every condition that a sheet does not meet, in words; white in beds included."""
    want = conditions()
    said = [
        f"{board.letters.count(letter)} flowers {letter}, not {want['of_each']}"
        for letter in (*COLOURS, WHITE)
        if board.letters.count(letter) != want["of_each"]
    ]
    for number, bed in enumerate(_beds(board), 1):
        if bed.count(WHITE) != want["white_in_bed"]:
            said.append(f"bed {number} has {bed.count(WHITE)} white, not {want['white_in_bed']}")
        if (kinds := len(set(bed) - {WHITE})) < want["colours_in_bed"]:
            said.append(f"bed {number} has {kinds} colours, fewer than {want['colours_in_bed']}")
    for letter in COLOURS:
        if (size := largest_group(board, letter)) < want["group"]:
            said.append(f"the largest group of {letter} and white has {size} flowers")
    for number, other in enumerate(others, 1):
        if (differ := difference(board, other)) < want["differ"]:
            said.append(f"only {differ} cells differ from sheet {number}")
    return said


def difference(board: Board, other: Board) -> int:
    """Return in how many cells two sheets of one size differ."""
    return sum(a != b for a, b in zip(board.letters, other.letters, strict=True))


def largest_group(board: Board, letter: str) -> int:
    """Return the size of the largest connected group of a colour and white."""
    ground = board.where(letter) | board.where(WHITE)
    best = 0
    while ground:
        group = frontier = ground & -ground
        while frontier:
            beside = 0
            while frontier:
                low = frontier & -frontier
                beside |= board.neighbours[low.bit_length() - 1]
                frontier ^= low
            frontier = beside & ground & ~group
            group |= frontier
        best = max(best, group.bit_count())
        ground &= ~group
    return best


def _beds(board: Board) -> Iterator[str]:
    for cells in board.beds:
        yield "".join(board.letters[c] for c in range(board.size) if cells >> c & 1)


def _annealed(random: Random, others: Sequence[Board]) -> Board:
    letters = _shuffled(random)
    energy = _energy(letters, others)
    first, last = HEAT
    for step in range(STEPS):
        a, b = random.randrange(len(letters)), random.randrange(len(letters))
        if not _may_swap(letters, a, b):
            continue
        letters[a], letters[b] = letters[b], letters[a]
        after = _energy(letters, others)
        heat = first * (last / first) ** (step / STEPS)
        if after <= energy or random.random() < exp((energy - after) / heat):
            energy = after
            if energy == 0:
                break
        else:
            letters[a], letters[b] = letters[b], letters[a]
    return _board(letters)


def _shuffled(random: Random) -> list[str]:
    """Return random letters with the right counts, white spread over the beds."""
    want = conditions()
    coloured = [letter for letter in COLOURS for _ in range(want["of_each"])]
    random.shuffle(coloured)
    letters = [""] * (want["columns"] * want["rows"])
    for cells in _board([WHITE] * len(letters)).beds:
        places = [cell for cell in range(len(letters)) if cells >> cell & 1]
        for cell in random.sample(places, want["white_in_bed"]):
            letters[cell] = WHITE
    return [letter or coloured.pop() for letter in letters]


def _board(letters: Sequence[str]) -> Board:
    want = conditions()
    width = want["columns"]
    rows = tuple("".join(letters[at : at + width]) for at in range(0, len(letters), width))
    return Board(rows, *want["bed"])


@cache
def _bed_of() -> tuple[int, ...]:
    want = conditions()
    blank = _board([WHITE] * (want["columns"] * want["rows"]))
    return tuple(
        next(number for number, cells in enumerate(blank.beds) if cells >> cell & 1)
        for cell in range(blank.size)
    )


def _may_swap(letters: Sequence[str], a: int, b: int) -> bool:
    if letters[a] == letters[b]:
        return False
    return WHITE not in (letters[a], letters[b]) or _bed_of()[a] == _bed_of()[b]


def _energy(letters: Sequence[str], others: Sequence[Board]) -> float:
    """Return 0 for a sheet that meets every condition, and more the more is missing."""
    want = conditions()
    board = _board(letters)
    energy: float = PAIRS_COST * abs(_pairs(board) - want["pairs"])
    for bed in _beds(board):
        energy += max(0, want["colours_in_bed"] - len(set(bed) - {WHITE}))
    for letter in COLOURS:
        energy += max(0, want["group"] - largest_group(board, letter))
    for other in others:
        energy += max(0, want["differ"] - difference(board, other))
    return energy


def _pairs(board: Board) -> int:
    """Return how many flowers of one colour lie side by side."""
    lines = [*board.rows, *("".join(column) for column in zip(*board.rows, strict=True))]
    return sum(a == b != WHITE for line in lines for a, b in pairwise(line))


def built_in() -> list[Board]:
    """Return the boards of the built-in sheets in order."""
    found = (read_sheet(name, Faults()) for name in sheets().values())
    return [board for board in found if board]


def summary(seed: int) -> str:
    """Say which conditions a new sheet meets, and its letter."""
    said = (
        "{of_each} flowers of each colour and of white, {white_in_bed} white and "
        "{colours_in_bed} colours or more a bed, a group of {group} of every colour"
    )
    return f"sheet S{seed}: {said.format(**conditions())}, unlike every built-in sheet"


def layout(seed: int) -> str:
    """Return the layout of a new sheet as TOML text: it differs from all built-in ones too."""
    return as_toml(design(seed, built_in()), seed, f"S{seed}")


def as_toml(board: Board, seed: int, letter: str, best: int | None = None) -> str:
    """Return a sheet as the TOML text of its layout, with its best score where that is proved."""
    values = f'letter = "{letter}"' + (f", best = {best}" if best is not None else "")
    return (
        f"# A dice sheet of ours: bloomprint design dice --seed {seed}\n"
        f'extends = "dice/sheet"\n'
        f"seed = {seed}\n"
        f"values = {{ {values} }}\n\n"
        f'[board]\ntext = """\n{board.text()}"""\n'
    )
