"""A position of the tile game and its result go in; the data of its drawing come out.

Rows are packed into one grid of cells like words into lines: a label, then the row's tiles; what is
left in hand stands below them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from generator.listing import in_columns
from solver.puzzle import Puzzle
from solver.tiles.game import moves_from_json
from solver.tiles.notation import write_tile, write_tiles
from solver.tiles.rules import (
    JOKERS,
    MOST,
    Extend,
    Instance,
    Move,
    Play,
    Row,
    Swap,
    Tile,
    apply,
    flowers_on,
    start,
)

ASKED = {
    "reward": "A turn for the best token",
    "tiles": "A turn for the most tiles",
    "net": "A turn for the most points",
    "harvest": "A hand played for the most points",
    "sweep": "Tiles laid for the best tokens",
}
POINTS = {"tokens": "Tokens", "flowers": "In hand", "tiles": "Tiles laid"}
HAND_COUNTS = ("net", "harvest")  # elsewhere what is left in hand costs nothing
COLUMNS = range(7, 18)
SHAPE = 1.5  # how many more cells stand side by side in the page's panel than below each other
ALONE = 1.3  # times wider may be what keeps a row from going on with a single tile
FLATTER = 1.7  # how much more so in an answer than its place is wide: moves stand below
ONE_COLUMN = 11  # lines of moves that a page has room for
TWO_COLUMNS = 36  # lines of moves side by side that can be read
LETTERS = (34, 23)  # of a line of one column in large print, of two in the usual one
LISTED = (MOST + JOKERS, 12, 9, 6)  # a move names so many tiles one by one: all where they fit
HAND = "hand"
GRID = {"columns": "x", "lines": "y"}

Marked = tuple[Tile, str]  # "old", "new" from the hand, or "stolen"


@dataclass(frozen=True, slots=True)
class Block:
    """A row on the table, or the hand: its name and the cells of its label, how it looks."""

    name: str
    kind: str  # "old", "new" or the hand
    tiles: tuple[Marked, ...]
    label: int = 1


def solved(instance: Instance, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the grid of rows and hand, a line for every move, the tokens won and the points."""
    moves = moves_from_json(result["moves"])
    blocks = list(_blocks(instance, moves))
    return {
        "subtitle": ASKED[instance.objective or instance.kind],
        **_shaped(blocks),
        "thefts": any(mark == "stolen" for block in blocks for _, mark in block.tiles),
        **_listing(moves),
        "won": [move.token for move in moves if isinstance(move, Play) and move.token],
        "score": result["score"],
        "breakdown": [
            {"name": POINTS[name], "points": points}
            for name, points in summands(instance, result["breakdown"]).items()
        ],
    }


def puzzle(instance: Instance, found: Puzzle) -> dict[str, Any]:
    """Return what the page of a puzzle draws: rows, hand and the tokens that are left."""
    return {**_shaped(list(_blocks(instance, []))), "tokens": list(instance.tokens)}


def answer(instance: Instance, found: Puzzle, ratio: float) -> dict[str, Any]:
    """Return what the answer of a puzzle draws: how all lies in the end, and the moves."""
    moves = moves_from_json(found.moves)
    return {
        **_shaped(list(_blocks(instance, moves)), FLATTER * ratio),
        "moves": _lines(moves),
    }


# ---------------------------------------------------------------- what lies where in the end


def _blocks(instance: Instance, moves: Iterable[Move]) -> Iterator[Block]:
    """Yield the rows after all moves, then the hand that is left."""
    position = start(instance)
    rows = [_marked(row, {}, "old") for row in position.table]
    for move in moves:
        position = apply(position, move)
        rows = [_kept(old, row) for old, row in zip(rows, position.table, strict=False)]
        if isinstance(move, Play):
            rows.append(_kept([(tile, "stolen") for tile in move.stolen], move.sequence))
    laid = len(instance.table)
    for number, row in enumerate(rows, 1):
        yield Block(str(number), "old" if number <= laid else "new", row)
    if position.hand:
        yield Block(HAND, HAND, _marked(position.hand, {}, "old"), 2)


def _kept(before: Sequence[Marked], after: Row) -> tuple[Marked, ...]:
    """Mark the tiles of a row: as before where they come from it, else as new."""
    known: dict[Tile, list[str]] = defaultdict(list)
    for tile, mark in before:
        known[tile].append(mark)
    return _marked(after, known, "new")


def _marked(row: Row, known: Mapping[Tile, list[str]], other: str) -> tuple[Marked, ...]:
    return tuple((tile, known[tile].pop(0) if known.get(tile) else other) for tile in row)


# ---------------------------------------------------------------- packing


def _shaped(blocks: Sequence[Block], shape: float = SHAPE) -> dict[str, Any]:
    """Pack blocks into the grid that lets their cells be largest, and no tile stand alone."""
    singles = sum(len(block.tiles) == 1 for block in blocks)

    def cost(grid: Mapping[str, Any]) -> tuple[float, int]:
        alone = sum(frame["wide"] == 1 for frame in grid["frames"]) > singles
        wide = max(grid["columns"], shape * grid["lines"])
        return wide * ALONE if alone else wide, grid["lines"]

    return min((_packed(blocks, columns) for columns in COLUMNS), key=cost)


def _packed(blocks: Iterable[Block], columns: int) -> dict[str, Any]:
    """Return frames, labels and tiles with their cells; long rows go on in the next line."""
    frames: list[dict[str, Any]] = []
    labels: list[dict[str, Any]] = []
    tiles: list[dict[str, Any]] = []
    x = y = 0
    for block in blocks:
        length = block.label + len(block.tiles)
        if x and (x + length > columns or block.kind == HAND):
            x, y = 0, y + 1
        labels.append({"x": x, "y": y, "wide": block.label, "text": block.name, "kind": block.kind})
        places = list(_places(x + block.label, y, len(block.tiles), columns, block.label))
        for (column, line), (tile, mark) in zip(places, block.tiles, strict=True):
            tiles.append({"x": column, "y": line, "mark": mark, **_face(tile)})
        frames += _frames(places, block.kind)
        x, y = places[-1][0] + 1, places[-1][1]
    used = {size: 1 + max((tile[at] for tile in tiles), default=0) for size, at in GRID.items()}
    return {**used, "frames": frames, "labels": labels, "tiles": tiles}


def _places(x: int, y: int, count: int, columns: int, label: int) -> Iterator[tuple[int, int]]:
    """Yield the cells of so many tiles; a further line leaves as much room as the label takes."""
    for _ in range(count):
        if x == columns:
            x, y = label, y + 1
        yield x, y
        x += 1


def _frames(places: Sequence[tuple[int, int]], kind: str) -> Iterator[dict[str, Any]]:
    """Yield a frame round the tiles of a row in every line."""
    for line in dict.fromkeys(y for _, y in places):
        across = [x for x, y in places if y == line]
        yield {"x": across[0], "y": line, "wide": len(across), "kind": kind}


def _face(tile: Tile) -> dict[str, Any]:
    return {"number": write_tile(tile), "blooms": flowers_on(tile)}


# ---------------------------------------------------------------- moves in words


def spoken(instance: Instance, moves: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the moves of a result with the rows of the table numbered from 1, as drawn."""
    words = {"onto": "onto row", "stolen_from": "from row"}
    return [
        {
            words.get(key, key): found + 1 if key in words and found is not None else found
            for key, found in move.items()
        }
        for move in moves
    ]


def summands(instance: Instance | None, breakdown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a score as they stand in the result, and no hand that costs nothing."""
    if instance is None or (instance.objective or instance.kind) in HAND_COUNTS:
        return {**breakdown}
    return {name: points for name, points in breakdown.items() if name != "flowers"}


def _listing(moves: Sequence[Move]) -> dict[str, Any]:
    """Return a line for every move and where it stands; tiles are named as far as they fit."""
    for letters, room in zip(LETTERS, (ONE_COLUMN, TWO_COLUMNS), strict=True):
        for most in LISTED:
            lines = [_measured(line, letters) for line in _lines(moves, most)]
            if sum(line["high"] for line in lines) <= room:
                return in_columns(lines, ONE_COLUMN, 2)
    return in_columns(lines, ONE_COLUMN, 2)


def _measured(line: Mapping[str, Any], letters: int) -> dict[str, Any]:
    """Add how many lines a move takes up."""
    return {**line, "high": len(wrap(line["words"], letters))}


def _lines(moves: Iterable[Move], most: int = LISTED[0]) -> list[dict[str, Any]]:
    """Return every move in words, with up to so many tiles, and the token that it wins."""
    return [
        {"order": number, "words": _words(move, most), "token": _token(move)}
        for number, move in enumerate(moves, 1)
    ]


def _token(move: Move) -> int | str:
    return (move.token or "none") if isinstance(move, Play) else ""


def _words(move: Move, most: int) -> str:
    """Return a move in words; rows are numbered from 1 as their labels are."""
    if isinstance(move, Swap):
        return f"{_row(move.onto)}: {_listed(move.from_hand, most)} for its joker"
    if isinstance(move, Extend):
        return f"{_row(move.onto)}: add {_listed(move.from_hand, most)}"
    words = f"lay {_listed(move.sequence, most)}"
    if move.stolen_from is not None:
        words += f"; {_listed(move.stolen, most)} from {_row(move.stolen_from)}"
    return words + ("; gain a joker" if move.joker else "")


def _row(index: int) -> str:
    return f"row\u00a0{index + 1}"


def _listed(tiles: Row, most: int) -> str:
    """Return tiles one by one, of more than that the first, the last and how many they are."""
    written = [str(tile) for tile in write_tiles(tiles)]
    if len(written) <= most:
        return " ".join(written)
    return f"{written[0]} to {written[-1]} ({len(written)} tiles)"
