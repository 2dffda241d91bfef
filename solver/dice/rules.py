"""The referee of the dice game: a position and picks go in, legality and points come out.

Written from the rulebook; shares no code with the model. A set of cells is an ``int``, one bit a
cell of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from layouts.board import Board

Letter = str  # one of O P B Y V (dice), also W (white flower, clear die)
Dice = dict[Letter, int]  # colour of a die -> what it shows


@dataclass(frozen=True, slots=True)
class Readings:
    """How open rules are read (GAMES: dice)."""

    solo_end: Literal["rounds", "basic"] = "rounds"
    through_circled: bool = False
    may_circle_none: bool = True
    white_needed: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """One die taken: ``cells`` is the set circled with it; ``rerolled``: re-roll used before it."""

    round: int
    die: Letter
    value: int
    cells: int
    rerolled: bool = False


@dataclass(frozen=True, slots=True)
class Instance:
    """A solo game from here on: what ``solve`` is asked.

    ``rerolls[r][p]`` is what the dice still on offer would show if re-rolled in round r before
    pick p (0, 1), or None where it is not known.
    """

    board: Board
    rounds: tuple[Dice, ...]
    rerolls: tuple[tuple[Dice | None, Dice | None], ...] = ()
    circled: int = 0
    ticks: int = 0
    reroll_used: bool = False
    readings: Readings = Readings()
    sheet: str = ""
