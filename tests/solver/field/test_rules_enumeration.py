"""Two independent enumerators count the same legal moves; nothing appears or vanishes."""

import random
from itertools import product

import pytest

from solver.field.rules import (
    Instance,
    Move,
    apply,
    faults_of,
    legal_moves,
    over,
    score,
    start,
    value,
)
from tests.solver.field.positions import FLOWERS, round_position, small_position


def cells_by_trial(field, card):
    """Cells by looking at rows and columns as lists; shares no code with the referee."""
    xs, ys = zip(*field, strict=True)
    found = []
    for x, y in product(range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2)):
        wide = max(*xs, x) - min(*xs, x) < 6 and max(*ys, y) - min(*ys, y) < 6
        row = {a: value(c) for (a, b), c in field.items() if b == y and abs(a - x) == 1}
        column = {b: value(c) for (a, b), c in field.items() if a == x and abs(b - y) == 1}
        sides = [(row.get(x - 1), row.get(x + 1)), (column.get(y - 1), column.get(y + 1))]
        joined = any(side is not None for pair in sides for side in pair)
        ordered = all((a or 0) < card < (b or 1000) for a, b in sides)
        if wide and joined and ordered:
            found.append((x, y))
    return found


def moves_by_trial(state):
    instance = state.instance
    if instance.kind == "placement":
        return {Move(card, at) for card in state.hand for at in cells_by_trial(state.field, card)}
    decks = instance.decks[0]
    name = ("large", "small")[state.turn % 2]
    left = [c for c in (decks.large, decks.small)[state.turn % 2] if c not in state.used]
    return {
        Move(card, at, state.round, name, dummy)
        for card, dummy in product(left, left)
        if card != dummy
        for at in [None, *cells_by_trial(state.field, card)]
    }


def compare(seeds):
    counted = 0
    for seed in seeds:
        rng = random.Random(seed)
        state = start(round_position(seed, 1 + seed % 3) if seed % 2 else small_position(seed))
        while not over(state):
            moves = list(legal_moves(state))
            assert len(moves) == len(set(moves))
            assert set(moves) == moves_by_trial(state), seed
            assert not any(faults_of(state, move) for move in moves)
            counted += 1
            state = apply(state, rng.choice(moves))
    return counted


def test_two_enumerators_find_the_same_moves():
    assert compare(range(16)) >= 50


@pytest.mark.full
def test_two_enumerators_find_the_same_moves_in_a_thousand_positions():
    assert compare(range(16, 320)) >= 1000


@pytest.mark.parametrize(
    ("field", "cards", "count"),
    [
        pytest.param({(0, 0): "25s"}, (28,), 2, id="one card, two cells"),
        pytest.param({(0, 0): "25s"}, (28, 3), 4, id="two cards"),
        pytest.param({(0, 0): "25s", (1, 0): 30}, (28, 35), 4 + 4, id="covering counts"),
    ],
)
def test_the_number_of_legal_moves_is_known(field, cards, count):
    instance = Instance("placement", field, 1, FLOWERS, cards=cards)
    assert len(list(legal_moves(start(instance)))) == count


@pytest.mark.parametrize("seed", range(12))
def test_no_card_appears_or_vanishes(seed):
    rng = random.Random(seed)
    state = start(round_position(seed, 1 + seed % 3))
    decks = state.instance.decks[0]
    while not over(state):
        move = rng.choice(list(legal_moves(state)))
        after = apply(state, move)
        assert len(after.field) - len(state.field) == (
            move.at is not None and move.at not in state.field
        )
        assert after.used == state.used | {move.card, move.dummy}
        state = after
    assert state.used <= {*decks.large, *decks.small}
    total, parts = score(state)
    assert total == parts["rounds"][0] + parts["groups"]
