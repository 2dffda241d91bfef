"""Pages: boxes, marks, order of fronts and backs."""

from dataclasses import replace

import pytest

from generator.compose import Component
from generator.imposition import MARGIN
from generator.marks import WIDTH
from generator.pages import Face, Wishes, document, impose
from layouts.tables import papers
from output.scene import Group, Item, Line, Page, Rect

A4 = papers()["a4"]


def component(
    name: str, width: float = 63.0, height: float = 88.0, bleed: float = 0.0
) -> Component:
    return Component(name, name, "test", 1, width, height, bleed, 1.0, "0" * 8, None, None, ())


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


def test_single_sided_documents_name_no_flip_edge() -> None:
    made, _ = document([Face(component("a"))], Wishes(A4, flip="long"), "t", "s")
    assert made.flip is None


def test_less_bleed_than_the_art_has_is_cut_away() -> None:
    piece = component("card", bleed=3.0)
    (clipped,) = piece.clipped(1.0)
    assert isinstance(clipped, Group)
    assert isinstance(clipped.clip, Rect)
    assert (clipped.clip.x, clipped.clip.width) == (-1.0, 65.0)
    assert piece.clipped(3.0) == piece.items


def test_another_size_starts_a_new_page() -> None:
    small = replace(component("small"), width=40.0, height=40.0)
    pages, grids = impose([Face(component("card")), Face(small)], Wishes(A4))
    assert len(pages) == len(grids) == 2
