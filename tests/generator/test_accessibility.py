"""What a screen reader is told of products and editions, read back by PDFium and as XML."""

from __future__ import annotations

import ctypes
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from generator.catalogue import products
from generator.jobs import composed, faces_of
from generator.pages import Wishes
from layouts.facts import flowers
from layouts.loader import EDITIONS, GAMES, load
from layouts.rows import components
from layouts.tables import papers
from output import pdf, svg
from output.scene import Document

LAYOUTS = [product.layouts[0] for game in GAMES for product in products(game)]
SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Node:
    """An element of the structure tree: its role, alternative text, marks and depth."""

    role: str
    alt: str
    marks: tuple[int, ...]
    depth: int


@cache
def document(name: str, edition: str) -> Document:
    """Return the pages of at most three pieces of a layout, as they are printed on A4."""
    made, _ = composed(faces_of([name], edition)[:3], Wishes(papers()["a4"]))
    return made


@cache
def written(name: str, edition: str) -> bytes:
    """Return the PDF."""
    [data] = pdf.render(document(name, edition))
    return data


def text_of(call: Any, *arguments: Any) -> str:
    """Read a text from PDFium: UTF-16 with an end mark."""
    length = call(*arguments, None, 0)
    buffer = ctypes.create_string_buffer(max(2, length))
    call(*arguments, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw[: max(2, length) - 2].decode("utf-16-le")


def nodes(page: pypdfium2.PdfPage) -> list[Node]:
    """Walk the structure tree of a page in reading order."""
    tree = pdfium.FPDF_StructTree_GetForPage(page.raw)
    try:
        count = pdfium.FPDF_StructTree_CountChildren(tree)
        tops = [pdfium.FPDF_StructTree_GetChildAtIndex(tree, at) for at in range(count)]
        return [node for top in tops for node in walked(top, 0)]
    finally:
        pdfium.FPDF_StructTree_Close(tree)


def walked(element: Any, depth: int) -> Iterator[Node]:
    count = pdfium.FPDF_StructElement_GetMarkedContentIdCount(element)
    found = (
        pdfium.FPDF_StructElement_GetMarkedContentIdAtIndex(element, at) for at in range(count)
    )
    marks = tuple(mark for mark in found if mark >= 0)
    role = text_of(pdfium.FPDF_StructElement_GetType, element)
    yield Node(role, text_of(pdfium.FPDF_StructElement_GetAltText, element), marks, depth)
    for at in range(pdfium.FPDF_StructElement_CountChildren(element)):
        child = pdfium.FPDF_StructElement_GetChildAtIndex(element, at)
        if child:
            yield from walked(child, depth + 1)


def spoken(page: pypdfium2.PdfPage) -> dict[int, str]:
    """Return the text of every mark; -1 is what belongs to no element."""
    said: dict[int, str] = {}
    words = page.get_textpage()
    for item in page.get_objects([pdfium.FPDF_PAGEOBJ_TEXT], max_depth=1):
        mark = pdfium.FPDFPageObj_GetMarkedContentID(item.raw)
        text = text_of(pdfium.FPDFTextObj_GetText, item.raw, words.raw)
        said[mark] = f"{said.get(mark, '')} {text}".strip()
    return said


every_product = pytest.mark.parametrize("name", LAYOUTS)
every_edition = pytest.mark.parametrize("edition", EDITIONS)


@every_product
@every_edition
def test_a_file_says_its_title_and_language_and_is_tagged(name: str, edition: str) -> None:
    with pikepdf.open(io.BytesIO(written(name, edition))) as file:
        assert file.Root.MarkInfo.Marked
        assert str(file.Root.Lang) == "en"
        assert str(file.docinfo.Title).strip()
        assert file.Root.ViewerPreferences.DisplayDocTitle


@every_product
@every_edition
def test_everything_is_read_once_in_the_order_of_the_page(name: str, edition: str) -> None:
    with pypdfium2.PdfDocument(written(name, edition)) as file:
        for page in file:
            tree = nodes(page)
            assert tree[0].role == "Document"
            marks = [mark for node in tree for mark in node.marks]
            assert sorted(marks) == list(range(len(marks)))
            starts = [node.marks[0] for node in tree if node.marks]
            assert starts == sorted(starts)


@every_product
@every_edition
def test_every_figure_is_told_in_words(name: str, edition: str) -> None:
    with pypdfium2.PdfDocument(written(name, edition)) as file:
        for page in file:
            for node in nodes(page):
                if node.role == "Figure":
                    assert re.search(r"[A-Za-z0-9]", node.alt)
                    assert not re.search(r"[{}#_]|None", node.alt)


@every_product
@every_edition
def test_headings_and_paragraphs_hold_text_and_come_in_order(name: str, edition: str) -> None:
    with pypdfium2.PdfDocument(written(name, edition)) as file:
        for page in file:
            said, level = spoken(page), 0
            for node in nodes(page):
                words = " ".join(said.get(mark, "") for mark in node.marks).strip()
                if node.role in ("P", "H1", "H2") and node.marks:
                    assert words
                if node.role.startswith("H"):
                    assert int(node.role[1]) <= level + 1
                    level = int(node.role[1])


@pytest.mark.parametrize(
    "name", [name for name in LAYOUTS if load(name).layout.kind in ("sheet", "aid", "log")]
)
def test_sheets_and_aids_begin_with_their_heading(name: str) -> None:
    with pypdfium2.PdfDocument(written(name, "colour")) as file:
        text = [node for node in nodes(file[0]) if node.role in ("H1", "H2", "P")]
        assert text[0].role == "H1"


@every_product
@every_edition
def test_an_svg_says_the_same_as_the_pdf(name: str, edition: str) -> None:
    made = document(name, edition)
    with pypdfium2.PdfDocument(written(name, edition)) as file:
        told = [[node.alt for node in nodes(page) if node.role == "Figure"] for page in file]
    first = {id(page.items): alts for page, alts in zip(made.pages[::-1], told[::-1], strict=True)}
    for page, data in zip(made.pages, svg.render(made), strict=True):
        alts = first[id(page.items)]  # of copies the first page alone is read out
        root = ElementTree.fromstring(data)
        title = root.find(f"{SVG}title")
        assert title is not None
        assert title.text == (page.title or made.title)
        assert root.find(f"{SVG}desc") is not None
        figures = [group for group in root.iter(f"{SVG}g") if group.get("role") == "img"]
        assert [group.get("aria-label") for group in figures] == alts


def test_a_garden_bed_reads_row_by_row() -> None:
    board = load("dice/sheet-a").layout.board
    assert board is not None
    says = {row["letter"]: row["says"] for row in flowers("dice")}
    first = [line.split()[0] for line in board.text.split("\n\n")[0].strip().splitlines()]
    rows = "; ".join(
        f"row {number}: {', '.join(says[letter] for letter in line)}"
        for number, line in enumerate(first, 1)
    )
    with pypdfium2.PdfDocument(written("dice/sheet-a", "colour")) as file:
        beds = [node.alt for node in nodes(file[0]) if node.alt.startswith("Garden bed")]
    assert len(beds) == 6
    assert beds[0] == f"Garden bed A1 to D3. {rows}"


def test_a_card_reads_as_its_number_and_flower() -> None:
    rows = {row["letter"]: row["says"] for row in flowers("field")}
    with pypdfium2.PdfDocument(written("field/cards", "colour")) as file:
        alts = [node.alt for node in nodes(file[0]) if node.role == "Figure"]
    assert alts[0] == f"1, {rows['I']}"


SPACE = {"F": "bed", ".": "lawn"}


def said_of_garden(row: dict[str, Any]) -> str:
    lines = [", ".join(SPACE[space] for space in line) for line in row["pattern"]]
    said = "; ".join(f"row {number}: {line}" for number, line in enumerate(lines, 1))
    return f"{row['colour']} {row['beds']}: {said}"


def said_of_field(row: dict[str, Any]) -> str:
    return f"{row['number']}, {looks('field')[row['letter']]}"


def looks(game: str) -> dict[str, str]:
    return {row["letter"]: row["says"] for row in flowers(game)}


@pytest.mark.parametrize(
    ("name", "says"),
    [
        pytest.param("garden/cards-70", said_of_garden, id="garden"),
        pytest.param("field/cards", said_of_field, id="field"),
    ],
)
def test_every_card_says_what_its_picture_shows(name: str, says: Any) -> None:
    made, _ = composed(faces_of([name], "colour"), Wishes(papers()["a4"]))
    [data] = pdf.render(made)
    with pypdfium2.PdfDocument(data) as file:
        told = [node.alt for page in file for node in nodes(page) if node.role == "Figure"]
    wanted = [says(row) for row in components(load(name))]
    assert len(wanted) in (45, 100)
    assert [alt for alt in told if alt in set(wanted)] == wanted


def test_every_tile_says_its_number_and_its_flowers() -> None:
    made, _ = composed(faces_of(["tiles/tiles"], "colour"), Wishes(papers()["a4"]))
    [data] = pdf.render(made)
    with pypdfium2.PdfDocument(data) as file:
        told = [node.alt for page in file for node in nodes(page) if node.role == "Figure"]
    numbers = [alt for alt in told if re.fullmatch(r"\d+, flowers: \d+", alt)]
    assert [int(alt.split(",")[0]) for alt in numbers] == list(range(1, 101))
    assert told.count("Joker") == 4
