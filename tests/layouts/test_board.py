"""Texts of boards: what is wrong is said by its row."""

import pytest

from layouts.board import parse_board
from layouts.faults import Faults


@pytest.mark.parametrize(
    "text, said",
    [
        pytest.param(
            "OOPBBYVVWOO BBY",
            ["line 1: the beds of this row are 11 and 3 flowers wide"],
            id="a blank is missing",
        ),
        pytest.param(
            "OOP BBY VVW\nPWO YWB OP",
            ["line 2: the beds of this row are 3, 3 and 2 flowers wide"],
            id="a letter is missing",
        ),
        pytest.param(
            "OOP BBY VVW\nPWOO YWBB",
            ["line 2: 2 beds 4 wide, the first row has 3 beds 3 wide"],
            id="other beds than above",
        ),
        pytest.param(
            "op\nbp",
            ["line 1: 'o' and 'p' are no flowers", "line 2: 'b' is no flower"],
            id="small letters, each told once",
        ),
    ],
)
def test_a_row_that_does_not_fit_says_what_it_is(text, said):
    faults = Faults()
    assert parse_board(text, "OPBYVW", faults, "board.text") is None
    assert [str(f).removeprefix("board.text ").partition(" (")[0] for f in faults.found] == said


@pytest.mark.parametrize(
    "text, capitals",
    [pytest.param("o", True, id="a small letter"), pytest.param("Q", False, id="another letter")],
)
def test_capitals_are_asked_for_where_letters_are_small(text, capitals):
    faults = Faults()
    parse_board(text, "OPBYVW", faults)
    assert faults.found[0].mend.endswith(", in capitals") is capitals
