"""Pages: boxes, marks, order of fronts and backs."""

from dataclasses import replace

import pytest

from generator.compose import Component
from generator.imposition import MARGIN, Misfit
from generator.marks import GAP, LENGTH, SHORTEST, WIDTH
from generator.pages import Face, Wishes, document, impose
from layouts.tables import papers
from output.scene import Group, Item, Line, Page, Rect

A4 = papers()["a4"]


def component(
    name: str, width: float = 63.0, height: float = 88.0, bleed: float = 0.0
) -> Component:
    return Component(
        name, name, "test", 1, width, height, bleed, 1.0, "0" * 8, None, None, True, ()
    )


def lines(page: Page) -> list[Line]:
    groups = [item for item in page.items if isinstance(item, Group) and item.layer == "cut"]
    return [line for group in groups for line in group.items if isinstance(line, Line)]


def placed(page: Page) -> list[Item]:
    return [item for item in page.items if isinstance(item, Group) and item.layer is None]


def test_one_up_pages_carry_trim_and_bleed_boxes() -> None:
    pages, _ = impose([Face(component("card", 150, 200, 3))], Wishes(A4))
    (page,) = pages
    assert page.trim and page.bleed
    assert (page.trim.width, page.trim.height) == (150, 200)
    assert page.bleed.width - page.trim.width == pytest.approx(6)


def test_pages_with_several_pieces_carry_no_trim_box() -> None:
    pages, _ = impose([Face(component("card"))] * 9, Wishes(A4))
    assert pages[0].trim is None


def test_ten_cards_need_two_pages_and_the_last_carries_marks_of_its_card_only() -> None:
    pages, _ = impose([Face(component("card"))] * 10, Wishes(A4))
    assert [len(placed(page)) for page in pages] == [9, 1]
    assert len(lines(pages[0])) == 2 * (4 + 4)
    assert len(lines(pages[1])) == 2 * (2 + 2)


def test_marks_are_thin_outside_the_pieces_and_inside_the_margins() -> None:
    pages, _ = impose([Face(component("card", bleed=2.0))] * 8, Wishes(A4))
    (page,) = pages
    for line in lines(page):
        assert line.paint.width == WIDTH
        for x, y in ((line.x1, line.y1), (line.x2, line.y2)):
            assert MARGIN - 1e-6 <= x <= page.width - MARGIN + 1e-6
            assert MARGIN - 1e-6 <= y <= page.height - MARGIN + 1e-6


def test_lines_run_the_whole_length_of_the_page() -> None:
    pages, _ = impose([Face(component("card"))] * 9, Wishes(A4, marks="lines"))
    upright = [line for line in lines(pages[0]) if line.x1 == line.x2]
    assert {(line.y1, line.y2) for line in upright} == {(MARGIN, pages[0].height - MARGIN)}


def test_fronts_and_backs_alternate_and_a_piece_without_back_leaves_its_place_blank() -> None:
    back = component("back")
    faces = [Face(component("a"), back), Face(component("b"))]
    made, _ = document(faces, Wishes(A4, flip="long"), "t", "s")
    front_page, back_page = made.pages
    assert (len(placed(front_page)), len(placed(back_page))) == (2, 1)
    assert made.flip == "long"


def test_documents_without_backs_are_printed_on_one_side() -> None:
    made, _ = document([Face(component("a"))], Wishes(A4, flip="long"), "t", "s")
    assert made.flip == "none"


def test_art_ends_where_the_bleed_does() -> None:
    piece = component("card", bleed=3.0)
    (clipped,) = piece.clipped(1.0)
    assert isinstance(clipped, Group)
    assert isinstance(clipped.clip, Rect)
    assert (clipped.clip.x, clipped.clip.width) == (-1.0, 65.0)


@pytest.mark.parametrize("bleed", [0.5, 3.0])
def test_bleed_that_the_art_does_not_have_is_refused_with_what_it_has(bleed: float) -> None:
    faces = [Face(component("card", bleed=bleed - 0.5))]
    with pytest.raises(Misfit, match=f"the most is --bleed {bleed - 0.5:g}"):
        impose(faces, Wishes(A4, bleed=bleed))


def test_another_size_starts_a_new_page() -> None:
    small = replace(component("small"), width=40.0, height=40.0)
    pages, grids = impose([Face(component("card")), Face(small)], Wishes(A4))
    assert len(pages) == len(grids) == 2


def test_pieces_of_one_size_share_pages_in_their_order() -> None:
    small = replace(component("small"), width=40.0, height=40.0)
    faces = [Face(component("a")), Face(small), Face(component("b"))]
    pages, _ = impose(faces, Wishes(A4))
    assert [len(placed(page)) for page in pages] == [2, 1]


def test_sheets_without_backs_keep_a_blank_side_among_sheets_with_backs() -> None:
    small = replace(component("small"), width=40.0, height=40.0)
    faces = [Face(small), Face(component("a"), component("back"))]
    pages, _ = impose(faces, Wishes(A4, flip="long"))
    assert [len(placed(page)) for page in pages] == [1, 0, 1, 1]


def test_fronts_and_backs_in_files_of_their_own_are_the_pages_of_the_whole() -> None:
    faces = [Face(component(f"{n}"), component(f"back-{n}")) for n in range(10)]
    whole = Wishes(A4, flip="short")
    both, _ = impose(faces, whole)
    fronts, _ = impose(faces, replace(whole, sides="fronts"))
    backs, _ = impose(faces, replace(whole, sides="backs"))
    assert (fronts, backs) == (both[::2], both[1::2])
    made, _ = document(faces, replace(whole, sides="backs"), "t", "s")
    assert made.flip == "none"


def test_pages_have_names_of_their_own() -> None:
    sheet = component("sheet", 190, 262)
    back = component("back", 190, 262)
    faces = [Face(sheet, back), Face(sheet, back), Face(component("card"), component("b"))]
    pages, _ = impose(faces, Wishes(A4, flip="long"))
    names = [page.name for page in pages]
    assert names == ["sheet", "back", "sheet-copy-2", "back-copy-2", "page-3", "page-3-back"]


FOLDED = [Face(component(f"{n}", bleed=2.0), component("back", bleed=2.0)) for n in range(5)]


def test_a_folded_page_carries_its_fold_line_on_a_layer_of_its_own() -> None:
    pages, [grid] = impose(FOLDED, Wishes(A4, fold=True))
    assert (grid.count, len(pages)) == (4, 2)
    for page in pages:
        (fold,) = [item for item in page.items if isinstance(item, Group) and item.layer == "fold"]
        (line,) = fold.items
        assert isinstance(line, Line)
        assert line.y1 == line.y2 == page.height / 2
        assert (line.x1, line.x2) == (MARGIN, page.width - MARGIN)


PAGES = {
    "shared edges": (0.0, Wishes(A4)),
    "own bleed": (2.0, Wishes(A4)),
    "own bleed on letter": (1.0, Wishes(papers()["letter"])),
    "poker-like on letter": (0.0, Wishes(papers()["letter"])),
    "four a page": (3.0, Wishes(A4, up=4)),
    "folded": (2.0, Wishes(A4, fold=True)),
    "backs": (2.0, Wishes(A4, flip="short", sides="backs")),
}


@pytest.mark.parametrize("count", [1, 2, 4, 5, 8, 9, 11])
@pytest.mark.parametrize("name", PAGES)
def test_every_piece_has_marks_and_no_mark_lies_in_a_piece_or_its_bleed(
    name: str, count: int
) -> None:
    bleed, wishes = PAGES[name]
    faces = [Face(component("a", bleed=bleed), component("b", bleed=bleed))] * count
    pages, _ = impose(faces, wishes)
    for page in pages:
        crops = lines(page)
        corners = [_corner(item) for item in placed(page)]
        for line in crops:
            for part in (0.0, 0.5, 1.0):
                x = line.x1 + part * (line.x2 - line.x1)
                y = line.y1 + part * (line.y2 - line.y1)
                assert not any(_inside((x, y), corner, bleed) for corner in corners)
            assert (
                SHORTEST - 1e-6 <= abs(line.x2 - line.x1) + abs(line.y2 - line.y1) <= LENGTH + 1e-6
            )
        for left, top in corners:
            for edge in (left, left + 63):
                assert sum(abs(line.x1 - edge) < 1e-3 and line.x1 == line.x2 for line in crops) >= 2
            for edge in (top, top + 88):
                assert sum(abs(line.y1 - edge) < 1e-3 and line.y1 == line.y2 for line in crops) >= 2


NARROW = {
    # width and height of the pieces, bleed, the strip between margin and trim
    "into the outer bleed": (63.0, 88.0, 4.0, 5.5),
    "up to the trim": (196.0, 62.0, 0.0, 2.0),
}


@pytest.mark.parametrize(("width", "height", "bleed", "strip"), NARROW.values(), ids=NARROW)
def test_marks_on_a_narrow_strip_can_be_aimed_at_and_keep_out_of_the_pieces(
    width: float, height: float, bleed: float, strip: float
) -> None:
    pages, _ = impose([Face(component("a", width, height, bleed=bleed))] * 8, Wishes(A4))
    level = [line for line in lines(pages[0]) if line.y1 == line.y2]
    ends = [sorted((line.x1, line.x2)) for line in level]
    assert {round(start, 3) for start, _ in ends} >= {MARGIN}
    for start, end in ends:
        assert end - start >= SHORTEST - 1e-6
        assert end <= MARGIN + strip + 1e-6 or start >= pages[0].width - MARGIN - strip - 1e-6


def test_lines_take_the_place_of_marks_that_have_no_room() -> None:
    pages, _ = impose([Face(component("a", 199, 50))] * 2, Wishes(A4))
    level = [line for line in lines(pages[0]) if line.y1 == line.y2]
    assert {(line.x1, line.x2) for line in level} == {(MARGIN, pages[0].width - MARGIN)}
    assert all(line.y2 - line.y1 <= LENGTH + 1e-6 for line in lines(pages[0]))


def _corner(item: Group) -> tuple[float, float]:
    """Return where the trim of a placed piece begins on the page."""
    _, _, _, _, x, y = item.matrix
    return (x - 63, y - 88) if item.matrix[0] < 0 else (x, y)


def _inside(point: tuple[float, float], corner: tuple[float, float], bleed: float) -> bool:
    (x, y), (left, top), slack = point, corner, bleed - 1e-6
    return left - slack < x < left + 63 + slack and top - slack < y < top + 88 + slack


def test_marks_stand_round_the_pieces_of_a_page_that_is_not_full() -> None:
    [page], _ = impose([Face(component("a"))], Wishes(A4, up=2))
    [left, *_] = [_corner(item) for item in placed(page)]
    assert max(line.x2 for line in lines(page)) <= left[0] + 63 + GAP + LENGTH + 1e-6


def test_pieces_with_a_cut_line_of_their_own_carry_marks_only_on_demand() -> None:
    faces = [Face(replace(component("coin"), marks=False))] * 4
    for marks, count in (("auto", 0), ("crop", 1)):
        pages, _ = impose(faces, Wishes(A4, marks=marks))
        assert (
            sum(isinstance(item, Group) and item.layer == "cut" for item in pages[0].items) == count
        )
