"""How a play is laid number by number: the nodes and arcs of the model without order.

The model (relaxed.py) counts how often each arc is used; what a single play uses is told here too,
for the losses of steps (losses.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from solver.tiles.plans import bits, joined, set_of
from solver.tiles.rules import EARNS, JOKER, LEAST, Instance, flowers_on

HAND, ANY, NEW = -3, -2, -1  # sources of a play's tiles besides laid row 0, 1, ...; ANY: none yet


class Node(NamedTuple):
    """How far a play has come, no further than it matters.

    Its last number, its tiles and flowers, how many tiles are stolen and from where; ``bare``: it
    has no joker and could still earn one; its jokers.
    """

    number: int
    tiles: int
    flowers: int
    stolen: int
    source: int
    bare: bool
    jokers: int


class Arc(NamedTuple):
    """A way on: a number (0 at the end), where it is from; jokers laid with it, the stolen ones."""

    number: int
    origin: int
    jokers: int
    stolen: int
    source: int


@dataclass(frozen=True, slots=True)
class Tiles:
    """The tiles of a harvest: ``numbers`` and ``hand`` rise, ``rows`` holds the laid numbers."""

    numbers: tuple[int, ...]
    hand: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    groups: dict[int, int]  # numbers of different groups never lie in one row
    jokers: int
    plays: int  # at most
    laid: int  # jokers laid from the hand at most

    @classmethod
    def of(cls, instance: Instance) -> Tiles:
        """Return the tiles of an instance."""
        hand, table = set_of(instance.hand), [*map(set_of, instance.table)]
        every = hand | sum(table)
        held, board = instance.hand.count(JOKER), instance.jokers_left
        jokers = held + board + sum(row.count(JOKER) for row in instance.table)
        # A row that keeps nothing but jokers may go on among any other numbers.
        apart = joined(every, jokers) if jokers < LEAST else [every]
        return cls(
            numbers=tuple(bits(every)),
            hand=tuple(bits(hand)),
            rows=tuple(tuple(bits(row)) for row in table),
            groups={n: place for place, group in enumerate(apart) for n in bits(group)},
            jokers=jokers,
            plays=max(1, (every.bit_count() + jokers) // LEAST - len(table)),
            laid=held + board + hand.bit_count(),
        )

    def holds(self, row: int) -> tuple[int, ...]:
        """Return the numbers that a laid row may come to hold."""
        own = self.rows[row]
        near = [n for n in self.hand if not own or self.groups[n] == self.groups[own[0]]]
        return tuple(sorted((*own, *near)))


@dataclass(frozen=True, slots=True)
class Columns:
    """The variables of the model that a step of a plan adds to, by their index.

    ``coming``: by number, row and action ("extend", "swap"), the row being NEW or that of the
    table; ``adding``: jokers of the hand added to a row.
    """

    arcs: dict[tuple[Node, Arc], int] = field(default_factory=dict)
    coming: dict[tuple[int, int, str], int] = field(default_factory=dict)
    adding: dict[int, int] = field(default_factory=dict)


def first_node(instance: Instance) -> Node:
    """Return where every play begins."""
    return Node(0, 0, 0, 0, ANY, instance.jokers_left > 0, 0)


def next_node(node: Node, arc: Arc, top: int) -> Node:
    """Return where an arc to a number leads; ``top``: flowers beyond it win no more."""
    stolen = node.stolen + arc.stolen + (arc.origin != HAND)
    tiles = min(EARNS + 1, node.tiles + arc.jokers + 1)
    flowers = min(top, node.flowers + flowers_on(arc.number))
    bare = node.bare and not stolen and not arc.jokers and tiles <= EARNS
    return Node(arc.number, tiles, flowers, stolen, arc.source, bare, node.jokers + arc.jokers)
