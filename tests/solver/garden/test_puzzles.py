"""Puzzles of the garden game: small gardens, players who weigh more, gardens that are equal."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from layouts.sources import Source
from solver.garden.game import read, replay
from solver.garden.model import search
from solver.garden.players import FIRSTS
from solver.garden.puzzles import MOST_WIDE, canonical, choices, play, propose
from solver.garden.rules import LAWN, bed_points, lawn_points, lay_all, legal_placements
from solver.puzzle import Unfit, stream


def tables(kind: str, count: int) -> list[dict[str, Any]]:
    found = []
    for candidate in islice(stream("garden", kind, 6), 3 * count):
        try:
            found.append(propose(kind, candidate.seed))
        except Unfit:
            continue
    return found[:count]


def instance_of(table: dict[str, Any]) -> Any:
    return read(Source(table, "puzzle", Path()))


@pytest.mark.parametrize("kind", ["card", "plan"])
def test_gardens_are_small_and_the_ornament_stands_on_a_bed_and_a_lawn(kind: str) -> None:
    for table in tables(kind, 15):
        instance = instance_of(table)
        garden = lay_all(instance.laid)
        for along in zip(*garden, strict=True):
            assert max(along) - min(along) < MOST_WIDE
        bed, lawn = instance.table.pawns[instance.me].ornament
        assert (garden[bed], garden[lawn]) == (instance.me, LAWN)


def test_the_hand_of_a_choice_differs_little_in_beds() -> None:
    for table in tables("card", 15):
        beds = [int(name[-1]) for name in table["hand"]]
        assert beds == sorted(beds)
        lying = {row[0] for row in table["cards"]}
        between = {f"{table['me']}-{n}" for n in range(beds[0], beds[-1] + 1)}
        assert between - set(table["hand"]) <= lying


def test_the_first_player_lays_the_largest_card_as_it_lies_in_the_hand() -> None:
    for table in tables("card", 4):
        instance = instance_of(table)
        [move] = play(instance, 1)
        assert (move["card"], move["turn"]) == (table["hand"][-1], 0)
        scores = [
            bed_points(garden, instance.me) + lawn_points(garden, instance.table.pawns, instance.me)
            for laid in legal_placements(instance.table, instance.hand[-1])
            if not laid.turn
            for garden in [{**instance.table.garden, **laid.spaces()}]
        ]
        assert replay(instance, [move])[0] == max(scores)


def test_who_tries_more_cards_scores_no_less() -> None:
    for table in tables("card", 8):
        instance = instance_of(table)
        scores = [replay(instance, play(instance, level))[0] for level in (1, 2, 3, 4)]
        assert scores == sorted(scores)
        assert scores[-1] <= search(instance, lambda _: None).score


def test_who_sees_more_first_cards_through_scores_no_less() -> None:
    assert list(FIRSTS.values()) == sorted(FIRSTS.values())
    for table in tables("plan", 2):
        instance = instance_of(table)
        scores = [replay(instance, play(instance, level))[0] for level in (1, 2, 3)]
        assert scores == sorted(scores)


def test_choices_are_the_cards_of_the_hand() -> None:
    [table] = tables("card", 1)
    asked = []

    def prove(forced: Any) -> int:
        asked.append([card.name for card in forced.hand])
        return 7

    assert dict(choices(instance_of(table), prove)) == dict.fromkeys(table["hand"], 7)
    assert asked == [[name] for name in table["hand"]]


TABLE = {
    "kind": "plan",
    "me": "rose",
    "hand": ["rose-4", "rose-7"],
    "wheelbarrow": ["rose", "tulip"],
    "cards": [["rose-3", 0, 0, 0], ["tulip-5", 2, 1, 90]],
    "pawns": {"rose": {"ornament": [[0, 1], [1, 1]]}, "tulip": {"gardener": [3, 2]}},
}
TURNED = {  # a quarter turn clockwise: x, y to y, -x
    **TABLE,
    "cards": [["rose-3", 0, -2, 90], ["tulip-5", 1, -4, 180]],
    "pawns": {"rose": {"ornament": [[1, 0], [1, -1]]}, "tulip": {"gardener": [2, -3]}},
}
MOVED = {
    **TABLE,
    "cards": [["rose-3", 5, -3, 0], ["tulip-5", 7, -2, 90]],
    "pawns": {"rose": {"ornament": [[5, -2], [6, -2]]}, "tulip": {"gardener": [8, -1]}},
}


@pytest.mark.parametrize(
    "other", [pytest.param(TURNED, id="turned"), pytest.param(MOVED, id="moved")]
)
def test_gardens_equal_up_to_symmetry_have_one_text(other: dict[str, Any]) -> None:
    assert canonical(other) == canonical(TABLE)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"hand": ["rose-4", "rose-8"]}, id="another hand"),
        pytest.param({"wheelbarrow": ["rose"]}, id="a flower less"),
        pytest.param({"cards": [["rose-3", 0, 0, 0], ["tulip-5", 2, 1, 180]]}, id="a card turned"),
        pytest.param({"pawns": {"rose": {"ornament": [[0, 1], [1, 1]]}}}, id="a pawn less"),
    ],
)
def test_other_gardens_have_other_texts(change: dict[str, Any]) -> None:
    assert canonical({**TABLE, **change}) != canonical(TABLE)
