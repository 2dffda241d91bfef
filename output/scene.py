"""What a page shows, in millimetres with y down: frozen shapes that every writer can draw.

A scene knows shapes only, nothing of games. Text is already laid out (one line, one baseline).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

Layer = Literal["print", "cut", "fold", "guides"]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Colour:
    """An RGB colour, 0..255 a channel."""

    red: int
    green: int
    blue: int


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and stroked; ``width`` is in mm, dashes in mm, joins are round."""

    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle with its top left corner at (x, y) and corner radius r."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle round (x, y)."""

    x: float
    y: float
    radius: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Line:
    """A straight stroke."""

    x1: float
    y1: float
    x2: float
    y2: float
    paint: Paint


Segment = tuple[Literal["M", "L", "C", "Z"], tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Path:
    """Absolute segments: M x y, L x y, C x1 y1 x2 y2 x y, Z; nonzero winding."""

    segments: tuple[Segment, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text with its baseline at y; ``size`` in points; ``font`` a name of fonts.py."""

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: Colour
    anchor: Anchor = "start"


@dataclass(frozen=True, slots=True)
class Image:
    """A PNG or JPEG (its file bytes), stretched over the box."""

    x: float
    y: float
    width: float
    height: float
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawing that is used many times: written once a file, then referred to by name.

    Equal names must mean equal items within one document.
    """

    name: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol drawn with its origin at (x, y), scaled."""

    symbol: Symbol
    x: float
    y: float
    scale: float = 1.0


Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Tag:
    """What a group is to a screen reader.

    Roles: ``H1`` ``H2`` ``P`` ``Figure`` ``Table`` ``L`` (PDF structure types, all of them in
    ``pdf_tags.ROLES``) or ``Artifact``. A Figure needs ``alt``. The innermost tag owns the
    content; what stands outside every tag is an artifact; tags inside a symbol are ignored.
    """

    role: str
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Items drawn together: moved by a matrix (a b c d e f, as in SVG), clipped, tagged, layered.

    A layer counts wherever the group stands, except inside a symbol; ``guides`` are for the
    screen and never printed.
    """

    items: tuple[Item, ...]
    matrix: Matrix | None = None
    clip: Rect | Circle | Path | None = None
    tag: Tag | None = None
    layer: Layer | None = None


Item = Rect | Circle | Line | Path | Text | Image | Use | Group


@dataclass(frozen=True, slots=True)
class Box:
    """A page box in mm from the top left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Page:
    """One side of paper. ``name`` names its file where a format has one file a page."""

    width: float
    height: float
    items: tuple[Item, ...]
    name: str
    title: str = ""
    trim: Box | None = None
    bleed: Box | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """Pages and what a file says about itself.

    ``flip``: the edge for two-sided printing, or ``none`` for one side; None leaves it open.
    """

    pages: tuple[Page, ...]
    title: str
    subject: str = ""
    language: str = "en"
    flip: Literal["long", "short", "none"] | None = None
    bookmarks: tuple[tuple[str, int], ...] = ()


LAYERS: tuple[Layer, ...] = ("print", "fold", "cut", "guides")
"""In the order of drawing, the lowest first."""


def layers(page: Page) -> Iterator[tuple[Layer, tuple[Item, ...]]]:
    """Take a page apart into its layers, lowest first, each with the groups that hold its items."""
    used = _layers_of(page.items, "print")
    for layer in LAYERS:
        if used == {layer}:
            yield layer, page.items
        elif layer in used:
            yield layer, _on_layer(page.items, layer, "print")


def _layers_of(items: Iterable[Item], inherited: Layer) -> set[Layer]:
    used: set[Layer] = set()
    for item in items:
        if isinstance(item, Group):
            used |= _layers_of(item.items, item.layer or inherited)
        else:
            used.add(inherited)
    return used


def _on_layer(items: Iterable[Item], layer: Layer, inherited: Layer) -> tuple[Item, ...]:
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            inner = _on_layer(item.items, layer, item.layer or inherited)
            if inner:
                kept.append(replace(item, items=inner))
        elif inherited == layer:
            kept.append(item)
    return tuple(kept)
