"""Elements of a layout and a frame go in; shapes of the scene come out: one function an element."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from generator.boards import board
from generator.cells import columns_of, cut, lowered, placed, rows_of, table, track
from generator.coarse import Placed
from generator.extent import unseen
from generator.frame import Frame
from generator.ink import (
    BLACK,
    Sheet,
    TooMuch,
    angle,
    drawing,
    flower_row,
    font,
    paint,
    points,
    rgb,
    surface,
    written,
)
from generator.measure import frames, line_heights, row_data, wanted
from generator.pictures import fitted
from generator.text import DoesNotFit
from layouts import schema
from layouts.binding import Unbound, sole_reference, text, value
from layouts.faults import BadInput, Fault, key_shown, shown
from layouts.loader import inside
from layouts.shapes import path_segments
from output.errors import BadImage, Unprintable
from output.scene import Circle, Group, Image, Item, Line, Paint, Path, Rect, Tag

LETTERS = 50  # of text or path data count as one element more
PAST = 1.0  # mm that a flow may reach past its group: as much is blank below a line of text
IMAGE = 200  # elements that an image counts as


def draw_all(
    sheet: Sheet, elements: Sequence[schema.Element], frame: Frame, where: str
) -> list[Item]:
    """Draw the elements of a component; what is wrong is added to the faults of the sheet."""
    try:
        return _draw_each(sheet, elements, frame, where)
    except TooMuch as error:
        sheet.fault(where, str(error))
        return []


def _draw_each(
    sheet: Sheet,
    elements: Sequence[schema.Element],
    frame: Frame,
    where: str,
    flow: str = "none",
    gap: float = 0.0,
) -> list[Item]:
    """Draw elements in order, each in its own box or in its part of the flow."""
    shown = [
        (at, element)
        for at, element in enumerate(elements)
        if wanted(sheet, element, f"{where}[{at}]")
    ]
    try:
        rooms = frames(sheet, [element for _, element in shown], frame, flow, gap)
    except (Unbound, Unprintable, ValueError) as error:
        sheet.fault(where, str(error))
        return []
    items: list[Item] = []
    for (at, element), room in zip(shown, rooms, strict=True):
        items += _draw(sheet, element, room, f"{where}[{at}]")
        if flow != "none" and (over := room.beyond(frame)) > PAST:
            what = f"reaches {over:.3g} mm past its group along the {flow}"
            sheet.fault(_named(element, f"{where}[{at}]"), what, "shorten what is before, or it")
    return items


def _draw(sheet: Sheet, element: schema.Element, room: Frame, where: str) -> list[Item]:
    """Draw one element; what is wrong becomes a fault and the element stays away."""
    sheet.budget.take()
    frame = room.place(element.box, element.at)
    name = _named(element, where)
    told = len(sheet.faults)
    if isinstance(element, _BARE) and not {"fill", "stroke"} & element.model_fields_set:
        mend = 'give it a fill or a stroke; "none" if it is an edition that adds one'
        sheet.fault(name, "draws nothing", mend)
    if not isinstance(element, _MAY_BLEED) and not frame.inside(sheet.trim):
        sheet.fault(name, "reaches out of the component", "make the box smaller or move it")
    elif isinstance(element, schema.TextElement) and not frame.inside(sheet.trim.inset(sheet.safe)):
        mend = f"keep text {sheet.safe:g} mm from the edge"
        sheet.fault(name, "reaches out of the safe zone", mend)
    try:
        items = DRAWERS[element.type](sheet, element, frame, name)
        lost = unseen(items, sheet.seen) if _may_be_lost(element, frame, sheet.seen) else None
        if lost and len(sheet.faults) == told:
            sheet.fault(name, lost, "move it into the component, and into the box of a clip")
        return _wrapped(sheet, element, items)
    except DoesNotFit as error:
        sheet.fault(name, str(error), error.mend)
        return []
    except (Unbound, Unprintable, ValueError) as error:
        sheet.fault(name, str(error))
        return []
    except BadInput as error:
        for fault in error.faults:
            sheet.note(fault, name)
        return []


def _named(element: schema.Element, where: str) -> str:
    return f"{where} '{element.id}'" if element.id else where


def _may_be_lost(element: schema.Element, frame: Frame, seen: Frame) -> bool:
    """Tell what needs a look: what lies in a box that is seen whole is seen, lines leave theirs."""
    return isinstance(element, schema.LineElement | schema.PathElement) or not frame.inside(seen)


def _wrapped(sheet: Sheet, element: schema.Element, items: list[Item]) -> list[Item]:
    """Put layer and tag round an element's items where it has any."""
    tag = None
    if element.alt is not None:
        tag = Tag("Figure", text(element.alt, sheet.data))
    elif element.role is not None:
        tag = Tag(element.role)
    elif isinstance(element, schema.TextElement):
        tag = Tag("P")
    if not items or (tag is None and element.layer is None):
        return items
    return [Group(tuple(items), tag=tag, layer=element.layer)]


# ---------------------------------------------------------------- plain shapes


def _rect(sheet: Sheet, element: schema.RectElement, frame: Frame, where: str) -> list[Item]:
    look = surface(sheet, element)
    return [Rect(frame.x, frame.y, frame.width, frame.height, look, element.radius)]


def _circle(sheet: Sheet, element: schema.CircleElement, frame: Frame, where: str) -> list[Item]:
    x, y = frame.centre
    return [Circle(x, y, min(frame.width, frame.height) / 2, surface(sheet, element))]


def _line(sheet: Sheet, element: schema.LineElement, frame: Frame, where: str) -> list[Item]:
    stroke = element.stroke if element.stroke != "none" else "ink"
    look = paint(sheet, "none", stroke, element.width, element.dash)
    points = element.points or [(0.0, 0.0), (frame.width, frame.height)]
    places = [(frame.x + x, frame.y + y) for x, y in points]
    return [Line(*a, *b, look) for a, b in pairwise(places)]


def _path(sheet: Sheet, element: schema.PathElement, frame: Frame, where: str) -> list[Item]:
    sheet.budget.take(len(element.d) // LETTERS)
    segments = path_segments(element.d)
    moved = tuple((command, _moved(xy, frame.x, frame.y)) for command, xy in segments)
    return [Path(moved, surface(sheet, element))]


def _moved(xy: tuple[float, ...], dx: float, dy: float) -> tuple[float, ...]:
    return tuple(n + (dy if at % 2 else dx) for at, n in enumerate(xy))


# ---------------------------------------------------------------- text


def _text(sheet: Sheet, element: schema.TextElement, frame: Frame, where: str) -> list[Item]:
    words = text(element.text, sheet.data)
    if not words:
        return []
    sheet.budget.take(len(words) // LETTERS)
    size = points(value(element.size, sheet.data))
    ink = rgb(sheet, element.colour, "text") or BLACK
    turned = element.turn in (90, 270)
    box = Frame(0, 0, frame.height, frame.width) if turned else frame
    lines = written(
        words,
        box,
        font=font(value(element.font, sheet.data)),
        size=size,
        min_size=element.min_size or size,
        leading=element.leading,
        align=element.align,
        valign=element.valign,
        wrap=element.wrap,
        like=text(element.like, sheet.data),
        ink=ink,
    )
    return lines if element.turn == 0 else [_turned(lines, element.turn, frame, turned)]


def _turned(lines: list[Item], turn: int, frame: Frame, upright: bool) -> Group:
    """Turn lines set in a box at (0, 0), or in the frame itself for half a turn."""
    x, y, w, h = frame.x, frame.y, frame.width, frame.height
    if not upright:
        return Group(tuple(lines), matrix=(-1, 0, 0, -1, 2 * x + w, 2 * y + h))
    if turn == 90:
        return Group(tuple(lines), matrix=(0, 1, -1, 0, x + w, y))
    return Group(tuple(lines), matrix=(0, -1, 1, 0, x, y + h))


# ---------------------------------------------------------------- drawings and pictures


def _shape(sheet: Sheet, element: schema.ShapeElement, frame: Frame, where: str) -> list[Item]:
    name, tint = text(element.shape, sheet.data), text(element.colour, sheet.data)
    return [drawing(name, tint, sheet.edition, frame, _turn(sheet, element))]


def _flower(sheet: Sheet, element: schema.FlowerElement, frame: Frame, where: str) -> list[Item]:
    row = flower_row(sheet, text(element.flower, sheet.data))
    return [drawing(row["shape"], row["colour"], sheet.edition, frame, _turn(sheet, element))]


def _turn(sheet: Sheet, element: schema.ShapeElement | schema.FlowerElement) -> float:
    return angle(value(element.turn, sheet.data))


def _image(sheet: Sheet, element: schema.ImageElement, frame: Frame, where: str) -> list[Item]:
    name = text(element.file, sheet.data)
    sheet.budget.take(IMAGE)
    if not name.strip():
        raise BadInput(_no_picture(element.file))
    path = inside(sheet.loaded.folder, name, where, sheet.loaded.file)
    try:
        data, place, pixels = fitted(path, name, frame, element.fit)
    except BadImage as error:
        raise BadInput(Fault("", f"{shown(name)}: {error}")) from None
    size = (place.width, place.height)
    sheet.pictures.append(Placed(sheet.loaded.file, where, name, pixels, size))
    picture = Image(place.x, place.y, place.width, place.height, data)
    if element.fit == "contain":
        return [picture]
    clip = Rect(frame.x, frame.y, frame.width, frame.height, Paint())
    return [Group((picture,), clip=clip)]


def _no_picture(template: str) -> Fault:
    """Say which cell names no picture, and how pieces go without one."""
    cell = sole_reference(template)
    if not cell:
        return Fault("", "it names no picture", "file = a PNG or JPEG beside the layout")
    mend = f'name a PNG or JPEG; for pieces without: unless = {{ {key_shown(cell)} = "" }}'
    return Fault("", f"{cell} is empty", mend)


# ---------------------------------------------------------------- elements of elements


def _group(sheet: Sheet, element: schema.GroupElement, frame: Frame, where: str) -> list[Item]:
    panel = Rect(
        frame.x, frame.y, frame.width, frame.height, surface(sheet, element), element.radius
    )
    inner = frame.inset(element.pad)
    parts = f"{where}.elements"
    part = sheet.clipped(frame) if element.clip else sheet
    items = _draw_each(part, element.elements, inner, parts, element.flow, element.gap)
    if element.clip:
        items = [Group(tuple(items), clip=replace(panel, paint=Paint()))]
    return [*_ground(panel, below=bool(items)), *items, *_outline(panel, above=bool(items))]


def _ground(panel: Rect, *, below: bool) -> list[Item]:
    """Return what lies under the content of a panel: its fill, and its outline if it is empty."""
    if not panel.paint.fill and (below or not panel.paint.stroke):
        return []
    return [replace(panel, paint=Paint(panel.paint.fill))] if below else [panel]


def _outline(panel: Rect, *, above: bool) -> list[Item]:
    """Return the outline of a panel, which no head inside it may hide."""
    if not above or not panel.paint.stroke:
        return []
    return [replace(panel, paint=replace(panel.paint, fill=None))]


def _repeat(sheet: Sheet, element: schema.RepeatElement, frame: Frame, where: str) -> list[Item]:
    rows = rows_of(sheet, element.over, element.count)
    inner = [sheet.with_data(row_data(at, row)) for at, row in enumerate(rows)]
    items: list[Item] = []
    for part, cell in zip(inner, _cells(sheet, element, frame, inner), strict=True):
        items += _draw_each(part, element.elements, cell, f"{where}.elements")
    return items


def _cells(
    sheet: Sheet, element: schema.RepeatElement, frame: Frame, inner: Sequence[Sheet]
) -> Iterable[Frame]:
    if element.place is not None:
        return placed(sheet, element, frame, inner)
    lines = [] if element.even else line_heights(sheet, element, frame.width)
    if element.shrink:
        lines = lowered(lines, frame.height - element.gap[1] * (len(lines) - 1))
    columns = columns_of(sheet, element, len(inner))
    return cut(frame, len(inner), columns, element.cell, element.gap, lines)


_MAY_BLEED = (
    schema.RectElement,
    schema.CircleElement,
    schema.LineElement,
    schema.PathElement,
    schema.ShapeElement,
    schema.ImageElement,
)
"""Elements that may reach over the trim into the bleed; text never does."""

_BARE = (schema.RectElement, schema.CircleElement, schema.PathElement)
"""Elements that are nothing but their surface and outline."""

DRAWERS: dict[str, Callable[[Sheet, Any, Frame, str], list[Item]]] = {
    "rect": _rect,
    "circle": _circle,
    "line": _line,
    "path": _path,
    "text": _text,
    "shape": _shape,
    "flower": _flower,
    "image": _image,
    "group": _group,
    "repeat": _repeat,
    "track": track,
    "table": table,
    "board": board,
}
