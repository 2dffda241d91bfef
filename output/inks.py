"""An RGB colour goes in; the inks that a press prints it with come out.

Black replaces all the grey in a colour (ISO 32000-1, 10.3.5, backwards): text in black is black
ink alone, and no colour needs more than 200 % of ink. Without a profile of the press: a printer
that manages colours gets nearer to the screen from RGB.
"""

from __future__ import annotations

from typing import Literal

from output.notation import numbers
from output.scene import Colour

ColourSpace = Literal["rgb", "cmyk"]


def cmyk(colour: Colour) -> tuple[float, float, float, float]:
    """Return the shares of cyan, magenta, yellow and black, 0..1 each."""
    inks = [255 - channel for channel in (colour.red, colour.green, colour.blue)]
    black = min(inks)
    cyan, magenta, yellow = ((ink - black) / 255 for ink in inks)
    return cyan, magenta, yellow, black / 255


def operator(colour: Colour, space: ColourSpace, *, stroke: bool = False) -> str:
    """Write the PDF operator that chooses a colour for filling or for strokes."""
    if space == "cmyk":
        return f"{numbers(*cmyk(colour))} {'K' if stroke else 'k'}"
    shares = (colour.red / 255, colour.green / 255, colour.blue / 255)
    return f"{numbers(*shares)} {'RG' if stroke else 'rg'}"
