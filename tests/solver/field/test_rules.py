"""The rulebook's examples, the rulings and the points, as rows."""

import pytest

from layouts.faults import BadInput, Faults
from solver.field.notation import read_field, read_move, read_play, write_field, write_play
from solver.field.rules import (
    FLOWERS,
    Decks,
    Instance,
    Move,
    apply,
    column_points,
    dummy_points,
    faults_of,
    field_faults,
    group_points,
    legal_cells,
    placing_faults,
    replay,
    row_points,
    score,
    start,
)
from tests.solver.field.positions import FLOWERS as DECK

FIRST = "25s@0,0"
GAP = "25s@0,0 27@1,0 30@2,0 42@3,0 50@3,1 45@2,1"
SIX = dict(zip(range(30, 36), FLOWERS, strict=True))


def field(text):
    faults = Faults()
    found = read_field(text, faults)
    assert not faults.found
    return found


@pytest.mark.parametrize(
    ("lying", "card", "cells"),
    [
        pytest.param(FIRST, 28, [(0, 1), (1, 0)], id="28 above or to the right of 25"),
        pytest.param(FIRST, 3, [(-1, 0), (0, -1)], id="a lower card below or to the left"),
        pytest.param(FIRST, 25, [], id="an equal card nowhere"),
        pytest.param(
            "25s@0,0 30@1,0", 28, [(0, 0), (0, 1), (1, -1), (1, 0)], id="on top of either"
        ),
        pytest.param("25s@0,0 30@1,0", 40, [(0, 1), (1, 0), (1, 1), (2, 0)], id="a high card"),
        pytest.param("25s@0,0 30@1,0", 24, [(-1, 0), (0, -1), (0, 0), (1, -1)], id="a low card"),
    ],
)
def test_where_a_card_may_lie(lying, card, cells):
    assert legal_cells(field(lying), card) == cells


def test_a_card_beyond_a_gap_is_not_compared():
    # 36 above 27 beside 42 with a gap between: they do not touch
    lying = field("25s@0,0 27@1,0 42@3,1 40@3,0 30@2,0")
    assert not list(placing_faults(lying, 36, (1, 1)))
    assert any("needs a lower card" in f.what for f in placing_faults(lying, 26, (1, 1)))


@pytest.mark.parametrize("different", range(7))
def test_a_row_scores_by_its_different_flowers(different):
    lying = {(n, 0): 30 + n for n in range(different)} | {(0, 0): 30}
    flowers = SIX if different else {}
    assert row_points(lying, flowers) == (0, 0, 0, 0, 3, 6, 12)[different]
    assert column_points({(y, x): c for (x, y), c in lying.items()}, flowers) == row_points(
        lying, flowers
    )


def test_equal_flowers_and_gaps_do_not_matter():
    lying = {(0, 0): 30, (1, 0): 31, (3, 0): 32, (4, 0): 33, (5, 0): 40}
    assert row_points(lying, SIX | {40: SIX[30]}) == 3


@pytest.mark.parametrize(
    ("count", "points"), [(1, 0), (2, 0), (3, 4), (4, 10), (5, 18), (6, 28), (7, 28)]
)
def test_a_group_scores_by_its_size(count, points):
    flowers = dict.fromkeys(range(1, 9), "iris") | {20: "anemone"}
    assert group_points({(0, n): n + 1 for n in range(count)}, flowers)["iris"] == points
    assert dummy_points(range(1, count + 1), flowers) == points


def test_groups_of_four_and_five_are_ten_and_eighteen():
    flowers = dict.fromkeys(range(1, 5), "iris") | dict.fromkeys(range(5, 10), "anemone")
    lying = {(n % 3, n // 3): n + 1 for n in range(9)}
    found = group_points(lying, flowers)
    assert (found["iris"], found["anemone"]) == (10, 18)


def test_only_the_biggest_group_counts_and_corners_do_not_join():
    flowers = dict.fromkeys(range(1, 10), "lily")
    lying = {(0, 0): 1, (1, 0): 2, (0, 1): 3, (2, 2): 4, (3, 2): 5, (2, 3): 6}
    assert group_points(lying, flowers)["lily"] == 4


def test_a_start_card_without_a_flower_counts_nowhere():
    lying = field("25s@0,0 30@1,0 31@2,0 32@3,0")
    assert row_points(lying, SIX) == 0
    assert row_points(lying, {**SIX, "25s": "narcissus"}) == 3


@pytest.mark.parametrize(
    ("lying", "reason"),
    [
        pytest.param("30@1,0", "no card at [0, 0]", id="origin empty"),
        pytest.param("25s@0,0 20@1,0", "not higher", id="order"),
        pytest.param("25s@0,0 30@1,1", "not joined", id="corner"),
        pytest.param("25s@0,0 26@1,0 27@2,0 28@3,0 29@4,0 30@5,0 31@6,0", "7 x 1", id="wide"),
    ],
)
def test_a_field_is_one_piece_in_order_and_six_by_six(lying, reason):
    assert any(reason in fault.what for fault in field_faults(field(lying)))


def round_of(large, small, **more):
    decks = (Decks(tuple(large), tuple(small)),)
    return Instance("round", field(FIRST), more.pop("number", 1), DECK, decks=decks, **more)


def play(text):
    faults = Faults()
    found = read_play(text, faults)
    assert not faults.found
    return found


def test_a_round_is_played_by_turns_and_scores_at_its_end():
    total, parts = replay(round_of((28, 9, 30), (8, 31)), play("1L28@0,1/9 1S31@0,2/8"))
    assert (total, parts["rounds"], parts["groups"]) == (0, [0], 0)


def test_the_margin_takes_away_what_the_dummy_scores():
    irises = [card for card, flower in DECK.items() if flower == "iris"][:9]
    large, small = (*irises[:2], 50), (irises[2], 49)
    instance = round_of(large, small, number=3, objective="margin", dummy=tuple(irises[3:6]))
    moves = play(f"3L50@-/{irises[0]} 3S49@-/{irises[2]}")
    total, parts = replay(instance, moves)
    assert (total, parts["dummy"]) == (-18, 18)


def test_what_is_covered_is_gone():
    state = start(Instance("placement", field("25s@0,0 30@1,0"), 1, DECK, cards=(28, 24)))
    for move in play("28@1,0 24@0,0"):
        assert faults_of(state, move) == []
        state = apply(state, move)
    assert state.field == {(0, 0): 24, (1, 0): 28}


def test_a_lone_start_card_cannot_be_covered():
    state = start(Instance("placement", field(FIRST), 1, DECK, cards=(28,)))
    assert any("beside no card" in f.what for f in faults_of(state, Move(28, (0, 0))))


def test_a_placement_in_the_last_round_adds_the_groups():
    flowers = dict.fromkeys((25, 26, 27), "iris")
    instance = Instance("placement", field("25@0,0 26@0,1"), 3, flowers, cards=(27,))
    assert replay(instance, [Move(27, (0, 2))])[0] == 4
    assert score(start(instance))[0] == 0


def test_a_given_order_is_kept():
    instance = Instance("placement", field(FIRST), 1, DECK, cards=(28, 30, 40), order="given")
    with pytest.raises(BadInput, match="comes too late"):
        replay(instance, play("30@0,1 28@1,0"))


@pytest.mark.parametrize("text", [FIRST, GAP, "7@0,0 -3@0,1"[:5]])
def test_a_field_and_its_text_are_the_same(text):
    assert field(write_field(field(text))) == field(text)


@pytest.mark.parametrize("text", ["28@0,1", "1L28@0,-1/9 1S31@-/8", "3S4@-5,5/6"])
def test_a_play_and_its_text_are_the_same(text):
    assert write_play(play(text)) == text


@pytest.mark.parametrize("text", ["", "28", "28@", "x@0,0", "1X28@0,1", "28@0,1/"])
def test_what_is_no_move_is_refused(text):
    faults = Faults()
    assert read_move(text, faults, "moves[0]") is None
    assert faults.found
