"""The printed products of the garden game: counts, the common grid, layers, readability, ink."""

from __future__ import annotations

import io
import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageStat

from generator.catalogue import products
from generator.compose import Component, compose
from generator.garden import solved
from generator.imposition import Piece, choose_grid
from generator.jobs import faces_of
from layouts import HOME
from layouts.binding import written
from layouts.facts import facts, flowers
from layouts.loader import EDITIONS, builtin_names, load
from layouts.palette import colour
from layouts.sources import parse_source
from layouts.tables import papers
from output import png
from output.fonts import width_mm
from output.formats import Options
from output.scene import Circle, Colour, Document, Group, Item, Layer, Line, Page, Rect, Text, Use
from solver.garden import game
from solver.garden.rules import bouquets

NAMES = [name for name in builtin_names() if name.startswith("garden/")]
PRINTED = [name for name in NAMES if not load(name).layout.abstract]
SIZES = (60, 70, 80)
CARDS = [f"garden/cards-{size}" for size in SIZES]
AIDS = ["garden/aid", "garden/aid-back", "garden/aid-tactical", "garden/aid-two"]
ROUND = ["garden/tokens", "garden/token-backs", "garden/coins", "garden/coin-backs"]
STANDING = ["garden/pawns", "garden/ornaments"]
PAGES = [*AIDS, "garden/score-sheet", "garden/wheelbarrows"]
FACTS = facts("garden")
PATTERNS = tomllib.loads((HOME / "garden" / "cards.toml").read_text("utf-8"))["rows"]
SHAPES = {row["says"]: row["shape"] for row in flowers("garden")}
IMPRINT = 8


def walk(
    items: tuple[Item, ...], scale: float = 1.0, layer: Layer = "print"
) -> Iterator[tuple[Item, float, Layer]]:
    for item in items:
        if isinstance(item, Group):
            a, b, *_ = item.matrix or (1.0, 0.0)
            yield from walk(item.items, scale * hypot(a, b), item.layer or layer)
        else:
            yield item, scale, layer


@cache
def composed(name: str, edition: str = "colour") -> list[Component]:
    return compose(name, edition)


def on_layer(piece: Component, layer: Layer) -> list[Item]:
    return [item for item, _, where in walk(piece.items) if where == layer]


def texts(piece: Component) -> list[Text]:
    return [item for item, _, _ in walk(piece.items) if isinstance(item, Text)]


def words(piece: Component) -> list[str]:
    return [item.text for item in texts(piece)]


def drawn(piece: Component) -> list[Use]:
    """Return the drawings of flowers."""
    uses = [item for item, _, _ in walk(piece.items) if isinstance(item, Use)]
    return [use for use in uses if use.symbol.name.startswith(tuple(SHAPES.values()))]


# ------------------------------------------------------------------------------------ all of them


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", PRINTED)
def test_every_layout_composes_in_every_edition(name: str, edition: str) -> None:
    assert composed(name, edition)


@pytest.mark.parametrize("name", PRINTED)
def test_the_large_edition_has_large_text_and_flowers(name: str) -> None:
    for piece in composed(name, "large"):
        assert min((item.size for item in texts(piece)), default=99) >= 16
        assert min((use.scale * 100 for use in drawn(piece)), default=99) >= 14


@pytest.mark.parametrize("edition", ["colour", "low-ink", "laminate"])
@pytest.mark.parametrize("name", PRINTED)
def test_words_are_large_enough_to_read(name: str, edition: str) -> None:
    least = {"card": 9, "token": 9, "aid": 11, "sheet": 10}[load(name).layout.kind]
    for piece in composed(name, edition):
        assert min({item.size for item in texts(piece)} - {IMPRINT}, default=99) >= least


def coverage(name: str, edition: str) -> float:
    """Return the mean of cyan, magenta and yellow over a quarter of the different pieces."""
    different = list({id(piece): piece for piece in composed(name, edition)}.values())
    pages = [
        Page(piece.width, piece.height, piece.items, f"page-{at}")
        for at, piece in enumerate(different[::4])
    ]
    pictures = png.render(Document(tuple(pages), "pages"), Options(dpi=100))
    means = [ImageStat.Stat(Image.open(io.BytesIO(data)).convert("RGB")).mean for data in pictures]
    return 1 - sum(map(sum, means)) / 3 / 255 / len(means)


@pytest.mark.parametrize("name", PRINTED)
def test_the_low_ink_edition_saves_70_percent(name: str) -> None:
    assert coverage(name, "low-ink") <= 0.3 * coverage(name, "colour")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", [*AIDS, "garden/score-sheet", "garden/wheelbarrows"])
def test_every_page_says_whose_game_it_is_and_that_we_are_not_affiliated(
    name: str, edition: str
) -> None:
    said = " ".join(words(composed(name, edition)[0]))
    assert FACTS["title"] in said
    assert "ot affiliated" in said


@pytest.mark.parametrize("name", PAGES)
def test_the_laminate_edition_leaves_room_for_the_seal(name: str) -> None:
    piece = composed(name, "laminate")[0]
    (cut,) = on_layer(piece, "cut")
    assert isinstance(cut, Rect)
    assert min(cut.x, cut.y) >= 3
    assert piece.width - cut.x - cut.width >= 3
    assert piece.height - cut.y - cut.height >= 3


# ---------------------------------------------------------------------------- counts of the facts


def test_the_kit_has_all_components_in_the_numbers_of_the_facts() -> None:
    kit = {product.name: product.layouts for product in products("garden")}
    count = {
        name: sum(len(composed(layout)) for layout in layouts) for name, layouts in kit.items()
    }
    colours = len(FACTS["colours"])
    assert count == {
        "cards": colours * len(FACTS["cards"]["beds"]),
        "tokens": colours * FACTS["tokens"]["each"],
        "coins": sum(coin["count"] for coin in FACTS["coins"]),
        "pawns": 3 * colours,
        "wheelbarrows": colours,
        "aid": 5,
        "aid-tactical": 5,
        "aid-two": 2,
        "score-sheet": 1,
    }
    assert count["cards"] == 45 and count["tokens"] == 75 and count["coins"] == 70


def test_tokens_and_coins_are_as_many_of_each_kind_as_the_facts_say() -> None:
    tokens = Counter(piece.name for piece in composed("garden/tokens"))
    assert tokens == {f"token-{colour}": FACTS["tokens"]["each"] for colour in FACTS["colours"]}
    coins = Counter(words(piece)[0] for piece in composed("garden/coins"))
    assert coins == {str(coin["value"]): coin["count"] for coin in FACTS["coins"]}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_wheelbarrow_has_a_flag_under_the_last_place_of_every_table(edition: str) -> None:
    for piece in composed("garden/wheelbarrows", edition):
        found = texts(piece)
        for table in FACTS["tables"]:
            (place,) = (
                item for item in found if item.text == str(table["wheelbarrow"]) and item.size == 20
            )
            (flag,) = (
                item
                for item in found
                if item.text in (f"{table['players']} players", f"for {table['players']}")
            )
            assert flag.x == pytest.approx(place.x)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_aids_carry_every_number_of_the_rules(edition: str) -> None:
    front = Counter(words(composed("garden/aid", edition)[0]))
    wanted = [*FACTS["scoring"]["bouquets"][2:], *(row["wheelbarrow"] for row in FACTS["tables"])]
    assert not Counter(map(str, wanted)) - front
    back = " ".join(words(composed("garden/aid-back", edition)[0]))
    for pawn in ("animal", "ornament"):
        assert f"{FACTS['pawns'][pawn]} beds" in back
    assert "3, 3, 6 or 10" in back
    assert [row["big_bouquet"] for row in FACTS["tables"]] == [3, 3, 6, 10]


# ------------------------------------------------------------------------------------------ cards


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", CARDS)
def test_flowers_stand_in_the_middle_of_the_spaces_of_the_pattern(name: str, edition: str) -> None:
    for row, piece in zip(PATTERNS, composed(name, edition), strict=True):
        space = piece.width / 3
        beds = {
            (x, y) for y, marks in enumerate(row["pattern"]) for x in range(3) if marks[x] == "F"
        }
        found = {(use.x / space - 0.5, use.y / space - 0.5) for use in drawn(piece)}
        assert {(round(x, 6), round(y, 6)) for x, y in found} == beds
        assert len(beds) == row["beds"]
        assert all(use.symbol.name.startswith(SHAPES[row["colour"]]) for use in drawn(piece))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", CARDS)
def test_the_name_of_a_card_covers_no_flower(name: str, edition: str) -> None:
    for row, piece in zip(PATTERNS, composed(name, edition), strict=True):
        (item,) = texts(piece)
        assert item.text == str(row["beds"])
        (label,) = (
            found
            for found, _, _ in walk(piece.items)
            if isinstance(found, Rect) and found.radius == 1 and found.paint.stroke
        )
        corner = label.x + label.width, label.y
        mounds = [found for found, _, _ in walk(piece.items) if isinstance(found, Circle)]
        for mound in mounds:
            assert hypot(mound.x - corner[0], mound.y - corner[1]) >= mound.radius - 0.05


def without_words(piece: Component) -> Component:
    """Return a card without its label and drawings: soil, lawn and strings."""
    kept = tuple(
        item
        for item, _, _ in walk(piece.items)
        if not isinstance(item, (Text, Use, Circle)) and not getattr(item, "radius", 0)
    )
    return Component(**{name: getattr(piece, name) for name in SLOTS} | {"items": kept})


SLOTS = [name for name in Component.__dataclass_fields__ if name != "items"]


def overlapped(card: Component, columns: int) -> Image.Image:
    """Draw a card on one that it covers but for some columns, ten pixels a mm."""
    shift = columns * card.width / 3
    items = tuple(Group(card.clipped(0), (1, 0, 0, 1, x, 0)) for x in (0.0, shift))
    page = Page(card.width + shift, card.height, items, "page")
    (data,) = png.render(Document((page,), "page"), Options(dpi=254))
    return Image.open(io.BytesIO(data)).convert("L")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("columns", [1, 2])
def test_overlapping_cards_are_one_soil_with_strings_at_equal_steps(
    size: int, columns: int
) -> None:
    nine = next(p for p in composed(f"garden/cards-{size}") if p.name == "rose-9")
    picture = overlapped(without_words(nine), columns)
    space = size / 3
    middle = round(5 * space)  # of the upper spaces, in pixels: no string across there
    soil = picture.getpixel((middle, middle))
    strips = picture.crop((0, middle - 25, picture.width, middle + 25))  # longer than a dash
    other = {
        x
        for x in range(strips.width)
        if max(abs(part - soil) for part in strips.crop((x, 0, x + 1, 50)).getextrema()) > 8
    }
    edges = {0, strips.width - 1}
    steps = [10 * space * number for number in range(1, 3 + columns)]
    assert all(min(abs(x + 0.5 - step) for step in steps) <= 2.5 for x in other - edges)
    assert all(any(abs(x + 0.5 - step) <= 2.5 for x in other) for step in steps)


@pytest.mark.parametrize("name", CARDS)
def test_strings_of_overlapping_cards_meet(name: str) -> None:
    piece = composed(name)[0]
    strings = [item for item in piece.items if getattr(item, "segments", None)]
    numbers = {n for item in strings for _, xy in item.segments for n in xy}
    space = piece.width / 3
    inner = {n for n in numbers if 0 < n < piece.width}
    assert sorted(inner) == pytest.approx([space, 2 * space], abs=0.001)


@pytest.mark.parametrize("name", CARDS)
def test_beds_at_the_edge_reach_to_the_bleed(name: str) -> None:
    piece = next(piece for piece in composed(name) if piece.name == "rose-9")
    ground = piece.items[0]
    assert isinstance(ground, Rect)
    soil = [
        item
        for item in piece.items
        if isinstance(item, Rect) and item is not ground and item.paint.fill
    ]
    edge = piece.width + 3
    corners = {(-3, -3), (edge, -3), (-3, edge), (edge, edge)}
    reached = {
        (x, y)
        for rect in soil
        for x in (round(rect.x, 2), round(rect.x + rect.width, 2))
        for y in (round(rect.y, 2), round(rect.y + rect.height, 2))
    }
    assert corners <= reached


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", [*CARDS, "garden/tokens", "garden/coins"])
def test_every_piece_has_a_back_of_its_size_and_kind(name: str, edition: str) -> None:
    for face in faces_of([name], edition, two_sided=True):
        assert face.back
        size = (face.back.width, face.back.height, face.back.bleed)
        assert size == (face.front.width, face.front.height, face.front.bleed)
        assert face.back.name == f"{face.front.name}-back"


@pytest.mark.parametrize(
    ("name", "paper", "count"),
    [
        pytest.param("garden/cards-70", "a4", 6, id="70 mm on A4"),
        pytest.param("garden/cards-70", "letter", 6, id="70 mm on Letter"),
        pytest.param("garden/cards-60", "a4", 12, id="60 mm on A4"),
        pytest.param("garden/coins", "letter", 63, id="coins on Letter"),
        pytest.param("garden/tokens", "a4", 96, id="tokens on A4"),
        pytest.param("garden/wheelbarrows", "a4", 5, id="wheelbarrows on A4"),
        pytest.param("garden/wheelbarrows", "letter", 5, id="wheelbarrows on Letter"),
    ],
)
def test_as_many_pieces_as_can_be_share_a_page(name: str, paper: str, count: int) -> None:
    piece = composed(name)[0]
    found = choose_grid(Piece(piece.width, piece.height, piece.bleed), papers()[paper])
    assert found.count == count


# --------------------------------------------------------------------------- cut and fold layers


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", ROUND)
def test_tokens_and_coins_are_cut_as_circles_and_bleed_over_them(name: str, edition: str) -> None:
    for piece in composed(name, edition):
        (cut,) = on_layer(piece, "cut")
        assert isinstance(cut, Circle)
        small = 20 if "token" in name else 25
        assert 2 * cut.radius == piece.width == (32 if edition == "large" else small)
        ground = piece.items[0]
        assert isinstance(ground, Rect)  # the only circle line is the one to cut along
        assert (ground.x, ground.width) == (-piece.bleed, piece.width + 2 * piece.bleed)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", STANDING)
def test_pawns_fold_in_the_middle_and_at_both_feet(name: str, edition: str) -> None:
    for piece in composed(name, edition):
        folds = on_layer(piece, "fold")
        assert all(isinstance(line, Line) and line.paint.dash for line in folds)
        back, middle, front = sorted(line.y1 for line in folds if isinstance(line, Line))
        assert middle == pytest.approx(piece.height / 2, abs=0.001)
        assert back == pytest.approx(piece.height - front, abs=0.01)
        (cut,) = on_layer(piece, "cut")
        assert isinstance(cut, Rect)
        assert (cut.x, cut.y, cut.width, cut.height) == (0, 0, piece.width, piece.height)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", STANDING)
def test_the_half_above_the_fold_stands_on_its_head(name: str, edition: str) -> None:
    for piece in composed(name, edition):
        uses = [item for item, _, _ in walk(piece.items) if isinstance(item, Use)]
        upright = {use.symbol.name: use for use in uses if not use.symbol.name.endswith("-180")}
        turned = {
            use.symbol.name.removesuffix("-180"): use for use in uses if use.y < piece.height / 2
        }
        assert upright.keys() == turned.keys() and len(uses) == 4
        for shape, use in upright.items():
            assert turned[shape].y == pytest.approx(piece.height - use.y)
            assert turned[shape].x == use.x  # both halves stand on one base


def test_an_ornament_covers_two_spaces_and_other_pawns_one() -> None:
    for edition, space in (("colour", 70 / 3), ("large", 80 / 3)):
        foot = [
            (piece.width, piece.height - 2 * max(line.y1 for line in on_layer(piece, "fold")))
            for name in STANDING
            for piece in composed(name, edition)
        ]
        assert all(width <= space for width, _ in foot[:10])
        assert all(1.8 * space <= width <= 2 * space for width, _ in foot[10:])


@pytest.mark.parametrize("name", [*STANDING, "garden/wheelbarrows"])
def test_nothing_is_printed_behind_pawns_and_wheelbarrows(name: str) -> None:
    faces = faces_of([name], "colour", two_sided=True)
    assert len(faces) == len(composed(name))
    assert not any(face.back for face in faces)


# ----------------------------------------------------------------------------------- solved pages

TURN = """
game = "garden"
kind = "turn"
players = 3
me = "rose"
hand = ["rose-4"]
cards = [["arum-5", 0, 0, 0], ["hyacinth-9", 2, 2, 90]]

[pawns]
arum = { gardener = [0, 2], animal = [-1, 0], ornament = [[0, 1], [0, 0]] }
rose = { animal = [5, 2] }

[patterns]
rose-4 = ["F.F", ".F.", "F.."]
arum-5 = ["F.F", "FF.", ".F."]
hyacinth-9 = ["FFF", "FFF", "FFF"]
"""
MOVE: dict[str, Any] = {
    "card": "rose-4",
    "at": [3, 1],
    "turn": 90,
    "flowers": ["hyacinth"] * 4,
    "sold": [],
    "discarded": ["hyacinth"],
}


def answer(move: Mapping[str, Any] = MOVE) -> dict[str, Any]:
    """Return the data of a made-up answer of one move."""
    instance = game.read(parse_source(TURN.encode(), "turn.toml", Path()))
    result = {"moves": [move], "score": 4, "breakdown": {"beds": 4, "lawn": 0, "sales": 0}}
    return solved(instance, json.loads(json.dumps(result)))


def test_the_data_of_a_solved_garden_have_y_down_and_numbers_at_the_edges() -> None:
    data = answer()
    # x -1 (arum's animal) to 5, y 0 to 4; a column and a line more for the numbers
    assert (data["columns"], data["lines"]) == (8, 6)
    shown = {(row["x"], row["y"]): row["colour"] for row in data["spaces"]}
    assert len(shown) == 9 + 9 - 1 + 9 - 4
    assert shown[2, 2] == "arum" and shown[4, 0] == "hyacinth"
    assert data["cards"] == [{"x": 5, "y": 1, "order": 1}]
    pawns = {(row["colour"], row["figure"]): row for row in data["pawns"]}
    assert ("rose", "hedgehog") not in pawns  # picked up, and not stood by this play
    assert pawns["arum", "hedgehog"]["x"] == 1
    assert (pawns["arum", "sundial"]["wide"], pawns["arum", "sundial"]["high"]) == (1, 2)
    numbers = [row["number"] for row in data["numbers"]]
    assert numbers == [*range(5), *range(-1, 6)]
    assert data["moves"][0]["deal"] == "picks 4\u00a0hyacinth; discards 1\u00a0hyacinth"
    assert data["moves"][0]["place"] == "rose-4 at 3, 1, turned 90° clockwise"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("across", "moves"), [(0, 1), (30, 4), (91, 4)], ids=["small", "large", "45 cards in a line"]
)
def test_a_solved_garden_is_drawn_whole(across: int, moves: int, edition: str) -> None:
    data = answer()
    sale = " + ".join(FACTS["colours"])
    row = {"place": "rose-4 at 3, 1, turned 90° clockwise"}
    row["stood"] = "; ornament on (3, 1) and (3, 2)"
    row["deal"] = f"picks 4 hyacinth; sells {sale}, {sale}, {sale} for 30; discards 1 rose"
    data["moves"] = [{"order": at, **row} for at in range(1, moves + 1)]
    data["columns"], data["lines"] = (max(data[key], across) for key in ("columns", "lines"))
    note = "The best found; not proved. Bound: 149."
    (piece,) = compose("garden/solved", edition, {**data, "note": note})
    beds = sum(bool(space["colour"]) for space in data["spaces"])
    assert len(drawn(piece)) == beds
    frames = [
        item for item, _, _ in walk(piece.items) if isinstance(item, Rect) and item.radius == 0.6
    ]
    assert len(frames) == 1
    assert frames[0].width == pytest.approx(frames[0].height)
    found = words(piece)
    assert all(f"{at}." in found for at in range(1, moves + 1))


@pytest.mark.parametrize("moves", [1, 2, 3])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sale_is_set_in_full_size_where_there_is_room(edition: str, moves: int) -> None:
    row = {"place": "rose-4 at 3, 1, turned 90° clockwise", "stood": ""}
    row["deal"] = (
        "picks 4 arum, 3 tulip; sells rose + arum + tulip, arum + tulip, arum + tulip for 5"
    )
    data = {**answer(), "moves": [{"order": at, **row} for at in range(1, moves + 1)]}
    (piece,) = compose("garden/solved", edition, {**data, "note": ""})
    sizes = [text.size for text in texts(piece) if text.text.startswith("picks")]
    assert sizes == [16 if edition == "large" else 10] * moves


def sale(*held: int) -> dict[str, Any]:
    """Return the row of a move that sells so many flowers of each colour, with long words."""
    counts = dict(zip(FACTS["colours"], held, strict=True))
    flowers = tuple(colour for colour, many in counts.items() for _ in range(many))
    sold = [bouquet for bouquet in bouquets(flowers) if len(bouquet) > 1]
    move = {**MOVE, "sold": sold, "discarded": ["rose"] * 9, "turn": 180}
    move["flowers"] = [*FACTS["colours"], *FACTS["colours"][1:]]
    move["pawns"] = {"rose": {"ornament": [[-10, -12], [-10, -11]]}}
    (row,) = answer(move)["moves"]
    return row


def sizes_of_sales(rows: list[dict[str, Any]], edition: str) -> list[float]:
    """Return the sizes in points in which rows of moves say what is picked and sold."""
    (piece,) = compose("garden/solved", edition, {**answer(), "moves": rows, "note": ""})
    return [text.size for text in texts(piece) if text.text.startswith("picks")]


@pytest.mark.parametrize("edition", EDITIONS)
def test_equal_bouquets_are_counted_so_that_any_sale_is_set_in_full_size(edition: str) -> None:
    full = 16 if edition == "large" else 10
    many = sale(100, 80, 60, 40, 20)
    assert "20\u00a0times rose + arum + hyacinth + daffodil + tulip," in many["deal"]
    assert sizes_of_sales([many], edition) == [full]
    four = [answer()["moves"][0]] * 3
    assert sizes_of_sales([*four, sale(15, 12, 9, 9, 9)], edition) == [full] * 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_plan_that_sells_all_kinds_of_bouquets_with_every_card_is_printed(edition: str) -> None:
    rows = [sale(100, 80, 60, 40, 20)] * 4
    assert len(sizes_of_sales(rows, edition)) == 4


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("far", [4, 12, 30])
def test_numbers_at_the_edge_of_a_garden_keep_apart(edition: str, far: int) -> None:
    (piece,) = compose("garden/solved", edition, {**answer({**MOVE, "at": [-far, 0]}), "note": ""})
    found = [text for text in texts(piece) if text.text.removeprefix("−").isdecimal()]
    (line, _), *_ = Counter(text.y for text in found).most_common()
    below = {text.text: text for text in found if text.y == line}
    row = [below[written(x)] for x in range(-far, 5)]
    assert len({text.size for text in row}) == 1
    for left, right in pairwise(row):
        half = (
            width_mm(left.text, left.font, left.size) + width_mm(right.text, right.font, right.size)
        ) / 2
        assert right.x - left.x - half >= width_mm(" ", left.font, left.size) - 0.01


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", ["garden/solved", "tiles/solved"])
def test_the_note_keeps_as_far_from_the_right_edge_as_from_the_left(
    name: str, edition: str
) -> None:
    (piece,) = compose(name, edition, {"note": "Proved: no play does better.", "score": 9})
    items = [item for item, _, _ in walk(piece.items)]
    start = next(item for item in items if isinstance(item, Text) and item.text[:6] == "Proved")
    lines = [item for item in items if isinstance(item, Text) and item.x == start.x]
    panel = min(
        (item for item in items if isinstance(item, Rect) and inside(start, item)),
        key=lambda rect: rect.width,
    )
    widest = max(width_mm(line.text, line.font, line.size) for line in lines)
    assert panel.x + panel.width - (start.x + widest) >= start.x - panel.x


def inside(text: Text, rect: Rect) -> bool:
    return rect.x <= text.x <= rect.x + rect.width and rect.y <= text.y <= rect.y + rect.height


@pytest.mark.parametrize("edition", EDITIONS)
def test_lawn_is_told_from_the_bare_table(edition: str) -> None:
    data = answer()
    (piece,) = compose("garden/solved", edition, {**data, "note": ""})
    lawn = sum(not space["colour"] for space in data["spaces"])
    items = [item for item, _, _ in walk(piece.items)]
    green = Colour(*(colour("lawn", edition) or ()))
    filled = [item for item in items if isinstance(item, Rect) and item.paint.fill == green]
    grass = [item for item in items if isinstance(item, Use) and "tuft" in item.symbol.name]
    assert lawn == len(grass if edition == "low-ink" else filled)
