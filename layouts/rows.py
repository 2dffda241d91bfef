"""A loaded layout goes in; the data of each of its components come out, one table a component.

The data hold the layout's ``values``, ``facts`` of its game, ``flowers`` by letter, the ``board``,
and the row's own columns. Text from CSV stays text: "no", "01" and "1:30" are what they were.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from layouts.binding import Unbound, filled
from layouts.facts import facts, flowers
from layouts.faults import BadInput, Fault, Faults, did_you_mean, key_shown, merged, shown
from layouts.loader import Loaded, inside
from layouts.sources import read_text

MOST_ROWS = 5000
MOST_COLUMNS = 200
MOST_COPIES = 1000
MOST_PIECES = 10_000  # in one print, copies counted
COPIES = "copies"  # the column of copies, unless the layout names another one
OURS = "row"  # the name of data that counts the rows
OTHERWISE = f"name it otherwise: {{{OURS}}} counts the rows from 1"
_SLIPS = {
    "unexpected end of data": "a quote is never closed",
    "field larger": "a field has more than 131,072 letters",
    "line contains NUL": "a NUL character",
}
_SEPARATOR = re.compile(r'"?sep=([,;\t|])"?[,;]*\r?\n', re.IGNORECASE)
_QUOTES = "something follows a closing quote"


def components(
    loaded: Loaded, edition: str = "colour", gather: list[Fault] | None = None
) -> list[dict[str, Any]]:
    """Return the data of every component in printing order; copies are repeated.

    Args:
        loaded: the layout.
        edition: colour, low-ink, large or laminate.
        gather: takes the faults of columns and copies instead of having them raised, for those who
            look for more; a row with a wrong number of copies is then there once.

    Raises:
        BadInput: a table that cannot be read, too many rows or pieces; unless gathered also
            unknown columns, a wrong number of copies, no row at all.
        Unreadable: the table cannot be read from the disk.
    """
    layout = loaded.layout
    base = _base(loaded, edition)
    if "rows" not in layout.model_fields_set and layout.csv is None:
        return [base]
    rows = list(_rows(loaded))
    if len(rows) > MOST_ROWS:
        mend = f"at most {MOST_ROWS} in one file"
        raise BadInput(Fault("rows", f"more than {MOST_ROWS} rows", mend, loaded.file))
    faults = Faults(loaded.file)
    if any(OURS in row for row in rows):
        faults.add("csv" if layout.csv else "rows", f"a column named '{OURS}'", OTHERWISE)
    counted = [_copies(row, number, loaded, faults) for number, row in enumerate(rows, 1)]
    refuse_too_many(sum(counted), loaded.file)
    if not any(counted) and not faults.found:
        what = "every row has 0 copies" if rows else "the deck has no rows"
        faults.add("csv" if layout.csv else "rows", what, "a row a piece; without rows: one piece")
    if faults.found and gather is None:
        raise BadInput(merged(faults.found))
    if gather is not None:
        gather += faults.found
    return [
        {**base, **row, OURS: number}
        for number, (row, count) in enumerate(zip(rows, counted, strict=True), 1)
        for _ in range(count)
    ]


def rows_file(loaded: Loaded) -> str:
    """Return the name of the file that the rows stand in."""
    return loaded.layout.csv or loaded.file


def column_of(word: str, data: Mapping[str, Any], loaded: Loaded) -> str:
    """Say from which column of its row a word came that is not known, or nothing."""
    values = loaded.layout.values
    found = (name for name, cell in data.items() if word and cell == word != values.get(name))
    return next((f"column {key_shown(name)}" for name in found), "")


def refuse_too_many(pieces: int, file: str = "") -> None:
    """Refuse more pieces than one print may have.

    Raises:
        BadInput: they are more than ``MOST_PIECES``.
    """
    if pieces > MOST_PIECES:
        mend = f"at most {MOST_PIECES:,} in one print, copies counted: print parts of it"
        raise BadInput(Fault("", f"{pieces:,} pieces", mend, file))


def _base(loaded: Loaded, edition: str) -> dict[str, Any]:
    layout = loaded.layout
    if OURS in layout.values:
        raise BadInput(Fault(f"values.{OURS}", f"a value named '{OURS}'", OTHERWISE, loaded.file))
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
        raise BadInput(Fault("values", str(error), mend, loaded.file)) from None


def _rows(loaded: Loaded) -> Iterator[dict[str, Any]]:
    yield from loaded.layout.rows
    if loaded.layout.csv is not None:
        path = inside(loaded.folder, loaded.layout.csv, "csv", loaded.file)
        yield from read_csv(read_text(path, loaded.layout.csv), loaded.layout.csv)


def read_csv(text: str, name: str) -> list[dict[str, Any]]:
    """Read CSV text with a header line; ``,`` ``;`` or a tab is found from that line.

    A line ``sep=;`` above the header, which spreadsheets write and obey, says what it is.

    Raises:
        BadInput: quotes that do not match, a line with more or fewer fields than the header, a
            column named twice.
    """
    said = _SEPARATOR.match(text)
    text = text[said.end() :] if said else text
    head = text.split("\n", 1)[0]
    delimiter = said[1] if said else max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        lines = list(islice(reader, MOST_ROWS + 2))  # one more than may be, to tell
    except csv.Error as error:
        what = next((said for word, said in _SLIPS.items() if word in str(error)), _QUOTES)
        mend = 'a text with " inside is written in quotes, each " twice'
        number = reader.line_num + bool(said)
        raise BadInput(Fault(f"line {number}", what, mend, name)) from None
    lines = _without_blank_columns(lines)
    header = [column.strip() for column in lines[0]] if lines else []
    _check_header(header, name)
    rows: list[dict[str, Any]] = []
    ragged: dict[int, list[int]] = {}
    for line in lines[1:]:
        if not any(line):
            continue
        if len(line) != len(header):
            ragged.setdefault(len(line), []).append(len(rows) + 1)
        rows.append(dict(zip(header, line, strict=False)))
    if ragged:
        mend = f"the header has {len(header)}; row 1 is the one below it"
        raise BadInput(
            Fault("", f"{many} fields", mend, name, tuple(numbers))
            for many, numbers in ragged.items()
        )
    return rows


def _without_blank_columns(lines: list[list[str]]) -> list[list[str]]:
    """Leave out columns without any text, header and all, which spreadsheets like to write."""
    used = {at for line in lines for at, cell in enumerate(line) if cell.strip()}
    widest = max(map(len, lines), default=0)
    blank = {at for at in range(widest) if at not in used}
    if not blank:
        return lines
    return [[cell for at, cell in enumerate(line) if at not in blank] for line in lines]


def _check_header(header: list[str], name: str) -> None:
    faults = Faults(name)
    if not any(header):
        faults.add("line 1", "there is no header line", "start with the names of the columns")
    if len(header) > MOST_COLUMNS:
        faults.add("line 1", f"{len(header)} columns", f"at most {MOST_COLUMNS}")
    twice = [column for column, many in Counter(header[:MOST_COLUMNS]).items() if many > 1]
    for column in sorted(twice):
        faults.add("line 1", f"two columns named {shown(column)}", "give each its own name")
    faults.raise_if_any()


def _copies(row: Mapping[str, Any], number: int, loaded: Loaded, faults: Faults) -> int:
    column = loaded.layout.copies
    if column is None and COPIES not in row:
        return 1
    column = column or COPIES

    def fault(where: str, what: str, mend: str) -> int:
        faults.extend([Fault(where, what, mend, rows_file(loaded), (number,))])
        return 1

    if column not in row:
        return fault("", f"there is no column {shown(column)}", did_you_mean(column, row))
    found = str(row[column]).strip() or "1"
    if not (found.isascii() and found.isdecimal() and int(found[:5]) <= MOST_COPIES):
        mend = f"a number from 0 to {MOST_COPIES}; nothing is 1"
        return fault(f"column {key_shown(column)}", f"{shown(row[column])} copies", mend)
    return int(found)
