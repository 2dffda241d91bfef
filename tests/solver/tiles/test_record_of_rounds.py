"""A round of several players: drawing, passing, what a wrong move leaves behind, the end."""

from dataclasses import replace

import pytest

from solver.tiles.round import (
    Draw,
    Pass,
    Round,
    act,
    can_lay,
    forced,
    jokers_seen,
    points,
    round_faults,
)
from solver.tiles.rules import JOKER, Extend, Play, Swap

J = JOKER
LOW, HIGH = tuple(range(1, 48)), tuple(range(53, 101))


def state_of(ann=(50,), ben=(48, 49, 51, 52), table=(LOW, HIGH), jokers_left=0, **more):
    """A round of two in which no number is left to draw: all lie in hands or rows."""
    return Round((ann, ben), jokers_left, **{"player": 0, "table": table} | more)


def whats(state, action, player=0):
    return [fault.what for fault in round_faults(state, player, action)]


# ---------------------------------------------------------------------------------------- passing


@pytest.mark.parametrize(
    ("state", "player", "reason"),
    [
        pytest.param(state_of(), 0, None, id="nothing can be done"),
        pytest.param(state_of(player=1), 1, "tiles can be laid", id="a tile fits"),
        pytest.param(state_of(table=(LOW, HIGH[:-1])), 0, "tiles can be drawn", id="a number left"),
        pytest.param(state_of(table=(LOW[1:], HIGH)), 0, "tiles can be drawn", id="number 1"),
        pytest.param(state_of(floor=(99,), table=(LOW, HIGH[:-2])), 0, "tiles can be drawn",
                     id="the floor"),
        pytest.param(state_of(ben=(48,), floor=(49, 51, 52)), 0, "tiles can be drawn",
                     id="the floor only"),
        pytest.param(state_of(floor=()), 0, None, id="an empty floor"),
        pytest.param(state_of(ann=(25,), table=((*LOW[:24], J, *LOW[25:]), HIGH), ben=(48, 50, 52)),
                     0, "tiles can be drawn", id="49 and 51 are left"),
        pytest.param(state_of(ann=(50,), ben=(9,), table=(((*range(1, 9), J, *range(10, 50)),
                     tuple(range(51, 101)))), player=1), 1, "tiles can be laid",
                     id="a swap, and its joker"),
    ],
)  # fmt: skip
def test_a_pass_is_for_those_who_can_do_nothing_else(state, player, reason):
    found = whats(state, Pass(), player)
    assert found == ([] if reason is None else [f"a pass though {reason}"])


def test_when_all_have_passed_the_round_is_over():
    state = state_of(ben=(49,), table=((*range(1, 48),), HIGH))
    once = act(state, 0, Pass())
    assert (once.passes, once.player, once.over) == (1, 1, False)
    twice = act(once, 1, Pass())
    assert (twice.passes, twice.player, twice.over) == (2, 0, True)
    assert whats(twice, Pass()) == ["the round is over"]


def test_an_action_in_between_makes_passes_count_anew():
    state = replace(state_of(player=1), passes=1)
    after = act(state, 1, Extend(0, (48,), (*LOW, 48)))
    assert (after.passes, after.over, after.player) == (0, False, 0)


def test_an_empty_hand_ends_the_round_at_once():
    assert state_of(ann=()).over
    assert not state_of().over


def test_a_turn_is_one_players_own():
    assert whats(state_of(player=1), Pass()) == ["it is another player's turn"]


@pytest.mark.parametrize(("player", "later"), [(0, 1), (1, 2), (2, 0)])
def test_turns_go_clockwise_round_the_table_after_a_mistake_too(player, later):
    state = Round(((50,), (48,), (49,)), 0, player, table=(LOW, HIGH))
    assert act(state, player, Pass()).player == later
    assert forced(state, player, Draw()).player == later


# ---------------------------------------------------------------------------------------- drawing


def few(**more):
    """A round in which 90 to 100 are left to draw, with a floor of 80 to 82."""
    table = (tuple(range(1, 48)), tuple(range(53, 80)), tuple(range(83, 90)))
    return state_of(table=table, floor=(80, 81, 82), **more)


@pytest.mark.parametrize(
    ("draw", "reasons"),
    [
        pytest.param(Draw((80,), (), (90,)), [], id="one from the floor"),
        pytest.param(Draw((80, 81), (), (90, 91)), [], id="two from the floor"),
        pytest.param(Draw((80,), (90,), (91,)), [], id="one of each"),
        pytest.param(Draw((), (90, 91), ()), [], id="two blind"),
        pytest.param(Draw((), (90, J, 91), ()), [], id="a joker turned up is no tile drawn"),
        pytest.param(Draw((80,), (), (J, J, 90)), [], id="jokers turned up in the refill"),
        pytest.param(Draw(), ["0 tiles drawn"], id="none"),
        pytest.param(Draw((), (J,), ()), ["0 tiles drawn"], id="a joker alone"),
        pytest.param(Draw((80,), (90, 91), (92,)), ["3 tiles drawn"], id="three"),
        pytest.param(Draw((90,), (), (91,)), ["90 is not on the floor"], id="not on the floor"),
        pytest.param(Draw((), (80,), ()), ["80 lies elsewhere already"], id="blind, yet seen"),
        pytest.param(Draw((80,), (), (50,)), ["50 lies elsewhere already"], id="refill seen"),
        pytest.param(Draw((80,), (), ()), ["the floor is refilled with 0 numbers"], id="no refill"),
        pytest.param(Draw((), (90,), (91,)), ["the floor is refilled with 1 numbers"],
                     id="a refill for nothing"),
        pytest.param(Draw((80,), (90,), (90,)), ["a tile is drawn twice"], id="one tile twice"),
        pytest.param(Draw((), (90,), (), floor_known=False),
                     ["the drawing does not fit the record's floor"], id="the other way to write"),
    ],
)  # fmt: skip
def test_one_or_two_tiles_are_drawn_and_the_floor_is_refilled(draw, reasons):
    assert whats(few(), draw) == reasons


def test_the_floor_is_refilled_with_what_is_left():
    last = replace(few(), table=(*few().table, tuple(range(91, 101))))
    assert whats(last, Draw((80, 81), (), (90,))) == []
    assert whats(last, Draw((80,), (90,), ())) == []
    assert whats(last, Draw((80, 81), (), ())) == ["the floor is refilled with 0 numbers"]
    gone = replace(last, table=(*last.table[:-1], tuple(range(90, 101))))
    assert whats(gone, Draw((80, 81), (), ())) == []


@pytest.mark.parametrize(("turned", "legal"), [((J,), True), ((J, J), False)])
def test_there_are_four_jokers_in_all(turned, legal):
    state = few(jokers_left=1)
    state = replace(state, hands=((50, J), (48, J)), table=state.table)
    assert jokers_seen(state) == 3
    found = whats(state, Draw((), (90, *turned), ()))
    assert found == ([] if legal else ["joker number 5 is drawn"])
    again = replace(state, hands=((50,), (48,)), table=(*state.table, (J, J, J)))
    assert jokers_seen(again) == 4


def test_drawn_tiles_go_to_the_hand_and_jokers_to_the_board():
    after = act(few(jokers_left=1), 0, Draw((81,), (90, J), (J, 91)))
    assert after.hands == ((50, 81, 90), (48, 49, 51, 52))
    assert (after.floor, after.jokers_left, after.player) == ((80, 82, 91), 3, 1)


def test_a_floor_that_nobody_noted_stays_so():
    state = replace(few(), floor=None)
    assert whats(state, Draw((), (90,), (), floor_known=False)) == []
    assert act(state, 0, Draw((), (90,), (), floor_known=False)).floor is None
    assert whats(state, Draw((), (90,), ())) == ["the drawing does not fit the record's floor"]


# ------------------------------------------------------------------------------ plays and mistakes


@pytest.mark.parametrize("action", [Pass(), Draw((80,), (), (90,))], ids=["pass", "draw"])
def test_a_swap_is_followed_by_a_play_or_an_extension(action):
    assert "a swap was made" in whats(few(swapped=True), action)
    assert "a swap was made" not in whats(few(), action)


def test_a_swap_leaves_the_turn_with_the_player_and_the_next_move_passes_it_on():
    state = state_of(ann=(9, 50), table=((*range(1, 9), J, *range(10, 48)), HIGH))
    swapped = act(state, 0, Swap(0, (9,), LOW))
    assert (swapped.player, swapped.swapped, swapped.hands[0]) == (0, True, (J, 50))
    after = act(swapped, 0, Extend(0, (J,), (*LOW, J)))
    assert (after.player, after.swapped, after.hands[0]) == (1, False, (50,))


def test_tokens_are_kept_by_player():
    state = state_of(ann=(1, 2, 3, 90), table=(), jokers_left=1)
    after = act(state, 0, Play((1, 2, 3), (1, 2, 3), token=3, joker=True))
    assert (after.won, after.tokens.count(3), after.jokers_left) == ((3, 0), 1, 0)
    assert after.hands[0] == (J, 90)
    state = replace(after, hands=((J, 90), (4, 6, 7, 9)), player=1)
    after = act(state, 1, Play((4, 6, 7), (4, 6, 7), token=3))
    assert after.won == (3, 3)


@pytest.mark.parametrize(
    ("wrong", "won", "jokers"),
    [
        pytest.param({"token": 15}, 3, 1, id="a token too high"),
        pytest.param({"token": None}, 3, 1, id="no token"),
        pytest.param({"token": 3, "joker": True}, 3, 0, id="a joker that is earned"),
    ],
)
def test_a_play_with_a_wrong_token_counts_with_the_due_one(wrong, won, jokers):
    state = state_of(ann=(1, 2, 3, 90), table=(), jokers_left=1)
    after = forced(state, 0, Play((1, 2, 3), (1, 2, 3), **wrong))
    assert (after.won, after.jokers_left, after.player) == ((won, 0), jokers, 1)


def test_a_play_with_a_joker_that_is_not_earned_counts_without_it():
    state = state_of(ann=(1, 2, 3, 4, 90), table=(), jokers_left=1)
    after = forced(state, 0, Play((1, 2, 3, 4), (1, 2, 3, 4), token=4, joker=True))
    assert (after.won, after.jokers_left, after.hands[0]) == ((4, 0), 1, (90,))


@pytest.mark.parametrize(
    "action",
    [
        pytest.param(Play((1, 2, 5), (1, 2, 5), token=4), id="no sequence"),
        pytest.param(Extend(7, (1,), (1, 2, 3)), id="no row"),
        pytest.param(Draw((), (1, 2, 3), ()), id="three drawn"),
        pytest.param(Pass(), id="a pass"),
    ],
)
def test_any_other_wrong_action_is_undone_and_the_turn_goes_on(action):
    state = replace(few(swapped=True), hands=((1, 2, 5, 90), (48,)))
    after = forced(state, 0, action)
    assert after == replace(state, player=1, swapped=False)


def test_points_are_tokens_without_the_flowers_in_hand():
    state = replace(state_of(ann=(55, 10, J), ben=()), won=(12, 20))
    assert points(state, 0) == {"tokens": 12, "flowers": -10, "points": 2}
    assert points(state, 1) == {"tokens": 20, "flowers": 0, "points": 20}
    assert points(state_of(), 0) == {"tokens": 0, "flowers": -3, "points": -3}


def test_a_player_sees_the_own_hand_in_order():
    state = state_of(ann=(9, 3, 5), jokers_left=2)
    seen = state.position(0)
    assert (seen.hand, seen.table, seen.jokers_left, seen.swapped) == (
        (3, 5, 9),
        (LOW, HIGH),
        2,
        False,
    )
    assert not can_lay(state_of().position(0))
    assert can_lay(state_of().position(1))
