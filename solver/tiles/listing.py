"""A position goes in; every legal move comes out (an earned joker is always taken)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from solver.tiles.rules import (
    JOKER,
    LEAST,
    STOLEN,
    Extend,
    Move,
    Play,
    Position,
    Row,
    Swap,
    Tile,
    flowers,
    follow,
    joker_refused,
    lead,
    row_faults,
    swaps,
    takes_apart,
    token_for,
)


def legal_moves(position: Position) -> Iterator[Move]:
    """Yield every legal move; an earned joker is always taken."""
    yield from _legal_swaps(position)
    yield from _legal_extensions(position)
    for stolen, stolen_from, left in ((), None, None), *thefts(position):
        for row in rows_of(Counter(position.hand) + Counter(stolen)):
            from_hand = takes_apart(stolen, row)
            if from_hand:
                token = token_for(flowers(row), position.tokens)
                move = Play(row, tuple(sorted(from_hand)), stolen, stolen_from, left, token)
                yield replace(move, joker=not joker_refused(position, move))


def thefts(position: Position) -> Iterator[tuple[Row, int, Row]]:
    """Yield every way to rob a row: the stolen tiles, the row's number, what is left."""
    for number, row in enumerate(position.table):
        ways = {
            (tuple(row[n] for n in out), tuple(t for n, t in enumerate(row) if n not in out))
            for size in range(1, STOLEN + 1)
            for out in combinations(range(len(row)), size)
        }
        for stolen, left in sorted(ways):
            if not row_faults(left) and (JOKER not in stolen or position.readings.steal_jokers):
                yield stolen, number, left


def rows_of(tiles: Counter[Tile]) -> Iterator[Row]:
    """Yield every legal sequence that can be made of some tiles."""

    def longer(row: Row, values: frozenset[int]) -> Iterator[Row]:
        if len(row) >= LEAST:
            yield row
        for tile in sorted(tiles):
            after = follow(values, tile)
            if tiles[tile] and after:
                tiles[tile] -= 1
                yield from longer((*row, tile), after)
                tiles[tile] += 1

    for tile in sorted(tiles):
        tiles[tile] -= 1
        yield from longer((tile,), lead(tile))
        tiles[tile] += 1


def _legal_extensions(position: Position) -> Iterator[Extend]:
    for onto, row in enumerate(position.table):
        for longer, added in extensions(row, Counter(position.hand)):
            yield Extend(onto, tuple(sorted(added)), longer)


def extensions(row: Row, hand: Counter[Tile]) -> set[tuple[Row, Row]]:
    """Return every legal extension of a row: the row after it and the tiles added."""
    found: set[tuple[Row, Row]] = set()

    def longer(made: Row, laid: int, added: Row, values: frozenset[int] | None) -> None:
        if laid == len(row) and added:
            found.add((made, tuple(sorted(added))))
        choice = [(t, (*added, t), laid) for t in sorted(hand) if hand[t]]
        if laid < len(row):
            choice.append((row[laid], added, laid + 1))
        for tile, more, place in choice:
            after = lead(tile) if values is None else follow(values, tile)
            if after:
                hand[tile] -= place == laid
                longer((*made, tile), place, more, after)
                hand[tile] += place == laid

    longer((), 0, (), None)
    return found


def _legal_swaps(position: Position) -> Iterator[Swap]:
    for onto, row in enumerate(position.table):
        for tile in sorted({t for t in position.hand if t != JOKER}):
            for after in swaps(row, tile):
                if not row_faults(after):
                    yield Swap(onto, (tile,), after)
