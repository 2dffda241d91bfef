"""A board's text goes in; its cells, beds and neighbours come out.

Blanks part the beds, empty lines part the rows of beds. What is printed is what is solved: both
read boards from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from layouts.faults import Faults, listed


@dataclass(frozen=True)
class Board:
    """A grid of letters cut into beds of one size.

    Cells are numbered row by row from 0; a set of cells is an ``int`` with one bit a cell.
    """

    rows: tuple[str, ...]
    bed_width: int
    bed_height: int

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @cached_property
    def letters(self) -> str:
        """The letters of all cells in order."""
        return "".join(self.rows)

    @property
    def size(self) -> int:
        """Number of cells."""
        return len(self.letters)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """``A1`` (column, row) for every cell; columns go on with AA after Z."""
        return tuple(
            f"{column_name(x)}{y + 1}" for y in range(self.height) for x in range(self.width)
        )

    @cached_property
    def index(self) -> dict[str, int]:
        """Cell number by name."""
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For every cell the set of cells that share a side with it, also across beds."""
        return tuple(
            sum(1 << (y * self.width + x) for x, y in self._beside(cell))
            for cell in range(self.size)
        )

    def _beside(self, cell: int) -> Iterator[tuple[int, int]]:
        y, x = divmod(cell, self.width)
        for nx, ny in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)):
            if 0 <= nx < self.width and 0 <= ny < self.height:
                yield nx, ny

    @cached_property
    def beds(self) -> tuple[int, ...]:
        """The set of cells of every bed, row by row."""
        beds: dict[tuple[int, int], int] = {}
        for cell in range(self.size):
            y, x = divmod(cell, self.width)
            key = (y // self.bed_height, x // self.bed_width)
            beds[key] = beds.get(key, 0) | 1 << cell
        return tuple(beds[key] for key in sorted(beds))

    def where(self, letter: str) -> int:
        """Return the set of cells that carry a letter."""
        return sum(1 << cell for cell, found in enumerate(self.letters) if found == letter)

    def text(self) -> str:
        """Write the board the way it is read: blanks between beds, empty lines between rows."""
        step = self.bed_width
        lines: list[str] = []
        for y, row in enumerate(self.rows):
            if y and y % self.bed_height == 0:
                lines.append("")
            lines.append(" ".join(row[x : x + step] for x in range(0, self.width, step)))
        return "\n".join(lines) + "\n"


def column_name(x: int) -> str:
    """Return ``A``..``Z``, ``AA``.. for column 0, 1, ..."""
    name = ""
    x += 1
    while x:
        x, digit = divmod(x - 1, 26)
        name = chr(ord("A") + digit) + name
    return name


def parse_board(
    text: str, letters: Iterable[str], faults: Faults, where: str = "board.text", limit: int = 100
) -> Board | None:
    """Read a board; note every fault and return None if there was one.

    Args:
        text: lines of letters; spaces part beds, empty lines part rows of beds.
        letters: the letters that may stand on the board.
        faults: where faults are noted.
        where: key path for the faults.
        limit: the most cells a board may have.
    """
    before = len(faults.found)
    lines = text.replace("\r\n", "\n").split("\n")
    blocks = _blocks(lines)
    if not blocks:
        faults.add(where, "the board is empty", "write rows of letters such as 'OOPB YYVW'")
        return None
    widths = [len(bed) for bed in blocks[0][0][1]]
    for block in blocks:
        if len(block) != len(blocks[0]):
            faults.add(
                f"{where} line {block[0][0]}",
                f"beds {len(block)} rows high, the first ones have {len(blocks[0])}",
                "all beds have one size",
            )
    rows_of_beds = [row for block in blocks for row in block]
    _check_letters(rows_of_beds, "".join(letters), where, faults)
    for number, beds in rows_of_beds:
        _check_widths(f"{where} line {number}", beds, widths, faults)
    size = sum(len("".join(beds)) for _, beds in rows_of_beds)
    if size > limit:
        faults.add(where, f"{size} cells", f"a board has at most {limit}")
    if len(faults.found) > before:
        return None
    rows = tuple("".join(beds) for _, beds in rows_of_beds)
    return Board(rows, widths[0], len(blocks[0]))


_Row = tuple[int, list[str]]


def _blocks(lines: list[str]) -> list[list[_Row]]:
    """Group the lines into rows of beds; every line becomes (line number, its beds)."""
    numbered = [
        (number, [bed for bed in line.split(" ") if bed]) for number, line in enumerate(lines, 1)
    ]
    return [list(rows) for filled, rows in groupby(numbered, lambda row: bool(row[1])) if filled]


def _check_letters(rows: Iterable[_Row], allowed: str, where: str, faults: Faults) -> None:
    """Note the letters that are no flowers, each in the first line that has it."""
    told: set[str] = set(allowed)
    for number, beds in rows:
        bad = sorted({*"".join(beds)} - told)
        told.update(bad)
        if bad:
            what = (
                f"{listed(map(repr, bad))} {'are no flowers' if len(bad) > 1 else 'is no flower'}"
            )
            capitals = ", in capitals" if any(letter.upper() in allowed for letter in bad) else ""
            mend = f"the letters are {' '.join(allowed)}{capitals}"
            faults.add(f"{where} line {number}", what, mend)


def _check_widths(place: str, beds: list[str], first: list[int], faults: Faults) -> None:
    """Note a row whose beds are not equally wide, or not as many and as wide as the first row's."""
    widths = [len(bed) for bed in beds]
    if len(set(widths)) > 1:
        what = f"the beds of this row are {listed(map(str, widths))} flowers wide"
        faults.add(place, what, "all beds are equally wide; a blank starts the next bed")
    elif len(set(first)) == 1 and widths != first:
        what = f"{_beds(widths)}, the first row has {_beds(first)}"
        faults.add(place, what, "as many in every row; a blank starts the next bed")


def _beds(widths: list[int]) -> str:
    return f"{len(widths)} bed{'s' * (len(widths) > 1)} {widths[0]} wide"
