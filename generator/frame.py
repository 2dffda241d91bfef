"""An element's box and its parent's frame go in; its place on the component comes out, in mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Frame:
    """A box in mm on the component, y down."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def place(self, box: tuple[float, float, float, float] | None, at: str) -> Frame:
        """Return the frame of a box whose origin is counted from a corner or side of this one."""
        if box is None:
            return self
        x, y, width, height = box
        left = self.x + _along(at, "left", "right", self.width - width)
        top = self.y + _along(at, "top", "bottom", self.height - height)
        return Frame(left + x, top + y, width, height)

    def inset(self, margin: float) -> Frame:
        """Return the frame inside a margin of the same width all round."""
        width, height = self.width - 2 * margin, self.height - 2 * margin
        return Frame(self.x + margin, self.y + margin, width, height)

    def flow(
        self, direction: str, gap: float, wishes: Sequence[tuple[float | None, float]]
    ) -> list[Frame]:
        """Cut the frame in a row or column: (fixed length or None, share of the rest) each."""
        along = self.width if direction == "row" else self.height
        fixed = sum(extent for extent, _ in wishes if extent is not None)
        rest = along - fixed - gap * max(0, len(wishes) - 1)
        shares = sum(share for extent, share in wishes if extent is None)
        frames, start = [], 0.0
        for extent, share in wishes:
            length = extent if extent is not None else max(0.0, rest * share / shares)
            if direction == "row":
                frames.append(Frame(self.x + start, self.y, length, self.height))
            else:
                frames.append(Frame(self.x, self.y + start, self.width, length))
            start += length + gap
        return frames

    def beyond(self, other: Frame) -> float:
        """Return how far this frame reaches past the right or lower end of the other."""
        across = self.x + self.width - other.x - other.width
        return max(across, self.y + self.height - other.y - other.height)

    def inside(self, other: Frame, slack: float = 0.005) -> bool:
        """Tell whether this frame lies within the other, up to rounding."""
        return (
            self.x >= other.x - slack
            and self.y >= other.y - slack
            and self.x + self.width <= other.x + other.width + slack
            and self.y + self.height <= other.y + other.height + slack
        )

    def meet(self, other: Frame, slack: float = 0.005) -> Frame | None:
        """Return what two frames share; None where that is nothing that could be seen.

        A line has no width and is seen all the same, unless it lies beyond an edge.
        """
        left, top = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        least = [min(slack, side) for side in (self.width, self.height)]
        if right - left < least[0] or bottom - top < least[1]:
            return None
        return Frame(left, top, right - left, bottom - top)


def _along(at: str, low: str, high: str, room: float) -> float:
    words = at.split()
    return 0.0 if low in words else room if high in words else room / 2
