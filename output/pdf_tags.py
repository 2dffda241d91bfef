"""Tagged groups go in; the structure tree that lets a screen reader follow a PDF comes out.

ISO 32000-1, 14.7 and 14.8. reportlab 5 has no tagging of its own, so the tree is built from its
plain dictionaries here and the content streams carry the marks (``pdf_content``).
"""

from __future__ import annotations

from codecs import BOM_UTF16_BE
from dataclasses import dataclass, field

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFArrayCompact,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObject,
    PDFObjectReference,
    PDFPage,
    PDFString,
    PDFText,
)

from output.errors import SceneError
from output.notation import plain
from output.scene import Tag

ROLES = frozenset(
    {"H1", "H2", "H3", "P", "Figure", "Caption", "Span", "Note", "Sect", "Div"}
    | {"Table", "TR", "TH", "TD", "L", "LI", "Lbl", "LBody"}
)
ARTIFACT = "Artifact"


def text_string(text: str) -> PDFString | PDFText:
    """Write a title or an alternative text: ASCII as it is, all else as UTF-16.

    reportlab's PDFDocEncoding has codes that readers do not know (a soft hyphen comes back as
    U+FFFD), and a text that begins with U+00FE U+00FF would look like UTF-16.
    """
    if text.isascii():
        return PDFString(text)
    return PDFText(BOM_UTF16_BE + text.encode("utf-16-be"))


def checked(tag: Tag) -> Tag:
    """Return a tag that keeps the contract of ``scene.Tag``.

    Raises:
        SceneError: the role is unknown or a figure has no alternative text.
    """
    if tag.role not in ROLES | {ARTIFACT}:
        raise SceneError(f'no such role: "{tag.role}"; roles are {", ".join(sorted(ROLES))}')
    if tag.role == "Figure" and not tag.alt.strip():
        raise SceneError("a Figure needs an alternative text")
    return tag


@dataclass(eq=False)
class Element:
    """A node of the tree: its kids are marks in the page's content (numbers) or nodes."""

    role: str
    alt: str = ""
    page: int = 0
    kids: list[int | Element] = field(default_factory=list)


@dataclass
class Marks:
    """The marked pieces of one page: the n-th belongs to ``owners[n]``.

    ``top`` holds the page's nodes right under the root.
    """

    page: int
    root: Element
    owners: list[Element] = field(default_factory=list)
    top: list[Element] = field(default_factory=list)

    def child(self, tag: Tag, parent: Element | None) -> Element | None:
        """Open a node under its parent, or return None for an artifact."""
        if checked(tag).role == ARTIFACT:
            return None
        element = Element(tag.role, plain(tag.alt), self.page)
        if parent is None:
            self._put_on_top(element)
        else:
            parent.kids.append(element)
        return element

    def mark(self, owner: Element) -> int:
        """Give the next piece of content to a node and return its number (MCID)."""
        owner.kids.append(len(self.owners))
        self.owners.append(owner)
        return len(self.owners) - 1

    def again(self, page: int) -> Marks:
        """Return the marks of a further page with the same content: one node that says so.

        A thousand copies read out whole are of use to nobody, and their trees are what a file of
        many pages mostly consists of.
        """
        further = Marks(page, self.root)
        if self.owners:
            pieces: list[int | Element] = list(range(len(self.owners)))
            same = Element("Div", f"The same as page {self.page + 1}", page, pieces)
            further._put_on_top(same)
            further.owners = [same] * len(self.owners)
        return further

    def _put_on_top(self, element: Element) -> None:
        self.root.kids.append(element)
        self.top.append(element)


def write_tree(doc: PDFDocument, root: Element, pages: list[PDFPage], marks: list[Marks]) -> None:
    """Put the tree under ``root`` into the document and link every page to it."""
    references: dict[Element, PDFObjectReference] = {}
    tree = PDFDictionary({"Type": PDFName("StructTreeRoot")})
    tree["K"] = _write(doc, root, doc.Reference(tree), pages, references)
    parents: list[object] = []
    for page, marked in zip(pages, marks, strict=True):
        page.StructParents = marked.page
        parents += [marked.page, PDFArrayCompact([references[owner] for owner in marked.owners])]
    tree["ParentTree"] = doc.Reference(PDFDictionary({"Nums": PDFArray(parents)}))
    tree["ParentTreeNextKey"] = len(pages)
    doc.Catalog.StructTreeRoot = tree
    doc.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})


def _write(
    doc: PDFDocument,
    element: Element,
    parent: PDFObjectReference,
    pages: list[PDFPage],
    references: dict[Element, PDFObjectReference],
) -> PDFObjectReference:
    node = _Node(element.role, element.alt, parent)
    own = references[element] = doc.Reference(node)
    if any(isinstance(kid, int) for kid in element.kids):
        node.page = doc.Reference(pages[element.page])
    node.kids = [
        kid if isinstance(kid, int) else _write(doc, kid, own, pages, references)
        for kid in element.kids
        if isinstance(kid, int) or kid.kids
    ]
    return own


@dataclass(eq=False)
class _Node(PDFObject):  # type: ignore[misc]
    """A node as it is written: a pad has a hundred thousand, for which dictionaries are slow."""

    role: str
    alt: str
    parent: PDFObjectReference
    page: PDFObjectReference | None = None
    kids: list[int | PDFObjectReference] = field(default_factory=list)

    def format(self, document: PDFDocument) -> bytes:
        def written(found: int | PDFObjectReference) -> bytes:
            return b"%d" % found if isinstance(found, int) else bytes(found.format(document))

        parts = [b"<< /Type /StructElem /S /%s /P %s" % (self.role.encode(), written(self.parent))]
        if self.alt:
            parts.append(b"/Alt %s" % bytes(text_string(self.alt).format(document)))
        if self.page:
            parts.append(b"/Pg %s" % written(self.page))
        parts.append(b"/K [ %s ] >>" % b" ".join(map(written, self.kids)))
        return b" ".join(parts)
