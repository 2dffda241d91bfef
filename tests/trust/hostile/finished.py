"""Tables and finished files from elsewhere: CSV, PDF, PNG and SVG that are broken or lie."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from functools import partial
from io import BytesIO

import pikepdf

from tests.trust.hostile.case import Case, later, text
from tests.trust.hostile.swelling import picture, png

TABLE = text("'{a}'").replace("[[", 'csv = "b.csv"\n[[')
CSV = [
    Case(about, TABLE, says, beside={"b.csv": content}, names=names)
    for about, content, says, names in (
        ("no header", "", "line 1", "b.csv"),
        ("a header of blanks", ",,,\n1,2,3,4\n", "line 1", "b.csv"),
        ("a column twice", "a,a\n1,2\n", "two columns", "b.csv"),
        ("a quote never closed", 'a\n"x\n', "quote", "b.csv"),
        ("something behind a quote", 'a\n"x"y\n', "quote", "b.csv"),
        ("a line of more fields", "a\n1,2\n", "2 fields", "b.csv"),
        ("NUL", b"a\n\0\n", "NUL", "b.csv"),
        ("UTF-16", "a\n1\n".encode("utf-16"), "UTF-16", "b.csv"),
        ("Latin-1", "a\nBlüte\n".encode("latin-1"), "UTF-8", "b.csv"),
        ("50,000 columns", ",".join(map(str, range(50_000))) + "\n", "columns", "b.csv"),
        ("a field of 200,000 letters", "a\n" + "x" * 200_000, "131,072", "b.csv"),
        ("a terminal's escape", "a\n\x1b[2J\n", "U+001B", "b.csv"),
        ("no column that is used", "b\n1\n", "{a}", "bad"),
        ("a zip bomb's head", b"PK\x03\x04" + bytes(99), "zip file", "b.csv"),
    )
]


def pdf(change: Callable[[pikepdf.Pdf], None] = lambda made: None) -> bytes:
    """Return a small sound PDF after a change."""
    file = BytesIO()
    with pikepdf.new() as made:
        made.add_blank_page(page_size=(432, 648))
        change(made)
        made.save(file)
    return file.getvalue()


def changed(data: bytes) -> bytes:
    """Return data with many of its bytes changed by a seed."""
    draw, found = random.Random(7), bytearray(data)
    for _ in range(400):
        found[draw.randrange(8, len(found))] = draw.randrange(256)
    return bytes(found)


def with_font(data: bytes) -> bytes:
    """Return a PDF whose page uses an embedded font of these bytes."""

    def change(made: pikepdf.Pdf) -> None:
        descriptor = pikepdf.Dictionary(
            Type=pikepdf.Name.FontDescriptor,
            FontName=pikepdf.Name("/ABCDEF+Bad"),
            FontFile2=made.make_stream(data),
        )
        font = pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.TrueType,
            BaseFont=pikepdf.Name("/ABCDEF+Bad"),
            FontDescriptor=made.make_indirect(descriptor),
        )
        page = made.pages[0].obj
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=made.make_indirect(font)))
        page.Contents = made.make_stream(b"BT /F1 12 Tf 20 20 Td (x) Tj ET")

    return pdf(change)


def boxed(box: object) -> bytes:
    """Return a PDF whose page says that MediaBox."""
    return pdf(lambda made: setattr(made.pages[0].obj, "MediaBox", box))


def with_content(data: bytes) -> bytes:
    """Return a PDF whose page holds this content."""
    return pdf(lambda made: setattr(made.pages[0].obj, "Contents", made.make_stream(data)))


def with_flate(data: bytes) -> bytes:
    """Return a PDF whose content claims to be compressed, in these bytes."""

    def change(made: pikepdf.Pdf) -> None:
        stream = made.make_stream(b"")
        stream.write(data, filter=pikepdf.Name.FlateDecode)
        made.pages[0].obj.Contents = stream

    return pdf(change)


def circle(made: pikepdf.Pdf) -> None:
    """Let the tree of pages hold itself."""
    made.Root.Pages.Kids.append(made.Root.Pages)


def drawing_itself(made: pikepdf.Pdf) -> None:
    """Let a page draw a form that draws itself."""
    form = made.make_stream(b"/F Do", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form)
    form.BBox = pikepdf.Array([0, 0, 9, 9])
    form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))
    page = made.pages[0].obj
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))
    page.Contents = made.make_stream(b"/F Do")


def acting(made: pikepdf.Pdf) -> None:
    """Let a script run when the file is opened."""
    action = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
    made.Root.OpenAction = action


def locked() -> bytes:
    """Return a PDF behind a password."""
    file = BytesIO()
    with pikepdf.open(BytesIO(pdf())) as made:
        made.save(file, encryption=pikepdf.Encryption(owner="o", user="u"))
    return file.getvalue()


KDP = ("preflight", "{file}", "--profile", "kdp")
PDFS = [
    Case(about, later(content), "", KDP, file="bad.pdf")
    for about, content in (
        ("an empty file as a PDF", lambda: b""),
        ("text as a PDF", lambda: b"hello\n"),
        ("a PDF cut in the middle", lambda: pdf()[:300]),
        ("a PDF of nothing but its head", lambda: b"%PDF-1.7\n%%EOF\n"),
        ("a PDF without its table", lambda: pdf().replace(b"xref", b"xxxx")),
        ("a PDF of 400 random changes", lambda: changed(pdf())),
        ("a PDF behind a password", locked),
        ("a tree of pages that holds itself", lambda: pdf(circle)),
        ("a page of no size", lambda: boxed(pikepdf.Array([0, 0, 0, 0]))),
        ("a page of text as size", lambda: boxed(pikepdf.String("x"))),
        ("a page of a hundred kilometres", lambda: boxed(pikepdf.Array([0, 0, 10**8, 10**8]))),
        ("a stream that is no stream", lambda: with_flate(b"rubbish")),
        ("a stream that swells to 80 MB", lambda: with_flate(zlib.compress(b" " * 80_000_000, 9))),
        ("100,000 states saved and never restored", lambda: with_content(b"q " * 100_000)),
        ("operators of no language", lambda: with_content(b"\xff\xfe foo bar ]] >> (")),
        ("a drawing that draws itself", lambda: pdf(drawing_itself)),
        ("a script that opens with the file", lambda: pdf(acting)),
    )
]
BROKEN_FONTS = [
    Case(f"an embedded font of {what}", later(partial(with_font, data)), "", KDP, file="bad.pdf")
    for what, data in (
        ("nothing", b""),
        ("rubbish", b"\x00\x01\x00\x00" + b"\xff" * 400),
        ("a head alone", b"\x00\x01\x00\x00\x00\x09"),
        ("tables beyond its end", b"\x00\x01\x00\x00\x00\x01" + b"glyf" + b"\xff" * 12),
        ("65,535 tables", b"\x00\x01\x00\x00\xff\xff" + bytes(64)),
        ("HTML", b"<!doctype html>"),
    )
]

GAMECRAFTER = ("preflight", "{file}", "--profile", "thegamecrafter")
PNGS = [
    Case(about, content, "", GAMECRAFTER, file=name)
    for about, name, content in (
        ("an empty PNG to send", "bad.png", b""),
        ("a PNG bomb to send", "bad.png", png(2**31 - 1, 2**31 - 1)),
        ("a PNG cut in the middle to send", "bad.png", picture("PNG", (99, 99))[:70]),
        ("a PNG of one pixel to send", "bad.png", picture("PNG", (1, 1))),
        ("a GIF named PNG to send", "bad.png", picture("GIF")),
        ("a text to send", "bad.txt", b"hello"),
        ("an SVG bomb of entities to send", "bad.svg",
         b'<!DOCTYPE x [<!ENTITY a "aaaaaaaa">' + b"".join(
             b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 20) for n in range(12))
         + b']><svg xmlns="http://www.w3.org/2000/svg">&m;</svg>'),
    )
]  # fmt: skip
CUT = ("preflight", "{file}", "--profile", "cut")
SVGS = [
    Case(about, content, "", CUT, file="bad.svg")
    for about, content in (
        ("an empty SVG to cut", ""),
        ("half an SVG to cut", '<svg xmlns="http://www.w3.org/2000/svg" width="9mm"'),
        ("HTML as an SVG to cut", "<!doctype html><p>404</p>"),
        ("an SVG without a size", '<svg xmlns="http://www.w3.org/2000/svg"/>'),
        ("an SVG in pixels", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
        ("an SVG of NaN", '<svg xmlns="http://www.w3.org/2000/svg" width="nanmm" height="1mm"/>'),
        ("an SVG that opens a file",
         '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>'
         '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm">&y;</svg>'),
        ("a thousand million laughs",
         '<!DOCTYPE x [<!ENTITY a "lol">' + "".join(
             f"<!ENTITY {chr(98 + n)} '" + f"&{chr(97 + n)};" * 10 + "'>" for n in range(9))
         + ']><svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm">&j;</svg>'),
        ("100,000 groups inside each other",
         '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm">' + "<g>" * 100_000),
    )
]  # fmt: skip
