"""A placement or round goes in; what people of growing foresight play comes out.

A player looks some cards ahead, at the likeliest placings only, lays the first card of the best
line and looks anew. What looks best is what scores most, then what has most different flowers in
one line. The dummy gets the card that looks least useful.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.field.rules import (
    LAST_ROUND,
    Cell,
    Field,
    Instance,
    Move,
    State,
    apply,
    column_points,
    deck,
    deck_due,
    group_points,
    laid,
    legal_cells,
    over,
    row_points,
    start,
)

WIDTH = {"placement": {1: 1, 2: 8, 3: 5, 4: 4}, "round": {1: 1, 2: 8, 3: 5, 4: 7}}
"""How many placings a player who looks so many cards ahead weighs at each step, the best first."""

Look = tuple[int, int]  # points, and the squares of different flowers of all lines


class Line(NamedTuple):
    """What looks best some cards ahead, and the moves that lead there."""

    look: Look
    moves: tuple[Move, ...] = ()


def play(instance: Instance, level: int) -> list[Move]:
    """Return the moves of a player of a level, 1 to 4."""
    state, moves = start(instance), list[Move]()
    width = WIDTH[instance.kind][level]
    while line := _best_line(state, level, width).moves:
        moves.append(line[0])
        state = apply(state, line[0])
    return moves


def _best_line(state: State, ahead: int, width: int) -> Line:
    """Return the best line of so many cards; a placement may stop before."""
    here = Line(_look(state, state.field))
    if not ahead or over(state):
        return here
    likely = sorted(_options(state), key=lambda option: option.look, reverse=True)
    lines = [
        Line(further.look, (*option.moves, *further.moves))
        for option in likely[:width]
        for further in [_best_line(apply(state, option.moves[0]), ahead - 1, width)]
    ]
    if state.instance.kind == "placement":
        lines.insert(0, here)
    return max(lines, key=lambda line: line.look)


def _options(state: State) -> Iterator[Line]:
    """Yield each card on each of its cells, or left out; a placement leaves out by stopping."""
    if state.instance.kind == "placement":
        for card in state.hand:
            yield from (Line(look, (Move(card, at),)) for at, look in _places(state, card))
        return
    out = _look(state, state.field)
    cards: dict[int, list[tuple[Cell | None, Look]]] = {
        card: [(None, out), *_places(state, card)] for card in deck(state)
    }
    use = {card: max(look for _, look in places) for card, places in cards.items()}
    for card, places in cards.items():
        dummy = min((other for other in cards if other != card), key=lambda other: use[other])
        for at, look in places:
            yield Line(look, (Move(card, at, state.round, deck_due(state), dummy),))


def _places(state: State, card: int) -> Iterator[tuple[Cell, Look]]:
    for at in legal_cells(state.field, card):
        yield at, _look(state, laid(state.field, card, at))


def _look(state: State, field: Field) -> Look:
    """Return how a field looks: its points, and how near lines are to more."""
    flowers = state.instance.flowers
    points = row_points(field, flowers) + column_points(field, flowers)
    if state.instance.last_round == LAST_ROUND:
        points += sum(group_points(field, flowers).values())
    lines: dict[tuple[int, int], set[str]] = {}
    for cell, card in field.items():
        if card in flowers:
            for axis in (0, 1):
                lines.setdefault((axis, cell[axis]), set()).add(flowers[card])
    return points, sum(len(line) ** 2 for line in lines.values())
