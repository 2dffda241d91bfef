"""A PDF says what the scene says: sizes, fonts, tags, bookmarks, and the same bytes every time."""

import io
import os
import re
import runpy
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from output import fonts, pdf
from output.errors import SceneError, Unprintable
from output.scene import Box, Circle, Colour, Document, Group, Page, Paint, Symbol, Tag, Text, Use

HERE = Path(__file__).parent
ROOT = Path(pdf.__file__).parents[1]
MM = 25.4 / 72
BLACK = Colour(0, 0, 0)


@pytest.fixture(name="opened")
def _opened(document):
    [data] = pdf.render(document)
    with pikepdf.open(io.BytesIO(data)) as file:
        yield file


def mm(box):
    return [float(edge) * MM for edge in box]


def kids(node):
    listed = node.K if isinstance(node.K, pikepdf.Array) else [node.K]
    return [kid for kid in listed if isinstance(kid, pikepdf.Dictionary)]


@pytest.mark.parametrize(
    ("width", "height"), [(210, 297), (215.9, 279.4), (63.5, 88.9)], ids=["a4", "letter", "card"]
)
def test_the_paper_has_the_size_asked_for(width, height):
    page = Page(width, height, (), "p", trim=Box(5, 6, width - 15, height - 20))
    with pikepdf.open(io.BytesIO(pdf.render(Document((page,), "t"))[0])) as file:
        assert mm(file.pages[0].MediaBox) == pytest.approx([0, 0, width, height], abs=0.001)
        expected = [5, 14, width - 10, height - 6]
        assert mm(file.pages[0].TrimBox) == pytest.approx(expected, abs=0.001)
        assert "/BleedBox" not in file.pages[0]


def test_trim_and_bleed_are_read_back_within_a_hundredth_of_a_millimetre(opened):
    for page in opened.pages:
        assert mm(page.TrimBox) == pytest.approx([2, 2, 98, 138], abs=0.01)
        assert mm(page.BleedBox) == pytest.approx([0, 0, 100, 140], abs=0.01)


def test_a_shape_stands_where_the_scene_puts_it(raster_pdf, page_with):
    picture = raster_pdf(page_with(Circle(30, 10, 5, Paint(BLACK))), 254)
    assert picture.size == (1000, 400)
    ink = picture.convert("L").point(lambda value: 255 if value < 128 else 0)
    assert ink.getbbox() == pytest.approx((250, 50, 350, 150), abs=1)


def test_every_font_is_embedded_and_a_subset(opened):
    found = [font for page in opened.pages for font in page.Resources.Font.values()]
    names = {str(font.BaseFont) for font in found}
    assert {name.partition("+")[2] for name in names} == {
        "AtkinsonHyperlegible-Regular",
        "AtkinsonHyperlegible-Bold",
        "AtkinsonHyperlegible-Italic",
        "NotoSans-Italic",
    }
    assert all(len(name.partition("+")[0]) == len("/ABCDEF") for name in names)
    assert all(len(font.FontDescriptor.FontFile2.read_bytes()) < 30_000 for font in found)


def test_the_file_says_what_it_is_and_how_to_print_it(opened):
    assert dict(opened.docinfo) == {
        "/Title": "Gärten <& mehr> 🌻",
        "/Subject": "bloomprint 0.1.0, seed 7",
        "/Producer": "bloomprint",
    }
    assert opened.pdf_version == "1.7"
    assert opened.Root.Lang == "de"
    viewer = opened.Root.ViewerPreferences
    assert viewer.PrintScaling == "/None"
    assert viewer.Duplex == "/DuplexFlipShortEdge"
    assert viewer.DisplayDocTitle


@pytest.mark.parametrize(
    ("flip", "entry"),
    [("long", "/DuplexFlipLongEdge"), ("none", "/Simplex"), (None, None)],
    ids=["long", "one side", "open"],
)
def test_the_edge_to_flip_on_is_stated_only_where_there_is_one(page_with, flip, entry):
    [data] = pdf.render(page_with(flip=flip))
    with pikepdf.open(io.BytesIO(data)) as file:
        assert file.Root.ViewerPreferences.get("/Duplex") == entry


def test_the_tags_are_read_back_in_reading_order(opened):
    root = opened.Root.StructTreeRoot
    [document] = kids(root)
    assert opened.Root.MarkInfo.Marked
    assert document.S == "/Document"
    assert [str(node.S) for node in kids(document)] == ["/H1", "/Figure", "/P"] * 3
    alts = [str(node.Alt) for node in kids(document) if node.S == "/Figure"]
    assert alts == ['row 1: pink, "pink" & weiß'] * 3


def test_every_mark_on_a_page_belongs_to_the_element_that_names_it(opened):
    numbers = opened.Root.StructTreeRoot.ParentTree.Nums
    for index, page in enumerate(opened.pages):
        assert (numbers[2 * index], page.StructParents) == (index, index)
        owners = numbers[2 * index + 1]
        marks = [
            (str(operands[0]), int(operands[1].MCID))
            for operands, operator in pikepdf.parse_content_stream(page)
            if str(operator) == "BDC"
        ]
        assert marks == [(str(owner.S), mark) for mark, owner in enumerate(owners)]
        assert all(mark in owner.K for mark, owner in enumerate(owners))
        assert all(owner.Pg.objgen == page.objgen for owner in owners)


def test_marks_and_saved_states_are_balanced_and_never_overlap(opened):
    for page in opened.pages:
        stack = []
        for _, operator in pikepdf.parse_content_stream(page):
            match str(operator):
                case "q" | "BMC" | "BDC" as begin:
                    stack.append(begin)
                case "Q":
                    assert stack.pop() == "q"
                case "EMC":
                    assert stack.pop() in ("BMC", "BDC")
        assert stack == []


def test_nested_tags_become_nested_elements(page_with):
    cell = Group((Text(1, 9, "7", "body", 9, BLACK),), tag=Tag("TD"))
    table = Group((Group((cell, cell), tag=Tag("TR")),), tag=Tag("Table", "scores"))
    with pikepdf.open(io.BytesIO(pdf.render(page_with(table))[0])) as file:
        [document] = kids(file.Root.StructTreeRoot)
        [written] = kids(document)
        [row] = kids(written)
        assert [str(node.S) for node in (written, row, *kids(row))] == [
            "/Table",
            "/TR",
            "/TD",
            "/TD",
        ]


def test_an_empty_tag_leaves_no_element(page_with):
    with pikepdf.open(
        io.BytesIO(pdf.render(page_with(Circle(9, 9, 1, Paint(BLACK)), Group((), tag=Tag("P"))))[0])
    ) as file:
        [document] = kids(file.Root.StructTreeRoot)
        assert kids(document) == []


@pytest.mark.parametrize(
    "tag", [Tag("Figure"), Tag("Figure", " "), Tag("Flower", "x")], ids=["none", "blank", "role"]
)
def test_a_tag_that_says_nothing_is_refused(page_with, tag):
    with pytest.raises(SceneError):
        pdf.render(page_with(Group((Circle(9, 9, 1, Paint(BLACK)),), tag=tag)))


def test_bookmarks_lead_to_their_pages(opened):
    with opened.open_outline() as outline:
        found = [(item.title, item.destination[0].objgen) for item in outline.root]
    expected = [("Sheet A – Anfang", 0), ("Sheet C", 2)]
    assert found == [(title, opened.pages[index].objgen) for title, index in expected]


def test_a_symbol_is_written_once_however_often_it_is_used(opened):
    forms = [
        name for name, form in opened.pages[0].Resources.XObject.items() if form.Subtype == "/Form"
    ]
    assert len(forms) == 1


def test_two_symbols_of_one_name_must_be_equal(page_with):
    one, other = Symbol("s", ()), Symbol("s", (Circle(0, 0, 1, Paint()),))
    with pytest.raises(SceneError, match='"s"'):
        pdf.render(page_with(Use(one, 0, 0), Use(other, 0, 0)))


def test_guides_are_never_printed(raster_pdf, page_with):
    hidden = Group((Circle(20, 20, 9, Paint(BLACK)),), layer="guides")
    picture = raster_pdf(page_with(hidden), 72)
    assert picture.getextrema() == ((255, 255),) * 3


def test_qpdf_finds_nothing_to_complain_of(opened):
    assert opened.check_pdf_syntax() == []


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), -float("inf")], ids=["nan", "inf", "-inf"]
)
def test_a_number_that_is_not_finite_is_refused(page_with, value):
    with pytest.raises(SceneError, match="finite"):
        pdf.render(page_with(Circle(value, 0, 1, Paint(BLACK))))


ENVIRONMENTS = [
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4242", "TZ": "Pacific/Kiritimati", "LC_ALL": "de_DE.UTF-8"},
    {"PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "123456789", "PYTHONUTF8": "1"},
]


@pytest.mark.parametrize("format", ["pdf", "svg", "png"])
def test_equal_scenes_give_equal_bytes_in_any_environment(tmp_path, format):
    script = (
        "import hashlib, runpy, sys\n"
        "from output.formats import Options, named\n"
        "document = runpy.run_path(sys.argv[1])['garden']()\n"
        "files = named(sys.argv[2]).writer().render(document, Options(dpi=60))\n"
        "print(hashlib.sha256(b'|'.join(files)).hexdigest())\n"
    )
    digests = set()
    for number, environment in enumerate(ENVIRONMENTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", script, str(HERE / "conftest.py"), format],
            env={**os.environ, **environment, "PYTHONPATH": str(ROOT)},
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout)
    assert len(digests) == 1


def test_writing_twice_in_one_process_gives_the_same_bytes(document):
    again = runpy.run_path(str(HERE / "conftest.py"))["garden"]()
    assert pdf.render(document) == pdf.render(again)


def test_documents_that_differ_have_different_identifiers(page_with):
    first, second = (
        pdf.render(page_with(Circle(x, 9, 5, Paint(BLACK))))[0].rpartition(b"/ID")[2]
        for x in (10, 11)
    )
    assert first != second


def spoken(data):
    """Return the text of the first page as a reader copies it: codes by each font's own table."""
    with pikepdf.open(io.BytesIO(data)) as file:
        page, said, table = file.pages[0], "", {}
        for operands, operator in pikepdf.parse_content_stream(page):
            if str(operator) == "Tf":
                cmap = page.Resources.Font[operands[0]].ToUnicode.read_bytes().decode()
                table = dict(re.findall(r"^<(\w\w)> <(\w{4})>$", cmap, re.MULTILINE))
            elif str(operator) == "Tj":
                said += "".join(chr(int(table[f"{code:02X}"], 16)) for code in bytes(operands[0]))
    return said


LATIN = st.characters(min_codepoint=32, max_codepoint=0x24F)
MANY = "".join(chr(code) for code in range(0x21, 0x250) if fonts.covers(chr(code), "body"))


@settings(max_examples=300, deadline=None)
@given(st.text(min_size=1, max_size=20) | st.text(LATIN, min_size=1))
@example("ﬀ \u00a0 x  y ")
@example(MANY)
def test_any_text_reads_back_or_is_refused(text):
    line = Text(5, 20, text, "body", 9, BLACK)
    try:
        [data] = pdf.render(Document((Page(200, 40, (line,), "p"),), "any text"))
    except Unprintable:
        return
    assert spoken(data) == text.replace("\u00a0", " ")  # reportlab draws the one as the other


def test_a_reader_finds_the_words(document):
    with pypdfium2.PdfDocument(pdf.render(document)[0]) as file:
        found = file[0].get_textpage().get_text_range()
    assert all(words in found for words in ("Sheet A: Blütenpracht", "mixed Ωμέγα & <italic>"))


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30))
def test_any_title_reads_back_or_is_refused(title):
    try:
        [data] = pdf.render(Document((Page(10, 10, (), "p"),), title))
    except Unprintable:
        return
    with pikepdf.open(io.BytesIO(data)) as file:
        assert str(file.docinfo.get("/Title", "")) == title


def test_a_page_that_comes_again_says_so_in_one_node(document):
    page = document.pages[0]
    copies = tuple(replace(page, name=f"copy-{number}") for number in range(50))
    [one] = pdf.render(replace(document, pages=(page,), bookmarks=()))
    [many] = pdf.render(replace(document, pages=(page, *copies), bookmarks=()))
    with pikepdf.open(io.BytesIO(many)) as file:
        root = file.Root.StructTreeRoot
        nodes = [node for node in root.K.K if "/Alt" in node]
        said = [str(node.Alt) for node in nodes if node.S == "/Div"]
        assert said == ["The same as page 1"] * 50
        assert all(len(numbers) for numbers in list(root.ParentTree.Nums)[1::2])
    assert len(many) < 50 * len(one) / 5
