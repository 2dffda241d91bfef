from pathlib import Path

import pytest

from layouts.faults import BadInput
from layouts.sources import parse_source
from solver.dice import game
from solver.dice.record import read_record, turns
from solver.games import check

BOARD = '[board]\ntext = """\nOOPB YYVW\nOWPB YVVB\nPPBB WYOO\n"""\n'
SOLO = """
game = "dice"
kind = "record"
rounds = ["O5 P2 B5 Y3 V4", "O1 P2 B3 Y4 V5"]
picks = [["O5: A1 B1 A2 B2", "Y3: E1 F1 E2"], ["P2: C1 C2", "B3: D1 D2 D3"]]
"""
SIX = "O1 P1 B1 Y1 V1 W1"


def source(text):
    return parse_source(text, "game.toml", Path())


def result(text):
    return game.score(read_record(source(text)))


def table_of(players, rounds, picks, board="O P B Y", more=""):
    names = ["Ann", "Ben", "Cleo", "Dan", "Eve"][:players]
    blocks = "".join(
        f'[[players]]\nname = "{n}"\n[players.board]\ntext = "{board}"\n' for n in names
    )
    return f'game = "dice"\nkind = "record"\nrounds = {rounds}\npicks = {picks}\n{more}\n{blocks}'


def test_a_solo_record_has_one_player():
    assert result(SOLO + BOARD) == {
        "game": "dice",
        "kind": "record",
        "finished": False,
        "players": [
            {
                "name": "solo",
                "score": 0,
                "breakdown": {"colours": 0, "beds": 0, "reroll": 1, "ticks": 1},
            }
        ],
        "winner": [],
        "faults": [],
    }


def test_eight_rounds_finish_a_solo_game():
    text = SOLO.replace("O5: A1 B1 A2 B2", "O5:").replace("Y3: E1 F1 E2", "Y3:")
    rounds, picks = '"O1 P1 B1 Y1 V1", ' * 8, '["O1:", "P1:"], ' * 8
    text = f'game = "dice"\nkind = "record"\nrounds = [{rounds}]\npicks = [{picks}]\n'
    found = result(text + BOARD)
    assert (found["finished"], found["players"][0]["score"], found["winner"]) == (True, -15, [])


def test_a_solo_game_has_eight_rounds_at_most_and_a_game_of_several_any_number():
    nine = ["O1 P1 B1 Y1 V1"] * 9
    found = check(game, source(f'game = "dice"\nrounds = {nine}\npicks = {[[]] * 9}\n' + BOARD))
    assert "rounds" in {fault.where for fault in found}
    assert result(table_of(2, [SIX] * 9, [["O1:", "P1:", "B1:", "Y1:"]] * 9))["faults"] == []


def test_a_name_has_sixty_letters_at_most():
    text = table_of(2, [SIX], [["O1:", "P1:", "B1:", "Y1:"]])
    assert check(game, source(text.replace("Ann", "A" * 60))) == []
    (fault,) = check(game, source(text.replace("Ann", "A" * 61)))
    assert (fault.where, fault.what) == ("players[0].name", "61 letters")


def test_orange_scores_6_then_4():
    picks = [["O2: A1 B1", "P1:", "W2=O: A1 B1"]]
    found = result(table_of(3, ["O2 P1 B1 Y1 V1 W2"], picks, "OO PP"))
    colours = [player["breakdown"]["colours"] for player in found["players"]]
    assert (colours, found["finished"], found["winner"]) == ([6, 0, 4], False, [])


def test_the_start_player_is_named_from_one():
    found = result(table_of(2, [SIX], [["O1: A1", "P1:", "B1: B1", "Y1:"]], more="start = 2"))
    assert [player["score"] for player in found["players"]] == [-1, 6 + 3 + 1 - 1 + 6 + 4]


def test_the_winner_is_named_when_the_game_is_finished():
    picks = [["O3: A1 B1 C1", "P1: B1", "B1: C1"]]
    found = result(table_of(3, ["O3 P1 B1 Y1 V1 W1"], picks))
    assert (found["finished"], found["winner"]) == (True, ["Ann"])


def test_equal_points_and_ticks_share_the_win():
    picks = [["O1: A1", "P1: B1", "V1: B1", "Y1: A1"], ["B1: C1", "Y1: D1", "O1:", "P1:"]]
    found = result(table_of(2, [SIX, SIX], picks))
    assert [player["score"] for player in found["players"]] == [16 + 12 + 1 - 2] * 2
    assert (found["finished"], found["winner"]) == (True, ["Ann", "Ben"])


def test_a_reroll_is_replayed_for_those_after():
    more = 'rerolls = [["", "P6 B5 Y4 V3 W2", ""]]'
    found = result(table_of(3, [SIX], [["O1: A1", "P6: B1", "B5: C1"]], more=more))
    assert found["faults"] == []
    assert [player["breakdown"]["reroll"] for player in found["players"]] == [1, 0, 1]


@pytest.mark.parametrize(
    ("reroll", "message"),
    [
        pytest.param("P6 B5 Y4 V3", "lacks the clear die", id="a die left out"),
        pytest.param("O1 P6 B5 Y4 V3 W2", "shows the orange die, which is taken", id="taken"),
    ],
)
def test_a_reroll_shows_all_dice_on_offer_and_no_other(reroll, message):
    more = f'rerolls = [["", "{reroll}", ""]]'
    found = result(table_of(3, [SIX], [["O1: A1", "P6: B1", "B5: C1"]], more=more))
    assert any(message in fault for fault in found["faults"])


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        pytest.param("P2: C1", "P2: A1", ["picks[1][0]: A1: circled before",
                                          "picks[1][0]: A1 C2: not one connected group"],
                     id="circled before"),
        pytest.param("O5: A1 B1 A2 B2", "O5: A1 A3", ["picks[0][0]: A1 A3: not one"], id="apart"),
        pytest.param("O5: ", "O6: ", ["picks[0][0]: the orange die shows 5, not 6"], id="value"),
        pytest.param("O5: ", "O5=P: ", ["picks[0][0]: the orange die keeps"], id="recoloured"),
        pytest.param("Y3: E1 F1 E2", "O5:", ["picks[0][1]: the orange die is not"], id="same die"),
        pytest.param("Y3: E1 F1 E2", "W3=Y: E1", ["picks[0][1]: the clear die is not"], id="clear"),
    ],
)  # fmt: skip
def test_rule_breaks_are_listed_with_their_place(old, new, faults):
    found = result(SOLO.replace(old, new) + BOARD)
    assert len(found["faults"]) == len(faults)
    for shown, wanted in zip(found["faults"], faults, strict=True):
        assert shown.startswith(f"game.toml: {wanted}")
    assert len(check(game, source(SOLO.replace(old, new) + BOARD))) == len(faults)


def test_every_pick_is_told_with_round_player_die_cells_and_ticks():
    alone = turns(read_record(source(SOLO + BOARD)))
    assert alone[0] == {
        "round": 1, "player": "solo", "die": "orange", "cells": "A1 B1 A2 B2", "ticks": 1,
    }  # fmt: skip
    assert [row["round"] for row in alone] == [1, 1, 2, 2]
    both = turns(read_record(source(table_of(3, [SIX], [["O1: A1", "W1=P:", "B1: C1"]]))))
    assert [(row["player"], row["die"], row["cells"]) for row in both] == [
        ("Ann", "orange", "A1"), ("Ben", "clear", ""), ("Cleo", "blue", "C1"),
    ]  # fmt: skip


def test_totals_are_told_as_far_as_they_can_be():
    found = result(SOLO.replace("O5: A1 B1 A2 B2", "O5: A1 A3") + BOARD)
    assert found["players"][0]["breakdown"]["ticks"] == 0
    assert found["players"][0]["score"] == 1


@pytest.mark.parametrize(
    "readings", [pytest.param('[readings]\nsolo_end = "basic"\n', id="solo"), None]
)
def test_a_round_after_the_end_is_a_fault(readings):
    if readings:
        text = 'game = "dice"\nrounds = ["O3 P1 B1 Y1 V1", "O3 P1 B1 Y1 V1"]\n'
        text += 'picks = [["O3: A1 B1 C1", "P1:"], ["Y1:", "V1:"]]\n[board]\ntext = "OPB YYY"\n'
        faults = check(game, source(text + readings))
    else:
        rounds = ["O3 P1 B1 Y1 V1 W1"] * 2
        faults = check(
            game,
            source(table_of(3, rounds, [["O3: A1 B1 C1", "P1:", "B1:"], ["O3:", "P1:", "B1:"]])),
        )
    assert [fault.where for fault in faults] == ["rounds[1]"]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        pytest.param(SOLO, "", id="no board"),
        pytest.param(SOLO + "start = 2\n" + BOARD, "start", id="start in a solo game"),
        pytest.param(SOLO + "circled = ['A1']\n" + BOARD, "circled", id="a key of instances"),
        pytest.param(SOLO.replace('"P2: C1 C2", ', "") + BOARD, "picks[1]", id="one pick"),
        pytest.param(SOLO.replace('"P2: C1', '"V5:", "P2: C1') + BOARD, "picks[1]", id="three"),
        pytest.param(SOLO.replace("P2: C1", "P2 C1") + BOARD, "picks[1][0]", id="no colon"),
        pytest.param(SOLO.replace("P2: C1", "P2: X1") + BOARD, "picks[1][0]", id="no cell"),
        pytest.param(SOLO.replace("P2: C1", "P2: C2") + BOARD, "picks[1][0]", id="a cell twice"),
        pytest.param(SOLO.replace('["P2: C1 C2", "B3: D1 D2 D3"]', "3") + BOARD, "picks[1]",
                     id="a round as a number"),
        pytest.param(SOLO.replace('"P2: C1 C2"', "3") + BOARD, "picks[1][0]", id="a number"),
        pytest.param(SOLO.replace(', ["P2: C1 C2", "B3: D1 D2 D3"]', "") + BOARD, "picks",
                     id="a round without picks"),
        pytest.param(SOLO.replace("Y4 V5", "Y4 V5 W5") + BOARD, "rounds[1]", id="clear die solo"),
        pytest.param(SOLO + 'rerolls = [["", ""]]\n' + BOARD, "rerolls", id="re-rolls too few"),
        pytest.param(table_of(3, [SIX], [["O1:", "P1:", "B1:"]], more="start = 4"), "start",
                     id="start is nobody"),
        pytest.param(table_of(3, [SIX], [["O1:", "P1:", "B1:"]], more="sheet = 'A'"), "sheet",
                     id="one sheet for all"),
        pytest.param(table_of(2, [SIX], [["O1:", "P1:"]]), "picks[0]", id="two players, two dice"),
        pytest.param(table_of(3, [SIX], [["O1:", "P1:", "B1:"]]).replace("Ben", "Ann"),
                     "players[1].name", id="two of one name"),
        pytest.param(table_of(3, [SIX], [["O1:", "P1:", "B1:"]]).replace("Ben", ""),
                     "players[1].name", id="no name"),
        pytest.param(table_of(3, [SIX], [["O1:", "P1:", "B1:"]]).replace('"Ben"', "3"),
                     "players[1].name", id="a number as name"),
        pytest.param(table_of(3, [SIX], [["O1:", "P1:", "B1:"]]) + 'bed = ""',
                     "players[2].board.bed", id="unknown key of a board"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_with_its_place(text, where):
    with pytest.raises(BadInput) as error:
        read_record(source(text))
    assert [fault.where for fault in error.value.faults] == [where]


@pytest.mark.parametrize(
    ("text", "what", "mend"),
    [
        pytest.param(SOLO.replace('"P2: C1 C2", ', "") + BOARD, "1 pick", "2 in every round",
                     id="solo, one"),
        pytest.param(SOLO.replace('"P2: C1 C2", "B3: D1 D2 D3"', "") + BOARD, "0 picks",
                     "2 in every round", id="solo, none"),
        pytest.param(table_of(2, [SIX], [["O1:", "P1:"]], more="start = 2"), "2 picks",
                     "2 picks a player in turn, Ben's first: 4 in all", id="two players"),
        pytest.param(table_of(3, [SIX], [["O1:", "P1:"]]), "2 picks",
                     "1 pick a player in turn, Ann's first: 3 in all", id="three players"),
    ],
)  # fmt: skip
def test_a_round_of_too_few_picks_says_whose_are_wanted(text, what, mend):
    (fault,) = check(game, source(text))
    assert (fault.what, fault.mend) == (what, mend)


@pytest.mark.parametrize("players", [1, 6])
def test_a_list_of_players_holds_two_to_five(players):
    blocks = "".join(
        f'[[players]]\nname = "{n}"\n[players.board]\ntext = "OP"\n' for n in range(players)
    )
    found = check(game, source(f'game = "dice"\nrounds = ["{SIX}"]\npicks = [[]]\n{blocks}'))
    assert "players" in {fault.where for fault in found}


def test_no_players_at_all_is_bad_input():
    found = check(game, source(f'game = "dice"\nrounds = ["{SIX}"]\npicks = [[]]\nplayers = []'))
    assert "players" in {fault.where for fault in found}


def test_the_kind_is_told_by_the_keys_if_left_out():
    assert check(game, source(SOLO.replace('kind = "record"', "") + BOARD)) == []


def test_an_unknown_kind_is_refused():
    (fault,) = check(game, source(SOLO.replace('"record"', '"puzzle"') + BOARD))
    assert fault.where == "kind"


@pytest.mark.parametrize("players", ["3", "[]", '[{ name = "Ann" }, 3]', '["Ann", "Ann"]'])
def test_picks_of_faulty_players_are_faults_and_nothing_worse(players):
    text = (
        f'game = "dice"\nkind = "record"\nplayers = {players}\nrounds = ["O5 P2 B5 Y3 V4 W1"]\n'
        'picks = [["O5: A1"]]\n[board]\ntext = "OP BY"\n'
    )
    assert check(game, parse_source(text, "file", Path()))


def test_a_name_as_start_is_answered_with_the_numbers():
    text = 'game = "dice"\nkind = "record"\nstart = "Ben"\nrounds = ["O3 P2 B4 Y3 V2 W4"]\n'
    text += 'players = [{ name = "Ann", sheet = "A" }, { name = "Ben", sheet = "B" }]\n'
    text += 'picks = [["O3:", "P2:", "W4:", "Y3:"]]\n'
    found = [fault.mend for fault in check(game, parse_source(text, "g.toml", Path()))]
    assert found == ["1 for Ann, 2 for Ben"]


def test_a_clear_die_without_a_colour_is_told_the_form():
    text = 'game = "dice"\nkind = "record"\nrounds = ["O3 P2 B4 Y3 V2 W4"]\n'
    text += 'players = [{ name = "Ann", sheet = "A" }, { name = "Ben", sheet = "B" }]\n'
    text += 'picks = [["O3:", "P2:", "W4:", "Y3:"]]\n'
    (found,) = check(game, parse_source(text, "g.toml", Path()))
    assert found.mend == "write W4=O, W4=P, W4=B, W4=Y or W4=V"
