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

SIDES = ("left", "top", "right", "bottom")


def unfilled(picture: Image.Image, bleed: tuple[float, float]) -> Iterator[str]:
    """Yield the sides where art touches the trim but does not reach the edge of the bleed.

    Args:
        picture: a page with its bleed, RGB.
        bleed: its width in pixels at left and right, at top and bottom.
    """
    for side, turned, depth, skipped in _sides(picture, bleed):
        inner = _inked(turned, ceil(depth) + 1)
        outer = _inked(turned, 1)
        cut = slice(ceil(skipped) + 1, len(inner) - ceil(skipped) - 1)
        lacking = sum(
            ink and not reached for ink, reached in zip(inner[cut], outer[cut], strict=True)
        )
        if lacking > max(_FEW, _SOME * len(inner[cut])):
            yield side


def _sides(
    picture: Image.Image, bleed: tuple[float, float]
) -> Iterator[tuple[str, Image.Image, float, float]]:
    """Yield every side turned to the top, how deep its bleed is and that beside it."""
    across, down = bleed
    turns = {
        "left": (Image.Transpose.ROTATE_270, across, down),
        "top": (None, down, across),
        "right": (Image.Transpose.ROTATE_90, across, down),
        "bottom": (Image.Transpose.ROTATE_180, down, across),
    }
    for side in SIDES:
        turn, depth, beside = turns[side]
        yield side, picture if turn is None else picture.transpose(turn), depth, beside


def _inked(picture: Image.Image, row: int) -> list[bool]:
    """Tell for every pixel of a row whether it is more than paper."""
    line = picture.crop((0, row, picture.width, row + 1)).tobytes()
    return [min(line[at : at + 3]) < PAPER for at in range(0, len(line), 3)]


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
