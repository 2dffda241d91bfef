"""Walks of jokers against trying every way to do their steps in turn."""

import random
from functools import cache
from itertools import pairwise

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


def random_pause(rng):
    """What jokers come and go in one row: its jokers by gap, after every step."""
    low = [rng.choice([0, 0, 1]) for _ in range(rng.randint(2, 4))]
    high = [count + rng.randint(0, 3) for count in low]
    least = rng.randint(0, 2)
    row = [rng.randint(a, b) for a, b in zip(low, high, strict=True)]
    if sum(row) < least:
        row = high
    rows = [tuple(row)]
    for _ in range(rng.randint(0, 14) if sum(high) >= least else 0):
        after = list(rows[-1])
        gap = rng.randrange(len(after))
        after[gap] += rng.choice([-1, 1])
        if low[gap] <= after[gap] <= high[gap] and sum(after) >= least:
            rows.append(tuple(after))
    return low, high, rows


def thinned(row, low, count, keep):
    """A row with fewer jokers: what is to keep stays where it can."""
    row = list(row)
    for floor in (keep, low):
        for gap, least in enumerate(floor):
            row[gap] -= min(max(0, row[gap] - least), sum(row) - count)
    return tuple(row)


def with_few_loans(low, rows):
    """The row after every step of the walk that docs/tiles-order.md puts in a walk's place."""
    first, last, fewest = rows[0], rows[-1], min(map(sum, rows))
    common = tuple(map(min, first, last))
    if sum(common) >= fewest:
        one = two = thinned(common, low, fewest, low)
    else:
        one, two = thinned(first, low, fewest, common), thinned(last, low, fewest, common)
    made = [first]

    def change(goal, by):
        for gap, count in enumerate(goal):
            if (count - made[-1][gap]) * by > 0:
                made.append((*made[-1][:gap], made[-1][gap] + by, *made[-1][gap + 1 :]))
                return True
        return False

    while change(one, -1):
        pass
    while change(two, 1):
        change(two, -1)
    while change(last, 1):
        pass
    return made


@pytest.mark.parametrize("seed", range(5))
def test_no_joker_has_to_be_lent_twice_before_a_number_is_laid(seed):
    rng = random.Random(f"pause {seed}")
    for _ in range(400):
        low, high, rows = random_pause(rng)
        made = with_few_loans(low, rows)
        assert made[-1] == rows[-1]
        assert all(a <= n <= b for row in made for a, n, b in zip(low, row, high, strict=True))
        assert min(map(sum, made)) >= min(map(sum, rows))
        loans = sum(sum(b) < sum(a) for a, b in pairwise(made))
        assert loans <= sum(rows[0])
        given, few = ([sum(rows[0]) - sum(row) for row in walk] for walk in (rows, made))
        assert eases(simplest(few), simplest(given)), (rows, made)


ADDED, LENT, FROM_HAND, KEPT = "added", "lent", "from hand", "kept"


def random_loans(rng):
    """Jokers added to gaps of one row and lent from them for plays, as a list of events."""
    low, high, rows = random_pause(rng)
    least = min(map(sum, rows))
    events = []
    for before_it, after_it in pairwise(rows):
        gap = next(n for n, count in enumerate(before_it) if count != after_it[n])
        events.append((ADDED if sum(after_it) > sum(before_it) else LENT, gap))
    return low, high, least, list(rows[0]), events


def counts(first, events):
    """The row's jokers by gap after every event, and those that the hand is short of."""
    row, hand, found = list(first), 0, []
    for kind, gap in events:
        row[gap] += (kind == ADDED) - (kind == LENT)
        hand -= kind in (ADDED, FROM_HAND)
        found.append((tuple(row), hand))
    return found


def with_one_loan_less(least, first, events):
    """The events that docs/tiles-order.md puts in the place of some; None if none need be."""
    pairs = [
        (end - begin, begin, end)
        for end, (kind, gap) in enumerate(events)
        for begin in range(end)
        if kind == LENT and events[begin] == (ADDED, gap)
    ]
    if not pairs:
        return None
    _, begin, end = min(pairs)
    made, extra = list(events), None
    made[begin] = (KEPT, events[begin][1])
    for place in range(begin + 1, end):
        kind, gap = events[place]
        if extra is None and sum(counts(first, made[: place + 1])[-1][0]) < least:
            made[place], extra = (FROM_HAND, gap), gap
        elif (kind, gap) == (ADDED, extra):
            made[place], extra = (KEPT, gap), None
    made[end] = (FROM_HAND, events[end][1]) if extra is None else (LENT, extra)
    return made


@pytest.mark.parametrize("seed", range(5))
def test_no_joker_has_to_be_lent_for_a_play_that_came_since_a_number_was_laid(seed):
    rng = random.Random(f"loans {seed}")
    changed = 0
    for _ in range(400):
        low, high, least, first, events = random_loans(rng)
        while (made := with_one_loan_less(least, first, events)) is not None:
            old, new = counts(first, events), counts(first, made)
            assert new[-1] == old[-1]
            assert all(hand >= short for (_, hand), (_, short) in zip(new, old, strict=True))
            for row, _ in new:
                assert sum(row) >= least
                assert all(a <= n <= b for a, n, b in zip(low, row, high, strict=True))
            assert sum(kind == LENT for kind, _ in made) < sum(kind == LENT for kind, _ in events)
            events, changed = made, changed + 1
        assert sum(kind == LENT for kind, _ in events) <= sum(first)
    assert changed
