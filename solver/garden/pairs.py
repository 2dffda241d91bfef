"""A position with two cards to come goes in; the places of both that allow enough come out.

Every cap holds for all cards of the hand in all rotations: they differ only by the own beds that
later cards cover again (an own flower each, at the cost of the bed) and by their lawn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.garden.caps import MOST, Outlook
from solver.garden.ground import LAWNS, TABLE, WILD, Bools, Ground, Ints, Look, Places
from solver.garden.lawns import NEVER, Lawns
from solver.garden.rules import SIDE
from solver.garden.sales import Front, Sales

STEPPED = 20  # with more wheelbarrows to keep, caps let every sale wait


@dataclass(frozen=True, slots=True)
class Pairs:
    """Places of the two last cards, arrays over pairs.

    ``base``: beds and sales, at most; ``cap``: with the lawn. Own beds: see ``Joins.cap``.
    """

    first: Places
    second: Places
    base: Ints
    cap: Ints
    most_own: Ints
    least_own: Ints

    def taken(self, rows: NDArray[np.int64] | Bools) -> Pairs:
        """Return some of the pairs."""
        return Pairs(*(getattr(self, name)[rows] for name in self.__slots__))

    def above(self, score: int) -> Pairs:
        """Return the pairs that allow more than a score."""
        return self.taken(self.cap > score)

    def of(self, first: int) -> Pairs:
        """Return the pairs of a first place."""
        return self.taken(self.first == first)

    def most(self) -> int:
        """Return the largest cap."""
        return int(self.cap.max(initial=-1))

    def firsts(self) -> list[tuple[int, int]]:
        """Return the largest cap of each first place, with the place, largest first."""
        places, back = np.unique(self.first, return_inverse=True)
        caps = np.full(len(places), NEVER, np.int16)
        np.maximum.at(caps, back, self.cap)
        order = np.argsort(-caps, kind="stable")
        return list(zip(caps[order].tolist(), places[order].tolist(), strict=True))


def all_pairs(outlook: Outlook, sales: Sales, best: int) -> Pairs:
    """Return the places of the two last cards whose caps exceed ``best``."""
    both = _far(outlook, sales, best), _near(outlook, sales, best)
    columns = ([getattr(part, name) for part in both] for name in Pairs.__slots__)
    return Pairs(*(np.concatenate(column) for column in columns))


def refined(outlook: Outlook, found: Pairs, best: int) -> Pairs:
    """Return the pairs that allow more than ``best`` with what the lawn really joins."""
    if outlook.claim is None:
        return found.above(best)
    cap = found.cap.copy()
    for row in np.nonzero(cap > best)[0]:
        cap[row] = min(int(cap[row]), _refined_cap(outlook, found, int(row)))
    return replace(found, cap=cap).above(best)


def _refined_cap(outlook: Outlook, found: Pairs, row: int) -> int:
    places = int(found.first[row]), int(found.second[row])
    own = int(found.most_own[row]), int(found.least_own[row])
    return int(found.base[row]) + outlook.joins.cap(places, *own)


def again(outlook: Outlook, sales: Sales, pairs: Pairs) -> Pairs:
    """Return pairs as a position sees them that has a card where the one before had it wild.

    What the lawn allowed before still holds.
    """
    picks = _picks(outlook, pairs.first, pairs.second)
    base = _base(outlook, sales, picks)
    lawn = pairs.cap - pairs.base
    return _pairs(outlook, pairs.first, pairs.second, picks, base, base + lawn)


@dataclass(frozen=True, slots=True)
class _Picks:
    """What pairs of cards pick: flowers ``[pair, colour]`` that show now, and own beds besides.

    ``wild``, ``rest``: spaces of wild cards that the first and then the second cover; ``common``:
    spaces of the first that the second covers; ``lawn``: lawn spaces that they cover.
    """

    first: Ints
    wild: Ints
    second: Ints
    rest: Ints
    common: Ints
    lawn: Ints


def _picks(outlook: Outlook, first: Places, second: Places) -> _Picks:
    ground, grid = outlook.look.ground, outlook.look.grid.reshape(-1)
    windows = second[:, None] + ground.halo[: SIDE * SIDE]
    shared = _shared(ground, first, second)
    ones = grid[first[:, None] + ground.halo[: SIDE * SIDE]]
    others = np.where(shared, TABLE, grid[windows])
    lawn = _of(ones, LAWNS) + _of(others, LAWNS)
    common = shared.sum(axis=1, dtype=np.int16)
    counted = ground.counted
    return _Picks(counted(ones), _of(ones, WILD), counted(others), _of(others, WILD), common, lawn)


def _of(shown: NDArray[np.int8], code: int) -> Ints:
    found: Ints = (shown == code).sum(axis=1, dtype=np.int16)
    return found


def _pairs(
    outlook: Outlook, first: Places, second: Places, picks: _Picks, base: Ints, cap: Ints
) -> Pairs:
    own = np.int16(outlook.own) - picks.first[:, 0]
    least = own - picks.second[:, 0] - picks.common - np.int16(SIDE * SIDE * len(outlook.wild))
    most = np.full_like(own, outlook.own) if outlook.wild else own
    return Pairs(first, second, base, cap, most, least)


def _base(outlook: Outlook, sales: Sales, picks: _Picks) -> Ints:
    """Return beds and sales of pairs, at most, over all ways to pick from wild cards."""
    beds = outlook.wild_beds
    common = np.minimum(picks.common, outlook.most_beds)
    room = MOST - picks.second.sum(axis=1, dtype=np.int16)
    wild = np.minimum(picks.wild, np.minimum(beds, MOST - picks.first.sum(axis=1, dtype=np.int16)))
    best = np.full(len(room), NEVER, np.int16)
    for more in range(int(wild.max(initial=-1)) + 1):
        rows = np.nonzero(wild >= more)[0]
        limit = np.minimum(common + np.minimum(picks.rest, beds - more), room)
        firsts = picks.first[rows]
        firsts[:, 0] += more
        for kind, chosen in _kinds(firsts):
            some = rows[chosen]
            flowers = picks.second[some]
            coins = _front(outlook, sales, kind).final_with(flowers, limit[some])
            best[some] = np.maximum(best[some], coins - flowers[:, 0] - kind[0])
    return best + np.int16(outlook.own)


def _kinds(flowers: Ints) -> list[tuple[Ints, NDArray[np.int64]]]:
    """Return the different rows, each with the numbers of those that equal it."""
    codes = flowers @ (MOST + 1) ** np.arange(flowers.shape[1], dtype=np.int64)
    order = np.argsort(codes, kind="stable")
    starts = np.nonzero(np.diff(codes[order]))[0] + 1
    return [(flowers[part[0]], part) for part in np.split(order, starts) if len(part)]


def _front(outlook: Outlook, sales: Sales, kind: Ints) -> Front:
    """Return the front after the first card.

    Where there are many wheelbarrows to keep the sale waits: that is never worse.
    """
    if len(sales.kept) <= STEPPED:
        return sales.step(outlook.front, kind)
    return Front(outlook.front.barrows + kind, outlook.front.coins)


def _near(outlook: Outlook, sales: Sales, best: int) -> Pairs:
    """Return pairs that overlap."""
    look, width = outlook.look, outlook.look.ground.width
    steps = range(1 - SIDE, SIDE)
    shifts = np.array([y * width + x for y in steps for x in steps if x or y], np.int64)
    first = np.repeat(look.places, len(shifts))
    second = (look.places[:, None] + shifts).ravel()
    legal = look.ground.free(look.barred, second)
    first, second = first[legal], second[legal]
    covers = _covers(outlook, first, second)
    first, second = first[covers <= MOST], second[covers <= MOST]
    picks = _picks(outlook, first, second)
    base = _base(outlook, sales, picks)
    found = _pairs(outlook, first, second, picks, base, base)
    if outlook.claim is None:
        return found.above(best)
    cap = base + _near_lawn(outlook, found, picks.lawn)
    return replace(found, cap=cap).above(best)


def _covers(outlook: Outlook, first: Places, second: Places) -> Ints:
    """Return how many spaces of the garden the second card covers, those of the first too."""
    ground, grid = outlook.look.ground, outlook.look.grid.reshape(-1)
    shown = grid[second[:, None] + ground.halo[: SIDE * SIDE]]
    shown = np.where(_shared(ground, first, second), LAWNS, shown)
    covers: Ints = (shown != TABLE).sum(axis=1, dtype=np.int16)
    return covers


def _shared(ground: Ground, first: Places, second: Places) -> Bools:
    """Tell which of the nine spaces of the second card the first covers too."""
    windows = second[:, None] + ground.halo[: SIDE * SIDE]
    down = windows // ground.width - first[:, None] // ground.width
    across = windows % ground.width - first[:, None] % ground.width
    shared: Bools = (down >= 0) & (down < SIDE) & (across >= 0) & (across < SIDE)
    return shared


def _near_lawn(outlook: Outlook, found: Pairs, covered: Ints) -> Ints:
    """Return the cap on the lawn for pairs that overlap."""
    lawns = outlook.lawns
    one, other = lawns.marks(found.first), lawns.marks(found.second)
    alone = lawns.joined(one.alone | other.alone, covered)
    shared = lawns.joined(one.shared | other.shared, covered)
    cut = one.cut | other.cut
    return lawns.points(np.where(cut, alone, NEVER), shared, found.most_own, found.least_own)


def _far(outlook: Outlook, sales: Sales, best: int) -> Pairs:
    """Return pairs that do not overlap."""
    look, own = outlook.look, np.int16(outlook.own)
    base = _far_base(outlook, sales) + own
    rows, columns = look.rows, look.columns
    close = (np.abs(rows[:, None] - rows) < SIDE) & (np.abs(columns[:, None] - columns) < SIDE)
    beds = look.flowers[:, 0]
    most = np.full_like(beds, own) if outlook.wild else own - beds
    least = own - beds[:, None] - beds - np.int16(SIDE * SIDE * len(outlook.wild))
    cap = base
    if outlook.claim is not None:
        cap = base + _far_lawn(outlook, most[:, None], least)
    one, other = chosen = np.nonzero((cap > best) & ~close)
    places = look.places
    return Pairs(places[one], places[other], base[chosen], cap[chosen], most[one], least[chosen])


def _far_base(outlook: Outlook, sales: Sales) -> Ints:
    """Return ``[first place, second place]``: sales less own beds covered, at most."""
    look = outlook.look
    place, flowers = _options(look, outlook.wild_beds)
    found = np.full((len(look.places), len(look.places)), NEVER, np.int16)
    kinds = _kinds(flowers)
    if not kinds:
        return found  # pawns guard every place
    seconds = np.stack([kind for kind, _ in kinds])
    table = np.stack([_front(outlook, sales, kind).final(seconds) for kind in seconds])
    table -= seconds[:, 0] + seconds[:, :1]
    best = np.full((len(kinds), len(look.places)), NEVER, np.int16)  # [first kind, second]
    for number, (_, rows) in enumerate(kinds):
        at = place[rows]
        best[:, at] = np.maximum(best[:, at], table[:, number][:, None])
    for number, (_, rows) in enumerate(kinds):
        found[place[rows]] = np.maximum(found[place[rows]], best[number])
    return found


def _options(look: Look, most: int) -> tuple[NDArray[np.int64], Ints]:
    """Return what each place picks, of wild cards any number of own beds up to ``most``."""
    places, flowers = [np.arange(len(look.places))], [look.flowers]
    limit = np.minimum(look.wild, MOST - look.flowers.sum(axis=1))
    for extra in range(1, int(np.minimum(limit, most).max(initial=0)) + 1):
        chosen = np.nonzero(limit >= extra)[0]
        more = look.flowers[chosen]
        more[:, 0] += extra
        places.append(chosen)
        flowers.append(more)
    return np.concatenate(places), np.concatenate(flowers)


def _far_lawn(outlook: Outlook, most: Ints, least: Ints) -> Ints:
    """Return the cap on the lawn for pairs of places that do not overlap."""
    look, lawns = outlook.look, outlook.lawns
    marks = lawns.marks(look.places)
    rows, columns = look.rows, look.columns
    beside = (np.abs(rows[:, None] - rows) <= SIDE) & (np.abs(columns[:, None] - columns) <= SIDE)
    alone = _far_joined(lawns, marks.alone, beside, look.lawn)
    shared = _far_joined(lawns, marks.shared, beside, look.lawn)
    cut = marks.cut[:, None] | marks.cut
    return lawns.points(np.where(cut, alone, NEVER), shared, most, least)


def _far_joined(lawns: Lawns, marks: Bools, beside: Bools, covered: Ints) -> Ints:
    """Return the spaces that pairs join: of both, less what both count, or of the better one."""
    weights = marks.astype(np.float32)
    whole = weights * lawns.sizes
    single = whole.sum(axis=1) - covered
    both = whole @ weights.T
    joint = single[:, None] + single - both
    meet = beside | (both > 0)
    if lawns.claim.lawn >= 0:
        mine = marks[:, lawns.own]
        apart = np.where(mine[:, None], single[:, None], single)
        spaces = np.where(meet, joint, apart) + lawns.most
        spaces = np.where(mine[:, None] | mine, spaces, lawns.still)
    else:
        apart = np.maximum(single[:, None], single)
        spaces = np.maximum(np.where(meet, joint, apart) + lawns.most, lawns.still)
    found: Ints = spaces.astype(np.int16)
    return found
