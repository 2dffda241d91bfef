"""The solved page of a half-played sheet: what was circled, the old ticks, the sheet's own name."""

from pathlib import Path
from typing import Any

import pytest

from generator.compose import compose
from generator.dice import solved
from generator.extent import smallest_text
from layouts.loader import EDITIONS
from layouts.sources import parse_source
from output.scene import Group, Item
from solver.dice.game import read

TEXT = """game = "dice"
rounds = ["O1 P1 B1 Y1 V1", "O2 P2 B2 Y2 V2"]
board = { text = "OPB YVW\\nWVY BPO" }
"""
HALF = TEXT + 'circled = ["A1", "B1"]\nticks = 2\n'
MOVES = [
    {"round": 1, "die": "blue", "value": 1, "cells": ["C1"], "rerolled": False},
    {"round": 2, "die": "yellow", "value": 2, "cells": ["D1", "E1"], "rerolled": False},
]


def data(text: str, ticks: int, score: int) -> dict[str, Any]:
    breakdown = {"colours": 0, "beds": 3, "reroll": 1, "ticks": ticks}
    result = {"moves": MOVES, "breakdown": breakdown, "score": score}
    return solved(read(parse_source(text.encode(), "game.toml", Path())), result)


def alts(items: tuple[Item, ...]) -> str:
    groups = [item for item in items if isinstance(item, Group)]
    return " ".join((group.tag.alt if group.tag else "") + alts(group.items) for group in groups)


@pytest.mark.parametrize("edition", EDITIONS)
def test_cells_circled_before_are_struck_out(edition: str) -> None:
    more = {**data(HALF, 3, 1), "note": "Proved."}
    (piece,) = compose("dice/solved", edition, more)
    assert more["struck"] == ["A1", "B1"]
    assert "row 1: orange circled already, pink circled already, blue" in alts(piece.items)


@pytest.mark.parametrize(
    ("text", "ticks", "score", "rows"),
    [
        pytest.param(HALF, 3, 1, ["−2", "−1", "1"], id="half-played"),
        pytest.param(TEXT, 9, -5, ["−9", "−5"], id="from the start"),
    ],
)
def test_ticks_of_before_stand_in_a_row_of_their_own(
    text: str, ticks: int, score: int, rows: list[str]
) -> None:
    points = data(text, ticks, score)["points"]
    assert [row["worth"] for row in points][3:] == rows
    *parts, total = (int(row["worth"].replace("−", "-")) for row in points)
    assert sum(parts) == total


@pytest.mark.parametrize(
    ("text", "says"), [(HALF, "Grey: circled before."), (TEXT, "")], ids=["half-played", "new"]
)
def test_the_legend_speaks_of_grey_only_where_there_is_some(text: str, says: str) -> None:
    assert data(text, 3, 1)["before"].strip() == says


def test_large_print_is_large_on_the_loops_too() -> None:
    (piece,) = compose("dice/solved", "large", {**data(TEXT, 3, 1), "note": "Proved."})
    assert "round 7" in alts(piece.items)
    assert smallest_text(piece.items) >= 16
