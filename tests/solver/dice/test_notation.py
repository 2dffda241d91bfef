"""Text codes: what is written is read back the same; what is no code is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layouts.board import Board
from layouts.faults import Faults
from solver.dice.notation import (
    board_code,
    play_code,
    position_code,
    read_board_code,
    read_dice,
    read_pick,
    read_play_code,
    read_position_code,
    write_dice,
    write_pick,
)
from solver.dice.rules import COLOURS, Pick


@st.composite
def boards(draw):
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    across, down = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    row = st.text("OPBYVW", min_size=width * across, max_size=width * across)
    rows = draw(st.lists(row, min_size=height * down, max_size=height * down))
    return Board(tuple(rows), width, height)


@st.composite
def plays(draw):
    board = draw(boards())
    dice = st.one_of(
        st.tuples(st.sampled_from(tuple(COLOURS)), st.just("")),
        st.tuples(st.just("W"), st.sampled_from(tuple(COLOURS))),
    )
    pick = st.builds(
        lambda number, die, value, cells, rerolled: Pick(
            number, die[0], value, cells, rerolled, die[1]
        ),
        st.integers(1, 8),
        dice,
        st.integers(1, 6),
        st.integers(0, (1 << board.size) - 1),
        st.booleans(),
    )
    return board, tuple(draw(st.lists(pick, max_size=5)))


def read(reader, *arguments):
    faults = Faults()
    found = reader(*arguments, faults)
    assert faults.found == []
    return found


@given(boards())
def test_board_codes_round_trip(board):
    assert read(read_board_code, board_code(board)) == board


@given(boards(), st.data())
def test_position_codes_round_trip(board, data):
    circled = data.draw(st.integers(0, (1 << board.size) - 1))
    position = (board, circled, data.draw(st.integers(0, 999)), data.draw(st.booleans()))
    assert read(read_position_code, position_code(*position)) == position


@given(plays())
def test_play_codes_and_picks_round_trip(play):
    board, picks = play
    assert read(read_play_code, board, play_code(board, picks)) == picks
    for pick in picks:
        faults = Faults()
        text = write_pick(board, pick)
        assert read_pick(board, text, pick.round, pick.rerolled, faults, "") == pick
        assert faults.found == []


@given(st.permutations(tuple(COLOURS)), st.lists(st.integers(1, 6), min_size=5, max_size=5))
def test_dice_round_trip(order, values):
    dice = dict(zip(order, values, strict=True))
    faults = Faults()
    assert read_dice(write_dice(dice), faults, "") == dice
    assert faults.found == []


BOARD = Board(("OOPB", "WYVV"), 2, 1)


def test_codes_are_readable():
    assert board_code(BOARD) == "2x1:OOPB/WYVV"
    assert position_code(BOARD, 0b10001, 2, False) == "2x1:oOPB/wYVV 2 r"
    assert position_code(BOARD, 0, 0, True) == "2x1:OOPB/WYVV 0 -"
    picks = [Pick(1, "O", 5, 0b11), Pick(2, "W", 1, 0, True, "P")]
    assert play_code(BOARD, picks) == "1 O5: A1 B1, 2* W1=P:"


@pytest.mark.parametrize(
    "code",
    ["", "OOPB", "2x1:", "2x1:OORB/WYVV", "2x1:OOPB/WY", "3x1:OOPB", "2x3:OOPB/WYVV", "9x1:OP",
     "0x1:OP", "2x1:OOPB/", "2x1:oOPB"],
)  # fmt: skip
def test_what_is_no_board_code_is_refused(code):
    faults = Faults()
    assert read_board_code(code, faults) is None
    assert faults.found


@pytest.mark.parametrize(
    "code", ["", "2x1:OP", "2x1:OP 2", "2x1:OP r 2", "2x1:OP -1 r", "2x1:OP 02 r", "2x1:OR 0 r"]
)
def test_what_is_no_position_code_is_refused(code):
    faults = Faults()
    assert read_position_code(code, faults) is None
    assert faults.found


@pytest.mark.parametrize("code", ["x", "O5: A1", "0 O5:", "1 O7:", "1 O5: Z9", "1  O5:", "1 O5:,"])
def test_what_is_no_play_code_is_refused(code):
    faults = Faults()
    read_play_code(BOARD, code, faults)
    assert faults.found
