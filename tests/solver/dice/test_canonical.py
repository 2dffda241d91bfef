"""Of all optimal plays the one that is named by the order comes out, whoever found which first."""

import math
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from layouts.board import Board
from solver.dice import best, best_model, model
from solver.dice.canonical import least_play
from solver.dice.columns import LETTERS, columns_of
from solver.dice.design import built_in
from solver.dice.game import moves_from_json
from solver.dice.plays import reading_order
from solver.dice.rules import (
    COLOURS,
    FACTS,
    Instance,
    Pick,
    Readings,
    State,
    apply,
    completed,
    legal_picks,
    over,
    score,
    start,
)
from solver.dice.task import task_of
from solver.dice.tree import Tree
from solver.variants import VARIANTS
from tests.bench.bench_dice import game

BOARDS = ["OPB", "OP/BW", "OPBV", "WW/WW", "OPW/BVY", "OO/PP/BB", "OOPPBB", "OVW/YBP", "OPBY/VWOP"]


def small(seed: int) -> Instance:
    """Return one or two rounds on a small board, with switches and re-rolls now and then."""
    rng = random.Random(seed)
    rows = tuple(rng.choice(BOARDS).split("/"))
    rows = rows if rng.random() < 0.5 else tuple(row[::-1] for row in rows)
    width = rng.choice([w for w in (1, 2, 3) if len(rows[0]) % w == 0])
    board = Board(rows, width, rng.choice([1, len(rows)]))
    length = rng.choice([1, 2]) if board.size <= 4 + 2 * (seed % 8 == 0) else 1
    highest = rng.choice([1, 2, 3]) if length == 1 else 2

    def roll() -> dict[str, int]:
        return {colour: rng.randint(1, highest) for colour in COLOURS}

    rerolls = tuple((rng.choice([None, roll()]), rng.choice([None, roll()])) for _ in range(length))
    return Instance(
        board,
        tuple(roll() for _ in range(length)),
        rerolls if rng.random() < 0.4 else (),
        rng.choice([0, 0, 1, 4]),
        readings=Readings(
            rng.choice(["rounds", "basic"]), False, rng.random() < 0.7, rng.random() < 0.3
        ),
    )


def optimal_plays(instance: Instance) -> Iterator[tuple[Pick, ...]]:
    """Yield every play that reaches the best score; the two dice of a round in any order."""
    known: dict[Any, int | None] = {}

    def value(state: State) -> int | None:
        key = state.round, state.turn, state.sheets, state.offer
        if key not in known:
            if over(state):
                known[key] = score(state)[0]
            else:
                after = [value(apply(state, pick)) for pick in legal_picks(state)]
                known[key] = max((v for v in after if v is not None), default=None)
        return known[key]

    def walk(state: State, played: tuple[Pick, ...]) -> Iterator[tuple[Pick, ...]]:
        if over(state):
            yield played
            return
        for pick in legal_picks(state):
            after = apply(state, pick)
            if value(after) == most:
                yield from walk(after, (*played, pick))

    most = value(start(instance))
    if most is not None:
        yield from walk(start(instance), ())


def key_of(instance: Instance, picks: Sequence[Pick]) -> Any:
    """Return what the order compares, step by step, and at its end how dice got their groups."""
    board, readings = instance.board, instance.readings
    circled = instance.circled | sum(pick.cells for pick in picks)
    last = picks[-1].round if picks else 0
    phased = task_of(instance).early != ()  # the end may come early
    kinds = [(phased and pick.round == last, LETTERS.index(pick.die)) for pick in picks]
    again = [(pick.round, place % 2) for place, pick in enumerate(picks) if pick.rerolled]
    done = completed(board, circled, readings)
    by_beds = last < len(instance.rounds) and len(done) < FACTS["end"]["colours"]
    open_colours = set(board.letters) - set(completed(board, instance.circled, readings))
    groups: list[Any] = [(1,)] * board.size
    for kind, pick in zip(kinds, picks, strict=True):
        for cell in range(board.size):
            if pick.cells >> cell & 1:
                groups[cell] = (0, kind, reading_order(pick.cells))
    return (
        (last, again != [], again, by_beds),
        [colour not in done for colour in LETTERS if colour in open_colours],
        [bool(bed & ~circled) for bed in board.beds if bed & ~instance.circled],
        sorted((pick.round, LETTERS.index(pick.die)) for pick in picks),
        groups,
        sorted(
            (kind, -pick.value, pick.round, -pick.cells.bit_count(), reading_order(pick.cells))
            for kind, pick in zip(kinds, picks, strict=True)
        ),
    )


def check(seed: int) -> None:
    instance = small(seed)
    plays = optimal_plays(instance)
    expected = min((key_of(instance, play) for play in plays), default=None)
    finding = model.search(instance, lambda _: None, seed=seed)
    if expected is None:
        assert finding.score is None, instance
        return
    picks = moves_from_json(instance, [dict(move) for move in finding.moves])
    assert key_of(instance, picks) == expected, instance


@pytest.mark.parametrize("block", range(20))
def test_the_play_found_is_the_least_of_all_optimal_plays(block: int) -> None:
    for seed in range(10 * block, 10 * block + 10):
        check(seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(20))
def test_the_play_found_is_the_least_in_a_thousand_small_instances(block: int) -> None:
    for seed in range(50 * block + 200, 50 * block + 250):
        check(seed)


def test_many_optimal_plays_are_compared() -> None:
    assert sum(1 for seed in range(20) for _ in optimal_plays(small(seed))) > 500


WAYS: list[dict[str, Any]] = [{"seed": 1}, {"seed": 2}, *({"variant": name} for name in VARIANTS)]


def check_ways(instance: Instance) -> None:
    expected = model.search(instance, lambda _: None)
    assert expected.complete
    for way in WAYS:
        assert model.search(instance, lambda _: None, **way) == expected, way


@pytest.mark.parametrize("seed", range(20))
def test_every_seed_and_engine_ends_in_the_same_play(seed: int) -> None:
    check_ways(small(seed))


@pytest.mark.parametrize("number", [2, 6])
def test_every_seed_and_engine_ends_in_the_same_play_of_a_whole_game(number: int) -> None:
    check_ways(game(number))


@pytest.mark.full
@pytest.mark.parametrize("number", range(7, 20))
def test_every_seed_and_engine_ends_in_the_same_play_of_many_games(number: int) -> None:
    check_ways(game(number))


def test_every_seed_and_engine_ends_in_the_same_best_play() -> None:
    asked = best.Best(built_in()[0])
    expected = best_model.search(asked, lambda _: None)
    assert expected.proved
    for way in WAYS:
        assert best_model.search(asked, lambda _: None, **way) == expected, way


def test_a_deadline_before_the_least_play_leaves_what_is_proved() -> None:
    instance = small(0)
    task = task_of(instance)
    columns = columns_of(instance.board, instance.circled)
    tree = Tree(columns, task, lambda play, bound: None, math.inf)
    closed = tree.search()
    tree.deadline = 0
    assert least_play(tree) is None
    tree.deadline = math.inf
    least = least_play(tree)
    assert closed.play is not None and least is not None
    assert least.score == closed.play.score
