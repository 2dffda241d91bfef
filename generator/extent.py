"""Drawn items and what may be seen go in; what nobody would see comes out. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.frame import Frame
from output.fonts import cap_height_mm, width_mm
from output.scene import Circle, Group, Image, Item, Line, Matrix, Paint, Path, Rect, Text, Use

LOST = "lies where nothing is printed"
CUT = "its text is cut off"


def unseen(items: Iterable[Item], seen: Frame) -> str | None:
    """Say what of an element is lost: all of it beyond ``seen``, or some of its text.

    Surfaces may reach out, as art does into the bleed; words are read whole or not at all.
    """
    items = tuple(items)
    whole = around(extents(items))
    if whole is not None and whole.meet(seen) is None:
        return LOST
    if not all(text.inside(seen, slack=0.05) for text in extents(items, words=True)):
        return CUT
    return None


def smallest_text(items: Iterable[Item], scale: float = 1.0) -> float | None:
    """Return the size in points of the smallest text as it is drawn; None where there is none."""
    sizes = [
        item.size * scale if isinstance(item, Text) else smallest_text(item.items, scale)
        for item in items
        if isinstance(item, Text | Group)
    ]
    return min((size for size in sizes if size is not None), default=None)


def around(frames: Iterable[Frame]) -> Frame | None:
    """Return the smallest frame round several; None where there are none."""
    frames = list(frames)
    if not frames:
        return None
    left, top = min(frame.x for frame in frames), min(frame.y for frame in frames)
    right = max(frame.x + frame.width for frame in frames)
    bottom = max(frame.y + frame.height for frame in frames)
    return Frame(left, top, right - left, bottom - top)


def extents(items: Iterable[Item], *, words: bool = False) -> Iterator[Frame]:
    """Yield what each shape covers with its ink, or only the lines of text with ``words``."""
    for item in items:
        if isinstance(item, Group):
            inner = extents(item.items, words=words)
            clip = _covered(item.clip) if item.clip is not None and not words else None
            shown = (frame if clip is None else frame.meet(clip) for frame in inner)
            yield from (_moved(frame, item.matrix) for frame in shown if frame is not None)
        elif isinstance(item, Use):
            matrix = (item.scale, 0.0, 0.0, item.scale, item.x, item.y)
            inner = extents(item.symbol.items, words=words)
            yield from (_moved(frame, matrix) for frame in inner)
        elif isinstance(item, Text):
            yield _line(item)
        elif not words and (isinstance(item, Image) or _has_ink(item.paint)):
            yield _covered(item)


def _has_ink(paint: Paint) -> bool:
    return paint.fill is not None or paint.stroke is not None


def _covered(item: Rect | Circle | Line | Path | Image) -> Frame:
    """Return the box of a shape; of a curve that of its control points, which hold it."""
    if isinstance(item, Image):
        return Frame(item.x, item.y, item.width, item.height)
    half = item.paint.width / 2
    if isinstance(item, Rect):
        return Frame(item.x, item.y, item.width, item.height).inset(-half)
    if isinstance(item, Circle):
        side = 2 * item.radius
        return Frame(item.x - item.radius, item.y - item.radius, side, side).inset(-half)
    if isinstance(item, Line):
        corners = [(item.x1, item.y1), (item.x2, item.y2)]
    else:
        numbers = [xy for _, xy in item.segments]
        corners = [pair for xy in numbers for pair in zip(xy[::2], xy[1::2], strict=True)]
    return _box(corners).inset(-half)


def _line(text: Text) -> Frame:
    """Return the box of a line of text: from its baseline up to its capitals."""
    width, height = width_mm(text.text, text.font, text.size), cap_height_mm(text.font, text.size)
    left = {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    return Frame(text.x - left, text.y - height, width, height)


def _moved(frame: Frame, matrix: Matrix | None) -> Frame:
    if matrix is None:
        return frame
    a, b, c, d, e, f = matrix
    xs, ys = (frame.x, frame.x + frame.width), (frame.y, frame.y + frame.height)
    return _box([(a * x + c * y + e, b * x + d * y + f) for x in xs for y in ys])


def _box(corners: list[tuple[float, float]]) -> Frame:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Frame(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
