"""The printed dice products: sizes, readability, ink and words, in every edition."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import hypot
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageStat

from generator.compose import Component, compose
from layouts import HOME
from layouts.board import Board, parse_board
from layouts.facts import facts, flowers
from layouts.faults import Faults
from layouts.loader import EDITIONS, board_text, builtin_names, load
from output import png
from output.formats import Options
from output.scene import Document, Group, Item, Layer, Line, Page, Rect, Text, Use

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = [  # pages of puzzles need a puzzle: see test_books.py
    name
    for name in builtin_names()
    if name.startswith("dice/") and not name.startswith("dice/puzzle")
]
PRINTED = [name for name in NAMES if not load(name).layout.abstract]
SHEETS = [name for name in PRINTED if name.startswith("dice/sheet-")]
PAGES = [SHEETS[0], *(name for name in PRINTED if name not in SHEETS)]
MM_LARGE, PT_LARGE = 14.0, 16.0
ARRANGEMENTS = {
    "3 x 2 beds of 3 x 4": ("dice/sheet", "\n\n".join(["\n".join(["OPB YVW OPB"] * 4)] * 2), 11.0),
    "6 x 12 flowers": ("dice/sheet", "\n\n".join(["\n".join(["OPB YVW"] * 4)] * 3), 11.0),
    "1 x 6 beds": ("dice/sheet", "\n\n".join(["\n".join(["OPBY"] * 3)] * 6), 6.5),
    "1 x 6 beds, tall": ("dice/sheet-tall", "\n\n".join(["\n".join(["OPBY"] * 3)] * 6), 10.5),
    "6 x 1 beds": ("dice/sheet", "\n".join([" ".join(["OPBY"] * 6)] * 3), 4.0),
    "one flower": ("dice/sheet", "W", 0.0),
}


@dataclass(frozen=True)
class Placed:
    """An item with the scale that it is drawn in and the layer that it is on."""

    item: Item
    scale: float
    layer: Layer


def walk(items: tuple[Item, ...], scale: float = 1.0, layer: Layer = "print") -> Iterator[Placed]:
    for item in items:
        if isinstance(item, Group):
            a, b, *_ = item.matrix or (1.0, 0.0)
            yield from walk(item.items, scale * hypot(a, b), item.layer or layer)
        else:
            yield Placed(item, scale, layer)


@cache
def composed(name: str, edition: str = "colour") -> Component:
    piece, *_ = compose(name, edition)  # the others are its copies
    return piece


def texts(piece: Component) -> list[Placed]:
    return [found for found in walk(piece.items) if isinstance(found.item, Text)]


def drawn_flowers(piece: Component) -> list[Use]:
    names = {f"{row['shape']}-{row['colour']}" for row in flowers("dice")}
    uses = [found.item for found in walk(piece.items) if isinstance(found.item, Use)]
    return [use for use in uses if use.symbol.name in names]


def board_flowers(piece: Component, count: int = 72) -> list[Use]:
    return drawn_flowers(piece)[:count]


def pitch(uses: list[Use]) -> float:
    places = [(use.x, use.y) for use in uses]
    return min(
        (hypot(a[0] - b[0], a[1] - b[1]) for at, a in enumerate(places) for b in places[:at]),
        default=99.0,
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", NAMES)
def test_every_layout_composes_in_every_edition(name, edition) -> None:
    more = {"board": {"text": "OPB\nYVW"}} if board_text(name) is None else None
    assert compose(name, edition, more)


@pytest.mark.parametrize("name", PAGES)
def test_the_large_edition_has_large_text_and_flowers(name) -> None:
    piece = composed(name, "large")
    assert min(found.item.size * found.scale for found in texts(piece)) >= PT_LARGE
    assert min((use.scale * 100 for use in drawn_flowers(piece)), default=99) >= MM_LARGE


@pytest.mark.parametrize("edition", ["colour", "low-ink", "laminate"])
@pytest.mark.parametrize("name", PAGES)
def test_words_are_large_enough_to_read(name, edition) -> None:
    least = {"sheet": 9, "aid": 11, "log": 11}[load(name).layout.kind]
    imprint = 8
    sizes = {found.item.size for found in texts(composed(name, edition))}
    assert min(sizes - {imprint}) >= least


@pytest.mark.parametrize("name", PAGES)
def test_the_laminate_edition_leaves_room_for_the_seal(name) -> None:
    piece = composed(name, "laminate")
    (cut,) = (found.item for found in walk(piece.items) if found.layer == "cut")
    assert isinstance(cut, Rect) and cut.radius >= 3
    assert min(cut.x, cut.y) >= 3
    assert piece.width - (cut.x + cut.width) >= 3
    assert piece.height - (cut.y + cut.height) >= 3


@pytest.mark.parametrize("name", SHEETS)
def test_cells_of_the_laminate_sheet_fit_a_dry_wipe_pen(name) -> None:
    rects = [found.item for found in walk(composed(name, "laminate").items)]
    cells = [r for r in rects if isinstance(r, Rect) and max(r.width, r.height) < 20]
    rounds = facts("dice")["solo"]["rounds"] * facts("dice")["solo"]["picks"]
    assert len(cells) >= 15 + 4 + 30 + rounds + 5
    assert min(min(cell.width, cell.height) for cell in cells) >= 9


def test_lines_of_the_laminate_log_fit_a_dry_wipe_pen() -> None:
    found = [found.item for found in walk(composed("dice/solo-log", "laminate").items)]
    rules = sorted(
        {line.y1 for line in found if isinstance(line, Line) and line.x2 - line.x1 > 100}
    )
    assert len(rules) >= 15
    assert min(b - a for a, b in pairwise(rules)) >= 9


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", SHEETS)
def test_flowers_of_a_sheet_can_be_circled_by_hand(name, edition) -> None:
    assert pitch(board_flowers(composed(name, edition))) >= 11


def test_flowers_of_the_colour_edition_are_15_mm_apart() -> None:
    assert pitch(board_flowers(composed("dice/sheet-a"))) == pytest.approx(15)


def coverage(name: str, edition: str) -> float:
    """Return the mean of cyan, magenta and yellow over the page."""
    piece = composed(name, edition)
    page = Page(piece.width, piece.height, piece.items, "page")
    (data,) = png.render(Document((page,), "page"), Options(dpi=200))
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    return 1 - sum(ImageStat.Stat(picture).mean) / 3 / 255


@pytest.mark.parametrize("name", PAGES)
def test_the_low_ink_edition_saves_70_percent(name) -> None:
    assert coverage(name, "low-ink") <= 0.3 * coverage(name, "colour")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", PRINTED)
def test_every_page_says_whose_game_and_whose_design_it_is(name, edition) -> None:
    words = " ".join(found.item.text for found in texts(composed(name, edition)))
    assert "Bloom" in words
    assert "Wouter van Strien" in words
    assert "ot affiliated" in words
    assert f" v{load(name).layout.version}]" in words


def test_a_sheet_carries_every_number_of_the_rules() -> None:
    words = [found.item.text for found in texts(composed("dice/sheet-a"))]
    scoring = facts("dice")["scoring"]
    for number in scoring["colours"]:
        assert words.count(str(number)) >= len(facts("dice")["colours"])
    assert all(str(number) in words for number in scoring["beds"])
    assert "A" in words


def test_the_best_scores_of_sheets_and_aids_are_the_same() -> None:
    known = {row["letter"]: row["best"] for row in facts("dice")["sheets"]}
    values = [load(name).layout.values for name in SHEETS]
    assert [value["letter"] for value in values] == list(known)
    assert all(value.get("best", "") in ("", known[value["letter"]]) for value in values)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_a_sheet_of_another_arrangement_needs_no_python(tmp_path, arrangement, edition) -> None:
    base, text, least = ARRANGEMENTS[arrangement]
    path = tmp_path / "my-sheet.toml"
    values = 'values = { letter = "F" }'
    path.write_text(f'extends = "{base}"\n{values}\n[board]\ntext = """\n{text}\n"""\n')
    (piece,) = compose(str(path), edition)
    count = sum(character.isalpha() for character in text)
    found = board_flowers(piece, count)
    assert len(drawn_flowers(piece)) == count + len(facts("dice")["colours"])
    if edition == "colour":
        assert pitch(found) >= least


def game(board: Board, picks: int) -> dict[str, object]:
    """Return the data of a made-up solved game: random groups, one a pick."""
    random = Random(picks)
    free = set(range(board.size))
    loops, moves = [], []
    for pick in range(picks):
        group: set[int] = {random.choice(sorted(free))} if free else set()
        while len(group) < 6 and (
            more := [
                c for c in sorted(free - group) if any(board.neighbours[c] >> g & 1 for g in group)
            ]
        ):
            group.add(random.choice(more))
        free -= group
        cells = [board.names[cell] for cell in sorted(group)]
        die = random.choice(facts("dice")["colours"])["name"]
        says = f"pick {pick + 1}: {' '.join(cells)}"
        loops.append({"cells": cells, "label": pick // 2 + 1, "colour": die, "says": says})
        moves.append(
            {"round": pick // 2 + 1, "die": die, "value": 6, "cells": cells, "ticks": pick % 4}
        )
    breakdown = {"colours": 20, "beds": 18, "reroll": 1, "ticks": 16, "total": -16}
    return {"board": {"text": board.text()}, "loops": loops, "moves": moves, "breakdown": breakdown}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("text", "picks"),
    [
        pytest.param(board_text("dice/sheet-a"), 16, id="sheet A, a whole game"),
        pytest.param(board_text("dice/sheet-a"), 0, id="no move"),
        pytest.param("OP\nBY", 3, id="tiny, with a pick of none"),
        pytest.param("\n".join(["OPBYVOPBYV"] * 10), 16, id="a hundred flowers"),
        pytest.param("\n".join("OPBYV"), 2, id="one column"),
        pytest.param(" ".join(["OPBYVOPBYV"] * 10), 16, id="a hundred columns"),
    ],
)
def test_a_solved_game_is_drawn_whole(text, picks, edition) -> None:
    board = parse_board(text, "OPBYVW", Faults())
    assert board
    data = game(board, picks)
    (piece,) = compose("dice/solved", edition, {**data, "letter": "A"})
    words = [found.item.text for found in texts(piece)]
    said = [tag for tag in figures(piece.items) if tag.startswith("pick ")]
    assert len(said) == sum(bool(loop["cells"]) for loop in data["loops"])
    for move in data["moves"]:
        assert (" ".join(move["cells"]) or "none") in words


def figures(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            if item.tag and item.tag.alt:
                yield item.tag.alt
            yield from figures(item.items)


@pytest.mark.parametrize(
    "path", sorted((HOME / "shared" / "templates").glob("*.toml")), ids=lambda p: p.stem
)
def test_every_template_prints_as_it_is(path, tmp_path) -> None:
    for part in path.parent.glob("*.*"):  # a deck has its table and its back beside it
        (tmp_path / part.name).write_bytes(part.read_bytes())
    copy = tmp_path / path.name
    for edition in EDITIONS:
        assert compose(str(copy), edition)


def described(piece: Component) -> str:
    """Write a scene as text: every word with its place, size and font."""
    lines = [f"{piece.title}, {piece.width:g} x {piece.height:g} mm"]
    for found in texts(piece):
        item = found.item
        place = f"{item.x:7.2f} {item.y:7.2f} {item.size:5g} {item.font:5} {item.anchor:6}"
        lines.append(f"{place} {item.text}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", ["dice/aid", "dice/aid-back", "dice/chart", "dice/solo-log"])
def test_words_stand_where_they_stood(name) -> None:
    path = GOLDEN / f"{name.replace('/', '-')}.txt"
    assert described(composed(name)) == path.read_text("utf-8"), (
        f"the words of {name} have moved: look at the page, then write them anew with "
        "python tests/generator/test_dice_layouts.py"
    )


if __name__ == "__main__":
    for golden in ("dice/aid", "dice/aid-back", "dice/chart", "dice/solo-log"):
        path = GOLDEN / f"{golden.replace('/', '-')}.txt"
        path.write_text(described(composed(golden)), "utf-8")
