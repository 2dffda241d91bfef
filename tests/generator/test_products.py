"""Every product on both papers, in every edition and back mode: sound files with true pages."""

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from generator.catalogue import products
from layouts.loader import EDITIONS, GAMES
from layouts.tables import papers

MM = 25.4 / 72
BACKS = {
    "none": [],
    "long": ["--duplex", "long"],
    "short": ["--duplex", "short"],
    "fold": ["--fold"],
}
QUICK = ("colour", "long")


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
        check_fonts(pdf)
        for page in pdf.pages:
            box = [float(edge) * MM for edge in page.MediaBox]
            assert sorted(box[2:]) == pytest.approx(sorted(papers()[paper]), abs=0.01)


def check_fonts(pdf: pikepdf.Pdf) -> None:
    fonts = [found for found in pdf.objects if isinstance(found, pikepdf.Dictionary)]
    fonts = [font for font in fonts if font.get("/Type") == "/Font"]
    assert fonts
    for font in fonts:
        assert "/FontFile2" in font.FontDescriptor
        assert str(font.BaseFont)[7] == "+"  # /ABCDEF+: a subset
