"""The rulebook's examples, the rulings and the switches, as rows."""

import pytest

from layouts.board import parse_board
from layouts.faults import BadInput, Faults
from solver.dice.notation import LETTERS, read_cells, read_dice, read_pick
from solver.dice.rules import (
    Game,
    Instance,
    Pick,
    Readings,
    apply,
    completed,
    ended,
    faults_of,
    forgo,
    legal_picks,
    over,
    replay,
    score,
    start,
    start_game,
    ticks_of,
    winners,
)

PLAIN = """
OOPB YYVW
OWPB YVVB
PPBB WYOO
"""
SIX_BEDS = "O O P P B B"
ROUND = "O5 P2 B5 Y3 V4"
PARTS = ("colours", "beds", "reroll", "ticks")


def board(text=PLAIN):
    return parse_board(text, LETTERS, Faults())


def dice(text):
    return read_dice(text, Faults(), "")


def cells(on, names):
    return read_cells(on, names.split(), Faults(), "")


def instance(text=PLAIN, rounds=(ROUND,), circled="", **more):
    rolled = tuple(dice(r) for r in rounds)
    return Instance(board(text), rolled, circled=cells(board(text), circled), **more)


def picks(on, *texts):
    """Two picks a round; a star is a re-roll."""
    return [
        read_pick(on, text.lstrip("*"), number // 2 + 1, text.startswith("*"), Faults(), "")
        for number, text in enumerate(texts)
    ]


def game_of(players, rounds, text="O P B Y", **more):
    return Game((board(text),) * players, tuple(dice(r) for r in rounds), **more)


def played(game, *texts):
    """Play legal picks in turn order."""
    state = start_game(game)
    for text in texts:
        pick = read_pick(
            state.board, text.lstrip("*"), state.round + 1, text[0] == "*", Faults(), ""
        )
        assert faults_of(state, pick) == []
        state = apply(state, pick)
    return state


@pytest.mark.parametrize(
    ("pick", "ticks"),
    [
        pytest.param("O4: A1 B1 A2 B2", 0, id="white counts as any colour"),
        pytest.param("B5: C3 D1 D2 D3 H2", 0, id="ticks do not look at connection"),
        pytest.param("Y6: E1 F1 E2 F2", 3, id="3 yellow and 1 purple for a six"),
        pytest.param("Y3:", 3, id="nothing circled"),
        pytest.param("V2: A1 B1", 2, id="only wrong flowers"),
        pytest.param("W6=P: C1 C2 B3", 3, id="the clear die in pink"),
        pytest.param("O1: A1 B1", 0, id="more right flowers than the die shows"),
        pytest.param("O1: A1 E1", 1, id="more flowers than the die shows, one of them wrong"),
    ],
)
def test_ticks_count_wrong_and_missing_flowers(pick, ticks):
    (read,) = picks(board(), pick)
    assert ticks_of(board(), read) == ticks


@pytest.mark.parametrize(
    ("text", "circled", "more", "total", "parts"),
    [
        pytest.param(PLAIN, "", {}, 1, (0, 0, 1, 0), id="empty sheet keeps the re-roll point"),
        pytest.param("OO OO", "A1 B1", {}, 4, (0, 3, 1, 0), id="a bed"),
        pytest.param("OO OO", "A1 B1 C1 D1", {}, 12, (4, 7, 1, 0), id="beds 3 + 4 and a colour"),
        pytest.param(SIX_BEDS, "A1 B1 C1 D1 E1 F1", {}, 31, (12, 18, 1, 0), id="no fifth bed"),
        pytest.param("O W", "A1 B1", {}, 12, (4, 7, 1, 0), id="colours not on the board"),
        pytest.param("OOPP", "", {"ticks": 3}, -2, (0, 0, 1, 3), id="ticks so far"),
        pytest.param("OOPP", "", {"reroll_used": True}, 0, (0, 0, 0, 0), id="re-roll used"),
        pytest.param("OOWP", "A1 B1", {}, 5, (4, 0, 1, 0), id="white is not needed"),
        pytest.param("OOWP", "A1 B1", {"readings": Readings(white_needed=True)}, 1, (0, 0, 1, 0),
                     id="white is needed"),
        pytest.param("OOWP", "A1 B1 C1", {"readings": Readings(white_needed=True)}, 5,
                     (4, 0, 1, 0), id="white is needed and there"),
    ],
)  # fmt: skip
def test_a_half_played_sheet_scores_as_it_stands(text, circled, more, total, parts):
    state = start(instance(text, circled=circled, **more))
    assert score(state) == (total, dict(zip(PARTS, parts, strict=True)))


def test_a_colour_that_the_board_lacks_is_never_complete():
    on = board("O W")
    assert completed(on, cells(on, "A1 B1"), Readings()) == ("O",)


def test_white_needed_wants_the_whites_of_the_whole_sheet():
    on = board("OW PW")
    needed = Readings(white_needed=True)
    assert completed(on, cells(on, "A1 B1 C1"), needed) == ()
    assert completed(on, cells(on, "A1 B1 D1"), needed) == ("O",)


def test_a_wrong_flower_completes_its_own_colour():
    game = instance("OO PP", ["O4 P1 B1 Y1 V2"])
    total, parts = replay(game, picks(game.board, "O4: C1 D1", "V2:"))
    assert (total, parts["colours"], parts["beds"], parts["ticks"]) == (2, 4, 3, 6)


def test_a_whole_solo_play_adds_up():
    game = instance(PLAIN, [ROUND, "O1 P2 B3 Y4 V5"])
    play = picks(game.board, "O5: A1 B1 A2 B2", "Y3: E1 F1 E2", "P2: C1 C2", "B3: D1 D2 D3")
    assert replay(game, play) == (0, {"colours": 0, "beds": 0, "reroll": 1, "ticks": 1})


@pytest.mark.parametrize(
    ("first", "second", "values"),
    [
        pytest.param("*", "", (1, 6), id="before the first pick"),
        pytest.param("", "*", (3, 5), id="before the second pick"),
    ],
)
def test_a_reroll_changes_the_dice_on_offer_and_costs_its_point(first, second, values):
    table = (dice("O1 P6 B6 Y6 V6"), dice("O3 P5 B5 Y5 V5"))
    game = instance("OOO OOO", ["O3 P6 B6 Y6 V6"], rerolls=(table,))
    on = game.board
    play = picks(on, f"{first}O{values[0]}:", f"{second}P{values[1]}:")
    assert replay(game, play) == (-sum(values), {"colours": 0, "beds": 0, "reroll": 0,
                                                 "ticks": sum(values)})  # fmt: skip


def test_the_die_taken_is_not_rerolled():
    game = instance("OOO OOO", rerolls=((None, dice(ROUND)),))
    (first, second) = picks(game.board, "O5:", "*O5:")
    (fault,) = faults_of(apply(start(game), first), second)
    assert "orange die is not on offer" in fault.what


def test_through_circled_joins_a_group_through_flowers_of_the_same_round():
    rounds = ["O2 P1 B1 Y1 V1"]
    play = ("P1: B1", "O2: A1 C1")
    game = instance("OPO", rounds, readings=Readings(through_circled=True))
    assert replay(game, picks(game.board, *play))[0] == 12
    with pytest.raises(BadInput, match="not one connected group"):
        replay(instance("OPO", rounds), picks(game.board, *play))


def test_flowers_around_a_corner_circled_before_are_apart():
    game = instance("OO\nOO", ["O2 P1 B1 Y1 V1"], circled="A1")
    (pick,) = picks(game.board, "O2: B1 A2")
    assert [fault.what for fault in faults_of(start(game), pick)] == [
        "B1 A2: not one connected group"
    ]


def test_no_pick_is_left_where_one_must_circle_and_all_is_circled():
    must = Readings(may_circle_none=False)
    assert list(legal_picks(start(instance("OP", circled="A1 B1", readings=must)))) == []
    assert len(list(legal_picks(start(instance("OP", circled="A1 B1"))))) == 5


@pytest.mark.parametrize(
    ("text", "circled", "is_over"),
    [
        pytest.param("O P B Y", "A1 B1", False, id="two colours and two beds"),
        pytest.param("O P B Y", "A1 B1 C1", True, id="third colour"),
        pytest.param("OO OO OO OO YY", "A1 B1 C1 D1 E1 F1 G1 H1", True, id="fourth bed"),
        pytest.param("OO OO OO OO YY", "A1 B1 C1 D1 E1 F1 G1", False, id="three beds"),
        pytest.param(SIX_BEDS, "A1 B1 C1 D1 E1", True, id="more than four beds"),
    ],
)
def test_basic_ends_with_the_third_colour_or_the_fourth_bed(text, circled, is_over):
    assert over(start(instance(text, circled=circled, readings=Readings("basic")))) is is_over
    assert not over(start(instance(text, circled=circled)))


def test_basic_looks_for_the_end_after_the_whole_round():
    game = instance("OPB YYY", ["O3 P1 B1 Y1 V1"] * 2, readings=Readings("basic"))
    state = start(game)
    first, second = picks(game.board, "O3: A1 B1 C1", "Y1: D1")
    state = apply(state, first)
    assert not over(state)
    assert over(apply(state, second))
    assert replay(game, [first, second])[0] == 12 + 3 + 1 - 2


def test_a_game_that_is_over_at_the_start_scores_as_it_stands():
    game = instance("O P B Y", circled="A1 B1 C1", readings=Readings("basic"))
    assert replay(game, [])[0] == 12 + 12 + 1


def test_a_play_must_go_on_to_the_end():
    game = instance()
    with pytest.raises(BadInput, match="stops before the end"):
        replay(game, picks(game.board, "O5:"))


def test_every_illegality_of_a_play_is_listed():
    game = instance()
    play = picks(game.board, "O5: A1 A3", "P3: C1", "P2:")
    with pytest.raises(BadInput) as error:
        replay(game, play)
    assert [fault.where for fault in error.value.faults] == ["moves[0]", "moves[1]", "moves[2]"]


def test_a_forgone_pick_takes_its_die_and_circles_nothing():
    game = instance()
    state = forgo(start(game), Pick(1, "O", 5, 1))
    assert (state.sheet.circled, state.sheet.ticks, state.turn) == (0, 0, 1)
    assert "O" not in dict(state.offer)


# Several players

SIX = "O1 P1 B1 Y1 V1 W1"


@pytest.mark.parametrize(
    ("players", "first", "order"),
    [
        pytest.param(2, 0, [0, 1, 0, 1, 1, 0, 1, 0], id="two take two each, alternating"),
        pytest.param(2, 1, [1, 0, 1, 0, 0, 1, 0, 1], id="the second player starts"),
        pytest.param(3, 0, [0, 1, 2, 1, 2, 0], id="three take one"),
        pytest.param(4, 3, [3, 0, 1, 2, 0, 1, 2, 3], id="the start moves on past the last"),
        pytest.param(5, 2, [2, 3, 4, 0, 1, 3, 4, 0, 1, 2], id="five take one"),
    ],
)
def test_turns_go_round_and_the_start_moves_on(players, first, order):
    state = start_game(game_of(players, [SIX] * 2, first=first))
    seen = []
    for die in "OPBYV" * 2 if players == 5 else "OPBY" * 2 if players != 3 else "OPB" * 2:
        seen.append(state.player)
        state = apply(state, Pick(state.round + 1, die, 1, 0))
    assert seen == order
    assert over(state)


def test_colour_numbers_go_6_4_2_in_the_order_of_picks_also_within_a_round():
    state = played(
        game_of(4, [SIX, SIX, SIX]),
        *("O1: A1", "W1=O: A1", "P1: A1", "V1: A1"),
        *("O1:", "P1:", "B1: B1", "V1:"),
        *("O1:", "P1: C1", "B1:", "Y1:"),
    )
    assert [score(state, player)[1]["colours"] for player in range(4)] == [6, 4, 2, 12]
    assert not ended(state), "the fourth to complete orange gets no number, so two count only"


def test_beds_score_3_then_4_on_the_own_sheet():
    state = played(game_of(3, [SIX] * 2), "O1: A1", "P1: B1", "V1:", "O1: A1", "P1:", "B1: C1")
    assert [score(state, player)[1]["beds"] for player in range(3)] == [7, 7, 0]


def test_the_round_is_finished_after_the_third_number():
    state = played(game_of(3, ["O3 P1 B1 Y1 V1 W1"] * 2, "OPB YYY"), "O3: A1 B1 C1", "P1: B1")
    assert not over(state)
    after = apply(state, Pick(1, "B", 1, 0))
    assert over(after)
    assert ended(after)
    assert winners(after) == [0]


def test_a_reroll_changes_the_dice_for_those_after():
    table = ((None, dice("P6 B5 Y4 V3 W2"), None),)
    game = game_of(3, [SIX], rerolls=table)
    state = played(game, "O1:", "*P6:")
    assert dict(state.offer) == dice("B5 Y4 V3 W2")
    assert [sheet.reroll_used for sheet in state.sheets] == [False, True, False]


@pytest.mark.parametrize(
    ("marks", "won"),
    [
        pytest.param(["O1: A1", "P1: B1", "V1:"], [0, 1], id="equal points and ticks are shared"),
        pytest.param(["O1: A1", "P1:", "V1:"], [0], id="most points"),
    ],
)
def test_most_points_win(marks, won):
    assert winners(played(game_of(3, [SIX]), *marks)) == won


def test_fewer_ticks_win_a_tie_in_points():
    game = game_of(3, [SIX], "OOO PPP", rerolls=((dice(SIX), None, None),))
    state = played(game, "*O1: A1", "P1:", "B1:")
    assert [score(state, player)[0] for player in range(3)] == [0, 0, 0]
    assert winners(state) == [0]
