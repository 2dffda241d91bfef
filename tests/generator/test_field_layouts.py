"""The printed products of the number-card game: deck, sizes, readability and words."""

from __future__ import annotations

import io
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageStat

from generator.catalogue import products
from generator.compose import Component, compose
from generator.imposition import Piece, choose_grid
from layouts import HOME
from layouts.facts import facts, flowers
from layouts.faults import BadInput
from layouts.loader import EDITIONS, builtin_names, load
from layouts.tables import papers
from output import png
from output.formats import Options
from output.scene import Document, Group, Item, Page, Rect, Use
from tests.generator.scenes import texts, walk, words

NAMES = [name for name in builtin_names() if name.startswith("field/")]
PRINTED = [name for name in NAMES if not load(name).layout.abstract]
DECKS = ["field/cards", "field/cards-poker", "field/cards-mini"]
STARTS = ["field/start-cards", "field/start-cards-poker", "field/start-cards-mini"]
AIDS = ["field/aid", "field/aid-back", "field/solo-aid"]
SHEETS = ["field/score-sheet", "field/solo-sheet"]
NUMBER_PT = {"field/cards": 40, "field/cards-poker": 40, "field/cards-mini": 30}
FACTS = facts("field")
SAYS = {row["letter"]: row["says"] for row in flowers("field")}
DECK = {
    row["number"]: row["letter"]
    for row in tomllib.loads((HOME / "field" / "deck.toml").read_text("utf-8"))["rows"]
}


@cache
def composed(name: str, edition: str = "colour") -> list[Component]:
    return compose(name, edition)


def drawn(piece: Component) -> list[Use]:
    """Return the drawings of flowers."""
    names = {f"{row['shape']}-{row['colour']}" for row in flowers("field")}
    uses = [item for item, _ in walk(piece.items) if isinstance(item, Use)]
    return [use for use in uses if any(use.symbol.name.startswith(name) for name in names)]


# ------------------------------------------------------------------------------------ all of them


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", PRINTED)
def test_every_layout_composes_in_every_edition(name: str, edition: str) -> None:
    assert composed(name, edition)


@pytest.mark.parametrize("name", PRINTED)
def test_the_large_edition_has_large_text_and_flowers(name: str) -> None:
    for piece in composed(name, "large"):
        assert min((item.size for item in texts(piece)), default=99) >= 16
        if load(name).layout.kind != "card" or "back" not in name:
            assert min((use.scale * 100 for use in drawn(piece)), default=99) >= 14


@pytest.mark.parametrize("edition", ["colour", "low-ink", "laminate"])
@pytest.mark.parametrize("name", PRINTED)
def test_words_are_large_enough_to_read(name: str, edition: str) -> None:
    least = {"card": 9, "aid": 11, "sheet": 10}[load(name).layout.kind]
    imprint = 8
    for piece in composed(name, edition):
        assert min({item.size for item in texts(piece)} - {imprint}, default=99) >= least


@pytest.mark.parametrize("name", ["field/cards", "field/back", "field/start-cards", *AIDS, *SHEETS])
def test_the_low_ink_edition_saves_70_percent(name: str) -> None:
    assert coverage(name, "low-ink") <= 0.3 * coverage(name, "colour")


def coverage(name: str, edition: str) -> float:
    """Return the mean of cyan, magenta and yellow over a tenth of the pieces."""
    pages = [
        Page(piece.width, piece.height, piece.items, f"page-{at}")
        for at, piece in enumerate(composed(name, edition)[::10])
    ]
    pictures = png.render(Document(tuple(pages), "pages"), Options(dpi=100))
    means = [ImageStat.Stat(Image.open(io.BytesIO(data)).convert("RGB")).mean for data in pictures]
    return 1 - sum(map(sum, means)) / 3 / 255 / len(means)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", [*AIDS, *SHEETS])
def test_every_page_says_whose_game_and_whose_design_it_is(name: str, edition: str) -> None:
    said = " ".join(words(composed(name, edition)[0]))
    assert FACTS["title"] in said
    assert "ot affiliated" in said
    assert f" v{load(name).layout.version}]" in said


def test_the_kit_has_a_hundred_cards_nine_starting_cards_and_four_aids() -> None:
    kit = {product.name: product.layouts for product in products("field")}
    assert list(kit) == ["cards", "start-cards", "aid", "solo-aid", "score-sheet", "solo-sheet"]
    count = {
        name: sum(len(composed(layout)) for layout in layouts) for name, layouts in kit.items()
    }
    assert list(count.values()) == [100, 9, 4, 2, 1, 1]


# ------------------------------------------------------------------------------------------ cards


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", DECKS)
def test_every_number_stands_in_two_corners_with_its_letter(name: str, edition: str) -> None:
    pieces = composed(name, edition)
    assert [piece.name for piece in pieces] == [f"card-{number}" for number in range(1, 101)]
    for number, piece in enumerate(pieces, 1):
        numbers = [item for item in texts(piece) if item.text == str(number)]
        assert len(numbers) == 2
        assert min(item.size for item in numbers) >= NUMBER_PT[name]
        first, second = numbers
        assert first.y < piece.height / 4 and first.x < piece.width / 4
        assert second.y > piece.height * 3 / 4 and second.x > piece.width * 3 / 4
        assert words(piece).count(DECK[number]) == 2


@pytest.mark.parametrize("name", DECKS)
def test_every_card_shows_the_flower_of_the_deck_large(name: str) -> None:
    for number, piece in enumerate(composed(name), 1):
        (use,) = drawn(piece)
        assert use.symbol.name.startswith(SAYS[DECK[number]])
        assert use.scale * 100 >= 0.6 * piece.width
        assert SAYS[DECK[number]] in words(piece)


@pytest.mark.parametrize("at", range(3))
def test_the_flowers_of_each_number_of_players_are_those_of_the_facts(at: int) -> None:
    setup = FACTS["setups"][at]
    shown = Counter(
        next(letter for letter, says in SAYS.items() if says in words(piece))
        for number, piece in enumerate(composed("field/cards"), 1)
        if number <= setup["last"] and number != setup["start"]
    )
    assert shown == {row["letter"]: row["counts"][at] for row in FACTS["flowers"]}


@pytest.mark.parametrize("name", [*DECKS, *STARTS, "field/back", "field/back-mini"])
def test_cards_bleed_for_real_and_keep_words_inside(name: str) -> None:
    piece = composed(name)[0]
    ground = piece.items[0]
    assert isinstance(ground, Rect) and ground.paint.fill
    assert (ground.x, ground.y, ground.width) == (-4, -4, piece.width + 8)
    assert load(name).layout.safe >= 3


@pytest.mark.parametrize("name", [*DECKS, *STARTS])
def test_a_back_has_the_size_of_its_card(name: str) -> None:
    front = composed(name)[0]
    assert front.back
    back = composed(front.back)[0]
    assert (back.width, back.height, back.bleed) == (front.width, front.height, front.bleed)


@pytest.mark.parametrize(
    ("name", "paper", "bleed", "count"),
    [
        pytest.param("field/cards", "a4", 0, 9, id="A4, shared cuts"),
        pytest.param("field/cards", "letter", 0, 9, id="Letter, shared cuts"),
        pytest.param("field/cards", "a4", 3, 8, id="A4, own bleed"),
        pytest.param("field/cards", "letter", 3, 6, id="Letter, own bleed"),
        pytest.param("field/cards-poker", "a4", 0, 9, id="poker on A4"),
        pytest.param("field/cards-poker", "letter", 0, 9, id="poker on Letter"),
        pytest.param("field/cards-poker", "a4", 3, 8, id="poker on A4, own bleed"),
        pytest.param("field/cards-mini", "a4", 0, 16, id="mini on A4"),
    ],
)
def test_as_many_cards_as_can_be_share_a_page(
    name: str, paper: str, bleed: float, count: int
) -> None:
    card = composed(name)[0]
    assert choose_grid(Piece(card.width, card.height, bleed), papers()[paper]).count == count


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", STARTS)
def test_nine_starting_cards_carry_the_white_leaf(name: str, edition: str) -> None:
    pieces = composed(name, edition)
    wanted = {str(row["start"]): row["copies"] for row in FACTS["setups"]}
    assert Counter(words(piece)[0] for piece in pieces) == wanted
    for piece in pieces:
        uses = [item for item, _ in walk(piece.items) if isinstance(item, Use)]
        leaves = [use for use in uses if use.symbol.name.startswith("leaf-white")]
        assert len(leaves) == 3
        assert max(use.scale * 100 for use in leaves) >= 0.6 * piece.width


def test_a_deck_of_ones_own_needs_two_lines(tmp_path) -> None:
    (tmp_path / "deck.toml").write_text('rows = [{ number = 7, letter = "N" }]\n')
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "field/cards"\nrows_from = "deck.toml"\n')
    (piece,) = compose(str(mine))
    assert {"7", "N", "narcissus"} == set(words(piece))


def test_a_deck_with_an_unknown_flower_is_refused_by_row(tmp_path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "field/cards"\nrows = [{ number = 7, letter = "X" }]\n')
    with pytest.raises(BadInput, match=r"row 1: .*there is no 'X'"):
        compose(str(mine))


def test_a_hundred_cards_make_a_small_file(run) -> None:
    assert run("print", "field/cards", "-o", "cards.pdf").code == 0
    with pikepdf.open("cards.pdf") as pdf:
        assert len(pdf.pages) == 13
    assert Path("cards.pdf").stat().st_size <= 150_000


# ------------------------------------------------------------------------------- aids and sheets


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_aid_carries_every_number_of_the_rules(edition: str) -> None:
    found = words(composed("field/aid", edition)[0])
    scoring = FACTS["scoring"]
    for points in (*scoring["different"][3:], *scoring["same"][2:]):
        assert str(points) in found
    said = " ".join(found)
    for number, cards in enumerate(FACTS["rounds"]["cards"], 1):
        assert f"Round {number}: {cards} cards" in said
    back = words(composed("field/aid-back", edition)[0])
    for row in FACTS["flowers"]:
        assert all(str(count) in back for count in row["counts"])


def test_the_cards_in_the_picture_of_the_rule_are_of_the_deck_and_in_order() -> None:
    picture = load("field/aid").layout.values["picture"]
    start, *others = picture
    for row in others:
        assert row["flower"] == SAYS[DECK[row["number"]]]
        higher = (row["x"], row["y"]) in ((1, 0), (2, 1))
        assert (row["number"] > FACTS["setups"][0]["start"]) == higher
    assert (start["x"], start["y"]) == (1, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_solo_aid_names_the_decks_of_every_round(edition: str) -> None:
    said = " ".join(words(composed("field/solo-aid", edition)[0]))
    for large, small in zip(FACTS["solo"]["large"], FACTS["solo"]["small"], strict=True):
        assert f"{large} and {small} cards" in said


def cells(name: str, edition: str) -> list[Rect]:
    rects = [item for item, _ in walk(composed(name, edition)[0].items)]
    found = [r for r in rects if isinstance(r, Rect) and 8 < r.height < 20 and r.width < 63]
    return list({(r.x, r.y): r for r in found}.values())  # a fill and its outline are one cell


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_score_sheet_has_a_cell_for_every_number(edition: str) -> None:
    rounds, kinds, players = len(FACTS["rounds"]["cards"]), len(FACTS["flowers"]), 4
    found = cells("field/score-sheet", edition)
    assert len(found) == players * (1 + rounds + kinds + 1)
    assert min(min(cell.width, cell.height) for cell in found) >= 9


@pytest.mark.parametrize("edition", ["colour", "low-ink", "laminate"])
def test_a_solo_sheet_has_two_cells_for_every_turn(edition: str) -> None:
    decks = zip(FACTS["solo"]["large"], FACTS["solo"]["small"], strict=True)
    turns = sum(large // 2 + small // 2 for large, small in decks)
    rounds, kinds = len(FACTS["rounds"]["cards"]), len(FACTS["flowers"])
    found = cells("field/solo-sheet", edition)
    assert len(found) == 2 * turns + 2 + rounds + 2 * kinds + 2 + 1
    assert min(min(cell.width, cell.height) for cell in found) >= 9


@pytest.mark.parametrize("name", SHEETS)
def test_the_laminate_edition_leaves_room_for_the_seal(name: str) -> None:
    (piece,) = composed(name, "laminate")
    cut = next(item for item in _on_layer(piece.items, "cut") if isinstance(item, Rect))
    assert min(cut.x, cut.y, piece.width - cut.x - cut.width) >= 3


def _on_layer(items: tuple[Item, ...], layer: str) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from item.items if item.layer == layer else _on_layer(item.items, layer)


@pytest.mark.parametrize("name", PRINTED)
def test_the_list_does_not_deny_an_edition_that_there_is(name: str) -> None:
    assert composed(name, "large")
    assert "not in large" not in load(name).layout.about
