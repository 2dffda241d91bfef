"""A PDF goes in; what a print shop wants to know of it comes out: boxes, fonts, colours, inks.

pikepdf reads the file, PDFium draws its pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from logging import NullHandler, getLogger
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

import pikepdf
import pypdfium2
from PIL import Image

from generator.preflight.pdf_ink import Drawn, drawn
from layouts.faults import BadInput, Fault

getLogger("pikepdf").addHandler(NullHandler())  # its warnings are read from the file

MM_PER_POINT = 25.4 / 72
MOST_PIXELS = 4_000_000
LOOK_DPI = 100
"""The resolution at which edges are looked at: 4 pixels a millimetre."""

_BROKEN = (
    *(pikepdf.PdfError, pypdfium2.PdfiumError, RuntimeError, ArithmeticError),
    *(ValueError, TypeError, LookupError, AttributeError, OSError, Warning),
)
"""What a broken file raises in the libraries, wherever its parts are not of the kind they claim."""

Edges = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PageFacts:
    """One page; boxes are left, bottom, right, top in mm."""

    media: Edges
    crop: Edges
    trim: Edges | None
    bleed: Edges | None
    turned: int
    unit: float
    annotated: bool
    drawn: Drawn

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the MediaBox."""
        return self.media[2] - self.media[0], self.media[3] - self.media[1]

    def margins(self, box: Edges) -> Edges:
        """Return how far a box lies inside the MediaBox: left, top, right, bottom."""
        media = self.media
        return (
            box[0] - media[0],
            media[3] - box[3],
            media[2] - box[2],
            box[1] - media[1],
        )


@dataclass(frozen=True, slots=True)
class PdfFacts:
    """A whole file; ``said`` are the entries of its metadata."""

    pages: tuple[PageFacts, ...]
    said: tuple[str, ...]
    bookmarks: bool


def pdf_facts(path: Path) -> PdfFacts:
    """Read a PDF.

    Raises:
        BadInput: it is none, is broken or locked.
    """
    with _opening(path), catch_warnings(), pikepdf.open(path) as file:
        simplefilter("error")  # of streams that end too early
        if file.is_encrypted:
            raise BadInput(Fault("", "the file is encrypted", "save it without", str(path)))
        if not file.pages:
            raise BadInput(Fault("", "the file has no pages", "export it again", str(path)))
        cache: dict[tuple[int, int], Drawn] = {}
        said = [str(key)[1:] for key in file.docinfo] if "/Info" in file.trailer else []
        said += ["XMP metadata"] * ("/Metadata" in file.Root)
        outlines = file.Root.get("/Outlines")
        facts = PdfFacts(
            tuple(_page(page, cache) for page in file.pages),
            tuple(said),
            outlines is not None and "/First" in outlines,
        )
        for mended in file.get_warnings():
            raise ValueError(str(mended))  # qpdf reads on, a printer may not
        return facts


@contextmanager
def _opening(path: Path) -> Iterator[None]:
    try:
        yield
    except pikepdf.PasswordError:
        raise BadInput(
            Fault("", "the file is locked with a password", "save it without", str(path))
        ) from None
    except _BROKEN as error:
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(Fault("", f"no sound PDF ({said})", "export it again", str(path))) from None


def _page(page: pikepdf.Page, cache: dict[tuple[int, int], Drawn]) -> PageFacts:
    entries: Any = page.obj
    return PageFacts(
        media=_edges(page.mediabox),
        crop=_edges(page.cropbox),
        trim=_edges(entries.TrimBox) if "/TrimBox" in entries else None,
        bleed=_edges(entries.BleedBox) if "/BleedBox" in entries else None,
        turned=int(page.obj.get("/Rotate", 0)) % 360,
        unit=float(page.obj.get("/UserUnit", 1)),
        annotated=bool(len(page.obj.get("/Annots", pikepdf.Array()))),
        drawn=drawn(page, cache),
    )


def _edges(box: Any) -> Edges:
    x1, y1, x2, y2 = (float(value) * MM_PER_POINT for value in box)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def pictures(path: Path) -> Iterator[tuple[Image.Image, float]]:
    """Draw every page and yield it with its pixels a millimetre.

    Raises:
        BadInput: the file cannot be drawn.
    """
    with _opening(path), pypdfium2.PdfDocument(path) as file:
        for page in file:
            width, height = page.get_size()
            scale = min(LOOK_DPI / 72, (MOST_PIXELS / max(1.0, width * height)) ** 0.5)
            yield page.render(scale=scale).to_pil().convert("RGB"), scale / MM_PER_POINT
