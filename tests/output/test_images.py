"""Pictures come out as they went in, with their transparency; what is no picture is refused."""

import io
import struct
import zlib

import pytest
from PIL import Image as Pillow

from output import images, svg
from output.errors import BadImage
from output.scene import Image


def encoded(mode, colour, kind="PNG", size=(8, 4), **options):
    file = io.BytesIO()
    Pillow.new(mode, size, colour).save(file, kind, **options)
    return file.getvalue()


def palette_with_a_hole():
    image = Pillow.new("P", (8, 4), 0)
    image.putpalette([255, 0, 0, 0, 0, 255])
    file = io.BytesIO()
    image.save(file, "PNG", transparency=0)
    return file.getvalue()


CASES = {
    "rgb": (encoded("RGB", (200, 30, 40)), (200, 30, 40)),
    "grey": (encoded("L", 90), (90, 90, 90)),
    "half transparent": (encoded("RGBA", (0, 0, 0, 128)), (127, 127, 127)),
    "grey with alpha": (encoded("LA", (0, 128)), (127, 127, 127)),
    "palette": (palette_with_a_hole(), (255, 255, 255)),
    "black and white": (encoded("1", 0), (0, 0, 0)),
    "jpeg": (encoded("RGB", (200, 30, 40), "JPEG", quality=95), (200, 30, 40)),
    "grey jpeg": (encoded("L", 90, "JPEG", quality=95), (90, 90, 90)),
}


@pytest.mark.parametrize(("data", "colour"), CASES.values(), ids=CASES)
def test_a_picture_keeps_its_colours_in_both_formats(
    data, colour, page_with, raster_pdf, raster_svg
):
    document = page_with(Image(10, 10, 40, 20, data))
    for drawn in (raster_pdf(document, 100), raster_svg(svg.render(document)[0], 100)):
        assert drawn.getpixel((118, 78)) == pytest.approx(colour, abs=4)
        assert drawn.getpixel((10, 10)) == (255, 255, 255)


def test_a_picture_stands_upright(page_with, raster_pdf):
    image = Pillow.new("RGB", (2, 2), "white")
    image.putpixel((0, 0), (255, 0, 0))
    file = io.BytesIO()
    image.save(file, "PNG")
    drawn = raster_pdf(page_with(Image(0, 0, 40, 40, file.getvalue())), 25.4)
    assert drawn.getpixel((5, 5)) == pytest.approx((255, 0, 0), abs=20)
    assert drawn.getpixel((35, 35)) == drawn.getpixel((5, 35)) == (255, 255, 255)


def bomb():
    """A PNG of a few bytes that claims 60,000 x 60,000 pixels."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 1, 0, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no picture",
        encoded("RGB", 0, "GIF"),
        encoded("RGB", 0, "BMP"),
        encoded("RGB", (1, 2, 3))[:-20],
        encoded("RGB", (1, 2, 3), "JPEG")[:200],
        bomb(),
        encoded("1", 0, size=(10_000, 5_000)),
    ],
    ids=["empty", "text", "gif", "bmp", "cut png", "cut jpeg", "bomb", "too many pixels"],
)
def test_what_is_no_sound_picture_is_refused(data):
    with pytest.raises(BadImage) as caught:
        images.picture(data)
    with pytest.raises(BadImage):
        images.mime(data)
    assert "\n" not in str(caught.value)


def test_a_picture_used_twice_is_stored_once(page_with):
    import pikepdf

    from output import pdf

    data = encoded("RGBA", (1, 2, 3, 40))
    [written] = pdf.render(page_with(Image(0, 0, 9, 9, data), Image(10, 0, 9, 9, data)))
    with pikepdf.open(io.BytesIO(written)) as file:
        assert len(file.pages[0].get_images()) == 1
