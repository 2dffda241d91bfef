"""Layouts that swell, smuggle or name what must not be: bombs, pictures, injection, names."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

from PIL import Image

from tests.trust.hostile.case import LAYOUT, PRINT, PRINT_SVG, Case, element, later, text

IMAGE = element('type = "image"\nfile = "b.png"')
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, pixels: bytes = b"", *more: bytes) -> bytes:
    """Return a grey PNG that says that size."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(pixels, 9))
    return b"".join((SIGNATURE, head, *more, data, chunk(b"IEND", b"")))


def swelling_words(size: int) -> bytes:
    """Return a PNG with a text that swells to so many bytes."""
    words = chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(size)))
    return png(1, 1, b"\0\0", words)


def picture(kind: str, size: tuple[int, int] = (8, 8)) -> bytes:
    """Return a good picture of some format."""
    file = BytesIO()
    Image.new("RGB", size, (200, 30, 40)).save(file, kind)
    return file.getvalue()


def nested(levels: int, words: str) -> str:
    """Return repeats inside each other."""
    inner = words
    for _ in range(levels):
        inner = f'{{type = "repeat", count = 200, elements = [{inner}]}}'
    return f"{LAYOUT}elements = [{inner}]\n"


BOMBS = [
    Case("a million repeats", element('type = "repeat"\ncount = 1000000\nelements = []'), "count"),
    Case("200 x 200 x 200 rectangles", nested(3, '{type = "rect"}'), ""),
    Case("200 to the fifth rectangles", nested(5, '{type = "rect"}'), ""),
    Case("repeats of nothing", nested(6, '{type = "repeat", count = 0, elements = []}'), ""),
    Case("10,000 rows of text", LAYOUT + "rows = [" + "{ a = 1 }," * 10_000 + "]", "rows"),
    Case("a million lines of CSV", f'{LAYOUT}csv = "b.csv"', "rows",
         beside={"b.csv": "a\n" + "1\n" * 500_000}),
    Case("5,000 rows of 1,000 copies each", f'{LAYOUT}csv = "b.csv"\ncopies = "a"', "pieces",
         beside={"b.csv": "a\n" + "1000\n" * 5000}),
    Case("a million copies of a row",
         f'{LAYOUT}copies = "a"\nrows = [{{ a = 1000000 }}]', "copies"),
    Case("a text that doubles twelve times",
         text('"{a}{a}{a}{a}{a}{a}{a}{a}"', "").replace(
             "[[elements]]", f"values = {{ a = '{'x' * 4000}' }}\n[[elements]]"), "longer"),
    Case("values that swell", f"{LAYOUT}[values]\n"
         + "".join(f'v{n} = "' + f"{{v{n - 1}}}" * 9 + '"\n' for n in range(1, 20))
         + 'v0 = "lol"\n', "", code=0),
    Case("a path of a megabyte", element(f"type = 'path'\nd = '{'M 0 0 L 1 1 ' * 80_000}'"), "d"),
    Case("a polyline of 100,000 points",
         element(f"type = 'line'\npoints = [{'[0, 0], ' * 100_000}]"), "points"),
    Case("a table of 200 lines in 40 columns, 200 times", element(
        'type = "repeat"\ncount = 200\nelements = [{type = "table", blank = 200, columns = ['
        + "{}, " * 40 + "]}]"), ""),
    Case("a track of a million boxes",
         element('type = "track"\ncell = [1, 1]\ncount = 1000000'), "count"),
    Case("a board larger than any sheet", f"{LAYOUT}board = {{ text = '{'O' * 3999}' }}\n"
         '[[elements]]\ntype = "board"', ""),
    Case("a word of 3,000 letters", text(f"'{'x' * 3000}'"), "", PRINT),
    Case("a megabyte of elements", LAYOUT + "elements = [" + '{type = "rect"},' * 60_000 + "]", ""),
]  # fmt: skip

PICTURES = [
    Case("a bomb of 2^31 pixels a side", IMAGE, "picture", PRINT,
         beside={"b.png": png(2**31 - 1, 2**31 - 1)}),
    Case("50,000 x 50,000 pixels", IMAGE, "picture", PRINT, beside={"b.png": png(50_000, 50_000)}),
    Case("5,000 x 5,000 pixels", IMAGE, "picture", PRINT,
         beside={"b.png": later(lambda: png(5000, 5000, bytes(5001 * 5000)))}),
    Case("no pixel", IMAGE, "picture", PRINT, beside={"b.png": png(0, 0)}),
    Case("fewer pixels than it says", IMAGE, "picture", PRINT, beside={"b.png": png(900, 900)}),
    Case("more pixels than it says, 60 MB of them", IMAGE, "", ("check", "{file}"), code=0,
         beside={"b.png": later(lambda: png(8, 8, bytes(60_000_000)))}),
    Case("a wrong check sum", IMAGE, "picture", PRINT,
         beside={"b.png": picture("PNG").replace(b"IDAT", b"IDAT\x01", 1)}),
    Case("cut in the middle", IMAGE, "picture", PRINT, beside={"b.png": picture("PNG")[:60]}),
    Case("a text chunk that swells to 80 MB", IMAGE, "picture", PRINT,
         beside={"b.png": later(lambda: swelling_words(80_000_000))}),
    Case("a JPEG cut in the middle", IMAGE.replace("png", "jpg"), "picture", PRINT,
         beside={"b.jpg": picture("JPEG")[:200]}),
    Case("a GIF named PNG", IMAGE, "picture", PRINT, beside={"b.png": picture("GIF")}),
    Case("a BMP named PNG", IMAGE, "picture", PRINT, beside={"b.png": picture("BMP")}),
    Case("a TIFF named PNG", IMAGE, "picture", PRINT, beside={"b.png": picture("TIFF")}),
    Case("an SVG named PNG", IMAGE, "picture", PRINT,
         beside={"b.png": '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'}),
    Case("PostScript named PNG", IMAGE, "picture", PRINT,
         beside={"b.png": "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\n"}),
    Case("an empty file", IMAGE, "picture", PRINT, beside={"b.png": b""}),
    Case("a PDF named JPEG", IMAGE.replace("png", "jpg"), "picture", PRINT,
         beside={"b.jpg": b"%PDF-1.7\n"}),
    Case("a page of HTML named JPEG", IMAGE.replace("png", "jpg"), "picture", PRINT,
         beside={"b.jpg": "<!doctype html><p>404"}),
]  # fmt: skip

RECT = 'type = "rect"\nfill = '
SVG_INJECTION = [
    Case("an attribute behind a colour", element(f"""{RECT}'#fff" onload="alert(1)'"""), "colour"),
    Case("an address as a colour", element(f'{RECT}"url(https://example.org/x)"'), "colour"),
    Case("a style as a colour", element(f'{RECT}"red;}}*{{background:url(//x)"'), "colour"),
    Case("an entity as a colour", element(f'{RECT}"&xxe;"'), "colour"),
    Case("a tag as a colour", element(f'{RECT}"<script/>"'), "colour"),
    Case("a tag as path data", element("type = 'path'\nd = 'M0 0\"/><script/>'"), "d"),
    Case("a tag as a layer", element("type = 'rect'\nlayer = '<script/>'"), "layer"),
    Case("a tag as a shape", element("type = 'shape'\nshape = '<script/>'"), "known: "),
    Case("a path as a shape", element("type = 'shape'\nshape = '../../secret'"), "known: "),
    Case("a tag as a flower", element("type = 'flower'\nflower = '<script/>'"), "flower"),
    Case("a tag as a text", text("'<script>x</script>]]><!--'"), "", PRINT_SVG, code=0),
    Case("an entity as a text", text("'&lt;script&gt; &xxe; &#x3c;'"), "", PRINT_SVG, code=0),
    Case("a document type as a title",
         text("'x'").replace('"T"', "'<!DOCTYPE x [<!ENTITY y \"z\">]>'"), "", PRINT_SVG, code=0),
    Case("a tag as the words for a figure",
         element("type = 'rect'\nfill = '#ffffff'\nalt = '\"/><script/>'"), "", PRINT_SVG, code=0),
    Case("a tag as the name of an element",
         element("type = 'rect'\nfill = '#ffffff'\nid = '\"/><script/>'"), "", PRINT_SVG, code=0),
    Case("a tag as a dash", element("type = 'rect'\nstroke = 'ink'\ndash = ['<script/>']"), "dash"),
]  # fmt: skip

PDF_INJECTION = [
    Case("Python as a colour", element(f"""{RECT}"__import__('os').system('true')" """), "colour"),
    Case("a triad that reportlab would evaluate",
         element(f"""{RECT}"[[[getattr(pow,'__globals__')]]]" """), "colour"),
    Case("a CSS colour", element(f'{RECT}"rgb(1,2,3)"'), "colour"),
    Case("a colour of five digits", element(f'{RECT}"#12345"'), "colour"),
    Case("a colour of other digits", element(f'{RECT}"#١٢٣٤٥٦"'), "colour"),
    Case("operators as path data", element("type = 'path'\nd = 'M 0 0 Q BT ET /JS Do'"), "d"),
    Case("not a number in path data", element("type = 'path'\nd = 'M nan inf L 1e999 0'"), "d"),
    Case("a string that ends the text", text("') Tj ET /OpenAction << /S /JavaScript >> ('"), "",
         PRINT, code=0),
    Case("backslashes and brackets", text("'\\) \\( \\\\ ((('"), "", PRINT, code=0),
    Case("the end of a stream", text("'endstream endobj xref trailer %%EOF'"), "", PRINT, code=0),
    Case("an action as a title",
         text("'x'").replace('"T"', "') /AA << /O << /S /Launch >> >> ('"), "", PRINT, code=0),
    Case("reportlab's markup as a text",
         text("'<a href=\"https://example.org\">x</a><img src=\"/etc/passwd\"/>'"), "", PRINT,
         code=0),
    Case("an action as the words for a figure",
         element("type = 'rect'\nfill = '#ffffff'\nalt = ') >> /URI (https://x'"), "", PRINT,
         code=0),
    Case("a format of Python in a text", text("'{title.__class__.__mro__}'"), "__class__"),
    Case("an index of Python in a text", text("'{values[__class__]}'"), "__class__"),
    Case("a conversion of Python in a text", text("'{title!r:>99999999}'"), "title!r"),
]  # fmt: skip

FONTS = [
    Case("a font by its path", text("'x'", "font = '/etc/fonts/x.ttf'"), "font"),
    Case("a font by an address", text("'x'", "font = 'https://example.org/x.ttf'"), "font"),
    Case("a font of PostScript", text("'x'", "font = 'Helvetica'"), "font"),
    Case("a font by a reference to nothing", text("'x'", "font = '{none}'"), "none"),
    Case("a font by a reference to a path",
         text("'x'", "font = '{a}'").replace("[[", "values = { a = '/etc/x.ttf' }\n[["), "font"),
    Case("a font by a reference to a number",
         text("'x'", "font = '{a}'").replace("[[", "values = { a = 3 }\n[["), "font"),
    Case("a table as a font", text("'x'", "font = { file = 'x.ttf' }"), "font"),
]  # fmt: skip


def named(name: str) -> str:
    """Return a layout of two cards, one of them named as given."""
    words = {"item": "'{n}'", "bleed": "3.2", "fill": "'#808080'"}
    head = "".join(f"{key} = {value}\n" for key, value in words.items())
    rows = f"rows = [{{ n = {name} }}, {{ n = 'b' }}]\n"
    return text("'x'").replace("[[", f"{head}{rows}[[")


PAGES = ("print", "{file}", "--format", "svg", "--up", "1", "-o", ".")
PICTURES_TO_SEND = ("print", "{file}", "--profile", "thegamecrafter", "-o", ".")
NAMES = [
    Case(
        f"a card named {what}", named(f'"{name}"'), "cannot name a file", PAGES, code=2, names=said
    )
    for what, name, said in (
        ("as the console", "CON", "CON"),
        ("as the null device", "nul", "nul"),
        ("as a port", "COM1", "COM1"),
        ("as a printer", "lpt9", "lpt9"),
        ("as the folder above", "../up", "../up"),
        ("by an absolute path", "/tmp/owned", "/tmp/owned"),
        ("by a path of Windows", "C:\\\\owned", "owned"),
        ("with a stream of Windows", "a:b", "a:b"),
        ("with a star", "a*", "a*"),
        ("as an option", "-rf", "-rf"),
        ("as a hidden file", ".bashrc", ".bashrc"),
        ("with a pipe", "a|b", "a|b"),
        ("with quotes", "a'b", "a'b"),
        ("in 300 letters", "x" * 300, "xxx"),
    )
] + [
    Case(
        f"a card to send named {what}",
        named(f'"{name}"'),
        "cannot name a file",
        PICTURES_TO_SEND,
        code=2,
        names=said,
    )
    for what, name, said in (
        ("as a folder above", "/../../up", "up"),
        ("as a folder", "a/b", "a/b"),
        ("with a stream of Windows", "a:b", "a:b"),
        ("in 300 letters", "x" * 300, "xxx"),
    )
]
