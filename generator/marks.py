"""The places of a page go in; crop marks, full-length cut lines and the fold line come out.

Crop marks stand round the block of the pieces that are there, at both ends of every cut. They go
with the strip they stand on; full-length lines stay with every piece until its own cut. On a narrow
strip marks come nearer to the pieces, into the outer bleed; where even that is too short to lay a
ruler to, lines take their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.imposition import FOLD_GAP, MARGIN, Grid, Marks, Place, marked
from output.scene import Colour, Group, Item, Line, Paint

WIDTH = 0.15
LENGTH = 4.0
GAP = 1.0  # between the bleed and the mark
SHORTEST = 2.0  # marks give up the gap for it: a ruler cannot be laid to less
INK = Paint(stroke=Colour(0, 0, 0), width=WIDTH)
FOLD_INK = Paint(stroke=Colour(0, 0, 0), width=WIDTH, dash=(3.0, 2.0))
_SLACK = 1e-6


def marks_of(places: Sequence[Place], grid: Grid, marks: Marks) -> Iterator[Item]:
    """Yield the marks for the pieces that stand on a page."""
    if not places:
        return
    if grid.fold:
        yield Group((_fold_line(grid),), layer="fold")
    if marked(marks, grid.count, grid.bleed, grid.fold):
        width, height = grid.trim
        xs = sorted({round(place.x + dx, 4) for place in places for dx in (0.0, width)})
        ys = sorted({round(place.y + dy, 4) for place in places for dy in (0.0, height)})
        lines = _cut_lines(xs, ys, grid) if marks == "lines" else _crop_marks(xs, ys, grid)
        yield Group(tuple(lines), layer="cut")


def _fold_line(grid: Grid) -> Line:
    x, y = grid.width / 2, grid.height / 2
    if grid.fold == "across":
        return Line(MARGIN, y, grid.width - MARGIN, y, FOLD_INK)
    return Line(x, MARGIN, x, grid.height - MARGIN, FOLD_INK)


def _cut_lines(xs: list[float], ys: list[float], grid: Grid) -> Iterator[Line]:
    yield from _upright(xs, [(MARGIN, grid.height - MARGIN)])
    yield from _level(ys, [(MARGIN, grid.width - MARGIN)])


def _crop_marks(xs: list[float], ys: list[float], grid: Grid) -> Iterator[Line]:
    across, down = _ends(xs, grid.bleed, grid.width), _ends(ys, grid.bleed, grid.height)
    if grid.fold == "across":
        down += _beside_fold(grid.height / 2)
    elif grid.fold == "down":
        across += _beside_fold(grid.width / 2)
    yield from _upright(xs, down)
    yield from _level(ys, across)


def _upright(xs: list[float], spans: list[tuple[float, float]]) -> Iterator[Line]:
    return (Line(x, start, x, end, INK) for x in xs for start, end in spans)


def _level(ys: list[float], spans: list[tuple[float, float]]) -> Iterator[Line]:
    return (Line(start, y, end, y, INK) for y in ys for start, end in spans)


def _ends(cuts: list[float], bleed: float, length: float) -> list[tuple[float, float]]:
    """Return the marks at both ends of a cut across a page, or one line where one has no room."""
    before, after = cuts[0] - MARGIN, length - cuts[-1] - MARGIN
    if min(before, after) < SHORTEST - _SLACK:
        return [(MARGIN, length - MARGIN)]
    near, far = _mark(after, bleed)
    return [_mark(before, bleed), (length - far, length - near)]


def _mark(strip: float, bleed: float) -> tuple[float, float]:
    """Return start and end of the mark on a strip between the margin and the first trim."""
    end = MARGIN + strip - min(bleed + GAP, max(0.0, strip - SHORTEST))
    return max(MARGIN, end - LENGTH), end


def _beside_fold(middle: float) -> list[tuple[float, float]]:
    far, near = FOLD_GAP - GAP, GAP
    return [(middle - far, middle - near), (middle + near, middle + far)]
