"""What users of other tools complain of on pages, marks, scaling and backs, one test each.

The trouble's origin stands in brackets; the other troubles are tested where their part is.
"""

import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageOps

from layouts.tables import papers

MM = 25.4 / 72
PAPERS = ["a4", "letter"]
CARD = """
title = "Deck"
kind = "card"
size = {{ width = {width}, height = {height} }}
bleed = {bleed}
version = 3
item = "card-{{n}}"
fill = "#00{kind}80"
{more}
"""
BACKS = {
    "long": ["--duplex", "long"],
    "short": ["--duplex", "short"],
    "fold": ["--fold"],
    "none": [],
}


@pytest.fixture
def deck(tmp_path: Path) -> Callable[..., str]:
    """Return a function that writes a deck of so many cards with a common back."""

    def write(count: int, width: float = 63, height: float = 88, bleed: float = 0) -> str:
        size = {"width": width, "height": height, "bleed": bleed}
        rows = ", ".join(f"{{ n = {n} }}" for n in range(1, count + 1))
        front = CARD.format(**size, kind="40", more=f'back = "back.toml"\nrows = [{rows}]')
        back = CARD.format(**size, kind="C0", more="values = { n = 0 }")
        (tmp_path / "deck.toml").write_text(front, encoding="utf-8")
        (tmp_path / "back.toml").write_text(back, encoding="utf-8")
        return "deck.toml"

    return write


def cards(page: list, green: int = 0x40) -> list:
    return [shape for shape in page if shape.fill and shape.fill[1:] == (green, 0x80)]


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("backs", BACKS)
def test_a_page_has_the_size_of_its_paper(
    run: Callable, deck: Callable, paper: str, backs: str
) -> None:
    """[wrong page size after a release: rpg-cards 191, 174]."""
    run("print", deck(3, 40, 50), "--paper", paper, *BACKS[backs], "-o", "x.pdf")
    with pikepdf.open("x.pdf") as pdf:
        for page in pdf.pages:
            box = [float(edge) * MM for edge in page.MediaBox]
            assert sorted(box[2:]) == pytest.approx(sorted(papers()[paper]), abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_are_exactly_as_large_as_their_layout_says(
    run: Callable, deck: Callable, read_back: Callable, paper: str
) -> None:
    """[A4 cards slightly too large: proxies-at-home 3]."""
    run("print", deck(9), "--paper", paper, "-o", "x.pdf")
    [page] = read_back(Path("x.pdf"))
    assert len(cards(page)) == 9
    for card in cards(page):
        assert (card.width, card.height) == pytest.approx((63, 88), abs=0.02)


def test_a_pdf_asks_not_to_be_scaled_and_carries_a_true_ruler(
    run: Callable, read_back: Callable
) -> None:
    """[scaled on export: countersheets 17]."""
    run("kit", "dice", "-o", "kit")
    for path in Path("kit").glob("*.pdf"):
        with pikepdf.open(path) as pdf:
            assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
    [page] = read_back(Path("kit/dice-print-and-cut.pdf"))
    lengths = [shape.width for shape in page if shape.stroked and shape.height < 0.02]
    for expected in (100.0, 101.6):
        assert any(length == pytest.approx(expected, abs=0.02) for length in lengths)


@pytest.mark.parametrize("paper", sorted(papers()))
def test_marks_stand_where_the_pieces_of_this_paper_are_cut(
    run: Callable, deck: Callable, read_back: Callable, paper: str
) -> None:
    """[marks do not follow the paper: countersheets 12]."""
    run("print", deck(4, 40, 50), "--paper", paper, "--up", "4", "-o", "x.pdf")
    [page] = read_back(Path("x.pdf"))
    marks = [shape for shape in page if shape.stroked]
    edges = {round(card.x + dx, 2) for card in cards(page) for dx in (0, card.width)}
    upright = {round(mark.x + mark.width / 2, 2) for mark in marks if mark.height > mark.width}
    assert len(edges) == len(upright)
    assert sorted(upright) == pytest.approx(sorted(edges), abs=0.03)


def test_a_printer_that_shortens_by_four_in_a_thousand_is_made_up_for(
    run: Callable, deck: Callable, read_back: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[printer shortens by 0.4 %: Proxy-PDF-Maker 14]."""
    monkeypatch.setenv("BLOOMPRINT_CONFIG", "config")
    run("printer", "office", "--scale", "99.6,100")
    run("print", deck(1), "--printer", "office", "-o", "x.pdf")
    [page] = read_back(Path("x.pdf"))
    [card] = cards(page)
    assert card.width * 0.996 == pytest.approx(63, abs=0.02)
    assert card.height == pytest.approx(88, abs=0.02)


@pytest.mark.parametrize("count", [9, 10, 19])
def test_more_cards_than_fit_go_to_further_pages_and_never_overlap(
    run: Callable, deck: Callable, read_back: Callable, count: int
) -> None:
    """[more cards than fit overlap: rpg-cards 64]."""
    run("print", deck(count), "-o", "x.pdf")
    pages = read_back(Path("x.pdf"))
    assert [len(cards(page)) for page in pages] == [
        min(9, count - start) for start in range(0, count, 9)
    ]
    for page in pages:
        assert all(a.gap(b) >= -0.02 for a, b in combinations(cards(page), 2))


def test_what_is_larger_than_the_paper_is_refused(run: Callable, deck: Callable) -> None:
    """[box cut off silently: paperbox 4]."""
    ran = run("print", deck(1, 220, 280), "-o", "x.pdf")
    assert ran.code == 2
    assert "--paper a3 or tabloid has room" in ran.err
    assert not Path("x.pdf").exists()


@pytest.mark.parametrize("edge", ["long", "short"])
def test_the_flip_edge_is_said_to_the_person_and_to_the_printer(
    run: Callable, deck: Callable, edge: str
) -> None:
    """[flip edge unstated: rpg-cards 114]."""
    ran = run("print", deck(1), "--duplex", edge, "-o", "x.pdf")
    assert f"over its {edge} edge" in ran.err
    with pikepdf.open("x.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == f"/DuplexFlip{edge.capitalize()}Edge"


@pytest.mark.parametrize("count", range(1, 10))
@pytest.mark.parametrize("edge", ["long", "short"])
def test_backs_of_the_last_page_lie_behind_their_fronts(
    run: Callable, deck: Callable, read_back: Callable, count: int, edge: str
) -> None:
    """[last page's backs: cards.py 150]."""
    run("print", deck(count, bleed=2), "--duplex", edge, "-o", "x.pdf")
    pages = read_back(Path("x.pdf"))
    width, height = papers()["a4"][::-1]  # eight a page lie on their side
    for fronts, backs in zip(pages[::2], pages[1::2], strict=True):
        there = {(round(card.x, 1), round(card.y, 1)) for card in cards(fronts)}
        found = {
            (round(card.x, 1), round(height - card.y - card.height, 1))
            if edge == "long"
            else (round(width - card.x - card.width, 1), round(card.y, 1))
            for card in cards(backs, 0xC0)
        }
        assert found == there


def test_cut_lines_stay_on_every_piece_after_the_first_cut(
    run: Callable, deck: Callable, read_back: Callable
) -> None:
    """[marks vanish with the first cut: squib 184]."""
    run("print", deck(9), "--marks", "lines", "-o", "x.pdf")
    [page] = read_back(Path("x.pdf"))
    lines = [shape for shape in page if shape.stroked]
    for card in cards(page):
        for x in (card.x, card.x + card.width):
            assert any(
                abs(line.x - x) < 0.02 and line.y < card.y < line.y + line.height for line in lines
            )
        for y in (card.y, card.y + card.height):
            assert any(
                abs(line.y - y) < 0.02 and line.x < card.x < line.x + line.width for line in lines
            )


@pytest.mark.parametrize("paper", PAPERS)
def test_one_up_pages_have_a_trim_box_and_a_bleed_box(
    run: Callable, deck: Callable, paper: str
) -> None:
    """[TrimBox wanted: squib 234]."""
    run("print", deck(2, bleed=3), "--up", "1", "--paper", paper, "-o", "x.pdf")
    with pikepdf.open("x.pdf") as pdf:
        for page in pdf.pages:
            left, bottom, right, top = (float(edge) * MM for edge in page.TrimBox)
            assert (right - left, top - bottom) == pytest.approx((63, 88), abs=0.02)
            left, bottom, right, top = (float(edge) * MM for edge in page.BleedBox)
            assert (right - left, top - bottom) == pytest.approx((69, 94), abs=0.02)


@pytest.mark.parametrize("bleed", [2, 3])
def test_art_is_drawn_to_the_edge_of_the_bleed(run: Callable, deck: Callable, bleed: int) -> None:
    """[bleed clipped: 18xx-maker 326]."""
    run(
        "print", deck(1, bleed=bleed), "--up", "1", "--format", "png", "--dpi", "254", "-o", "x.png"
    )
    with Image.open("x.png") as picture:
        ink = picture.convert("RGB")
        width, height = ink.size
        row = [ink.getpixel((x, height // 2)) == (0, 0x40, 0x80) for x in range(width)]
        column = [ink.getpixel((width // 2, y)) == (0, 0x40, 0x80) for y in range(height)]
    assert sum(row) == pytest.approx((63 + 2 * bleed) * 10, abs=2)
    assert sum(column) == pytest.approx((88 + 2 * bleed) * 10, abs=2)


def test_a_file_says_the_version_of_its_layout(run: Callable, deck: Callable) -> None:
    """[an update moved marks and ruined printed sheets: silhouette-card-maker 147]."""
    run("print", deck(1), "-o", "x.pdf")
    with pikepdf.open("x.pdf") as pdf:
        assert re.search(r"deck v3 [0-9a-f]{8}", str(pdf.docinfo.Subject))


@pytest.mark.parametrize("up", ["1", "9"])
def test_no_page_of_a_deck_overwrites_another(run: Callable, deck: Callable, up: str) -> None:
    """[every card overwrote the last: cardmaker 160]."""
    ran = run("print", deck(19), "--up", up, "--duplex", "long", "--format", "svg", "-o", "out")
    assert ran.code == 0
    pages = 2 * -(-19 // int(up))
    assert len(list(Path("out").iterdir())) == pages


def test_svg_pages_are_measured_in_millimetres(run: Callable, deck: Callable) -> None:
    """[SVG without mm scaled 90/96 dpi wrong: LasaurApp 66]."""
    run("print", deck(1), "--format", "svg", "-o", "x.svg")
    head = Path("x.svg").read_text(encoding="utf-8")[:600]
    assert 'width="210mm"' in head
    assert 'height="297mm"' in head
    assert 'viewBox="0 0 210 297"' in head


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("backs", BACKS)
@pytest.mark.parametrize("bleed", [0, 2, 3])
def test_no_ink_within_five_millimetres_of_the_edge(
    run: Callable, deck: Callable, paper: str, backs: str, bleed: int
) -> None:
    """Decks in every mode, by their pixels."""
    ran = run(
        *("print", deck(20, bleed=bleed), "--paper", paper, *BACKS[backs]),
        *("--format", "png", "--dpi", "127", "-o", "out"),
    )
    assert ran.code == 0
    for path in Path("out").iterdir():
        check_margins(path)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("edition", ["colour", "large"])
def test_no_ink_within_five_millimetres_of_the_edge_of_a_kit(
    run: Callable, paper: str, edition: str
) -> None:
    """Our own products, and the first page, by their pixels."""
    ran = run("kit", "dice", "--paper", paper, "--edition", edition, "-o", "out")
    assert ran.code == 0
    for path in Path("out").glob("*.pdf"):
        with pdfium.PdfDocument(path) as pdf:
            for page in pdf:
                check_ink(page.render(scale=5 * MM, grayscale=True).to_pil(), 5)


def check_margins(path: Path) -> None:
    with Image.open(path) as picture:
        check_ink(picture.convert("L"), picture.info["dpi"][0] / 25.4)


def check_ink(picture: Image.Image, dots: float) -> None:
    """Look for the outermost ink in a picture of so many dots a mm."""
    box = ImageOps.invert(picture).getbbox()
    width, height = picture.size
    assert box
    nearest = min(box[0], box[1], width - box[2], height - box[3])
    assert nearest >= 5 * dots - 1.5  # half covered dots count as ink
