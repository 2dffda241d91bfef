"""A document goes in; the bytes of one tagged, reproducible PDF come out.

Lengths are exact: the boxes are the scene's millimetres in points, a single matrix turns every
page to millimetres with y down. Equal documents give equal bytes (no clock, no hash order).
"""

from __future__ import annotations

import hashlib
import zlib
from io import BytesIO

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import (
    PDFArrayCompact,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFPage,
)

from output import fonts, images, inks
from output.errors import SceneError
from output.formats import Options
from output.notation import number, plain
from output.pdf_content import Content
from output.pdf_tags import Element, Marks, text_string, write_tree
from output.scene import Box, Colour, Document, Page, Symbol, layers

PRODUCER = "bloomprint"
POINTS_PER_MM = 72 / 25.4

_EVERYWHERE = (-5000, -5000, 5000, 5000)
"""The bounding box of a form in mm: it must hold the drawing and clips nothing."""


_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}


class _TaggedPage(PDFPage):  # type: ignore[misc]
    """reportlab's page with the one entry it lacks."""

    __NoDefault__ = (*PDFPage.__NoDefault__, "StructParents")


class _Shared:
    """Fonts, forms and pictures of one document, each written once (``Resources``)."""

    def __init__(self, doc: PDFDocument, space: inks.ColourSpace):
        self.doc = doc
        self._space = space
        self._symbols: dict[str, tuple[str, Symbol]] = {}
        self._xobjects = PDFDictionary()
        resources = pdfdoc.PDFResourceDictionary()
        resources.basicFonts()
        resources.XObject = doc.Reference(self._xobjects)
        self.reference = doc.Reference(_Formatted(resources))

    def text(self, face: fonts.Face, piece: str) -> list[tuple[str, bytes]]:
        """Return pairs of a font's name and the codes of its glyphs."""
        font = fonts.truetype(face)
        return [
            (font.getSubsetInternalName(subset, self.doc)[1:], codes)
            for subset, codes in font.splitString(piece, self.doc)
        ]

    def symbol(self, symbol: Symbol) -> str:
        """Return the name of a form, drawn at the first use."""
        if symbol.name in self._symbols:
            name, known = self._symbols[symbol.name]
            if known is not symbol and known != symbol:
                raise SceneError(f'two different symbols are called "{symbol.name}"')
            return name
        content = Content(self)
        content.draw(symbol.items)
        name = f"S{len(self._symbols)}"
        self._symbols[symbol.name] = name, symbol
        form = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": PDFArrayCompact(_EVERYWHERE),
            "Resources": self.reference,
        }
        self._add(name, form, content.stream().encode("ascii"))
        return name

    def image(self, data: bytes) -> str:
        """Return the name of a picture, embedded at the first use."""
        name = f"I{hashlib.sha256(data).hexdigest()[:16]}"
        if name not in self._xobjects:
            picture = images.picture(data)
            if self._space == "cmyk":
                picture = images.in_inks(picture)
            size = {"Width": picture.width, "Height": picture.height, "BitsPerComponent": 8}
            space = _SPACES[picture.channels]
            entries = {"Type": "/XObject", "Subtype": "/Image", "ColorSpace": space, **size}
            if picture.alpha:
                mask = entries | {"ColorSpace": "/DeviceGray"}
                entries["SMask"] = self.doc.Reference(_stream(mask, picture.alpha))
            self._add(name, entries, picture.pixels, picture.jpeg)
        return name

    def colour(self, colour: Colour, *, stroke: bool = False) -> str:
        """Return the operator that chooses a colour in the document's colour space."""
        return inks.operator(colour, self._space, stroke=stroke)

    def _add(
        self, name: str, entries: dict[str, object], data: bytes, jpeg: bytes | None = None
    ) -> None:
        self._xobjects[name] = self.doc.Reference(_stream(entries, data, jpeg))


class _Formatted(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object of its own for a reportlab class that is meant to be written in place."""

    def __init__(self, content: object):
        self.content = content

    def format(self, document: PDFDocument) -> object:
        return pdfdoc.format(self.content, document)


def _stream(entries: dict[str, object], data: bytes, jpeg: bytes | None = None) -> pdfdoc.PDFStream:
    """Make a compressed stream, or one that carries a JPEG as it is."""
    filter_name = "/DCTDecode" if jpeg else "/FlateDecode"
    content = jpeg or zlib.compress(data, 9)
    return pdfdoc.PDFStream(PDFDictionary({**entries, "Filter": filter_name}), content)


def render(document: Document, options: Options | None = None) -> list[bytes]:
    """Write a document as one PDF 1.7, in RGB or CMYK, with or without metadata and bookmarks.

    Raises:
        Unprintable: a glyph is missing, a picture is broken.
        SceneError: the scene breaks its contract.
    """
    options = options or Options()
    doc = PDFDocument(compression=1, invariant=1, pdfVersion=(1, 7), lang=plain(document.language))
    doc.signature = hashlib.md5(usedforsecurity=False)  # reportlab's holds SOURCE_DATE_EPOCH
    shared, root = _Shared(doc, options.colour), Element("Document")
    pages: list[PDFPage] = []
    marks: list[Marks] = []
    drawn: dict[int, tuple[object, Marks]] = {}  # by the identity of items that pages share
    for index, page in enumerate(document.pages):
        if id(page.items) in drawn:
            stream, before = drawn[id(page.items)]
            marks.append(before.again(index))
        else:
            marks.append(Marks(index, root))
            stream = doc.Reference(_drawn(shared, page, marks[-1]))
            drawn[id(page.items)] = stream, marks[-1]
        pages.append(_page(shared, page, stream))
        doc.addPage(pages[-1])
    write_tree(doc, root, pages, marks)
    _describe(doc, document, options.metadata)
    bookmarks = document.bookmarks if options.metadata else ()
    doc.Catalog.Outlines = _outlines(doc, bookmarks, pages)
    for font in doc.delayedFonts:
        font.addObjects(doc)
    return [bytes(doc.format())]


def _drawn(shared: _Shared, page: Page, marks: Marks) -> pdfdoc.PDFStream:
    content = Content(shared, marks)
    scale = number(POINTS_PER_MM, 10)
    height = number(page.height * POINTS_PER_MM, 6)
    content.put(f"{scale} 0 0 -{scale} 0 {height} cm 1 j")
    for layer, items in layers(page):
        if layer != "guides":  # helper lines of the screen, never ink
            content.draw(items)
    stream = content.stream().encode("ascii")
    shared.doc.updateSignature(stream)
    return _stream({}, stream)


def _page(shared: _Shared, page: Page, contents: object) -> PDFPage:
    written = _TaggedPage()
    written.Contents = contents
    written.Resources = shared.reference
    written.MediaBox = _box(page, Box(0, 0, page.width, page.height))
    written.TrimBox = _box(page, page.trim) if page.trim else None
    written.BleedBox = _box(page, page.bleed) if page.bleed else None
    return written


def _box(page: Page, box: Box) -> PDFArrayCompact:
    """Turn a box to points from the lower left corner."""
    edges = (box.x, page.height - box.y - box.height, box.x + box.width, page.height - box.y)
    return PDFArrayCompact([number(edge * POINTS_PER_MM) for edge in edges])


def _describe(doc: PDFDocument, document: Document, metadata: bool) -> None:
    """Say what the file is and how it is to be printed: at its own size, on the right edge."""
    about = {"Title": document.title, "Subject": document.subject, "Producer": PRODUCER}
    about = about if metadata else {}
    for text in about.values():
        doc.updateSignature(plain(text))
    doc.info = PDFDictionary({key: text_string(text) for key, text in about.items() if text})
    viewer = {"PrintScaling": "/None", "DisplayDocTitle": str(metadata).lower()}
    if document.flip:
        edge = document.flip.title()
        viewer["Duplex"] = "/Simplex" if document.flip == "none" else f"/DuplexFlip{edge}Edge"
    doc.Catalog.ViewerPreferences = PDFDictionary(viewer)


def _outlines(
    doc: PDFDocument, bookmarks: tuple[tuple[str, int], ...], pages: list[PDFPage]
) -> PDFDictionary | None:
    """Chain the bookmarks: a title and the index of a page each."""
    if not bookmarks:
        return None
    outlines = PDFDictionary({"Type": PDFName("Outlines"), "Count": len(bookmarks)})
    parent = doc.Reference(outlines)
    entries = [
        PDFDictionary({
            "Title": text_string(plain(title)),
            "Parent": parent,
            "Dest": PDFArrayCompact([doc.Reference(pages[index]), "/Fit"]),
        })
        for title, index in bookmarks
    ]  # fmt: skip
    references = [doc.Reference(entry) for entry in entries]
    outlines["First"], outlines["Last"] = references[0], references[-1]
    for position in range(1, len(entries)):
        entries[position]["Prev"] = references[position - 1]
        entries[position - 1]["Next"] = references[position]
    return outlines


def verify(data: bytes) -> None:
    """Reopen a PDF with another library and look every page up.

    Raises:
        Exception: it cannot be read (a bug of ours).
    """
    import pikepdf  # noqa: PLC0415 - 0.1 s that only a file to be written costs

    with pikepdf.open(BytesIO(data)) as file:
        for page in file.pages:
            page.Contents.read_bytes()
