"""Results go in; tables for a terminal come out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table


def show(found: RenderableType) -> None:
    """Print to stdout, with colours only on a terminal (NO_COLOR is respected)."""
    Console(highlight=False).print(found)


def score_table(result: Mapping[str, Any]) -> Table:
    """Return everybody's points by section, the winner marked."""
    players = result["players"]
    sections = list(dict.fromkeys(key for player in players for key in player["breakdown"]))
    title = "Final score" if result["finished"] else "Score so far (the game is not over)"
    table = Table(title=title)
    table.add_column("player")
    for section in sections:
        table.add_column(section, justify="right")
    table.add_column("total", justify="right", style="bold")
    for player in players:
        crown = " (winner)" if player["name"] in result["winner"] else ""
        points = [str(player["breakdown"].get(section, "")) for section in sections]
        table.add_row(player["name"] + crown, *points, str(player["score"]))
    return table
