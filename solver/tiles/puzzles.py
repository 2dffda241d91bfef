"""Puzzles of the tile game: the best turn, and a whole harvest (see solver/puzzle.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from solver.finding import Moves
from solver.puzzle import Kind, Prove
from solver.tiles.notation import write_move, write_tiles
from solver.tiles.players import play as moves_of
from solver.tiles.rules import JOKER, LEAST, MOST, STEP, TOKENS, Instance

VERSION = 1

KINDS = (
    Kind("turn", "T", "par", (1, 2, 3, 4, 5), "one turn: win the best token"),
    Kind("harvest", "H", "par", (1, 2, 3, 5), "all that a hand can still win"),
)

HAND = {"turn": (8, 11), "harvest": (8, 11)}
ROWS = {"turn": (3, 5), "harvest": (2, 4)}
JOKERS = {"turn": (1, 3), "harvest": (0, 0)}  # harvests with jokers are often not proven
IN_HAND = 0.4  # of the jokers; the others lie in rows
LONGEST = 6  # tiles of a row that lies there
SPAN = 42  # all numbers of a puzzle lie so near to each other that rows can meet
TOKENS_LEFT = 14


def propose(kind: str, seed: int) -> dict[str, Any]:
    """Return rows, a hand and the tokens that are left."""
    random = Random(f"{kind} {seed}")
    low = random.randint(1, MOST + 1 - SPAN)
    free = set(range(low, low + SPAN))
    rows = list(islice(_rows(random, free), random.randint(*ROWS[kind])))
    hand = sorted(random.sample(sorted(free), random.randint(*HAND[kind])))
    for _ in range(random.randint(*JOKERS[kind])):
        if random.random() < IN_HAND:
            hand.append(JOKER)
        else:
            row = random.choice(rows)
            row[random.randrange(len(row))] = JOKER
    table: dict[str, Any] = {"game": "tiles", "kind": kind, "hand": write_tiles(hand)}
    table["table"] = [write_tiles(row) for row in sorted(rows)]
    table["tokens"] = sorted(random.sample(TOKENS, TOKENS_LEFT))
    if kind == "turn":
        table["objective"] = "reward"
    return table


def _rows(random: Random, free: set[int]) -> Iterator[list[int]]:
    """Take rows of free numbers away, one by one."""
    while True:
        row = [random.choice(sorted(free))]
        for _ in range(random.randint(LEAST, LONGEST) - 1):
            ahead = [number for number in range(row[-1] + 1, row[-1] + STEP + 1) if number in free]
            row += ahead and [random.choice(ahead)]
        if len(row) >= LEAST and len(set(row)) == len(row):
            free -= set(row)
            yield row


def play(instance: Instance, level: int) -> Moves:
    """Return what a player of a level plays."""
    return tuple(write_move(move) for move in moves_of(instance, level))


def choices(instance: Instance, prove: Prove) -> Iterator[tuple[str, int]]:
    """Yield nothing: no kind is a choice."""
    return iter(())


def canonical(table: Mapping[str, Any]) -> str:
    """Return the position with all that has no order sorted; flowers allow no symmetry."""
    parts = (table["hand"], *sorted(map(str, table["table"])), table["tokens"])
    return f"{table['kind']} {' '.join(map(str, parts))}"
