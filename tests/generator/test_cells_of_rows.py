"""Cells of a table that cannot be drawn: said once, by row and column."""

import pytest

from generator.compose import check_layout

DECK = """title = "Cards"
kind = "card"
size = "poker"
fill = "{flower}.light"
csv = "deck.csv"
[[elements]]
type = "shape"
shape = "{flower}"
colour = "{flower}"
[[elements]]
type = "text"
text = "{flower}"
colour = "{flower}.dark"
"""
PICTURE = '[[elements]]\ntype = "image"\nfile = "{picture}"\n'


@pytest.fixture(name="said")
def _said(tmp_path):
    def check(layout, cells):
        (tmp_path / "deck.toml").write_text(layout, "utf-8")
        (tmp_path / "deck.csv").write_text(cells, "utf-8")
        return [str(fault) for fault in check_layout(str(tmp_path / "deck.toml"))]

    return check


def test_an_unknown_word_of_a_cell_is_one_fault_with_its_column(said) -> None:
    (fault,) = said(DECK, "flower\nrose\ndafodil\n")
    assert fault == (
        "deck.csv: row 2: column flower: no colour 'dafodil', no drawing 'dafodil' "
        "(did you mean 'daffodil'?)"
    )


def test_a_cell_that_is_a_colour_and_a_drawing_offers_what_is_both(said) -> None:
    (fault,) = said(DECK, "flower\nxyzzy\n")
    assert "rose" in fault
    assert "accent" not in fault  # a colour alone
    assert "hedgehog" not in fault  # a drawing alone


def test_a_cell_without_a_picture_is_named_with_the_way_to_leave_it_out(said) -> None:
    (fault,) = said(DECK + PICTURE, "flower,picture\nrose,\n")
    assert fault.endswith(
        "deck.toml: row 1: elements[2]: picture is empty "
        '(name a PNG or JPEG; for pieces without: unless = { picture = "" })'
    )
    assert not said(DECK + PICTURE + 'unless = { picture = "" }\n', "flower,picture\nrose,\n")
