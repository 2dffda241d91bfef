"""Settings for the whole suite: no deadlines, since no test asserts on time; pictures of files."""

from __future__ import annotations

import io
import signal

import pytest
import resvg_py
from hypothesis import settings
from PIL import Image as Pillow

from output import fonts, png
from output.formats import Options
from output.scene import Document

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell's background job ignores Ctrl-C, and so would the commands that tests interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("bloomprint", deadline=None)
settings.load_profile("bloomprint")


@pytest.fixture(name="raster_pdf")
def _raster_pdf():
    def draw(document: Document, dpi: int, page: int = 0) -> Pillow.Image:
        data = png.render(document, Options(dpi=dpi))[page]
        return Pillow.open(io.BytesIO(data)).convert("RGB")

    return draw


@pytest.fixture(name="raster_svg")
def _raster_svg():
    files = [str(face.path) for faces in fonts.FONTS.values() for face in faces]

    def draw(data: bytes, dpi: int) -> Pillow.Image:
        drawn = resvg_py.svg_to_bytes(
            svg_string=data.decode(),
            dpi=dpi,
            font_files=files,
            skip_system_fonts=True,
            background="white",
        )
        return Pillow.open(io.BytesIO(bytes(drawn))).convert("RGB")

    return draw
