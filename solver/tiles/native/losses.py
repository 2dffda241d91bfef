"""What moves lose by the relaxation, for machine code; as in ``solver/tiles/losses.py``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.tiles.native import inner
from solver.tiles.native.masks import (
    MIXING,
    ZERO,
    Array,
    Mask,
    bridge,
    integer,
    lowest,
    some,
    without_lowest,
)
from solver.tiles.native.rows import Book
from solver.tiles.network import ANY, HAND
from solver.tiles.rules import EARNS, LEAST

UNROBBED, FROM_HAND = integer(ANY), integer(HAND)
IMPOSSIBLE = 1e9
ARC = np.dtype([("key", np.int64), ("loss", np.float64)])


class Facts(NamedTuple):
    """What stays of a harvest.

    Attributes:
        reached: by flowers, the highest token at or below them.
        tokens: by token, how many there are; ``top``: the highest one.
        jokers: in all; ``earns``: whether three tiles with a joker earn one; ``steal``: whether
            jokers are stolen.
        arcs: ARC of the relaxation, by the hash of their keys, -1 for none; a power of two.
        parts: arcs x 12, what the keys are made of, the node first; ``losses``: of each arc.
        coming: numbers x rows (0 for new ones, n + 1 for laid row n) x 2, the loss of a number that
            comes to a row by extension or swap; that of a joker under number 0.
        bare: whether a play without jokers can earn one.
        laid: rows x tiles, those that lie at first, with NONE behind the last tile.
        new: whether the arcs are to be noted.
    """

    reached: Array
    tokens: Array
    top: int
    jokers: int
    earns: bool
    steal: bool
    arcs: Array
    parts: Array
    losses: Array
    coming: Array
    bare: int
    laid: Array
    new: Array


@inner
def key_of(
    number: int, tiles: int, flowers: int, stolen: int, source: int, bare: int, jokers: int
) -> int:
    """Return one number for a node (``network.py``)."""
    node = (((number * 8 + tiles) * 16 + flowers) * 4 + stolen) * 64 + source + 3
    return (node * 2 + bare) * 8 + jokers


@inner
def key_with(node: int, onto: int, origin: int, jokers: int, stolen: int, then: int) -> int:
    """Return one number for an arc that leads on from a node."""
    arc = (((onto * 64 + origin + 3) * 8 + jokers) * 4 + stolen) * 64 + then + 3
    return (node << 28) + arc


@inner
def _place_of(arcs: Array, key: int) -> int:
    """Return where a key is noted, or where it could be."""
    end = len(arcs) - 1
    mixed = np.uint64(key) * MIXING
    at = integer((mixed >> np.uint64(32)) & np.uint64(end))
    while arcs[at].key >= 0 and arcs[at].key != key:
        at = (at + 1) & end
    return at


@inner
def note_arcs(facts: Facts) -> None:
    """Note the losses of arcs in the table, which is empty."""
    for place in range(len(facts.parts)):
        a, b = facts.parts[place], facts.parts[place, 7:]
        node = key_of(a[0], a[1], a[2], a[3], a[4], a[5], a[6])
        key = key_with(node, b[0], b[1], b[2], b[3], b[4])
        at = _place_of(facts.arcs, key)
        facts.arcs[at].key, facts.arcs[at].loss = key, facts.losses[place]


@inner
def _path_loss(
    facts: Facts, book: Book, new: int, one: int, two: int, robbed: int, from_hand: int
) -> float:
    """Return the loss of the arcs of a play and of jokers added to it (``Losses._path``)."""
    number, laid, flowers, stolen, used = ZERO, ZERO, ZERO, ZERO, ZERO
    source, bare = UNROBBED, facts.bare
    spare = integer(one == 0) + integer(two == 0)
    loss = 0.0
    row = book.rows[new]
    size = row.size
    for place in range(size + 1):
        onto, origin, here = ZERO, FROM_HAND, False
        if place < size:
            onto = integer(row.tiles[place])
            if not onto:
                continue
            here = onto in (one, two)
            jokers = bridge(onto - number) if number else ZERO
            taken = min(jokers, spare)
        else:
            taken = spare
            jokers = max(taken, LEAST - laid)
        if here:
            origin = robbed
        then = robbed if here or taken else source
        node = key_of(number, laid, flowers, stolen, source, bare, used)
        key = key_with(node, onto, origin, jokers, taken, then)
        at = _place_of(facts.arcs, key)
        if facts.arcs[at].key != key:
            return IMPOSSIBLE
        loss += facts.arcs[at].loss
        spare -= taken
        from_hand -= jokers - taken
        if onto:
            stolen += taken + here
            used += jokers
            laid = min(EARNS + 1, laid + jokers + 1)
            flowers = min(facts.top, flowers + book.flowers[onto])
            if stolen or jokers or laid > EARNS:
                bare = ZERO
            number, source = onto, then
    if from_hand < 0:
        return IMPOSSIBLE
    return loss + float(from_hand * facts.coming[0, 0, 0])


@inner
def play_loss(
    facts: Facts, book: Book, new: int, one: int, two: int, before: int, added: Mask, taken: int
) -> float:
    """Return the loss of a play; ``taken``: jokers of the hand, ``added``: to the robbed row."""
    if not book.rows[new].flowers:
        return 0.0
    least = IMPOSSIBLE
    if before < 0:
        least = _path_loss(facts, book, new, one, two, UNROBBED, taken)
    else:
        for row in range(-1, len(book.own)):
            if book.rows[before].may >> (row + 1) & 1:
                loss, rest = 0.0, added
                while some(rest):
                    loss += facts.coming[lowest(rest), row + 1, 0]
                    rest = without_lowest(rest)
                if loss < least:
                    loss += _path_loss(facts, book, new, one, two, integer(row), taken)
                    least = min(least, loss)
    return least if least < IMPOSSIBLE else 0.0


@inner
def shift_loss(facts: Facts, book: Book, before: int, number: int, how: int) -> float:
    """Return the loss of a number (0: a joker) that comes to a row that lies."""
    least = IMPOSSIBLE
    for row in range(len(book.own) + 1):
        if book.rows[before].may >> row & 1:
            least = min(least, facts.coming[number, row, how])
    return least if least < IMPOSSIBLE else 0.0
