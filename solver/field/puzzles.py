"""Puzzles of the number-card game: placements, rounds, last rounds with groups.

See solver/puzzle.py. The sizes are those that are proven in a second or two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from solver.field.deck import standard
from solver.field.moves import move_to_json
from solver.field.players import play as moves_of
from solver.field.rules import (
    DECKS,
    LAST_ROUND,
    SOLO_START,
    Card,
    Field,
    Instance,
    laid,
    legal_cells,
    setup_cards,
    value,
)
from solver.finding import Moves
from solver.puzzle import Kind, Prove

VERSION = 2

KINDS = (
    Kind("placement", "P", "par", (1, 2, 3, 4, 5), "the best place for four to seven cards"),
    Kind("round", "R", "par", (1, 2, 3, 4, 5), "a round with two decks and the dummy"),
    Kind("last", "G", "par", (1, 2, 3, 4, 5), "the end of the last round, with groups"),
)

LYING = {"placement": (7, 13), "round": (8, 13), "last": (11, 16)}  # cards besides the first
HAND = (4, 7)
LARGE = {"round": (4, 6), "last": (3, 5)}  # cards of the large deck
TIDY = 0.6  # how often a card that lies there was laid where it looked best


def propose(kind: str, seed: int) -> dict[str, Any]:
    """Return a field as people lay it, and a hand or two decks."""
    random = Random(f"{kind} {seed}")
    cards = sorted(setup_cards(SOLO_START))
    random.shuffle(cards)
    field = _field(random, cards, random.randint(*LYING[kind]))
    left = [card for card in cards if card not in field.values()]
    table: dict[str, Any] = {"game": "field", "kind": "round" if kind == "last" else kind}
    table["round"] = {"placement": 1, "round": random.choice([1, 2]), "last": LAST_ROUND}[kind]
    table["field"] = [[x, y, card] for (x, y), card in sorted(field.items())]
    if kind == "placement":
        table["cards"] = sorted(left[: random.randint(*HAND)])
    else:
        large = random.randint(*LARGE[kind])
        table["large"] = sorted(left[:large])
        table["small"] = sorted(left[large : 2 * large - 1])
    return table


def _field(random: Random, cards: list[int], many: int) -> Field:
    """Lay cards as they come, none on top of another, often where different flowers meet."""
    field: Field = {(0, 0): SOLO_START}
    for card in cards:
        cells = [cell for cell in legal_cells(field, card) if cell not in field]
        if not cells:
            continue
        tidy = random.random() < TIDY
        at = (
            max(cells, key=lambda cell: _meets(field, card, cell)) if tidy else random.choice(cells)
        )
        field = laid(field, card, at)
        if len(field) > many:
            break
    return field


def _meets(field: Field, card: int, at: tuple[int, int]) -> int:
    """Count the cards of other flowers in row and column of a cell."""
    flowers = standard()
    return sum(
        flowers[other] != flowers[card]
        for cell, other in field.items()
        if other in flowers and (cell[0] == at[0] or cell[1] == at[1])
    )


def play(instance: Instance, level: int) -> Moves:
    """Return what a player of a level plays."""
    return tuple(move_to_json(move) for move in moves_of(instance, level))


def choices(instance: Instance, prove: Prove) -> Iterator[tuple[str, int]]:
    """Yield nothing: no kind is a choice."""
    return iter(())


def canonical(table: Mapping[str, Any]) -> str:
    """Return the least text of the position over mirrored fields and renamed flowers.

    Only the order of the numbers counts. Rows and columns may change places, and so may low and
    high numbers together with left and right, below and above.
    """
    return min(_text(table, swap, sign) for swap, sign in product((False, True), (1, -1)))


def _text(table: Mapping[str, Any], swap: bool, sign: int) -> str:
    flowers = standard()
    at: dict[Card, tuple[int, ...]] = {
        card: (y * sign, x * sign) if swap else (x * sign, y * sign)
        for x, y, card in table["field"]
    }
    hands = {card: name for name in ("cards", *DECKS) for card in table.get(name, ())}
    low = [min(along) for along in zip(*at.values(), strict=True)]
    names: dict[str, str] = {}
    words = []
    for card in sorted([*at, *hands], key=lambda card: value(card) * sign):
        flower = flowers.get(card, "")
        name = names.setdefault(flower, str(len(names))) if flower else "-"
        place = (
            hands[card]
            if card in hands
            else ",".join(str(a - least) for a, least in zip(at[card], low, strict=True))
        )
        words.append(f"{name}@{place}")
    return f"{table['kind']} {table['round']} {' '.join(words)}"
