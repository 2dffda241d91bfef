"""A text board and a frame go in; beds of flowers come out, with loops round groups of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from generator.frame import Frame
from generator.ink import BLACK, Sheet, drawing, looks_of, paint, rgb, written
from generator.loops import outline
from generator.text import MM_PER_POINT, DoesNotFit
from layouts import schema
from layouts.binding import sole_reference, text, value
from layouts.board import Board, column_name, parse_board
from layouts.faults import BadInput, Faults, shown
from output.scene import Circle, Colour, Group, Item, Paint, Path, Rect, Tag

LOOP_INSET = 0.07  # of a pitch
LOOP_RADIUS = 0.36
LOOP_WIDTH = 0.09
LABEL_LEAST = 1.5  # points, where the names of columns need more room than a pitch
DISC = 0.19  # radius of the disc with a loop's number, in pitches
ROUND = 0.7056  # the same in sizes of the number
STRUCK = "rule"  # tint of a flower that is used up
LOOP = {"cells", "label", "colour", "says"}  # what a loop says
RING, RING_WIDTH = 0.4, 0.035  # round it, in pitches


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cells of a board lie: pitch, gap between beds and corner, in mm."""

    board: Board
    x: float
    y: float
    pitch: float
    gap: float

    def cell(self, column: int, row: int) -> Frame:
        """Return the frame of a cell, one pitch wide and high."""
        beds = (column // self.board.bed_width, row // self.board.bed_height)
        x = self.x + column * self.pitch + beds[0] * self.gap
        y = self.y + row * self.pitch + beds[1] * self.gap
        return Frame(x, y, self.pitch, self.pitch)

    def bed(self, cells: Iterable[tuple[int, int]], margin: float) -> Frame:
        """Return the frame round the cells of a bed."""
        frames = [self.cell(*cell) for cell in cells]
        left, top = frames[0].x - margin, frames[0].y - margin
        last = frames[-1]
        return Frame(
            left, top, last.x + self.pitch + margin - left, last.y + self.pitch + margin - top
        )


def board(sheet: Sheet, element: schema.BoardElement, frame: Frame, where: str) -> list[Item]:
    """Draw the board of the data: beds, flowers, names of columns and rows, loops."""
    faults = Faults()
    known = looks_of(sheet)
    place = sole_reference(element.board) or where
    found = parse_board(text(element.board, sheet.data), known, faults, place)
    faults.raise_if_any()
    if found is None:
        raise BadInput(faults.found)
    sheet.budget.take(found.size)
    grid = _grid(found, element, frame)
    struck = set(_cells(found, value(element.struck, sheet.data), "struck"))
    items: list[Item] = [_bed(sheet, element, grid, cells, struck) for cells in found.beds]
    if element.labels:
        items += _labels(sheet, element, grid)
    if element.loops is not None:
        items += _loops(sheet, element, grid)
    return items


def _grid(found: Board, element: schema.BoardElement, frame: Frame) -> Grid:
    """Fit the board into the frame: as large as `pitch` allows, in the middle of its width."""
    margin = element.bed_gap / 2
    gutter = element.label_size * MM_PER_POINT * 1.4 if element.labels else 0.0
    across = (found.width // found.bed_width - 1) * element.bed_gap + 2 * margin
    down = (found.height // found.bed_height - 1) * element.bed_gap + 2 * margin
    room = (frame.width - gutter - across, frame.height - gutter - down)
    pitch = min(element.pitch, room[0] / found.width, room[1] / found.height)
    if pitch < element.min_pitch:
        raise DoesNotFit(
            f"{found.width} x {found.height} flowers come out {max(0.0, pitch):.1f} mm apart, "
            f"at least {element.min_pitch:g} mm are wanted"
        )
    wide = gutter + across + pitch * found.width
    high = gutter + down + pitch * found.height
    x = frame.x + (frame.width - wide) / 2 + gutter + margin
    spare = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[element.valign] * (frame.height - high)
    y = frame.y + spare + gutter + margin
    return Grid(found, x, y, pitch, element.bed_gap)


def _places(found: Board, cells: int) -> list[tuple[int, int]]:
    """Return (column, row) of the cells of a set, row by row."""
    return [divmod(c, found.width)[::-1] for c in range(found.size) if cells >> c & 1]


def _bed(
    sheet: Sheet, element: schema.BoardElement, grid: Grid, cells: int, struck: set[str]
) -> Group:
    """Draw one bed as a figure that reads row by row."""
    found = grid.board
    places = _places(found, cells)
    ground = paint(sheet, element.bed_fill, element.bed_stroke, element.bed_width)
    room = grid.bed(places, grid.gap * 0.36)
    items: list[Item] = [Rect(room.x, room.y, room.width, room.height, ground, element.bed_radius)]
    said: dict[int, list[str]] = {}
    for column, row in places:
        looks, cell = looks_of(sheet)[found.rows[row][column]], grid.cell(column, row)
        if f"{column_name(column)}{row + 1}" in struck:
            items += _struck(sheet, cell, looks, element.flower)
            said.setdefault(row, []).append(f"{looks['says']} circled already")
            continue
        items.append(_flower(sheet, cell, looks, element.flower))
        said.setdefault(row, []).append(looks["says"])
    first = f"{column_name(places[0][0])}{places[0][1] + 1}"
    last = f"{column_name(places[-1][0])}{places[-1][1] + 1}"
    rows = "; ".join(f"row {row + 1}: {', '.join(names)}" for row, names in said.items())
    return Group(tuple(items), tag=Tag("Figure", f"Garden bed {first} to {last}. {rows}"))


def _struck(sheet: Sheet, cell: Frame, looks: Mapping[str, str], part: float) -> list[Item]:
    """Draw a flower that is used up: small and grey, in a ring."""
    ring = paint(sheet, "none", f"{STRUCK}.dark", cell.width * RING_WIDTH)
    grey = {"shape": looks["shape"], "colour": STRUCK}
    return [Circle(*cell.centre, cell.width * RING, ring), _flower(sheet, cell, grey, part * 0.62)]


def _flower(sheet: Sheet, cell: Frame, looks: Mapping[str, str], part: float) -> Item:
    margin = cell.width * (1 - part) / 2
    room = Frame(cell.x + margin, cell.y + margin, cell.width * part, cell.height * part)
    return drawing(looks["shape"], looks["colour"], sheet.edition, room)


def _labels(sheet: Sheet, element: schema.BoardElement, grid: Grid) -> list[Item]:
    """Write A, B, C above the columns and 1, 2, 3 left of the rows."""
    ink = rgb(sheet, element.label_colour, "text") or BLACK
    height = element.label_size * MM_PER_POINT * 1.4
    margin = grid.gap / 2
    items: list[Item] = []
    for column in range(grid.board.width):
        cell = grid.cell(column, 0)
        room = Frame(cell.x, grid.y - margin - height, grid.pitch, height)
        items += _label(column_name(column), room, element, ink)
    for row in range(grid.board.height):
        cell = grid.cell(0, row)
        room = Frame(grid.x - margin - height, cell.y, height, grid.pitch)
        items += _label(str(row + 1), room, element, ink)
    return items


def _label(name: str, room: Frame, element: schema.BoardElement, ink: Colour) -> list[Item]:
    least = min(LABEL_LEAST, element.label_size)
    return written(name, room, size=element.label_size, min_size=least, ink=ink)


def _loops(sheet: Sheet, element: schema.BoardElement, grid: Grid) -> list[Item]:
    """Draw a closed curve round each group of cells, its label in a disc at the first cell."""
    items: list[Item] = []
    size = element.loop_size or grid.pitch * DISC / ROUND / MM_PER_POINT
    for at, loop in enumerate(_listed(value(element.loops, sheet.data), "loops")):
        if not isinstance(loop, Mapping) or not loop.keys() >= LOOP:
            raise ValueError(f"loops[{at}]: {shown(loop)} is no table of {', '.join(sorted(LOOP))}")
        index = grid.board.index
        names = _cells(grid.board, loop["cells"], f"loops[{at}].cells")
        cells = [divmod(index[name], grid.board.width)[::-1] for name in names]
        if cells:
            items.append(_loop(sheet, grid, cells, loop, size))
    return items


def _cells(board: Board, found: Any, what: str) -> list[str]:
    """Return a list of cells' names of the data."""
    names = _listed(found, what)
    for name in names:
        if not isinstance(name, str) or name not in board.index:
            last = board.names[-1]
            raise ValueError(f"{what}: {shown(name)} is no cell; the cells are A1 to {last}")
    return names


def _listed(found: Any, what: str) -> list[Any]:
    if found is None or found == "":
        return []
    if not isinstance(found, list | tuple):
        raise ValueError(f"{what}: {shown(found)} is no list")
    return list(found)


def _loop(
    sheet: Sheet,
    grid: Grid,
    cells: list[tuple[int, int]],
    loop: Mapping[str, Any],
    size: float,
) -> Group:
    def edges(cell: tuple[int, int]) -> tuple[float, float, float, float]:
        room = grid.cell(*cell)
        return room.x, room.y, room.x + room.width, room.y + room.height

    pitch = grid.pitch
    stroke = paint(sheet, "none", f"{loop['colour']}.dark", pitch * LOOP_WIDTH)
    curve = Path(outline(cells, edges, pitch * LOOP_INSET, pitch * LOOP_RADIUS), stroke)
    first = grid.cell(*min(cells, key=lambda cell: (cell[1], cell[0])))
    x, y = first.x + pitch * (LOOP_INSET + 0.08), first.y + pitch * (LOOP_INSET + 0.08)
    radius = size * MM_PER_POINT * ROUND
    disc = Circle(x, y, radius, Paint(stroke.stroke))
    room = Frame(x - radius, y - radius, 2 * radius, 2 * radius)
    paper = rgb(sheet, "paper", "fill") or BLACK
    label = written(str(loop["label"]), room, size=size, min_size=3, font="bold", ink=paper)
    return Group((curve, disc, *label), tag=Tag("Figure", str(loop["says"])))
