"""Settings for the whole suite: no deadlines, since no test asserts on time; pictures of files."""

from __future__ import annotations

import io

import pytest
import resvg_py
from hypothesis import settings
from PIL import Image as Pillow

from output import fonts, png
from output.formats import Options
from output.scene import Document

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
