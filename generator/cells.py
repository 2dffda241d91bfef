"""Elements made of equal cells: repeated rows, tracks to tick, tables to write in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.frame import Frame
from generator.ink import BLACK, Sheet, number, paint, rgb, written
from generator.ink import surface as surface_of
from generator.text import DoesNotFit
from layouts import schema
from layouts.binding import filled, text, value
from output.scene import Circle, Group, Item, Line, Paint, Rect, Tag

MOST_BOXES = 1000


def rows_of(sheet: Sheet, over: Any, count: Any) -> list[Any]:
    """Return the rows that an element is drawn for.

    Raises:
        ValueError: there are none, or too many.
        TooMuch: they are more than the component may draw.
    """
    if over is None:
        found = number(value(1 if count is None else count, sheet.data), "count")
        if not (0 <= found <= MOST_BOXES and found.is_integer()):
            raise ValueError(f"count: {found:g} is no whole number from 0 to {MOST_BOXES}")
        sheet.budget.take(int(found))
        return [""] * int(found)
    rows = value(over, sheet.data) if isinstance(over, str) else filled(over, sheet.data)
    if isinstance(rows, Mapping):
        rows = list(rows.values())
    if isinstance(rows, str):
        rows = list(rows)
    if not isinstance(rows, (list, tuple)):
        raise ValueError(f"{over} is no list of rows")
    sheet.budget.take(len(rows))
    return list(rows)


def placed(
    sheet: Sheet, element: schema.RepeatElement, frame: Frame, rows: Sequence[Sheet]
) -> list[Frame]:
    """Return the cell of every row's data: its place in a grid in the middle of a frame.

    Raises:
        DoesNotFit: the grid is larger than the frame.
        ValueError: a place is outside the grid.
    """
    across, down = columns_of(sheet, element, 1), _whole(sheet, element.lines, "lines")
    cell = _cell(element, frame, across, down)
    width, height = (
        length * many + gap * (many - 1)
        for length, many, gap in zip(cell, (across, down), element.gap, strict=True)
    )
    grid = frame.place((0, 0, width, height), "centre")
    if not grid.inside(frame):
        raise DoesNotFit(f"{across} x {down} cells do not fit into {frame.width:g} mm")
    return [_spanned(row, element, grid, cell, (across, down)) for row in rows]


def _cell(
    element: schema.RepeatElement, frame: Frame, across: int, down: int
) -> tuple[float, float]:
    """Return the size of the cells of a grid: as wished, shrunk if that is wanted, or evenly."""
    gaps = element.gap[0] * (across - 1), element.gap[1] * (down - 1)
    room = (frame.width - gaps[0]) / across, (frame.height - gaps[1]) / down
    if element.cell is None:
        return room
    width, height = element.cell
    scale = min(1.0, room[0] / width, room[1] / height) if element.shrink else 1.0
    return width * scale, height * scale


def _spanned(
    sheet: Sheet,
    element: schema.RepeatElement,
    grid: Frame,
    cell: tuple[float, float],
    counts: tuple[int, int],
) -> Frame:
    """Return the frame of the cells that a row takes up."""
    places = [int(number(value(part, sheet.data), "place")) for part in element.place or ()]
    spans = [_whole(sheet, part, "span") for part in element.span]
    if not all(
        0 <= at <= many - span for at, many, span in zip(places, counts, spans, strict=True)
    ):
        where = ", ".join(map(str, places))
        raise ValueError(f"place: {where} is outside the grid of {counts[0]} x {counts[1]}")
    steps = [length + gap for length, gap in zip(cell, element.gap, strict=True)]
    x, y = (at * step for at, step in zip(places, steps, strict=True))
    width, height = (
        span * step - gap for span, step, gap in zip(spans, steps, element.gap, strict=True)
    )
    return Frame(grid.x + x, grid.y + y, width, height)


def columns_of(sheet: Sheet, element: schema.RepeatElement, count: int) -> int:
    """Return the number of columns of a repeat; by default all of its cells side by side."""
    return _whole(sheet, element.columns or max(1, count), "columns")


def _whole(sheet: Sheet, found: Any, what: str) -> int:
    """Return a count of at least 1 that a layout gives itself or by reference."""
    count = number(value(found, sheet.data), what)
    if count < 1 or not count.is_integer():
        raise ValueError(f"{what}: {count:g} is no count")
    return int(count)


def cut(
    frame: Frame,
    count: int,
    columns: int | None,
    cell: tuple[float, float] | None,
    gap: tuple[float, float],
    heights: Sequence[float] = (),
) -> Iterator[Frame]:
    """Cut a frame into cells, row by row: equal ones, or lines of the given heights."""
    across = columns or max(1, count)
    down = -(-count // across)
    width = (frame.width - gap[0] * (across - 1)) / across
    height = (frame.height - gap[1] * max(0, down - 1)) / max(1, down)
    if cell:
        width, height = cell
    lines = heights or [height] * down
    for at in range(count):
        row, column = divmod(at, across)
        x, y = frame.x + column * (width + gap[0]), frame.y + sum(lines[:row]) + row * gap[1]
        yield Frame(x, y, width, lines[row])


def lowered(heights: Sequence[float], room: float) -> list[float]:
    """Return heights of lines, the highest of them lowered to one level if room is short."""
    left = room
    for at, height in enumerate(sorted(heights)):
        level = left / (len(heights) - at)
        if height > level:
            return [min(one, level) for one in heights]
        left -= height
    return list(heights)


def track(sheet: Sheet, element: schema.TrackElement, frame: Frame, where: str) -> list[Item]:
    """Draw a row or column of equal boxes, each with its label."""
    labels = (
        rows_of(sheet, element.labels, None)
        if element.count is None
        else rows_of(sheet, None, element.count)
    )
    across = element.columns or (len(labels) if element.flow == "row" else 1)
    ink = rgb(sheet, element.colour, "text") or BLACK
    surface = surface_of(sheet, element)
    gap = (element.gap, element.gap)
    items: list[Item] = []
    for label, cell in zip(labels, cut(frame, len(labels), across, element.cell, gap), strict=True):
        if not cell.inside(frame):
            raise DoesNotFit(f"{len(labels)} boxes do not fit into {frame.width:g} mm")
        if element.shape == "circle":
            items.append(Circle(*cell.centre, min(cell.width, cell.height) / 2, surface))
        else:
            items.append(Rect(cell.x, cell.y, cell.width, cell.height, surface, element.radius))
        if words := str(label):
            size, least = element.size, element.min_size
            lines = written(words, cell, size=size, min_size=least, font=element.font, ink=ink)
            items.append(Group(tuple(lines), tag=Tag("P")))
    return items


def table(sheet: Sheet, element: schema.TableElement, frame: Frame, where: str) -> list[Item]:
    """Draw ruled rows of text, with blank ones to write in."""
    rows = rows_of(sheet, element.over or [], None) + [None] * element.blank
    lines = len(rows) + element.header
    height = element.row_height or frame.height / max(1, lines)
    if element.row_height is None and element.row_max is not None:
        height = min(height, element.row_max)
    if height * lines > frame.height + 0.01:
        raise DoesNotFit(f"{lines} rows of {height:g} mm do not fit into {frame.height:g} mm")
    surface = surface_of(sheet, element)
    if not lines:
        return []
    sheet.budget.take(lines * len(element.columns))
    wishes = [(None, column.share) for column in element.columns]
    whole = Frame(frame.x, frame.y, frame.width, height * lines)
    ground = replace(surface, stroke=None)
    items: list[Item] = [Rect(whole.x, whole.y, whole.width, whole.height, ground)]
    items += _grounds(sheet, element, whole, lines)
    items += _rules(whole, height, [f.x for f in whole.flow("row", 0.0, wishes)][1:], surface)
    for at in range(lines):
        line = Frame(frame.x, frame.y + at * height, frame.width, height)
        head = element.header and at == 0
        row = None if head else rows[at - element.header]
        for column, cell in zip(element.columns, line.flow("row", 0.0, wishes), strict=True):
            items += _table_cell(sheet, element, column, cell, row, head)
    return items


def _grounds(sheet: Sheet, element: schema.TableElement, whole: Frame, lines: int) -> list[Item]:
    """Fill the header and every second row."""
    height = whole.height / lines
    head, stripe = paint(sheet, element.header_fill), paint(sheet, element.stripe)
    grounds = [head] if element.header else []
    grounds += [stripe if at % 2 else Paint() for at in range(lines - element.header)]
    return [
        Rect(whole.x, whole.y + at * height, whole.width, height, ground)
        for at, ground in enumerate(grounds)
        if ground.fill
    ]


def _rules(whole: Frame, step: float, uprights: Sequence[float], surface: Paint) -> list[Item]:
    stroke = replace(surface, fill=None)
    lines: list[Item] = [
        Line(whole.x, whole.y + step * n, whole.x + whole.width, whole.y + step * n, stroke)
        for n in range(1, round(whole.height / step))
    ]
    lines += [Line(x, whole.y, x, whole.y + whole.height, stroke) for x in uprights]
    return [Rect(whole.x, whole.y, whole.width, whole.height, stroke), *lines]


def _table_cell(
    sheet: Sheet,
    element: schema.TableElement,
    column: schema.Column,
    cell: Frame,
    row: Any,
    head: bool,
) -> list[Item]:
    if row is None and not head:
        return []
    data = {**sheet.data, **row} if isinstance(row, Mapping) else {**sheet.data, "item": row}
    words = text(column.title if head else column.value, sheet.data if head else data)
    if not words:
        return []
    margin = min(2.0, cell.width / 10)
    room = Frame(cell.x + margin, cell.y, cell.width - 2 * margin, cell.height)
    lines = written(
        words,
        room,
        size=element.size,
        min_size=element.min_size,
        font="bold" if head else "body",
        ink=rgb(sheet, element.header_colour if head else element.colour, "text") or BLACK,
        align=column.align,
        wrap=True,
    )
    return [Group(tuple(lines), tag=Tag("P"))]
