"""CMYK: the inverse of what readers do, black text in black ink, never more than 200 % of ink."""

import io

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from output import images, inks, pdf
from output.formats import Options
from output.scene import Colour, Document, Image, Page, Paint, Rect, Text

CHANNEL = st.integers(0, 255)


@pytest.mark.parametrize(
    ("rgb", "wanted"),
    [
        pytest.param((0, 0, 0), (0, 0, 0, 1), id="black is black ink alone"),
        pytest.param((255, 255, 255), (0, 0, 0, 0), id="white is bare paper"),
        pytest.param((255, 0, 0), (0, 1, 1, 0), id="red"),
        pytest.param((51, 51, 51), (0, 0, 0, 0.8), id="grey is black ink alone"),
        pytest.param((204, 153, 102), (0, 0.2, 0.4, 0.2), id="brown"),
    ],
)
def test_a_colour_is_separated(rgb: tuple[int, int, int], wanted: tuple[float, ...]) -> None:
    assert inks.cmyk(Colour(*rgb)) == pytest.approx(wanted)


@given(CHANNEL, CHANNEL, CHANNEL)
def test_a_reader_mixes_the_inks_back_to_the_colour(red: int, green: int, blue: int) -> None:
    *coloured, black = inks.cmyk(Colour(red, green, blue))
    mixed = [255 * (1 - min(1, ink + black)) for ink in coloured]
    assert mixed == pytest.approx([red, green, blue])
    assert sum(coloured) + black <= 2.0 + 1e-9
    assert min(coloured) == 0


def picture(mode: str, kind: str) -> bytes:
    file = io.BytesIO()
    Pillow.new(mode, (8, 4), (204, 153, 102, 128)[: len(mode)] if mode != "L" else 90).save(
        file, kind
    )
    return file.getvalue()


def page(*items: object) -> Document:
    return Document((Page(60, 40, items, "p"),), "t", "s", bookmarks=(("first", 0),))


def opened(document: Document, **options: object) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(pdf.render(document, Options(**options))[0]))


def operators(file: pikepdf.Pdf) -> set[str]:
    return {str(operator) for _, operator in pikepdf.parse_content_stream(file.pages[0])}


RED, INK = Colour(255, 0, 0), Colour(0, 0, 0)
ITEMS = (
    Rect(5, 5, 20, 10, Paint(RED, INK, 0.3)),
    Text(5, 30, "Petal", "body", 10, INK),
)


def test_a_document_in_cmyk_chooses_no_rgb_colour() -> None:
    with opened(page(*ITEMS), colour="cmyk") as file:
        assert operators(file) & {"k", "K", "rg", "RG", "g", "G"} == {"k", "K"}
    with opened(page(*ITEMS)) as file:
        assert operators(file) & {"k", "K", "rg", "RG", "g", "G"} == {"rg", "RG"}


@pytest.mark.parametrize(
    ("mode", "kind", "space"),
    [
        ("RGB", "PNG", "/DeviceCMYK"),
        ("RGB", "JPEG", "/DeviceCMYK"),
        ("RGBA", "PNG", "/DeviceCMYK"),
        ("L", "PNG", "/DeviceGray"),
    ],
)
def test_pictures_are_separated_like_colours(mode: str, kind: str, space: str) -> None:
    with opened(page(Image(5, 5, 16, 8, picture(mode, kind))), colour="cmyk") as file:
        [found] = [o for o in file.pages[0].Resources.XObject.values() if o.Subtype == "/Image"]
        assert found.ColorSpace == space
        if kind == "PNG" and mode != "L":
            shares = [ink / 255 for ink in found.read_bytes()[:4]]
            assert shares == pytest.approx(inks.cmyk(Colour(204, 153, 102)), abs=0.005)
        assert ("/SMask" in found) == (mode == "RGBA")


def test_a_grey_picture_stays_as_it_is() -> None:
    grey = images.picture(picture("L", "PNG"))
    assert images.in_inks(grey) is grey


def test_without_metadata_a_file_says_nothing_of_itself() -> None:
    with opened(page(*ITEMS), metadata=False) as file:
        assert dict(file.docinfo) == {}
        assert "/Outlines" not in file.Root
    with opened(page(*ITEMS)) as file:
        assert "/Title" in file.docinfo
        assert "/Outlines" in file.Root
