"""Components and wishes go in; a document of imposed pages comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from generator.compose import Component
from generator.imposition import MARGIN, Flip, Grid, Piece, Place, choose_grid
from output.scene import Box, Colour, Document, Group, Item, Line, Matrix, Page, Paint

Marks = Literal["auto", "crop", "lines", "none"]

MARK_WIDTH = 0.15
MARK_LENGTH = 4.0
MARK_GAP = 1.0  # between the bleed and the mark
INK = Paint(stroke=Colour(0, 0, 0), width=MARK_WIDTH)


@dataclass(frozen=True, slots=True)
class Wishes:
    """How pages are made: paper in mm, places a page, flip edge, marks, bleed in mm."""

    paper: tuple[float, float]
    up: int | None = None
    flip: Flip | None = None
    marks: Marks = "auto"
    bleed: float | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """A component and what is printed on its other side."""

    front: Component
    back: Component | None = None


def impose(faces: Sequence[Face], wishes: Wishes) -> tuple[list[Page], list[Grid]]:
    """Return the pages, front and back in turn where anything has a back, and the grids chosen.

    Components of one size follow each other on shared pages; another size starts a new page.

    Raises:
        Misfit: a component does not fit on the paper.
    """
    pages: list[Page] = []
    grids: list[Grid] = []
    for piece, run in groupby(faces, lambda face: _piece(face.front, wishes)):
        grid = choose_grid(piece, wishes.paper, wishes.up)
        grids.append(grid)
        pages += _run(list(run), grid, wishes)
    return pages, grids


def document(
    faces: Sequence[Face], wishes: Wishes, title: str, subject: str
) -> tuple[Document, list[Grid]]:
    """Return the document of all pages and the grids chosen."""
    pages, grids = impose(faces, wishes)
    two_sided = wishes.flip if any(face.back for face in faces) else None
    return Document(tuple(pages), title, subject, flip=two_sided), grids


def _piece(component: Component, wishes: Wishes) -> Piece:
    bleed = component.bleed if wishes.bleed is None else min(wishes.bleed, component.bleed)
    return Piece(component.width, component.height, bleed, component.scale_min)


def _run(faces: list[Face], grid: Grid, wishes: Wishes) -> Iterator[Page]:
    two_sided = wishes.flip is not None and any(face.back for face in faces)
    for start in range(0, len(faces), grid.count):
        part = faces[start : start + grid.count]
        fronts = list(zip((face.front for face in part), grid.fronts(), strict=False))
        yield _page(fronts, grid, wishes)
        if two_sided and wishes.flip:
            places = grid.backs(wishes.flip)
            pairs = zip((face.back for face in part), places, strict=False)
            yield _page([(back, place) for back, place in pairs if back], grid, wishes)


def _page(placed: list[tuple[Component, Place]], grid: Grid, wishes: Wishes) -> Page:
    items: list[Item] = [_put(component, place, grid) for component, place in placed]
    items += _marks([place for _, place in placed], grid, wishes)
    name = placed[0][0].name if placed else "blank"
    title = placed[0][0].title if placed else ""
    if grid.count == 1 and placed:
        trim, bleed = _boxes(placed[0][1], grid)
        return Page(grid.width, grid.height, tuple(items), name, title, trim, bleed)
    return Page(grid.width, grid.height, tuple(items), name, title)


def _boxes(place: Place, grid: Grid) -> tuple[Box, Box]:
    (width, height), bleed = grid.trim, grid.piece.bleed
    trim = Box(place.x, place.y, width, height)
    return trim, Box(place.x - bleed, place.y - bleed, width + 2 * bleed, height + 2 * bleed)


def _put(component: Component, place: Place, grid: Grid) -> Group:
    """Place a component; what lies outside its bleed is cut away."""
    s, (width, height) = grid.scale, grid.trim
    matrix: Matrix = (s, 0, 0, s, place.x, place.y)
    if place.turned:
        matrix = (-s, 0, 0, -s, place.x + width, place.y + height)
    return Group(component.clipped(grid.piece.bleed / s), matrix=matrix)


# ---------------------------------------------------------------- marks


def _marks(places: list[Place], grid: Grid, wishes: Wishes) -> list[Item]:
    """Draw crop marks outside the pieces, or full-length lines to cut along."""
    marks = wishes.marks
    if marks == "auto":
        marks = "crop" if grid.count > 1 or grid.piece.bleed else "none"
    if marks == "none" or not places:
        return []
    (width, height) = grid.trim
    xs = sorted({round(p.x + dx, 4) for p in places for dx in (0.0, width)})
    ys = sorted({round(p.y + dy, 4) for p in places for dy in (0.0, height)})
    lines = _cut_lines(xs, ys, grid) if marks == "lines" else _crop_marks(xs, ys, grid)
    return [Group(tuple(lines), layer="cut")]


def _crop_marks(xs: list[float], ys: list[float], grid: Grid) -> Iterator[Line]:
    """Draw a mark at both ends of every cut, beyond the bleed."""
    gap = grid.piece.bleed + MARK_GAP
    left, right, top, bottom = xs[0] - gap, xs[-1] + gap, ys[0] - gap, ys[-1] + gap
    for x in xs:
        yield Line(x, max(MARGIN, top - MARK_LENGTH), x, top, INK)
        yield Line(x, bottom, x, min(grid.height - MARGIN, bottom + MARK_LENGTH), INK)
    for y in ys:
        yield Line(max(MARGIN, left - MARK_LENGTH), y, left, y, INK)
        yield Line(right, y, min(grid.width - MARGIN, right + MARK_LENGTH), y, INK)


def _cut_lines(xs: list[float], ys: list[float], grid: Grid) -> Iterator[Line]:
    for x in xs:
        yield Line(x, MARGIN, x, grid.height - MARGIN, INK)
    for y in ys:
        yield Line(MARGIN, y, grid.width - MARGIN, y, INK)
