"""Plain oracles of the tile game: brute force over the referee's moves, and a sweep by values.

They share no code with the model.
"""

from dataclasses import replace
from functools import cache

from solver.tiles.listing import legal_moves
from solver.tiles.rules import (
    JOKER,
    LEAST,
    MOST,
    STEP,
    TOKENS,
    Instance,
    Readings,
    Swap,
    apply,
    flowers,
    flowers_on,
    row_faults,
    start,
    token_for,
)


def best_turn(instance):
    """The best score of a turn by trying every set of swaps and every action."""
    lost = flowers(instance.hand)
    scores, todo = [], [start(instance)]
    while todo:
        position = todo.pop()
        for move in legal_moves(position):
            after = apply(position, move)
            if isinstance(move, Swap):
                todo.append(after)
            elif instance.objective == "reward":
                scores.append(after.won)
            elif instance.objective == "tiles":
                scores.append(len(move.from_hand))
            else:
                scores.append(after.won - flowers(after.hand))
    return max(scores, default=-lost if instance.objective == "net" else 0)


def best_harvest(instance):
    """The best net of a harvest by trying every sequence of moves."""

    @cache
    def best(position):
        stop = -10_000 if position.swapped else -flowers(position.hand)
        if not position.hand:
            return stop
        scores = [stop]
        for move in legal_moves(position):
            after = apply(position, move)
            canonical = replace(after, won=0, table=tuple(sorted(after.table)))
            scores.append(after.won + best(canonical))
        return max(scores)

    first = start(instance)
    return best(replace(first, table=tuple(sorted(first.table))))


def best_sweep(instance):
    """The best reward of a sweep: value by value, with the open rows and the finished ones."""
    numbers = {tile for tile in instance.hand if tile != JOKER}
    states = {((), (), instance.hand.count(JOKER))}
    for value in range(1, MOST + 1):
        after = set()
        for rows, done, jokers in states:
            still = tuple(row for row in rows if value - row[0] <= STEP)
            gone = [row for row in rows if row not in still]
            if any(row[1] < LEAST for row in gone):
                continue
            ended = tuple(sorted((*done, *(row[2] for row in gone if row[2]))))
            for tiles in _ways(value, value in numbers, still, jokers):
                after.add((tiles[0], ended, tiles[1]))
        states = after
    ends = (
        (*done, *(row[2] for row in rows))
        for rows, done, _ in states
        if all(row[1] >= LEAST for row in rows)
    )
    return max((_won(counts, instance.tokens) for counts in set(ends)), default=0)


def _ways(value, number, rows, jokers):
    """Every way to lay the number of a value and jokers in its place, at most one a row."""
    found = set()

    def choose(place, laid, number, jokers):
        if place == len(rows):
            for new in range(jokers + 1):
                found.add((tuple(sorted((*laid, *[(value, 1, 0)] * new))), jokers - new))
                if number:
                    start = (value, 1, min(15, flowers_on(value)))
                    both = (*laid, *[(value, 1, 0)] * new, start)
                    found.add((tuple(sorted(both)), jokers - new))
            return
        row = rows[place]
        choose(place + 1, (*laid, row), number, jokers)
        if row[0] == value:
            return
        tiles = min(LEAST, row[1] + 1)
        if number:
            count = min(15, row[2] + flowers_on(value))
            choose(place + 1, (*laid, (value, tiles, count)), False, jokers)
        if jokers:
            choose(place + 1, (*laid, (value, tiles, row[2])), number, jokers - 1)

    choose(0, (), number, jokers)
    return found


def _won(counts, tokens):
    left, won = list(tokens), 0
    for count in counts:
        token = token_for(count, left)
        if token:
            left.remove(token)
            won += token
    return won


def apart_instance(rng):
    """A small harvest in two or three groups of numbers that only jokers could join."""
    lows = rng.choice([(3, 30), (8, 50), (52, 80), (20, 60, 90)])
    numbers = [n for low in lows for n in range(low, low + rng.randint(4, 7))]
    table = random_table(rng, numbers)
    numbers = [n for n in numbers if not any(n in row for row in table)]
    laid = sum(row.count(JOKER) for row in table)
    jokers = max(0, rng.choice([0, 1, 1, 2]) - laid)
    hand = rng.sample(numbers, min(len(numbers), rng.randint(2, 5))) + [JOKER] * jokers
    tokens = tuple(rng.sample(TOKENS, rng.choice([2, 6, 12, 20])))
    readings = Readings(rng.random() < 0.8, rng.random() < 0.8)
    return Instance("harvest", tuple(hand), table, tokens, rng.choice([0, 1]), None, readings)


def joker_instance(rng):
    """A small harvest with three or four jokers, most of them in rows; a number or two in hand."""
    while True:
        deal = apart_instance(rng) if rng.random() < 0.6 else random_instance(rng, "harvest")
        numbers = [tile for tile in deal.hand if tile != JOKER]
        table = [list(row) for row in deal.table]
        for row in table:
            for _ in range(rng.choice([0, 1, 2])):
                row[rng.randrange(len(row))] = JOKER
        held, board = rng.choice([(0, 0), (0, 1), (1, 0)])
        jokers = held + board + sum(row.count(JOKER) for row in table)
        if 3 <= jokers <= 4 and not any(map(row_faults, table)):
            hand = (*rng.sample(numbers, min(len(numbers), rng.choice([1, 2]))), *[JOKER] * held)
            return replace(deal, hand=hand, table=tuple(map(tuple, table)), jokers_left=board)


def random_instance(rng, kind):
    """A small position: few numbers close together, so that rows meet."""
    low = rng.choice([1, 8, 30, 52, 75, 89])
    numbers = list(range(low, min(MOST, low + rng.randint(7, 13)) + 1))
    jokers = rng.choice([0, 0, 1, 1, 1 if kind == "harvest" else 2])
    table = () if kind == "sweep" else random_table(rng, numbers)
    for row in table:
        numbers = [n for n in numbers if n not in row]
    laid = sum(row.count(JOKER) for row in table)
    size = rng.randint(1, 4 if kind == "harvest" else 7)
    hand = rng.sample(numbers, min(size, len(numbers))) + [JOKER] * max(0, jokers - laid)
    tokens = tuple(rng.sample(TOKENS, rng.choice([2, 6, 12, 20])))
    objective = rng.choice(["net", "reward", "tiles"]) if kind == "turn" else None
    board = 0 if kind == "sweep" else rng.choice([0, 0, 1])
    readings = Readings(rng.random() < 0.8, rng.random() < 0.8)
    return Instance(kind, tuple(hand), table, tokens, board, objective, readings)


def random_table(rng, numbers):
    """Up to two rows, now and then with a joker in the place of a number."""
    table, free = [], list(numbers)
    for _ in range(rng.randint(0, 2)):
        row = []
        for number in free:
            if (not row or number - row[-1] <= STEP) and len(row) < 5 and rng.random() < 0.6:
                row.append(number)
        if len(row) >= LEAST:
            free = [n for n in free if n not in row]
            if rng.random() < 0.3:
                row[rng.randrange(len(row))] = JOKER
            table.append(tuple(row))
    return tuple(table)
