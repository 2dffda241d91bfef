"""A document that uses everything a scene offers, and pictures of what was written."""

from __future__ import annotations

import io
import math

import pytest
from PIL import Image as Pillow

from output.scene import (
    Box,
    Circle,
    Colour,
    Document,
    Group,
    Image,
    Line,
    Page,
    Paint,
    Path,
    Rect,
    Symbol,
    Tag,
    Text,
    Use,
)

INK, RED, CREAM = Colour(40, 60, 50), Colour(200, 30, 40), Colour(250, 248, 240)
OUTLINE = Paint(stroke=INK, width=0.4)


def petal(angle: float) -> Path:
    a, b = angle, angle + 1
    curve = (5 * math.cos(a), 5 * math.sin(a), 5 * math.cos(b), 5 * math.sin(b), 0.0, 0.0)
    segments = (("M", (0.0, 0.0)), ("C", curve), ("L", (1.0, 1.0)), ("Z", ()))
    return Path(segments, Paint(RED, INK, 0.2))


FLOWER = Symbol("flower/pink", (*map(petal, range(6)), Circle(0, 0, 1, Paint(CREAM, INK, 0.2))))


def picture(mode: str = "RGBA", kind: str = "PNG") -> bytes:
    image = Pillow.new(mode, (40, 20), (200, 30, 40, 128)[: len(mode)])
    file = io.BytesIO()
    image.save(file, kind)
    return file.getvalue()


def sheet(name: str, number: int) -> Page:
    heading = Text(50, 16, f"Sheet {name}: Blütenpracht", "bold", 18, INK, "middle")
    beds = (Use(FLOWER, 20 + 12 * i, 40, 0.9) for i in range(6))
    clip = Circle(10, 10, 8, Paint())
    turned = Group((Rect(0, 0, 20, 20, Paint(RED)),), (0.8, 0.6, -0.6, 0.8, 40, 60), clip)
    frame = Rect(5, 22, 90, 100, Paint(CREAM, INK, 0.5), radius=4)
    texts = (
        Text(95, 110, f"Points {number} × 2", "body", 11, INK, "end"),
        Text(8, 118, "mixed Ωμέγα & <italic>", "italic", 9, INK),
    )
    items = (
        Group((heading,), tag=Tag("H1")),
        frame,
        Group(tuple(beds), tag=Tag("Figure", 'row 1: pink, "pink" & weiß')),
        Group((turned, Image(60, 60, 24, 12, picture())), tag=Tag("Artifact")),
        Group(texts, tag=Tag("P")),
        Line(5, 125, 95, 125, Paint(stroke=INK, width=0.3, dash=(2, 1))),
        Group((Group((Rect(2, 2, 96, 136, OUTLINE),), layer="cut"),), (1, 0, 0, 1, 0, 0)),
        Group((Rect(30, 30, 40, 40, Paint(RED)),), layer="guides"),
    )
    trim, bleed = Box(2, 2, 96, 136), Box(0, 0, 100, 140)
    return Page(100, 140, items, f"sheet-{name}", f"Sheet {name}", trim, bleed)


def garden() -> Document:
    return Document(
        tuple(sheet(name, number) for number, name in enumerate("ABC", 1)),
        "Gärten <& mehr> 🌻",
        subject="bloomprint 0.1.0, seed 7",
        language="de",
        flip="short",
        bookmarks=(("Sheet A – Anfang", 0), ("Sheet C", 2)),
    )


@pytest.fixture(name="document")
def _document() -> Document:
    return garden()


def one_page(*items: object, **about: object) -> Document:
    return Document((Page(100, 40, items, "page"),), **({"title": "One page"} | about))


@pytest.fixture(name="page_with")
def _page_with():
    return one_page


@pytest.fixture(name="line")
def _line():
    """Make a document of one line of text."""
    return lambda text, font="body": one_page(Text(5, 20, text, font, 6, INK))
