"""Our deck, and every deck of the designer, keeps the published counts."""

from collections import Counter

import pytest

from solver.field.deck import standard
from solver.field.design import as_toml, conditions, design, layout
from solver.field.rules import FACTS, FLOWERS, SETUPS, setup_cards

DECKS = {"standard": standard(), "seed 5": design(5)}


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
@pytest.mark.parametrize("row", range(3))
def test_a_deck_meets_every_row_of_the_published_counts(deck, row):
    start = list(SETUPS)[row]
    counts = Counter(deck[number] for number in setup_cards(start))
    assert counts == {flower["name"]: flower["counts"][row] for flower in FACTS["flowers"]}


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_a_deck_is_well_mixed(deck):
    wanted = conditions()
    text = [deck[number] for number in range(1, 101)]
    for first in range(100):
        run = text[first : first + wanted["run"] + 1]
        assert len(run) <= wanted["run"] or len(set(run)) > 1
    few, many = wanted["few"], wanted["many"]
    for first in range(101 - few["numbers"]):
        part = Counter(text[first : first + few["numbers"]])
        assert min(part[flower] for flower in FLOWERS) >= few["least"]
    for first in range(101 - many["numbers"]):
        assert max(Counter(text[first : first + many["numbers"]]).values()) <= many["most"]


def test_the_same_seed_makes_the_same_deck():
    assert layout(5) == layout(5) == as_toml(DECKS["seed 5"], 5, 'extends = "field/cards"\n')
    assert DECKS["seed 5"] != design(6)
