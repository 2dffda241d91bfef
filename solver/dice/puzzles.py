"""Puzzles of the dice game: whole games, last rounds, and which two dice (see solver/puzzle.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from random import Random
from typing import Any

from layouts.board import Board
from layouts.faults import Faults
from solver.dice.game import move_to_json
from solver.dice.instance import read_sheet, sheets
from solver.dice.notation import read_cells, read_dice, write_cells, write_dice
from solver.dice.players import greedy
from solver.dice.players import play as picks_of
from solver.dice.rules import COLOURS, FACTS, NAMES, Dice, Instance, ticks_of
from solver.dice.task import PICKS
from solver.finding import Moves
from solver.puzzle import Kind, Prove

VERSION = 1

KINDS = (
    Kind("full", "F", "par", (5,), "a whole game, eight rolls: reach the best score"),
    Kind("rounds", "R", "par", (1, 2, 3, 4), "the last one to three rounds of a game"),
    Kind("pair", "P", "choice", (1, 2, 3), "which two dice? one pair is best"),
)

SHEETS = "ABCDE"
LEFT = {"full": (8,), "rounds": (1, 2, 3), "pair": (1, 2)}
"""How many rounds are still to be played."""


def propose(kind: str, seed: int) -> dict[str, Any]:
    """Return a sheet and dice; what is circled already, a greedy player has circled."""
    random = Random(f"{kind} {seed}")
    letter = random.choice(SHEETS)
    rolls = tuple(_roll(random) for _ in range(FACTS["solo"]["rounds"]))
    played = len(rolls) - random.choice(LEFT[kind])
    whole = Instance(_board(letter), rolls)
    table: dict[str, Any] = {"game": "dice", "sheet": letter}
    table["rounds"] = [write_dice(dice) for dice in rolls[played:]]
    if played:
        picks = greedy(whole, played)
        circled = sum(pick.cells for pick in picks)
        table["circled"] = write_cells(whole.board, circled).split()
        table["ticks"] = sum(ticks_of(whole.board, pick) for pick in picks)
    return table


def _roll(random: Random) -> Dice:
    return {letter: random.randint(1, FACTS["dice"]["faces"]) for letter in COLOURS}


@cache
def _board(letter: str) -> Board:
    board = read_sheet(sheets()[letter], Faults())
    assert board
    return board


def play(instance: Instance, level: int) -> Moves:
    """Return what a player of a level plays."""
    return tuple(move_to_json(instance, pick) for pick in picks_of(instance, level))


def choices(instance: Instance, prove: Prove) -> Iterator[tuple[str, int]]:
    """Yield each pair of dice of the first round with its best score."""
    first, *later = instance.rounds
    for pair in combinations(first, PICKS):
        forced = replace(instance, rounds=({die: first[die] for die in pair}, *later))
        words = " and ".join(f"{NAMES[die]} {first[die]}" for die in pair)
        yield words, prove(forced)


def canonical(table: Mapping[str, Any]) -> str:
    """Return the least text of the position over mirrored sheets and renamed colours.

    Rounds are sorted: in which order the rolls of a solo game come is all the same. The colours
    of circled flowers are, too.
    """
    faults, board = Faults(), _board(table["sheet"])
    circled = read_cells(board, table.get("circled", ()), faults, "circled")
    rounds = [read_dice(text, faults, "rounds") for text in table["rounds"]]
    faults.raise_if_any()
    letters = "".join(
        "." if circled >> cell & 1 else letter for cell, letter in enumerate(board.letters)
    )
    rows = [letters[at : at + board.width] for at in range(0, board.size, board.width)]
    return min(
        _renamed("/".join(mirrored), rounds, names)
        for mirrored in _mirrored(rows)
        for names in _names("".join(mirrored))
    )


def _mirrored(rows: list[str]) -> Iterator[list[str]]:
    for lines in (rows, rows[::-1]):
        yield lines
        yield [line[::-1] for line in lines]


def _names(letters: str) -> Iterator[dict[str, str]]:
    """Yield names for the colours: in reading order; those not there any more in any order."""
    there = list(dict.fromkeys(letter for letter in letters if letter in COLOURS))
    for gone in permutations(letter for letter in COLOURS if letter not in there):
        yield dict(zip([*there, *gone], "abcde", strict=True))


def _renamed(letters: str, rounds: list[Dice], names: Mapping[str, str]) -> str:
    rolls = sorted(
        "".join(str(value) for _, value in sorted((names[die], value) for die, value in r.items()))
        for r in rounds
    )
    table = {ord(letter): name for letter, name in names.items()}
    return f"{letters.translate(table)} {' '.join(rolls)}"
