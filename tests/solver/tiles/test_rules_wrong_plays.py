"""Seeded wrong plays: each breaks one rule of a legal move and is refused for that reason."""

import random
from dataclasses import replace

import pytest

from solver.tiles.rules import (
    JOKER,
    Extend,
    Play,
    Position,
    Readings,
    Swap,
    faults_of,
    flowers,
    token_for,
)

SEEDS = range(6)


def numbers(rng, low, count):
    row = [low]
    while len(row) < count:
        row.append(row[-1] + rng.choice([1, 2]))
    return tuple(row)


def plain(rng):
    """A hand with a legal row, far from a laid one, and a play of it."""
    row = numbers(rng, rng.randint(1, 20), rng.choice([3, 4, 5]))
    where = Position((*row, 90), (numbers(rng, 50, 5), (70, JOKER, 73)), (1, 2, 3, 4, 5, 9, 15), 1)
    return where, Play(row, row, token=token_for(flowers(row), where.tokens))


def theft(rng):
    where, _ = plain(rng)
    robbed = where.table[0]
    last = robbed[-1]
    row = (last, last + 1, last + 3)
    where = replace(where, hand=(last + 1, last + 3, 90))
    token = token_for(flowers(row), where.tokens)
    return where, Play(row, row[1:], (last,), 0, robbed[:-1], token)


def extension(rng):
    where, _ = plain(rng)
    tile = where.table[0][-1] + rng.choice([1, 2])
    where = replace(where, hand=(tile, 90))
    return where, Extend(0, (tile,), (*where.table[0], tile))


def swap(rng):
    where, _ = plain(rng)
    tile = rng.choice([71, 72])
    return replace(where, hand=(tile, 90)), Swap(1, (tile,), (70, tile, 73))


def play(change):
    def make(rng):
        where, move = plain(rng)
        return where, change(rng, where, move)

    return make


def rob(change):
    def make(rng):
        where, move = theft(rng)
        return change(rng, where, move)

    return make


WRONG = {
    "not in hand": (
        play(lambda rng, w, m: replace(m, from_hand=(*m.from_hand[:-1], 33))),
        "does not hold 33",
    ),
    "nothing from the hand": (
        play(lambda rng, w, m: replace(m, from_hand=())),
        "no tile comes from the hand",
    ),
    "too short": (
        play(lambda rng, w, m: Play(m.sequence[:2], m.sequence[:2], token=2)),
        "at least 3",
    ),
    "a gap": (
        play(lambda rng, w, m: replace(m, sequence=(*m.sequence[:-1], 90))),
        "a step is not 1 or 2",
    ),
    "falling": (
        play(lambda rng, w, m: replace(m, sequence=m.sequence[::-1])),
        "does not rise",
    ),
    "other tiles": (
        play(lambda rng, w, m: replace(m, sequence=(*m.sequence, m.sequence[-1] + 1))),
        "is not made of",
    ),
    "token too high": (play(lambda rng, w, m: replace(m, token=15)), "token 15 is taken"),
    "token too low": (play(lambda rng, w, m: replace(m, token=1)), "token 1 is taken"),
    "no token": (play(lambda rng, w, m: replace(m, token=None)), "no token is taken"),
    "row named": (play(lambda rng, w, m: replace(m, stolen_from=0)), "nothing is stolen"),
    "joker from an empty board": (
        lambda rng: (
            replace((found := plain(rng))[0], jokers_left=0),
            replace(found[1], joker=True),
        ),
        "a joker is taken",
    ),
    "joker after a theft": (
        rob(lambda rng, w, m: (w, replace(m, joker=True))),
        "without theft",
    ),
    "row missing": (rob(lambda rng, w, m: (w, replace(m, stolen_from=7))), "row 7 is not"),
    "other row": (
        rob(lambda rng, w, m: (w, replace(m, stolen_from=1))),
        "steal from one row",
    ),
    "too much left": (
        rob(lambda rng, w, m: (w, replace(m, left=w.table[0]))),
        "is not what is left",
    ),
    "too little left": (
        rob(
            lambda rng, w, m: (
                replace(w, table=(w.table[0][-3:], *w.table[1:])),
                replace(m, left=w.table[0][-3:-1]),
            )
        ),
        "leaves too little",
    ),
    "three stolen": (
        rob(
            lambda rng, w, m: (
                w,
                replace(m, stolen=w.table[0][-3:], left=w.table[0][:-3]),
            )
        ),
        "3 tiles stolen",
    ),
    "joker stolen": (
        lambda rng: (
            replace(
                (found := plain(rng))[0],
                readings=Readings(steal_jokers=False),
                table=((70, 71, 72, JOKER),),
            ),
            Play(
                (*found[1].sequence, JOKER),
                found[1].from_hand,
                (JOKER,),
                0,
                (70, 71, 72),
                found[1].token,
            ),
        ),
        "steal_jokers is false",
    ),
    "extension that does not fit": (
        lambda rng: (
            (found := extension(rng))[0],
            replace(found[1], from_hand=(90,), sequence=(*found[0].table[0], 90)),
        ),
        "a step is not 1 or 2",
    ),
    "extension that moves a laid tile": (
        lambda rng: (
            replace(extension(rng)[0], table=((50, 52, JOKER),), hand=(51, 90)),
            Extend(0, (51,), (JOKER, 51, 52)),
        ),
        "keeps its place",
    ),
    "swap into another place": (
        lambda rng: (
            replace((found := swap(rng))[0], table=((50, 51, 52), (70, 72, JOKER)), hand=(71, 90)),
            replace(found[1], from_hand=(71,), sequence=(70, 71, 72)),
        ),
        "in a joker's place",
    ),
    "swap of two": (
        lambda rng: (
            (found := swap(rng))[0],
            replace(found[1], from_hand=(*found[1].from_hand, 90)),
        ),
        "one number for one joker",
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("make", [plain, theft, extension, swap])
def test_the_move_before_the_change_is_legal(make, seed):
    assert faults_of(*make(random.Random(seed))) == []


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", WRONG)
def test_a_move_that_breaks_a_rule_is_refused_for_that_reason(name, seed):
    make, reason = WRONG[name]
    where, move = make(random.Random(f"{name} {seed}"))
    found = [str(fault) for fault in faults_of(where, move)]
    assert any(reason in text for text in found), found
