"""The printed products of the tile game: tiles, board, tokens, readability and words."""

from __future__ import annotations

import io
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import hypot
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from generator.catalogue import products
from generator.compose import Component, compose
from generator.imposition import Piece, choose_grid
from generator.tiles import solved, summands
from layouts import HOME
from layouts.facts import flowers
from layouts.loader import EDITIONS, builtin_names, load
from layouts.sources import parse_source
from layouts.tables import papers
from output import png
from output.fonts import width_mm
from output.formats import Options
from output.scene import Circle, Document, Group, Item, Page, Rect, Use
from solver.tiles import game
from solver.tiles.rules import FACTS, JOKER, JOKERS, MOST, TOKENS, flowers_on, row_faults
from tests.generator.scenes import texts, walk, words

NAMES = [name for name in builtin_names() if name.startswith("tiles/")]
PRINTED = [name for name in NAMES if not load(name).layout.abstract]
SQUARES = ["tiles/tiles", "tiles/tiles-30", "tiles/stickers", "tiles/stickers-letter"]
DECKS = [*SQUARES, "tiles/cards"]
AIDS = ["tiles/aid", "tiles/aid-back"]
HALVES = ["tiles/board-left", "tiles/board-right"]
SET = tomllib.loads((HOME / "tiles" / "set.toml").read_text("utf-8"))["rows"]
BOARD_MIDDLE = 186


def on_layer(items: tuple[Item, ...], layer: str) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from item.items if item.layer == layer else on_layer(item.items, layer)


@cache
def composed(name: str, edition: str = "colour") -> list[Component]:
    return compose(name, edition)


def uses(piece: Component) -> list[Use]:
    return [item for item, _ in walk(piece.items) if isinstance(item, Use)]


def drawn(piece: Component) -> Counter[str]:
    """Return how often the flower of every letter is drawn."""
    letters = {f"{row['shape']}-{row['colour']}": row["letter"] for row in flowers("tiles")}
    return Counter(letters[use.symbol.name] for use in uses(piece) if use.symbol.name in letters)


# ------------------------------------------------------------------------------------ all of them


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", PRINTED)
def test_every_layout_composes_in_every_edition(name: str, edition: str) -> None:
    assert composed(name, edition)


@pytest.mark.parametrize("name", [*PRINTED, "tiles/solved"])
def test_the_large_edition_has_large_text(name: str) -> None:
    for piece in composed(name, "large"):
        assert min((item.size for item in texts(piece)), default=99) >= 16


@pytest.mark.parametrize("name", DECKS)
def test_large_tiles_have_large_flowers(name: str) -> None:
    for piece in composed(name, "large"):
        found = [use.scale * 100 for use in uses(piece) if use.symbol.name != "leaf-corner-ink-90"]
        assert min(found) >= 14


@pytest.mark.parametrize("edition", ["colour", "low-ink", "laminate"])
@pytest.mark.parametrize("name", PRINTED)
def test_words_are_large_enough_to_read(name: str, edition: str) -> None:
    least = {"aid": 11, "board": 11, "sheet": 10}.get(load(name).layout.kind, 12)
    imprint = 8
    for piece in composed(name, edition):
        assert min({item.size for item in texts(piece)} - {imprint}, default=99) >= least


@pytest.mark.parametrize("name", [*PRINTED, "tiles/solved"])
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
@pytest.mark.parametrize("name", [*AIDS, "tiles/board", "tiles/board-left", "tiles/score-sheet"])
def test_every_page_says_whose_game_and_whose_design_it_is(name: str, edition: str) -> None:
    said = " ".join(words(composed(name, edition)[0]))
    assert FACTS["title"] in said
    assert "ot affiliated" in said
    version = load(name).layout.version
    assert f" v{version}]" in said or f"version {version}" in said


def test_the_kit_has_all_pieces_of_the_box_an_aid_each_and_a_score_sheet() -> None:
    count = {
        product.name: sum(len(composed(layout)) for layout in product.layouts)
        for product in products("tiles")
    }
    assert list(count.items()) == [
        ("tiles", MOST + JOKERS),
        ("board-halves", 2),
        ("tokens", len(TOKENS)),
        ("aid", FACTS["players"]["most"]),
        ("score-sheet", 1),
    ]


@pytest.mark.parametrize("name", [name for name in PRINTED if load(name).layout.back])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_back_has_the_size_of_its_front(name: str, edition: str) -> None:
    front = composed(name, edition)[0]
    assert front.back
    back = composed(front.back, edition)[0]
    assert (back.width, back.height, back.bleed) == (front.width, front.height, front.bleed)


# ------------------------------------------------------------------------------------------ tiles


def test_the_table_of_the_tiles_says_what_the_rules_say() -> None:
    assert [row["number"] for row in SET] == [*range(1, MOST + 1), "J"]
    assert [row["blooms"] for row in SET] == [*map(flowers_on, range(1, MOST + 1)), 0]
    assert [row["copies"] for row in SET] == [1] * MOST + [JOKERS]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", DECKS)
def test_every_tile_shows_as_many_flowers_as_it_counts(name: str, edition: str) -> None:
    pieces = composed(name, edition)
    for number, piece in enumerate(pieces[:MOST], 1):
        assert drawn(piece) == {str(flowers_on(number)): flowers_on(number)}
    assert [drawn(piece) for piece in pieces[MOST:]] == [{"J": 1}] * JOKERS


@pytest.mark.parametrize("name", SQUARES)
def test_flowers_on_a_tile_do_not_hide_each_other(name: str) -> None:
    for piece in composed(name)[:MOST]:
        found = uses(piece)
        for at, one in enumerate(found):
            for other in found[:at]:
                assert hypot(one.x - other.x, one.y - other.y) >= 0.93 * one.scale * 100


@pytest.mark.parametrize("name", SQUARES)
def test_a_line_below_every_number_tells_6_from_9(name: str) -> None:
    for number, piece in enumerate(composed(name)[:MOST], 1):
        (shown,) = texts(piece)
        assert shown.text == str(number)
        rects = [item for item, _ in walk(piece.items) if isinstance(item, Rect)]
        (line,) = [rect for rect in rects if rect.height < 1.2]
        assert 0.2 < line.y - shown.y < 2
        assert abs(line.x + line.width / 2 - piece.width / 2) < 0.01


def test_both_numbers_of_a_card_stand_on_a_line() -> None:
    for number, piece in enumerate(composed("tiles/cards")[:MOST], 1):
        assert words(piece) == [str(number)] * 2
        rects = [item for item, _ in walk(piece.items) if isinstance(item, Rect)]
        lines = [rect for rect in rects if rect.height < 1.2]
        for line, shown in zip(lines, texts(piece), strict=True):
            assert 0.2 < line.y - shown.y < 2


@pytest.mark.parametrize(
    ("name", "paper", "count"),
    [
        pytest.param("tiles/tiles", "a4", 77, id="A4, 25 mm"),
        pytest.param("tiles/tiles", "letter", 80, id="Letter, 25 mm"),
        pytest.param("tiles/tiles-30", "a4", 54, id="A4, 30 mm"),
        pytest.param("tiles/tiles-30", "letter", 48, id="Letter, 30 mm"),
        pytest.param("tiles/stickers", "a4", 70, id="A4, labels"),
        pytest.param("tiles/stickers-letter", "letter", 63, id="Letter, labels"),
    ],
)
def test_as_many_tiles_as_can_be_share_a_page(name: str, paper: str, count: int) -> None:
    piece = composed(name)[0]
    grid = choose_grid(Piece(piece.width, piece.height, piece.bleed), papers()[paper])
    assert (grid.count, grid.gutter) == (count, 0)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", ["tiles/stickers", "tiles/stickers-letter"])
def test_the_ground_of_a_sticker_reaches_over_its_label_but_not_over_the_gutter(
    name: str, edition: str
) -> None:
    piece = composed(name, edition)[0]
    grounds = [item for item in composed(name)[0].items if isinstance(item, Rect)]
    (label,) = on_layer(piece.items, "guides")
    assert isinstance(label, Rect)
    assert label.width < piece.width
    if edition == "colour":
        assert label.width + 1 <= grounds[0].width <= piece.width - 0.5


# ----------------------------------------------------------------------------------------- tokens


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tokens_are_those_of_the_facts_and_cut_round(edition: str) -> None:
    pieces = composed("tiles/tokens", edition)
    assert sorted(int(*words(piece)) for piece in pieces) == sorted(TOKENS)
    for piece in [*pieces, *composed("tiles/token-backs", edition)]:
        (cut,) = on_layer(piece.items, "cut")
        assert isinstance(cut, Circle)
        half = (32 if edition == "large" else 25) / 2
        assert (cut.x, cut.y, cut.radius) == (half, half, half)
        ground = piece.items[0]
        assert isinstance(ground, Rect)  # the only circle is the one to cut along
        assert (ground.x, ground.width) == (-1.5, 2 * half + 3)


# ------------------------------------------------------------------------------------------ board


def spaces(piece: Component) -> tuple[list[Rect], list[Circle]]:
    """Return the spaces of the board: dashed squares and circles."""
    found = [item for item, _ in walk(piece.items)]
    rects = [item for item in found if isinstance(item, Rect) and item.paint.dash]
    circles = [item for item in found if isinstance(item, Circle) and item.paint.dash]
    return [rect for rect in rects if rect.height < 100], circles


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_board_has_a_space_for_every_floor_tile_joker_and_token(edition: str) -> None:
    (piece,) = composed("tiles/board", edition)
    squares, circles = spaces(piece)
    assert len(squares) == FACTS["set_up"]["floor"] + JOKERS
    assert len(circles) == len(TOKENS)
    assert drawn(piece)["J"] == JOKERS
    numbers = Counter(int(word) for word in words(piece) if word.isdecimal())
    assert not Counter(TOKENS) - numbers
    tile = composed("tiles/tiles-30", edition)[0].width
    assert min(square.width for square in squares) >= tile
    assert (
        min(2 * circle.radius for circle in circles) >= composed("tiles/tokens", edition)[0].width
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_space_of_the_board_lies_across_the_seam_or_on_another(edition: str) -> None:
    squares, circles = spaces(composed("tiles/board", edition)[0])
    boxes = [(s.x, s.y, s.x + s.width, s.y + s.height) for s in squares]
    boxes += [(c.x - c.radius, c.y - c.radius, c.x + c.radius, c.y + c.radius) for c in circles]
    for at, (left, top, right, bottom) in enumerate(boxes):
        assert right < BOARD_MIDDLE or left > BOARD_MIDDLE
        for x, y, to_x, to_y in boxes[:at]:
            assert right <= x or left >= to_x or bottom <= y or top >= to_y


def picture(name: str, edition: str, left: float, width: float) -> Image.Image:
    """Return a strip of a layout as a picture; the strip's edges lie on whole dots."""
    (piece,) = composed(name, edition)
    moved = Group(piece.items, matrix=(1, 0, 0, 1, -left, 0))
    page = Page(width, piece.height, (moved,), "strip")
    (data,) = png.render(Document((page,), "strip"), Options(dpi=127))  # 5 dots a mm
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_halves_of_the_board_join_exactly(edition: str) -> None:
    left, right = (composed(name, edition)[0] for name in HALVES)
    (whole,) = composed("tiles/board", edition)
    assert whole.width == BOARD_MIDDLE + right.width
    assert left.width - BOARD_MIDDLE >= 10  # the strip to glue
    inner = BOARD_MIDDLE - 1  # without the lines along the seam
    for half, at, start in ((HALVES[0], 0, 0), (HALVES[1], 1, BOARD_MIDDLE + 1)):
        one, other = (
            picture("tiles/board", edition, start, inner),
            picture(half, edition, at, inner),
        )
        steps = ImageChops.difference(one, other).getextrema()
        assert max(most for _, most in steps) <= 1  # of 255: rounding alone


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("name", "paper"),
    [
        *((name, paper) for name in HALVES for paper in ("a4", "letter")),
        ("tiles/board", "a3"),
        ("tiles/board", "tabloid"),
    ],
)
def test_the_board_fits_its_papers_in_full_size(name: str, paper: str, edition: str) -> None:
    (piece,) = composed(name, edition)
    assert choose_grid(Piece(piece.width, piece.height), papers()[paper]).scale == 1


# ------------------------------------------------------------------------------- aids and sheets


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_aid_shows_what_every_kind_of_tile_counts(edition: str) -> None:
    (piece, *_) = composed("tiles/aid", edition)
    example = load("tiles/aid").layout.values["example"]
    wanted = Counter({str(row["count"]): row["count"] for row in FACTS["flowers"]})
    for row in example:
        wanted[str(row["blooms"])] += row["blooms"]
    assert drawn(piece) == wanted
    said = " ".join(words(piece))
    assert all(str(row["multiple_of"]) in said for row in FACTS["flowers"][:-1])


@pytest.mark.parametrize("name", AIDS)
def test_the_rows_that_an_aid_draws_are_legal(name: str) -> None:
    example = load(name).layout.values["example"]
    assert [row["blooms"] for row in example] == [flowers_on(row["number"]) for row in example]
    assert not row_faults([row["number"] for row in example])
    assert not row_faults([row["number"] for row in example if not row.get("stolen")])


def test_an_aid_names_the_tiles_that_a_theft_leaves() -> None:
    example = load("tiles/aid-back").layout.values["example"]
    stolen = " and ".join(str(row["number"]) for row in example if row.get("stolen"))
    left = " ".join(str(row["number"]) for row in example if not row.get("stolen"))
    said = " ".join(words(composed("tiles/aid-back")[0]))
    assert f"without {stolen} it is {left}." in said


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_score_sheet_has_cells_for_two_rounds_of_every_player(edition: str) -> None:
    (piece,) = composed("tiles/score-sheet", edition)
    cells = [
        item
        for item, _ in walk(piece.items)
        if isinstance(item, Rect) and item.width < 40 and item.height > 5
    ]
    games = sum(word.startswith("Game ") for word in words(piece))
    lines = 1 + 2 * FACTS["game"]["rounds"] + 1
    assert len(cells) == games * lines * FACTS["players"]["most"]
    assert min(cell.height for cell in cells) >= (9 if edition == "laminate" else 8)


@pytest.mark.parametrize("name", [*AIDS, *HALVES, "tiles/board", "tiles/score-sheet"])
def test_the_laminate_edition_leaves_room_for_the_seal(name: str) -> None:
    (piece, *_) = composed(name, "laminate")
    cut = next(item for item in on_layer(piece.items, "cut") if isinstance(item, Rect))
    assert min(cut.y, piece.height - cut.y - cut.height) >= 3


# ----------------------------------------------------------------------------------- solved pages


def instance(kind: str, hand: list[Any], table: list[list[Any]] | None = None) -> Any:
    lines = [f'game = "tiles"\nkind = "{kind}"\nhand = {hand}\n']
    if table:
        lines.append(f"table = {table}\n")
    return game.read(parse_source("".join(lines), "position", HOME))


def play(sequence: list[Any], token: int | None, **more: Any) -> dict[str, Any]:
    stolen = more.get("stolen", [])
    from_hand = [tile for tile in sequence if tile not in stolen]
    return {"action": "play", "sequence": sequence, "from_hand": from_hand, "token": token} | more


THEFT = instance("turn", [21, 22, 23, 40, "J"], [[14, 16, 17, 18, 19], [31, 33, "J", 37]])
STOLEN = play([17, 19, 21, 22, 23], 9, stolen=[17, 19], stolen_from=0, left=[14, 16, 18])
POINTS = {"score": 2, "breakdown": {"tokens": 9, "flowers": -7}}


def test_new_and_stolen_tiles_are_marked() -> None:
    data = solved(THEFT, {"moves": [STOLEN], **POINTS})
    tiles = [(tile["number"], tile["mark"]) for tile in data["tiles"]]
    assert tiles[:3] == [(14, "old"), (16, "old"), (18, "old")]
    assert tiles[7:12] == [(17, "stolen"), (19, "stolen"), (21, "new"), (22, "new"), (23, "new")]
    assert tiles[12:] == [("J", "old"), (40, "old")]
    assert [label["kind"] for label in data["labels"]] == ["old", "old", "new", "hand"]


def test_swapped_and_added_tiles_are_marked() -> None:
    moves = [
        {"action": "swap", "onto": 0, "from_hand": [35], "sequence": [31, 33, 35, 37]},
        {"action": "extend", "onto": 0, "from_hand": [39], "sequence": [31, 33, 35, 37, 39]},
    ]
    position = instance("turn", [35, 39], [[31, 33, "J", 37]])
    data = solved(position, {"moves": moves, **POINTS})
    wanted = [(31, "old"), (33, "old"), (35, "new"), (37, "old"), (39, "new")]
    assert [(tile["number"], tile["mark"]) for tile in data["tiles"][:5]] == wanted
    said = [line["words"] for line in data["moves"]]
    assert said == ["row\u00a01: 35 for its joker", "row\u00a01: add 39"]


def test_a_move_says_where_it_steals_and_what_it_wins() -> None:
    (line,) = solved(THEFT, {"moves": [STOLEN], **POINTS})["moves"]
    assert line["words"] == "lay 17 19 21 22 23; 17 19 from row\u00a01"
    assert line["token"] == 9


@pytest.mark.parametrize(
    ("moves", "named"),
    [
        pytest.param([range(30, 60)], [30], id="a long row alone"),
        pytest.param([range(1, 9), range(20, 39), range(40, 51)], [8, 19, 11], id="a few"),
        pytest.param([range(n, n + 9) for n in range(1, 90, 9)], [9] * 10, id="many that fit"),
        pytest.param(
            [range(1, 41), *(range(n, n + 7) for n in range(41, 97, 7))],
            [2, *[7] * 8],
            id="all but the longest",
        ),
        pytest.param([range(n, n + 12) for n in range(1, 97, 12)], [2] * 8, id="none of them"),
        pytest.param([range(n, n + 7) for n in range(1, 98, 7)], [7] * 14, id="in two columns"),
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_moves_name_all_tiles_where_they_fit(
    moves: list[range], named: list[int], edition: str
) -> None:
    data = solved(
        instance("harvest", every(1)), {"moves": [play([*m], None) for m in moves], **POINTS}
    )
    said = [line["words"].removeprefix("lay ").split(" (")[0] for line in data["moves"]]
    assert [len(line.replace(" to ", " ").split()) for line in said] == named
    (piece,) = compose("tiles/solved", edition, data)
    if data["move-columns"] == 1:
        found = " ".join(words(piece))
        assert all(line["words"].replace("\n", " ") in found for line in data["moves"])


@pytest.mark.parametrize(
    ("kind", "objective", "told"),
    [
        ("turn", "net", True),
        ("turn", "reward", False),
        ("turn", "tiles", False),
        ("harvest", None, True),
        ("sweep", None, False),
    ],
)
def test_what_is_left_in_hand_is_told_where_it_counts(
    kind: str, objective: str | None, told: bool
) -> None:
    position = replace(instance(kind, [21, 22, 23]), objective=objective)
    data = solved(position, {"moves": [], **POINTS})
    assert ("In hand" in [row["name"] for row in data["breakdown"]]) is told
    assert ("flowers" in summands(position, POINTS["breakdown"])) is told


def test_no_row_goes_on_with_a_lone_tile_where_smaller_tiles_keep_it_together() -> None:
    tiles = [53, 54, 55, 57, 58, 60, 61]
    data = solved(instance("turn", [*tiles, 63]), {"moves": [play(tiles, 9)], **POINTS})
    assert [frame["wide"] for frame in data["frames"]] == [len(tiles), 1]


def test_new_tiles_have_a_thicker_outline_than_laid_ones_without_fills() -> None:
    (piece,) = compose("tiles/solved", "low-ink", solved(THEFT, {"moves": [STOLEN], **POINTS}))
    rects = [item for item, _ in walk(piece.items) if isinstance(item, Rect)]
    outlined = [rect for rect in rects if rect.radius == 1.2 and rect.paint.stroke]
    widths = Counter(rect.paint.width for rect in outlined)
    laid, stolen, new = sorted(widths)
    assert widths[new] == 3  # 21 22 23
    assert new >= 1.5 * stolen >= 1.5 * laid


def every(step: int) -> list[int]:
    return list(range(1, MOST + 1, step))


FLOWERS = Counter()
for number in range(1, MOST + 1):
    FLOWERS[str(flowers_on(number))] += flowers_on(number)

SWEEPS = {
    "one long row": [every(1)],
    "rows of three": [every(1)[at : at + 3] for at in range(0, 99, 3)],
    "rows of four": [every(1)[at : at + 4] for at in range(0, 100, 4)],
    "odd and even": [every(2), [n + 1 for n in every(2)]],
    "nothing laid": [],
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("rows", SWEEPS.values(), ids=SWEEPS)
def test_all_tiles_of_the_box_fit_on_the_page(rows: list[list[int]], edition: str) -> None:
    left = list(TOKENS)
    moves = []
    for tiles in rows:
        count = sum(map(flowers_on, tiles))
        token = max((token for token in left if token <= count), default=None)
        if token:
            left.remove(token)
        moves.append(play(tiles, token))
    position = instance("sweep", [*every(1), *["J"] * JOKERS])
    points = {"score": sum(TOKENS) - sum(left), "breakdown": {"tokens": 0, "flowers": 0}}
    (piece,) = compose("tiles/solved", edition, solved(position, {"moves": moves, **points}))
    found = Counter(words(piece))
    assert all(found[str(number)] >= 1 for number in every(1))
    assert drawn(piece) == {"J": JOKERS} | FLOWERS
    if edition == "large":
        assert min(item.size for item in texts(piece)) >= 16


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("length", [8, 9, 11])
def test_a_table_of_many_lines_is_printed_all_the_same(length: int, edition: str) -> None:
    table = [every(1)[at : at + length] for at in range(0, MOST - length + 1, length)]
    hand = every(1)[len(table) * length :] or ["J"]
    data = solved(instance("harvest", hand, table), {"moves": [], **POINTS})
    assert data["lines"] >= 10
    (piece,) = compose("tiles/solved", edition, data)
    assert set(map(str, every(1))) <= set(words(piece))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("rows", SWEEPS.values(), ids=SWEEPS)
def test_numbers_have_one_size_and_air_beside_them(rows: list[list[int]], edition: str) -> None:
    position = instance("sweep", every(1))
    data = solved(position, {"moves": [play(tiles, None) for tiles in rows], **POINTS})
    bare = {"moves": [], "won": [], "labels": [], "breakdown": [], "score": ""}
    (piece,) = compose("tiles/solved", edition, data | bare)
    shown = [text for text in texts(piece) if text.text in map(str, range(1, MOST))]
    assert len({text.size for text in shown}) == 1
    tiles = [item for item, _ in walk(piece.items) if isinstance(item, Rect) and item.radius == 1.2]
    widest = max(width_mm(text.text, text.font, text.size) for text in shown)
    assert min(tile.width for tile in tiles) - widest >= 1


def test_cells_of_a_solved_page_hold_one_thing_each() -> None:
    data = solved(THEFT, {"moves": [STOLEN], **POINTS})
    cells = [(tile["x"], tile["y"]) for tile in data["tiles"]]
    cells += [
        (label["x"] + at, label["y"]) for label in data["labels"] for at in range(label["wide"])
    ]
    assert len(set(cells)) == len(cells)
    assert all(x < data["columns"] and y < data["lines"] for x, y in cells)
    assert {data["columns"] - 1, data["lines"] - 1} == {max(at) for at in zip(*cells, strict=True)}
    framed = sum(frame["wide"] for frame in data["frames"])
    assert framed == len(data["tiles"])


def test_a_joker_stays_a_joker_in_rows_and_words() -> None:
    position = instance("turn", [40, 43, "J"])
    data = solved(position, {"moves": [play([40, "J", 43], 4)], **POINTS})
    assert [tile["number"] for tile in data["tiles"]] == [40, "J", 43]
    assert data["moves"][0]["words"] == "lay 40 J 43"
    assert JOKER not in [tile["number"] for tile in data["tiles"]]


@pytest.mark.parametrize("kind", ["turn", "harvest", "sweep"])
def test_solve_draws_its_answer(run: Any, tmp_path: Any, kind: str) -> None:
    (tmp_path / "x.toml").write_text(f'game = "tiles"\nkind = "{kind}"\nhand = [14, 16, 17, 19]\n')
    ran = run("solve", "x.toml", "--print", "x.pdf")
    assert ran.code == 0
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")
