"""Codes of puzzles, medals, streams of candidates, and what a candidate must prove."""

import math

import pytest

from layouts.faults import BadInput
from solver.puzzle import (
    ALPHABET,
    SEEDS,
    Candidate,
    Kind,
    Puzzle,
    Rejected,
    Unfit,
    evaluate,
    games,
    kind_of,
    medals,
    puzzles,
    read_code,
    stream,
)
from solver.run import Disagreement

CODE = Candidate("dice", "pair", 123_456).code


@pytest.mark.parametrize("seed", [0, 1, 31, 32, 123_456, SEEDS - 1])
def test_a_code_leads_back_to_its_candidate(seed: int) -> None:
    for kind in puzzles("dice").KINDS:
        candidate = Candidate("dice", kind.word, seed)
        assert read_code(candidate.code) == candidate
        assert read_code(candidate.code.lower()) == candidate


def test_every_single_mistyped_character_is_noticed() -> None:
    for at, letter in enumerate(CODE):
        for other in ALPHABET.replace(letter, "") if letter != "-" else "":
            with pytest.raises(BadInput):
                read_code(CODE[:at] + other + CODE[at + 1 :])


def test_every_pair_of_swapped_characters_is_noticed() -> None:
    letters = list(CODE)
    for at in range(len(letters)):
        for to in range(at):
            swapped = letters.copy()
            swapped[at], swapped[to] = letters[to], letters[at]
            if swapped != letters:
                with pytest.raises(BadInput):
                    read_code("".join(swapped))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        pytest.param("", "parts", id="nothing"),
        pytest.param("DP-123", "parts", id="too short"),
        pytest.param("X" + CODE[1:], "first letter", id="no game"),
        pytest.param("DX" + CODE[2:], "second letter", id="no kind"),
        pytest.param(CODE[:4] + "*" + CODE[5:], "middle part", id="no letter of codes"),
        pytest.param(CODE[:-1] + "$", "last part", id="no check character"),
        pytest.param(CODE[:-1] + ALPHABET[ALPHABET.index(CODE[-1]) - 1], "last character", id="x"),
    ],
)
def test_a_mistyped_code_says_which_part_is_wrong(text: str, part: str) -> None:
    with pytest.raises(BadInput, match=f": {part}: "):
        read_code(text)


def test_o_i_and_l_are_read_as_the_digits_they_look_like() -> None:
    candidate = Candidate("dice", "full", 32)  # 00010
    head, seed, tail = candidate.code.split("-")
    assert seed == "00010"
    assert read_code(f"{head}-OOOiO-{tail}") == read_code(f"{head}-OOOLO-{tail}") == candidate


def test_a_code_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles("dice"), "VERSION", 7)
    code = Candidate("dice", "full", 5).code
    monkeypatch.undo()
    with pytest.raises(BadInput, match="version: the puzzle is of version 7"):
        read_code(code)


def test_kinds_of_a_game_have_letters_of_their_own() -> None:
    for word in games():
        letters = [kind.letter for kind in puzzles(word).KINDS]
        assert len(set(letters)) == len(letters)
        assert set(letters) <= set(ALPHABET)


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="did you mean 'pair'"):
        kind_of("dice", "pairs")


@pytest.mark.parametrize(
    ("reached", "expected"),
    [
        pytest.param([], {}, id="the first player reaches the best"),
        pytest.param([4], {"bronze": 4}, id="one"),
        pytest.param([4, 4, 7], {"bronze": 4, "silver": 7}, id="two different"),
        pytest.param([9, 4, 7], {"bronze": 4, "silver": 7, "gold": 9}, id="three"),
        pytest.param([1, 2, 3, 9], {"bronze": 1, "silver": 3, "gold": 9}, id="four"),
        pytest.param([-4, 0, 7], {"bronze": 7}, id="no points, no medal"),
    ],
)
def test_medals_rise_and_come_from_what_players_reach(
    reached: list[int], expected: dict[str, int]
) -> None:
    assert medals(reached) == expected


def test_a_stream_is_the_same_every_time_and_repeats_nothing() -> None:
    first, again = stream("dice", "pair", 5), stream("dice", "pair", 5)
    seeds = [next(first).seed for _ in range(2000)]
    assert seeds == [next(again).seed for _ in range(2000)]
    assert len(set(seeds)) == 2000
    assert seeds[:5] != [next(stream("dice", "full", 5)).seed] * 5


class Fake:
    """A game of its own on top of dice positions: what the tests want to happen."""

    VERSION = 1
    KINDS = (Kind("pick", "P", "choice", (1,), ""),)
    moves: tuple = ()
    answers: tuple = (("a", 1), ("b", 0))

    def propose(self, kind: str, seed: int) -> dict:
        if seed == 0:
            raise Unfit("too dull")
        return {"game": "dice", "board": {"text": "OP\n"}, "rounds": ["O1 P1 B6 Y6 V6"]}

    def play(self, instance: object, level: int) -> tuple:
        picks = [("orange", "A1"), ("pink", "B1")]
        reach = 2 if level >= 3 else 1
        return tuple(
            {"round": 1, "die": die, "value": 1, "cells": [cell] * (n < reach), "rerolled": False}
            for n, (die, cell) in enumerate(picks)
        )

    def choices(self, instance: object, prove: object) -> tuple:
        return self.answers

    def canonical(self, table: dict) -> str:
        return "x"


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    game = Fake()
    monkeypatch.setattr("solver.puzzle.puzzles", lambda word: game)
    return game


BEST = 12  # both colours, the one bed, the re-roll


def test_the_level_is_that_of_the_first_player_who_reaches_the_best(fake: Fake) -> None:
    fake.answers = (("a", BEST), ("b", 3))
    found = evaluate(Candidate("dice", "pick", 1))
    assert (found.score, found.level, found.answer, found.second) == (BEST, 3, "a", 3)
    assert list(found.medals) == ["bronze"]
    assert found.medals["bronze"] < BEST


def test_what_no_player_reaches_is_of_the_last_level(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake.answers = (("a", BEST), ("b", 3))
    everybody = fake.play
    monkeypatch.setattr(fake, "play", lambda instance, level: everybody(instance, 1))
    assert evaluate(Candidate("dice", "pick", 1)).level == 5


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        pytest.param([("a", BEST), ("b", BEST)], "several best answers", id="two are best"),
        pytest.param([("a", BEST)], "only one answer", id="no choice"),
    ],
)
def test_a_choice_without_one_best_answer_is_rejected(
    fake: Fake, answers: list, reason: str
) -> None:
    fake.answers = tuple(answers)
    assert evaluate(Candidate("dice", "pick", 1)).reason == reason


def test_a_proposal_may_be_rejected_by_its_game(fake: Fake) -> None:
    found = evaluate(Candidate("dice", "pick", 0))
    assert isinstance(found, Rejected)
    assert found.reason == "too dull"


def test_what_a_limit_leaves_unproven_is_rejected(fake: Fake) -> None:
    assert evaluate(Candidate("dice", "pick", 1), limit_s=-1).reason == "not proven"


def test_what_takes_more_work_than_allowed_is_rejected_wherever_it_runs() -> None:
    candidate = Candidate("field", "round", 26_791_968)
    assert evaluate(candidate, work=0.01) == Rejected(candidate.code, "takes long to prove")


@pytest.mark.parametrize(
    ("word", "kind", "seed"),
    [("field", "last", 15_538_054), ("garden", "plan", 7_850_299)],
    ids=["CP-SAT", "plain Python"],
)
def test_a_puzzle_is_the_same_whatever_work_is_allowed(word: str, kind: str, seed: int) -> None:
    usual = evaluate(Candidate(word, kind, seed))
    assert isinstance(usual, Puzzle)
    assert evaluate(Candidate(word, kind, seed), work=math.inf) == usual
    assert isinstance(evaluate(Candidate(word, kind, seed), work=1e-9), Rejected)


def test_a_best_answer_that_differs_from_the_best_play_is_a_bug_of_ours(fake: Fake) -> None:
    fake.answers = (("a", BEST - 1), ("b", 0))
    with pytest.raises(Disagreement, match="best choice a"):
        evaluate(Candidate("dice", "pick", 1))
