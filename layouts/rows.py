"""A loaded layout goes in; the data of each of its components come out, one table a component.

The data hold the layout's ``values``, ``facts`` of its game, ``flowers`` by letter, the ``board``,
and the row's own columns. Text from CSV stays text: "no", "01" and "1:30" are what they were.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from layouts.binding import Unbound, filled
from layouts.facts import facts, flowers
from layouts.faults import BadInput, Fault, Faults, did_you_mean
from layouts.loader import Loaded, inside
from layouts.sources import read_text

MOST_ROWS = 5000
MOST_COPIES = 1000


def components(loaded: Loaded, edition: str = "colour") -> list[dict[str, Any]]:
    """Return the data of every component in printing order; copies are repeated.

    Raises:
        BadInput: unknown columns, too many rows, a wrong number of copies.
    """
    layout = loaded.layout
    base = _base(loaded, edition)
    if not layout.rows and layout.csv is None:
        return [base]
    rows = list(_rows(loaded))
    faults = Faults(loaded.name)
    if len(rows) > MOST_ROWS:
        faults.add("rows", f"{len(rows)} rows", f"at most {MOST_ROWS} in one file")
    counted = [_copies(row, number, layout.copies, faults) for number, row in enumerate(rows, 1)]
    faults.raise_if_any()
    return [
        {**base, **row, "row": number}
        for number, (row, count) in enumerate(zip(rows, counted, strict=True), 1)
        for _ in range(count)
    ]


def _base(loaded: Loaded, edition: str) -> dict[str, Any]:
    layout = loaded.layout
    own = [flower.model_dump() for flower in layout.flowers]
    known = {row["letter"]: row for row in (flowers(layout.game) if layout.game else ())}
    known |= {row["letter"]: row for row in own}
    base = {
        "layout": loaded.name.rsplit("/", 1)[-1],
        "title": layout.title,
        "version": layout.version,
        "seed": layout.seed,
        "edition": edition,
        "facts": facts(layout.game) if layout.game else {},
        "flowers": known,
        "board": layout.board.model_dump() if layout.board else {},
    }
    try:
        return {**base, **filled(layout.values, {**base, **layout.values})}
    except Unbound as error:
        mend = "write {{ for a brace"
        raise BadInput(Fault("values", str(error), mend, loaded.name)) from None


def _rows(loaded: Loaded) -> Iterator[dict[str, Any]]:
    yield from loaded.layout.rows
    if loaded.layout.csv is not None:
        path = inside(loaded.folder, loaded.layout.csv, "csv", loaded.name)
        yield from read_csv(read_text(str(path)), path.name)


def read_csv(text: str, name: str) -> list[dict[str, Any]]:
    """Read CSV text with a header line; ``,`` or ``;`` is found from that line.

    Raises:
        BadInput: quotes that do not match, a line with more or fewer fields than the header, a
            column named twice.
    """
    faults = Faults(name)
    head = text.split("\n", 1)[0]
    delimiter = ";" if head.count(";") > head.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        lines = list(reader)
    except csv.Error as error:
        mend = 'a text with " inside is written in quotes, each " twice'
        raise BadInput(Fault(f"line {reader.line_num}", f"{error}", mend, name)) from None
    header = [column.strip() for column in lines[0]] if lines else []
    if not any(header):
        faults.add("line 1", "there is no header line", "start with the names of the columns")
    for column in sorted({column for column in header if header.count(column) > 1}):
        faults.add("line 1", f"two columns named '{column}'", "give each its own name")
    rows = []
    for number, line in enumerate(lines[1:], 2):
        if not any(line):
            continue
        if len(line) != len(header):
            faults.add(f"row {number}", f"{len(line)} fields", f"the header has {len(header)}")
        rows.append(dict(zip(header, line, strict=False)))
    faults.raise_if_any()
    return rows


def _copies(row: Mapping[str, Any], number: int, column: str | None, faults: Faults) -> int:
    if column is None:
        return 1
    where = f"row {number}"
    if column not in row:
        faults.add(where, f"there is no column '{column}'", did_you_mean(column, row))
        return 0
    found = str(row[column]).strip()
    if not (found.isascii() and found.isdecimal()) or int(found) > MOST_COPIES:
        faults.add(f"{where}: {column}", f"{found!r} copies", f"a number from 0 to {MOST_COPIES}")
        return 0
    return int(found)
