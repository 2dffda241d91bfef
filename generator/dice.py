"""A dice instance and its result go in; the data that ``dice/solved`` draws come out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solver.dice.game import move_from_json
from solver.dice.rules import Instance, ticks_of


def solved(instance: Instance, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the board, a loop and a row for every pick, and the points."""
    return {
        "board": {"text": instance.board.text()},
        "letter": instance.sheet.removesuffix(".toml") or "of your own",
        "loops": [_loop(move) for move in result["moves"] if move["cells"]],
        "moves": [_row(instance, move) for move in result["moves"]],
        "breakdown": {**result["breakdown"], "total": result["score"]},
    }


def _row(instance: Instance, move: Mapping[str, Any]) -> dict[str, Any]:
    """Return a move with its cells in words and its ticks."""
    ticks = ticks_of(instance.board, move_from_json(instance, dict(move)))
    return {**move, "cells": " ".join(move["cells"]), "ticks": ticks}


def _loop(move: Mapping[str, Any]) -> dict[str, Any]:
    cells = " ".join(move["cells"])
    return {
        "cells": move["cells"],
        "label": move["round"],
        "colour": move["die"],
        "says": f"round {move['round']}, {move['die']} {move['value']}: {cells}",
    }
