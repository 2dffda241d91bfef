"""The garden game for the commands: the functions that every game offers under the same names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from layouts.faults import BadInput, Fault, Faults
from layouts.sources import Source
from solver.garden.instance import HAND, Head, read_instance
from solver.garden.record import (
    Record,
    read_move,
    read_record,
    replay_record,
    score_record,
)
from solver.garden.record import score_sheet as sheet_of
from solver.garden.replay import replay as replay_moves
from solver.garden.rules import Instance, Move, Pawns
from solver.keys import Keys, of_kind, shown

KINDS = ("turn", "plan", "score")


def read(source: Source) -> Instance | Record:
    """Read an instance or a record, as ``kind`` says; without it, as its keys say.

    Raises:
        BadInput: every fault, with its key path.
    """
    kind = source.table.get("kind", _kind_of(source.table))
    if kind not in KINDS:
        what = "is missing" if kind is None else f"{shown(kind)} is no kind of the garden game"
        raise BadInput(Fault("kind", what, ", ".join(KINDS), source.name))
    return read_record(source) if kind == "score" else read_instance(source, kind)


def _kind_of(table: Mapping[str, Any]) -> str | None:
    """Return the one kind that keys allow, None where there are several."""
    if {"seats", "moves", "finished", "hands", "coins", "wheelbarrows"} & table.keys():
        return "score"
    hand = table.get("hand", [])
    fewest, most = HAND["plan"]
    plans = isinstance(hand, list) and fewest <= len(hand) <= most
    return None if plans and "objective" not in table else "turn"


def breaks(record: Record) -> list[Fault]:
    """Return every break of a rule in a record."""
    return replay_record(record)[1]


def score(record: Record) -> dict[str, Any]:
    """Return the result of a record: everybody's points, the winners, every rule break."""
    return score_record(record)


def score_sheet(record: Record, result: Mapping[str, Any]) -> dict[str, dict[str, int | None]]:
    """Return the points of a result as people write them down."""
    return sheet_of(record, result)


def replay(instance: Instance, moves: Iterable[Mapping[str, Any]]) -> tuple[int, dict[str, int]]:
    """Play the moves of a result and return the score and its breakdown.

    Raises:
        BadInput: a move is unreadable or illegal; every fault is listed.
    """
    return replay_moves(instance, moves_from_json(instance, moves))


def move_to_json(instance: Instance, move: Move) -> dict[str, Any]:
    """Return a move as results write it."""
    laid = move.laid
    table: dict[str, Any] = {
        "card": laid.card.name,
        "at": list(laid.at),
        "turn": laid.turn,
        "flowers": list(move.flowers or ()),
        "sold": [list(bouquet) for bouquet in move.sold],
        "discarded": list(move.discarded),
    }
    if move.pawns:
        table["pawns"] = {colour: _pawns_to_json(own) for colour, own in move.pawns.items()}
    return table


def _pawns_to_json(own: Pawns) -> dict[str, Any]:
    table: dict[str, Any] = {
        kind: list(space)
        for kind, space in (("gardener", own.gardener), ("animal", own.animal))
        if space is not None
    }
    if own.ornament is not None:
        table["ornament"] = [list(space) for space in own.ornament]
    return table


def moves_from_json(instance: Instance, moves: Iterable[Mapping[str, Any]]) -> list[Move]:
    """Read the moves of a result.

    Raises:
        BadInput: every fault, with its place.
    """
    faults, read = Faults(), []
    cards = {card.name: card for card in instance.hand}
    for number, value in enumerate(moves):
        where = f"moves[{number}]"
        table = of_kind(value, dict, faults, where) or {}
        keys = Keys(table, faults, where)
        head = Head(
            keys, instance.players, instance.version, cards, instance.readings, instance.virtual
        )
        if move := read_move(head, keys):
            read.append(move)
    faults.raise_if_any()
    return read


def move_from_json(instance: Instance, move: Mapping[str, Any]) -> Move:
    """Read one move of a result.

    Raises:
        BadInput: every fault, with its key.
    """
    return moves_from_json(instance, [move])[0]
