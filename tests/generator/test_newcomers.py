"""What a newcomer tries: names that tell what is in a file, words that lead on to the right key."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator import dice, field, garden
from layouts.sources import parse_source
from solver.games import game

CARD = 'title = "T"\nkind = "card"\nsize = "mini"\n'


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        pytest.param(("--copies", "2"), "dice-sheet-a-2-copies.pdf", id="copies"),
        pytest.param(("--copies", "1"), "dice-sheet-a.pdf", id="one copy"),
        pytest.param(("--printer", "office"), "dice-sheet-a-for-office.pdf", id="printer"),
    ],
)
def test_a_printed_file_is_named_after_what_is_unusual_in_it(
    run: Callable, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], name: str
) -> None:
    monkeypatch.setenv("BLOOMPRINT_CONFIG", str(Path("config").absolute()))
    assert run("printer", "office", "--offset", "1,0").code == 0
    ran = run("print", "dice/sheet-a", *arguments)
    assert (ran.code, ran.out) == (0, f"printed/{name}\n"), ran.err


def test_contact_sheets_of_different_things_lie_side_by_side(run: Callable) -> None:
    made = [run("preview", *words).out for words in (["dice/aid"], ["tiles/aid", "field/aid"])]
    low = run("preview", "dice/aid", "--edition", "low-ink").out
    assert made[0] == "printed/preview/dice-aid-1.png\n"
    assert made[1].startswith("printed/preview/tiles-aid-field-aid-1.png\n")
    assert low == "printed/preview/dice-aid-low-ink-1.png\n"


@pytest.mark.parametrize(
    ("what", "said"),
    [
        pytest.param(
            ["dice/sheets"],
            "sheets back to back: sheet-a/sheet-b, sheet-c/sheet-d, sheet-e/blank; "
            "--pad 5 makes 5 leaves, one for each player, and no blank side",
            id="odd",
        ),
        pytest.param(
            ["dice/sheet-a", "dice/sheet-b"], "sheets back to back: sheet-a/sheet-b\n", id="even"
        ),
    ],
)
def test_sheets_on_both_sides_say_which_share_a_leaf(
    run: Callable, what: list[str], said: str
) -> None:
    assert said in run("print", *what, "--duplex", "long").err
    assert "front/back" not in run("print", *what, "-o", "one-sided.pdf").err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param('[[elements]]\ntype = "picture"\n', "did you mean 'image'?", id="picture"),
        pytest.param('[[elements]]\ntype = "label"\n', "did you mean 'text'?", id="label"),
        pytest.param('rows = "deck.csv"\n', 'write csv = "deck.csv"', id="rows"),
        pytest.param('rows_from = "deck.csv"\n', 'write csv = "deck.csv"', id="rows from"),
        pytest.param('extends = "my/deck"\n', "`bloomprint list`", id="no such base"),
        pytest.param('extends = "dice/shet"\n', "did you mean 'dice/sheet'?", id="near a base"),
    ],
)
def test_what_seems_natural_leads_to_the_word_that_works(
    run: Callable, text: str, said: str
) -> None:
    Path("mine.toml").write_text(CARD + text, encoding="utf-8")
    ran = run("check", "mine.toml")
    assert ran.code == 3
    assert said in ran.err
    assert ran.err.count("/") < 5, "no wall of names"


@pytest.mark.parametrize("kind", ["card", "deck"])
def test_cards_of_a_template_reach_as_far_as_services_ask(run: Callable, kind: str) -> None:
    assert run("new", kind, "mine").code == 0
    ran = run("print", "mine.toml", "--profile", "thegamecrafter", "-o", "out")
    assert ran.code == 0, ran.err


def test_the_picture_of_the_deck_template_prints_where_it_is_wanted(run: Callable) -> None:
    assert run("new", "deck", "mine").code == 0
    text = Path("mine.toml").read_text("utf-8")
    before, mark, after = text.partition("# [[elements]]")
    Path("mine.toml").write_text(before + (mark + after).replace("# ", ""), encoding="utf-8")
    ran = run("check", "mine.toml")
    assert "there is no 'picture'" in ran.err
    Path("mine.csv").write_text("flower,value,picture\nrose,1,none.png\n", encoding="utf-8")
    assert "there is no file 'none.png'" in run("check", "mine.toml").err


def test_a_schema_is_not_poured_over_a_terminal(
    run: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("schema").out.startswith("{")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    for words in (["schema"], ["schema", "--markdown"]):
        ran = run(*words)
        assert (ran.code, ran.out) == (2, "")
        assert " > " in ran.err


def test_a_saved_object_says_where_it_goes_and_is_named_as_the_others(run: Callable) -> None:
    ran = run("print", "garden/cards", "--profile", "tabletop-simulator", "-o", "table")
    assert ran.code == 0, ran.err
    assert {Path(line).parent for line in ran.out.splitlines()} == {Path("table")}
    assert "Saved Objects" in ran.err
    faces = json.loads(Path("table/saved-object.json").read_text("utf-8"))["ObjectStates"][0]
    urls = [sheet["FaceURL"] for sheet in faces["CustomDeck"].values()]
    assert urls == [Path("table/sheet-1-faces.png").resolve().as_uri()]


SHEET = 'game = "dice"\nboard = { text = "OPB YVW" }\n'
COVERED = """
game = "field"
kind = "placement"
field = [[0, 0, "25s"], [1, 0, 28], [0, 1, 26], [1, 1, 30], [2, 0, 40], [3, 0, 41]]
cards = [29]
"""
PLAN = """
game = "garden"
kind = "plan"
players = 3
me = "rose"
hand = ["rose-4", "rose-7"]
cards = [["arum-5", 0, 0, 0]]
"""


def asked(text: str) -> Any:
    """Return the instance of a text."""
    source = parse_source(text.encode(), "game.toml", Path())
    return game(str(source.table["game"])).read(source)


@pytest.mark.parametrize("rounds", [1, 3, 8])
def test_rounds_of_a_half_played_game_are_numbered_as_in_the_whole_game(rounds: int) -> None:
    instance = asked(f"{SHEET}rounds = {['O1 P1 B1 Y1 V1'] * rounds}".replace("'", '"'))
    moves = [
        {"round": n + 1, "die": "orange", "value": 1, "cells": [], "rerolled": False}
        for n in range(rounds)
    ]
    wanted = list(range(9 - rounds, 9))
    assert [move["round"] for move in dice.spoken(instance, moves)] == wanted
    result = {
        "moves": moves,
        "score": 0,
        "breakdown": {"colours": 0, "beds": 0, "reroll": 1, "ticks": 0},
    }
    assert [row["round"] for row in dice.solved(instance, result)["moves"]] == wanted


def test_a_card_that_is_covered_is_named_in_the_terminal_and_on_the_page() -> None:
    instance = asked(COVERED)
    moves = [{"card": 29, "at": [1, 0]}, {"card": 29, "at": None}]
    covering, left_out = field.spoken(instance, moves)
    assert (covering["on"], left_out["on"]) == (28, None)
    free = {"card": 29, "at": [2, 1]}
    assert field.spoken(instance, [free])[0]["on"] is None
    result = {
        "status": "proved",
        "moves": moves[:1],
        "score": 0,
        "breakdown": {"rounds": [0], "groups": 0, "dummy": 0},
    }
    row = field.solved(instance, result)["moves"][0]
    assert (row["place"], row["short"]) == ("1, 0 on 28", "on 28")


def test_turns_and_pawns_are_told_in_words() -> None:
    move = {
        "card": "rose-4",
        "at": [1, 1],
        "turn": 90,
        "pawns": {"tulip": {"ornament": [[1, -1], [1, 0]], "gardener": [2, 3]}},
    }
    said, plain = garden.spoken(asked(PLAN), [move, {"card": "rose-7", "at": [0, 0], "turn": 0}])
    assert said["turn"] == "90° clockwise"
    assert said["pawns"] == ["tulip ornament on (1, −1) and (1, 0)", "tulip gardener on (2, 3)"]
    assert (plain["turn"], plain["pawns"]) == (None, [])


def test_flowers_and_equal_bouquets_are_counted_in_the_terminal() -> None:
    pair = ["rose", "arum"]
    move = {"card": "rose-4", "at": [1, 1], "turn": 0, "flowers": ["arum", "rose", "arum"]}
    sold = {"sold": [pair, pair, ["tulip", "arum"]], "discarded": []}
    (said,) = garden.spoken(asked(PLAN), [{**move, **sold}])
    assert said["flowers"] == "1\u00a0rose, 2\u00a0arum"
    assert said["sold"] == "2\u00a0times rose + arum, tulip + arum"
    assert said["discarded"] is None


def test_the_terminal_and_the_json_of_a_half_played_game_number_rounds_each_in_their_way(
    run: Callable,
) -> None:
    Path("game.toml").write_text(f'{SHEET}rounds = ["O1 P1 B1 Y1 V1"]\n', encoding="utf-8")
    assert json.loads(run("solve", "game.toml", "--json").out)["moves"][0]["round"] == 1
    assert run("solve", "game.toml").out.splitlines()[3].split()[0] == "8"


@pytest.mark.skipif(os.name == "nt", reason="process groups are those of POSIX")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_search_for_puzzles_says_how_to_go_on_and_nothing_else(
    tmp_path: Path, stop: signal.Signals
) -> None:
    command = [sys.executable, "-c", "from generator.cli.main import main; main()"]
    words = ["puzzle", "tiles", "--count", "400", "-o", "book.pdf"]
    process = subprocess.Popen(
        [*command, *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(dice.__file__).parents[1])},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    kept = tmp_path / ".book.pdf.found"
    while not kept.exists() and process.poll() is None:
        time.sleep(0.1)
    os.killpg(process.pid, stop)
    _, err = process.communicate()
    assert process.returncode == 128 + stop
    assert err == "stopped; run the same command again to go on (.book.pdf.found)\n"
    assert kept.exists()


@pytest.mark.parametrize(
    ("wishes", "folder"),
    [
        pytest.param([], "dice-kit", id="the usual one"),
        pytest.param(
            ["--edition", "low-ink", "--paper", "letter", "--duplex", "long"],
            "dice-kit-low-ink-letter-duplex-long",
            id="another one",
        ),
        pytest.param(["--mixed", "--fold"], "dice-kit-fold", id="a mixed one"),
    ],
)
def test_a_kit_of_other_pages_has_a_folder_of_its_own(run: Callable, wishes, folder) -> None:
    assert run("kit", "dice", *wishes).code == 0
    assert [path.name for path in Path("printed").iterdir()] == [folder]


def test_several_sizes_on_one_paper_say_which_is_which(run: Callable) -> None:
    ran = run("print", "dice/sheet-a", "dice/aid")
    sizes = [line.split(":")[0] for line in ran.err.splitlines() if line.startswith("a4, ")]
    assert len(sizes) == 2
    assert all(size.endswith(" mm") for size in sizes)


def test_a_flower_of_another_colour_is_drawn_in_it_wherever_it_stands(run: Callable) -> None:
    keys = 'letter = "O"\nsays = "violet"\nshape = "orange"\ncolour = "#AA00CC"\n'
    Path("mine.toml").write_text(f'extends = "dice/sheet-a"\n[[flowers]]\n{keys}')
    assert run("check", "mine.toml").code == 0
    assert run("print", "mine.toml", "-o", "mine.svg").code == 0
    drawn = Path("mine.svg").read_text("utf-8").lower()
    assert all(shade in drawn for shade in ("#aa00cc", "#d47fe5", "#550066"))
    assert "violet: first" in drawn and "orange" not in drawn.replace("orange-aa00cc", "")
