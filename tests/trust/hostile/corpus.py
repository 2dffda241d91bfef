"""The corpus: classes of hostile files by name."""

from __future__ import annotations

from tests.trust.hostile import characters, files, finished, swelling, syntax
from tests.trust.hostile.case import Case

CLASSES: dict[str, list[Case]] = {
    "bombs": swelling.BOMBS,
    "depth": syntax.DEPTH,
    "huge numbers": syntax.HUGE,
    "not numbers": syntax.NOT_NUMBERS,
    "keys twice": syntax.TWICE,
    "encodings": characters.ENCODINGS,
    "controls": characters.CONTROLS,
    "surrogates": characters.SURROGATES,
    "bidi": characters.BIDI,
    "marks": characters.MARKS,
    "traversal": files.TRAVERSAL,
    "links": files.LINKS,
    "circles": files.CIRCLES,
    "no plain files": files.NO_FILES,
    "sizes": files.SIZES,
    "names": swelling.NAMES,
    "pictures": swelling.PICTURES,
    "fonts": swelling.FONTS + finished.BROKEN_FONTS,
    "injection into SVG": swelling.SVG_INJECTION,
    "injection into PDF": swelling.PDF_INJECTION,
    "broken text": syntax.BROKEN,
    "types": syntax.TYPES,
    "CSV": finished.CSV,
    "PDF from elsewhere": finished.PDFS,
    "pictures to send": finished.PNGS,
    "SVG to cut": finished.SVGS,
}
