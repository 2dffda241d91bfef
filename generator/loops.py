"""A set of cells goes in; closed curves round it, with rounded corners, come out.

The outline is traced on the grid's corners and drawn ``inset`` mm inside the cells, so that loops
round neighbouring groups do not touch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import copysign

from output.scene import Segment

Cell = tuple[int, int]  # column, row
Edge = tuple[Cell, Cell]  # the cell and the direction in which the edge runs round it
_RIGHT, _DOWN, _LEFT, _UP = (1, 0), (0, 1), (-1, 0), (0, -1)
_OUTSIDE = {_RIGHT: _UP, _DOWN: _RIGHT, _LEFT: _DOWN, _UP: _LEFT}  # clockwise, cell on the right
_NEXT = {_RIGHT: _DOWN, _DOWN: _LEFT, _LEFT: _UP, _UP: _RIGHT}
_BACK = {after: before for before, after in _NEXT.items()}
_KAPPA = 0.5523  # control points of a quarter circle


def outline(
    cells: Iterable[Cell],
    edges: Callable[[Cell], tuple[float, float, float, float]],
    inset: float,
    radius: float,
) -> tuple[Segment, ...]:
    """Return the closed curves round a set of cells.

    Args:
        cells: (column, row) pairs.
        edges: gives left, top, right, bottom of a cell in mm.
        inset: distance of the curve from the cells' edges.
        radius: corner radius.
    """
    chosen = set(cells)
    todo = {
        (cell, way)
        for cell in chosen
        for way, out in _OUTSIDE.items()
        if _step(cell, out) not in chosen
    }
    segments: list[Segment] = []
    while todo:
        ring = _trace(min(todo), chosen)
        todo -= set(ring)
        segments += _rounded(_corners(ring, edges, inset), radius)
    return tuple(segments)


def _step(cell: Cell, way: Cell) -> Cell:
    return cell[0] + way[0], cell[1] + way[1]


def _trace(start: Edge, chosen: set[Cell]) -> list[Edge]:
    """Return the boundary edges from one round to itself, the set always on the right."""
    ring = [start]
    while True:
        cell, way = ring[-1]
        ahead = _step(cell, way)
        across = _step(ahead, _OUTSIDE[way])
        if ahead not in chosen:
            following = (cell, _NEXT[way])
        elif across not in chosen:
            following = (ahead, way)
        else:
            following = (across, _BACK[way])
        if following == start:
            return ring
        ring.append(following)


def _corners(
    ring: list[Edge],
    edges: Callable[[Cell], tuple[float, float, float, float]],
    inset: float,
) -> list[tuple[float, float]]:
    corners = []
    for (cell, way), (after, turn) in zip(ring, ring[1:] + ring[:1], strict=True):
        if way == turn:
            continue
        flat, upright = (
            ((cell, way), (after, turn)) if way[1] == 0 else ((after, turn), (cell, way))
        )
        corners.append((_x(upright, edges, inset), _y(flat, edges, inset)))
    return corners


def _x(edge: Edge, edges: Callable[[Cell], tuple[float, ...]], inset: float) -> float:
    left, _, right, _ = edges(edge[0])
    return left + inset if edge[1] == _UP else right - inset


def _y(edge: Edge, edges: Callable[[Cell], tuple[float, ...]], inset: float) -> float:
    _, top, _, bottom = edges(edge[0])
    return top + inset if edge[1] == _RIGHT else bottom - inset


def _rounded(corners: list[tuple[float, float]], radius: float) -> list[Segment]:
    """Return a closed path with a quarter circle at every corner."""
    segments: list[Segment] = []
    for at, (x, y) in enumerate(corners):
        before, after = corners[at - 1], corners[(at + 1) % len(corners)]
        r = min(radius, _distance((x, y), before) / 2, _distance((x, y), after) / 2)
        ax, ay = _towards((x, y), before, r)
        bx, by = _towards((x, y), after, r)
        c1 = (ax + (x - ax) * _KAPPA, ay + (y - ay) * _KAPPA)
        c2 = (bx + (x - bx) * _KAPPA, by + (y - by) * _KAPPA)
        segments.append(("M" if not segments else "L", (ax, ay)))
        segments.append(("C", (*c1, *c2, bx, by)))
    segments.append(("Z", ()))
    return segments


def _distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _towards(a: tuple[float, float], b: tuple[float, float], length: float) -> tuple[float, float]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) > abs(dy):
        return a[0] + copysign(length, dx), a[1]
    return a[0], a[1] + copysign(length, dy)
