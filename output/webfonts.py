"""A face and characters go in; a style rule that carries their glyphs comes out, for SVG."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from io import BytesIO

from fontTools import subset

from output import fonts

_VARIABLE = ["avar", "fvar", "gvar", "HVAR", "MVAR", "STAT"]
"""What makes other weights and widths of a font: not needed for the one that is drawn."""


@lru_cache(maxsize=64)
def rule(face: fonts.Face, characters: frozenset[str]) -> str:
    """Return an ``@font-face`` rule with nothing but the glyphs of these characters.

    No layout tables go in: text is set glyph by glyph, as in the PDF.
    """
    options = subset.Options(flavor="woff", hinting=False, layout_features=[], name_IDs=[])
    options.drop_tables += _VARIABLE
    file = BytesIO()
    with subset.load_font(str(face.path), options) as font:
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=[ord(character) for character in characters])
        subsetter.subset(font)
        subset.save_font(font, file, options)
    data = b64encode(file.getvalue()).decode("ascii")
    return (
        f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};"
        f"font-style:{face.style};src:url(data:font/woff;base64,{data}) format('woff')}}"
    )
