"""A line of text goes in; the outlines of its glyphs come out as one SVG path."""

from __future__ import annotations

from functools import cache
from typing import Any

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from output import fonts
from output.notation import number
from output.scene import Text


@cache
def _glyphs(face: fonts.Face) -> tuple[Any, dict[int, str]]:
    font = TTFont(face.path, lazy=True)
    return font.getGlyphSet(), font.getBestCmap()


def path_data(text: Text) -> str:
    """Return the path of a text at its place, in mm.

    Raises:
        MissingGlyph: a character cannot be drawn.
    """
    size_mm = text.size * fonts.MM_PER_POINT
    scale = size_mm / 1000
    x = fonts.left_mm(text)
    drawn: list[str] = []
    for face, piece in fonts.runs(text.text, text.font):
        glyphs, names = _glyphs(face)
        for character in piece:
            glyph = glyphs[names[ord(character)]]
            pen = SVGPathPen(glyphs, ntos=number)
            glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, text.y)))
            drawn.append(pen.getCommands())
            x += glyph.width * scale
    return "".join(drawn)
