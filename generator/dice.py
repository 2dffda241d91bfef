"""A dice instance and its result go in; the data that layouts draw come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from solver.dice.game import move_from_json
from solver.dice.rules import FACTS, NAMES, Dice, Instance, ticks_of
from solver.puzzle import Puzzle


def solved(instance: Instance, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the board, a loop and a row for every pick, and the points."""
    moves = spoken(instance, result["moves"])
    return {
        "board": {"text": instance.board.text()},
        "on": _on(instance),
        "loops": [_loop(move) for move in moves if move["cells"]],
        "struck": _struck(instance),
        "before": " Grey: circled before." if instance.circled else "",
        "moves": [_row(instance, move) for move in moves],
        "breakdown": {**result["breakdown"], "total": result["score"]},
        "points": list(_points(instance, result)),
    }


def _on(instance: Instance) -> str:
    """Return which sheet a play is on, in words."""
    name = instance.sheet.removesuffix(".toml")
    return f"sheet {name}" if name else "a sheet of your own"


def spoken(instance: Instance, moves: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the moves of a result with the rounds numbered as those of the whole game."""
    before = _first_round(instance) - 1
    return [{**move, "round": move["round"] + before} for move in moves]


def summands(_: Instance | None, breakdown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a score as they are added: ticks are taken away."""
    return {**breakdown, "ticks": -breakdown["ticks"]} if "ticks" in breakdown else {**breakdown}


def _first_round(instance: Instance) -> int:
    """Return which round of the game is the first of those to come: the last one is the eighth."""
    rounds: int = FACTS["solo"]["rounds"]
    return rounds - len(instance.rounds) + 1


def _struck(instance: Instance) -> list[str]:
    """Return the names of the cells that were circled before."""
    return [name for cell, name in enumerate(instance.board.names) if instance.circled >> cell & 1]


def _points(instance: Instance, result: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what the total is the sum of; ticks of before stand apart from those of the moves."""
    parts = result["breakdown"]
    yield {"part": "Colours", "worth": parts["colours"]}
    yield {"part": "Beds", "worth": parts["beds"]}
    yield {"part": "Re-roll", "worth": parts["reroll"]}
    if instance.ticks:
        yield {"part": "Before", "worth": -instance.ticks}
    yield {"part": "Ticks", "worth": instance.ticks - parts["ticks"]}
    yield {"part": "Total", "worth": result["score"]}


def _to_write(instance: Instance) -> Iterator[dict[str, str]]:
    """Yield what the player adds up; ticks of before stand apart from those still to come."""
    yield {"part": "Colours", "worth": ""}
    yield {"part": "Beds", "worth": ""}
    yield {"part": "Re-roll", "worth": f"+{FACTS['scoring']['reroll']}"}
    if instance.ticks:
        yield {"part": "Before", "worth": f"−{instance.ticks}"}
    yield {"part": "Ticks", "worth": "−"}
    yield {"part": "Total", "worth": ""}


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


def puzzle(instance: Instance, found: Puzzle) -> dict[str, Any]:
    """Return what the page of a puzzle draws: the sheet, what is circled already, the rolls."""
    first = _first_round(instance)
    return {
        "board": {"text": instance.board.text()},
        "sheet": instance.sheet,
        "struck": _struck(instance),
        "sum": list(_to_write(instance)),
        "rolls": [_roll(number, dice) for number, dice in enumerate(instance.rounds, first)],
    }


def answer(instance: Instance, found: Puzzle, ratio: float) -> dict[str, Any]:
    """Return what the answer of a puzzle draws: its page's data, a loop a pick, the dice taken."""
    shown = puzzle(instance, found)
    moves = spoken(instance, found.moves)
    for roll in shown["rolls"]:
        taken = {m["die"] for m in moves if m["round"] == roll["round"]}
        roll["dice"] = [die for die in roll["dice"] if die["name"] in taken]
    loops = [_loop(move) for move in moves if move["cells"]]
    return {**shown, "loops": loops, "breakdown": summands(instance, found.breakdown)}


def _roll(number: int, dice: Dice) -> dict[str, Any]:
    shown = [{"letter": die, "name": NAMES[die], "value": value} for die, value in dice.items()]
    return {"round": number, "dice": shown}
