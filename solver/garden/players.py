"""A turn or plan goes in; what people of growing foresight play comes out.

In a single turn players differ by what they try: the card with most beds as it lies in the hand,
that card turned, then the next cards as well. In a plan they weigh more or fewer first cards, those
that look best at once, and see each through with what looks best from then on. A full wheelbarrow
they empty as far as bouquets go.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from solver.finding import Moves
from solver.garden.game import move_to_json
from solver.garden.model import search
from solver.garden.rules import (
    Card,
    Flowers,
    Instance,
    Laid,
    Move,
    Table,
    bed_points,
    bouquets,
    flowers_of,
    in_order,
    lawn_points,
    legal_placements,
    price,
    without,
)

CARDS_TRIED = {2: 1, 3: 2, 4: 3}  # of a hand, those with most beds
FIRSTS = {1: 1, 2: 3, 3: 8, 4: 20}
"""How many ways to lay the first card of a plan a player sees through."""


class Position(NamedTuple):
    """The table after some moves, and the cards still in hand."""

    table: Table
    hand: tuple[Card, ...]
    moves: tuple[Move, ...] = ()


def play(instance: Instance, level: int) -> Moves:
    """Return the moves of a player of a level, 1 to 4, in the family game."""
    if instance.kind == "turn" and level > 1:
        largest = sorted(instance.hand, key=lambda card: card.beds)[-CARDS_TRIED[level] :]
        return search(replace(instance, hand=tuple(largest)), lambda _: None).moves
    start = Position(replace(instance.table, coins={}), instance.hand)
    if instance.kind == "turn":
        moves = _unturned(instance, start)
    else:
        seen = (_seen_through(instance, one) for one in _likely(instance, start, FIRSTS[level]))
        moves = max(seen, key=lambda end: _worth(instance, end.table)).moves
    return tuple(move_to_json(instance, move) for move in moves)


def _unturned(instance: Instance, start: Position) -> tuple[Move, ...]:
    """Lay the card with most beds as it lies in the hand, where most points show."""
    largest = max(instance.hand, key=lambda card: card.beds)
    ways = [laid for laid in legal_placements(start.table, largest) if not laid.turn]
    return max(_after(instance, start, ways), key=lambda end: _points(instance, end.table)).moves


def _seen_through(instance: Instance, position: Position) -> Position:
    while position.hand:
        [position] = _likely(instance, position, 1)
    return position


def _likely(instance: Instance, position: Position, many: int) -> list[Position]:
    """Return the positions that look best after one more card."""
    ways = chain.from_iterable(legal_placements(position.table, card) for card in position.hand)
    after = _after(instance, position, ways)
    ranked = sorted(after, key=lambda end: _worth(instance, end.table), reverse=True)
    return list(islice(ranked, many))


def _after(instance: Instance, position: Position, ways: Iterable[Laid]) -> list[Position]:
    """Return the positions after a card was laid in each of some legal ways."""
    table, me = position.table, instance.me
    held, coins = table.barrows.get(me, ()), table.coins.get(me, 0)
    found = []
    for laid in ways:
        move = _sold(instance, held, laid, flowers_of(table.garden, laid))
        gone = chain(*move.sold, move.discarded)
        after = replace(
            table,
            garden={**table.garden, **laid.spaces()},
            barrows={me: without(in_order((*held, *(move.flowers or ()))), gone)},
            coins={me: coins + price(move.sold)},
        )
        hand = tuple(card for card in position.hand if card != laid.card)
        found.append(Position(after, hand, (*position.moves, move)))
    return found


def _sold(instance: Instance, held: Flowers, laid: Laid, picked: Flowers) -> Move:
    """Return the move that lays a card and sells all bouquets once the wheelbarrow is full."""
    barrow = in_order((*held, *picked))
    if len(barrow) < instance.capacity:
        return Move(laid, picked)
    sold = tuple(bouquets(barrow))
    left = without(barrow, chain.from_iterable(sold))
    return Move(laid, picked, sold, left[: max(0, len(left) - instance.capacity + 1)])


def _points(instance: Instance, table: Table) -> int:
    me = instance.me
    return bed_points(table.garden, me) + lawn_points(table.garden, table.pawns, me)


def _worth(instance: Instance, table: Table) -> int:
    """Return what a table would score if the plan ended here."""
    coins = table.coins.get(instance.me, 0) + price(bouquets(table.barrows.get(instance.me, ())))
    return _points(instance, table) + coins
