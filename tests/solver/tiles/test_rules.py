"""The referee of the tile game: rulebook examples, rulings and switches, row by row."""

import random

import pytest

from layouts.faults import BadInput
from solver.tiles.listing import legal_moves, thefts
from solver.tiles.replay import replay
from solver.tiles.rules import (
    JOKER,
    TOKENS,
    Extend,
    Instance,
    Play,
    Position,
    Readings,
    Swap,
    apply,
    faults_of,
    flowers,
    flowers_on,
    joker_refused,
    keeps_order,
    row_faults,
    token_for,
)

J = JOKER


def position(hand, *rows, tokens=TOKENS, jokers_left=0, **readings):
    return Position(tuple(hand), rows, tuple(tokens), jokers_left, Readings(**readings))


def reasons(where, move):
    return " / ".join(str(fault) for fault in faults_of(where, move))


@pytest.mark.parametrize(
    ("row", "legal"),
    [
        pytest.param((14, 16, 17, 18, 20, 21), True, id="rulebook: steps of one and two"),
        pytest.param((97, 99, 1, 2), False, id="rulebook: no way round from 100 to 1"),
        pytest.param((14, 16), False, id="two tiles"),
        pytest.param((14, 15, 18), False, id="a step of three"),
        pytest.param((14, 14, 15), False, id="a value twice"),
        pytest.param((18, 17, 16), False, id="falling"),
        pytest.param((21, J, 25), True, id="a joker between 21 and 25 can be 23"),
        pytest.param((21, 24, 25), False, id="rulebook's 24 leaves a step of three"),
        pytest.param((21, J, 26), False, id="five apart with one joker"),
        pytest.param((21, J, J, 27), True, id="six apart with two jokers"),
        pytest.param((21, J, 22), False, id="no room for a joker"),
        pytest.param((J, 1, 2), False, id="a joker below 1"),
        pytest.param((J, 2, 4), True, id="a joker for 1"),
        pytest.param((99, 100, J), False, id="a joker above 100"),
        pytest.param((J, J, J), True, id="jokers only"),
        pytest.param((J, J, 2), False, id="two jokers below 2"),
    ],
)
def test_a_sequence_rises_in_steps_of_one_or_two(row, legal):
    assert (row_faults(row) == []) is legal


def test_flowers_are_those_of_the_rulebook():
    assert flowers((65, 66, 68, 70)) == 11
    assert [flowers_on(tile) for tile in (55, 11, 10, 5, 1, J)] == [7, 5, 3, 2, 1, 0]
    assert flowers(range(1, 101)) == 167
    assert (len(TOKENS), sum(TOKENS)) == (20, 135)


@pytest.mark.parametrize(
    ("count", "left", "token"),
    [
        pytest.param(11, TOKENS, 11, id="the equal one"),
        pytest.param(11, [10, 12], 10, id="the next lower one"),
        pytest.param(23, TOKENS, 15, id="more than 15 start at 15"),
        pytest.param(3, [4, 5], None, id="only higher ones left"),
        pytest.param(0, TOKENS, None, id="no flowers"),
    ],
)
def test_a_row_wins_the_token_of_its_flowers_or_the_next_lower(count, left, token):
    assert token_for(count, left) == token


STEAL = Play((17, 19, 21, 22, 23), (21, 22, 23), (17, 19), 0, (14, 16, 18), token=9)


def test_the_rulebook_theft_is_legal_and_leaves_a_row():
    where = position((21, 22, 23, 40), (14, 16, 17, 18, 19))
    assert faults_of(where, STEAL) == []
    after = apply(where, STEAL)
    assert after.table == ((14, 16, 18), (17, 19, 21, 22, 23))
    assert (after.hand, after.won) == ((40,), 9)


def test_the_rulebook_extension_adds_tiles_at_the_head_and_in_the_middle():
    where = position((12, 15, 18), (14, 16, 17, 19, 20))
    move = Extend(0, (12, 15, 18), (12, 14, 15, 16, 17, 18, 19, 20))
    assert faults_of(where, move) == []


@pytest.mark.parametrize(("tile", "good"), [(23, True), (24, False), (22, False)])
def test_a_joker_between_21_and_25_is_replaced_by_23_only(tile, good):
    where = position((tile, 50), (21, J, 25))
    assert (faults_of(where, Swap(0, (tile,), (21, tile, 25))) == []) is good


@pytest.mark.parametrize(("tile", "good"), [(37, True), (38, True), (35, False), (32, False)])
def test_a_laid_joker_keeps_its_place_while_its_value_floats(tile, good):
    where = position((tile, 50), (34, 36, J))
    assert (faults_of(where, Swap(0, (tile,), (34, 36, tile))) == []) is good


def test_a_stolen_joker_needs_the_switch():
    move = Play((J, 60, 61), (60, 61), (J,), 0, (14, 16, 17), token=2)
    table = (14, 16, 17, J)
    assert faults_of(position((60, 61), table, tokens=[2]), move) == []
    assert "steal_jokers" in reasons(
        position((60, 61), table, tokens=[2], steal_jokers=False), move
    )


def test_what_is_left_must_be_said_where_the_robbed_row_holds_a_joker():
    where = position((60, 61), (J, 14, 16, 17), tokens=[2])
    move = Play((17, 18, 19), (18, 19), (17,), 0, None, token=2)
    assert "left" in reasons(where, move)


@pytest.mark.parametrize(
    ("hand", "stolen", "board", "readings", "refused"),
    [
        pytest.param((1, 2, 3, 9), False, 1, {}, "", id="three tiles earn one"),
        pytest.param((1, 2, 3, 4, 9), False, 1, {}, "exactly", id="four tiles"),
        pytest.param((1, 2, 3), False, 1, {}, "hand is empty", id="the hand is empty"),
        pytest.param((1, 2, 3, 9), False, 0, {}, "none left", id="none on the board"),
        pytest.param((1, J, 3, 9), False, 1, {}, "", id="a joker among the three"),
        pytest.param(
            (1, J, 3, 9), False, 1, {"joker_in_three_earns_joker": False}, "holds", id="switch"
        ),
    ],
)
def test_three_tiles_without_theft_earn_a_joker(hand, stolen, board, readings, refused):
    row = tuple(tile for tile in hand if tile != 9)
    where = position(hand, jokers_left=board, **readings)
    why = joker_refused(where, Play(row, row))
    assert (refused in why) if refused else why == ""


def test_the_earned_joker_comes_to_the_hand_and_leaves_the_board():
    where = position((1, 2, 3, 9), jokers_left=2)
    after = apply(where, Play((1, 2, 3), (1, 2, 3), token=3, joker=True))
    assert (after.hand, after.jokers_left) == ((J, 9), 1)


def test_a_swapped_joker_is_usable_at_once_and_an_action_follows():
    instance = Instance("turn", (23, 60, 61), ((21, J, 25),), objective="net")
    swap = Swap(0, (23,), (21, 23, 25))
    play = Play((60, 61, J), (J, 60, 61), token=4)
    assert replay(instance, [swap, play])[0] == 4
    with pytest.raises(BadInput, match="swap is the last move"):
        replay(instance, [swap])


def test_no_theft_takes_more_than_its_row_can_give():
    for steal_whole in (False, True):
        where = position((74, 75, 76), (71, 72, 73), steal_whole=steal_whole)
        assert list(thefts(where)) == []


def test_an_own_new_row_may_be_robbed():
    instance = Instance("harvest", (14, 15, 16, 17, 18, 19))
    first = Play((14, 15, 16, 17, 18), (14, 15, 16, 17, 18), token=6)
    second = Play((15, 17, 19), (19,), (15, 17), 0, (14, 16, 18), token=4)
    assert replay(instance, [first, second]) == (10, {"tokens": 10, "flowers": 0})


@pytest.mark.parametrize(
    ("kind", "objective", "score"),
    [
        ("turn", "net", 2),
        ("turn", "reward", 3),
        ("turn", "tiles", 3),
        ("harvest", None, 2),
        ("sweep", None, 3),
    ],
)
def test_each_kind_counts_in_its_own_way(kind, objective, score):
    instance = Instance(kind, (14, 16, 17, 19), objective=objective)
    assert replay(instance, [Play((14, 16, 17), (14, 16, 17), token=3)])[0] == score


@pytest.mark.parametrize("seed", range(30))
def test_no_tile_appears_or_vanishes(seed):
    rng = random.Random(seed)
    low = rng.randint(1, 88)
    hand = tuple(sorted(rng.sample(range(low, low + 12), 6))) + (J,) * rng.randint(0, 1)
    where = Position(tuple(sorted(hand)), (), TOKENS, 1)
    before = sorted((*hand, J))
    for _ in range(4):
        moves = list(legal_moves(where))
        if not moves:
            break
        move = rng.choice(moves)
        assert faults_of(where, move) == []
        where = apply(where, move)
        tiles = [*where.hand, *(t for row in where.table for t in row), *[J] * where.jokers_left]
        assert sorted(tiles) == before
        assert all(row_faults(row) == [] for row in where.table)


def test_keeping_order_is_about_the_order():
    assert keeps_order((14, J, 17), (14, 15, J, 17))
    assert not keeps_order((J, 14), (14, J, 15))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        pytest.param((14, 16), "14 16 is no sequence: 2 tiles, at least 3", id="short"),
        pytest.param((J, 1, 2), "a joker would stand below 1 or above 100", id="below 1"),
        pytest.param((99, 100, J), "a joker would stand below 1 or above 100", id="above 100"),
        pytest.param((14, 14, 15), "14 after 14 does not rise", id="equal"),
        pytest.param((18, 17, 19), "17 after 18 does not rise", id="falling"),
        pytest.param((14, 15, 18), "from 15 to 18 a step is not 1 or 2", id="three"),
        pytest.param((21, J, 26), "from 21 to 26 with the jokers between a step is not 1 or 2",
                     id="a joker between"),
        pytest.param((J, 21, 24), "from 21 to 24 a step is not 1 or 2", id="a joker before"),
        pytest.param((21, J, 23, 26), "from 23 to 26 a step is not 1 or 2", id="a joker earlier"),
    ],
)  # fmt: skip
def test_what_is_no_sequence_says_where_it_breaks(row, reason):
    (found,) = row_faults(row)
    assert found.endswith(reason)


def test_every_break_of_a_row_is_told():
    assert len(row_faults((1, 5, 6, 10, 11))) == 2


@pytest.mark.parametrize("onto", [-1, 1, 2])
@pytest.mark.parametrize("kind", [Extend, Swap])
def test_only_rows_of_the_table_are_extended(kind, onto):
    where = position((18,), (14, 16, 17))
    (fault,) = faults_of(where, kind(onto, (18,), (14, 16, 17, 18)))
    assert (fault.what, fault.mend) == (f"row {onto} is not on the table", "rows 0 to 0")
    (fault,) = faults_of(position((18,)), kind(0, (18,), (14, 16, 17, 18)))
    assert fault.mend == "the table is empty"


@pytest.mark.parametrize("number", [-1, 1, None])
def test_only_rows_of_the_table_are_robbed(number):
    where = position((18, 19), (14, 15, 16, 17), tokens=[2])
    move = Play((17, 18, 19), (18, 19), (17,), number, (14, 15, 16), token=2)
    assert f"row {number} is not on the table" in reasons(where, move)


def test_two_tiles_may_be_stolen_and_the_row_left_need_not_be_said_without_jokers():
    where = position((19, 20), (13, 14, 15, 16, 17), tokens=[2])
    move = Play((16, 17, 19, 20), (19, 20), (16, 17), 0, None, token=2)
    assert faults_of(where, move) == []
    assert apply(where, move).table == ((13, 14, 15), (16, 17, 19, 20))


def test_a_row_named_without_a_theft_is_a_fault_and_so_is_what_it_leaves():
    where = position((1, 2, 3), (14, 16, 17), tokens=[3])
    assert "nothing is stolen" in reasons(where, Play((1, 2, 3), (1, 2, 3), left=(14,), token=3))
    assert "nothing is stolen" in reasons(where, Play((1, 2, 3), (1, 2, 3), (), 0, token=3))
    assert faults_of(where, Play((1, 2, 3), (1, 2, 3), token=3)) == []


@pytest.mark.parametrize(
    ("left", "reason"),
    [
        pytest.param((14, J, 17), "", id="the joker keeps its place"),
        pytest.param((J, 14, 17), "is not what is left of", id="the joker moves"),
        pytest.param((14, 15, 17), "is not what is left of", id="another tile"),
        pytest.param((14, J, 17, 18), "is not what is left of", id="nothing gone"),
    ],
)
def test_what_a_theft_leaves_lies_as_before(left, reason):
    where = position((19, 20), (14, J, 17, 18), tokens=[2])
    move = Play((18, 19, 20), (19, 20), (18,), 0, left, token=2)
    assert reason in reasons(where, move) if reason else faults_of(where, move) == []


@pytest.mark.parametrize(
    ("token", "tokens", "reason"),
    [
        pytest.param(None, (4,), "", id="none so low is left"),
        pytest.param(4, (4,), "token 4 is taken (3 flowers win no token, for none so low is left)",
                     id="a higher one"),
        pytest.param(None, (2,), "no token is taken (3 flowers win token 2)", id="the next lower"),
    ],
)  # fmt: skip
def test_a_play_takes_the_token_that_is_due(token, tokens, reason):
    where = position((1, 2, 3), tokens=tokens)
    assert reasons(where, Play((1, 2, 3), (1, 2, 3), token=token)) == reason


def test_a_play_without_a_token_wins_nothing_and_leaves_all():
    after = apply(position((1, 2, 3), tokens=(4,)), Play((1, 2, 3), (1, 2, 3)))
    assert (after.won, after.tokens, after.hand) == (0, (4,), ())


def test_tokens_won_add_up():
    where = position((1, 2, 3, 6, 7, 8), tokens=(3, 3))
    for row in ((1, 2, 3), (6, 7, 8)):
        move = Play(row, row, token=3)
        assert faults_of(where, move) == []
        where = apply(where, move)
    assert (where.won, where.tokens, where.jokers_left) == (6, (), 0)


@pytest.mark.parametrize(
    ("hand", "row", "sequence", "reason"),
    [
        pytest.param((23,), (21, J, 25), (21, 23, 25), "", id="a number for a joker"),
        pytest.param((J,), (21, J, 25), (21, J, 25), "one number for one joker", id="a joker"),
        pytest.param((23,), (21, J, 25), (21, J, 23, 25), "in a joker's place", id="beside it"),
        pytest.param((40,), (21, J, 25), (21, 40, 25), "a step is not 1 or 2", id="too high"),
        pytest.param((22,), (21, J, J, 25), (21, 22, J, 25), "", id="the first of two"),
        pytest.param((24,), (21, J, J, 25), (21, J, 24, 25), "", id="the second of two"),
    ],
)
def test_a_swap_puts_a_number_in_the_place_of_a_joker(hand, row, sequence, reason):
    where = position((*hand, 90), row)
    move = Swap(0, hand, sequence)
    assert reason in reasons(where, move) if reason else faults_of(where, move) == []
    if not reason:
        after = apply(where, move)
        assert (after.hand, after.table, after.swapped) == ((J, 90), (sequence,), True)


def test_an_extension_ends_a_turn_that_began_with_a_swap():
    where = apply(position((23, 26, 90), (21, J, 25)), Swap(0, (23,), (21, 23, 25)))
    after = apply(where, Extend(0, (26,), (21, 23, 25, 26)))
    assert (after.hand, after.swapped) == ((J, 90), False)
    again = apply(where, Play((25, 26, J), (26, J), (25,), 0, (21, 23), token=4))
    assert again.swapped is False


@pytest.mark.parametrize(
    ("kind", "objective", "moves", "reason"),
    [
        pytest.param("turn", "net", [0, 1], "the turn is over", id="two plays in a turn"),
        pytest.param("harvest", None, [0, 1, 0], "the hand is empty", id="after the last tile"),
        pytest.param("sweep", None, [0, 2], "new rows of its own tiles only", id="extension"),
    ],
)
def test_an_answer_has_moves_of_its_kind(kind, objective, moves, reason):
    instance = Instance(kind, (1, 2, 3, 6, 7, 8), objective=objective)
    choice = [
        Play((1, 2, 3), (1, 2, 3), token=3),
        Play((6, 7, 8), (6, 7, 8), token=3),
        Extend(0, (6,), (1, 2, 3, 6)),
    ]
    with pytest.raises(BadInput, match=reason) as refused:
        replay(instance, [choice[number] for number in moves])
    assert refused.value.faults[0].where == f"moves[{len(moves) - 1}]"


def test_a_sweep_steals_nothing():
    instance = Instance("sweep", (14, 15, 16, 17, 18, 19))
    first = Play((14, 15, 16, 17), (14, 15, 16, 17), token=5)
    with pytest.raises(BadInput, match="new rows of its own tiles only"):
        replay(instance, [first, Play((17, 18, 19), (18, 19), (17,), 0, (14, 15, 16), token=3)])


def test_a_harvest_counts_tokens_and_flowers_left():
    instance = Instance("harvest", (1, 2, 3, 55))
    move = Play((1, 2, 3), (1, 2, 3), token=3)
    assert replay(instance, [move]) == (3 - 7, {"tokens": 3, "flowers": -7})
    assert replay(instance, []) == (-10, {"tokens": 0, "flowers": -10})


def test_tiles_laid_are_counted_over_a_whole_turn_but_not_those_swapped():
    instance = Instance("turn", (23, 26, 90), ((21, J, 25),), objective="tiles")
    swap = Swap(0, (23,), (21, 23, 25))
    both = Extend(0, (26, J), (21, 23, 25, 26, J))
    assert replay(instance, [swap, both]) == (2, {"tiles": 2})
    assert replay(instance, []) == (0, {"tiles": 0})
