"""A shape's name goes in; its drawing comes out: parts with absolute path segments, in paint order.

The drawings are ``layouts/shared/shapes/<name>.toml``: SVG path data in a box of -50..50 both
ways, y down. A part with ``turns`` is drawn that often, rotated about (0, 0).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from math import radians
from typing import Any, Literal

from fontTools.misc.transform import Identity, Transform
from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen

from layouts import HOME
from layouts.faults import BadInput, Fault, Faults, did_you_mean, shown, unknown

_Command = Literal["M", "L", "C", "Z"]
_Type = type | tuple[type, ...]
Segment = tuple[_Command, tuple[float, ...]]

_FOLDER = HOME / "shared" / "shapes"
_DIGITS = 3  # of a unit; 0.001 unit of a 60 mm drawing is under a micrometre
_OPTIONAL: dict[str, _Type] = {
    "turns": int,
    "start": (int, float),
    "fill": str,
    "stroke": str,
    "width": (int, float),
}
_ACCEPTED: dict[_Type, str] = {
    str: "a text in quotes is accepted",
    int: "a whole number is accepted",
    (int, float): "a number is accepted",
    list: "[[parts]] tables are accepted",
}
_MOST_TURNS = 90
_FARTHEST = 100_000  # units or mm
_PARSER_FAILS = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError)
_NOT_PATH_DATA = re.compile(r"[^MmZzLlHhVvCcSsQqTtAaEe0-9+\-., \t\n]")


@dataclass(frozen=True, slots=True)
class Part:
    """One painted path, width in units; ``fill`` and ``stroke`` are roles of palette.reference."""

    segments: tuple[Segment, ...]
    fill: str
    stroke: str
    width: float


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawing in a box of -50..50; ``title`` is what a screen reader says."""

    name: str
    title: str
    parts: tuple[Part, ...]


@cache
def shape_names() -> tuple[str, ...]:
    """Return the names of all drawings in alphabetical order."""
    files = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


@cache
def shape(name: str) -> Shape:
    """Return a drawing; every name is read once.

    Raises:
        BadInput: no such drawing, or its file is faulty.
    """
    if name not in shape_names():
        raise BadInput(unknown("", f"no drawing {shown(name)}", name, shape_names()))
    return parse_shape(name, (_FOLDER / f"{name}.toml").read_text("utf-8"))


def parse_shape(name: str, text: str) -> Shape:
    """Read the TOML text of a drawing.

    Raises:
        BadInput: with every fault found.
    """
    faults = Faults(f"{name}.toml")
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(Fault("", f"no TOML: {error}", file=faults.file)) from error
    parts: list[Part] = []
    if _has_keys(table, {"title": str, "parts": list}, {}, "", faults):
        for number, part in enumerate(table["parts"]):
            parts += _parts(part, f"parts[{number}]", faults)
    faults.raise_if_any()
    return Shape(name, table["title"], tuple(parts))


def _parts(table: Any, where: str, faults: Faults) -> list[Part]:
    """Return the copies of one part; none if it has a fault."""
    if not _has_keys(table, {"d": str}, _OPTIONAL, where, faults):
        return []
    turns = table.get("turns", 1)
    if not 1 <= turns <= _MOST_TURNS:
        faults.add(f"{where}.turns", f"{turns} copies", f"1 to {_MOST_TURNS} are accepted")
        return []
    copies = []
    for copy in range(turns):
        turn = Transform().rotate(radians(table.get("start", 0) + copy * 360 / turns))
        try:
            segments = path_segments(table["d"], turn)
        except ValueError as error:
            faults.add(f"{where}.d", str(error), "write SVG path data such as 'M0 -10 L5 0 Z'")
            return []
        fill, stroke = table.get("fill", "none"), table.get("stroke", "none")
        copies.append(Part(segments, fill, stroke, float(table.get("width", 0))))
    return copies


def _has_keys(
    table: Any, needed: dict[str, _Type], optional: dict[str, _Type], where: str, faults: Faults
) -> bool:
    """Tell whether a table has the needed keys, no unknown ones and the right types."""
    before = len(faults.found)
    prefix = f"{where}." if where else ""
    if not isinstance(table, dict):
        faults.add(where, "not a table", f"write [[parts]] with {', '.join(needed)}")
        return False
    for key in (key for key in needed if key not in table):
        faults.add(prefix + key, "missing", "every drawing needs it")
    known = needed | optional
    for key, value in table.items():
        if key not in known:
            faults.add(prefix + key, "unknown key", did_you_mean(key, known))
        elif not isinstance(value, known[key]) or isinstance(value, bool):
            faults.add(prefix + key, f"{shown(value)} has the wrong type", _ACCEPTED[known[key]])
    return len(faults.found) == before


def path_segments(d: str, matrix: Transform = Identity) -> tuple[Segment, ...]:
    """Return SVG path data as absolute M, L, C, Z segments, moved by a matrix.

    Raises:
        ValueError: the text is no path data.
    """
    if stray := _NOT_PATH_DATA.search(d):
        raise ValueError(f"{shown(stray[0])} is no path command")
    pen = _SegmentPen()
    from fontTools.svgLib.path import parse_path  # noqa: PLC0415 - takes an XML library along

    try:
        parse_path(d, TransformPen(pen, matrix))
    except _PARSER_FAILS as error:
        raise ValueError("its numbers do not make a path") from error
    if not pen.segments:
        raise ValueError("the path is empty")
    if not all(abs(number) <= _FARTHEST for _, numbers in pen.segments for number in numbers):
        raise ValueError(f"a point is farther than {_FARTHEST} away")
    return tuple(pen.segments)


class _SegmentPen(BasePen):  # type: ignore[misc]  # fontTools is untyped
    """Collects segments; its base turns quadratic curves into cubic ones."""

    def __init__(self) -> None:
        super().__init__()
        self.segments: list[Segment] = []

    def _add(self, command: _Command, *points: tuple[float, float]) -> None:
        numbers = tuple(round(number, _DIGITS) + 0.0 for point in points for number in point)
        self.segments.append((command, numbers))

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - named by fontTools
        self._add("M", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - named by fontTools
        self._add("L", pt)

    def _curveToOne(  # noqa: N802 - named by fontTools
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        self._add("C", pt1, pt2, pt3)

    def _closePath(self) -> None:  # noqa: N802 - named by fontTools
        self._add("Z")
