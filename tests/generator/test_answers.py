"""Drawn answers of all games: what their headings claim, and the largest numbers on them."""

from typing import Any

import pytest

from generator import garden, tiles
from generator.compose import compose
from generator.extent import smallest_text
from layouts.loader import EDITIONS, GAMES

WORST = -149  # points, beyond all that a game can end with


@pytest.mark.parametrize("said", [*tiles.ASKED.values(), *garden.ASKED.values(), garden.PLAN])
def test_a_heading_claims_nothing_that_may_not_be_proved(said: str) -> None:
    assert said.startswith(("A ", "Tiles "))
    assert len(said.format(me="chrysanthemum")) < 55, "the subtitle has one line"


def scored(word: str, points: int) -> dict[str, Any]:
    """Return the data of a page of which every number of points is the same."""
    if word == "dice":
        worths = [{"part": part, "worth": points} for part in ("Colours", "Re-roll", "Total")]
        total = {"breakdown": {"total": points}, "points": worths, "board": {"text": "OPB YVW"}}
        return total
    names = ("Tokens", "In hand") if word == "tiles" else ("Round 1", "Groups", "Dummy")
    return {"score": points, "breakdown": [{"name": name, "points": points} for name in names]}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("word", GAMES)
def test_points_far_below_zero_are_printed(word: str, edition: str) -> None:
    note = f"The best found; not proved. Bound: −{-WORST}."
    more = {**scored(word, WORST), "note": note}
    (piece,) = compose(f"{word}/solved", edition, more)
    assert smallest_text(piece.items) >= (10 if edition == "large" else 8)
