"""Components and wishes go in; a document of imposed pages comes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from generator.compose import Component, trim
from generator.imposition import Flip, Grid, Marks, Misfit, Piece, Place, choose_grid
from generator.marks import marks_of
from generator.printers import Printer, corrected
from layouts.loader import Loaded
from output.scene import Box, Document, Group, Item, Matrix, Page

Sides = Literal["both", "fronts", "backs"]


@dataclass(frozen=True, slots=True)
class Wishes:
    """How pages are made: paper in mm, places a page, flip edge, marks, bleed in mm.

    ``fold`` puts backs across a fold on the page of their fronts, in place of ``flip``; ``sides``
    keeps fronts and backs in files of their own; ``printer`` is what is made up for, and its name.
    Marks that are ``auto`` stay away from pieces with a cut line of their own. ``fill`` repeats
    pieces that do not fill one page, all of them as often.
    """

    paper: tuple[float, float]
    up: int | None = None
    flip: Flip | None = None
    marks: Marks = "auto"
    bleed: float | None = None
    fold: bool = False
    sides: Sides = "both"
    printer: Printer | None = None
    printer_name: str = ""
    fill: bool = False

    @property
    def two_sided(self) -> bool:
        """Whether backs are printed at all."""
        return self.fold or self.flip is not None


@dataclass(frozen=True, slots=True)
class Face:
    """A component and what is printed on its other side."""

    front: Component
    back: Component | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a sheet of paper: what stands where; ``number`` counts the sheets from 1."""

    grid: Grid
    number: int
    back: bool
    marks: Marks
    placed: tuple[tuple[Component, Place], ...]


def document(
    faces: Sequence[Face], wishes: Wishes, title: str, subject: str
) -> tuple[Document, list[Grid]]:
    """Return the document of all pages and the grids chosen.

    Raises:
        Misfit: a component does not fit on the paper.
    """
    pages, grids = impose(faces, wishes)
    turned = wishes.sides == "both" and not wishes.fold and any(face.back for face in faces)
    flip = wishes.flip if turned else "none"
    return Document(tuple(pages), title, subject, flip=flip), grids


def impose(faces: Sequence[Face], wishes: Wishes) -> tuple[list[Page], list[Grid]]:
    """Return the pages, front and back in turn where anything has a back, and the grids chosen.

    Components of one size share pages, in their order; each further size starts a new page.

    Raises:
        Misfit: a component does not fit on the paper, or its art has not the bleed asked for.
    """
    sides: list[Side] = []
    grids: list[Grid] = []
    has_backs = wishes.two_sided and any(face.back for face in faces)
    for (piece, marks), run in _by_size(faces, wishes):
        fold = wishes.fold and any(face.back for face in run)
        grid = choose_grid(piece, wishes.paper, wishes.up, fold=fold, marks=marks)
        grids.append(grid)
        filled = run * max(1, grid.count // len(run)) if wishes.fill else run
        sides += _sides(filled, grid, marks, wishes, sides[-1].number if sides else 0, has_backs)
    chosen = [
        side for side in sides if wishes.sides in ("both", "backs" if side.back else "fronts")
    ]
    drawn: dict[tuple[object, ...], Page] = {}  # pads and copies repeat pages
    pages = []
    for side, name in zip(chosen, _names(chosen), strict=True):
        placed = tuple((id(component), place) for component, place in side.placed)
        key = (side.grid, side.back, side.marks, placed)
        if key not in drawn:
            drawn[key] = _page(side, name, wishes)
        pages.append(replace(drawn[key], name=name))
    return pages, grids


def _by_size(
    faces: Sequence[Face], wishes: Wishes
) -> Iterable[tuple[tuple[Piece, Marks], list[Face]]]:
    runs: dict[tuple[Piece, Marks], list[Face]] = {}
    for face in faces:
        marks = wishes.marks if face.front.marks or wishes.marks != "auto" else "none"
        runs.setdefault((_piece(face.front, wishes), marks), []).append(face)
    return runs.items()


def _piece(component: Component, wishes: Wishes) -> Piece:
    bleed = component.bleed if wishes.bleed is None else wishes.bleed
    if bleed > component.bleed:
        raise Misfit(
            f"the art of {component.layout} reaches {component.bleed:g} mm over the trim, "
            f"not {bleed:g} mm",
            f"the most is --bleed {component.bleed:g}; or draw further and say so in the layout",
        )
    return Piece(component.width, component.height, bleed, component.scale_min)


def piece_of(loaded: Loaded) -> Piece:
    """Return what takes up room on paper of a layout, before anything is drawn."""
    layout = loaded.layout
    return Piece(*trim(loaded), layout.bleed, layout.scale_min)


def _sides(
    faces: list[Face], grid: Grid, marks: Marks, wishes: Wishes, before: int, has_backs: bool
) -> Iterator[Side]:
    """Yield the sides of one size; a sheet without backs keeps a blank side among others' backs."""
    for number, start in enumerate(range(0, len(faces), grid.count), before + 1):
        part = faces[start : start + grid.count]
        fronts = tuple(zip((face.front for face in part), grid.fronts(), strict=False))
        places = grid.backs(wishes.flip or "long")
        pairs = zip((face.back for face in part), places, strict=False)
        backs = tuple((back, place) for back, place in pairs if back)
        if grid.fold:
            yield Side(grid, number, False, marks, fronts + backs)
            continue
        yield Side(grid, number, False, marks, fronts)
        if has_backs and not wishes.fold:
            yield Side(grid, number, True, marks, backs)


def _names(sides: Sequence[Side]) -> Iterator[str]:
    """Yield names for pages: a piece alone gives its own, and its copies count up."""
    seen: Counter[int] = Counter()
    for side in sides:
        if len(side.placed) == side.grid.count == 1:
            piece = side.placed[0][0]
            seen[id(piece)] += 1
            count = seen[id(piece)]
            yield piece.name if count == 1 else f"{piece.name}-copy-{count}"
        else:
            yield f"page-{side.number}{'-back' * side.back}"


def _page(side: Side, name: str, wishes: Wishes) -> Page:
    grid = side.grid
    items: list[Item] = [_put(component, place, grid) for component, place in side.placed]
    items += marks_of([place for _, place in side.placed], grid, side.marks)
    trim, bleed = _boxes(side) if len(side.placed) == grid.count == 1 else (None, None)
    title = titled([component for component, _ in side.placed])
    page = Page(grid.width, grid.height, tuple(items), name, title, trim, bleed)
    return corrected(page, wishes.printer, back=side.back) if wishes.printer else page


def titled(components: Iterable[Component]) -> str:
    """Return one title for several components."""
    titles = list(dict.fromkeys(component.title for component in components))
    if len(titles) <= 1:
        return "".join(titles)
    return f"{titles[0]} and {len(titles) - 1} more"


def _boxes(side: Side) -> tuple[Box, Box]:
    [(_, place)] = side.placed
    (width, height), bleed = side.grid.trim, side.grid.bleed
    trim = Box(place.x, place.y, width, height)
    return trim, Box(place.x - bleed, place.y - bleed, width + 2 * bleed, height + 2 * bleed)


def _put(component: Component, place: Place, grid: Grid) -> Group:
    """Place a component; what lies outside its bleed is cut away."""
    s, (width, height) = grid.scale, grid.trim
    matrix: Matrix = (s, 0, 0, s, place.x, place.y)
    if place.turned:
        matrix = (-s, 0, 0, -s, place.x + width, place.y + height)
    return Group(component.clipped(grid.piece.bleed), matrix)
