"""Headings of drawn answers: they say what was sought; the note alone says how sure it is."""

import pytest

from generator import garden, tiles


@pytest.mark.parametrize("said", [*tiles.ASKED.values(), *garden.ASKED.values(), garden.PLAN])
def test_a_heading_claims_nothing_that_may_not_be_proved(said: str) -> None:
    assert said.startswith(("A ", "Tiles "))
    assert len(said.format(me="chrysanthemum")) < 55, "the subtitle has one line"
