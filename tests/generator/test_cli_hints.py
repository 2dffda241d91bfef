"""What a person is told who is nearly right: the place, the cause and the way out."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

DICE = 'game = "dice"\nsheet = "A"\nrounds = ["O5 P2 B5 Y3 V4"]\n'
CARD = 'title = "T"\nkind = "card"\nsize = "poker"\n'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(DICE.replace("game", "Game"), "'Game' is written game", id="capital key"),
        pytest.param(DICE.replace('sheet = "A"', 'board = "."'), "board: '.' is a folder", id="."),
        pytest.param(DICE.replace('sheet = "A"', 'board = ""'), "board: '' is no name", id="empty"),
        pytest.param("[1, 2]", "a list of JSON", id="a list"),
        pytest.param('"dice"', "one value of JSON", id="a text"),
        pytest.param("a = 1\rb = 2\r", "CR alone, as on old Macs", id="old line ends"),
    ],
)
def test_a_position_that_is_nearly_one(run: Callable, text: str, said: str) -> None:
    Path("game.toml").write_text(text, "utf-8", newline="")
    ran = run("solve", "game.toml")
    assert ran.code == 3
    assert f"game.toml: {said}" in ran.err or said in ran.err


def test_an_objective_that_a_position_has_not_is_a_fault_of_the_option(run: Callable) -> None:
    Path("game.toml").write_text(DICE, "utf-8")
    ran = run("solve", "game.toml", "--objective", "net")
    assert ran.code == 3
    assert "  --objective: a position of this kind has only one (leave it out)" in ran.err
    assert "game.toml" not in ran.err


def test_a_wrong_word_of_the_option_is_a_fault_of_the_option(run: Callable) -> None:
    Path("game.toml").write_text('game = "tiles"\nkind = "turn"\nhand = [1]\ntable = []\n', "utf-8")
    ran = run("solve", "game.toml", "--objective", "nett")
    assert ran.code == 3
    assert "  --objective: 'nett' is unknown (did you mean 'net'?)" in ran.err


@pytest.mark.parametrize(
    ("back", "said"),
    [
        pytest.param("back", "did you mean 'back.toml'?", id="the file without its ending"),
        pytest.param("dice/aid-bakc", "did you mean 'dice/aid-back'?", id="nearly one of ours"),
        pytest.param("zzzzzz", "a file of your own ends in .toml", id="nothing near"),
        pytest.param(".toml", "there is no file '.toml'", id="no such file"),
    ],
)
@pytest.mark.parametrize("command", ["print", "check"])
def test_a_back_that_is_nearly_one(run: Callable, command: str, back: str, said: str) -> None:
    Path("back.toml").write_text(CARD, "utf-8")
    Path("deck.toml").write_text(f'{CARD}back = "{back}"\n', "utf-8")
    ran = run(command, "deck.toml")
    assert ran.code == 3
    assert "deck.toml: back: " in ran.err and said in ran.err


@pytest.mark.parametrize("key", ["csv", "back"])
def test_a_folder_is_no_file_of_a_layout(run: Callable, key: str) -> None:
    Path("x.toml").mkdir()
    Path("deck.toml").write_text(f'{CARD}{key} = "x.toml"\n', "utf-8")
    ran = run("check", "deck.toml")
    assert ran.code == 3
    assert f"deck.toml: {key}: 'x.toml' is a folder" in ran.err


def test_names_that_are_offered_are_no_blanks_and_stand_once(run: Callable) -> None:
    record = {"game": "tiles", "kind": "record", "players": ["Ann", "Ann", ""]}
    record["rounds"] = [{"first": "Q", "jokers_left": 1, "hands": {}, "moves": []}]
    Path("game.json").write_text(json.dumps(record), "utf-8")
    ran = run("score", "game.json")
    assert ran.code == 3
    assert "known: Ann)" in ran.err


def test_the_advice_of_new_can_be_pasted(run: Callable) -> None:
    ran = run("new", "deck", "a b/é")
    assert ran.code == 0
    assert "bloomprint print 'a b/é.toml'" in ran.err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("con", "some systems keep this name for themselves", id="reserved"),
        pytest.param("a" * 300, "choose a shorter name", id="long"),
    ],
)
def test_names_that_cannot_be_files_are_refused_in_plain_words(
    run: Callable, name: str, said: str
) -> None:
    ran = run("new", "deck", name)
    assert ran.code == 2
    assert said in ran.err
