"""Seeded wrong plays: each breaks one rule of a legal play and is refused for that reason."""

import random
from dataclasses import replace

import pytest

from layouts.board import Board
from layouts.faults import BadInput
from solver.dice.rules import COLOURS, Instance, Pick, Readings, apply, legal_picks, replay, start

SEEDS = range(8)


def random_instance(rng, **readings):
    letters = [rng.choice("OPBYVW") for _ in range(12)]
    board = Board(tuple("".join(letters[y * 4 : y * 4 + 4]) for y in range(3)), 2, 3)
    rounds = tuple(roll(rng) for _ in range(3))
    rerolls = tuple((roll(rng), roll(rng)) for _ in range(3))
    return Instance(board, rounds, rerolls, readings=Readings(**readings))


def roll(rng):
    return {colour: rng.randint(1, 6) for colour in COLOURS}


def random_play(rng, instance):
    """A legal play that circles a flower with the first die and never uses the re-roll."""
    state, picks = start(instance), []
    while choice := [pick for pick in legal_picks(state) if not pick.rerolled]:
        first = [pick for pick in choice if pick.cells] if not picks else choice
        picks.append(rng.choice(first))
        state = apply(state, picks[-1])
    return picks


def change(picks, number, **more):
    return [*picks[:number], replace(picks[number], **more), *picks[number + 1 :]]


def free(instance, picks, number):
    used = 0
    for pick in picks[:number]:
        used |= pick.cells
    return [cell for cell in range(instance.board.size) if not used >> cell & 1]


def too_many(rng, instance, picks):
    cells = sum(1 << cell for cell in free(instance, picks, 0)[: picks[0].value + 1])
    return change(picks, 0, cells=cells)


def apart(rng, instance, picks):
    board = instance.board
    pairs = [
        1 << a | 1 << b
        for a in range(board.size)
        for b in range(a)
        if not board.neighbours[a] >> b & 1
    ]
    return change(picks, 0, cells=rng.choice(pairs), value=6, die=picks[0].die)


def circled_before(rng, instance, picks):
    return change(picks, 1, cells=picks[0].cells & -picks[0].cells)


def outside(rng, instance, picks):
    return change(picks, 0, cells=1 << instance.board.size)


def same_die(rng, instance, picks):
    return change(picks, 1, die=picks[0].die, value=picks[0].value)


def other_value(rng, instance, picks):
    return change(picks, 2, value=picks[2].value % 6 + 1)


def unknown_die(rng, instance, picks):
    return change(picks, 3, die="R")


def clear_die(rng, instance, picks):
    return change(picks, 3, die="W", wish="O")


def other_colour(rng, instance, picks):
    return change(picks, 4, wish=rng.choice([c for c in COLOURS if c != picks[4].die]))


def other_round(rng, instance, picks):
    return change(picks, 4, round=rng.choice([1, 2, 4]))


def second_reroll(rng, instance, picks):
    return change(change(picks, 2, rerolled=True), 4, rerolled=True)


def one_more(rng, instance, picks):
    return [*picks, Pick(4, "O", 1, 0)]


def one_less(rng, instance, picks):
    return picks[:-1]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (too_many, "flowers for a die that shows"),
        (apart, "not one connected group"),
        (circled_before, "circled before"),
        (outside, "outside the board"),
        (same_die, "die is not on offer"),
        (other_value, "die shows"),
        (unknown_die, "R die is not on offer"),
        (clear_die, "clear die is not on offer"),
        (other_colour, "keeps its colour"),
        (other_round, "but it is round 3"),
        (second_reroll, "re-roll is used already"),
        (one_more, "the game is over"),
        (one_less, "stops before the end"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_play_with_one_rule_broken_is_refused_for_that_reason(seed, broken, reason):
    rng = random.Random(seed)
    instance = random_instance(rng)
    picks = random_play(rng, instance)
    replay(instance, picks)  # the whole play is legal
    with pytest.raises(BadInput, match=reason):
        replay(instance, broken(rng, instance, picks))


@pytest.mark.parametrize("seed", SEEDS)
def test_an_unknown_reroll_cannot_be_planned(seed):
    rng = random.Random(seed)
    instance = replace(random_instance(rng), rerolls=())
    picks = random_play(rng, instance)
    with pytest.raises(BadInput, match="nobody knows what the re-roll shows"):
        replay(instance, change(picks, rng.randrange(6), rerolled=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_circling_none_is_refused_where_the_reading_forbids_it(seed):
    rng = random.Random(seed)
    instance = random_instance(rng, may_circle_none=False)
    with pytest.raises(BadInput, match="no flower is circled"):
        replay(instance, [Pick(1, "O", instance.rounds[0]["O"], 0)])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bridge_of_circled_flowers_is_refused_where_the_reading_forbids_it(seed):
    rng = random.Random(seed)
    game = Instance(Board(("OPO",), 3, 1), (roll(rng) | {"O": rng.randint(2, 6)},), circled=0b010)
    total, _ = replay(
        replace(game, readings=Readings(through_circled=True)), whole := bridge(rng, game)
    )
    assert total <= 4 + 4 + 3 + 1
    with pytest.raises(BadInput, match="not one connected group"):
        replay(game, whole)


def bridge(rng, game):
    die = rng.choice("PBYV")
    return [Pick(1, "O", game.rounds[0]["O"], 0b101), Pick(1, die, game.rounds[0][die], 0)]
