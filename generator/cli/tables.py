"""Results go in; tables for a terminal come out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich.console import Console, Group, RenderableType
from rich.table import Table


def show(found: RenderableType) -> None:
    """Print to stdout, with colours only on a terminal (NO_COLOR is respected)."""
    console = Console(highlight=False)
    with console.capture() as shown:  # rich would leave by itself where writing fails
        console.print(found)
    click.echo(shown.get(), nl=False)


def score_table(result: Mapping[str, Any]) -> Table:
    """Return everybody's points by section, the winner marked; else what the result says."""
    players = _players(result)
    if not players:
        return _plain_table(result)
    sections = list(dict.fromkeys(key for _, parts, _ in players for key in parts))
    done = result.get("finished", result.get("complete", True))
    table = Table(title="Final score" if done else "Score so far (the game is not over)")
    table.add_column("player")
    for section in sections:
        table.add_column(section, justify="right")
    table.add_column("total", justify="right", style="bold")
    winners = result.get("winner", result.get("winners", []))
    for name, parts, total in players:
        points = [str(parts.get(section, "")) for section in sections]
        table.add_row(name + " (winner)" * (name in winners), *points, str(total))
    return table


def moves_table(moves: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Return a line a move, without the columns that are empty everywhere."""
    keys = list(dict.fromkeys(key for move in moves for key in move))
    shown = [key for key in keys if any(move.get(key) not in (None, False, []) for move in moves)]
    if not shown:
        return Group()
    table = Table(*shown, box=None)
    for move in moves:
        table.add_row(*(in_words(move.get(key)) for key in shown))
    return table


def in_words(value: Any) -> str:
    """Return a value of a result as a person reads it."""
    match value:
        case None | False | [] | ():
            return "-"
        case True:
            return "yes"
        case list() | tuple():
            return " ".join(in_words(part) for part in value)
        case dict():
            return ", ".join(f"{key} {in_words(part)}" for key, part in value.items())
    return str(value)


def _players(result: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any], int]]:
    """Return name, breakdown and total of each player, as far as a result has players."""
    found: Any = result.get("players", [])
    if all(isinstance(one, Mapping) and "breakdown" in one for one in found) and found:
        return [(one["name"], one["breakdown"], one["score"]) for one in found]
    totals, parts = result.get("totals"), result.get("breakdown")
    if isinstance(totals, Mapping) and isinstance(parts, Mapping):
        return [(name, parts[name], total) for name, total in totals.items()]
    return []


def _plain_table(result: Mapping[str, Any]) -> Table:
    """Return what a result says, one line a key."""
    table = Table(title="Score", show_header=False)
    table.add_column("section")
    table.add_column("points", justify="right")
    for key, value in result.items():
        if key not in ("game", "kind", "faults"):
            table.add_row(key, json.dumps(value, ensure_ascii=False))
    return table
