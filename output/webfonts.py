"""A face and characters go in; a style rule that carries their glyphs comes out, for SVG."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from io import BytesIO

from fontTools import subset

from output import fonts

_UNUSED = ["GDEF", "GPOS", "GSUB", "avar", "fvar", "gvar", "HVAR", "MVAR", "STAT"]
"""What moves and replaces glyphs, and makes other weights: text is set glyph by glyph in one."""


@lru_cache(maxsize=64)
def rule(face: fonts.Face, characters: frozenset[str]) -> str:
    """Return an ``@font-face`` rule with nothing but the glyphs of these characters."""
    options = subset.Options(flavor="woff", hinting=False, name_IDs=[])
    options.drop_tables += _UNUSED
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
