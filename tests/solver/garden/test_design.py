"""Card patterns: different where they can be, reproducible, and the ones that are installed."""

import tomllib
from collections import Counter

import pytest

from solver.garden.design import classes, design, layout, mixing, rotations
from solver.garden.notation import NAMES, our_cards
from solver.garden.rules import COLOURS


@pytest.mark.parametrize(
    ("beds", "number"),
    [(1, 3), (2, 10), (3, 22), (4, 34), (5, 34), (6, 22), (7, 10), (8, 3), (9, 1)],
)
def test_so_many_patterns_differ_when_turned(beds, number):
    assert len(classes(beds)) == number
    assert sum(len(rotations(rows)) for rows in classes(beds)) == len(
        {turn for rows in classes(beds) for turn in rotations(rows)}
    )


@pytest.mark.parametrize("seed", [0, 1, 2, 99])
def test_a_design_repeats_a_pattern_only_where_there_are_too_few(seed):
    cards = design(seed)
    assert [card["name"] for card in cards] == list(NAMES)
    for beds in range(1, 10):
        used = Counter(min(rotations(tuple(c["pattern"]))) for c in cards if c["beds"] == beds)
        assert len(used) == min(len(COLOURS), len(classes(beds)))
        assert max(used.values()) - min(used.values()) <= 1
        assert all("".join(rows).count("F") == beds for rows in used)


def test_a_design_is_better_mixed_than_patterns_are_on_the_average():
    def mean(patterns):
        return sum(map(mixing, patterns)) / len(patterns)

    for beds in range(2, 8):
        chosen = [tuple(card["pattern"]) for card in design(3) if card["beds"] == beds]
        assert mean(chosen) >= mean(classes(beds))


def test_the_same_seed_gives_the_same_text_and_another_another():
    assert layout(5) == layout(5) != layout(6)


def test_our_cards_are_the_design_of_the_first_seed():
    rows = tomllib.loads(layout(1))["rows"]
    assert {row["name"]: tuple(row["pattern"]) for row in rows} == {
        name: card.rows for name, card in our_cards().items()
    }
