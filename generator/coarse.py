"""Pieces go in; what a person would see as blurred comes out, in words: pictures of few pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil

from layouts.faults import shown

SEEN = 150  # dots an inch below which a person sees the pixels at reading distance
MM_PER_INCH = 25.4
NEAR = 0.99
MOST_TOLD = 5


@dataclass(frozen=True, slots=True)
class Placed:
    """A picture on a piece: its layout and element, its file, its size in pixels and in mm."""

    layout: str
    where: str
    file: str
    pixels: tuple[int, int]
    size: tuple[float, float]

    @property
    def dpi(self) -> float:
        """Dots an inch; a picture keeps its proportions, so one side tells."""
        return self.pixels[0] * MM_PER_INCH / self.size[0]

    def blurred(self, dpi: int) -> str:
        """Say how coarse it is and how many pixels are wanted."""
        wide, high = (ceil(side * dpi / MM_PER_INCH) for side in self.size)
        return (
            f"{self.layout}: {self.where}: {shown(self.file)} comes out blurred: "
            f"{self.pixels[0]} x {self.pixels[1]} pixels are {self.dpi:.0f} dpi here, "
            f"{wide} x {high} would be {dpi}"
        )


def blurred(pictures: Iterable[Placed], dpi: int = SEEN) -> Iterator[str]:
    """Yield a line for every picture coarser than so many dots an inch, of many only the first."""
    coarse = [found for found in dict.fromkeys(pictures) if found.dpi < dpi * NEAR]
    yield from (found.blurred(dpi) for found in coarse[:MOST_TOLD])
    if len(coarse) > MOST_TOLD:
        yield f"and {len(coarse) - MOST_TOLD} more pictures"
