"""Plans of three cards solved by two searches that share no caps on pairs of places."""

import random
from pathlib import Path

import pytest

from layouts.sources import Source
from solver.garden import game, model

NAMES = ("rose-9", "rose-8", "arum-7", "tulip-8")


def pattern(chance, beds):
    marks = ["F"] * beds + ["."] * (9 - beds)
    chance.shuffle(marks)
    return ["".join(marks[row : row + 3]) for row in (0, 3, 6)]


def narrow_garden(seed):
    """Few places are free: animals all round; own beds near the ornament's fifteen."""
    chance = random.Random(seed)
    names = [*NAMES[:2], *chance.sample(NAMES[2:], chance.randint(0, 1))]
    hand = [f"rose-{beds}" for beds in sorted(chance.sample(range(1, 8), 3))]
    patterns = {name: pattern(chance, int(name[-1])) for name in [*names, *hand]}
    cards = [[names[0], 0, 0, 0], [names[1], 2, 1, 90]]
    cards += [[name, 1, 3, 0] for name in names[2:]]
    return {
        "game": "garden", "kind": "plan", "players": 3, "me": "rose", "hand": hand,
        "version": chance.choice(("family", "tactical")), "cards": cards, "patterns": patterns,
        "wheelbarrow": [chance.choice(("rose", "arum")) for _ in range(chance.randrange(3))],
        "pawns": {"arum": {"animal": [-1, 0]}, "tulip": {"animal": [1, -1]}},
    }  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("seed", range(6))
def test_plans_of_three_are_the_same_without_caps_on_pairs(seed):
    instance = game.read(Source(narrow_garden(seed), "narrow", Path()))
    found = [model.search(instance, lambda finding: None, variant=v) for v in ("", *model.VARIANTS)]
    assert all(finding.proved for finding in found)
    assert len({finding.score for finding in found}) == 1
    assert game.replay(instance, found[0].moves)[0] == found[0].score
