"""Other ways to prove a result agree, disagree or stay undecided."""

from dataclasses import replace
from pathlib import Path

import pytest

from layouts.sources import Source
from solver.certify import Certificate, Check, certify
from solver.run import solve

NAMES = {"rules": "fake_rules", "model": "fake_model"}


def checks(word: str) -> dict[str, Check]:
    source = Source({"game": "dice", "word": word}, "test", Path())
    result = solve(source, **NAMES).result  # type: ignore[arg-type]
    certificate = certify(source, result, **NAMES)  # type: ignore[arg-type]
    return {check.way: check for check in certificate.checks}


@pytest.mark.usefixtures("fakes")
def test_every_way_says_what_it_found() -> None:
    found = checks("proves")
    outcomes = {way: check.outcome for way, check in found.items()}
    assert outcomes == {
        "another seed": "agrees",
        "other": "agrees",
        "wrong": "disagrees",
        "slow": "undecided",
    }
    assert (found["wrong"].score, found["wrong"].bound) == (7, 7)


@pytest.mark.usefixtures("fakes")
def test_that_no_play_exists_is_certified_too() -> None:
    found = checks("finds nothing")
    assert found["another seed"].outcome == "agrees"
    assert found["slow"].outcome == "undecided"


@pytest.mark.parametrize(
    ("outcomes", "holds"),
    [
        (["agrees", "agrees"], True),
        (["agrees", "undecided"], True),
        (["undecided", "undecided"], False),
        (["agrees", "disagrees"], False),
        ([], False),
    ],
)
def test_a_certificate_holds_if_some_agree_and_none_disagrees(
    outcomes: list[str], holds: bool
) -> None:
    made = tuple(Check("a way", outcome) for outcome in outcomes)  # type: ignore[arg-type]
    assert Certificate(made).holds == holds


def test_a_small_dice_game_is_certified_by_every_way_and_a_false_score_by_none() -> None:
    table = {
        "game": "dice",
        "rounds": ["O2 P1 B3 Y1 V2", "O1 P2 B1 Y3 V2"],
        "board": {"text": "OP OB\nVY OW"},
    }
    source = Source(table, "test", Path())
    result = solve(source).result
    assert {check.outcome for check in certify(source, result).checks} == {"agrees"}
    false = replace(result, score=result.score - 1, bound=result.score - 1)  # type: ignore[operator]
    assert {check.outcome for check in certify(source, false).checks} == {"disagrees"}
