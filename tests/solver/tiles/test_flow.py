"""Walks of jokers against trying every way to do their steps in turn."""

import random
from functools import cache

import pytest

from solver.tiles.flow import before, beside, eases, simplest


def random_walk(rng):
    walk = [0]
    for _ in range(rng.randint(0, 7)):
        walk.append(walk[-1] + rng.choice([-2, -1, 1, 2]))
    return tuple(walk)


def lowest(walks):
    """The lowest point that walks side by side need, by trying every order of their steps."""

    @cache
    def best(places):
        level = sum(walk[place] for walk, place in zip(walks, places, strict=True))
        onward = [
            best((*places[:n], place + 1, *places[n + 1 :]))
            for n, place in enumerate(places)
            if place + 1 < len(walks[n])
        ]
        return min(level, max(onward, default=level))

    return best((0,) * len(walks))


@pytest.mark.parametrize("seed", range(5))
def test_walks_in_their_simplest_form_need_what_they_needed(seed):
    rng = random.Random(f"walks {seed}")
    for _ in range(200):
        one, two, three = random_walk(rng), random_walk(rng), random_walk(rng)
        short, other = simplest(one), simplest(two)
        need = lowest((one, two, three))
        assert lowest((short, other, simplest(three))) == need
        assert lowest((beside(short, other), three)) == need
        if eases(short, other):
            assert lowest((one, three)) >= lowest((two, three))


@pytest.mark.parametrize(
    ("taken", "given", "walk", "whole"),
    [
        pytest.param(1, 0, (0,), (0, -1), id="a joker laid"),
        pytest.param(1, 1, (0,), (0, -1, 0), id="laid, and one earned"),
        pytest.param(0, 1, (0, -1), (0, 1, 0), id="swapped out, then laid"),
        pytest.param(1, 1, (0, -1, 0), (0, -1, 0), id="twice the same is once"),
    ],
)
def test_an_action_comes_before_a_walk(taken, given, walk, whole):
    assert before(taken, given, walk) == whole
