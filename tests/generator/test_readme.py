"""The README keeps its word: its files are good, its commands exist, its options too."""

import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from generator.cli.main import COMMANDS, cli

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
SHELL = "".join(re.findall(r"```(?:sh|bat)\n(.*?)```", README, re.DOTALL))
LINES = sorted(
    {
        *re.findall(r"`bloomprint ([^`\n]+)`", README),
        *re.findall(r"^bloomprint ([^\n#]+)", SHELL, re.M),
    }
)


@pytest.mark.parametrize("text", BLOCKS, ids=lambda text: text.split("\n")[1])
def test_every_file_of_the_readme_is_good(run: Callable, text: str) -> None:
    Path("file.toml").write_text(text, encoding="utf-8")
    ran = run("check", "file.toml")
    assert (ran.code, ran.out) == (0, "file.toml: good\n")


@pytest.mark.parametrize("line", LINES)
def test_every_command_of_the_readme_exists_with_its_options(line: str) -> None:
    word, *rest = line.split()
    assert word in COMMANDS
    command = cli.get_command(click.Context(cli), word)
    assert command is not None
    known = {name for option in command.params for name in option.opts}
    assert {part for part in rest if part.startswith("-")} <= known


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param('extends = "dice/sheet"\ntitel = "x"\n', "titel", id="a key"),
        pytest.param('extends = "dice/sheet"\nvalues = { leter = "M" }\n', "leter", id="a value"),
        pytest.param(
            'extends = "dice/sheet"\n[[elements]]\nid = "title"\ntxt = "x"\n', "txt", id="element"
        ),
        pytest.param('extends = "dice/sheet"\n[board]\ntxt = "OPB"\n', "txt", id="in the board"),
        pytest.param(
            'extends = "dice/sheet"\n[[elements]]\ntype = "text"\ntext = "{leter}"\n', "leter",
            id="in a text",
        ),
        pytest.param('game = "dice"\nshet = "A"\nrounds = []\n', "shet", id="in an instance"),
    ],
)  # fmt: skip
def test_a_misspelt_key_is_an_error_that_names_it(run: Callable, text: str, word: str) -> None:
    Path("file.toml").write_text(text, encoding="utf-8")
    ran = run("check", "file.toml")
    assert ran.code == 3
    assert word in ran.err
