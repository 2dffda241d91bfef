"""The number-card game for the commands: the functions that every game offers under one name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from layouts.faults import BadInput, Fault, Faults
from layouts.sources import Source
from solver.field import moves as moves_of
from solver.field import rules
from solver.field.instance import KINDS, kind_of, read_instance
from solver.field.record import (
    Bare,
    Record,
    Table,
    faults_of,
    read_bare,
    read_record,
    read_table,
    score_record,
)
from solver.field.record import score_sheet as sheet_of
from solver.field.rules import Instance, Move
from solver.keys import shown


def read(source: Source) -> Instance | Record | Bare | Table:
    """Read an instance or a record, as ``kind`` and ``moves`` say.

    Raises:
        BadInput: every fault, with its key path.
        Unreadable: a file named inside does not exist.
    """
    table = source.table
    kind = table.get("kind", kind_of(table))
    if kind == "field":
        return read_bare(source)
    if kind == "game":
        return read_table(source)
    if kind not in KINDS:
        what = f"{shown(kind)} is no kind of the number-card game"
        raise BadInput(Fault("kind", what, ", ".join((*KINDS, "field", "game")), source.name))
    return read_record(source) if "moves" in table else read_instance(source)


def breaks(record: Record | Bare | Table) -> list[Fault]:
    """Return every break of a rule in a record."""
    return faults_of(record)


def score(record: Record | Bare | Table) -> dict[str, Any]:
    """Return the result of a record: everybody's points, every rule break."""
    return score_record(record)


def score_sheet(
    record: Record | Bare | Table, result: Mapping[str, Any]
) -> dict[str, dict[str, int | None]]:
    """Return the points of a result as people write them down."""
    return sheet_of(record, result)


def replay(instance: Instance, moves: Iterable[Mapping[str, Any]]) -> tuple[int, Mapping[str, Any]]:
    """Play the moves of a result and return the points and their breakdown.

    Raises:
        BadInput: a move is unreadable or illegal; every fault is listed.
    """
    return rules.replay(instance, moves_from_json(instance, moves))


def move_to_json(instance: Instance, move: Move) -> dict[str, Any]:
    """Return a move as a result writes it."""
    return moves_of.move_to_json(move)


def moves_from_json(instance: Instance, moves: Iterable[Mapping[str, Any]]) -> tuple[Move, ...]:
    """Read the moves of a result.

    Raises:
        BadInput: every fault, with its place.
    """
    faults = Faults()
    read_back = moves_of.read_moves(moves, instance.kind, faults)
    faults.raise_if_any()
    return read_back
