"""What moves lose by the relaxation, for machine code; as in ``solver/tiles/losses.py``."""

from __future__ import annotations

from solver.tiles.native import inner
from solver.tiles.native.facts import IMPOSSIBLE, Facts, place_of
from solver.tiles.native.masks import (
    ZERO,
    Array,
    Mask,
    bridge,
    integer,
    lowest,
    some,
    without_lowest,
)
from solver.tiles.native.moving import filled, key_of_move, laid, robbed, shifted
from solver.tiles.native.rows import Book
from solver.tiles.network import ANY, HAND
from solver.tiles.rules import EARNS, LEAST

UNROBBED, FROM_HAND = integer(ANY), integer(HAND)


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
def note_arcs(facts: Facts) -> None:
    """Note the losses of arcs and moves in the tables, which are empty."""
    for place in range(len(facts.parts)):
        a, b = facts.parts[place], facts.parts[place, 7:]
        node = key_of(a[0], a[1], a[2], a[3], a[4], a[5], a[6])
        key = key_with(node, b[0], b[1], b[2], b[3], b[4])
        at = place_of(facts.arcs, key)
        facts.arcs[at].key, facts.arcs[at].loss = key, facts.losses[place]
    for place in range(len(facts.moved)):
        a = facts.moved[place]
        key = key_of_move(a[0], a[1], a[2], a[3])
        at = place_of(facts.moves, key)
        facts.moves[at].key, facts.moves[at].loss = key, facts.moved_losses[place]


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
        at = place_of(facts.arcs, key)
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
    facts: Facts,
    book: Book,
    new: int,
    one: int,
    two: int,
    before: int,
    added: Mask,
    left: int,
    taken: int,
    scratch: Array,
) -> float:
    """Return the loss of a play; ``taken``: jokers of the hand, ``added``: to the robbed row.

    ``left``: what is left of that row; ``scratch``: space for two rows.
    """
    if not book.rows[new].flowers:
        return 0.0
    own = laid(facts, book, new, book.rows[new].jokers - taken)
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
                    place = integer(row)
                    loss += _path_loss(facts, book, new, one, two, place, taken)
                    more, size = filled(facts, book, place, before, added, scratch)
                    loss += more
                    tiles = book.rows[left].tiles
                    loss += robbed(facts, place, scratch, size, one, two, tiles)
                    least = min(least, loss)
    return least + own if least < IMPOSSIBLE else 0.0


@inner
def shift_loss(facts: Facts, book: Book, before: int, new: int, number: int, how: int) -> float:
    """Return the loss of a number (0: a joker) that comes to a row that lies, and makes it new."""
    least = IMPOSSIBLE
    for row in range(len(book.own) + 1):
        if book.rows[before].may >> row & 1 and facts.coming[number, row, how] < least:
            moved = shifted(facts, book, integer(row - 1), before, new)
            least = min(least, facts.coming[number, row, how] + moved)
    return least if least < IMPOSSIBLE else 0.0
