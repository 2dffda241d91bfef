"""Ink coverage: known pages have known figures; the low-ink edition saves 70 % of everything."""

from collections.abc import Callable
from io import BytesIO

import pypdfium2
import pytest
from PIL import ImageStat

from generator.catalogue import products
from generator.coverage import coverage
from generator.jobs import composed, faces_of
from generator.pages import Wishes
from layouts.loader import GAMES
from layouts.tables import papers
from output import pdf
from output.scene import Colour, Document, Page, Paint, Rect

BLACK, RED, GREY, WHITE = (0, 0, 0), (255, 0, 0), (51, 51, 51), (255, 255, 255)
PRODUCTS = [product for game in GAMES for product in products(game)]


def page(colour: tuple[int, int, int], share: float = 1.0, width: float = 100) -> Page:
    """Return a page of which a share is filled with a colour."""
    ground = Rect(0, 0, width * share, 100, Paint(fill=Colour(*colour)))
    return Page(width, 100, (ground,), "page")


@pytest.mark.parametrize(
    ("pages", "percent"),
    [
        pytest.param([page(WHITE)], 0, id="bare paper"),
        pytest.param([page(BLACK)], 100, id="black is one ink"),
        pytest.param([page(RED)], 200, id="red is two"),
        pytest.param([page(GREY)], 80, id="grey is less black"),
        pytest.param([page(RED, 0.25)], 50, id="a quarter"),
        pytest.param([page(BLACK), page(WHITE)], 50, id="the mean of pages"),
        pytest.param([page(BLACK), page(WHITE, 1, 300)], 25, id="by their area"),
        pytest.param([page(BLACK)] * 3 + [page(WHITE)], 75, id="pages that repeat count"),
        pytest.param([], 0, id="no pages"),
    ],
)
def test_known_pages_have_known_figures(pages: list[Page], percent: float) -> None:
    assert coverage(Document(tuple(pages), "pages")) == pytest.approx(percent, abs=0.2)


def document(names: tuple[str, ...], edition: str, paper: str) -> Document:
    faces = faces_of(names, edition, two_sided=True)
    return composed(faces, Wishes(papers()[paper], flip="long"))[0]


def darkness(made: Document) -> float:
    """Return how dark pages are on the mean: their grey, without any notion of inks."""
    [data] = pdf.render(made)
    with pypdfium2.PdfDocument(BytesIO(data)) as file:
        greys = [page.render(scale=200 / 72).to_pil().convert("L") for page in file]
    return sum(255 - ImageStat.Stat(grey).mean[0] for grey in greys)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product.word)
def test_the_low_ink_edition_saves_70_percent_of_ink_and_of_darkness(
    product: object, paper: str
) -> None:
    layouts = product.layouts[:2]  # type: ignore[attr-defined]
    full, little = (document(layouts, edition, paper) for edition in ("colour", "low-ink"))
    assert coverage(little) <= 0.3 * coverage(full)
    assert darkness(little) <= 0.3 * darkness(full)


def test_print_says_how_much_ink_is_saved(run: Callable) -> None:
    ran = run("print", "dice/sheet-a", "--edition", "low-ink")
    full, little = (
        coverage(composed(faces_of(["dice/sheet-a"], edition), Wishes(papers()["a4"]))[0])
        for edition in ("colour", "low-ink")
    )
    less = f"{1 - little / full:.0%} less"
    assert f"ink coverage {little:.1f} % against {full:.1f} % in colour: {less}" in ran.err
    assert "ink coverage" not in run("print", "dice/aid").err


def test_a_kit_says_how_much_ink_is_saved(run: Callable) -> None:
    assert "% less" in run("kit", "dice", "--edition", "low-ink").err
