"""Items of a scene go in; the operators of one PDF content stream come out, in mm with y down.

reportlab's canvas knows neither marked content nor a flipped axis, so the operators (ISO 32000-1,
annex A) are written here; fonts, pictures and the file itself are reportlab's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from output import fonts
from output.notation import matrix, number, numbers
from output.pdf_tags import Element, Marks
from output.scene import (
    Circle,
    Colour,
    Group,
    Image,
    Item,
    Line,
    Paint,
    Path,
    Rect,
    Symbol,
    Text,
    Use,
)

_KAPPA = 0.5522847498
"""The control distance at which a cubic curve comes nearest to a quarter of a unit circle."""

_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


class Resources(Protocol):
    """What the streams of one document share: each method returns a name to draw by."""

    def text(self, face: fonts.Face, piece: str) -> list[tuple[str, bytes]]:
        """Return pairs of a font's name and the codes of its glyphs."""

    def symbol(self, symbol: Symbol) -> str:
        """Return the name of a form."""

    def image(self, data: bytes) -> str:
        """Return the name of a picture."""

    def colour(self, colour: Colour, *, stroke: bool = False) -> str:
        """Return the operator that chooses a colour."""


class Content:
    """One content stream. Without ``marks`` (in a form) tags are ignored."""

    def __init__(self, resources: Resources, marks: Marks | None = None):
        self._resources = resources
        self._marks = marks
        self._operators: list[str] = []
        self._open: Element | str = ""

    def stream(self) -> str:
        """Close the last mark and return the stream."""
        self._mark("")
        return "\n".join(self._operators)

    def put(self, *operators: str) -> None:
        """Append operators as they are."""
        self._operators += operators

    def draw(self, items: Iterable[Item], owner: Element | None = None) -> None:
        """Append items, in order; ``owner`` is the structure element they belong to."""
        for item in items:
            if isinstance(item, Group):
                self._group(item, owner)
            else:
                self._mark(owner or "Artifact")
                self._leaf(item)

    def _group(self, group: Group, owner: Element | None) -> None:
        if group.tag and self._marks:
            owner = self._marks.child(group.tag, owner)
        framed = group.matrix is not None or group.clip is not None
        if framed:
            self._mark("")  # a mark and a saved state must not overlap
            self.put("q")
        if group.matrix:
            self.put(f"{matrix(group.matrix)} cm")
        if group.clip:
            self.put(_outline(group.clip), "W n")
        self.draw(group.items, owner)
        if framed:
            self._mark("")
            self.put("Q")

    def _mark(self, owner: Element | str) -> None:
        if self._marks is None or owner is self._open:
            return
        if self._open:
            self.put("EMC")
        if isinstance(owner, Element):
            self.put(f"/{owner.role} <</MCID {self._marks.mark(owner)}>> BDC")
        elif owner:
            self.put(f"/{owner} BMC")
        self._open = owner

    def _leaf(self, item: Rect | Circle | Line | Path | Text | Image | Use) -> None:
        match item:
            case Text():
                self._text(item)
            case Use():
                placed = matrix((item.scale, 0, 0, item.scale, item.x, item.y))
                self.put(f"q {placed} cm /{self._resources.symbol(item.symbol)} Do Q")
            case Image():
                placed = matrix((item.width, 0, 0, -item.height, item.x, item.y + item.height))
                self.put(f"q {placed} cm /{self._resources.image(item.data)} Do Q")
            case _:
                self._shape(item)

    def _shape(self, shape: Rect | Circle | Line | Path) -> None:
        paint = shape.paint
        finish = _finish(paint, fillable=not isinstance(shape, Line))
        if not finish:
            return
        if paint.fill:
            self.put(self._resources.colour(paint.fill))
        if paint.stroke:
            stroke = self._resources.colour(paint.stroke, stroke=True)
            self.put(f"{stroke} {number(paint.width)} w")
        dashed = bool(paint.dash)
        before = f"[{numbers(*paint.dash)}] 0 d " if dashed else ""
        after = " [] 0 d" if dashed else ""
        self.put(f"{before}{_outline(shape)} {finish}{after}")

    def _text(self, text: Text) -> None:
        if not text.text:
            return
        size_mm = text.size * fonts.MM_PER_POINT
        shown = [
            f"/{name} {number(size_mm)} Tf <{codes.hex()}> Tj"
            for face, piece in fonts.runs(text.text, text.font)
            for name, codes in self._resources.text(face, piece)
        ]
        colour = self._resources.colour(text.colour)
        start = f"BT {colour} 1 0 0 -1 {numbers(fonts.left_mm(text), text.y)} Tm"
        self.put(" ".join([start, *shown, "ET"]))


def _finish(paint: Paint, *, fillable: bool) -> str:
    """Return the painting operator: both, fill, stroke, or none."""
    stroked = paint.stroke is not None and paint.width > 0
    filled = paint.fill is not None and fillable
    return {(True, True): "B", (True, False): "f", (False, True): "S"}.get((filled, stroked), "")


def _outline(shape: Rect | Circle | Line | Path) -> str:
    match shape:
        case Rect(radius=0):
            return f"{numbers(shape.x, shape.y, shape.width, shape.height)} re"
        case Rect():
            return _rounded(shape)
        case Circle():
            r = shape.radius
            square = Rect(shape.x - r, shape.y - r, 2 * r, 2 * r, shape.paint, r)
            return _rounded(square)
        case Line():
            return f"{numbers(shape.x1, shape.y1)} m {numbers(shape.x2, shape.y2)} l"
        case Path():
            return " ".join(
                f"{numbers(*values)} {_OPERATORS[kind]}".lstrip() for kind, values in shape.segments
            )


def _rounded(rect: Rect) -> str:
    x, y, right, bottom = rect.x, rect.y, rect.x + rect.width, rect.y + rect.height
    r = min(rect.radius, rect.width / 2, rect.height / 2)
    c = r * (1 - _KAPPA)
    return (
        f"{numbers(x + r, y)} m {numbers(right - r, y)} l "
        f"{numbers(right - c, y, right, y + c, right, y + r)} c "
        f"{numbers(right, bottom - r)} l "
        f"{numbers(right, bottom - c, right - c, bottom, right - r, bottom)} c "
        f"{numbers(x + r, bottom)} l "
        f"{numbers(x + c, bottom, x, bottom - c, x, bottom - r)} c "
        f"{numbers(x, y + r)} l {numbers(x, y + c, x + c, y, x + r, y)} c h"
    )
