"""A garden instance and its result go in; the data that ``garden/solved`` draws come out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from layouts.binding import written
from solver.garden.game import moves_from_json
from solver.garden.rules import (
    SIDE,
    Card,
    Instance,
    Laid,
    Move,
    Pawns,
    Space,
    in_order,
    lay_all,
    lift,
    price,
    protected,
)
from solver.puzzle import Puzzle

ASKED = {
    "points": "A turn of {me} for the most points",
    "sale": "A turn of {me} for the best sale",
    "flowers": "A turn of {me} for the most flowers",
}
COUNTED = {"points": ("beds", "lawn"), "": ("beds", "lawn", "sales")}
PLAN = "A plan of {me} for the most points"
FIGURES = {"gardener": "gardener", "animal": "hedgehog"}
ROUND = SIDE - 1  # spaces round the garden of a puzzle that a card can reach
EDGE = 1  # columns and lines of the grid that the numbers take


def solved(instance: Instance, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the garden after the play, its pawns, a row for every move, and the points."""
    moves = moves_from_json(instance, result["moves"])
    return {
        "subtitle": ASKED.get(instance.objective or "", PLAN).format(me=instance.me),
        **_drawn(instance, moves),
        "moves": [_row(number, move, _deal) for number, move in enumerate(moves, 1)],
        "score": result["score"],
        "breakdown": _points(result["breakdown"]),
    }


def puzzle(instance: Instance, found: Puzzle) -> dict[str, Any]:
    """Return what the page of a puzzle draws: garden and table, the hand, the wheelbarrow."""
    barrow = instance.table.barrows.get(instance.me, ())
    places = [*barrow, *[""] * (instance.capacity - len(barrow))]
    return {
        **_drawn(instance, (), ROUND),
        "to-write": len(instance.hand) if instance.kind == "plan" else 1,
        "me": instance.me,
        "hand": [{"name": card.name, "cells": _pattern(card)} for card in instance.hand],
        "hand-lines": len(instance.hand),
        "barrow": [{"flower": colour} for colour in places],
    }


def answer(instance: Instance, found: Puzzle, ratio: float) -> dict[str, Any]:
    """Return what the answer of a puzzle draws: the garden after it, the moves, the points."""
    moves = moves_from_json(instance, found.moves)
    named = COUNTED[instance.objective or ""]
    deals = _trade if "sales" in named else _nothing
    return {
        **_drawn(instance, moves),
        "moves": [_row(number, move, deals) for number, move in enumerate(moves, 1)],
        "breakdown": _points({name: found.breakdown[name] for name in named}),
    }


def _points(breakdown: Mapping[str, int]) -> list[dict[str, Any]]:
    return [{"name": name.capitalize(), "points": points} for name, points in breakdown.items()]


def _pattern(card: Card) -> list[dict[str, Any]]:
    """Return the spaces of a card as it lies in the hand."""
    spaces = Laid(card, (0, 0)).spaces().items()
    return [{"x": x, "y": SIDE - 1 - y, "colour": shows} for (x, y), shows in spaces]


def _drawn(instance: Instance, moves: Sequence[Move], round_: int = 0) -> dict[str, Any]:
    """Return the garden after moves, with so many spaces of the table round it."""
    garden = lay_all([*instance.laid, *(move.laid for move in moves)])
    pawns = _pawns(instance, moves)
    window = Window.round([*garden, *protected(pawns)], round_)
    numbers = list(window.numbers())
    return {
        "columns": window.columns,
        "lines": window.lines,
        "table": list(window.spaces()),
        "spaces": [{**window.at(space), "colour": shows} for space, shows in garden.items()],
        "cards": [
            {**window.card(move.laid), "order": number} for number, move in enumerate(moves, 1)
        ],
        "pawns": list(_standing(window, pawns)),
        "numbers": numbers,
        "longest": max((written(one["number"]) for one in numbers), key=len),
    }


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the table that is drawn, in spaces; y is up on the table and down on paper."""

    left: int
    right: int
    bottom: int
    top: int

    @classmethod
    def round(cls, spaces: Sequence[Space], more: int = 0) -> Window:
        """Return the smallest window round spaces, and so many more at every edge."""
        xs, ys = [x for x, _ in spaces], [y for _, y in spaces]
        return cls(min(xs) - more, max(xs) + more, min(ys) - more, max(ys) + more)

    @property
    def columns(self) -> int:
        """Columns of the grid, the one for numbers included."""
        return self.right - self.left + 1 + EDGE

    @property
    def lines(self) -> int:
        """Lines of the grid, the one for numbers included."""
        return self.top - self.bottom + 1 + EDGE

    def at(self, space: Space) -> dict[str, int]:
        """Return where a space lies in the grid."""
        return {"x": space[0] - self.left + EDGE, "y": self.top - space[1]}

    def card(self, laid: Laid) -> dict[str, int]:
        """Return where the top left space of a card lies in the grid."""
        return self.at((laid.at[0], laid.at[1] + SIDE - 1))

    def spaces(self) -> Iterator[dict[str, int]]:
        """Yield where every space of the window lies in the grid, garden and table alike."""
        for y in range(self.bottom, self.top + 1):
            yield from (self.at((x, y)) for x in range(self.left, self.right + 1))

    def numbers(self) -> Iterator[dict[str, int]]:
        """Yield the coordinates: left of the lines and below the columns."""
        for y in range(self.bottom, self.top + 1):
            yield {"x": 0, "y": self.top - y, "number": y}
        for x in range(self.left, self.right + 1):
            yield {"x": x - self.left + EDGE, "y": self.lines - EDGE, "number": x}


def _pawns(instance: Instance, moves: Sequence[Move]) -> Mapping[str, Pawns]:
    """Return where pawns stand after the play; one's own are lifted and stood as the moves say."""
    table = lift(instance.table, instance.me)
    pawns = dict(table.pawns)
    for stood in (own for move in moves for own in move.pawns.items()):
        colour, own = stood
        before = pawns.get(colour, Pawns())
        pawns[colour] = replace(
            own,
            gardener=own.gardener or before.gardener,
            animal=own.animal or before.animal,
            ornament=own.ornament or before.ornament,
        )
    return pawns


def _standing(window: Window, pawns: Mapping[str, Pawns]) -> Iterator[dict[str, Any]]:
    """Yield every pawn with the spaces that it takes up."""
    for colour, own in pawns.items():
        for kind, figure in FIGURES.items():
            space = getattr(own, kind)
            if space is not None:
                yield _pawn(window, [space], figure, colour)
        if own.ornament is not None:
            yield _pawn(window, own.ornament, "sundial", colour)


def _pawn(window: Window, spaces: Sequence[Space], figure: str, colour: str) -> dict[str, Any]:
    xs, ys = [x for x, _ in spaces], [y for _, y in spaces]
    size = {"wide": max(xs) - min(xs) + 1, "high": max(ys) - min(ys) + 1}
    return {**window.at((min(xs), max(ys))), **size, "figure": figure, "colour": colour}


def _row(number: int, move: Move, deals: Callable[[Move], list[str]]) -> dict[str, Any]:
    """Return a move in words; ``deals`` says what becomes of its flowers."""
    x, y = map(written, move.laid.at)
    turn = f", turned {move.laid.turn}° clockwise" if move.laid.turn else ""
    ornaments = [own.ornament for own in move.pawns.values() if own.ornament]
    stood = "".join(f"; ornament {_on(spaces)}" for spaces in ornaments)
    return {
        "order": number,
        "place": f"{move.laid.card.name} at {x}, {y}{turn}",
        "deal": "; ".join(deals(move)),
        "stood": stood,
    }


def summands(_: Instance, breakdown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a score, which are added as they stand in the result."""
    return {**breakdown}


def spoken(instance: Instance, moves: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the moves of a result with flowers counted, turns and pawns in words."""
    return [
        {
            **move,
            "flowers": _flowers(move.get("flowers") or ()) or None,
            "sold": _bouquets(move.get("sold") or ()) or None,
            "discarded": _flowers(move.get("discarded") or ()) or None,
            "turn": f"{move['turn']}° clockwise" if move["turn"] else None,
            "pawns": [
                f"{colour} {kind} {_on(stood if kind == 'ornament' else [stood])}"
                for colour, own in (move.get("pawns") or {}).items()
                for kind, stood in own.items()
            ],
        }
        for move in moves
    ]


def _on(spaces: Sequence[Space]) -> str:
    return "on " + " and ".join(map(_space, spaces))


def _space(space: Space) -> str:
    return f"({written(space[0])}, {written(space[1])})"


def _deal(move: Move) -> list[str]:
    """Say which flowers are picked, sold and discarded."""
    return [f"picks {_flowers(move.flowers or ()) or 'nothing'}", *_trade(move)]


def _trade(move: Move) -> list[str]:
    """Say which flowers are sold and discarded."""
    parts = []
    if move.sold:
        parts.append(f"sells {_bouquets(move.sold)} for\u00a0{price(move.sold)}")
    if move.discarded:
        parts.append(f"discards {_flowers(move.discarded)}")
    return parts


def _nothing(_: Move) -> list[str]:
    """Say nothing: flowers do not matter."""
    return []


def _bouquets(sold: Sequence[Sequence[str]]) -> str:
    """Count bouquets by their flowers, of which there are as few kinds as the largest has."""
    counts = Counter(" + ".join(bouquet) for bouquet in sold)
    return ", ".join(
        f"{count}\u00a0times {bouquet}" if count > 1 else bouquet
        for bouquet, count in counts.items()
    )


def _flowers(flowers: Sequence[str]) -> str:
    """Count flowers by colour."""
    counts = {colour: flowers.count(colour) for colour in dict.fromkeys(in_order(flowers))}
    return ", ".join(f"{count}\u00a0{colour}" for colour, count in counts.items())
