"""Cards and a paper go in; SVG pages for a cutting machine come out: what to print, what to cut.

The layer ``print`` holds the pieces and the registration marks that a machine's eye looks for (a
square and two corners), the layer ``cut`` one closed path a piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.compose import Component
from generator.exports.cards import Card, Order, document
from generator.imposition import MARGIN, Grid, Piece, choose_grid
from layouts.profiles import Cut
from output import svg
from output.formats import Options
from output.scene import Colour, Group, Item, Line, Page, Paint, Rect, Segment
from output.scene import Path as Curve

KNIFE = Paint(stroke=Colour(255, 0, 0), width=0.1)
BLACK = Colour(0, 0, 0)
CLEAR = 1.0
"""Nothing is printed nearer to a registration mark."""

_KAPPA = 0.5522847498  # of a radius: where a cubic curve's control points make a quarter circle


def files(cards: Sequence[Card], profile: Cut, order: Order) -> list[tuple[Path, bytes]]:
    """Return an SVG a page, texts as outlines so that no cutter lacks a font.

    Raises:
        Misfit: a piece does not fit on the paper.
    """
    runs: dict[tuple[float, float, float], list[Component]] = {}
    for card in cards:
        bleed = min(card.front.bleed, profile.bleed)
        size = (card.front.width, card.front.height, bleed)
        runs.setdefault(size, []).extend([card.front] * card.count)
    pages = [
        page for size, run in runs.items() for page in _pages(run, Piece(*size), profile, order)
    ]
    drawings = svg.render(document(cards, pages), Options(text="paths"))
    digits = len(str(len(pages)))
    return [
        (order.target / f"page-{number:0{digits}}.svg", data)
        for number, data in enumerate(drawings, 1)
    ]


def _pages(pieces: Sequence[Component], piece: Piece, profile: Cut, order: Order) -> Iterator[Page]:
    first = pieces[0]
    grid, shift = _grid(piece, profile, order.paper)
    radius = profile.radius if order.radius is None else order.radius
    for start in range(0, len(pieces), grid.count):
        part = pieces[start : start + grid.count]
        width, height = grid.width + 2 * shift, grid.height + 2 * shift
        items: list[Item] = []
        paths: list[Item] = []
        for component, place in zip(part, grid.fronts(), strict=False):
            x, y = place.x + shift, place.y + shift
            items.append(Group(component.clipped(piece.bleed), matrix=(1, 0, 0, 1, x, y)))
            paths.append(closed(x, y, piece.width, piece.height, radius))
        items += registration(width, height, profile)
        items.append(Group(tuple(paths), layer="cut"))
        yield Page(width, height, tuple(items), f"{first.layout}-{start}", first.title)


def _grid(piece: Piece, profile: Cut, paper: tuple[float, float]) -> tuple[Grid, float]:
    """Return the largest grid clear of the marks, on the paper less a rim, and the rim in mm."""
    beside = profile.inset + profile.line + CLEAR - MARGIN
    grid = _within(piece, paper, beside)
    if _meets_square(grid, beside, profile):
        beside = profile.inset + profile.square + CLEAR - MARGIN
        grid = _within(piece, paper, beside)
    return grid, beside


def _within(piece: Piece, paper: tuple[float, float], rim: float) -> Grid:
    return choose_grid(piece, (paper[0] - 2 * rim, paper[1] - 2 * rim), marks="none")


def _meets_square(grid: Grid, rim: float, profile: Cut) -> bool:
    first = next(grid.fronts())
    far = profile.inset + profile.square + CLEAR
    return max(first.x, first.y) + rim - grid.bleed < far


def registration(width: float, height: float, profile: Cut) -> Iterator[Item]:
    """Yield the marks of a page: a square at the top left, corners at the other two ends."""
    edge, side = profile.inset, profile.square
    yield Rect(edge, edge, side, side, Paint(BLACK))
    half = profile.line / 2
    right, bottom = width - edge - half, height - edge - half
    left, top = edge + half, edge + half
    stroke = Paint(stroke=BLACK, width=profile.line)
    yield Line(right + half, top, right - profile.mark, top, stroke)
    yield Line(right, top - half, right, top + profile.mark, stroke)
    yield Line(left, bottom + half, left, bottom - profile.mark, stroke)
    yield Line(left - half, bottom, left + profile.mark, bottom, stroke)


def closed(x: float, y: float, width: float, height: float, radius: float) -> Curve:
    """Return a closed path round a piece, its corners rounded; lengths in mm."""
    right, bottom = x + width, y + height
    r = min(radius, width / 2, height / 2)
    if r == 0:
        corners = ((right, y), (right, bottom), (x, bottom))
        sides: tuple[Segment, ...] = tuple(("L", corner) for corner in corners)
        return Curve((("M", (x, y)), *sides, ("Z", ())), KNIFE)
    c = r * (1 - _KAPPA)
    segments: tuple[Segment, ...] = (
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - c, y, right, y + c, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - c, right - c, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + c, bottom, x, bottom - c, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + c, x + c, y, x + r, y)),
        ("Z", ()),
    )
    return Curve(segments, KNIFE)
