"""A seed goes in; patterns for all the cards of the garden game come out, as rows for TOML.

Two patterns are equal when one is a rotation of the other. With n beds there are ``classes(n)``
different ones (Burnside: the mean, over the four rotations, of the patterns that it keeps):
1 bed: 3, 2: 10, 3: 22, 4: 34, 5: 34, 6: 22, 7: 10, 8: 3, 9: 1. Five colours need five of each, so
45 different patterns are impossible for 1, 8 and 9 beds: there every class is used, as evenly as
can be. The most that can differ is 6 x 5 + 3 + 3 + 1 = 37.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations, pairwise
from typing import Any

from solver.garden.rules import COLOURS, FACTS, SIDE, TURNS, turned

Rows = tuple[str, ...]


def rotations(rows: Rows) -> set[Rows]:
    """Return the patterns that a card shows when it is turned."""
    return {turned(rows, turn) for turn in TURNS}


@cache
def classes(beds: int) -> tuple[Rows, ...]:
    """Return one pattern for every class of patterns with so many beds that differ when turned."""
    spaces = range(SIDE * SIDE)
    found = {min(rotations(_rows(set(chosen)))) for chosen in combinations(spaces, beds)}
    return tuple(sorted(found))


def _rows(beds: set[int]) -> Rows:
    marks = ["F" if space in beds else "." for space in range(SIDE * SIDE)]
    return tuple("".join(marks[row : row + SIDE]) for row in range(0, len(marks), SIDE))


def mixing(rows: Rows) -> int:
    """Return how well beds and lawn are mixed: the pairs of side neighbours that differ."""
    lines = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
    return sum(a != b for line in lines for a, b in pairwise(line))


def design(seed: int) -> list[dict[str, Any]]:
    """Return the rows of all cards: name, colour, beds, pattern (three strings, top row first).

    The better mixed half of the classes is drawn from where it holds enough; each card lies in a
    rotation of its own.
    """
    chance = random.Random(seed)
    patterns = {beds: _deal(beds, chance) for beds in FACTS["cards"]["beds"]}
    return [
        {
            "name": f"{colour}-{beds}",
            "colour": colour,
            "beds": beds,
            "pattern": list(turned(patterns[beds][number], chance.choice(TURNS))),
        }
        for number, colour in enumerate(COLOURS)
        for beds in FACTS["cards"]["beds"]
    ]


def _deal(beds: int, chance: random.Random) -> list[Rows]:
    """Return one pattern a colour, all different classes where there are enough of them."""
    ranked = sorted(classes(beds), key=mixing, reverse=True)
    wanted = len(COLOURS)
    pool = ranked[: max(wanted, len(ranked) // 2)]
    chance.shuffle(pool)
    return [pool[number % len(pool)] for number in range(wanted)]


def summary(seed: int) -> str:
    """Say which conditions new cards meet."""
    cards = design(seed)
    return f"cards {seed}: {len(cards)} patterns, no more alike when turned than must be"


def layout(seed: int) -> str:
    """Return the layout of new cards as TOML text."""
    return as_toml(design(seed), seed, 'extends = "garden/cards-70"\n')


def as_toml(cards: Iterable[Mapping[str, Any]], seed: int, head: str = "") -> str:
    """Return cards as the TOML text of their rows; ``head`` comes before them."""
    about = (
        f"# Patterns of our garden cards: bloomprint design garden --seed {seed}\n"
        f"# F is a flower bed, . is lawn; the top row comes first.\n"
    )
    rows = "".join(f"  {{ {_row(card)} }},\n" for card in cards)
    return f"{about}{head}seed = {seed}\nrows = [\n{rows}]\n"


def _row(card: Mapping[str, Any]) -> str:
    pattern = ", ".join(f'"{row}"' for row in card["pattern"])
    return (
        f'name = "{card["name"]}", colour = "{card["colour"]}", beds = {card["beds"]}, '
        f"pattern = [{pattern}]"
    )
