"""Puzzles of the number-card game: sizes, players who look ahead, fields that are equal."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from layouts.sources import Source
from solver.field.deck import standard
from solver.field.game import read, replay
from solver.field.puzzles import HAND, KINDS, LARGE, LYING, canonical, play, propose
from solver.puzzle import stream

FLOWERS = standard()


def tables(kind: str, count: int) -> list[dict[str, Any]]:
    return [propose(kind, candidate.seed) for candidate in islice(stream("field", kind, 6), count)]


def instance_of(table: dict[str, Any]) -> Any:
    return read(Source(table, "puzzle", Path()))


@pytest.mark.parametrize("kind", [kind.word for kind in KINDS])
def test_fields_hands_and_decks_have_the_sizes_of_their_kind(kind: str) -> None:
    for table in tables(kind, 15):
        instance = instance_of(table)
        few, many = LYING[kind]
        assert few < len(instance.field) <= many + 1
        if kind == "placement":
            assert HAND[0] <= len(instance.cards) <= HAND[1]
        else:
            assert LARGE[kind][0] <= len(table["large"]) <= LARGE[kind][1]
        assert (instance.round == 3) == (kind == "last")


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", [kind.word for kind in KINDS])
def test_players_play_by_the_rules(kind: str, level: int) -> None:
    for table in tables(kind, 2):
        instance = instance_of(table)
        total, _ = replay(instance, play(instance, level))
        assert total >= 0


def test_looking_one_card_further_finds_what_two_cards_do_together() -> None:
    found = []
    for table in tables("placement", 30):
        instance = instance_of(table)
        scores = [replay(instance, play(instance, level))[0] for level in (1, 2)]
        found.append(scores[1] - scores[0])
    assert max(found) > 0


def test_the_greedy_player_takes_what_scores_at_once() -> None:
    first = dict.fromkeys(FLOWERS[card] for card in range(26, 51))
    lowest = [next(c for c in range(26, 51) if FLOWERS[c] == flower) for flower in first]
    *three, fourth = lowest[:4]
    row = [[x, 0, card] for x, card in enumerate(("25s", *three))]
    known = next(card for card in range(1, 25) if FLOWERS[card] == FLOWERS[three[0]])
    table = {
        "game": "field",
        "kind": "placement",
        "round": 1,
        "field": row,
        "cards": [known, fourth],
    }
    instance = instance_of(table)
    assert play(instance, 1)[0] == {"card": fourth, "at": [4, 0]}


TABLE: dict[str, Any] = {
    "kind": "round",
    "round": 1,
    "field": [[0, 0, "25s"], [0, 1, 30], [1, 0, 28]],
    "large": [3, 40, 44],
    "small": [7, 50],
}


@pytest.mark.parametrize(
    "field",
    [
        pytest.param([[0, 0, "25s"], [1, 0, 30], [0, 1, 28]], id="rows and columns swapped"),
        pytest.param([[5, -1, "25s"], [5, 0, 30], [6, -1, 28]], id="moved"),
    ],
)
def test_fields_equal_up_to_symmetry_have_one_text(field: list[list[Any]]) -> None:
    assert canonical({**TABLE, "field": field}) == canonical(TABLE)


def test_low_and_high_may_change_places_and_flowers_their_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = dict(zip(("iris", "lily", "tulip", "calla"), "badc", strict=True))
    mirrored = {
        50 - card: names.get(flower, flower) for card, flower in FLOWERS.items() if card < 50
    }
    whole = canonical({**TABLE, "small": [7, 49]})
    monkeypatch.setattr("solver.field.puzzles.standard", lambda: mirrored)
    other = {
        **TABLE,
        "field": [[0, 0, "25s"], [0, -1, 20], [-1, 0, 22]],
        "large": [47, 10, 6],
        "small": [43, 1],
    }
    assert canonical(other) == whole


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"round": 2}, id="another round"),
        pytest.param({"large": [3, 40, 45]}, id="another card"),
        pytest.param({"large": [3, 40, 50], "small": [7, 44]}, id="decks changed"),
        pytest.param({"field": [[0, 0, "25s"], [0, 1, 30]]}, id="a card less"),
    ],
)
def test_other_fields_have_other_texts(change: dict[str, Any]) -> None:
    assert canonical({**TABLE, **change}) != canonical(TABLE)
