"""Puzzles of the dice game: natural positions, players, forced choices, symmetry."""

from collections.abc import Callable
from dataclasses import asdict, replace
from itertools import combinations, islice
from pathlib import Path

import pytest

from layouts.board import parse_board
from layouts.faults import Faults
from layouts.sources import Source
from solver.dice import players, rules
from solver.dice.game import move_from_json, read, replay
from solver.dice.model import search
from solver.dice.puzzles import KINDS, LEFT, canonical, choices, play, propose
from solver.dice.rules import Instance
from solver.puzzle import Candidate, Puzzle, evaluate, stream

PAIRS = ["XJVMW", "11QES", "2KTXP"]  # which two dice, with one best pair each


def instance_of(table: dict) -> Instance:
    return read(Source(table, "puzzle", Path()))


@pytest.mark.parametrize("kind", [kind.word for kind in KINDS])
def test_proposals_are_sound_positions_with_the_rounds_of_their_kind(kind: str) -> None:
    for candidate in islice(stream("dice", kind, 3), 20):
        table = propose(kind, candidate.seed)
        assert table == propose(kind, candidate.seed)
        instance = instance_of(table)
        left = len(instance.rounds)
        assert left in LEFT[kind]
        assert (instance.circled == 0) == (left == 8)


@pytest.mark.parametrize("kind", ["rounds", "pair"])
def test_both_numbers_of_rounds_come_up(kind: str) -> None:
    tables = [propose(kind, candidate.seed) for candidate in islice(stream("dice", kind, 1), 20)]
    assert {len(table["rounds"]) for table in tables} == set(LEFT[kind])


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_players_play_by_the_rules(level: int) -> None:
    for candidate in islice(stream("dice", "rounds", 2), 2):
        instance = instance_of(propose("rounds", candidate.seed))
        total, _ = replay(instance, play(instance, level))
        best = search(instance, lambda _: None).score
        assert total <= best
        assert total == best or level < len(instance.rounds) + 1


@pytest.mark.parametrize("seed", range(5))
def test_the_greedy_player_takes_what_scores_most_at_the_moment(seed: int) -> None:
    instance = instance_of(propose("pair", seed))
    state = rules.start(instance)
    for pick in players.greedy(instance, 1):
        best = max(rules.score(rules.apply(state, legal))[0] for legal in rules.legal_picks(state))
        state = rules.apply(state, pick)
        assert rules.score(state)[0] == best


@pytest.mark.parametrize("seed", PAIRS)
def test_every_other_pair_of_dice_is_proven_worse(seed: str) -> None:
    number = int("".join(f"{'0123456789ABCDEFGHJKMNPQRSTVWXYZ'.index(c):05b}" for c in seed), 2)
    found = evaluate(Candidate("dice", "pair", number))
    assert isinstance(found, Puzzle)
    instance = instance_of(dict(found.table))
    scores = {}
    for pair in combinations(instance.rounds[0], 2):
        dice = {die: instance.rounds[0][die] for die in pair}
        forced = replace(instance, rounds=(dice, *instance.rounds[1:]))
        scores[pair] = search(forced, lambda _: None).score
    best = [pair for pair, score in scores.items() if score == found.score]
    assert len(best) == 1
    assert found.second == max(score for pair, score in scores.items() if pair != best[0])
    taken = {move_from_json(instance, m).die for m in found.moves if m["round"] == 1}
    assert taken == set(best[0])


def test_a_code_regenerates_its_puzzle() -> None:
    candidate = next(stream("dice", "rounds", 1))
    assert asdict(evaluate(candidate)) == asdict(evaluate(candidate))


def test_choices_are_the_ten_pairs() -> None:
    instance = instance_of(propose("pair", 5))
    asked = []

    def prove(forced: Instance) -> int:
        asked.append(forced.rounds[0])
        return 0

    assert len(dict(choices(instance, prove))) == len(asked) == 10
    assert all(len(dice) == 2 for dice in asked)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that puts a board in place of sheet A."""

    def put(text: str) -> None:
        found = parse_board(text, "OPBYVW", Faults(), "board")
        monkeypatch.setattr("solver.dice.puzzles._board", lambda _: found)

    return put


POSITION = ("OOPB YYVW\nOWPB YVVB\n", ["O1 P2 B3 Y4 V5", "O6 P6 B1 Y1 V1"], ["A1", "D2"])
ALIKE = [
    pytest.param("WVYY BPOO\nBVVY BPWO\n", POSITION[1], ["H1", "E2"], id="mirrored"),
    pytest.param("OWPB YVVB\nOOPB YYVW\n", POSITION[1], ["A2", "D1"], id="upside down"),
    pytest.param("BVVY BPWO\nWVYY BPOO\n", POSITION[1], ["H2", "E1"], id="turned"),
    pytest.param(POSITION[0], POSITION[1][::-1], POSITION[2], id="rounds swapped"),
    pytest.param(
        "PPBY VVOW\nPWBY VOOY\n",
        ["P1 B2 Y3 V4 O5", "P6 B6 Y1 V1 O1"],
        POSITION[2],
        id="colours renamed",
    ),
    pytest.param("VOPB YYVW\nOWPO YVVB\n", *POSITION[1:], id="other colours circled"),
]


def canonical_of(board: Callable[[str], None], text: str, rounds: list, circled: list) -> str:
    board(text)
    return canonical({"sheet": "A", "rounds": rounds, "circled": circled})


@pytest.mark.parametrize(("text", "rounds", "circled"), ALIKE)
def test_positions_equal_up_to_symmetry_have_one_text(
    board: Callable, text: str, rounds: list, circled: list
) -> None:
    assert canonical_of(board, text, rounds, circled) == canonical_of(board, *POSITION)


@pytest.mark.parametrize(
    ("text", "rounds", "circled"),
    [
        pytest.param(POSITION[0], POSITION[1], ["A1"], id="one flower less circled"),
        pytest.param(POSITION[0], POSITION[1][:1], POSITION[2], id="a round less"),
        pytest.param(POSITION[0], ["O1 P2 B3 Y4 V6", POSITION[1][1]], POSITION[2], id="a die"),
        pytest.param("OPOB YYVW\nOWPB YVVB\n", POSITION[1], POSITION[2], id="two flowers"),
    ],
)
def test_other_positions_have_other_texts(
    board: Callable, text: str, rounds: list, circled: list
) -> None:
    assert canonical_of(board, text, rounds, circled) != canonical_of(board, *POSITION)
