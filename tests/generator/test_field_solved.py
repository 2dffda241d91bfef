"""The solved page of the number-card game: the field, a list to follow, nothing over a number."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import islice
from math import hypot
from typing import Any

import pytest

from generator.compose import Component, compose
from generator.field import solved
from layouts import HOME
from layouts.facts import facts, flowers
from layouts.loader import EDITIONS
from layouts.sources import parse_source
from output.fonts import cap_height_mm, width_mm
from output.scene import Circle, Rect, Text, Use
from solver.field import game
from tests.generator.scenes import texts, walk, words

SHAPES = tuple(f"{row['shape']}-{row['colour']}" for row in flowers("field"))
KINDS = [row["says"] for row in flowers("field")]
PLACEMENT = """game = "field"
kind = "placement"
field = [[0, 0, "25s"], [0, 1, 28]]
cards = [12, 36, 3]
"""
ANSWER = {
    "status": "proved",
    "score": 0,
    "moves": [{"card": 36, "at": [1, 1]}, {"card": 12, "at": [-1, 0]}],
    "breakdown": {"rounds": [0], "rows": 0, "columns": 0, "groups": 0, "dummy": 0},
}
ROUND = """game = "field"
round = 3
large = [3, 7, 12]
small = [9, 30]
"""
SIZES = list(zip(facts("field")["solo"]["large"], facts("field")["solo"]["small"], strict=True))
TURNS = [large // 2 + small // 2 for large, small in SIZES]


def position(text: str) -> Any:
    return game.read(parse_source(text, "position", HOME))


def deal(rounds: int, objective: str = "total") -> str:
    """Return a deal of the last rounds of a game."""
    cards = iter(range(1, 25)), iter(range(26, 50))
    decks = [
        f"{{ large = {list(islice(cards[0], large))}, small = {list(islice(cards[1], small))} }}"
        for large, small in SIZES[-rounds:]
    ]
    return f'game = "field"\nobjective = "{objective}"\nrounds = [{", ".join(decks)}]\n'


def deal_moves(rounds: int) -> list[dict[str, Any]]:
    """Return the longest list of moves: every second card lies on the one before it."""
    numbers = [n for n in range(4 - rounds, 4) for _ in range(TURNS[n - 1])]
    return [
        {"round": n, "deck": "large", "card": 49 - at, "at": [-5, -(at // 2) % 6], "dummy": 49}
        for at, n in enumerate(numbers)
    ]


def asked(text: str, moves: list[dict[str, Any]], status: str = "proved") -> dict[str, Any]:
    """Return the data of a page without points."""
    return solved(position(text), {**ANSWER, "moves": moves, "status": status})


def full_field(more: dict[str, Any], last: int) -> dict[str, Any]:
    """Return the data of a page with a made-up field of 36 cards, all that it may show."""
    cards = [
        {
            "x": at % 6,
            "y": at // 6,
            "number": last - at,
            "flower": [*KINDS, "leaf"][at % 7],
            "order": at + 1 if at < 21 else "",
            "new": at < 21,
        }
        for at in range(36)
    ]
    names = ["Round 1", "Round 2", "Round 3", "Groups", "Dummy"]
    return {
        **more,
        "columns": 6,
        "lines": 6,
        "cells": cards,
        "across": [{"at": at, "number": at - 5} for at in range(6)],
        "up": [{"at": at, "number": -at} for at in range(6)],
        "breakdown": [{"name": name, "points": -112} for name in names],
        "score": 149,
        "note": "The best found; not proved. Bound: 149.",
    }


LISTS = {
    "nothing": (PLACEMENT, []),
    "one card": (PLACEMENT, ANSWER["moves"][:1]),
    "a hand": (PLACEMENT, [{"card": at, "at": [-5, -at % 6]} for at in range(1, 9)]),
    "many cards": (PLACEMENT, [{"card": at, "at": [-5, -at % 6]} for at in range(1, 25)]),
    "a whole deck": (PLACEMENT, [{"card": at, "at": [-5, -at % 6]} for at in range(1, 50)]),
    "a round": (ROUND.replace("3\n", "1\n", 1), deal_moves(3)[: TURNS[0]]),
    "the last round": (deal(1), deal_moves(1)),
    "two rounds": (deal(2, "margin"), deal_moves(2)),
    "a whole deal": (deal(3, "margin"), deal_moves(3)),
}


@cache
def drawn(listed: str, edition: str, last: int = 100) -> Component:
    text, moves = LISTS[listed]
    more = asked(text, moves, "best-found")
    (piece,) = compose("field/solved", edition, full_field(more, last))
    return piece


# ---------------------------------------------------------------------------------------- the data


def test_a_field_is_drawn_from_its_top_left_corner() -> None:
    data = solved(position(PLACEMENT), ANSWER)
    assert (data["columns"], data["lines"]) == (3, 2)
    places = {(row["x"], row["y"]): (row["number"], row["order"]) for row in data["cells"]}
    assert places == {(1, 1): (25, ""), (1, 0): (28, ""), (2, 0): (36, 1), (0, 1): (12, 2)}
    assert {row["flower"] for row in data["cells"] if row["number"] == 25} == {"leaf"}


def test_a_covered_card_is_not_drawn() -> None:
    data = asked(PLACEMENT, [{"card": 36, "at": [0, 1]}])
    assert [(row["number"], row["order"]) for row in data["cells"]] == [(25, ""), (36, 1)]


@pytest.mark.parametrize(
    ("objective", "names"),
    [
        pytest.param("total", ["Round 3", "Groups"], id="total"),
        pytest.param("margin", ["Round 3", "Groups", "Dummy"], id="margin"),
    ],
)
def test_the_points_are_those_that_the_score_is_the_sum_of(
    objective: str, names: list[str]
) -> None:
    text = f'{ROUND}objective = "{objective}"\n'
    moves = [
        {"round": 3, "deck": "large", "card": 7, "at": [-1, 0], "dummy": 3},
        {"round": 3, "deck": "small", "card": 30, "at": None, "dummy": 9},
    ]
    points = {"rounds": [5], "rows": 5, "columns": 0, "groups": 4, "dummy": 2}
    data = solved(position(text), {**ANSWER, "score": 9, "moves": moves, "breakdown": points})
    assert [row["name"] for row in data["breakdown"]] == names
    assert sum(row["points"] for row in data["breakdown"]) == (7 if "Dummy" in names else 9)
    assert [row["place"] for row in data["moves"]] == ["−1, 0", "left out"]
    assert [row["deck"] for row in data["moves"]] == ["large", "small"]
    assert [row["dummy"] for row in data["moves"]] == [3, 9]


@pytest.mark.parametrize(
    ("text", "best", "not_proved"),
    [
        pytest.param(
            PLACEMENT,
            "The best that these cards can do",
            "What these cards can do",
            id="placement",
        ),
        pytest.param(ROUND, "The best play of round 3", "A play of round 3", id="round"),
        pytest.param(deal(1), "The best play of round 3", "A play of round 3", id="last round"),
        pytest.param(
            deal(2), "The best play of rounds 2 and 3", "A play of rounds 2 and 3", id="two rounds"
        ),
        pytest.param(deal(3), "The best play of a whole deal", "A play of a whole deal", id="deal"),
        pytest.param(
            deal(1, "margin"),
            "The best play of round 3, your points less the dummy's",
            "A play of round 3, your points less the dummy's",
            id="margin",
        ),
    ],
)
def test_a_page_says_what_was_asked_and_calls_only_a_proven_play_the_best(
    text: str, best: str, not_proved: str
) -> None:
    assert asked(text, [])["subtitle"] == best
    assert asked(text, [], "best-found")["subtitle"] == not_proved


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_every_round_has_a_column_that_its_name_stands_over(rounds: int) -> None:
    data = asked(deal(rounds), deal_moves(rounds))
    over = {row["column"]: row["name"] for row in data["rounds"]}
    assert list(over.values()) == [f"Round {n}" for n in range(4 - rounds, 4)]
    for row, move in zip(data["moves"], deal_moves(rounds), strict=True):
        assert over[row["column"]] == f"Round {move['round']}"
    places = [(row["column"], row["line"]) for row in data["moves"]]
    assert places == sorted(set(places))
    assert min(line for _, line in places) == 1, "the first line is for the names"
    assert max(line for _, line in places) < data["move-lines"]


# ---------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("listed", LISTS)
def test_a_full_field_is_drawn_whole_with_moves_to_follow(listed: str, edition: str) -> None:
    piece = drawn(listed, edition)
    text, moves = LISTS[listed]
    rows = asked(text, moves)["moves"]
    found = Counter(words(piece))
    assert all(found[str(100 - at)] >= 1 for at in range(36))
    assert all(found[f"{n}."] == 1 for n in range(1, len(moves) + 1))
    assert all(found[str(n)] >= 1 for n in range(1, 6)), "the order of placing"
    assert found["149"]
    places = Counter(row["short" if edition == "large" else "place"] for row in rows)
    assert {place: found[place] for place in places} == dict(places)
    axes = {f"−{n}": 2 for n in range(1, 6)}
    assert {number: found[number] for number in axes} == axes
    if edition == "large":
        assert min(item.size for item in texts(piece)) >= (6 if listed == "a whole deck" else 16)
        uses = [item for item, _ in walk(piece.items) if isinstance(item, Use)]
        assert min(u.scale * 100 for u in uses if u.symbol.name.startswith(SHAPES)) >= 14


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("listed", "head"),
    [
        ("nothing", "Moves: none"),
        ("a hand", "Moves: order, card, place"),
        ("a whole deal", "Moves: order, your card, its place, the dummy's card"),
    ],
)
def test_the_list_says_what_its_columns_are(listed: str, head: str, edition: str) -> None:
    said = words(drawn(listed, edition))
    assert [word for word in said if word.startswith("Moves")] == [head]
    rounds = ["Round 1", "Round 2", "Round 3"] if listed == "a whole deal" else []
    assert said.count("dummy") == len(rounds)
    assert all(said.count(name) == 1 + (name in rounds) for name in ("Round 1", "Round 3"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_dummys_cards_are_of_one_size_and_end_on_one_line(edition: str) -> None:
    under = [item for item in texts(drawn("a whole deal", edition)) if item.text == "49"]
    below = [item for item in under if item.anchor == "end"]
    assert len(below) == sum(TURNS)
    assert len({item.size for item in below}) == 1
    assert len({round(item.x, 3) for item in below}) == len(TURNS)


@cache
def numbered(name: str, edition: str) -> tuple[Component, list[Text]]:
    """Return a page of 36 cards and the numbers of the cards."""
    more = full_field(asked(*LISTS["nothing"]), 100)
    (piece,) = compose(name, edition, {**more, "type": {"answer": 16, "head": 20}})
    names = {str(row["number"]) for row in more["cells"]}
    numbers = [item for item in texts(piece) if item.text in names]
    assert len(numbers) == len(names) == 36
    return piece, numbers


PICTURES = ["field/solved", "field/puzzle-answer"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", PICTURES)
def test_no_circle_lies_on_a_number_of_a_card(name: str, edition: str) -> None:
    piece, numbers = numbered(name, edition)
    circles = [item for item, _ in walk(piece.items) if isinstance(item, Circle)]
    assert len(circles) >= 21
    for text in numbers:
        right = text.x + width_mm(text.text, text.font, text.size)
        top = text.y - cap_height_mm(text.font, text.size)
        for circle in circles:
            dx = max(text.x - circle.x, 0.0, circle.x - right)
            dy = max(top - circle.y, 0.0, circle.y - text.y)
            assert hypot(dx, dy) > circle.radius + 0.4


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", PICTURES)
def test_no_number_touches_the_frame_of_its_card(name: str, edition: str) -> None:
    piece, numbers = numbered(name, edition)
    frames = [
        item
        for item, _ in walk(piece.items)
        if isinstance(item, Rect) and item.paint.stroke and item.radius == 1.6
    ]
    assert len(frames) >= 36
    for frame in frames:
        for text in numbers:
            if frame.x < text.x < frame.x + frame.width and 0 < text.y - frame.y < frame.height:
                assert text.x - frame.x - frame.paint.width / 2 >= 0.4


@pytest.mark.parametrize("edition", EDITIONS)
def test_numbers_of_rows_and_columns_keep_off_the_frames_of_cards(edition: str) -> None:
    piece, _ = numbered("field/solved", edition)
    cards = [
        item
        for item, _ in walk(piece.items)
        if isinstance(item, Rect) and item.radius == 1.6 and item.width < 25
    ]
    left, low = min(card.x for card in cards), max(card.y + card.height for card in cards)
    axes = [item for item in texts(piece) if item.text.startswith("−") and len(item.text) == 2]
    rows = [item for item in axes if item.x <= left]
    columns = [item for item in axes if item.x > left]
    assert (len(rows), len(columns)) == (5, 5)
    frame = 0.45  # half of the frame of a new card, in mm
    assert all(1.1 <= left - frame - item.x <= 2.2 for item in rows)
    assert all(item.y - cap_height_mm(item.font, item.size) > low + frame + 0.8 for item in columns)


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_of_few_are_drawn_larger(edition: str) -> None:
    few = asked(PLACEMENT, [])
    (piece,) = compose("field/solved", edition, few)
    widths = [max(card_widths(page)) for page in (piece, drawn("nothing", edition))]
    assert widths[0] > 1.5 * widths[1]


def card_widths(piece: Component) -> list[float]:
    cards = [item for item, _ in walk(piece.items) if isinstance(item, Rect) and item.radius == 1.6]
    return [card.width for card in cards]
