"""A written-down game comes back as a score sheet: a line a section, a column a player."""

from collections.abc import Callable
from pathlib import Path

import pytest

DICE = """
game = "dice"
kind = "record"
rounds = ["O2 P1 B1 Y3 V1 W1"]
picks = [["O2: A1 B1", "Y3:", "W1=P: C1", "B1: D1"]]
players = [
  { name = "Ann", board = { text = "OOP BBY" } },
  { name = "Ben", board = { text = "OPP BYB" } },
]
"""
FIELD = """
game = "field"
kind = "field"
round = 3
field = [
  [-3, 1, 9], [-2, 1, 36], [0, 1, 28], [1, 1, 33],
  [-2, 0, 7], [-1, 0, 12], [0, 0, "25s"], [1, 0, 31],
]
"""
FIELD_DEAL = """
game = "field"
kind = "deal"
rounds = [{ large = [36, 7], small = [12] }]
moves = [{ round = 3, deck = "large", card = 36, at = [0, 1], dummy = 7 }]
"""
FIELD_GAME = """
game = "field"
kind = "game"
players = [
  { name = "Ann", fields = [[[0, 0, "25s"], [0, 1, 28]]] },
  { name = "Ben", fields = [[[0, 0, "25s"], [1, 0, 31]]] },
]
"""
TILES = """
game = "tiles"
players = ["Ann", "Ben"]
[[rounds]]
first = "Ann"
jokers_left = 4
hands = { Ann = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], Ben = [21, 22, 23, 31, 32, 33, 41, 42, 43, 51, 52, 53, 61] }
moves = [
  { player = "Ann", action = "play", sequence = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], from_hand = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], token = 15 },
]
"""  # noqa: E501
GARDEN = """
game = "garden"
kind = "score"
players = 3
seats = ["rose", "arum", "tulip"]
cards = [["rose-4", 0, 0, 0], ["arum-5", 2, 0, 0]]
coins = { rose = 12 }
finished = ["arum", "rose", "tulip"]
"""


def lines_of(out: str) -> list[list[str]]:
    """Return the cells of every line of the first table."""
    table = out.split("└", maxsplit=1)[0]
    return [
        [cell.strip() for cell in line.replace("┃", "│")[1:-1].split("│")]
        for line in table.splitlines()
        if line.startswith(("│", "┃"))
    ]


@pytest.mark.parametrize(
    ("text", "head", "some"),
    [
        pytest.param(DICE, ["", "Ann", "Ben"], [["ticks", "0", "-3"]], id="dice"),
        pytest.param(
            FIELD, ["", "you"], [["rows", "3"], ["columns", "0"], ["total", "7"]], id="field"
        ),
        pytest.param(
            FIELD_DEAL, ["", "you", "dummy"], [["total", "0", "0"], ["margin", "0", "-"]],
            id="deal",
        ),
        pytest.param(FIELD_GAME, ["", "Ann", "Ben"], [["round 1", "0", "0"]], id="field game"),
        pytest.param(
            TILES, ["", "Ann (winner)", "Ben"], [["round 1 flowers", "0", "-21"]], id="tiles"
        ),
        pytest.param(
            GARDEN, ["", "rose (winner)", "arum", "tulip"], [["sales", "12", "0", "0"]],
            id="garden",
        ),
    ],
)  # fmt: skip
def test_points_stand_in_a_line_a_section_and_a_column_a_player(
    run: Callable, text: str, head: list[str], some: list[list[str]]
) -> None:
    Path("record.toml").write_text(text, encoding="utf-8")
    ran = run("score", "record.toml")
    assert ran.code == 0, ran.err
    lines = lines_of(ran.out)
    assert lines[0] == head
    for line in some:
        assert line in lines
    for word in ("null", "true", "false", "{", "["):
        assert word not in ran.out


@pytest.mark.parametrize(
    ("start", "said"),
    [
        pytest.param(1, "1 pick (2 picks a player in turn, Ann's first: 4 in all)", id="Ann"),
        pytest.param(2, "1 pick (2 picks a player in turn, Ben's first: 4 in all)", id="Ben"),
    ],
)
def test_a_round_with_too_few_picks_says_whose_they_are(
    run: Callable, start: int, said: str
) -> None:
    text = DICE.replace('"O2: A1 B1", "Y3:", "W1=P: C1", "B1: D1"', '"O2: A1 B1"')
    Path("record.toml").write_text(f"start = {start}\n{text}", encoding="utf-8")
    ran = run("score", "record.toml")
    assert ran.code == 3
    assert said in ran.err


def test_a_solo_round_with_too_few_picks_says_how_many_there_are(run: Callable) -> None:
    text = 'game = "dice"\nsheet = "A"\nrounds = ["O1 P2 B1 Y3 V2"]\npicks = [["O1:"]]\n'
    Path("record.toml").write_text(text, encoding="utf-8")
    assert "1 pick (2 in every round)" in run("score", "record.toml").err
