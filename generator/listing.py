"""Rows go in; the same rows with their places in columns come out, read downwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any


def in_columns(rows: Sequence[Mapping[str, Any]], tall: int, most: int) -> dict[str, Any]:
    """Return moves with their places, and the size of their grid.

    Args:
        rows: what the moves are drawn with; ``high``: lines that one takes up, if not 1.
        tall: lines of one column, where they are enough.
        most: columns that stand side by side where they are not.
    """
    columns = 1 if sum(map(_high, rows)) <= tall else most
    for down in count(max([tall, *map(_high, rows)])):
        moves = list(_placed(rows, down))
        if not moves or moves[-1]["column"] < columns:
            break
    return {"moves": moves, "move-columns": columns, "move-lines": down}


def _placed(rows: Iterable[Mapping[str, Any]], down: int) -> Iterator[dict[str, Any]]:
    """Yield rows with their places in columns of so many lines."""
    column = line = 0
    for row in rows:
        if line and line + _high(row) > down:
            column, line = column + 1, 0
        yield {**row, "column": column, "line": line}
        line += _high(row)


def _high(row: Mapping[str, Any]) -> int:
    return int(row.get("high", 1))
