"""The designer meets its conditions, and the five built-in sheets still do."""

from itertools import combinations

import pytest

from layouts.board import Board, parse_board
from layouts.faults import Faults
from layouts.loader import board_text, load
from solver.dice.design import conditions, design, difference, largest_group, unmet
from solver.dice.rules import COLOURS, WHITE

LETTERS = "abcde"


def sheet(letter: str) -> Board:
    text = board_text(f"dice/sheet-{letter}")
    assert text
    board = parse_board(text, (*COLOURS, WHITE), Faults())
    assert board
    return board


@pytest.mark.parametrize("letter", LETTERS)
def test_a_built_in_sheet_meets_every_condition(letter: str) -> None:
    others = [sheet(other) for other in LETTERS if other != letter]
    assert unmet(sheet(letter), others) == []


@pytest.mark.parametrize(("one", "other"), list(combinations(LETTERS, 2)))
def test_two_built_in_sheets_differ_in_enough_cells(one: str, other: str) -> None:
    assert difference(sheet(one), sheet(other)) >= conditions()["differ"]


@pytest.mark.parametrize("letter", LETTERS)
def test_a_sheet_is_what_its_seed_makes(letter: str) -> None:
    seed = load(f"dice/sheet-{letter}").layout.seed
    assert seed is not None
    assert design(seed) == sheet(letter)


def test_a_new_sheet_differs_from_the_built_in_ones() -> None:
    others = [sheet(letter) for letter in LETTERS]
    assert unmet(design(4711, others), others) == []


def test_unmet_names_each_broken_condition() -> None:
    rows = list(sheet("a").rows)
    rows[0] = "OOOO" + rows[0][4:]
    rows[1] = "OOOO" + rows[1][4:]
    rows[2] = "OOOO" + rows[2][4:]
    said = "; ".join(unmet(Board(tuple(rows), 4, 3), [sheet("a")]))
    for part in ("flowers O", "bed 1 has 0 white", "bed 1 has 1 colours", "cells differ"):
        assert part in said


def test_a_group_counts_white_but_not_what_lies_apart() -> None:
    board = Board(("OWP", "PPO", "OOW"), 3, 3)
    assert largest_group(board, "O") == 4
    assert largest_group(board, "P") == 4
    assert largest_group(board, "V") == 1
