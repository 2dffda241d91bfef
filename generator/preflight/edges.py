"""The picture of a page and its bleed go in; what its edges show comes out."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from PIL import Image

PAPER = 245
"""A pixel with all channels at least this light is bare paper."""

_SOME = 0.005
"""The part of a side that may differ: a thin line may end at the trim."""

_FEW = 3

Box = tuple[int, int, int, int]


def unfilled(picture: Image.Image, bleed: tuple[float, float]) -> Iterator[str]:
    """Yield the sides where art touches the trim but does not reach the edge of the bleed.

    Args:
        picture: a page with its bleed.
        bleed: its width in pixels at left and right, at top and bottom.
    """
    across, down = (ceil(width) + 1 for width in bleed)
    width, height = picture.size
    if 2 * across + 2 >= width or 2 * down + 2 >= height:
        return  # no room for a trim: the size itself is at fault
    for side, (inner, outer) in {
        "left": _columns(picture, across, 1, down),
        "top": _rows(picture, down, 1, across),
        "right": _columns(picture, width - 1 - across, width - 2, down),
        "bottom": _rows(picture, height - 1 - down, height - 2, across),
    }.items():
        pairs = list(zip(_inked(picture, inner), _inked(picture, outer), strict=True))
        lacking = sum(ink and not reached for ink, reached in pairs)
        if lacking > max(_FEW, _SOME * len(pairs)):
            yield side


def _columns(picture: Image.Image, inner: int, outer: int, skipped: int) -> tuple[Box, Box]:
    """Return two columns of pixels, without the bleed at their ends."""
    last = picture.height - skipped
    return (inner, skipped, inner + 1, last), (outer, skipped, outer + 1, last)


def _rows(picture: Image.Image, inner: int, outer: int, skipped: int) -> tuple[Box, Box]:
    last = picture.width - skipped
    return (skipped, inner, last, inner + 1), (skipped, outer, last, outer + 1)


def _inked(picture: Image.Image, line: Box) -> list[bool]:
    """Tell for every pixel of a line whether it is more than paper."""
    found = picture.crop(line).convert("RGB").tobytes()
    return [min(found[at : at + 3]) < PAPER for at in range(0, len(found), 3)]


def inked_margins(
    picture: Image.Image, margins: tuple[float, float, float, float]
) -> Iterator[str]:
    """Yield the sides with ink in their margin; margins in pixels: left, top, right, bottom."""
    left, top, right, bottom = (max(0, int(margin) - 1) for margin in margins)
    width, height = picture.size
    strips = {
        "left": (0, 0, left, height),
        "top": (0, 0, width, top),
        "right": (width - right, 0, width, height),
        "bottom": (0, height - bottom, width, height),
    }
    for side, box in strips.items():
        strip = picture.crop(box)
        if strip.width and strip.height and _darkest(strip) < PAPER:
            yield side


def _darkest(picture: Image.Image) -> int:
    return min(picture.convert("RGB").tobytes())
