"""The dice game for the commands: the functions that every game offers under the same names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from layouts.faults import BadInput, Fault, Faults
from layouts.sources import Source
from solver.dice import record as records
from solver.dice import rules
from solver.dice.instance import read_instance
from solver.dice.notation import read_cells
from solver.dice.record import Record, play, read_record, score_record
from solver.dice.record import score_sheet as sheet_of
from solver.dice.rules import NAMES, Instance, Pick
from solver.keys import Keys, of_kind, shown

_LETTERS = {name: letter for letter, name in NAMES.items()}


def read(source: Source) -> Instance | Record:
    """Read an instance or a record, as ``kind`` says; without it, as its keys say.

    Raises:
        BadInput: every fault, with its key path.
        Unreadable: a file named inside does not exist.
    """
    table = source.table
    kind = table.get("kind", "record" if {"picks", "players"} & table.keys() else "solo")
    if kind not in ("solo", "record"):
        what = f"{shown(kind)} is no kind of the dice game"
        raise BadInput(Fault("kind", what, "solo or record", source.name))
    return read_record(source) if kind == "record" else read_instance(source)


def breaks(record: Record) -> list[Fault]:
    """Return every break of a rule in a record."""
    return play(record)[1]


def score(record: Record) -> dict[str, Any]:
    """Return the result of a record: everybody's points, the winner, every rule break."""
    return score_record(record)


def turns(record: Record) -> list[dict[str, Any]]:
    """Return every pick of a record with its ticks, for people to compare with their sheet."""
    return records.turns(record)


def score_sheet(record: Record, result: Mapping[str, Any]) -> dict[str, dict[str, int | None]]:
    """Return the points of a result as people write them down."""
    return sheet_of(record, result)


def replay(instance: Instance, moves: Iterable[dict[str, Any]]) -> tuple[int, dict[str, int]]:
    """Play the moves of a result and return the total and its breakdown.

    Raises:
        BadInput: a move is unreadable or illegal; every fault is listed.
    """
    return rules.replay(instance, moves_from_json(instance, moves))


def move_to_json(instance: Instance, pick: Pick) -> dict[str, Any]:
    """Return a pick as a move of a result."""
    names = instance.board.names
    return {
        "round": pick.round,
        "die": NAMES[pick.die],
        "value": pick.value,
        "cells": [name for cell, name in enumerate(names) if pick.cells >> cell & 1],
        "rerolled": pick.rerolled,
    }


def moves_from_json(instance: Instance, moves: Iterable[dict[str, Any]]) -> list[Pick]:
    """Read the moves of a result.

    Raises:
        BadInput: every fault, with its place.
    """
    faults = Faults()
    picks = [
        _move(instance, Keys(move, faults, f"moves[{number}]")) for number, move in enumerate(moves)
    ]
    faults.raise_if_any()
    return picks


def move_from_json(instance: Instance, move: dict[str, Any]) -> Pick:
    """Read one move of a result.

    Raises:
        BadInput: every fault, with its key.
    """
    return moves_from_json(instance, [move])[0]


def _move(instance: Instance, keys: Keys) -> Pick:
    names = keys.get("cells", list)
    where = keys.path("cells")
    texts = [name for name in names if of_kind(name, str, keys.faults, where)]
    pick = Pick(
        keys.get("round", int),
        _LETTERS[keys.word("die", _LETTERS)],
        keys.get("value", int),
        read_cells(instance.board, texts, keys.faults, where),
        keys.get("rerolled", bool, False),
    )
    keys.close()
    return pick
