"""The README keeps its word: its files are good, its commands exist, its options too."""

import json
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import click
import pytest

from generator.cli.commands import COMMANDS, cli
from solver.dice import rules as dice_rules
from solver.garden import rules as garden_rules
from solver.tiles import rules as tiles_rules

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = sorted((DOCS / "examples").glob("*.toml"))
BLOCKS = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
RECORDS = [text for text in BLOCKS if re.search(r'^(picks|moves) |kind = "field"', text, re.M)]
GAMES = (DOCS / "games.md").read_text(encoding="utf-8")
PLAYED = re.findall(r"```toml\n(.*?)```", GAMES, re.DOTALL)
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


@pytest.mark.parametrize("text", RECORDS, ids=lambda text: text.split("\n")[1])
def test_every_record_of_the_readme_breaks_no_rule_and_scores(run: Callable, text: str) -> None:
    Path("record.toml").write_text(text, encoding="utf-8")
    ran = run("score", "record.toml")
    assert ran.code == 0, ran.err
    result = json.loads(run("score", "record.toml", "--json").out)
    totals = [result.get("total"), *(one["score"] for one in result.get("players", []))]
    assert all(total != 0 for total in totals if total is not None)


@pytest.mark.parametrize("text", PLAYED, ids=lambda text: text.split("\n")[0])
def test_every_record_of_the_games_page_breaks_no_rule(run: Callable, text: str) -> None:
    Path("record.toml").write_text(text, encoding="utf-8")
    result = json.loads(run("score", "record.toml", "--json").out)
    assert result["faults"] == []


@pytest.mark.parametrize("word", ["tiles", "garden"])
def test_the_games_page_has_a_whole_record_with_every_word_of_a_move(
    run: Callable, word: str
) -> None:
    [text] = [text for text in PLAYED if f'game = "{word}"' in text]
    Path("record.toml").write_text(text, encoding="utf-8")
    ran = run("score", "record.toml")
    assert (ran.code, ran.err) == (0, "")
    assert "(winner)" in ran.out
    said = {
        "tiles": "play extend swap draw sequence from_hand token joker onto stolen stolen_from left"
        " floor supply refill",
        "garden": "hands seats card at turn flowers sold discarded pawns",
    }[word].split()
    assert not [key for key in said if not re.search(rf"\b{key}\b", text)]


def test_the_games_page_names_every_reading() -> None:
    named = set(re.findall(r"`readings\.(\w+)`", GAMES))
    rules = (dice_rules, tiles_rules, garden_rules)
    switches = {field.name for one in rules for field in fields(one.Readings)}
    assert named == switches | {"start_flower"}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_named_in_the_readme_and_scores(run: Callable, path: Path) -> None:
    assert f"docs/examples/{path.name}" in README
    ran = run("score", str(path))
    assert ran.code == 0, ran.err
    assert "Final score" in ran.out


def test_the_whole_solo_game_of_the_examples_is_scored_in_full(run: Callable) -> None:
    result = json.loads(run("score", str(DOCS / "examples" / "field-solo.toml"), "--json").out)
    assert (result["rounds"], result["groups"], result["total"]) == ([3, 18, 33], 46, 100)
    assert (result["dummy"], result["margin"], result["faults"]) == (46, 54, [])


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
