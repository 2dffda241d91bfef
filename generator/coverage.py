"""A document goes in; the share of its pages that ink covers comes out, as print shops count it.

Ink coverage is the sum of the areas that cyan, magenta, yellow and black cover, each from 0 to
100 % of the pages, in the separation of ``output/inks.py``: a page full of black has 100 %, one
full of red 200 %, bare paper 0 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pypdfium2
from PIL import Image, ImageChops, ImageStat

from output import pdf
from output.scene import Document

DPI = 200
"""PDFium draws no line thinner than a pixel, here 0.13 mm: finer art counts a little too much."""

_FULL = 255


def coverage(document: Document) -> float:
    """Return the ink coverage of all pages in percent; pages that repeat are drawn once.

    Raises:
        Unprintable: a glyph is missing, a picture is broken.
    """
    counts = Counter(id(page.items) for page in document.pages)
    pages = {id(page.items): page for page in document.pages}
    areas = {key: page.width * page.height * counts[key] for key, page in pages.items()}
    if not pages:
        return 0.0
    [data] = pdf.render(replace(document, pages=tuple(pages.values())))
    with pypdfium2.PdfDocument(data) as file:
        inks = [_mean_ink(page.render(scale=DPI / 72).to_pil()) for page in file]
    return sum(map(float.__mul__, inks, areas.values())) / sum(areas.values())


def saving(make: Callable[[str], Document]) -> str:
    """Say how much less ink the low-ink edition takes; ``make`` returns the pages of an edition."""
    little, full = coverage(make("low-ink")), coverage(make("colour"))
    less = 1 - little / full if full else 0.0
    return f"ink coverage {little:.1f} % against {full:.1f} % in colour: {less:.0%} less"


def _mean_ink(picture: Image.Image) -> float:
    """Return the mean sum of the four inks of a picture in RGB, in percent.

    Black is what the lightest channel lacks; the coloured inks are what the others lack beyond it.
    """
    channels = picture.convert("RGB").split()
    lightest = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    black = _FULL - ImageStat.Stat(lightest).mean[0]
    lacking = sum(_FULL - ImageStat.Stat(channel).mean[0] for channel in channels)
    return float(lacking - 2 * black) / _FULL * 100
