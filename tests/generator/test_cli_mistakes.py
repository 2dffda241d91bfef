"""What a tired person does wrong is answered by one clear error, and nothing is lost."""

import os
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from generator.cli.commands import COMMANDS, cli
from generator.cli.printer_command import Pair
from solver import certify as certificates

POSITIONS = {
    "dice": 'game = "dice"\nrounds = ["O1 P1 B1 Y1 V1"]\nboard = { text = "OP" }\n',
    "field": 'game = "field"\nkind = "placement"\nfield = [[0, 0, "25s"]]\ncards = [28]\n',
    "tiles": 'game = "tiles"\nkind = "turn"\nhand = [1, 2, 3]\n',
    "garden": 'game = "garden"\nkind = "turn"\nplayers = 3\nme = "rose"\nhand = ["rose-4"]\n'
    'cards = [["arum-5", 0, 0, 0]]\n',
}
RECORDS = {
    "dice": POSITIONS["dice"].replace("rounds", 'picks = [["O1: A1", "P1: B1"]]\nrounds'),
    "field": 'game = "field"\nkind = "field"\nfield = [[0, 0, "25s"], [0, 1, 28]]\n',
    "garden": 'game = "garden"\nkind = "score"\nplayers = 3\nseats = ["rose", "arum", "tulip"]\n'
    'moves = [{ card = "rose-3", at = [0, 0], turn = 0 }]\n',
}


def write(text: str) -> str:
    Path("game.toml").write_text(text, encoding="utf-8")
    return "game.toml"


@pytest.mark.parametrize("game", POSITIONS)
def test_a_position_is_not_scored_but_sent_to_solve(run: Callable, game: str) -> None:
    ran = run("score", write(POSITIONS[game]))
    assert ran.code == 3
    assert "use bloomprint solve" in ran.err


@pytest.mark.parametrize("game", RECORDS)
def test_a_record_is_not_solved_but_sent_to_score(run: Callable, game: str) -> None:
    ran = run("solve", write(RECORDS[game]))
    assert ran.code == 3
    assert "use bloomprint score" in ran.err


@pytest.mark.parametrize(
    ("arguments", "wrote"),
    [
        pytest.param(["solve", "game.toml"], False, id="solve"),
        pytest.param(["solve", "game.toml", "--print", "a.pdf"], True, id="solve and draw"),
        pytest.param(["score", "game.toml"], False, id="score"),
        pytest.param(["best", "dice", "game.toml"], False, id="best"),
        pytest.param(["check", "game.toml"], False, id="check"),
        pytest.param(["print", "game.toml"], True, id="print"),
    ],
)
def test_only_commands_that_write_say_that_nothing_was_written(
    run: Callable, arguments: list[str], wrote: bool
) -> None:
    write('game = "dice"\nkind = "nonsense"\n')
    ran = run(*arguments)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(("1 fault", "2 faults"))
    assert ("nothing was written" in ran.err) == wrote


def test_an_answer_is_never_drawn_over_its_position(run: Callable) -> None:
    name = write(POSITIONS["dice"])
    ran = run("solve", name, "--print", f"./{name}", "--force")
    assert ran.code == 2
    assert Path(name).read_text(encoding="utf-8") == POSITIONS["dice"]


def test_a_layout_is_never_printed_over_itself(run: Callable) -> None:
    text = 'extends = "dice/sheet"\n[board]\ntext = "OPB YVW"\n'
    ran = run("print", write(text), "-o", "game.toml", "--force")
    assert ran.code == 2
    assert Path("game.toml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("target", "start"), [("a.svg", b"<?xml"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")]
)
def test_the_ending_of_the_target_is_the_format(run: Callable, target: str, start: bytes) -> None:
    assert run("print", "dice/sheet-a", "-o", target).code == 0
    assert Path(target).read_bytes().startswith(start)


@pytest.mark.parametrize(
    "arguments", [["-o", "a.txt"], ["-o", "a.pdf", "--format", "svg"], ["-o", "game.toml"]]
)
def test_an_ending_that_says_something_else_is_refused(run: Callable, arguments: list[str]) -> None:
    assert run("print", "dice/sheet-a", *arguments).code == 2
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("target", ["there", "there/", "new/"])
def test_a_folder_is_filled_with_files_of_their_own_names(run: Callable, target: str) -> None:
    Path("there").mkdir()
    ran = run("print", "dice/sheet-a", "-o", target)
    assert ran.code == 0
    assert ran.out == f"{target.rstrip('/')}/dice-sheet-a.pdf\n"


@pytest.mark.parametrize(
    ("outcomes", "reason", "code"),
    [
        (["agrees", "agrees"], "", 0),
        (["agrees", "undecided"], "stopped", 130),
        (["agrees", "undecided"], "", 5),
        (["agrees", "disagrees"], "", 1),
    ],
)
def test_certified_is_only_what_every_other_way_confirms(
    run: Callable, monkeypatch: pytest.MonkeyPatch, outcomes: list, reason: str, code: int
) -> None:
    checks = tuple(
        certificates.Check("a way", outcome, reason=reason * (outcome == "undecided"))
        for outcome in outcomes
    )
    monkeypatch.setattr(certificates, "certify", lambda *_, **__: certificates.Certificate(checks))
    ran = run("solve", write(POSITIONS["dice"]), "--certify")
    assert ran.code == code
    assert ("certified: 2 of 2" in ran.err) == (code == 0)


@pytest.mark.parametrize("number", ["nan", "inf", "-1", "soon"])
def test_a_limit_that_is_no_number_is_refused(run: Callable, number: str) -> None:
    ran = run("solve", write(POSITIONS["dice"]), "--time-limit", number)
    assert ran.code == 2
    assert "--time-limit" in ran.err


def numeric_options() -> list[tuple[str, str]]:
    """Return every option of every command that takes numbers with a fraction."""
    context = click.Context(cli)
    found = []
    for word in COMMANDS:
        command = cli.get_command(context, word)
        assert command is not None
        found += [
            (word, option.opts[-1])
            for option in command.params
            if isinstance(option.type, click.types.FloatParamType | Pair)
        ]
    return found


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e400", "nan,nan", "0,inf"])
@pytest.mark.parametrize(("command", "option"), numeric_options())
def test_no_option_takes_what_is_no_number(
    run: Callable, monkeypatch: pytest.MonkeyPatch, command: str, option: str, number: str
) -> None:
    monkeypatch.setenv("BLOOMPRINT_CONFIG", "config")
    words = {"solve": [write(POSITIONS["dice"])], "best": ["dice", "A"], "printer": ["office"]}
    ran = run(command, *words.get(command, ["dice"]), option, number)
    assert ran.code == 2
    assert option in ran.err
    assert not Path("config").exists()


CARD = 'title = "t"\nkind = "card"\nsize = "poker"\n'
PICTURE = CARD + '[[elements]]\ntype = "image"\nfile = "p.png"\n'


@pytest.mark.parametrize("game", ["dise", "../../evil", "/tmp", "shared"])
def test_the_game_of_a_layout_is_one_of_ours(run: Callable, game: str) -> None:
    for command in ("check", "print"):
        ran = run(command, write(f'game = "{game}"\n{CARD}'))
        assert ran.code == 3
        assert "is no game" in ran.err


def test_a_picture_that_is_a_folder_is_refused(run: Callable) -> None:
    Path("p.png").mkdir()
    ran = run("check", write(PICTURE))
    assert ran.code == 3
    assert "is a folder" in ran.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_picture_that_is_a_pipe_is_refused_at_once(run: Callable) -> None:
    os.mkfifo("p.png")
    ran = run("check", write(PICTURE))
    assert ran.code == 3
    assert "is a pipe" in ran.err


def test_a_huge_picture_is_refused_before_it_is_decoded(run: Callable) -> None:
    with Path("p.png").open("wb") as file:
        file.truncate(1 << 30)
    ran = run("check", write(PICTURE))
    assert ran.code == 3
    assert "more than 64 MiB" in ran.err
