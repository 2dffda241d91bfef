"""Puzzles of the tile game: what each player sees, and positions that are equal."""

from itertools import islice
from pathlib import Path

import pytest

from layouts.sources import Source
from solver.puzzle import stream
from solver.tiles.game import read
from solver.tiles.players import play, turns
from solver.tiles.puzzles import canonical, propose
from solver.tiles.rules import JOKER, Instance, Play, Swap, start
from solver.tiles.turn import best_turn

# 9 flowers by 31 32 33 34 36 (33 has 5), 3 more with 30 stolen, 1 more with the joker and 39
SEEN = Instance("turn", (31, 32, 33, 34, 36, JOKER, 39), ((26, 27, 28, 30),), objective="reward")


@pytest.mark.parametrize(
    ("level", "token"),
    [
        pytest.param(1, 9, id="a plain row"),
        pytest.param(2, 12, id="a tile stolen"),
        pytest.param(3, 13, id="a joker, too"),
    ],
)
def test_each_thing_to_think_of_takes_a_level(level: int, token: int) -> None:
    [move] = play(SEEN, level)
    assert isinstance(move, Play)
    assert move.token == token


def test_who_thinks_of_all_plays_the_best_turn() -> None:
    for candidate in islice(stream("tiles", "turn", 1), 20):
        instance = read(Source(propose("turn", candidate.seed), "puzzle", Path()))
        best, moves = best_turn(instance)
        things = sum(
            1 if isinstance(m, Swap) else m.from_hand.count(JOKER) + len(getattr(m, "stolen", ()))
            for m in moves
        )
        most = max(turn.gain for turn in turns(instance, start(instance)))
        assert most == best
        if things <= 3:
            assert play(instance, things + 1)[-1].token == moves[-1].token


def test_the_greedy_player_takes_the_best_turn_again_and_again() -> None:
    instance = Instance("harvest", (10, 11, 12, 40, 41, 42, 43, 44))
    moves = play(instance, 1)
    assert [move.sequence[0] for move in moves] == [40, 10]


def test_looking_further_ahead_wins_more() -> None:
    # all six at once win 6; five and three, with two stolen again, win 5 and 3
    instance = Instance("harvest", (14, 16, 17, 18, 19, 21))
    greedy, looking = (
        sum(move.token or 0 for move in play(instance, level) if isinstance(move, Play))
        for level in (1, 2)
    )
    assert looking > greedy


def test_harvests_of_puzzles_have_no_jokers_and_turns_have_some() -> None:
    for kind, some in [("harvest", False), ("turn", True)]:
        for candidate in islice(stream("tiles", kind, 2), 20):
            table = propose(kind, candidate.seed)
            assert any("J" in row for row in [table["hand"], *table["table"]]) == some


TABLE = {"kind": "harvest", "hand": [1, 2, 4], "table": [[5, 6, 7], [8, 9, 10]], "tokens": [1, 3]}


def test_rows_in_another_order_are_the_same_puzzle() -> None:
    assert canonical(TABLE) == canonical({**TABLE, "table": TABLE["table"][::-1]})


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"kind": "turn"}, id="kind"),
        pytest.param({"hand": [1, 2, 3]}, id="hand"),
        pytest.param({"table": [[5, 6, 7]]}, id="table"),
        pytest.param({"tokens": [1, 4]}, id="tokens"),
    ],
)
def test_other_positions_are_other_puzzles(change: dict) -> None:
    assert canonical(TABLE) != canonical({**TABLE, **change})
