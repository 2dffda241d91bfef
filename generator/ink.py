"""References, words and drawings' names go in; colours, set lines and symbols come out.

Everything an element draws with, in the edition of the sheet that it is drawn on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import cos, isfinite, nan, radians, sin
from typing import Any

from generator.coarse import Placed
from generator.frame import Frame
from generator.text import set_text
from layouts import schema
from layouts.binding import text
from layouts.faults import BadInput, Fault, shown, unknown
from layouts.loader import Loaded
from layouts.palette import Use as ColourUse
from layouts.palette import colour, reference, stroke_factor
from layouts.rows import OURS, column_of, rows_file
from layouts.shapes import shape
from output.scene import Colour, Group, Item, Matrix, Paint, Path, Symbol, Text, Use

BLACK = Colour(0, 0, 0)
_LOOKS = {"letter", "says", "shape", "colour"}
SMALLEST, LARGEST = 2, 400  # points
FULL_TURN = 360
FONTS = ("body", "bold", "italic")
SHAPE_UNITS = 100  # drawings live in a box of -50..50


class TooMuch(Exception):
    """A component asks for more than a page can show."""


@dataclass(slots=True)
class Budget:
    """How much one component may still draw, in elements; keeps nested repeats from exploding."""

    left: int = 20_000

    def take(self, elements: int = 1) -> None:
        """Use up a part.

        Raises:
            TooMuch: nothing is left.
        """
        self.left -= elements
        if self.left < 0:
            raise TooMuch("asks for more than a page can show; draw fewer rows or elements")


@dataclass(slots=True)
class Names:
    """Names in conditions: those that some row of the data has, and what was said of others."""

    known: set[str] = field(default_factory=set)
    missed: dict[str, tuple[str, str]] = field(default_factory=dict)

    def faults(self, file: str) -> list[Fault]:
        """Return a fault for every name that no row has, as a misspelt one; see `values`."""
        mend = 'if it may be missing, give it a value in [values], such as ""'
        return [
            Fault(where, what, mend, file)
            for name, (where, what) in self.missed.items()
            if name not in self.known
        ]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is being drawn: the data of one component, its edition and where faults go.

    ``seen`` is what can be seen: the component with its bleed, inside a clip only the clip.
    """

    data: Mapping[str, Any]
    edition: str
    loaded: Loaded
    faults: list[Fault]
    trim: Frame
    seen: Frame
    safe: float
    names: Names
    budget: Budget = field(default_factory=Budget)
    pictures: list[Placed] = field(default_factory=list)

    def fault(self, where: str, what: str, mend: str = "") -> None:
        """Note a fault with the file, the row of data and the key path."""
        self.note(Fault(where, what, mend))

    def note(self, fault: Fault, where: str = "") -> None:
        """Note a fault that was found elsewhere, with the file, the row and, if it has none, where.

        One that a cell of the data causes is placed by the column.
        """
        row = self.data.get(OURS)
        rows = (row,) if isinstance(row, int) else ()
        column = column_of(fault.word, self.data, self.loaded) if rows else ""
        place = column or fault.where or where
        file = rows_file(self.loaded) if column else self.loaded.file
        self.faults.append(replace(fault, where=place, file=file, rows=rows))

    def with_data(self, more: Mapping[str, Any]) -> Sheet:
        """Return the same sheet with more data for the references inside an element."""
        return replace(self, data={**self.data, **more})

    def clipped(self, clip: Frame) -> Sheet:
        """Return the same sheet as it is seen through a clip."""
        return replace(self, seen=self.seen.meet(clip) or Frame(clip.x, clip.y, 0, 0))


def rgb(sheet: Sheet, ref: str, use: ColourUse) -> Colour | None:
    """Return the colour of a reference in the sheet's edition."""
    found = colour(text(ref, sheet.data), sheet.edition, use=use)
    return Colour(*found) if found else None


def paint(
    sheet: Sheet, fill: str, stroke: str = "none", width: float = 0.0, dash: Sequence[float] = ()
) -> Paint:
    """Return how a surface looks in the sheet's edition; ``width`` in mm, of colour editions."""
    line = rgb(sheet, stroke, "stroke")
    return Paint(
        fill=rgb(sheet, fill, "fill"),
        stroke=line,
        width=width * stroke_factor(sheet.edition) if line else 0.0,
        dash=tuple(dash) if line else (),
    )


def surface(sheet: Sheet, element: schema.Painted) -> Paint:
    """Return how an element's surface looks."""
    return paint(sheet, element.fill, element.stroke, element.width, element.dash)


def number(found: Any, what: str) -> float:
    """Return a value of the data as a number.

    Raises:
        ValueError: it is none.
    """
    try:
        read = float(found)
    except (TypeError, ValueError):
        read = nan
    if not isfinite(read):
        raise ValueError(f"{what}: {shown(found)} is no number")
    return read


def points(found: Any) -> float:
    """Return a value of the data as a size of text.

    Raises:
        ValueError: it is no number, or no size.
    """
    size = number(found, "size")
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"size: {size:g} is not from {SMALLEST} to {LARGEST} points")
    return size


def angle(found: Any) -> float:
    """Return a value of the data as a turn in degrees.

    Raises:
        ValueError: it is no number, or more than a full turn.
    """
    turn = number(found, "turn")
    if abs(turn) > FULL_TURN:
        raise ValueError(f"turn: {turn:g} is not from -{FULL_TURN} to {FULL_TURN} degrees")
    return turn


def font(found: Any) -> str:
    """Return a value of the data as the name of a font.

    Raises:
        ValueError: there is no such font.
    """
    if found not in FONTS:
        raise ValueError(f"font: {shown(found)} is no font; known: {', '.join(FONTS)}")
    return str(found)


def written(
    words: str,
    frame: Frame,
    *,
    size: float,
    ink: Colour,
    font: str = "body",
    min_size: float | None = None,
    leading: float = 1.25,
    align: str = "centre",
    valign: str = "middle",
    wrap: bool = False,
    like: str = "",
) -> list[Item]:
    """Set a text into a frame and return its lines; see generator/text.py."""
    setting = set_text(words, frame, font, size, min_size or size, leading, valign, wrap, like)
    x, anchor = {
        "left": (frame.x, "start"),
        "centre": (frame.x + frame.width / 2, "middle"),
        "right": (frame.x + frame.width, "end"),
    }[align]
    return [
        Text(x, frame.y + line.baseline, line.text, font, setting.size, ink, anchor)  # type: ignore[arg-type]
        for line in setting.lines
        if line.text.strip()
    ]


def looks_of(sheet: Sheet) -> Mapping[str, Mapping[str, str]]:
    """Return how the flowers of the data look, by letter.

    Raises:
        ValueError: a layout calls data of its own ``flowers``.
    """
    known = sheet.data["flowers"]
    rows = known.values() if isinstance(known, Mapping) else (known,)
    if not all(isinstance(row, Mapping) and row.keys() >= _LOOKS for row in rows):
        raise ValueError("the data call something else 'flowers'; name it otherwise")
    return known  # type: ignore[no-any-return]


def flower_row(sheet: Sheet, letter: str) -> Mapping[str, str]:
    """Return how the flower of a letter or a name looks.

    Raises:
        BadInput: there is no such flower.
    """
    known = looks_of(sheet)
    for row in known.values():
        if letter in (row["letter"], row["says"]):
            return row
    names = [name for row in known.values() for name in (row["letter"], row["says"])]
    raise BadInput(unknown("", f"there is no flower {shown(letter)}", letter, names))


def drawing(name: str, tint: str, edition: str, frame: Frame, turn: float = 0.0) -> Item:
    """Return a drawing as large as fits in the middle of a frame."""
    symbol = _symbol(name, tint, edition, turn)
    x, y = frame.centre
    return Use(symbol, x, y, min(frame.width, frame.height) / SHAPE_UNITS)


@cache
def _symbol(name: str, tint: str, edition: str, turn: float) -> Symbol:
    items: list[Item] = []
    factor = stroke_factor(edition)
    for part in shape(name).parts:
        fill = colour(reference(part.fill, tint), edition, use="fill")
        stroke = colour(reference(part.stroke, tint), edition, use="stroke")
        if fill or stroke:
            surface = Paint(
                Colour(*fill) if fill else None,
                Colour(*stroke) if stroke else None,
                part.width * factor if stroke else 0.0,
            )
            items.append(Path(part.segments, surface))
    if turn:
        items = [Group(tuple(items), matrix=_rotation(turn))]
    plain = tint.replace("#", "").replace(".", "-")
    return Symbol(f"{name}-{plain}" + (f"-{turn:g}" if turn else ""), tuple(items))


def _rotation(degrees: float) -> Matrix:
    angle = radians(degrees)
    return cos(angle), sin(angle), -sin(angle), cos(angle), 0.0, 0.0
