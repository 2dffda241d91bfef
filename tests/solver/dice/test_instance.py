from pathlib import Path

import pytest

from layouts.faults import BadInput, Unreadable
from layouts.sources import parse_source
from solver.dice import game
from solver.dice.instance import read_instance
from solver.dice.rules import Instance, Pick, Readings
from solver.games import check

BOARD = '[board]\ntext = """\nOOPB YYVW\nOWPB YVVB\nPPBB WYOO\n"""\n'
ROUND = 'rounds = ["O5 P2 B5 Y3 V4"]\n'
GOOD = 'game = "dice"\n' + ROUND


def source(text, folder=Path()):
    return parse_source(text, "game.toml", folder)


def read(text, folder=Path()):
    return read_instance(source(text, folder))


def test_the_least_instance_has_defaults():
    found = read(GOOD + BOARD)
    assert found.board.rows == ("OOPBYYVW", "OWPBYVVB", "PPBBWYOO")
    assert (found.board.bed_width, found.board.bed_height) == (4, 3)
    assert found == Instance(found.board, ({"O": 5, "P": 2, "B": 5, "Y": 3, "V": 4},))


def test_every_key_is_read():
    found = read(
        GOOD
        + 'kind = "solo"\ncircled = ["A1", "H3"]\nticks = 2\n'
        + 'rerolls = [["V2 Y6 B4 P1 O1", ""]]\n'
        + BOARD
        + '[readings]\nsolo_end = "basic"\nthrough_circled = true\n'
        + "may_circle_none = false\nwhite_needed = true\n"
    )
    assert (found.circled, found.ticks) == (1 | 1 << 23, 2)
    assert found.rerolls == (({"V": 2, "Y": 6, "B": 4, "P": 1, "O": 1}, None),)
    assert found.readings == Readings("basic", True, False, True)


def test_the_same_keys_are_read_as_json():
    text = '{"game": "dice", "rounds": ["O5 P2 B5 Y3 V4"], "board": {"text": "OP"}}'
    assert read(text).board.rows == ("OP",)


def test_a_used_reroll_is_read():
    assert read(GOOD + "reroll_used = true\n" + BOARD).reroll_used


def test_a_built_in_sheet_is_found_by_its_letter():
    found = read(GOOD + 'sheet = "A"\n')
    assert (found.sheet, found.board.size, len(found.board.beds)) == ("A", 72, 6)


def test_a_board_file_is_found_beside_the_instance(tmp_path):
    (tmp_path / "my-sheet.toml").write_text('extends = "dice/sheet"\n[board]\ntext = "OP"\n')
    found = read(GOOD + 'board = "my-sheet.toml"\n', tmp_path)
    assert (found.sheet, found.board.rows) == ("my-sheet.toml", ("OP",))


def test_a_missing_board_file_is_unreadable(tmp_path):
    with pytest.raises(Unreadable, match="none"):
        read(GOOD + 'board = "none.toml"', tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("title = 'x'", r"holds no \[board\]", id="without board"),
        pytest.param("[board]\ntext = 'OR'", "'R' is no flower", id="with a bad board"),
        pytest.param("[board]\ntext = 3", "not text", id="with a number"),
        pytest.param("[board", "my-sheet.toml", id="that is no TOML"),
    ],
)
def test_a_board_file_with_faults_is_refused(tmp_path, content, message):
    (tmp_path / "my-sheet.toml").write_text(content)
    with pytest.raises(BadInput, match=message):
        read(GOOD + 'board = "my-sheet.toml"', tmp_path)


def test_a_board_file_outside_the_folder_is_refused(tmp_path):
    with pytest.raises(BadInput, match="outside the folder"):
        read(GOOD + 'board = "../my-sheet.toml"', tmp_path)


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        pytest.param(ROUND + BOARD, "game", "missing", id="no game"),
        pytest.param('game = "dise"\n' + ROUND + BOARD, "game", "'dise'", id="game misspelt"),
        pytest.param(GOOD + "kind = 3\n" + BOARD, "kind", "3", id="kind is a number"),
        pytest.param(GOOD + 'sheet = "small.toml"', "sheet", "board = 'small.toml'",
                     id="a file as sheet"),
        pytest.param(GOOD + 'circled = "A1 B1"\n' + BOARD, "circled", '["A1", "B1"]',
                     id="circled in one text"),
        pytest.param(GOOD + 'circled = ["A1 B1"]\n' + BOARD, "circled[0]", '["A1", "B1"]',
                     id="two cells in one text"),
        pytest.param(GOOD, "", "neither sheet nor board", id="no board"),
        pytest.param(GOOD + 'sheet = "A"\n' + BOARD, "", "both sheet and board", id="two boards"),
        pytest.param(GOOD + 'sheet = "AB"', "sheet", "did you mean 'B'?", id="AB"),
        pytest.param(GOOD + 'sheet = "a"', "sheet", "did you mean 'A'?", id="small sheet letter"),
        pytest.param(GOOD + 'sheet = "TALL"', "sheet", "known: A, B, C, D, E;", id="a base"),
        pytest.param(GOOD + "sheet = 1", "sheet", "not text", id="sheet is a number"),
        pytest.param(GOOD + "board = 1", "board", "not a table", id="board is a number"),
        pytest.param(GOOD + "[board]", "board.text", "missing", id="board without text"),
        pytest.param(GOOD + "[board]\ntext = ''", "board.text", "empty", id="empty board"),
        pytest.param(GOOD + "[board]\ntext = 'OP'\nbeds = 2", "board.beds", "unknown", id="key"),
        pytest.param('game = "dice"\n' + BOARD, "rounds", "missing", id="no rounds"),
        pytest.param('game = "dice"\nrounds = []\n' + BOARD, "rounds", "no round", id="0 rounds"),
        pytest.param('game = "dice"\nrounds = [' + '"O1 P1 B1 Y1 V1", ' * 9 + "]\n" + BOARD,
                     "rounds", "9 rounds", id="nine rounds"),
        pytest.param(GOOD + "circled = 'A1'\n" + BOARD, "circled", "not a list", id="circled text"),
        pytest.param(GOOD + "circled = [[0, 0]]\n" + BOARD, "circled[0]", "[0, 0]", id="pairs"),
        pytest.param(GOOD + "circled = ['1A']\n" + BOARD, "circled", "'1A'", id="turned round"),
        pytest.param(GOOD + "circled = ['I1']\n" + BOARD, "circled", "'I1'", id="off the board"),
        pytest.param(GOOD + "circled = ['A1', 'A1']\n" + BOARD, "circled", "twice", id="twice"),
        pytest.param(GOOD + "ticks = -1\n" + BOARD, "ticks", "-1", id="ticks below 0"),
        pytest.param(GOOD + "ticks = 1.0\n" + BOARD, "ticks", "1.0", id="ticks as a fraction"),
        pytest.param(GOOD + "ticks = true\n" + BOARD, "ticks", "true", id="true is no number"),
        pytest.param(GOOD + "reroll_used = 1\n" + BOARD, "reroll_used", "1", id="1 is not true"),
        pytest.param(GOOD + 'reroll_used = true\nrerolls = [["", ""]]\n' + BOARD, "rerolls",
                     "used already", id="re-rolls after the re-roll"),
        pytest.param(GOOD + "rerolls = []\n" + BOARD, "rerolls", "0 rounds of 1", id="too few"),
        pytest.param(GOOD + "rerolls = ['']\n" + BOARD, "rerolls[0]", "not a list", id="flat"),
        pytest.param(GOOD + "rerolls = [['']]\n" + BOARD, "rerolls[0]", "1 texts", id="no pair"),
        pytest.param(GOOD + "rerolls = [['', 'O1']]\n" + BOARD, "rerolls[0][1]", "no die P B Y V",
                     id="re-roll of one die"),
        pytest.param(GOOD + "objective = 'x'\n" + BOARD, "objective", "unknown key", id="aim"),
        pytest.param(GOOD + "readings = 1\n" + BOARD, "readings", "not a table", id="readings"),
        pytest.param(GOOD + BOARD + "[readings]\nsolo_end = 'basis'", "readings.solo_end",
                     "'basis'", id="misspelt reading"),
        pytest.param(GOOD + BOARD + "[readings]\nwhite_needed = 'true'", "readings.white_needed",
                     "'true'", id="reading as text"),
        pytest.param(GOOD + BOARD + "[readings]\nwhite = true", "readings.white", "unknown key",
                     id="unknown reading"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_with_its_place(text, where, message):
    (fault,) = check(game, source(text))
    assert (fault.where, fault.file) == (where, "game.toml")
    assert message in str(fault)


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("O5 P2 B5 Y3", "no die V"),
        ("O5 P2 B5 Y3 V4 W6", "no place for W"),
        ("O5 P2 B5 Y3 R4", "'R4' is no die"),
        ("O16 P2 B5 Y3 V4", "'O16' is no die"),
        ("O0 P2 B5 Y3 V4", "'O0' is no die"),
        ("O7 P2 B5 Y3 V4", "'O7' is no die"),
        ("o5 P2 B5 Y3 V4", "'o5' is no die"),
        ("O\uff15 P2 B5 Y3 V4", "is no die"),
        ("O5,P2 B5 Y3 V4", "'O5,P2' is no die"),
        ("O5 O2 B5 Y3 V4", "the O die stands twice"),
        ("", "no die O P B Y V"),
    ],
)
def test_a_round_is_five_dice_of_one_digit(dice, message):
    text = f'game = "dice"\nrounds = ["O1 P1 B1 Y1 V1", "{dice}"]\n' + BOARD
    (fault,) = check(game, source(text))
    assert fault.where == "rounds[1]"
    assert message in fault.what


@pytest.mark.parametrize("between", ["\\t", "  ", "\\n"], ids=["tab", "two", "line"])
def test_any_white_space_stands_between_dice(between):
    text = f'game = "dice"\nrounds = ["{between.join(["O1", "P1", "B1", "Y1", "V1"])}"]\n' + BOARD
    assert check(game, source(text)) == []


@pytest.mark.parametrize(
    ("die", "mend"),
    [
        pytest.param("o5", "did you mean 'O5'?", id="a small letter"),
        pytest.param("\u041e5", "is U+041E CYRILLIC CAPITAL LETTER O", id="Cyrillic"),
        pytest.param("O7", "such as O5", id="no die at all"),
    ],
)
def test_what_is_nearly_a_die_is_told(die, mend):
    text = f'game = "dice"\nrounds = ["{die} P1 B1 Y1 V1"]\n' + BOARD
    (fault,) = check(game, source(text))
    assert mend in fault.mend


@pytest.mark.parametrize(
    ("keys", "mend"),
    [
        pytest.param('circled = ["a1"]', "did you mean 'A1'?", id="a cell circled before"),
        pytest.param('circled = ["z9"]', "A1 to B1, in capitals", id="no cell of the board"),
        pytest.param(
            'kind = "record"\npicks = [["O1: a1", "P1: B1"]]', "did you mean 'O1: A1'?", id="a pick"
        ),
    ],
)
def test_small_letters_are_no_names_of_cells_anywhere(keys, mend):
    text = f'game = "dice"\nrounds = ["O1 P1 B1 Y1 V1"]\n{keys}\nboard = {{ text = "OP" }}\n'
    assert [fault.mend for fault in check(game, source(text))] == [mend]


def test_all_faults_are_listed():
    text = 'game = "dice"\nround = 1\nrounds = ["O1", 3]\nticks = -1\n[board]\ntext = "OR"\n'
    places = {fault.where for fault in check(game, source(text))}
    assert places == {"round", "rounds[0]", "rounds[1]", "ticks", "board.text line 1"}


def test_a_misspelt_key_is_named():
    (fault,) = check(game, source(GOOD + "tick = 1\n" + BOARD))
    assert fault.mend == "did you mean 'ticks'?"


def test_moves_round_trip_and_replay():
    instance = read(GOOD + BOARD)
    picks = [Pick(1, "O", 5, 0b11), Pick(1, "Y", 3, 0)]
    moves = [game.move_to_json(instance, pick) for pick in picks]
    assert moves[0] == {"round": 1, "die": "orange", "value": 5, "cells": ["A1", "B1"],
                        "rerolled": False}  # fmt: skip
    assert [game.move_from_json(instance, move) for move in moves] == picks
    assert game.replay(instance, moves) == (-5, {"colours": 0, "beds": 0, "reroll": 1, "ticks": 6})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"die": "red"}, "'red' is unknown"),
        ({"die": 1}, "not text"),
        ({"value": "5"}, "not a whole number"),
        ({"cells": ["Z9"]}, "'Z9' is no cell"),
        ({"cells": ["A1", 2]}, "2 is not text"),
        ({"cell": []}, "unknown key"),
    ],
)
def test_an_unreadable_move_is_refused(change, message):
    instance = read(GOOD + BOARD)
    move = game.move_to_json(instance, Pick(1, "O", 5, 1)) | change
    with pytest.raises(BadInput, match=message):
        game.replay(instance, [move])
