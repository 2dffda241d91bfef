"""The tile game's texts: tiles as ``14 16 J``, a position on one line, moves as JSON tables.

Every text has one writer and one reader beside it; they undo each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from layouts.faults import Faults
from solver.keys import Keys, of_kind, shown
from solver.tiles.rules import JOKER, MOST, Extend, Instance, Move, Play, Row, Swap, Tile

JOKER_LETTER = "J"
ACTIONS = ("play", "extend", "swap")
TILE_MEND = f"1 to {MOST}, or '{JOKER_LETTER}' for a joker"


def write_tile(tile: Tile) -> int | str:
    """Return a tile as TOML and JSON have it: a number or ``"J"``."""
    return JOKER_LETTER if tile == JOKER else tile


def write_tiles(tiles: Iterable[Tile]) -> list[int | str]:
    """Return tiles as TOML and JSON have them."""
    return [write_tile(tile) for tile in tiles]


def read_tile(value: object, faults: Faults, where: str, jokers: bool = True) -> Tile | None:
    """Read a tile; note a fault and return None where it is none."""
    if jokers and value == JOKER_LETTER:
        return JOKER
    if type(value) is int and 1 <= value <= MOST:
        return value
    mend = TILE_MEND if jokers else f"1 to {MOST}"
    faults.add(where, f"{shown(value)} is no {'tile' if jokers else 'number tile'}", mend)
    return None


def read_tiles(value: object, faults: Faults, where: str, jokers: bool = True) -> Row:
    """Read a list of tiles; note each one that is none."""
    listed = of_kind(value, list, faults, where, f"a list such as [14, 16, '{JOKER_LETTER}']")
    read = [
        read_tile(one, faults, f"{where}[{number}]", jokers)
        for number, one in enumerate(listed or [])
    ]
    return tuple(tile for tile in read if tile is not None)


def write_position(instance: Instance) -> str:
    """Return hand, rows, tokens and board jokers as ``14 16 J | 20 21 23 / 40 J 43 | 1 2 | 1``."""
    rows = " / ".join(_words(row) for row in instance.table)
    parts = (_words(instance.hand), rows, _words(instance.tokens), str(instance.jokers_left))
    return " | ".join(parts)


def read_position(text: str, base: Instance) -> Instance:
    """Read a position's text into an instance that keeps kind, objective and readings of ``base``.

    Raises:
        ValueError: the text was not written by ``write_position``.
    """
    hand, rows, tokens, jokers_left = text.split(" | ")
    return replace(
        base,
        hand=_tiles(hand),
        table=tuple(_tiles(row) for row in rows.split(" / ") if row),
        tokens=_tiles(tokens),
        jokers_left=int(jokers_left),
    )


def _words(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, write_tiles(tiles)))


def _tiles(text: str) -> Row:
    return tuple(JOKER if word == JOKER_LETTER else int(word) for word in text.split())


def write_move(move: Move) -> dict[str, Any]:
    """Return a move as a table of a result."""
    from_hand, sequence = write_tiles(move.from_hand), write_tiles(move.sequence)
    if isinstance(move, Extend | Swap):
        action = "extend" if isinstance(move, Extend) else "swap"
        return {"action": action, "onto": move.onto, "from_hand": from_hand, "sequence": sequence}
    return {
        "action": "play",
        "sequence": sequence,
        "from_hand": from_hand,
        "stolen": write_tiles(move.stolen),
        "stolen_from": move.stolen_from,
        "left": None if move.left is None else write_tiles(move.left),
        "token": move.token,
        "joker": move.joker,
    }


def read_move(keys: Keys, actions: tuple[str, ...] = ACTIONS) -> Move | None:
    """Read a play, an extension or a swap; note faults and return None for another action.

    ``actions`` are the words that a message offers.
    """
    action = keys.word("action", actions)
    if action not in ACTIONS:
        return None
    sequence, from_hand = _row(keys, "sequence"), _row(keys, "from_hand")
    if action == "play":
        return _read_play(keys, sequence, from_hand)
    onto = keys.get("onto", int, None, "the number of a row, from 0")
    return (Extend if action == "extend" else Swap)(onto, from_hand, sequence)


def _read_play(keys: Keys, sequence: Row, from_hand: Row) -> Play:
    return Play(
        sequence,
        from_hand,
        _row(keys, "stolen", ()),
        keys.get("stolen_from", int) if _given(keys, "stolen_from") else None,
        _row(keys, "left") if _given(keys, "left") else None,
        keys.get("token", int) if _given(keys, "token") else None,
        keys.get("joker", bool, False),
    )


def _given(keys: Keys, key: str) -> bool:
    """Tell whether a key stands there with a value; JSON may write null for none."""
    return keys.has(key) and keys.table[key] is not None


def _row(keys: Keys, key: str, default: Row | None = None) -> Row:
    if not keys.has(key) and default is not None:
        return default
    if not keys.has(key):
        keys.faults.add(keys.path(key), "is missing", "a list of tiles")
        return ()
    return read_tiles(keys.table[key], keys.faults, keys.path(key))
