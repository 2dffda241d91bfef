"""Every product on both papers, in every edition and back mode: sound files with true pages.

And as SVG it looks as it does as PDF.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from PIL import ImageChops, ImageStat

from generator.catalogue import Product, products
from generator.jobs import composed, faces_of
from generator.pages import Wishes
from layouts.loader import EDITIONS, GAMES
from layouts.tables import papers
from output import svg

MM = 25.4 / 72
DPI = 300  # PDFium draws no line thinner than a pixel: coarser, line art would differ
BACKS = {
    "none": [],
    "long": ["--duplex", "long"],
    "short": ["--duplex", "short"],
    "fold": ["--fold"],
}
QUICK = ("colour", "long")
WORDLESS = {"garden/tokens"}  # drawings alone, so no font


def cases() -> list:
    return [
        pytest.param(
            product.word,
            paper,
            edition,
            backs,
            marks=[] if (edition, backs) == QUICK else pytest.mark.full,
            id=f"{product.word} {paper} {edition} {backs}",
        )
        for game in GAMES
        for product in products(game)
        for paper in ("a4", "letter")
        for edition in EDITIONS
        for backs in BACKS
    ]


@pytest.mark.parametrize(("word", "paper", "edition", "backs"), cases())
def test_every_product_is_a_sound_file_with_true_pages(
    run: Callable, word: str, paper: str, edition: str, backs: str
) -> None:
    ran = run(
        *("print", word, "--paper", paper, "--edition", edition, *BACKS[backs], "-o", "x.pdf")
    )
    if backs == "fold" and ran.code == 2:  # too large to be folded: refused with what fits
        assert "without a fold: " in ran.err
        assert not Path("x.pdf").exists()
        return
    assert (ran.code, ran.out) == (0, "x.pdf\n")
    with pikepdf.open("x.pdf") as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.Root.MarkInfo.Marked
        assert pdf.Root.Lang == "en"
        assert str(pdf.docinfo.Title)
        assert bool(fonts_of(pdf)) == (word not in WORDLESS)
        check_fonts(pdf)
        for page in pdf.pages:
            box = [float(edge) * MM for edge in page.MediaBox]
            assert sorted(box[2:]) == pytest.approx(sorted(papers()[paper]), abs=0.01)


def fonts_of(pdf: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    found = [entry for entry in pdf.objects if isinstance(entry, pikepdf.Dictionary)]
    return [entry for entry in found if entry.get("/Type") == "/Font"]


def check_fonts(pdf: pikepdf.Pdf) -> None:
    for font in fonts_of(pdf):
        assert "/FontFile2" in font.FontDescriptor
        assert str(font.BaseFont)[7] == "+"  # /ABCDEF+: a subset


def looks() -> list:
    return [
        pytest.param(product, edition, marks=[] if quick else pytest.mark.full, id=name)
        for game in GAMES
        for at, product in enumerate(products(game))
        for edition in EDITIONS
        for quick in [(at, edition) == (0, "colour")]
        for name in [f"{product.word} {edition}"]
    ]


@pytest.mark.parametrize(("product", "edition"), looks())
def test_a_product_looks_the_same_as_pdf_and_as_svg(
    raster_pdf: Callable, raster_svg: Callable, product: Product, edition: str
) -> None:
    faces = faces_of(product.layouts, edition)
    made, _ = composed(faces, Wishes(papers()["a4"]))
    first = replace(made, pages=made.pages[:1], bookmarks=())
    [written] = svg.render(first)
    drawn, printed = raster_svg(written, DPI), raster_pdf(first, DPI)
    assert drawn.size == printed.size
    difference = ImageStat.Stat(ImageChops.difference(drawn, printed)).mean
    assert max(difference) / 255 <= 0.01
    assert min(ImageStat.Stat(printed).mean) < 254
