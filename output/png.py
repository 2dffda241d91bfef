"""A document goes in; one PNG a page comes out, drawn by PDFium from the very PDF."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
from PIL import Image

from output import pdf
from output.errors import Unprintable
from output.formats import Options
from output.scene import Document, Page

MAX_PIXELS = 40_000_000
"""A4 at 600 dpi is 35 million; more does not fit into modest memories."""

_INCH_MM = 25.4
_LESS = 0.01
"""Pixels taken off a side so that rounding up gives the whole number meant."""


def render(document: Document, options: Options | None = None) -> list[bytes]:
    """Draw every page at ``options.dpi``, on white.

    Raises:
        Unprintable: as for the PDF, or a page has too many pixels at that resolution.
        SceneError: the scene breaks its contract.
    """
    dpi = (options or Options()).dpi
    sizes = [_pixels(page, dpi) for page in document.pages]
    [data] = pdf.render(document)
    with pypdfium2.PdfDocument(data) as file:
        return [_draw(page, size, dpi) for page, size in zip(file, sizes, strict=True)]


def _pixels(page: Page, dpi: float) -> tuple[int, int]:
    """Return a page's width and height in pixels, rounded to the nearest."""
    width, height = (round(side * dpi / _INCH_MM) for side in (page.width, page.height))
    if min(width, height) < 1 or width * height > MAX_PIXELS:
        raise Unprintable(
            f"page {page.name} has {width:,} x {height:,} pixels at {dpi:g} dpi; "
            f"1 to {MAX_PIXELS:,} are drawn: choose another dpi"
        )
    return width, height


def _draw(page: pypdfium2.PdfPage, size: tuple[int, int], dpi: float) -> bytes:
    """Draw a page at its exact scale: PDFium would round its size up and stretch it to fit."""
    left, _, _, top = page.get_mediabox()
    right, height = ((pixels - _LESS) * 72 / dpi for pixels in size)
    page.set_mediabox(left, top - height, right, top)
    return _encode(page.render(scale=dpi / 72).to_pil(), dpi)


def _encode(image: Image.Image, dpi: float) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()


def verify(data: bytes) -> None:
    """Decode a PNG again.

    Raises:
        OSError: it is broken (a bug of ours).
    """
    with Image.open(BytesIO(data), formats=("PNG",)) as image:
        image.load()
