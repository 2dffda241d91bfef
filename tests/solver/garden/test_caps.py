"""Random plays from random positions are never worth more than the caps of their places."""

import math
import random

import numpy as np
import pytest

from solver.garden.caps import loose_caps
from solver.garden.pairs import again, all_pairs, refined
from solver.garden.plan import PlanSearch
from solver.garden.positions import random_position


def search_of(seed, cards):
    """Many cards lie, so that ornaments stand; both versions, two to four players."""
    players = 2 + seed % 3
    laid = {2: 20, 3: 19, 4: 26}[players] - 3 * (cards - 2) - seed % 4
    version = ("family", "tactical")[seed // 3 % 2]
    instance = random_position(seed, players, laid, cards, "plan", version=version)
    search = PlanSearch(instance, lambda finding: None, math.inf, "")
    search.seen = set()
    return search


def worths(chance, search, node, first, second):
    """What the last two cards are worth there: some cards and rotations, every ornament."""
    children = list(search.children(node, first))
    for child in chance.sample(children, min(2, len(children))):
        for grown in (child, *search.early(child, lambda node: True)):
            search.best, search.moves = -1, ()
            search.end(grown, np.array([second]))
            yield search.best


def some(chance, pairs, count=12):
    rows = [chance.randrange(len(pairs.first)) for _ in range(count)]
    top = np.argsort(-pairs.cap)[:count]
    return pairs.taken(np.unique([*rows, *top]))


def assert_caps(chance, search, node, outlook, pairs):
    caps = refined(outlook, pairs, -1)
    assert len(caps.first) == len(pairs.first)
    for first, second, cap in zip(caps.first, caps.second, caps.cap, strict=True):
        assert max(worths(chance, search, node, int(first), int(second))) <= cap


SEEDS = [*range(4), *(pytest.param(seed, marks=pytest.mark.full) for seed in range(4, 40))]


@pytest.mark.parametrize("seed", SEEDS)
def test_no_two_cards_are_worth_more_than_the_cap_of_their_places(seed):
    chance, search = random.Random(seed), search_of(seed, 2)
    outlook = search.outlook(search.root)
    pairs = some(chance, all_pairs(outlook, search.sales, -1))
    assert_caps(chance, search, search.root, outlook, pairs)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_open_card_before_them_allows_what_any_card_there_does(seed):
    chance, search = random.Random(seed), search_of(seed, 3)
    outlook = search.outlook(search.root)
    caps = loose_caps(outlook)
    place = int(chance.choice(outlook.look.places))
    wilder = search.wilder(outlook, place)
    pairs = refined(wilder, some(chance, all_pairs(wilder, search.sales, -1)), -1)
    loose = int(caps[outlook.look.places == place][0])
    for child in chance.sample(list(search.children(search.root, place)), 3):
        grown = [child, *search.early(child, lambda node: True)]
        for node in [child, *chance.sample(grown, 1)]:
            free = search.ground.free(node.barred, pairs.first)
            kept = pairs.taken(free & search.ground.free(node.barred, pairs.second))
            search.best = -1
            narrow = again(search.outlook(node), search.sales, kept)
            for row, (first, second) in enumerate(zip(kept.first, kept.second, strict=True)):
                best = max(worths(chance, search, node, int(first), int(second)))
                assert best <= min(kept.cap[row], narrow.cap[row], loose)
