"""Instances of the tile game: what is read, and every fault of what is not."""

from pathlib import Path

import pytest

from layouts.faults import BadInput
from layouts.sources import parse_source
from solver.tiles import game
from solver.tiles.notation import read_position, write_move, write_position
from solver.tiles.rules import JOKER, TOKENS, Extend, Instance, Play, Readings, Swap

GOOD = {
    "game": '"tiles"',
    "kind": '"turn"',
    "hand": '[14, 16, 17, "J"]',
    "table": '[[20, 21, 23], [40, "J", 43]]',
    "tokens": "[1, 1, 2, 5, 11]",
    "jokers_left": "2",
}


def source(**changes):
    keys = {**GOOD, **changes}
    text = "\n".join(f"{key} = {value}" for key, value in keys.items() if value)
    return parse_source(text, "x.toml", Path())


def faults(**changes):
    with pytest.raises(BadInput) as caught:
        game.read(source(**changes))
    return [f"{fault.where}: {fault.what}" for fault in caught.value.faults]


def test_an_instance_is_read():
    table = ((20, 21, 23), (40, JOKER, 43))
    wanted = Instance("turn", (14, 16, 17, JOKER), table, (1, 1, 2, 5, 11), 2, "net")
    assert game.read(source()) == wanted


def test_what_is_left_out_has_its_default():
    read = game.read(source(kind='"harvest"', table="", tokens="", jokers_left=""))
    wanted = Instance("harvest", (14, 16, 17, JOKER), (), TOKENS, 0, None, Readings())
    assert read == wanted


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"hand": "[14, 14]"}, ["hand: tile 14 lies in hand already"], id="twice"),
        pytest.param({"hand": "[20]"}, ["table[0]: tile 20 lies in hand already"], id="in two"),
        pytest.param({"hand": '["J", "J", "J"]'}, ["hand: 6 jokers in all"], id="too many jokers"),
        pytest.param({"jokers_left": "5"}, ["jokers_left: 5 jokers on the board"], id="five left"),
        pytest.param({"hand": "[101]"}, ["hand[0]: 101 is no tile"], id="101"),
        pytest.param({"hand": "[true]"}, ["hand[0]: true is no tile"], id="true is no number"),
        pytest.param({"hand": '"14"'}, ["hand: '14' is not a list"], id="text"),
        pytest.param({"table": "[[20, 21]]"}, ["table[0]: 20 21 is no sequence"], id="pair"),
        pytest.param({"table": "[[23, 21, 20]]"}, ["table[0]: 23 21 20"] * 2, id="falling"),
        pytest.param({"table": '[["J", 1, 2]]'}, ["table[0]: J 1 2 is no"], id="joker below 1"),
        pytest.param({"tokens": "[16]"}, ["tokens[0]: token 16 does not exist"], id="token 16"),
        pytest.param({"tokens": "[6, 6]"}, ["tokens[1]: token 6 once too often"], id="token 6"),
        pytest.param({"tokens": "[1.5]"}, ["tokens[0]: 1.5 is not a whole"], id="token 1.5"),
        pytest.param({"objective": '"points"'}, ["objective: 'points'"], id="objective"),
        pytest.param({"kind": '"game"'}, ["kind: 'game' is no kind"], id="kind"),
        pytest.param({"kind": ""}, ["kind: is missing"], id="no kind"),
        pytest.param({"hand": ""}, ["hand: is missing"], id="no hand"),
        pytest.param({"jokers_lef": "1"}, ["jokers_lef: unknown key"], id="unknown key"),
        pytest.param(
            {"readings": "{steal_joker = true}"}, ["readings.steal_joker: unk"], id="switch"
        ),
        pytest.param(
            {"kind": '"sweep"'},
            ["jokers_left: unknown key", "table: unknown key"],
            id="a sweep has hand and tokens only",
        ),
        pytest.param(
            {"kind": '"harvest"', "objective": '"net"'},
            ["objective: unknown key"],
            id="a harvest has one objective",
        ),
        pytest.param(
            {"hand": "[0, 14, 14]", "tokens": "[0]"},
            ["hand: tile 14", "hand[0]: 0 is no tile", "tokens[0]: token 0"],
            id="every fault, not only the first",
        ),
    ],
)
def test_bad_input_is_refused_with_its_place(changes, expected):
    found = sorted(faults(**changes))
    assert len(found) == len(expected), found
    assert all(a.startswith(b) for a, b in zip(found, sorted(expected), strict=True)), found


def test_a_position_is_written_and_read():
    instance = game.read(source())
    text = write_position(instance)
    assert text == "14 16 17 J | 20 21 23 / 40 J 43 | 1 1 2 5 11 | 2"
    assert read_position(text, instance) == instance


@pytest.mark.parametrize(
    "move",
    [
        Play((17, 19, 21), (21,), (17, 19), 0, (14, 16, 18), 5, False),
        Play((1, JOKER, 3), (JOKER, 1, 3), token=2, joker=True),
        Extend(1, (12,), (12, 14, 15)),
        Swap(0, (23,), (21, 23, 25)),
    ],
)
def test_moves_are_written_and_read(move):
    assert game.move_from_json(write_move(move)) == move


def test_an_unknown_action_is_refused():
    with pytest.raises(BadInput, match="'pass' is unknown"):
        game.moves_from_json([{"action": "pass"}])
