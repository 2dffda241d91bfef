"""Pictures of few pixels are printed, and it is said where and how many are wanted."""

from pathlib import Path

import pytest
from PIL import Image

from generator.coarse import Placed, blurred

DECK = """title = "Cards"
kind = "card"
size = "poker"
bleed = 3.5
[[elements]]
type = "image"
file = "p.png"
box = [0, 0, 42, 42]
at = "centre"
"""


@pytest.mark.parametrize(
    "wide, said",
    [
        pytest.param(16, True, id="10 dpi"),
        pytest.param(240, True, id="a little too few"),
        pytest.param(248, False, id="150 dpi"),
    ],
)
def test_a_picture_is_blurred_below_150_dots_an_inch(wide, said):
    found = list(blurred([Placed("deck.toml", "elements[0]", "p.png", (wide, wide), (42, 42))] * 2))
    assert len(found) == said


def test_of_many_pictures_the_first_are_told():
    many = [Placed("d.toml", f"elements[{n}]", "p.png", (9, 9), (42, 42)) for n in range(8)]
    assert list(blurred(many))[-1] == "and 3 more pictures"


@pytest.mark.parametrize(
    "command, wanted",
    [
        pytest.param(["check", "deck.toml"], "249 x 187 would be 150", id="check"),
        pytest.param(["print", "deck.toml"], "249 x 187 would be 150", id="print"),
        pytest.param(
            ["print", "deck.toml", "--profile", "playingcards-io"],
            "249 x 187 would be 150",
            id="a screen",
        ),
        pytest.param(
            ["print", "deck.toml", "--profile", "thegamecrafter"],
            "497 x 373 would be 300",
            id="a print service",
        ),
    ],
)
def test_a_coarse_picture_is_told_with_place_and_pixels_wanted(run, command, wanted) -> None:
    Path("deck.toml").write_text(DECK, "utf-8")
    Image.new("RGB", (16, 12), "red").save("p.png")
    ran = run(*command)
    assert "deck.toml: elements[0]: 'p.png' comes out blurred: 16 x 12 pixels are 10 dpi" in ran.err
    assert wanted in ran.err
