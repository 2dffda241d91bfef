"""What every game's puzzles must do: sound proposals, honest players, proofs, codes."""

from dataclasses import asdict
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from layouts.sources import Source
from solver.games import game
from solver.puzzle import (
    LEVELS,
    Candidate,
    Kind,
    Puzzle,
    Unfit,
    evaluate,
    games,
    puzzles,
    read_code,
    stream,
)

PLAYERS = LEVELS[:-1]
CASES = [
    pytest.param(word, kind, id=f"{word} {kind.word}")
    for word in games()
    if word != "dice"  # whole games take long; tests/solver/dice/test_puzzles.py
    for kind in puzzles(word).KINDS
]


def proposals(word: str, kind: str, count: int) -> list[dict[str, Any]]:
    """Return the tables of some candidates that are worth solving."""
    made = []
    for candidate in islice(stream(word, kind, 3), 10 * count):
        try:
            made.append(puzzles(word).propose(kind, candidate.seed))
        except Unfit:
            continue
    return made[:count]


@cache
def some(word: str, kind: str) -> tuple[Puzzle, ...]:
    """Return the first puzzles of a kind."""
    outcomes = map(evaluate, stream(word, kind, 4))
    return tuple(islice((one for one in outcomes if isinstance(one, Puzzle)), 2))


def read(word: str, table: dict[str, Any]) -> Any:
    return game(word).read(Source(dict(table), "puzzle", Path()))


@pytest.mark.parametrize(("word", "kind"), CASES)
def test_proposals_are_sound_and_the_same_every_time(word: str, kind: Kind) -> None:
    tables = proposals(word, kind.word, 10)
    assert tables == proposals(word, kind.word, 10)
    for table in tables:
        assert read(word, table)
    assert len({puzzles(word).canonical(table) for table in tables}) == len(tables)


@pytest.mark.parametrize(("word", "kind"), CASES)
def test_players_play_by_the_rules_and_never_better_than_the_proof(word: str, kind: Kind) -> None:
    for puzzle in some(word, kind.word):
        instance = read(word, dict(puzzle.table))
        reached = [
            game(word).replay(instance, puzzles(word).play(instance, level))[0] for level in PLAYERS
        ]
        assert max(reached) <= puzzle.score
        first = next(
            (n for n, score in zip(PLAYERS, reached, strict=True) if score == puzzle.score), 5
        )
        assert puzzle.level == first
        assert set(puzzle.medals.values()) <= set(reached)


@pytest.mark.parametrize(("word", "kind"), CASES)
def test_the_answer_replays_to_its_score(word: str, kind: Kind) -> None:
    for puzzle in some(word, kind.word):
        instance = read(word, dict(puzzle.table))
        assert game(word).replay(instance, puzzle.moves) == (puzzle.score, puzzle.breakdown)
        if kind.question == "choice":
            assert puzzle.answer
            assert puzzle.second is not None
            assert puzzle.second < puzzle.score


@pytest.mark.parametrize(("word", "kind"), CASES)
def test_a_code_regenerates_its_puzzle(word: str, kind: Kind) -> None:
    puzzle = some(word, kind.word)[0]
    again = evaluate(read_code(puzzle.code))
    assert asdict(again) == asdict(puzzle)
    assert puzzle.code == Candidate(word, kind.word, puzzle.seed).code
