"""A position of the number-card game and its result go in; the data of its drawing come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from solver.field.game import moves_from_json
from solver.field.rules import Cell, Field, Instance, Move, box, laid, value

ASKED = {
    "placement": "The best that these cards can do",
    "round": "The best play of round {round}",
    "deal": "The best play of a whole deal",
}
NO_FLOWER = "leaf"  # what a starting card without a flower shows


def solved(instance: Instance, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the window of the field with its cards, a row for every move, and the points."""
    moves = moves_from_json(instance, result["moves"])
    field, order = _grown(instance, moves)
    columns, lines = box(field)
    return {
        "subtitle": ASKED[instance.kind].format(round=instance.round),
        "columns": columns,
        "lines": lines,
        "cells": list(_cells(instance, field, order)),
        "moves": [_row(number, move) for number, move in enumerate(moves, 1)],
        "score": result["score"],
        "breakdown": list(_points(instance, result["breakdown"])),
    }


def _grown(instance: Instance, moves: tuple[Move, ...]) -> tuple[Field, dict[Cell, int]]:
    """Return the field after all moves, and which move laid the card on a cell."""
    field, order = instance.field, dict[Cell, int]()
    for number, move in enumerate(moves, 1):
        if move.at is not None:
            field = laid(field, move.card, move.at)
            order[move.at] = number
    return field, order


def _cells(instance: Instance, field: Field, order: Mapping[Cell, int]) -> Iterator[dict[str, Any]]:
    """Yield the cards one sees, from the window's top left corner; y is down on paper."""
    left, top = min(x for x, _ in field), max(y for _, y in field)
    for (x, y), card in field.items():
        yield {
            "x": x - left,
            "y": top - y,
            "number": value(card),
            "flower": instance.flowers.get(card, NO_FLOWER),
            "order": order.get((x, y), ""),
            "new": (x, y) in order,
        }


def _row(number: int, move: Move) -> dict[str, Any]:
    place = "left out" if move.at is None else f"{move.at[0]}, {move.at[1]}"
    dummy = "" if move.dummy is None else move.dummy
    return {"order": number, "card": move.card, "place": place, "dummy": dummy}


def _points(instance: Instance, breakdown: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what the score is the sum of; the dummy's points only where they are taken away."""
    for number, points in enumerate(breakdown["rounds"], instance.round):
        yield {"name": f"Round {number}", "points": points}
    yield {"name": "Groups", "points": breakdown["groups"]}
    if instance.objective == "margin":
        yield {"name": "Dummy", "points": -breakdown["dummy"]}
