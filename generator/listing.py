"""Rows go in; the same rows with their places in columns come out, read downwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def in_columns(rows: Sequence[Mapping[str, Any]], tall: int, most: int) -> dict[str, Any]:
    """Return moves with their places, and the size of their grid.

    Args:
        rows: what the moves are drawn with.
        tall: lines of one column, where they are enough.
        most: columns that stand side by side where they are not.
    """
    columns = 1 if len(rows) <= tall else most
    down = max(tall, -(-len(rows) // columns))
    moves = [{**row, "column": at // down, "line": at % down} for at, row in enumerate(rows)]
    return {"moves": moves, "move-columns": columns, "move-lines": down}
