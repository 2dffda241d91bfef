"""Moves of results and records: tables go in, moves come out, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from layouts.faults import Faults
from solver.field.instance import read_cell
from solver.field.notation import read_card
from solver.field.rules import DECKS, LAST_ROUND, DeckName, Move
from solver.keys import Keys, of_kind


def move_to_json(move: Move) -> dict[str, Any]:
    """Return a move as results write it: a turn of a solo round, or a card that is laid."""
    at = None if move.at is None else list(move.at)
    if not move.deck:
        return {"card": move.card, "at": at}
    turn = {"round": move.round, "deck": move.deck}
    return {**turn, "card": move.card, "at": at, "dummy": move.dummy}


def read_moves(moves: Iterable[object], kind: str, faults: Faults) -> tuple[Move, ...]:
    """Read the moves of a result or a record; note every fault with its place."""
    found = []
    for number, item in enumerate(moves):
        where = f"moves[{number}]"
        table = of_kind(item, dict, faults, where, "a table with card and at")
        if table is not None:
            found.append(_move(Keys(table, faults, where), kind == "placement"))
    return tuple(found)


def _move(keys: Keys, placement: bool) -> Move:
    card = _number(keys, "card") or 0
    at = None
    if keys.has("at") and keys.table["at"] is not None:
        at = read_cell(keys.table["at"], keys.faults, keys.path("at"))
    if placement:
        keys.close()
        return Move(card, at)
    number = keys.get("round", int, None, f"1 to {LAST_ROUND}")
    deck = cast(DeckName, keys.word("deck", DECKS))
    dummy = _number(keys, "dummy")
    keys.close()
    return Move(card, at, number, deck, dummy)


def _number(keys: Keys, key: str) -> int | None:
    """Read a numbered card; note a fault where it is none."""
    if not keys.has(key):
        keys.faults.add(keys.path(key), "is missing", "a number")
        return None
    card = read_card(keys.table[key], keys.faults, keys.path(key))
    if card is None or isinstance(card, int):
        return card
    keys.faults.add(keys.path(key), f"{card} is a starting card", "a number")
    return None
