"""The solved page of a half-played sheet: what was circled, the old ticks, the sheet's own name."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.compose import compose
from generator.dice import answer, solved
from generator.extent import smallest_text
from layouts.loader import EDITIONS
from layouts.sources import parse_source
from output.fonts import width_mm
from output.scene import Group, Item, Use
from solver.dice.game import read
from solver.dice.rules import FACTS
from tests.generator.scenes import texts, walk, words

ROLLS = 'game = "dice"\nrounds = ["O1 P1 B1 Y1 V1", "O2 P2 B2 Y2 V2"]\n'
TEXT = ROLLS + 'board = { text = "OPB YVW\\nWVY BPO" }\n'
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
        pytest.param(HALF, 2, 2, ["−2", "0", "2"], id="no new ticks"),
        pytest.param(TEXT, 9, -5, ["−9", "−5"], id="from the start"),
        pytest.param(TEXT, 0, 4, ["0", "4"], id="no ticks"),
    ],
)
def test_ticks_of_before_stand_in_a_row_of_their_own(
    text: str, ticks: int, score: int, rows: list[str]
) -> None:
    more = data(text, ticks, score)
    *parts, total = (row["worth"] for row in more["points"])
    assert sum(parts) == total
    (piece,) = compose("dice/solved", "colour", more)
    said = words(piece)
    assert said[said.index("Re-roll") + 1 : said.index("Total") + 2 : 2][1:] == rows


@pytest.mark.parametrize(
    ("text", "says"), [(HALF, "Grey: circled before."), (TEXT, "")], ids=["half-played", "new"]
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_legend_speaks_of_grey_only_where_there_is_some(
    text: str, says: str, edition: str
) -> None:
    more = data(text, 3, 1)
    assert more["before"].strip() == says
    (piece,) = compose("dice/solved", edition, more)
    said = " ".join(words(piece))
    assert ("Grey: circled before." in said) == bool(says)


@pytest.mark.parametrize(
    ("sheet", "says"),
    [
        pytest.param('sheet = "A"', "sheet A", id="ours"),
        pytest.param('board = { text = "OPB YVW" }', "a sheet of your own", id="one's own"),
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_page_says_which_sheet_it_shows(sheet: str, says: str, edition: str) -> None:
    (piece,) = compose("dice/solved", edition, data(f"{ROLLS}{sheet}\n", 3, 1))
    assert [text for text in texts(piece) if text.text.endswith(f" on {says}")]


ROLLED = 6  # on every die
WORST = FACTS["solo"]["rounds"] * FACTS["solo"]["picks"] * ROLLED


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("before", [0, WORST // 2])
def test_the_most_ticks_that_a_game_can_have_are_printed(before: int, edition: str) -> None:
    dice = '"' + " ".join(f"{die}{ROLLED}" for die in "OPBYV") + '"'
    text = f'game = "dice"\nrounds = [{", ".join([dice] * 8)}]\nboard = {{ text = "W" }}\n'
    text += f"ticks = {before}\n"
    moves = [
        {"round": n // 2 + 1, "die": "orange", "value": ROLLED, "cells": [], "rerolled": False}
        for n in range(16)
    ]
    breakdown = {"colours": 0, "beds": 0, "reroll": 0, "ticks": WORST}
    result = {"moves": moves, "breakdown": breakdown, "score": -WORST}
    more = solved(read(parse_source(text.encode(), "game.toml", Path())), result)
    (piece,) = compose("dice/solved", edition, {**more, "note": "Proved: no play does better."})
    said = words(piece)
    assert said.count(f"−{WORST}") == (2 if before else 3)
    assert said.count(str(ROLLED)) == 2 * len(moves) + 2, "value and ticks of a pick; a round"
    assert smallest_text(piece.items) >= (16 if edition == "large" else 8)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticks_stand_under_their_name_and_apart_from_the_next_half(edition: str) -> None:
    cells = [f"{column}{row}" for row in range(1, 7) for column in "GH"]
    moves = [
        {"round": 1, "die": "blue", "value": 6, "cells": cells[at : at + 6], "rerolled": False}
        for at in (0, 6)
    ]
    text = f'{ROLLS}sheet = "A"\n'
    breakdown = {"colours": 0, "beds": 0, "reroll": 1, "ticks": 8}
    result = {"moves": moves, "breakdown": breakdown, "score": -7}
    more = solved(read(parse_source(text.encode(), "game.toml", Path())), result)
    (piece,) = compose("dice/solved", edition, more)
    found = texts(piece)
    heads = [item for item in found if item.text == "Ticks" and item.anchor == "end"]
    below = [item for item in found if item.anchor == "end" and item.y > heads[0].y]
    ticks = [item for item in below if item.text.isdigit()]
    assert [item.x for item in heads] == [item.x for item in ticks]
    assert heads[1].x > heads[0].x
    lists = [item for item in found if item.text in (" ".join(cells[:6]), " ".join(cells[6:]))]
    left = min(item.x for item in found if item.x > heads[0].x and item.y == ticks[0].y)
    assert left - heads[0].x >= 8
    for item, tick in zip(lists, ticks, strict=True):
        assert tick.x - item.x - width_mm(item.text, item.font, item.size) >= 5


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_small_board_lies_in_the_middle_of_its_room(edition: str) -> None:
    (piece,) = compose("dice/solved", edition, data(TEXT, 3, 1))
    flowers = [item for item, _ in walk(piece.items) if isinstance(item, Use) and item.x < 140]
    ys = [use.y for use in flowers if 30 < use.y < 170]
    assert (min(ys) + max(ys)) / 2 == pytest.approx(103, abs=5)


def test_an_answer_without_ticks_has_no_minus() -> None:
    instance = read(parse_source(TEXT.encode(), "game.toml", Path()))
    breakdown = {"colours": 0, "beds": 3, "reroll": 1, "ticks": 0}
    found = SimpleNamespace(moves=MOVES, breakdown=breakdown)
    (piece,) = compose("dice/puzzle-answer", "colour", answer(instance, found, 1.0))
    said = words(piece)
    assert said[said.index("ticks") + 1] == "0"
    found.breakdown = {**breakdown, "ticks": 3}
    (piece,) = compose("dice/puzzle-answer", "colour", answer(instance, found, 1.0))
    said = words(piece)
    assert said[said.index("ticks") + 1] == "−3"


def test_large_print_is_large_on_the_loops_too() -> None:
    (piece,) = compose("dice/solved", "large", {**data(TEXT, 3, 1), "note": "Proved."})
    assert "round 7" in alts(piece.items)
    assert smallest_text(piece.items) >= 16
