"""What a person is told who is nearly right: the place, the cause and the way out."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.cli import puzzle_command, solve_command

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


def test_several_pictures_are_numbered_beside_the_name_given(run: Callable) -> None:
    rows = 'item = "c-{n}"\nrows = [{n = 1}, {n = 2}]\n'
    Path("deck.toml").write_text(CARD + rows, "utf-8")
    assert run("print", "deck.toml", "--up", "1", "--dpi", "36", "-o", "p.png").code == 0
    assert run("preview", "deck.toml", "-o", "one.png").code == 0
    assert run("preview", "dice/sheet-a", "dice/aid", "deck.toml", "-o", "v.png").code == 0
    names = sorted(path.name for path in Path().iterdir() if path.suffix == ".png")
    assert names == ["one.png", "p-1.png", "p-2.png", "v-1.png", "v-2.png", "v-3.png"]
    assert all(Path(name).is_file() for name in names)


def test_a_kit_is_no_single_file(run: Callable) -> None:
    ran = run("kit", "dice", "-o", "kit.pdf")
    assert (ran.code, Path("kit.pdf").exists()) == (2, False)
    assert "a kit is a folder of files: name one without .pdf" in ran.err


def test_a_picture_that_stands_there_already_is_kept(run: Callable) -> None:
    Path("p-2.png").write_bytes(b"mine")
    ran = run("print", "dice/sheet-a", "dice/sheet-b", "--dpi", "36", "-o", "p.png")
    assert ran.code == 2 and "p-2.png exists already" in ran.err
    assert not Path("p-1.png").exists() and Path("p-2.png").read_bytes() == b"mine"


def test_what_is_scaled_says_its_smallest_text(run: Callable) -> None:
    text = '[[elements]]\ntype = "text"\ntext = "x"\nsize = 12\n'
    head = 'title = "T"\nkind = "sheet"\nsize = { width = 190, height = 262 }\nscale_min = 0.5\n'
    Path("sheet.toml").write_text(head + text, "utf-8")
    said = run("print", "sheet.toml", "--up", "2", "--copies", "2").err
    assert "scaled to 75%" in said and "smallest text 9.0 pt" in said
    assert "smallest text" not in run("print", "sheet.toml", "--up", "1").err


def test_a_search_that_is_stopped_names_only_a_file_that_is_there(
    run: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise puzzle_command._Terminated(130)

    monkeypatch.setattr(puzzle_command, "_searched", stopped)
    ran = run("puzzle", "dice", "-o", "book.pdf")
    assert (ran.code, ran.err) == (130, "stopped\n")


@pytest.mark.parametrize(
    ("score", "said"),
    [
        pytest.param(None, "stopped before any play was found\n", id="nothing found"),
        pytest.param(7, "stopped; this is the best so far\n", id="something found"),
    ],
)
def test_a_stopped_search_says_what_there_is(
    capsys: pytest.CaptureFixture[str], score: int | None, said: str
) -> None:
    result = SimpleNamespace(score=score, status="none" if score is None else "best-found")
    assert solve_command.exit_code(SimpleNamespace(result=result, signal=2, failure="")) == 130
    assert capsys.readouterr().err == said
