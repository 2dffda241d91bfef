"""Pages read back from finished PDFs: sizes, places and backs, within hundredths of a mm."""

from collections.abc import Callable
from io import BytesIO
from itertools import combinations

import pikepdf
import pytest

from generator.compose import Component
from generator.imposition import FOLD_GAP, MARGIN, Grid
from generator.pages import Face, Wishes, document
from generator.printers import Printer
from layouts.tables import papers
from output import pdf
from output.scene import Colour, Paint, Rect

MM = 25.4 / 72
WIDTH, HEIGHT, HEAD = 63.0, 88.0, 6.0
FRONT, BACK, HEADS = 10, 20, 30
"""Red channels of what is looked for; green counts the pieces."""


def piece(number: int, kind: int, bleed: float, scale_min: float = 1.0) -> Component:
    """Return a card whose trim and head are rectangles of colours of their own."""
    b = bleed
    items = (
        Rect(-b, -b, WIDTH + 2 * b, HEIGHT + 2 * b, Paint(Colour(kind + 1, number, 0))),
        Rect(0, 0, WIDTH, HEIGHT, Paint(Colour(kind, number, 0))),
        Rect(0, 0, WIDTH, HEAD, Paint(Colour(HEADS + kind, number, 0))),
    )
    name = f"{kind}-{number}"
    return Component(
        name, name, "t", 1, WIDTH, HEIGHT, b, scale_min, "0" * 8, None, None, True, items
    )


def faces(count: int, bleed: float, scale_min: float = 1.0) -> list[Face]:
    return [
        Face(piece(n, FRONT, bleed, scale_min), piece(n, BACK, bleed, scale_min))
        for n in range(1, count + 1)
    ]


def made(count: int, bleed: float, scale_min: float, wishes: Wishes) -> tuple[bytes, Grid]:
    found, [grid] = document(faces(count, bleed, scale_min), wishes, "t", "s")
    [data] = pdf.render(found)
    return data, grid


def found(pages: list, kind: int) -> dict[int, tuple]:
    """Return page number and shape by the number of the piece."""
    shapes = [(at, shape) for at, page in enumerate(pages) for shape in page]
    return {
        shape.fill[1]: (at, shape) for at, shape in shapes if shape.fill and shape.fill[0] == kind
    }


MODES = {
    "shared edges": (0.0, 1.0, None),
    "own bleed of 2 mm": (2.0, 1.0, None),
    "own bleed of 3 mm": (3.0, 1.0, None),
    "scaled to 16 a page": (0.0, 0.5, 16),
    "scaled with bleed": (3.0, 0.5, 12),
    "four a page": (2.0, 1.0, 4),
}
FLIPS = {
    "long": {"flip": "long"},
    "short": {"flip": "short"},
    "fold": {"fold": True},
}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("turn", FLIPS)
def test_every_trim_and_every_back_is_where_it_belongs_for_every_count(
    paper: str, mode: str, turn: str, read_back: Callable
) -> None:
    bleed, scale_min, up = MODES[mode]
    wishes = Wishes(papers()[paper], up, bleed=bleed, **FLIPS[turn])
    if turn == "fold" and up:
        wishes = Wishes(papers()[paper], up // 4, bleed=bleed, **FLIPS[turn])
    _, grid = made(1, bleed, scale_min, wishes)
    for count in range(1, grid.count + 2):
        data, grid = made(count, bleed, scale_min, wishes)
        pages = read_back(data)
        sheets = -(-count // grid.count)
        assert len(pages) == sheets * (1 if turn == "fold" else 2)
        fronts, backs = found(pages, FRONT), found(pages, BACK)
        assert set(fronts) == set(backs) == set(range(1, count + 1))
        check_trims(list(fronts.values()) + list(backs.values()), grid)
        heads = found(pages, HEADS + FRONT), found(pages, HEADS + BACK)
        for number in fronts:
            check_back(fronts[number], backs[number], grid, turn)
            if turn == "fold":
                assert gap_to_fold(fronts[number][1], grid) >= FOLD_GAP - 0.02
            check_back(heads[0][number], heads[1][number], grid, turn)


def check_trims(shapes: list[tuple], grid: Grid) -> None:
    bleed = grid.bleed
    for _, shape in shapes:
        assert shape.width == pytest.approx(WIDTH * grid.scale, abs=0.02)
        assert shape.height == pytest.approx(HEIGHT * grid.scale, abs=0.02)
        assert shape.x - bleed >= MARGIN - 0.02
        assert shape.y - bleed >= MARGIN - 0.02
        assert shape.x + shape.width + bleed <= grid.width - MARGIN + 0.02
        assert shape.y + shape.height + bleed <= grid.height - MARGIN + 0.02
    for (page, one), (other_page, other) in combinations(shapes, 2):
        assert page != other_page or one.gap(other) >= 2 * bleed - 0.02


def gap_to_fold(shape: object, grid: Grid) -> float:
    if grid.fold == "across":
        return grid.height / 2 - shape.y - shape.height - grid.bleed
    return grid.width / 2 - shape.x - shape.width - grid.bleed


def check_back(front: tuple, back: tuple, grid: Grid, turn: str) -> None:
    """Turn or fold the paper and look where the back comes to lie, within 0.01 mm."""
    (page, one), (other_page, other) = front, back
    assert other_page == (page if turn == "fold" else page + 1)
    portrait = grid.height >= grid.width
    sideways = grid.fold == "down" if turn == "fold" else (turn == "long") == portrait
    x = grid.width - other.x - other.width if sideways else other.x
    y = other.y if sideways else grid.height - other.y - other.height
    assert (x, y) == pytest.approx((one.x, one.y), abs=0.01)


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("way", ["upright", "on its side"])
def test_every_media_box_is_the_paper(paper: str, way: str) -> None:
    width, height = papers()[paper]
    long_piece = (60.0, 80.0) if way == "upright" else (min(width - 20, 250.0), 60.0)
    flat = Component("a", "a", "t", 1, *long_piece, 0.0, 1.0, "0" * 8, None, None, True, ())
    found, _ = document([Face(flat)] * 2, Wishes((width, height)), "t", "s")
    [data] = pdf.render(found)
    with pikepdf.open(BytesIO(data)) as file:
        for page in file.pages:
            box = [float(edge) * MM for edge in page.MediaBox]
            assert box[:2] == [0, 0]
            assert sorted(box[2:]) == pytest.approx(sorted((width, height)), abs=0.01)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("bleed", [0.0, 2.0, 3.0])
def test_one_up_boxes_say_where_trim_and_bleed_are(
    paper: str, bleed: float, read_back: Callable
) -> None:
    data, grid = made(2, bleed, 1.0, Wishes(papers()[paper], 1, bleed=bleed, flip="long"))
    shapes = found(read_back(data), FRONT)
    with pikepdf.open(BytesIO(data)) as file:
        _, trim = shapes[1]
        box = [float(edge) * MM for edge in file.pages[0].TrimBox]
        assert box == pytest.approx(
            [trim.x, grid.height - trim.y - HEIGHT, trim.x + WIDTH, grid.height - trim.y], abs=0.02
        )
        outer = [float(edge) * MM for edge in file.pages[0].BleedBox]
        grown = [box[0] - bleed, box[1] - bleed, box[2] + bleed, box[3] + bleed]
        assert outer == pytest.approx(grown, abs=0.02)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("edge", ["long", "short"])
def test_pages_for_a_printer_stand_upright_and_their_backs_still_meet_their_fronts(
    paper: str, edge: str, read_back: Callable
) -> None:
    wishes = Wishes(papers()[paper], bleed=2.0, flip=edge, printer=Printer())
    data, grid = made(5, 2.0, 1.0, wishes)
    assert grid.width > grid.height
    width, height = papers()[paper]
    pages = read_back(data)
    with pikepdf.open(BytesIO(data)) as file:
        box = [float(side) * MM for side in file.pages[0].MediaBox]
    assert box == pytest.approx([0, 0, width, height], abs=0.01)
    fronts, backs = found(pages, FRONT), found(pages, BACK)
    for number in range(1, 6):
        one, other = fronts[number][1], backs[number][1]
        x = width - other.x - other.width if edge == "long" else other.x
        y = other.y if edge == "long" else height - other.y - other.height
        assert (x, y) == pytest.approx((one.x, one.y), abs=0.01)
