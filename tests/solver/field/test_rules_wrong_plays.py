"""Seeded wrong plays: each breaks one rule of a legal play and is refused for that reason."""

import random
from dataclasses import replace

import pytest

from layouts.faults import BadInput
from solver.field.rules import Move, apply, legal_moves, over, replay, start
from tests.solver.field.positions import placement_position, round_position

SEEDS = range(6)


def random_play(rng, instance):
    """A legal play in which the first card is laid."""
    state, moves = start(instance), []
    while not over(state):
        choice = [move for move in legal_moves(state) if move.at or moves]
        moves.append(rng.choice(choice))
        state = apply(state, moves[-1])
    return moves


def change(moves, number, **more):
    return [*moves[:number], replace(moves[number], **more), *moves[number + 1 :]]


def far_away(rng, instance, moves):
    return change(moves, 0, at=(0, 9))


def corner(rng, instance, moves):
    x, y = max(instance.field)  # the highest card of the last column
    return change(moves, 0, at=(x + 1, y + 1))


def taken_before(rng, instance, moves):
    return change(moves, 2, card=moves[0].card, at=None)


def dummys_card(rng, instance, moves):
    return change(moves, 2, card=moves[0].dummy, at=None)


def other_deck(rng, instance, moves):
    return change(moves, 1, deck="large")


def cards_of_other_deck(rng, instance, moves):
    return change(moves, 0, card=instance.decks[0].small[0], at=None)


def other_round(rng, instance, moves):
    return change(moves, 1, round=3)


def one_for_both(rng, instance, moves):
    return change(moves, 1, dummy=moves[1].card)


def nothing_for_the_dummy(rng, instance, moves):
    return change(moves, 1, dummy=None)


def one_more(rng, instance, moves):
    return [*moves, moves[-1]]


def one_less(rng, instance, moves):
    return moves[:-1]


def wrong_side(rng, instance, moves):
    """A card where a legal cell's opposite neighbour is: the order breaks there."""
    x, y = max(instance.field)
    low = min(moves[0].card, instance.decks[0].large[0])
    high = [c for c in instance.decks[0].large if c < number(instance.field[x, y])]
    return change(moves, 0, card=(high or [low])[0], at=(x + 1, y))


def number(card):
    return int(str(card).rstrip("s"))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (far_away, "beside no card"),
        (corner, "beside no card"),
        (taken_before, "was taken before"),
        (dummys_card, "was taken before"),
        (other_deck, "small deck's turn"),
        (cards_of_other_deck, "is not in the large deck"),
        (other_round, "but it is round 2"),
        (one_for_both, "for both"),
        (nothing_for_the_dummy, "no card for the dummy"),
        (one_more, "after the end"),
        (one_less, "stops before the end"),
        (wrong_side, "needs a (lower|higher) card"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_play_with_one_rule_broken_is_refused_for_that_reason(seed, broken, reason):
    rng = random.Random(seed)
    instance = round_position(seed, 2)
    moves = random_play(rng, instance)
    replay(instance, moves)  # the whole play is legal
    with pytest.raises(BadInput, match=reason):
        replay(instance, broken(rng, instance, moves))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("card", "reason"), [(-1, "is laid already"), (0, "is not among the cards")]
)
def test_a_placement_lays_only_its_own_cards_and_each_once(seed, card, reason):
    instance = placement_position(seed)
    first = next(legal_moves(start(instance)))
    other = first.card if card else next(c for c in range(1, 99) if c not in instance.cards)
    with pytest.raises(BadInput, match=reason):
        replay(instance, [first, Move(other, first.at)])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_field_never_grows_beyond_six(seed):
    lying = {(n, 0): 20 + n for n in range(6)}
    flowers = dict.fromkeys(range(1, 60), "iris")
    instance = replace(placement_position(seed), field=lying, flowers=flowers, cards=(2, 50))
    with pytest.raises(BadInput, match="at most 6 x 6"):
        replay(instance, [random.Random(seed).choice([Move(50, (6, 0)), Move(2, (-1, 0))])])
