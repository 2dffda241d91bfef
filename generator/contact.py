"""Faces go in; contact sheets come out: several pieces a picture, each with its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from generator.compose import Component
from generator.frame import Frame
from generator.ink import BLACK
from generator.pages import Face
from output.fonts import width_mm
from output.scene import Circle, Colour, Document, Group, Item, Page, Paint, Rect, Tag, Text

WIDTH, HEIGHT = 360.0, 270.0
"""The most of a picture, in mm of the scene: 4 to 3, as screens are."""

DPI = 120.0
MOST = 20
"""Pieces a picture: more could not be told apart."""

_EDGE, _GAP, _LABEL = 8.0, 6.0, 8.0
_LABEL_SIZE = 11.0
GROUND = Paint(fill=Colour(233, 228, 216))
PAPER = Paint(fill=Colour(255, 255, 255))

Shown = tuple[Component, str]


@dataclass(frozen=True, slots=True)
class Shelf:
    """Columns and rows of a picture and the scale of the pieces on it."""

    columns: int
    rows: int
    scale: float


def contact_sheets(faces: Sequence[Face], stem: str) -> Document:
    """Return pictures of all fronts and backs, those of one size together, each drawn once."""
    counts = Counter(id(side) for face in faces for side in (face.front, face.back) if side)
    sides = {id(face.front): face.front for face in faces}
    sides |= {id(face.back): face.back for face in faces if face.back}
    several = len({_family(side) for side in sides.values()}) > 1
    sizes: dict[tuple[float, float], list[Shown]] = {}
    for key, side in sides.items():
        whose = f"{_family(side)} " if several else ""
        many = f" × {counts[key]}" if counts[key] > 1 else ""
        sizes.setdefault((side.width, side.height), []).append((side, f"{whose}{side.name}{many}"))
    pages: list[Page] = []
    for size, alike in sizes.items():
        shelf = shelf_for(size, len(alike))
        count = shelf.columns * shelf.rows
        for start in range(0, len(alike), count):
            name = f"{stem}-{len(pages) + 1}"
            pages.append(_picture(alike[start : start + count], shelf, size, name))
    return Document(tuple(pages), "Preview")


def _family(piece: Component) -> str:
    """Return the folder of a piece's layout: the game of a built-in one."""
    return PurePath(piece.layout).parent.name


def shelf_for(size: tuple[float, float], count: int) -> Shelf:
    """Return how many stand side by side so that the pieces come out largest."""
    shown = min(count, MOST)
    shelves = [
        Shelf(columns, -(-shown // columns), _scale(size, columns, -(-shown // columns)))
        for columns in range(1, shown + 1)
    ]
    return max(shelves, key=lambda shelf: shelf.scale)


def _width(columns: int) -> float:
    return (WIDTH - 2 * _EDGE - (columns - 1) * _GAP) / columns


def _scale(size: tuple[float, float], columns: int, rows: int) -> float:
    height = (HEIGHT - 2 * _EDGE - (rows - 1) * _GAP) / rows - _LABEL
    return min(_width(columns) / size[0], height / size[1])


def _picture(shown: Sequence[Shown], shelf: Shelf, size: tuple[float, float], name: str) -> Page:
    """Draw one picture, as high as its rows are."""
    width, height = _width(shelf.columns), size[1] * shelf.scale + _LABEL
    rows = -(-len(shown) // shelf.columns)
    whole = 2 * _EDGE + rows * height + (rows - 1) * _GAP
    items: list[Item] = [Rect(0, 0, WIDTH, whole, GROUND)]
    for at, (piece, label) in enumerate(shown):
        row, column = divmod(at, shelf.columns)
        x, y = _EDGE + column * (width + _GAP), _EDGE + row * (height + _GAP)
        items += _piece(piece, label, Frame(x, y, width, height), shelf.scale)
    return Page(WIDTH, whole, tuple(items), name)


def _piece(piece: Component, label: str, cell: Frame, scale: float) -> Iterator[Item]:
    """Draw a piece as it is when cut, in the middle of its cell above its label."""
    x = cell.centre[0] - piece.width * scale / 2
    y = cell.y
    paper = Rect(0, 0, piece.width, piece.height, PAPER)
    trim = Rect(0, 0, piece.width, piece.height, Paint())
    cut = next(_cut_lines(piece.items), trim)
    art = Group((paper, *piece.items), clip=cut)
    yield Group((art,), (scale, 0, 0, scale, x, y), clip=trim)
    baseline = y + piece.height * scale + _LABEL * 0.7
    words = _fitting(label, cell.width)
    text = Text(cell.centre[0], baseline, words, "body", _LABEL_SIZE, BLACK, "middle")
    yield Group((text,), tag=Tag("P"))


def _cut_lines(items: Sequence[Item], layer: str = "print") -> Iterator[Rect | Circle]:
    """Yield the closed lines to cut along that a piece draws itself."""
    for item in items:
        if isinstance(item, Group):
            yield from _cut_lines(item.items, item.layer or layer)
        elif layer == "cut" and isinstance(item, (Rect, Circle)):
            yield replace(item, paint=Paint())


def _fitting(label: str, width: float) -> str:
    """Return as much of a label as fits."""
    kept = label
    while kept and width_mm(kept, "body", _LABEL_SIZE) > width:
        kept = f"{kept.removesuffix('...')[:-1]}..."
    return kept
