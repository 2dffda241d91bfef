"""The tile game for the commands: the functions that every game offers under the same names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from layouts.faults import BadInput, Fault, Faults
from layouts.sources import Source
from solver.keys import Keys, shown
from solver.tiles import replay as plan
from solver.tiles.instance import KINDS, read_instance
from solver.tiles.notation import read_move, write_move
from solver.tiles.record import Record, play, read_record, score_record
from solver.tiles.record import score_sheet as sheet_of
from solver.tiles.rules import Instance, Move


def read(source: Source) -> Instance | Record:
    """Read an instance or a record, as ``kind`` says; without it, as its keys say.

    Raises:
        BadInput: every fault, with its key path.
    """
    table = source.table
    if "kind" not in table and {"players", "rounds"} & table.keys():
        return read_record(source)
    if "kind" in table and table["kind"] not in (*KINDS, "record"):
        what = f"{shown(table['kind'])} is no kind of the tile game"
        raise BadInput(Fault("kind", what, ", ".join(KINDS) + " or record", source.name))
    return read_record(source) if table.get("kind") == "record" else read_instance(source)


def breaks(record: Record) -> list[Fault]:
    """Return every break of a rule in a record."""
    return play(record)[1]


def score(record: Record) -> dict[str, Any]:
    """Return the result of a record: everybody's points, the winner, every rule break."""
    return score_record(record)


def score_sheet(record: Record, result: Mapping[str, Any]) -> dict[str, dict[str, int | None]]:
    """Return the points of a result as people write them down."""
    return sheet_of(record, result)


def replay(instance: Instance, moves: Iterable[Mapping[str, Any]]) -> tuple[int, Mapping[str, Any]]:
    """Play the moves of a result and return the score and its breakdown.

    Raises:
        BadInput: a move is unreadable or illegal; every fault is listed.
    """
    return plan.replay(instance, moves_from_json(moves))


def move_to_json(move: Move) -> dict[str, Any]:
    """Return a move as a table of a result."""
    return write_move(move)


def moves_from_json(moves: Iterable[Mapping[str, Any]]) -> list[Move]:
    """Read the moves of a result.

    Raises:
        BadInput: every fault, with its place.
    """
    faults, read = Faults(), []
    for number, table in enumerate(moves):
        keys = Keys(dict(table), faults, f"moves[{number}]")
        move = read_move(keys)
        keys.close()
        if move:
            read.append(move)
    faults.raise_if_any()
    return read


def move_from_json(move: Mapping[str, Any]) -> Move:
    """Read one move of a result.

    Raises:
        BadInput: every fault, with its key.
    """
    return moves_from_json([move])[0]
