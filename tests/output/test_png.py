"""A PNG has the pixels asked for, at the scale asked for."""

import io

import pytest
from PIL import Image

from output import png
from output.errors import Unprintable
from output.formats import Options
from output.scene import Colour, Document, Page, Paint, Rect


def drawn(width, height, dpi, *items):
    [data] = png.render(Document((Page(width, height, items, "p"),), "t"), Options(dpi=dpi))
    png.verify(data)
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize(
    ("width", "height", "dpi", "pixels"),
    [
        (69.85, 95.25, 300, (825, 1125)),
        (210, 297, 300, (2480, 3508)),
        (215.9, 279.4, 96, (816, 1056)),
        (25.4, 25.4, 72, (72, 72)),
    ],
    ids=["poker with bleed", "a4", "letter", "inch"],
)
def test_the_size_in_pixels_is_rounded_not_stretched(width, height, dpi, pixels):
    picture = drawn(width, height, dpi)
    assert picture.size == pixels
    assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.05)


def test_a_shape_at_the_far_corner_covers_its_pixels():
    picture = drawn(30.04, 20.04, 254, Rect(20, 15, 8, 3, Paint(Colour(0, 0, 255))))
    ink = picture.convert("L").point(lambda value: 255 if value < 128 else 0)
    assert picture.size == (300, 200)
    assert ink.getbbox() == pytest.approx((200, 150, 280, 180), abs=1)


@pytest.mark.parametrize("dpi", [0, 1200, -72], ids=["none", "too many", "negative"])
def test_a_picture_without_or_with_too_many_pixels_is_refused(dpi):
    with pytest.raises(Unprintable, match="another dpi"):
        drawn(210, 297, dpi)
