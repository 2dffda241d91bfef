"""An SVG says what the scene says, as sound XML in mm, and looks like the PDF."""

import re
from base64 import b64decode
from io import BytesIO
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops, ImageStat

from output import fonts, svg
from output.errors import SceneError, Unprintable
from output.formats import Options
from output.scene import (
    Circle,
    Colour,
    Document,
    Group,
    Image,
    Page,
    Paint,
    Rect,
    Symbol,
    Tag,
    Text,
    Use,
)

BLACK = Colour(0, 0, 0)
NS = {
    "svg": "http://www.w3.org/2000/svg",
    "inkscape": "http://www.inkscape.org/namespaces/inkscape",
}
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"


def parsed(document, page=0, **options):
    return ElementTree.fromstring(svg.render(document, Options(**options))[page])


def test_the_size_is_in_millimetres_and_the_view_box_in_the_same_numbers(document):
    root = parsed(document)
    assert (root.get("width"), root.get("height")) == ("100mm", "140mm")
    assert root.get("viewBox") == "0 0 100 140"


def test_fractions_of_a_millimetre_are_kept():
    root = parsed(Document((Page(215.9, 279.4, (), "letter"),), "t"))
    assert (root.get("width"), root.get("viewBox")) == ("215.9mm", "0 0 215.9 279.4")


def test_title_description_and_language_are_there(document):
    root = parsed(document, 1)
    assert root.findtext("svg:title", namespaces=NS) == "Sheet B"
    assert root.findtext("svg:desc", namespaces=NS) == "bloomprint 0.1.0, seed 7"
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "de"


def test_layers_are_what_inkscape_knows_and_guides_are_hidden(document):
    layers = parsed(document).findall("svg:g[@inkscape:groupmode='layer']", NS)
    assert [layer.get(LABEL) for layer in layers] == ["print", "cut", "guides"]
    assert [layer.get("display") for layer in layers] == [None, None, "none"]


@pytest.mark.parametrize("text", ["text", "paths"])
def test_ids_are_unique_and_every_link_finds_one(document, text):
    root = parsed(document, text=text)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    links = [
        use.get("{http://www.w3.org/1999/xlink}href") for use in root.iterfind(".//svg:use", NS)
    ]
    assert len(ids) == len(set(ids))
    assert len(links) == 6
    assert {link.removeprefix("#") for link in links} <= set(ids)


def test_text_stays_text_in_its_family_with_a_generic_one_behind(document):
    texts = parsed(document).findall(".//svg:text", NS)
    assert [text.text for text in texts] == [
        "Sheet A: Blütenpracht",
        "Points 1 × 2",
        "mixed Ωμέγα & <italic>",
    ]
    assert texts[0].get("font-family") == "'Atkinson Hyperlegible', 'Noto Sans', sans-serif"
    assert texts[0].get("font-weight") == "700"
    assert float(texts[0].get("font-size")) == pytest.approx(18 * 25.4 / 72, abs=0.0001)
    assert [text.get("text-anchor") for text in texts] == ["middle", "end", None]


RULE = re.compile(
    r"font-family:'([^']+)';font-weight:(\d+);font-style:(\w+);[^}]*base64,([A-Za-z0-9+/=]+)\)"
)


def embedded(document, page=0):
    """Return the fonts that a page carries, by family, weight and style."""
    style = parsed(document, page).findtext(".//svg:style", namespaces=NS) or ""
    return {tuple(key): TTFont(BytesIO(b64decode(data))) for *key, data in RULE.findall(style)}


def test_a_page_carries_the_glyphs_of_its_texts_and_no_others(document):
    found = embedded(document)
    known = {
        (family, chr(code)) for (family, *_), font in found.items() for code in font.getBestCmap()
    }
    texts = [item for item in parsed(document).iterfind(".//svg:text", NS) if item.text is not None]
    drawn = {character for text in texts for character in text.text}
    assert {character for _, character in known} == drawn
    assert {family for family, _ in known} == {"Atkinson Hyperlegible", "Noto Sans"}
    assert ("Noto Sans", "P") not in known
    for font in found.values():
        assert not {"fvar", "gvar", "GPOS", "GSUB"} & set(font.keys())


def test_embedded_glyphs_are_as_wide_as_printed_ones(document):
    names = {("700", "normal"): "bold", ("400", "normal"): "body", ("400", "italic"): "italic"}
    own = [(key, font) for key, font in embedded(document).items() if key[0] != "Noto Sans"]
    assert own
    for (_, *cut), font in own:
        for code, glyph in font.getBestCmap().items():
            width = font["hmtx"][glyph][0] * 1000 / font["head"].unitsPerEm
            assert width == pytest.approx(fonts.units(chr(code), names[tuple(cut)]), abs=1)


def test_a_page_without_text_carries_no_font(page_with):
    assert embedded(page_with(Circle(10, 10, 5, Paint(BLACK)))) == {}


def test_outlines_carry_no_font(document):
    assert parsed(document, text="paths").find(".//svg:style", NS) is None


def test_text_as_outlines_needs_no_font_and_says_its_words(document):
    root = parsed(document, text="paths")
    assert root.findall(".//svg:text", NS) == []
    labels = [path.get("aria-label") for path in root.iterfind(".//svg:path", NS)]
    assert "mixed Ωμέγα & <italic>" in labels


def test_tags_become_aria(document):
    groups = [group for group in parsed(document).iterfind(".//svg:g", NS) if len(group.attrib) > 0]
    figures = [group.get("aria-label") for group in groups if group.get("role") == "img"]
    headings = [group.get("aria-level") for group in groups if group.get("role") == "heading"]
    assert figures == ['row 1: pink, "pink" & weiß']
    assert headings == ["1"]
    assert sum(group.get("aria-hidden") == "true" for group in groups) == 1


@pytest.mark.parametrize("text", ["text", "paths"])
@pytest.mark.parametrize("page", [0, 1, 2])
def test_pdf_and_svg_look_the_same(document, raster_pdf, raster_svg, text, page):
    drawn = raster_svg(svg.render(document, Options(text=text))[page], 150)
    printed = raster_pdf(document, 150, page)
    assert drawn.size == printed.size
    difference = ImageStat.Stat(ImageChops.difference(drawn, printed)).mean
    assert max(difference) / 255 <= 0.01
    assert max(ImageStat.Stat(ImageChops.invert(printed)).mean) / 255 > 0.05


def test_a_clip_is_moved_with_its_group(raster_pdf, raster_svg, page_with):
    square = Rect(0, 0, 20, 20, Paint(BLACK))
    document = page_with(Group((square,), (1, 0, 0, 1, 60, 10), Circle(10, 10, 5, Paint())))
    for picture in (raster_pdf(document, 254), raster_svg(svg.render(document)[0], 254)):
        ink = picture.convert("L").point(lambda value: 255 if value < 128 else 0)
        assert ink.getbbox() == pytest.approx((650, 150, 750, 250), abs=1)


def test_two_symbols_of_one_name_must_be_equal(page_with):
    one, other = Symbol("s", ()), Symbol("s", (Circle(0, 0, 1, Paint()),))
    with pytest.raises(SceneError, match='"s"'):
        svg.render(page_with(Use(one, 0, 0), Use(other, 0, 0)))


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (Circle(float("nan"), 0, 1, Paint(BLACK)), "finite"),
        (Text(1, 9, "x", "comic", 9, BLACK), "body, bold, italic"),
        (Group((Circle(1, 1, 1, Paint()),), tag=Tag("Figure")), "alternative"),
    ],
    ids=["not a number", "unknown font", "no alternative text"],
)
def test_a_scene_that_breaks_its_contract_is_refused(page_with, fault, message):
    with pytest.raises(SceneError, match=message):
        svg.render(page_with(fault))


@pytest.mark.parametrize("text", ["text", "paths"])
def test_a_missing_glyph_is_refused_in_both_ways_of_text(line, text):
    with pytest.raises(Unprintable, match=r"U\+1F33B"):
        svg.render(line("sun 🌻"), Options(text=text))


def test_a_broken_picture_is_refused(page_with):
    with pytest.raises(Unprintable, match="PNG or JPEG"):
        svg.render(page_with(Image(0, 0, 9, 9, b"<svg/>")))


@pytest.mark.parametrize(
    "bad",
    [
        b'<svg xmlns="http://www.w3.org/2000/svg"><g id="a"/><g id="a"/></svg>',
        b'<svg xmlns:xlink="http://www.w3.org/1999/xlink"><g xlink:href="http://x/"/></svg>',
        b'<svg xmlns:xlink="http://www.w3.org/1999/xlink"><g xlink:href="#nowhere"/></svg>',
        b'<svg xmlns="http://www.w3.org/2000/svg"><style>a{fill:url(http://x/)}</style></svg>',
        b'<svg xmlns="http://www.w3.org/2000/svg"><style>@import "x.css"</style></svg>',
    ],
    ids=["id twice", "outside", "nowhere", "style outside", "style sheet"],
)
def test_the_check_before_writing_finds_faults(bad):
    with pytest.raises(ValueError, match="SVG"):
        svg.verify(bad)


ANY = st.text(max_size=20)


@settings(max_examples=200, deadline=None)
@given(ANY, ANY, ANY, ANY, st.sampled_from(["text", "paths"]))
def test_any_text_gives_sound_xml_that_says_it_or_is_refused(title, subject, alt, text, mode):
    items = (
        Group((Text(5, 5, text, "body", 9, BLACK),), tag=Tag("Figure", alt or "none")),
        Group((Circle(1, 1, 1, Paint(BLACK)),), tag=Tag("P", alt)),
    )
    document = Document((Page(20, 20, items, "p"),), title, subject)
    try:
        [data] = svg.render(document, Options(text=mode))
    except (Unprintable, SceneError):
        return
    svg.verify(data)
    root = ElementTree.fromstring(data)
    assert (root.findtext("svg:title", namespaces=NS) or "") == title
    if mode == "text":
        assert (root.findtext(".//svg:text", namespaces=NS) or "") == text
