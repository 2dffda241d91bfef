"""A position of a plan goes in; what each place of the next card allows at most comes out.

Every cap holds for all cards of the hand in all rotations: they differ only by the own beds that
later cards cover again (an own flower each, at the cost of the bed) and by their lawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from solver.garden.ground import Bools, Ints, Look
from solver.garden.lawns import NEVER, SPACES, Claim, Lawns
from solver.garden.rules import SIDE, Card
from solver.garden.sales import Front, Sales

MOST = SIDE * SIDE - 1  # spaces that a card covers at most
STEPPED = 20  # with more wheelbarrows to keep, caps let every sale wait


@dataclass(frozen=True)
class Outlook:
    """A position: what shows, what the wheelbarrow can hold, the cards still to lay.

    ``wild``: cards that lie at a known place, but which they are and how turned is open; they are
    counted in ``cards`` with the ones of the hand, for their places ``laid`` of them are taken.
    """

    look: Look
    front: Front
    cards: tuple[Card, ...]
    claim: Claim | None  # None: no ornament can count
    wild: int = 0

    @property
    def left(self) -> int:
        """The number of cards still to lay."""
        return len(self.cards) - self.wild

    @property
    def own(self) -> int:
        """Own beds at the end if no card to come covered one."""
        return self.look.own + sum(card.beds for card in self.cards)

    @property
    def most_beds(self) -> int:
        """The beds of the card with most of them."""
        return max(card.beds for card in self.cards)

    @cached_property
    def lawns(self) -> Lawns:
        """The lawns of the look."""
        most = sum(SIDE * SIDE - card.beds for card in self.cards)
        return Lawns(self.look, self.claim or Claim(), most)


def last_caps(outlook: Outlook, best: int = NEVER) -> tuple[Ints, Ints]:
    """Return for each place of the last card beds and sales exactly, and the cap with the lawn.

    The lawn is left out where even all of it would not do better than ``best``.
    """
    look = outlook.look
    base = outlook.own - look.flowers[:, 0] + outlook.front.final(look.flowers)
    if int(base.max(initial=NEVER)) + _all_lawn(outlook) <= best:
        return base, base
    return base, base + _last_lawn(outlook, outlook.own - look.flowers[:, 0])


def _all_lawn(outlook: Outlook) -> int:
    most = sum(SIDE * SIDE - card.beds for card in outlook.cards)
    return (outlook.look.lawns.bit_count() + most) // SPACES


def _last_lawn(outlook: Outlook, own: Ints) -> Ints:
    if outlook.claim is None:
        return np.zeros_like(own)
    lawns, look = outlook.lawns, outlook.look
    touch = lawns.touch(look.places)
    pieces = lawns.pieces(look.places, touch)[0].sum(axis=1, dtype=np.int16)
    alone = lawns.joined(touch, pieces - lawns.covers(look.places, free=True))
    if lawns.claim.lawn < 0 and not lawns.claim.early:  # placed at the end, it stands alone
        return lawns.points(alone, np.zeros_like(alone), own, own)
    shared = lawns.joined(touch, touch @ lawns.sizes - look.lawn)
    return lawns.points(alone, shared, own, own)


@dataclass(frozen=True, slots=True)
class Options:
    """Ways to pick at places: a place (an index of a look) and the flowers picked there."""

    place: NDArray[np.int64]
    flowers: Ints


def _options(look: Look, most: int) -> Options:
    """Return what each place picks; of wild spaces any number of own beds up to ``most``."""
    places, flowers = [np.arange(len(look.places))], [look.flowers]
    limit = np.minimum(look.wild, most)
    for extra in range(1, int(limit.max(initial=0)) + 1):
        chosen = np.nonzero((limit >= extra) & (look.flowers.sum(axis=1) + extra <= MOST))[0]
        more = look.flowers[chosen]
        more[:, 0] += extra
        places.append(chosen)
        flowers.append(more)
    return Options(np.concatenate(places), np.concatenate(flowers))


@dataclass(frozen=True, slots=True)
class Overlaps:
    """Second cards that overlap the first: arrays over pairs of places.

    ``first`` is an index of the look; ``second`` the number of a space; ``flowers`` what the second
    picks of what shows now; ``extra``: own beds of the first and of wild cards, at most, besides.
    """

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    flowers: Ints
    lawn: Ints
    extra: Ints


def _overlaps(look: Look, most: int) -> Overlaps:
    parts = [
        _shifted(look, down, across, most)
        for down in range(1 - SIDE, SIDE)
        for across in range(1 - SIDE, SIDE)
        if down or across
    ]
    names = ("first", "second", "flowers", "lawn", "extra")
    return Overlaps(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def _shifted(look: Look, down: int, across: int, most: int) -> Overlaps:
    """Return the pairs whose second place lies so many rows and columns from the first."""
    wide, high = SIDE - abs(across), SIDE - abs(down)
    rows, columns = look.rows + down, look.columns + across
    part = look.part(wide, high)
    shared = part[:, look.rows + max(down, 0), look.columns + max(across, 0)]
    seen = look.sums[:, rows, columns]
    covers = seen[0] - shared[0] + wide * high
    legal = (look.bar[rows, columns] == 0) & (covers <= MOST)
    left = (seen - shared)[:, legal]
    return Overlaps(
        np.nonzero(legal)[0],
        (rows * look.ground.width + columns)[legal],
        left[3:].T,
        left[1],
        min(wide * high, most) + left[2],
    )


def pair_caps(outlook: Outlook, sales: Sales) -> Ints:
    """Return the cap of each place for the first of the two last cards."""
    look = outlook.look
    if not len(look.places):
        return np.zeros(0, np.int16)
    firsts = _options(look, outlook.most_beds)
    overlaps = _overlaps(look, outlook.most_beds)
    codes = firsts.flowers @ (MOST + 1) ** np.arange(firsts.flowers.shape[1], dtype=np.int64)
    _, index, group_of = np.unique(codes, return_index=True, return_inverse=True)
    fronts = _fronts(outlook, sales, firsts.flowers[index])
    far = _far_caps(outlook, firsts, group_of, fronts)
    near = _near_caps(outlook, overlaps, firsts, group_of, fronts)
    caps: Ints = np.maximum(far, near)
    return caps


def _fronts(outlook: Outlook, sales: Sales, flowers: Ints) -> list[Front]:
    """Return the front after the first card for each kind of what it picks.

    Where there are many wheelbarrows to keep the sale waits: that is never worse.
    """
    if len(sales.kept) <= STEPPED:
        return [sales.step(outlook.front, kind) for kind in flowers]
    front = outlook.front
    return [Front(front.barrows + kind, front.coins) for kind in flowers]


def _far_caps(
    outlook: Outlook, firsts: Options, group_of: NDArray[np.int64], fronts: list[Front]
) -> Ints:
    """Return the best with a second card that does not overlap the first."""
    look, seconds = outlook.look, firsts
    kinds, back = np.unique(seconds.flowers, axis=0, return_inverse=True)
    table = np.stack([front.final(kinds) for front in fronts]) - kinds[:, 0]
    values = table[:, back.ravel()]  # [kind of the first, second]
    # Of the options of one place the best counts for each kind of the first.
    best = np.full((len(look.places), len(fronts)), NEVER, np.int16)
    np.maximum.at(best, seconds.place, values.T)
    per_first = _best_options(best.T, firsts, group_of, look)
    rows, columns = look.rows, look.columns
    close = (np.abs(rows[:, None] - rows) < SIDE) & (np.abs(columns[:, None] - columns) < SIDE)
    pairs = per_first + outlook.own
    if outlook.claim is not None:
        own = outlook.own - look.flowers[:, 0][:, None] - look.flowers[:, 0]
        pairs = pairs + _far_lawn(outlook, outlook.lawns, own)
    pairs[close] = NEVER
    caps: Ints = pairs.max(axis=1)
    return caps


def _best_options(best: Ints, firsts: Options, group_of: NDArray[np.int64], look: Look) -> Ints:
    """Return ``[first place, second place]``: the best over the ways to pick at the first."""
    values = best[group_of] - firsts.flowers[:, :1]
    if len(firsts.place) == len(look.places):
        return values
    found = np.full((len(look.places), len(look.places)), NEVER, np.int16)
    np.maximum.at(found, firsts.place, values)
    return found


def _far_lawn(outlook: Outlook, lawns: Lawns, own: Ints) -> Ints:
    """Return the cap on the lawn for pairs of places that do not overlap."""
    look = outlook.look
    touch = lawns.touch(look.places)
    marks = touch.astype(np.float32)
    whole = marks * lawns.sizes
    pieces, rests = (part.astype(np.float32) for part in lawns.pieces(look.places, touch))
    rows, columns = look.rows, look.columns
    beside = (np.abs(rows[:, None] - rows) <= SIDE) & (np.abs(columns[:, None] - columns) <= SIDE)
    meet = beside | (marks @ marks.T > 0)
    # A held region that both cover in part they may cut together: what both leave counts whole.
    both = marks @ whole.T
    part = (rests > 0).astype(np.float32)
    left = rests @ part.T
    sizes = (part * lawns.sizes) @ part.T
    cut = (pieces * lawns.held) @ part.T
    again = (marks * ~lawns.held) @ whole.T + cut + cut.T - (left + left.T - sizes)
    free = pieces.sum(axis=1) - lawns.covers(look.places, free=True)
    alone = _far_spaces(lawns, touch, meet, free, again)
    shared = _far_spaces(lawns, touch, meet, whole.sum(axis=1) - look.lawn, both)
    most = _most_own(outlook)[:, None]
    return lawns.points(alone, shared, most, own - SIDE * SIDE * outlook.wild)


def _most_own(outlook: Outlook) -> Ints:
    """Return own beds, at most, after the first of two cards or a wild one before it.

    The ornament may be placed then, and the beds need not last.
    """
    own = np.full(len(outlook.look.places), outlook.own, np.int16)
    return own if outlook.wild else own - outlook.look.flowers[:, 0]


def _far_spaces(
    lawns: Lawns, touch: Bools, meet: Bools, single: NDArray[np.float32], both: NDArray[np.float32]
) -> Ints:
    """Return the spaces joined by pairs of cards: of each, less what both count, or of one."""
    joint = single[:, None] + single - both
    if lawns.claim.lawn >= 0:
        mine = touch[:, lawns.own]
        apart = np.where(mine[:, None], single[:, None], single)
        spaces = np.where(meet | (mine[:, None] & mine), joint, apart) + lawns.most
        spaces = np.where(mine[:, None] | mine, spaces, lawns.still)
    else:
        apart = np.maximum(single[:, None], single)
        spaces = np.maximum(np.where(meet, joint, apart) + lawns.most, lawns.still)
    return spaces.astype(np.int16)


def _near_caps(
    outlook: Outlook,
    overlaps: Overlaps,
    firsts: Options,
    group_of: NDArray[np.int64],
    fronts: list[Front],
) -> Ints:
    """Return the best with a second card that overlaps the first."""
    look = outlook.look
    caps = np.full(len(look.places), NEVER, np.int16)
    if not len(overlaps.first):
        return caps
    values = np.full(len(overlaps.first), NEVER, np.int16)
    limit = np.minimum(overlaps.extra, MOST - overlaps.flowers.sum(axis=1))
    order = np.argsort(overlaps.first, kind="stable")
    starts = np.searchsorted(overlaps.first[order], np.arange(len(look.places) + 1))
    for group, front in enumerate(fronts):
        chosen = np.nonzero(group_of == group)[0]
        pairs = np.concatenate([order[starts[p] : starts[p + 1]] for p in firsts.place[chosen]])
        cost = int(firsts.flowers[chosen[0], 0])
        flowers = overlaps.flowers[pairs]
        found = front.final_with(flowers, limit[pairs]) - flowers[:, 0] - cost
        values[pairs] = np.maximum(values[pairs], found)
    values += outlook.own
    if outlook.claim is not None:
        values += _near_lawn(outlook, overlaps)
    np.maximum.at(caps, overlaps.first, values)
    return caps


def _near_lawn(outlook: Outlook, overlaps: Overlaps) -> Ints:
    """Return the cap on the lawn for pairs that overlap.

    Held regions that the second covers in part count whole.
    """
    look, lawns = outlook.look, outlook.lawns
    touch = lawns.touch(look.places)
    touched = touch[overlaps.first] | lawns.touch(overlaps.second)
    own = outlook.own - look.flowers[overlaps.first, 0] - overlaps.flowers[:, 0]
    least = own - overlaps.extra - SIDE * SIDE * outlook.wild
    whole = touched * lawns.sizes
    shared = whole.sum(axis=1, dtype=np.int16) - look.lawn[overlaps.first] - overlaps.lawn
    cut = lawns.held & ~lawns.touch(overlaps.second, ring=False)
    pieces = np.where(cut, lawns.pieces(look.places, touch)[0][overlaps.first], whole)
    covered = lawns.covers(look.places, free=True)[overlaps.first]
    alone = pieces.sum(axis=1, dtype=np.int16) - covered
    most = _most_own(outlook)[overlaps.first]
    return lawns.points(lawns.joined(touched, alone), lawns.joined(touched, shared), most, least)


def loose_caps(outlook: Outlook) -> Ints:
    """Return caps for the next of three cards or more, quickly.

    The price of flowers is concave, so every choice of weights (for each pair of colours one of
    them counts) gives a linear cap; then the other cards are free of each other.
    """
    look, front, rest = outlook.look, outlook.front, outlook.left - 1
    colours = look.flowers.shape[1]
    weights = np.array(
        [
            [order.index(colour) for colour in range(colours)]
            for order in permutations(range(colours))
        ]
        + [[(colours - 1) / 2] * colours]
    )
    have = (weights @ front.barrows.T + front.coins).max(axis=1)
    room = np.minimum(MOST - look.flowers.sum(axis=1), outlook.most_beds * outlook.left)
    extra = np.maximum(weights[:, :1] - 1, 0) * room
    each = weights @ look.flowers.T - look.flowers[:, 0]
    fresh = np.maximum(weights[:, 0] - 1, 0) * MOST  # on new cards only
    most = np.maximum((each + extra).max(axis=1, initial=0), fresh)
    first = each + np.maximum(weights[:, :1] - 1, 0) * np.minimum(look.wild, room)
    linear = (first + (have + rest * most)[:, None]).min(axis=0)
    caps: Ints = np.floor(linear + 1e-9).astype(np.int16) + np.int16(outlook.own)
    return caps + _loose_lawn(outlook, rest) if outlook.claim is not None else caps


def _loose_lawn(outlook: Outlook, rest: int) -> Ints:
    lawns, look = outlook.lawns, outlook.look
    gains = lawns.touch(look.places) @ lawns.sizes - look.lawn
    spaces = gains + rest * max(int(gains.max(initial=0)), 0) + lawns.most + lawns.still
    own = np.full(len(spaces), outlook.own, np.int16)
    spaces = spaces.astype(np.int16)
    return lawns.points(spaces, spaces, own, np.full_like(own, NEVER))
