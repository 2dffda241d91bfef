"""Names of fonts go in; widths, heights and the faces that draw each piece of a text come out.

Atkinson Hyperlegible first, Noto Sans for what it lacks, else ``MissingGlyph``: nothing is
silently replaced. Text is set glyph by glyph (no kerning, no shaping), so what needs shaping,
combining marks first of all, is refused as well.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from reportlab.pdfbase.ttfonts import TTFont

from output.errors import MissingGlyph, SceneError
from output.scene import Text

MM_PER_POINT = 25.4 / 72

_UNSET = {"Mn", "Mc", "Me", "Cf", "Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories no single glyph can stand for: combining marks, controls, line separators."""

_LAST_OF_BMP = 0xFFFF
"""reportlab writes its ToUnicode tables in 16 bits; beyond them, text would copy out wrong."""


@dataclass(frozen=True, slots=True)
class Face:
    """One font file; ``family``, ``weight`` and ``style`` as in CSS."""

    name: str
    package: str
    file: str
    family: str
    weight: int = 400
    style: Literal["normal", "italic"] = "normal"

    @property
    def path(self) -> Path:
        """The TrueType file."""
        return Path(import_module(self.package).ROOT) / "files" / self.file


def _atkinson(cut: str, weight: int, style: Literal["normal", "italic"]) -> Face:
    name = f"AtkinsonHyperlegible-{cut}"
    package = "fontpkg_atkinson_hyperlegible"
    return Face(name, package, f"{name}.ttf", "Atkinson Hyperlegible", weight, style)


_NOTO = Face("NotoSans", "fontpkg_noto_sans", "NotoSans[wdth,wght].ttf", "Noto Sans")
_NOTO_ITALIC = Face(
    "NotoSans-Italic", "fontpkg_noto_sans", "NotoSans-Italic[wdth,wght].ttf", "Noto Sans",
    style="italic",
)  # fmt: skip

FONTS: dict[str, tuple[Face, ...]] = {
    "body": (_atkinson("Regular", 400, "normal"), _NOTO),
    "bold": (_atkinson("Bold", 700, "normal"), _NOTO),
    "italic": (_atkinson("Italic", 400, "italic"), _NOTO_ITALIC),
    "bold-italic": (_atkinson("BoldItalic", 700, "italic"), _NOTO_ITALIC),
}
"""Every font name of a scene: its faces in the order they are asked for a glyph."""


def faces(font: str) -> tuple[Face, ...]:
    """Return the faces of a font name.

    Raises:
        SceneError: there is no such font.
    """
    try:
        return FONTS[font]
    except KeyError:
        known = ", ".join(FONTS)
        raise SceneError(f'there is no font "{font}"; the fonts are {known}') from None


@cache
def truetype(face: Face) -> Any:
    """Load a face once: a reportlab ``TTFont`` that embeds only the glyphs used."""
    return TTFont(face.name, str(face.path), asciiReadable=False)


@lru_cache(maxsize=65536)
def _face_for(character: str, font: str) -> Face | None:
    if unicodedata.category(character) in _UNSET or ord(character) > _LAST_OF_BMP:
        return None
    covers = (face for face in faces(font) if ord(character) in truetype(face).face.charToGlyph)
    return next(covers, None)


def covers(character: str, font: str) -> bool:
    """Tell whether a character can be drawn in a font or its fallback."""
    return _face_for(character, font) is not None


@lru_cache(maxsize=8192)
def runs(text: str, font: str) -> tuple[tuple[Face, str], ...]:
    """Split a text into pieces that one face can draw, falling back glyph by glyph.

    Raises:
        MissingGlyph: no face has the glyph, or drawing it right would need text shaping.
        SceneError: there is no such font.
    """
    chosen = [(_face_for(character, font), character) for character in text]
    for face, character in chosen:
        if face is None:
            raise MissingGlyph(character, text)
    pieces = groupby(chosen, key=lambda pair: pair[0])
    return tuple((face, "".join(pair[1] for pair in group)) for face, group in pieces if face)


def width_mm(text: str, font: str, size_pt: float) -> float:
    """Measure the advance of a text in mm.

    Raises:
        MissingGlyph: a character cannot be drawn.
    """
    return units(text, font) * size_pt * MM_PER_POINT / 1000


@lru_cache(maxsize=8192)
def units(text: str, font: str) -> float:
    """Measure the advance of a text in thousandths of its size."""
    return sum(
        float(truetype(face).face.getCharWidth(ord(character)))
        for face, piece in runs(text, font)
        for character in piece
    )


def left_mm(text: Text) -> float:
    """Return where a text begins, in mm, whatever its anchor.

    Raises:
        MissingGlyph: a character cannot be drawn.
    """
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    return text.x - share * width_mm(text.text, text.font, text.size)


def cap_height_mm(font: str, size_pt: float) -> float:
    """Return the height of capitals and figures in mm: what to centre a number by."""
    return float(truetype(faces(font)[0]).face.capHeight) * size_pt * MM_PER_POINT / 1000
