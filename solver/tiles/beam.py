"""The numbers of a sweep go in; a good family of rows comes out, by beam search over the numbers.

Number by number each one goes to an open row, starts one, or is skipped. Few rows can be open at
a time (two without jokers). The states with the least waste are kept: flowers skipped, and
flowers of finished rows beyond their tokens.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from solver.tiles.chains import bridge
from solver.tiles.rules import LEAST, MOST, flowers_on

Open = tuple[int, int, int]  # last number, tiles so far up to LEAST, flowers so far
Key = tuple[tuple[Open, ...], tuple[int, ...], int]  # open rows, finished flowers, jokers left
FAR = 3 * MOST  # beyond the last number every row is finished


@dataclass(frozen=True, slots=True)
class _Trail:
    """How a state came about: the state before, and the row that took the number.

    ``taker`` is the last number of that row, NEW for a new row, None if the number was skipped.
    """

    skipped: int
    before: Key | None = None
    number: int = 0
    taker: int | None = None


NEW = 0


def beam(
    numbers: Sequence[int], jokers: int, tokens: Sequence[int], rng: random.Random
) -> list[list[int]]:
    """Return rising numbers of rows; width, direction and noise are drawn anew at each call."""
    width = rng.choice((60, 150, 300))
    noise = rng.choice((0.3, 1.0, 2.0, 4.0))
    thrift = rng.choice((0.0, 1.0, 3.0))  # how much a spent joker counts as waste
    least = rng.choice((1, LEAST))  # what a low token is taken to cost
    mirrored = rng.random() < 0.5
    order = [MOST + 1 - n for n in reversed(numbers)] if mirrored else list(numbers)
    gain = {n: flowers_on(MOST + 1 - n if mirrored else n) for n in order}
    covered = _covered(tokens, least)
    layers: list[dict[Key, _Trail]] = [{((), (), jokers): _Trail(0)}]
    for place, number in enumerate(order):
        ahead = order[place + 1] if place + 1 < len(order) else FAR
        states = _step(layers[-1], number, gain[number], ahead)

        def waste(state: tuple[Key, _Trail]) -> float:
            (rows, done, left), trail = state
            lost = trail.skipped + sum(done) - covered(done)
            spent = thrift * (jokers - left)
            return lost + spent + 0.1 * len(rows) + noise * rng.random()

        if len(states) > width:
            states = dict(sorted(states.items(), key=waste)[:width])
        layers.append(states)
        if not states:
            return []
    won = _covered(tokens, 0)
    last = max(layers[-1], key=lambda key: won(key[1]))
    rows = _rows(layers, last)
    return [[MOST + 1 - n for n in reversed(row)] for row in rows] if mirrored else rows


def _covered(tokens: Sequence[int], least: int) -> Callable[[tuple[int, ...]], int]:
    """Return a function: the worth of the tokens that finished rows win, each at least so much."""
    high = sorted(tokens, reverse=True)

    @cache
    def covered(done: tuple[int, ...]) -> int:
        left, worth = list(high), 0
        for count in done:
            for place, token in enumerate(left):
                if token <= count:
                    worth += max(token, least)
                    del left[place]
                    break
        return worth

    return covered


def _step(states: dict[Key, _Trail], number: int, gain: int, ahead: int) -> dict[Key, _Trail]:
    """Return the states after one number; of equal ones that which skipped least."""
    after: dict[Key, _Trail] = {}

    def put(rows: tuple[Open, ...], key: Key, left: int, skipped: int, taker: int | None) -> None:
        state = _closed(rows, key[1], left, ahead)
        if state and (state not in after or after[state].skipped > skipped):
            after[state] = _Trail(skipped, key, number, taker)

    for key, trail in states.items():
        rows, _, left = key
        put(rows, key, left, trail.skipped + gain, None)
        put((*rows, (number, 1, gain)), key, left, trail.skipped, NEW)
        for place, row in enumerate(rows):
            last, tiles, count = row
            cost = bridge(number - last)
            if cost <= left:
                longer = (number, min(LEAST, tiles + cost + 1), count + gain)
                others = (*rows[:place], *rows[place + 1 :])
                put((*others, longer), key, left - cost, trail.skipped, last)
    return after


def _closed(rows: tuple[Open, ...], done: tuple[int, ...], left: int, ahead: int) -> Key | None:
    """Return the state with those rows finished that the next number cannot reach.

    A finished row that is too short is filled up with jokers; None where they do not suffice.
    """
    still, finished = [], list(done)
    for row in rows:
        last, tiles, count = row
        if bridge(ahead - last) <= left:
            still.append(row)
            continue
        left -= LEAST - tiles
        if left < 0:
            return None
        finished.append(count)
    return tuple(sorted(still)), tuple(sorted(finished, reverse=True)), left


def _rows(layers: list[dict[Key, _Trail]], last: Key) -> list[list[int]]:
    """Follow the trail back and return the rows."""
    steps = []
    key: Key | None = last
    for layer in reversed(layers[1:]):
        assert key is not None
        trail = layer[key]
        steps.append(trail)
        key = trail.before
    rows: dict[int, list[int]] = {}  # by their last number
    done = []
    for trail in reversed(steps):
        if trail.taker == NEW:
            done.append([trail.number])
            rows[trail.number] = done[-1]
        elif trail.taker is not None:
            rows[trail.number] = rows.pop(trail.taker)
            rows[trail.number].append(trail.number)
    return done
