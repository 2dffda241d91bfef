"""Every product as SVG, on every paper in every edition: the pages are sound, plain XML.

The PDFs are checked by tests/generator/test_products.py.
"""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from generator.catalogue import products
from layouts.loader import EDITIONS, GAMES

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {
    f"{SVG}{name}"
    for name in (
        *("svg", "title", "desc", "defs", "symbol", "style", "g", "use", "clipPath", "metadata"),
        *("path", "rect", "circle", "line", "ellipse", "text", "tspan", "image"),
    )
}
QUICK = ("a4", "large")


def cases() -> list:
    return [
        pytest.param(
            product.word,
            paper,
            edition,
            marks=[] if number == 2 and (paper, edition) == QUICK else pytest.mark.full,
            id=f"{product.word} {paper} {edition}",
        )
        for game in GAMES
        for number, product in enumerate(products(game))
        for paper in ("a4", "letter")
        for edition in EDITIONS
    ]


@pytest.mark.parametrize(("word", "paper", "edition"), cases())
def test_a_product_is_sound_as_svg(run: Callable, word: str, paper: str, edition: str) -> None:
    wishes = ("--paper", paper, "--edition", edition)
    assert run("print", word, *wishes, "--format", "svg", "-o", "pages/").code == 0
    pages = sorted(Path("pages").iterdir())
    assert pages
    for page in pages:
        root = ElementTree.fromstring(page.read_bytes())
        assert root.get("width", "").endswith("mm")
        ids = [part.get("id") for part in root.iter() if part.get("id")]
        assert len(ids) == len(set(ids))
        for part in root.iter():
            assert part.tag in KNOWN
            for key, found in part.attrib.items():
                if key.rpartition("}")[2] == "href":
                    assert found[1:] in ids or found.startswith("data:image/")
