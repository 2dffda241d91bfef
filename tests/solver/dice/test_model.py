"""What must hold of proved optima whatever the numbers are, and what a search tells on its way."""

import math
import random
import time
from dataclasses import replace

import pytest

from layouts.board import Board
from layouts.faults import Faults
from solver.dice import best, best_model, game, model
from solver.dice.columns import columns_of
from solver.dice.design import built_in
from solver.dice.instance import read_cells
from solver.dice.model import BoardModel
from solver.dice.plays import reading_order
from solver.dice.rules import COLOURS, Instance, Readings
from solver.finding import Finding
from solver.run import verified


def medium(seed: int, readings: Readings | None = None) -> Instance:
    """Return three rounds on 24 flowers in four beds."""
    rng = random.Random(seed)
    rows = tuple("".join(rng.choice("OPBYVW") for _ in range(6)) for _ in range(4))
    rounds = tuple({c: rng.randint(1, 6) for c in COLOURS} for _ in range(3))
    return Instance(Board(rows, 3, 2), rounds, readings=readings or Readings())


def optimum(instance: Instance) -> int:
    finding = model.search(instance, lambda _: None)
    assert finding.proved
    verified(game.replay, instance, finding)
    assert finding.score is not None
    return finding.score


SWITCHES = [
    Readings(),
    Readings(solo_end="basic"),
    Readings(white_needed=True),
    Readings(may_circle_none=False),
]


@pytest.mark.parametrize("readings", SWITCHES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_a_mirrored_board_keeps_the_optimum(seed: int, readings: Readings) -> None:
    instance = medium(seed, readings)
    board = instance.board
    mirrored = Board(tuple(row[::-1] for row in board.rows), board.bed_width, board.bed_height)
    upside_down = Board(board.rows[::-1], board.bed_width, board.bed_height)
    expected = optimum(instance)
    assert optimum(replace(instance, board=mirrored)) == expected
    assert optimum(replace(instance, board=upside_down)) == expected


@pytest.mark.parametrize("readings", SWITCHES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_exchanged_colours_keep_the_optimum(seed: int, readings: Readings) -> None:
    instance = medium(seed, readings)
    other = dict(zip(COLOURS, [*list(COLOURS)[1:], *list(COLOURS)[:1]], strict=True)) | {"W": "W"}
    rows = tuple("".join(other[letter] for letter in row) for row in instance.board.rows)
    rounds = tuple({other[c]: value for c, value in dice.items()} for dice in instance.rounds)
    board = replace(instance.board, rows=rows)
    assert optimum(replace(instance, board=board, rounds=rounds)) == optimum(instance)


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_rounds_does_not_matter_in_the_default_game(seed: int) -> None:
    instance = medium(seed)
    assert optimum(replace(instance, rounds=instance.rounds[::-1])) == optimum(instance)


@pytest.mark.parametrize("seed", range(5))
def test_a_restriction_never_raises_the_optimum(seed: int) -> None:
    instance = medium(seed)
    free = optimum(instance)
    for switch in (Readings(white_needed=True), Readings(may_circle_none=False)):
        assert optimum(replace(instance, readings=switch)) <= free
    unable = replace(instance, reroll_used=True)
    assert optimum(unable) == free - 1


@pytest.mark.parametrize("seed", range(5))
def test_known_re_rolls_never_lower_the_optimum(seed: int) -> None:
    instance = medium(seed)
    rng = random.Random(seed)
    rerolls = tuple(
        ({c: rng.randint(1, 6) for c in COLOURS}, {c: rng.randint(1, 6) for c in COLOURS})
        for _ in instance.rounds
    )
    assert optimum(replace(instance, rerolls=rerolls)) >= optimum(instance)


@pytest.mark.parametrize("seed", range(3))
def test_connection_through_circled_flowers_never_lowers_the_optimum(seed: int) -> None:
    rng = random.Random(seed)
    whole = medium(seed)
    instance = replace(
        whole,
        rounds=whole.rounds[:1],
        circled=sum(1 << cell for cell in range(24) if rng.random() < 0.6),
    )
    through = replace(instance, readings=Readings(through_circled=True))
    assert optimum(through) >= optimum(instance)


def test_ticks_are_subtracted_and_the_rest_stays() -> None:
    instance = medium(1)
    assert optimum(replace(instance, ticks=5)) == optimum(instance) - 5


def test_the_same_question_has_the_same_answer_to_the_last_cell() -> None:
    instance = medium(4)
    found = [model.search(instance, lambda _: None) for _ in range(2)]
    assert found[0] == found[1]


def test_news_only_get_better_and_end_in_the_answer() -> None:
    told: list[Finding] = []
    last = model.search(medium(2), told.append)
    scores = [finding.score for finding in told if finding.score is not None]
    bounds = [finding.bound for finding in told if finding.bound is not None]
    assert scores == sorted(scores)
    assert bounds == sorted(bounds, reverse=True)
    assert last.score == scores[-1] == last.bound


@pytest.mark.parametrize(
    "readings", [Readings(), Readings(solo_end="basic"), Readings(through_circled=True)], ids=str
)
def test_a_deadline_that_has_passed_leaves_a_play_and_proves_nothing(readings: Readings) -> None:
    rng = random.Random(1)
    rounds = tuple({c: rng.randint(1, 6) for c in COLOURS} for _ in range(8))
    instance = Instance(built_in()[0], rounds, readings=readings)
    finding = model.search(instance, lambda _: None, deadline=time.monotonic())
    assert not finding.complete
    assert finding.score is not None and finding.bound is not None
    assert finding.score < finding.bound
    verified(game.replay, instance, finding)


def test_a_board_model_gives_what_a_search_gives() -> None:
    rng = random.Random(3)
    board = Board(("OPBYVW", "WOPBYV", "VWOPBY"), 3, 3)
    asked = BoardModel(board)
    for _ in range(3):
        rounds = tuple({c: rng.randint(1, 4) for c in COLOURS} for _ in range(2))
        score = optimum(Instance(board, rounds))
        assert asked.hindsight(rounds) == (score, score)


def test_no_dice_do_better_than_the_best_dice() -> None:
    rng = random.Random(5)
    rows = tuple("".join(rng.choice("OPBYVW") for _ in range(8)) for _ in range(6))
    board = Board(rows, 4, 3)
    asked = best.Best(board)
    finding = best_model.search(asked, lambda _: None)
    assert finding.proved
    shown = verified(best.replay, asked, finding)["rounds"]
    assert len(shown) == 8
    rounds = best.dice_of(game.moves_from_json(Instance(board, ()), [*map(dict, finding.moves)]))
    assert optimum(Instance(board, rounds)) == finding.score
    for _ in range(3):
        rolled = tuple({c: rng.randint(1, 6) for c in COLOURS} for _ in range(8))
        score, _ = BoardModel(board).hindsight(rolled, math.inf)
        assert score <= (finding.score or 0)


def test_every_connected_set_is_a_column_once() -> None:
    board = Board(("OOO", "OOO"), 3, 2)
    found = columns_of(board).sets
    assert len(found) == len(set(found)) == 40  # of 63 sets of a 2 x 3 grid
    circled = read_cells(board, ["B1", "B2"], Faults(), "circled")
    assert len(columns_of(board, circled).sets) == 6


def test_reading_order_goes_by_the_first_cell_that_differs() -> None:
    sets = [0b100, 0b011, 0b001, 0b101]
    assert sorted(sets, key=reading_order) == [0b001, 0b011, 0b101, 0b100]
