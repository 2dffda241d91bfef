"""An element and the width of its place go in; the length that its text needs comes out, in mm.

Only text has a length of its own, and what holds text; everything else takes what it gets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.cells import columns_of, rows_of
from generator.frame import Frame
from generator.ink import Sheet, font, points
from generator.text import MM_PER_POINT, wrapped
from layouts import schema
from layouts.binding import Unbound, text, value, written
from output.fonts import width_mm

TALL = 1e6  # mm, more than anything needs


def wanted(sheet: Sheet, element: schema.Drawn, where: str = "") -> bool:
    """Tell whether an element's conditions are met; note names that the data do not have."""
    met = [_is_one_of(sheet, *condition, where) for condition in element.when.items()]
    not_met = [_is_one_of(sheet, *condition, where) for condition in element.unless.items()]
    return all(met) and not any(not_met)


def _is_one_of(sheet: Sheet, path: str, values: Any, where: str) -> bool:
    try:
        found = text(f"{{{path}}}", sheet.data)
    except Unbound as error:
        found = ""
        if where:  # not when it is only measured
            sheet.names.missed.setdefault(path, (where, str(error)))
    else:
        sheet.names.known.add(path)
    return found in map(written, values if isinstance(values, list) else [values])


def frames(
    sheet: Sheet, elements: Sequence[schema.Element], frame: Frame, flow: str, gap: float
) -> list[Frame]:
    """Return the place of every element: the whole frame, or its part of a row or column.

    Raises:
        Unbound: a text to be measured refers to data that is not there.
    """
    if flow == "none":
        return [frame] * len(elements)
    wishes = [(_extent(sheet, element, flow, frame.width), element.share) for element in elements]
    return frame.flow(flow, gap, wishes)


def _extent(sheet: Sheet, element: schema.Element, flow: str, across: float) -> float | None:
    if element.extent != "fit":
        return element.extent
    return height(sheet, element, across) if flow == "column" else _text_width(sheet, element)


def height(sheet: Sheet, element: schema.Element, across: float) -> float:
    """Return the height in mm of an element that is ``across`` mm wide."""
    if element.box is not None:
        return element.box[1] + element.box[3]
    match element:
        case schema.TextElement():
            lines = wrapped(*_words(sheet, element), across) if across > 0 else []
            return len(lines) * _words(sheet, element)[2] * element.leading * MM_PER_POINT
        case schema.GroupElement():
            return 2 * element.pad + _stack(sheet, element, across - 2 * element.pad)
        case schema.RepeatElement():
            return _rows(sheet, element, across)
    return element.extent if isinstance(element.extent, float) else 0.0


def _words(sheet: Sheet, element: schema.TextElement) -> tuple[str, str, float]:
    """Return text, font and size in points."""
    size = points(value(element.size, sheet.data))
    return text(element.text, sheet.data), font(value(element.font, sheet.data)), size


def _text_width(sheet: Sheet, element: schema.Element) -> float:
    if not isinstance(element, schema.TextElement):
        return 0.0
    words, face, size = _words(sheet, element)
    return max(width_mm(line, face, size) for line in words.split("\n")) + 0.01


def _stack(sheet: Sheet, group: schema.GroupElement, across: float) -> float:
    shown = [element for element in group.elements if wanted(sheet, element)]
    places = frames(sheet, shown, Frame(0, 0, across, TALL), group.flow, group.gap)
    pairs = list(zip(shown, places, strict=True))
    if group.flow != "column":
        return max((height(sheet, element, place.width) for element, place in pairs), default=0.0)
    lengths = [
        place.height if element.extent is not None else height(sheet, element, across)
        for element, place in pairs
    ]
    return sum(lengths) + group.gap * max(0, len(lengths) - 1)


def _rows(sheet: Sheet, element: schema.RepeatElement, across: float) -> float:
    lines = line_heights(sheet, element, across)
    return sum(lines) + element.gap[1] * max(0, len(lines) - 1)


def line_heights(sheet: Sheet, element: schema.RepeatElement, across: float) -> list[float]:
    """Return how high each line of cells of a repeat must be for its text, in mm."""
    rows = rows_of(sheet, element.over, element.count)
    columns = columns_of(sheet, element, len(rows))
    cell = (across - element.gap[0] * (columns - 1)) / columns
    highest = [0.0] * -(-len(rows) // columns)
    for at, row in enumerate(rows):
        inner = sheet.with_data(row_data(at, row))
        heights = [height(inner, part, cell) for part in element.elements if wanted(inner, part)]
        highest[at // columns] = max([highest[at // columns], *heights])
    return [max(highest)] * len(highest) if element.even and highest else highest


def row_data(at: int, row: Any) -> dict[str, Any]:
    """Return what `{item}`, `{index}`, `{count}` and the row's keys stand for in a repeat."""
    own = dict(row) if isinstance(row, Mapping) else {}
    return {**own, "index": at, "count": at + 1, "item": row}
