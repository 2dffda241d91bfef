"""The course of a game: decks and turns, what is in play, what a wrong move leaves behind."""

import pytest

from layouts.faults import BadInput
from solver.field.rules import (
    FLOWERS,
    SETUPS,
    Decks,
    Instance,
    Move,
    apply,
    box,
    column_points,
    deck,
    deck_due,
    dummy_points,
    faults_of,
    field_faults,
    forgo,
    legal_cells,
    legal_moves,
    over,
    placing_faults,
    play,
    range_of,
    replay,
    row_points,
    score,
    setup_cards,
    start,
    turns,
    value,
)
from tests.solver.field.positions import FLOWERS as DECK

START = {(0, 0): "25s"}
FIRST = Decks((28, 9, 30), (8, 31))


def round_of(number=1, decks=(FIRST,), **more):
    return Instance("round", START, number, DECK, decks=decks, **more)


def turn(card, dummy, deck="large", at=None, number=1):
    return Move(card, at, number, deck, dummy)


def whats(state, move):
    return [fault.what for fault in faults_of(state, move)]


# -------------------------------------------------------------------------------- cards in play


@pytest.mark.parametrize(
    ("start_card", "count", "words"),
    [
        pytest.param("25s", 49, "1 to 50 without 25", id="one or two players"),
        pytest.param("37s", 74, "1 to 75 without 37", id="three"),
        pytest.param("50s", 99, "1 to 100 without 50", id="four"),
        pytest.param(30, 100, "1 to 100", id="a covered starting card"),
        pytest.param(None, 100, "1 to 100", id="no starting card"),
    ],
)
def test_the_starting_card_says_which_cards_are_in_play(start_card, count, words):
    cards = setup_cards(start_card)
    assert (len(cards), range_of(start_card)) == (count, words)
    assert start_card not in SETUPS or value(start_card) not in cards
    assert (min(cards), 0 in cards) == (1, False)


# ---------------------------------------------------------------------------------- where it fits


ROW = {(n, 0): 20 + n for n in range(6)}
COLUMN = {(0, n): 20 + n for n in range(6)}


@pytest.mark.parametrize(
    ("lying", "card", "at", "size"),
    [
        pytest.param(ROW, 40, (6, 0), "7 x 1", id="right"),
        pytest.param(ROW, 2, (-1, 0), "7 x 1", id="left"),
        pytest.param(COLUMN, 40, (0, 6), "1 x 7", id="above"),
        pytest.param(COLUMN, 2, (0, -1), "1 x 7", id="below"),
    ],
)
def test_a_seventh_row_or_column_is_one_too_many(lying, card, at, size):
    (fault,) = placing_faults(lying, card, at)
    assert (fault.what, fault.mend) == (
        f"with {card} at {list(at)} the field is {size}", "at most 6 x 6"
    )  # fmt: skip
    assert at not in legal_cells(lying, card)


@pytest.mark.parametrize(
    ("cells", "size"),
    [
        pytest.param([(3, 3)], (1, 1), id="one"),
        pytest.param([(-2, 1), (3, 1)], (6, 1), id="six wide"),
        pytest.param([(1, -2), (2, 3)], (2, 6), id="six high"),
    ],
)
def test_a_window_is_measured_from_its_outermost_cards(cells, size):
    assert box(cells) == size


def test_six_rows_and_six_columns_are_allowed():
    assert list(field_faults({**ROW, **{(0, n): 20 + 6 * n for n in range(6)}})) == []


def test_a_column_of_seven_is_a_fault_of_the_field():
    (fault,) = field_faults({(0, n): 20 + n for n in range(7)})
    assert (fault.what, fault.mend) == ("the field is 1 x 7", "at most 6 x 6")


@pytest.mark.parametrize(
    ("lying", "what"),
    [
        pytest.param({(0, 0): 20, (1, 0): 20}, "20 at [1, 0] is not higher than 20 at [0, 0]",
                     id="equal in a row"),
        pytest.param({(0, 0): 20, (0, 1): 19}, "19 at [0, 1] is not higher than 20 at [0, 0]",
                     id="falling in a column"),
        pytest.param({(0, 0): 20, (2, 0): 21}, "[2, 0] is not joined to the rest", id="a gap"),
    ],
)  # fmt: skip
def test_a_field_rises_and_hangs_together(lying, what):
    assert [fault.what for fault in field_faults(lying)] == [what]


def test_an_empty_field_lacks_its_starting_cell_and_nothing_else():
    assert len(list(field_faults({}))) == 1


@pytest.mark.parametrize(
    ("card", "at", "need"),
    [
        pytest.param(25, (1, 0), "lower card at [0, 0]", id="equal to the right"),
        pytest.param(25, (-1, 0), "higher card at [0, 0]", id="equal to the left"),
        pytest.param(24, (0, 1), "lower card at [0, 0]", id="lower above"),
        pytest.param(26, (0, -1), "higher card at [0, 0]", id="higher below"),
    ],
)
def test_a_card_in_the_wrong_order_says_what_it_needs(card, at, need):
    (fault,) = placing_faults(START, card, at)
    assert fault.what == f"{card} at {list(at)} needs a {need}: not 25s"


# ----------------------------------------------------------------------------------------- points


def test_rows_and_columns_add_up():
    flowers = dict(zip(range(30, 36), FLOWERS, strict=True)) | dict(
        zip((40, 41, 42), FLOWERS[1:4], strict=True)
    )
    lying = {(n, 0): 30 + n for n in range(4)} | {(0, n): 39 + n for n in range(1, 4)}
    assert (row_points(lying, flowers), column_points(lying, flowers)) == (3, 3)
    instance = Instance("placement", lying, 1, flowers)
    assert replay(instance, []) == (
        6, {"rounds": [6], "rows": 3, "columns": 3, "groups": 0, "dummy": 0}
    )  # fmt: skip


def test_the_dummy_scores_every_flower_by_its_count():
    flowers = dict.fromkeys(range(1, 4), "iris") | dict.fromkeys(range(4, 8), "lily")
    assert dummy_points(range(1, 8), flowers) == 4 + 10
    assert dummy_points((1, 2, 4, 5), flowers) == 0


# --------------------------------------------------------------------------------- turns and decks


@pytest.mark.parametrize(("number", "many"), [(1, 8), (2, 7), (3, 6)])
def test_the_three_rounds_have_eight_seven_and_six_turns(number, many):
    assert turns(start(Instance("round", START, number, DECK))) == many
    large, small = ((9, 8), (8, 7), (7, 6))[number - 1]
    decks = Decks(tuple(range(1, large + 1)), tuple(range(30, 30 + small)))
    assert decks.turns == turns(start(round_of(number, (decks,)))) == many


def test_decks_take_turns_and_the_large_one_begins():
    state = start(round_of())
    assert (deck_due(state), deck(state)) == ("large", (28, 9, 30))
    state = apply(state, turn(28, 9))
    assert (deck_due(state), deck(state)) == ("small", (8, 31))
    assert (state.dummy, state.used, state.round) == ((9,), {28, 9}, 1)


def test_the_last_card_of_a_deck_is_lost():
    state = start(round_of())
    for move in (turn(28, 9), turn(31, 8, "small")):
        assert whats(state, move) == []
        state = apply(state, move)
    assert (over(state), state.rounds, state.round) == (True, (0,), 2)
    assert whats(state, turn(30, 9)) == ["no card is taken after the end"]


def test_a_deal_goes_on_with_the_decks_of_the_next_round():
    decks = (Decks((28, 9), (30,)), Decks((8, 31), (33,)), Decks((5, 6), (7,)))
    instance = Instance("deal", START, 1, DECK, decks=decks)
    state = start(instance)
    for number, pair in enumerate(decks, 1):
        assert (over(state), state.round, deck(state)) == (False, number, pair.large)
        state = apply(state, turn(*pair.large, number=number))
    assert (over(state), state.rounds) == (True, (0, 0, 0))


def test_a_round_played_later_counts_its_decks_from_its_own_number():
    state = start(round_of(3, (FIRST,)))
    assert deck(state) == (28, 9, 30)
    assert whats(state, turn(28, 9, number=2)) == ["round 2, but it is round 3"]


@pytest.mark.parametrize(
    ("move", "reasons"),
    [
        pytest.param(turn(28, 9), [], id="legal"),
        pytest.param(turn(31, 9), ["card 31 is not in the large deck"], id="of the other deck"),
        pytest.param(turn(28, 8), ["card 8 is not in the large deck"], id="the dummy's, too"),
        pytest.param(turn(28, 28), ["card 28 for both"], id="one for both"),
        pytest.param(turn(28, None), ["no card for the dummy"], id="none for the dummy"),
        pytest.param(turn(28, 9, "small"), ["the small deck, but it is the large deck's turn"],
                     id="the other deck's turn"),
        pytest.param(turn(28, 9, at=(3, 3)), ["28 at [3, 3] lies beside no card"], id="apart"),
    ],
)  # fmt: skip
def test_a_turn_takes_two_cards_of_the_deck_whose_turn_it_is(move, reasons):
    assert whats(start(round_of()), move) == reasons


@pytest.mark.parametrize(
    ("move", "reasons"),
    [
        pytest.param(turn(28, 9), [], id="any card of the game"),
        pytest.param(turn(51, 9), ["card 51 is not in the solo game"], id="51"),
        pytest.param(turn(28, 25), ["card 25 is not in the solo game"], id="25, which starts"),
        pytest.param(turn(30, 9), ["card 30 lies on the table already"], id="in the field"),
        pytest.param(turn(28, 7), ["card 7 lies on the table already"], id="of the dummy"),
    ],
)
def test_where_the_decks_are_not_known_any_card_left_of_the_game_may_come(move, reasons):
    instance = Instance("round", {**START, (1, 0): 30}, 1, DECK, dummy=(7,))
    assert whats(start(instance), move) == reasons


def test_a_card_taken_before_is_gone_for_both():
    state = apply(start(Instance("round", START, 1, DECK)), turn(28, 9))
    assert whats(state, turn(9, 28, "small")) == [
        "card 9 was taken before", "card 28 was taken before"
    ]  # fmt: skip


def test_a_wrong_turn_takes_its_cards_and_lays_nothing():
    state = forgo(start(round_of()), turn(28, 9, at=(5, 5)))
    assert (dict(state.field), state.turn, state.used, state.dummy) == (START, 1, {28, 9}, (9,))
    state = forgo(start(round_of()), turn(28, None))
    assert (state.used, state.dummy) == ({28}, ())


# ------------------------------------------------------------------------------------- placements


def placement(order="any", number=1):
    return Instance("placement", START, number, DECK, cards=(28, 30, 40), order=order)


def test_a_wrong_card_of_a_hand_is_as_if_it_were_not_tried():
    state = start(placement())
    assert forgo(state, Move(28, (5, 5))) == state
    _, faults = play(placement(), [Move(28, (5, 5)), Move(28, (0, 1))])
    assert [fault.where for fault in faults] == ["moves[0]"]


def test_in_a_given_order_a_card_passes_over_those_before_it():
    state = apply(start(placement("given")), Move(30, (0, 1)))
    assert state.hand == (40,)
    assert [move.card for move in legal_moves(state)] == [40] * len(legal_cells(state.field, 40))
    free = apply(start(placement()), Move(30, (0, 1)))
    assert free.hand == (28, 40)


def test_cards_of_a_hand_may_be_left_out_and_then_nothing_is_scored_for_them():
    assert replay(placement(), [])[0] == 0
    state = start(placement())
    assert all(move.at is not None for move in legal_moves(state))
    assert not over(state)
    for card in (28, 30, 40):
        state = apply(state, Move(card, None))
    assert over(state)
    assert list(legal_moves(state)) == []


@pytest.mark.parametrize(
    ("move", "what", "mend"),
    [
        pytest.param(Move(33, (0, 1)), "card 33 is not among the cards", "they are 28 30 40",
                     id="not in hand"),
        pytest.param(Move(28, (0, 2)), "card 28 is laid already", "each card once", id="twice"),
    ],
)  # fmt: skip
def test_a_hand_lays_its_own_cards_each_once(move, what, mend):
    state = apply(start(placement()), Move(28, (0, 1)))
    assert (what, mend) in [(fault.what, fault.mend) for fault in faults_of(state, move)]


# ----------------------------------------------------------------------------------- the last round


IRISES = dict.fromkeys(range(1, 51), "iris")
THREE = {(0, 0): 25, (0, 1): 26, (0, 2): 27}


@pytest.mark.parametrize(("number", "groups"), [(1, 0), (2, 0), (3, 4)])
def test_groups_count_at_the_end_of_the_third_round(number, groups):
    instance = Instance("round", THREE, number, IRISES, decks=(Decks((30, 40), (9,)),))
    total, parts = replay(instance, [turn(30, 40, number=number)])
    assert (total, parts["groups"]) == (groups, groups)
    assert score(start(instance))[1]["groups"] == 0
    assert replay(Instance("placement", THREE, number, IRISES), [])[0] == groups


@pytest.mark.parametrize(("objective", "total"), [("total", 4), ("margin", 0)])
def test_only_the_margin_takes_the_dummys_points_away(objective, total):
    instance = Instance(
        *("round", THREE, 3, IRISES),
        decks=(Decks((30, 40), (9,)),),
        dummy=(1, 2),
        objective=objective,
    )
    found, parts = replay(instance, [turn(30, 40, number=3)])
    assert (found, parts["dummy"]) == (total, 4)


def test_a_deal_scores_the_lines_after_every_round():
    flowers = dict(zip((30, 31, 32, 33), FLOWERS, strict=False)) | {9: "iris"}
    lying = {(n, 0): 30 + n for n in range(4)}
    decks = tuple(Decks((9, 40 + n), (48,)) for n in range(3))
    flowers |= dict.fromkeys((40, 41, 42, 48), "iris")
    instance = Instance("deal", lying, 1, flowers, decks=decks)
    moves = [turn(40 + n, 9, number=n + 1) for n in range(3)]
    with pytest.raises(BadInput, match="card 9 was taken before"):
        replay(instance, moves)
    state, _ = play(instance, moves)
    assert score(state)[1]["rounds"] == [3, 3, 3]
    assert score(state)[0] == 9
    assert list(legal_moves(state)) == []
