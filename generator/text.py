"""Words and a box go in; lines with baselines come out, wrapped and shrunk, or an error.

The capitals of a line stand in the middle of its line box, ``leading`` sizes high, so text of any
size looks centred between two rules.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from generator.frame import Frame
from output.fonts import cap_height_mm, width_mm

MM_PER_POINT = 25.4 / 72
STEP = 0.25  # points
LEGIBLE = 6.0  # points: smaller text is not offered as a way out


@dataclass(frozen=True, slots=True)
class Line:
    """One line with its baseline, in mm from the top left of the box."""

    text: str
    baseline: float


@dataclass(frozen=True, slots=True)
class Setting:
    """Lines of one size in points."""

    size: float
    lines: tuple[Line, ...]


class DoesNotFit(Exception):
    """Something needs more room than its box has; a text even at its smallest size.

    ``mend`` says what would do.
    """

    def __init__(self, what: str, mend: str = "") -> None:
        super().__init__(what)
        self.mend = mend


def set_text(
    words: str,
    frame: Frame,
    font: str,
    size: float,
    min_size: float,
    leading: float,
    valign: str,
    wrap: bool,
    like: str = "",
) -> Setting:
    """Return the lines of a text in the largest size from ``size`` down to ``min_size`` that fits.

    With ``like`` it is no larger than would fit for these words as well, on one line, so that
    texts in equal boxes have one size.

    Raises:
        DoesNotFit: not even the smallest size fits.
    """

    def lines_at(size: float) -> list[str]:
        return wrapped(words, font, size, frame.width) if wrap else words.split("\n")

    def needs(lines: list[str], size: float) -> tuple[float, float]:
        widest = max((width_mm(line, font, size) for line in lines), default=0.0)
        return widest, len(lines) * size * leading * MM_PER_POINT

    def fits(size: float) -> bool:
        width, height = needs(lines_at(size), size)
        return width <= frame.width + 0.01 and height <= frame.height + 0.01

    sizes = _sizes(size, min_size)
    if not fits(sizes[-1]):
        least = sizes[-1]
        rooms = dict.fromkeys(needs(lines, least) for lines in (words.split("\n"), lines_at(least)))
        smaller = next((size for size in _sizes(least, min(least, LEGIBLE)) if fits(size)), None)
        raise DoesNotFit(_too_large(words, least, list(rooms), frame), _way_out(smaller))

    def is_right(size: float) -> bool:  # what fits at a size fits at every smaller one
        return fits(size) and width_mm(like, font, size) <= frame.width + 0.01

    at = min(bisect_left(sizes, True, key=is_right), len(sizes) - 1)
    lines = lines_at(sizes[at])
    return Setting(sizes[at], _baselines(lines, frame, font, sizes[at], leading, valign))


def _too_large(words: str, size: float, rooms: Sequence[tuple[float, float]], frame: Frame) -> str:
    """Say what room a text needs as it is written, and wrapped if that differs."""
    written, *broken = (f"{width:.1f} x {height:.1f} mm" for width, height in rooms)
    lines = f", wrapped {broken[0]}" if broken else ""
    box = f"{frame.width:.1f} x {frame.height:.1f} mm"
    return f"'{_short(words)}' needs {written} at {size:g} pt{lines}; its box has {box}"


def _way_out(size: float | None) -> str:
    """Say what would do: to let it shrink to a size that fits, if there is a legible one."""
    shorter = "a shorter text or a larger box"
    return shorter if size is None else f"min_size = {size:g} would do; or {shorter}"


def _sizes(size: float, least: float) -> list[float]:
    """Return the sizes to try, largest first."""
    steps = ceil(max(0.0, size - least) / STEP)
    return [*(size - STEP * step for step in range(steps)), min(size, least)]


def wrapped(words: str, font: str, size: float, width: float) -> list[str]:
    """Break a text at blanks so that lines stay within a width in mm; newlines are kept."""
    lines: list[str] = []
    space = width_mm(" ", font, size)
    for paragraph in words.split("\n"):
        line, used = "", 0.0
        for word in paragraph.split(" "):
            length = width_mm(word, font, size)
            if line and used + space + length > width + 0.01:
                lines.append(line)
                line, used = word, length
            else:
                used += length + (space if line else 0.0)
                line = f"{line} {word}" if line else word
        lines.append(line)
    return lines


def _baselines(
    lines: list[str], frame: Frame, font: str, size: float, leading: float, valign: str
) -> tuple[Line, ...]:
    step = size * leading * MM_PER_POINT
    spare = frame.height - step * len(lines)
    top = {"top": 0.0, "middle": spare / 2, "bottom": spare}[valign]
    first = top + (step + cap_height_mm(font, size)) / 2
    return tuple(Line(line, first + step * number) for number, line in enumerate(lines))


def _short(words: str) -> str:
    return words if len(words) <= 40 else f"{words[:37]}..."
