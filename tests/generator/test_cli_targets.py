"""Names that no file can have are refused before any work is done."""

from collections.abc import Callable
from pathlib import Path

import pytest

from solver.puzzle import Candidate

COMMANDS = [
    "print dice/aid -o",
    "kit dice -o",
    "preview dice/aid -o",
    "calibrate -o",
    "design dice -o",
    "demo -o",
    "puzzle tiles --count 8 -o",
    "puzzle tiles --count 8 --format svg -o",
    "solve no-such.toml --print",  # which would be told if it were looked for first
]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["a?b.pdf", "con.pdf", "good.pdf.", "new?/a.pdf", "new?/sub/"])
def test_a_name_that_some_system_refuses_is_told_first(
    run: Callable, command: str, name: str
) -> None:
    ran = run(*command.split(), name)
    assert ran.code == 2
    assert "cannot name a file" in ran.err
    assert not list(Path().iterdir())


@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_name_is_refused(run: Callable, command: str) -> None:
    ran = run(*command.split(), "")
    assert ran.code == 2
    assert "an empty name" in ran.err
    assert not list(Path().iterdir())


def test_a_folder_that_is_there_may_have_any_name(run: Callable) -> None:
    Path("mine: cards").mkdir()
    assert run("calibrate", "-o", "mine: cards/page.pdf").code == 0


def test_the_file_of_a_code_is_named_as_the_code_is_written(run: Callable) -> None:
    code = Candidate("tiles", "turn", 7).code
    assert run("puzzle", "--code", f" {code.lower()[:6]} {code.lower()[6:]} ").code == 0
    assert [path.name for path in Path("printed").iterdir()] == [f"puzzles-{code}.pdf"]


@pytest.mark.parametrize(
    ("what", "folder"),
    [("dice/aid", "dice/"), ("dice/aid", "dice/aid/"), ("field", "field/")],
)
def test_a_folder_may_be_called_as_what_is_printed(run: Callable, what: str, folder: str) -> None:
    ran = run("print", what, "-o", folder)
    assert ran.code == 0, ran.err
    assert [path.suffix for path in Path(folder).iterdir()] == [".pdf"]


def test_a_file_that_is_read_is_never_written(run: Callable) -> None:
    Path("mine.toml").write_text('extends = "dice/sheet-a"\n', encoding="utf-8")
    ran = run("print", "mine.toml", "-o", "../" + Path.cwd().name + "/mine.toml", "--force")
    assert ran.code == 2
    assert "is the file that is read" in ran.err
