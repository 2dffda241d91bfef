"""Legal moves of the tile game, counted a second way: every arrangement of tiles is tried."""

import random
from collections import Counter
from itertools import combinations, permutations

import pytest

from solver.tiles.listing import legal_moves
from solver.tiles.rules import (
    JOKER,
    TOKENS,
    Extend,
    Play,
    Position,
    Readings,
    Swap,
    faults_of,
    flowers,
    joker_refused,
    token_for,
)
from tests.solver.tiles.oracle import random_table


def orders(tiles):
    """Every order of some tiles in which the numbers rise."""
    for order in set(permutations(tiles)):
        numbers = [tile for tile in order if tile != JOKER]
        if numbers == sorted(numbers):
            yield order


def parts_of(tiles):
    """Every choice of some tiles, each once."""
    return {
        tuple(sorted(part)) for size in range(len(tiles) + 1) for part in combinations(tiles, size)
    }


def every_move(position):
    """Propose every move there could be and keep what the referee accepts."""
    for from_hand in parts_of(position.hand):
        for stolen, number, left in [((), None, None), *robberies(position.table)]:
            for row in orders(from_hand + stolen):
                token = token_for(flowers(row), position.tokens)
                move = Play(row, from_hand, stolen, number, left, token)
                joker = not joker_refused(position, move)
                yield Play(row, from_hand, stolen, number, left, token, joker)
        for number, row in enumerate(position.table):
            for longer in orders(row + from_hand):
                yield Extend(number, from_hand, longer)
    for tile in set(position.hand):
        for number, row in enumerate(position.table):
            for place in range(len(row)):
                yield Swap(number, (tile,), (*row[:place], tile, *row[place + 1 :]))


def robberies(table):
    for number, row in enumerate(table):
        for size in range(1, len(row)):
            for out in combinations(range(len(row)), size):
                stolen = tuple(row[place] for place in out)
                yield stolen, number, tuple(t for n, t in enumerate(row) if n not in out)


def random_position(rng):
    low = rng.choice([1, 20, 52, 90])
    numbers = list(range(low, low + 10))
    table = random_table(rng, numbers)[:1]
    free = [n for n in numbers if not any(n in row for row in table)]
    hand = rng.sample(free, min(len(free), rng.randint(1, 3))) + [JOKER] * rng.choice([0, 0, 1])
    readings = Readings(rng.random() < 0.7, rng.random() < 0.7)
    return Position(tuple(sorted(hand)), table, TOKENS, rng.randint(0, 1), readings)


def same(seed):
    position = random_position(random.Random(seed))
    found = Counter(map(plain, legal_moves(position)))
    tried = {move for move in map(plain, every_move(position)) if not faults_of(position, move)}
    assert set(found) == tried
    assert max(found.values(), default=1) == 1, "a move is listed twice"


def plain(move):
    """A move with its tiles in one order, so that two ways to say it are equal."""
    if isinstance(move, Play):
        hand, stolen = tuple(sorted(move.from_hand)), tuple(sorted(move.stolen))
        return Play(
            move.sequence, hand, stolen, move.stolen_from, move.left, move.token, move.joker
        )
    return move


@pytest.mark.parametrize("chunk", range(5))
def test_two_enumerators_find_the_same_moves(chunk):
    for seed in range(20 * chunk, 20 * chunk + 20):
        same(seed)


@pytest.mark.full
@pytest.mark.parametrize("chunk", range(20))
def test_two_enumerators_find_the_same_moves_in_a_thousand_positions(chunk):
    for seed in range(1000 + 50 * chunk, 1050 + 50 * chunk):
        same(seed)
