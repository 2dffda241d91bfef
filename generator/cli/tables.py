"""Results go in; tables for a terminal come out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import click
from rich.console import Console, Group, RenderableType
from rich.table import Table

from solver.games import ScoreSheet


def show(found: RenderableType, *, err: bool = False) -> None:
    """Print to stdout, or stderr, with colours only on a terminal (NO_COLOR is respected)."""
    console = Console(highlight=False, stderr=err)
    with console.capture() as shown:  # rich would leave by itself where writing fails
        console.print(found)
    click.echo(shown.get(), nl=False, err=err)


def score_table(sheet: ScoreSheet, *, done: bool, winners: Collection[str] = ()) -> Table:
    """Return a line a section and a column a player, as on a score sheet; the winner is marked."""
    table = Table(title="Final score" if done else "Score so far")
    table.add_column("")
    for name in sheet:
        table.add_column(name + " (winner)" * (name in winners), justify="right")
    for section in dict.fromkeys(key for points in sheet.values() for key in points):
        row = (in_words(points.get(section)) for points in sheet.values())
        table.add_row(section, *row, style="bold" if section == "total" else None)
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
