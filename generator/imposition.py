"""A component's size and a paper go in; the grid of places comes out, fronts and mirrored backs.

All lengths in mm. A grid lies in the middle of its paper, so that a back turned over by either edge
meets its front exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from layouts.faults import BadInput, Fault

Flip = Literal["long", "short"]

MARGIN = 5.0
"""No ink nearer to the paper's edge than this: what home printers can reach."""


class Misfit(BadInput):
    """A wish for a page that cannot be kept; the message says the largest that would fit."""

    exit_code = 2

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(Fault("", what, mend))


@dataclass(frozen=True, slots=True)
class Piece:
    """What is to be placed: trim size, bleed round it and the smallest scale it may have."""

    width: float
    height: float
    bleed: float = 0.0
    scale_min: float = 1.0


@dataclass(frozen=True, slots=True)
class Place:
    """The top left trim corner of one component on the page; ``turned``: upside down."""

    x: float
    y: float
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of equal places on a page that is ``width`` x ``height``.

    ``gutter`` is what lies between two trims; ``scale`` is 1 except for a scaled n-up.
    """

    width: float
    height: float
    columns: int
    rows: int
    piece: Piece
    gutter: float
    scale: float = 1.0

    @property
    def count(self) -> int:
        """Places a page."""
        return self.columns * self.rows

    @property
    def trim(self) -> tuple[float, float]:
        """Width and height of one place after scaling."""
        return self.piece.width * self.scale, self.piece.height * self.scale

    @property
    def origin(self) -> tuple[float, float]:
        """The top left trim corner of the first place."""
        across = self.columns * self.trim[0] + (self.columns - 1) * self.gutter
        down = self.rows * self.trim[1] + (self.rows - 1) * self.gutter
        return (self.width - across) / 2, (self.height - down) / 2

    def fronts(self) -> Iterator[Place]:
        """Yield the places row by row."""
        x, y = self.origin
        for row in range(self.rows):
            for column in range(self.columns):
                across = column * (self.trim[0] + self.gutter)
                yield Place(x + across, y + row * (self.trim[1] + self.gutter))

    def backs(self, flip: Flip) -> Iterator[Place]:
        """Yield, in the order of the fronts, where their backs lie on the turned page.

        Turned over its left edge the page shows columns mirrored; over its top edge it shows rows
        mirrored, and backs stand on their heads so that a piece turned sideways reads upright.
        """
        portrait = self.height >= self.width
        sideways = (flip == "long") == portrait
        for place in self.fronts():
            if sideways:
                yield Place(self.width - place.x - self.trim[0], place.y)
            else:
                yield Place(place.x, self.height - place.y - self.trim[1], turned=True)

    def describe(self) -> str:
        """Say the grid in words."""
        way = "portrait" if self.height >= self.width else "landscape"
        words = f"{self.count}-up ({self.columns} x {self.rows}, {way}"
        words += f", gutter {self.gutter:g} mm" if self.count > 1 and self.gutter else ""
        words += f", scaled to {self.scale:.0%}" if self.scale < 1 else ""
        return f"{words})"


def choose_grid(
    piece: Piece, paper: tuple[float, float], up: int | None = None, margin: float = MARGIN
) -> Grid:
    """Return the largest true grid, or the one with ``up`` places a page.

    Pieces with bleed keep their own bleed on all sides; pieces without share their edges. Upright
    paper is preferred where both ways hold the same number.

    Raises:
        Misfit: the piece, or that many of them, do not fit; says what does.
    """
    ways = [paper, paper[::-1]]
    largest = max((_fill(piece, way, margin) for way in ways), key=lambda grid: grid.count)
    if up is None or up == largest.count:
        if largest.count == 0:
            raise Misfit(
                f"{piece.width:g} x {piece.height:g} mm do not fit on {paper[0]:g} x {paper[1]:g} "
                f"mm with {margin:g} mm margins",
                "choose a larger paper or a smaller layout",
            )
        return largest
    grids = [grid for way in ways for grid in _exactly(piece, way, up, margin)]
    if not grids:
        raise Misfit(
            f"{up} of {piece.width:g} x {piece.height:g} mm do not fit on one page",
            f"the most is {_most(piece, ways, margin)}",
        )
    return max(grids, key=lambda grid: (grid.scale, grid.height >= grid.width))


def _fill(piece: Piece, page: tuple[float, float], margin: float) -> Grid:
    columns = _how_many(piece.width, piece.bleed, page[0] - 2 * margin)
    rows = _how_many(piece.height, piece.bleed, page[1] - 2 * margin)
    return Grid(*page, columns, rows, piece, 2 * piece.bleed)


def _how_many(length: float, bleed: float, room: float) -> int:
    return int((room + 1e-6) // (length + 2 * bleed))


def _exactly(piece: Piece, page: tuple[float, float], up: int, margin: float) -> Iterator[Grid]:
    for columns in range(1, up + 1):
        rows, rest = divmod(up, columns)
        if rest:
            continue
        gutter = 2 * piece.bleed
        scale = min(
            1.0,
            (page[0] - 2 * margin - gutter * columns) / (columns * piece.width),
            (page[1] - 2 * margin - gutter * rows) / (rows * piece.height),
        )
        if scale >= piece.scale_min - 1e-9:
            yield Grid(*page, columns, rows, piece, gutter, scale)


def _most(piece: Piece, ways: list[tuple[float, float]], margin: float) -> int:
    """Return the largest number that fits at the smallest scale."""
    small = Piece(piece.width * piece.scale_min, piece.height * piece.scale_min, piece.bleed, 1.0)
    return max(_fill(small, way, margin).count for way in ways)
