"""A solo position goes in; what people of growing foresight play comes out.

Everybody knows all the dice to come. The first player takes what scores most at the moment, pick
by pick. The others plan whole rounds ahead, as many as they can, play the first round of the best
plan and plan anew; so they differ from the best play only by what they do not foresee. Nobody
plans until the end is near: what a few rounds can complete on an empty sheet is next to nothing,
and takes long to find out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from layouts.board import Board
from solver.dice.columns import LETTERS, Columns, columns_of
from solver.dice.game import moves_from_json
from solver.dice.model import search
from solver.dice.rules import COLOURS, Instance, Pick
from solver.dice.task import BED_POINTS, COLOUR_POINTS, PICKS

ROUNDS_AHEAD = {2: 1, 3: 2, 4: 3}
"""How many rounds a player of each level plans, the round at hand included."""

END = 4  # rounds from the end

_WORD = 64  # bits; a sheet has more cells than one word holds
_MASK = (1 << _WORD) - 1


def play(instance: Instance, level: int) -> list[Pick]:
    """Return the picks of a player of a level, 1 to 4, in the default readings."""
    rounds = len(instance.rounds)
    if level == 1:
        return greedy(instance)
    ahead = ROUNDS_AHEAD[level]
    picks = greedy(instance, max(0, rounds - END)) if ahead < rounds else []
    for start in range(len(picks) // PICKS, rounds):
        seen = replace(
            instance,
            rounds=instance.rounds[start : start + ahead],
            circled=instance.circled | sum(pick.cells for pick in picks),
        )
        plan = moves_from_json(seen, [dict(move) for move in search(seen, _deaf).moves])
        last = start + ahead >= rounds
        picks += [replace(p, round=p.round + start) for p in plan if last or p.round == 1]
        if last:
            break
    return picks


def _deaf(_: object) -> None:
    """Hear nothing of a search on its way."""


def greedy(instance: Instance, rounds: int | None = None) -> list[Pick]:
    """Take, for so many rounds, what scores most at the moment.

    Of equals the larger die is taken, then what comes nearest to completing colours and beds.
    """
    eye, circled = _eye(instance.board), instance.circled
    picks: list[Pick] = []
    for number, dice in enumerate(instance.rounds[:rounds], 1):
        left = dict(dice)
        for _ in range(PICKS):
            die, cells = max(eye.options(circled, left), key=lambda option: option.rank).pick
            picks.append(Pick(number, die, left.pop(die), cells))
            circled |= cells
    return picks


@dataclass(frozen=True, slots=True)
class _Option:
    """A die with its best group, and how it compares: points, value of the die, hope."""

    pick: tuple[str, int]
    rank: tuple[float, ...]


class _Eye:
    """What a player sees on a board: every group, and what it does to colours and beds."""

    def __init__(self, board: Board) -> None:
        self.columns: Columns = columns_of(board)
        self.parts = [board.where(letter) for letter in LETTERS] + list(board.beds)
        sets = self.columns.sets
        self.low = np.array([group & _MASK for group in sets], np.uint64)
        self.high = np.array([group >> _WORD for group in sets], np.uint64)
        inside = np.array(
            [[part >> cell & 1 for part in self.parts] for cell in range(board.size + 1)], np.int16
        )
        self.takes = inside[self.columns.cells].sum(axis=1)
        self.whole = np.maximum(inside.sum(axis=0), 1)  # of a colour that is not there: 1
        beds = [0, *accumulate(BED_POINTS)]
        self.bed_points = np.array(beds + beds[-1:] * len(board.beds))

    def options(self, circled: int, dice: dict[str, int]) -> Iterator[_Option]:
        """Yield the best group of every die; the last one, no group, costs all its flowers."""
        free = (self.low & np.uint64(circled & _MASK)) == 0
        free &= (self.high & np.uint64(circled >> _WORD)) == 0
        left = np.array([(part & ~circled).bit_count() for part in self.parts])
        stands = float(self._points(left[None])[0])
        for die, value in dice.items():
            rows = np.flatnonzero(free & (self.columns.size <= value))
            after = left - self.takes[rows]
            points = self._points(after) - stands
            points += self.columns.gain[rows, LETTERS.index(die)] - value
            hopes = (((self.whole - after) / self.whole) ** 2).sum(axis=1)
            yield _Option((die, 0), (-value, value, 0.0))
            if len(rows):
                best = np.lexsort((hopes, points))[-1]
                rank = (float(points[best]), value, float(hopes[best]))
                yield _Option((die, self.columns.sets[rows[best]]), rank)

    def _points(self, left: npt.NDArray[np.int_]) -> npt.NDArray[np.int_]:
        """Return the points of colours and beds of which nothing is left; a row a position."""
        done = left == 0
        colours = len(COLOURS)
        counts = done[:, :colours].sum(axis=1), done[:, colours:].sum(axis=1)
        points: npt.NDArray[np.int_] = COLOUR_POINTS * counts[0] + self.bed_points[counts[1]]
        return points


@lru_cache(maxsize=8)
def _eye(board: Board) -> _Eye:
    return _Eye(board)
