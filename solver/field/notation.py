"""The number-card game's one-line texts: a card ``28``, ``25s``, a field, a move, a play.

Every text has one writer and one reader beside it; they undo each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from layouts.faults import Faults, in_our_letters
from solver.field.rules import DECKS, SETUPS, Card, Cell, Field, Move
from solver.keys import shown

LAST_CARD: int = max(setup["last"] for setup in SETUPS.values())

_LAID = re.compile(r"([0-9]{1,3}s?)@(-?[0-9]{1,2}),(-?[0-9]{1,2})")
_MOVE = re.compile(
    r"(?:([1-9])([LS]))?([0-9]{1,3})@(?:(-)|(-?[0-9]{1,2}),(-?[0-9]{1,2}))(?:/([0-9]{1,3}))?"
)
_LETTERS = {name[0].upper(): name for name in DECKS}


def read_card(value: object, faults: Faults, where: str) -> Card | None:
    """Read a card, a number or a starting card such as ``"25s"``; None where it is neither."""
    if type(value) is int and 1 <= value <= LAST_CARD:
        return value
    if isinstance(value, str) and value in SETUPS:
        return value
    mend = f"1 to {LAST_CARD}, or " + ", ".join(f'"{card}"' for card in SETUPS)
    if isinstance(value, str) and value.lower() in SETUPS:
        mend = f"did you mean {shown(value.lower())}?"
    faults.add(where, f"{shown(value)} is no card", in_our_letters(mend, value))
    return None


def write_field(field: Field) -> str:
    """Return a field as ``25s@0,0 28@0,1``, column by column from the left, each upwards."""
    return " ".join(f"{card}@{x},{y}" for (x, y), card in sorted(field.items()))


def read_field(text: str, faults: Faults, where: str = "field") -> Field:
    """Read a field's text; note what is no card on a cell and cells that stand twice."""
    field: dict[Cell, Card] = {}
    for word in text.split():
        match = _LAID.fullmatch(word)
        if not match:
            faults.add(where, f"{shown(word)} is no card on a cell", "such as 28@0,1")
            continue
        cell, name = (int(match[2]), int(match[3])), match[1]
        card = read_card(int(name) if name.isdecimal() else name, faults, where)
        if cell in field:
            faults.add(where, f"two cards at {list(cell)}", "each cell once")
        elif card is not None:
            field[cell] = card
    return field


def write_move(move: Move) -> str:
    """Return a move as ``28@0,1``; in a solo round ``1L28@0,1/9``, left out ``1L28@-/9``."""
    turn = f"{move.round}{move.deck[0].upper()}" if move.deck else ""
    place = f"{move.at[0]},{move.at[1]}" if move.at else "-"
    return f"{turn}{move.card}@{place}" + (f"/{move.dummy}" if move.dummy is not None else "")


def read_move(text: str, faults: Faults, where: str) -> Move | None:
    """Read a move's text; note a fault and return None where it is none."""
    match = _MOVE.fullmatch(text)
    if not match:
        faults.add(where, f"{shown(text)} is no move", "such as 28@0,1 or 1L28@0,1/9")
        return None
    at = None if match[4] else (int(match[5]), int(match[6]))
    dummy = int(match[7]) if match[7] else None
    deck = _LETTERS[match[2]] if match[2] else ""
    return Move(int(match[3]), at, int(match[1] or 0), deck, dummy)


def write_play(moves: Iterable[Move]) -> str:
    """Return a play as its moves, parted by blanks."""
    return " ".join(map(write_move, moves))


def read_play(text: str, faults: Faults, where: str = "play") -> tuple[Move, ...]:
    """Read a play's text; note what is no move."""
    read = (read_move(word, faults, f"{where}[{n}]") for n, word in enumerate(text.split()))
    return tuple(move for move in read if move)
