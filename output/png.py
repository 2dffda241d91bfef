"""A document goes in; one PNG a page comes out, drawn by PDFium from the very PDF."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
from PIL import Image

from output import pdf
from output.errors import Unprintable
from output.formats import Options
from output.images import MAX_PIXELS
from output.scene import Document, Page

_INCH_MM = 25.4


def render(document: Document, options: Options | None = None) -> list[bytes]:
    """Draw every page at ``options.dpi``, on white.

    Raises:
        Unprintable: as for the PDF, or a page has too many pixels at that resolution.
        SceneError: the scene breaks its contract.
    """
    dpi = (options or Options()).dpi
    for page in document.pages:
        _check_size(page, dpi)
    [data] = pdf.render(document)
    with pypdfium2.PdfDocument(data) as file:
        return [_encode(page.render(scale=dpi / 72).to_pil(), dpi) for page in file]


def _check_size(page: Page, dpi: float) -> None:
    pixels = page.width * page.height * (dpi / _INCH_MM) ** 2
    if not 0 < pixels <= MAX_PIXELS:
        raise Unprintable(
            f"page {page.name} has {pixels:,.0f} pixels at {dpi:g} dpi; "
            f"at most {MAX_PIXELS:,} are drawn: choose another dpi"
        )


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
