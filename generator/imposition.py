"""A component's size and a paper go in; the grid of places comes out, fronts and mirrored backs.

All lengths in mm. A grid lies in the middle of its paper, so that a back turned over by either edge
meets its front exactly. A folded page has its fronts on one side of the fold, backs on the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from layouts.faults import BadInput, Fault
from layouts.tables import papers

Flip = Literal["long", "short"]
Marks = Literal["auto", "crop", "lines", "none"]
Fold = Literal["across", "down"]
Size = tuple[float, float]

MARGIN = 5.0
"""No ink nearer to the paper's edge than this: what home printers can reach."""

FOLD_GAP = 5.0
"""From the fold to the nearest bleed."""

MARK_ROOM = 0.5
"""What the line of a cut reaches beyond the pieces, at least."""

_SLACK = 1e-9


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

    @property
    def room(self) -> Size:
        """Width and height with the bleed."""
        return self.width + 2 * self.bleed, self.height + 2 * self.bleed

    def describe(self) -> str:
        """Say the size in words."""
        bleed = f" with {self.bleed:g} mm bleed" if self.bleed else ""
        return f"{self.width:g} x {self.height:g} mm{bleed}"


@dataclass(frozen=True, slots=True)
class Place:
    """The top left trim corner of one component on the page; ``turned``: upside down."""

    x: float
    y: float
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of equal places on a page that is ``width`` x ``height``.

    ``scale`` is 1 except for a scaled n-up. Folded across, the places lie above the middle of the
    page and their backs below it; folded down, left of the middle and right of it.
    """

    width: float
    height: float
    columns: int
    rows: int
    piece: Piece
    scale: float = 1.0
    fold: Fold | None = None

    @property
    def count(self) -> int:
        """Fronts a page."""
        return self.columns * self.rows

    @property
    def trim(self) -> Size:
        """Width and height of one place after scaling."""
        return self.piece.width * self.scale, self.piece.height * self.scale

    @property
    def bleed(self) -> float:
        """Bleed round one place after scaling."""
        return self.piece.bleed * self.scale

    @property
    def gutter(self) -> float:
        """Between two trims: the bleed of both, or nothing where the edge is shared."""
        return 2 * self.bleed

    @property
    def origin(self) -> Size:
        """The top left trim corner of the first place."""
        across = self.columns * self.trim[0] + (self.columns - 1) * self.gutter
        down = self.rows * self.trim[1] + (self.rows - 1) * self.gutter
        x, y = (self.width - across) / 2, (self.height - down) / 2
        if self.fold == "across":
            y = self.height / 2 - FOLD_GAP - self.bleed - down
        elif self.fold == "down":
            x = self.width / 2 - FOLD_GAP - self.bleed - across
        return x, y

    def fronts(self) -> Iterator[Place]:
        """Yield the places row by row."""
        x, y = self.origin
        for row in range(self.rows):
            for column in range(self.columns):
                across = column * (self.trim[0] + self.gutter)
                yield Place(x + across, y + row * (self.trim[1] + self.gutter))

    def backs(self, flip: Flip = "long") -> Iterator[Place]:
        """Yield, in the order of the fronts, where their backs lie.

        Turned over its left edge, or folded down its middle, the page shows columns mirrored; over
        its top edge, or folded across, it shows rows mirrored, and backs stand on their heads so
        that a piece turned sideways reads upright.
        """
        portrait = self.height >= self.width
        sideways = self.fold == "down" if self.fold else (flip == "long") == portrait
        for place in self.fronts():
            if sideways:
                yield Place(self.width - place.x - self.trim[0], place.y)
            else:
                yield Place(place.x, self.height - place.y - self.trim[1], turned=True)

    def brief(self) -> str:
        """Say in figures how many there are, and how many across and down."""
        return f"{self.count} ({self.columns} × {self.rows})" if self.count > 1 else "1"

    def describe(self) -> str:
        """Say the grid in words."""
        way = "portrait" if self.height >= self.width else "landscape"
        words = f"{self.count}-up ({self.columns} x {self.rows}, {way}"
        words += f", folded {self.fold} the middle" if self.fold else ""
        if self.bleed:
            words += f", {self.bleed:.3g} mm bleed each"
        elif self.count > 1:
            words += ", shared edges"
        words += f", scaled to {self.scale:.0%}" if self.scale < 1 else ""
        return f"{words})"


def marked(marks: Marks, count: int, bleed: float, fold: Fold | None) -> bool:
    """Tell whether a page carries marks: by itself it does where anything is to be cut."""
    return marks != "none" and (marks != "auto" or count > 1 or bleed > 0 or fold is not None)


def choose_grid(
    piece: Piece, paper: Size, up: int | None = None, *, fold: bool = False, marks: Marks = "auto"
) -> Grid:
    """Return the largest true grid, or the one with ``up`` fronts a page.

    Pieces with bleed keep their own bleed on all sides; pieces without share their edges. Only
    ``up`` may scale, never below the piece's ``scale_min``. Upright paper is preferred where both
    ways hold the same number.

    Raises:
        Misfit: the piece, or that many of them, do not fit; says what does.
    """
    grids = _grids(piece, paper, up, fold, marks)
    if not grids:
        what = f"{up} of {piece.describe()}" if up else piece.describe()
        where = f"on {_name(paper)}{' with a fold' if fold else ''}"
        mend = "; ".join(_what_fits(piece, paper, up, fold, marks))
        raise Misfit(
            f"{what} do not fit {where}", mend or "choose a larger paper or a smaller layout"
        )
    return max(grids, key=_merit)


def _merit(grid: Grid) -> tuple[float, ...]:
    """Rank by count, scale, fold across, upright paper, then by the most compact block."""
    longest = max(grid.columns * grid.trim[0], grid.rows * grid.trim[1])
    return grid.count, grid.scale, grid.fold == "across", grid.height >= grid.width, -longest


def _grids(piece: Piece, paper: Size, up: int | None, fold: bool, marks: Marks) -> list[Grid]:
    """Return the true grids with ``up`` fronts; or, without a wish, the fullest ones."""
    folds: tuple[Fold | None, ...] = ("across", "down") if fold else (None,)
    return [
        grid
        for page, line in product((paper, paper[::-1]), folds)
        for columns, rows in (_products(up) if up else _fullest(piece, page, line, marks))
        if (grid := _true(piece, page, columns, rows, line, marks)).scale
        >= (piece.scale_min if up else 1.0) - _SLACK
    ]


def _true(
    piece: Piece, page: Size, columns: int, rows: int, fold: Fold | None, marks: Marks
) -> Grid:
    """Return the grid at the largest scale that keeps margins, bleeds and marks."""
    room = _room(page, fold, marked(marks, columns * rows, piece.bleed, fold))
    scale = min(1.0, room[0] / (columns * piece.room[0]), room[1] / (rows * piece.room[1]))
    return Grid(*page, columns, rows, piece, 1.0 if scale > 1 - _SLACK else scale, fold)


def _products(up: int) -> list[tuple[int, int]]:
    return [(columns, up // columns) for columns in range(1, up + 1) if up % columns == 0]


def _fullest(piece: Piece, page: Size, fold: Fold | None, marks: Marks) -> list[tuple[int, int]]:
    """Return columns and rows of the fullest page with room for marks, and a single piece."""
    room = _room(page, fold, marks != "none")
    columns, rows = (
        int((have + _SLACK) // need) for have, need in zip(room, piece.room, strict=True)
    )
    return [(columns, rows), (1, 1)] if columns * rows > 1 else [(1, 1)]


def _room(page: Size, fold: Fold | None, marks: bool) -> Size:
    """Return what pieces with their bleeds may take of a page, or of its first half if folded."""
    edge = MARGIN + (MARK_ROOM if marks else 0.0)
    across, down = page[0] - 2 * edge, page[1] - 2 * edge
    if fold == "across":
        down = page[1] / 2 - FOLD_GAP - edge
    elif fold == "down":
        across = page[0] / 2 - FOLD_GAP - edge
    return across, down


# ---------------------------------------------------------------- what would fit instead


def _name(paper: Size) -> str:
    names = {size: name for name, size in papers().items()}
    return names.get(paper, f"{paper[0]:g} x {paper[1]:g} mm")


def _what_fits(
    piece: Piece, paper: Size, up: int | None, fold: bool, marks: Marks
) -> Iterator[str]:
    """Yield the nearest wishes that can be kept."""
    if up and (most := _most(piece, paper, fold, marks)):
        yield f"the most is {most.describe()}"
        if up < most.count:
            fits = [n for n in range(1, most.count) if _grids(piece, paper, n, fold, marks)]
            yield f"--up {', '.join(map(str, fits))} fit as well"
    larger = [name for name, size in papers().items() if _grids(piece, size, up, fold, marks)]
    if larger:
        yield f"--paper {' or '.join(larger)} has room"
    if fold and (grids := _grids(piece, paper, up, False, marks)):
        yield f"without a fold: {max(grids, key=_merit).describe()}"
    bare = replace(piece, bleed=0.0)
    if piece.bleed and (grids := _grids(bare, paper, up, fold, marks)):
        yield f"with --bleed 0: {max(grids, key=_merit).describe()}"
    if marks != "none" and (grids := _grids(piece, paper, up, fold, "none")):
        yield f"with --marks none: {max(grids, key=_merit).describe()}"


def _most(piece: Piece, paper: Size, fold: bool, marks: Marks) -> Grid | None:
    """Return the grid of the largest number that fits at the smallest scale."""
    s = piece.scale_min
    small = Piece(piece.width * s, piece.height * s, piece.bleed * s)
    grids = _grids(small, paper, None, fold, marks)
    if not grids:
        return None
    return max(_grids(piece, paper, max(grid.count for grid in grids), fold, marks), key=_merit)
