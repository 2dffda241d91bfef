"""The grid of a page: largest true fit, refusals that say what fits, backs on their fronts."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.imposition import MARGIN, Misfit, Piece, choose_grid
from layouts.tables import papers, sizes

A4, LETTER = papers()["a4"], papers()["letter"]
CARD = Piece(*sizes()["euro"])


@pytest.mark.parametrize(
    ("piece", "paper", "count"),
    [
        pytest.param(CARD, A4, 9, id="63 x 88 with shared edges: 9-up"),
        pytest.param(Piece(63, 88, 2), A4, 8, id="63 x 88 with 2 mm bleed: 8-up"),
        pytest.param(Piece(*sizes()["poker"]), LETTER, 9, id="poker on Letter: 9-up"),
        pytest.param(Piece(*sizes()["sheet"]), A4, 1, id="a sheet on A4"),
        pytest.param(Piece(*sizes()["sheet"]), LETTER, 1, id="a sheet on Letter"),
        pytest.param(Piece(200, 287), A4, 1, id="exactly the printable area"),
        pytest.param(Piece(63, 88, 2), LETTER, 8, id="63 x 88 with 2 mm bleed on Letter: 8-up"),
        pytest.param(Piece(*sizes()["mini"], 2), A4, 16, id="mini cards with bleed"),
        pytest.param(Piece(*sizes()["half-sheet"]), A4, 2, id="half sheets"),
        pytest.param(Piece(*sizes()["half-sheet"]), LETTER, 2, id="half sheets on Letter"),
    ],
)
def test_the_largest_true_grid_is_chosen(
    piece: Piece, paper: tuple[float, float], count: int
) -> None:
    grid = choose_grid(piece, paper)
    assert grid.count == count
    assert grid.scale == 1


def test_eight_cards_with_bleed_lie_landscape() -> None:
    grid = choose_grid(Piece(63, 88, 2), A4)
    assert grid.width > grid.height
    assert grid.describe() == "8-up (4 x 2, landscape, 2 mm bleed each)"


def test_two_sheets_on_a_page_are_scaled_no_smaller_than_allowed() -> None:
    grid = choose_grid(Piece(190, 262, 0, 0.6), A4, up=2)
    assert grid.count == 2
    assert 0.6 <= grid.scale < 1


@pytest.mark.parametrize(
    ("piece", "wish", "says"),
    [
        pytest.param(CARD, {"up": 10}, ["the most is 9-up (3 x 3, portrait"], id="one too many"),
        pytest.param(
            CARD, {"up": 10}, ["--paper a3 or legal or tabloid has room"], id="papers with room"
        ),
        pytest.param(CARD, {"up": 7}, ["--up 1, 2, 3, 4, 6, 8 fit as well"], id="no grid of seven"),
        pytest.param(Piece(190, 262, 0, 0.6), {"up": 9}, ["the most is 2"], id="nine sheets"),
        pytest.param(Piece(300, 300), {}, ["choose a larger paper"], id="no paper is large enough"),
        pytest.param(
            Piece(190, 262),
            {"fold": True},
            ["do not fit on a4 with a fold", "--paper a3 or tabloid", "without a fold: 1-up"],
            id="a sheet folded",
        ),
        pytest.param(Piece(199, 280, 3), {}, ["with --bleed 0: 1-up"], id="too much bleed"),
        pytest.param(
            Piece(200, 287), {"marks": "crop"}, ["with --marks none: 1-up"], id="no room for marks"
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(
    piece: Piece, wish: dict, says: list[str]
) -> None:
    with pytest.raises(Misfit) as refusal:
        choose_grid(piece, A4, **wish)
    assert refusal.value.exit_code == 2
    for words in says:
        assert words in str(refusal.value)


def test_a_fold_down_the_middle_is_chosen_where_one_across_holds_less() -> None:
    aid = Piece(*sizes()["aid"])
    assert choose_grid(aid, A4, fold=True).fold == "down"
    assert choose_grid(CARD, A4, fold=True).fold == "across"


PIECES = st.builds(
    Piece,
    st.floats(10, 190),
    st.floats(10, 262),
    st.sampled_from([0.0, 2.0, 3.0]),
)


@given(PIECES, st.sampled_from(sorted(papers())))
def test_every_place_lies_inside_the_margins_and_none_overlap(piece: Piece, paper: str) -> None:
    grid = choose_grid(piece, papers()["a3"] if paper == "a5" else papers()[paper])
    width, height = grid.trim
    places = list(grid.fronts())
    for place in places:
        assert place.x - piece.bleed >= MARGIN - 1e-6
        assert place.y - piece.bleed >= MARGIN - 1e-6
        assert place.x + width + piece.bleed <= grid.width - MARGIN + 1e-6
        assert place.y + height + piece.bleed <= grid.height - MARGIN + 1e-6
    for one, other in product(places, places):
        apart = abs(one.x - other.x) >= width - 1e-6 or abs(one.y - other.y) >= height - 1e-6
        assert one == other or apart


@given(PIECES, st.sampled_from(["long", "short"]))
def test_a_back_lies_on_its_front_when_the_paper_is_turned(piece: Piece, flip: str) -> None:
    grid = choose_grid(piece, A4)
    width, height = grid.trim
    portrait = grid.height >= grid.width
    for front, back in zip(grid.fronts(), grid.backs(flip), strict=True):
        if (flip == "long") == portrait:  # turned over the left edge
            seen = (grid.width - back.x - width, back.y)
        else:  # turned over the top edge
            seen = (back.x, grid.height - back.y - height)
        assert seen == pytest.approx((front.x, front.y), abs=0.001)
        assert back.turned == ((flip == "long") != portrait)


@given(PIECES, st.integers(1, 12), st.floats(0.3, 1.0))
def test_a_number_that_is_granted_is_printed_no_smaller_than_allowed(
    piece: Piece, up: int, scale_min: float
) -> None:
    smaller = Piece(piece.width, piece.height, piece.bleed, scale_min)
    try:
        grid = choose_grid(smaller, A4, up)
    except Misfit as refusal:
        assert str(refusal)
        return
    assert grid.count == up
    assert scale_min - 1e-6 <= grid.scale <= 1
    x, y = grid.origin
    assert min(x, y) - grid.bleed >= MARGIN - 1e-6


@given(PIECES)
def test_no_other_grid_of_the_page_would_hold_more(piece: Piece) -> None:
    grid = choose_grid(piece, A4, marks="none")
    for page in (A4, A4[::-1]):
        across, down = ((side - 2 * MARGIN) for side in page)
        width, height = piece.room
        more = [
            columns * rows
            for columns in range(1, 25)
            for rows in range(1, 35)
            if columns * width <= across and rows * height <= down
        ]
        assert grid.count >= max(more, default=0)
