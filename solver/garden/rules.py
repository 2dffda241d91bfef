"""The referee of the garden game: a table and a turn go in, legality and points come out.

Written from the rulebook; shares no code with the model. Spaces are ``(x, y)``, x to the right, y
up. A garden maps each of its spaces to the colour of the flower bed that shows there, or to LAWN.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal

from layouts.facts import facts
from layouts.faults import Fault

Colour = str
Space = tuple[int, int]
Flowers = tuple[Colour, ...]
Garden = Mapping[Space, Colour]

FACTS: dict[str, Any] = facts("garden")
COLOURS: tuple[Colour, ...] = tuple(FACTS["colours"])
LAWN: Colour = ""
SIDE: int = FACTS["cards"]["side"]
TURNS = (0, 90, 180, 270)  # degrees, clockwise
PRICES: tuple[int, ...] = tuple(FACTS["scoring"]["bouquets"])
TABLES: dict[int, dict[str, int]] = {table["players"]: table for table in FACTS["tables"]}
BEDS_OF_ANIMAL: int = FACTS["pawns"]["animal"]
BEDS_OF_ORNAMENT: int = FACTS["pawns"]["ornament"]


@dataclass(frozen=True, slots=True)
class Readings:
    """How open rules are read (GAMES: garden)."""

    final_scoring: Literal["own_last_card", "game_end"] = "own_last_card"
    sell_early: bool = False


USUAL = Readings()


@dataclass(frozen=True, slots=True)
class Card:
    """A garden card: its colour, its number of flower beds, its rows at turn 0, top row first."""

    colour: Colour
    beds: int
    rows: tuple[str, ...]  # F bed, . lawn

    @property
    def name(self) -> str:
        """The name of the card, such as rose-4."""
        return f"{self.colour}-{self.beds}"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table: its lower left space after turning, degrees clockwise."""

    card: Card
    at: Space
    turn: int = 0

    def spaces(self) -> dict[Space, Colour]:
        """Return what each of its spaces shows."""
        x, y = self.at
        return {
            (x + column, y + SIDE - 1 - row): self.card.colour if mark == "F" else LAWN
            for row, marks in enumerate(turned(self.card.rows, self.turn))
            for column, mark in enumerate(marks)
        }


@dataclass(frozen=True, slots=True)
class Pawns:
    """Where a player's pawns stand; None is off the table. An ornament has a bed and a lawn."""

    gardener: Space | None = None
    animal: Space | None = None
    ornament: tuple[Space, Space] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A position: the garden, the pawns, each wheelbarrow, the coins, who has earned an animal."""

    garden: Garden = field(default_factory=dict)
    pawns: Mapping[Colour, Pawns] = field(default_factory=dict)
    barrows: Mapping[Colour, Flowers] = field(default_factory=dict)
    coins: Mapping[Colour, int] = field(default_factory=dict)
    animals: frozenset[Colour] = frozenset()


@dataclass(frozen=True, slots=True)
class Move:
    """One card laid, with what its player says about flowers, sale and pawns.

    ``flowers`` None: not written down. ``pawns`` are those stood at the end of the move.
    """

    laid: Laid
    flowers: Flowers | None = None
    sold: tuple[Flowers, ...] = ()
    discarded: Flowers = ()
    pawns: Mapping[Colour, Pawns] = field(default_factory=dict)
    by: Colour = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What holds for one turn.

    ``colour``: whose card is laid; ``performer``: who lays it and collects; ``stands``: whose pawns
    may be stood at its end; ``may_wait``: the sale may be put off; ``last``: the performer's last
    card, so that a final sale follows; ``early``: a sale needs no full wheelbarrow.
    """

    colour: Colour
    performer: Colour
    stands: frozenset[Colour]
    capacity: int
    may_wait: bool = False
    last: bool = False
    early: bool = False
    virtual: Colour = ""


@dataclass(frozen=True, slots=True)
class Instance:
    """A turn or a plan from here on: what ``solve`` is asked."""

    kind: Literal["turn", "plan"]
    players: int
    me: Colour
    hand: tuple[Card, ...]
    laid: tuple[Laid, ...]
    table: Table
    version: Literal["family", "tactical"] = "family"
    objective: Literal["flowers", "sale", "points"] | None = None  # of a turn
    readings: Readings = USUAL
    virtual: Colour = ""

    @property
    def capacity(self) -> int:
        """The flowers that fill a wheelbarrow."""
        return TABLES[self.players]["wheelbarrow"]


# Cards and the garden -----------------------------------------------------------------------------


def turned(rows: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """Return rows (top first) turned clockwise by 0, 90, 180 or 270 degrees."""
    for _ in range(turn // 90):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    return rows


def lay_all(cards: Iterable[Laid]) -> dict[Space, Colour]:
    """Return the garden that cards make, laid one on the other."""
    garden: dict[Space, Colour] = {}
    for laid in cards:
        garden |= laid.spaces()
    return garden


def covered(garden: Garden, laid: Laid) -> list[Space]:
    """Return the spaces of the garden that a card would cover."""
    return [space for space in laid.spaces() if space in garden]


def flowers_of(garden: Garden, laid: Laid) -> Flowers:
    """Return the flowers that laying a card picks, in the order of the colours."""
    shows = [garden[space] for space in covered(garden, laid)]
    return in_order(colour for colour in shows if colour != LAWN)


def in_order(flowers: Iterable[Colour]) -> Flowers:
    """Return flowers sorted as the rulebook lists the colours."""
    return tuple(sorted(flowers, key=COLOURS.index))


def beds_of(garden: Garden, colour: Colour) -> set[Space]:
    """Return the flower beds of a colour that show; those under pawns count."""
    return {space for space, shows in garden.items() if shows == colour}


def beside(space: Space) -> tuple[Space, ...]:
    """Return the four spaces that share a side with a space."""
    x, y = space
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def region(ground: set[Space], seed: Space) -> set[Space]:
    """Return the spaces of ``ground`` that connect by sides with a space of it."""
    reached, edge = {seed}, [seed]
    while edge:
        new = [space for space in beside(edge.pop()) if space in ground and space not in reached]
        reached.update(new)
        edge += new
    return reached


def bed_groups(garden: Garden, colour: Colour) -> list[int]:
    """Return the sizes of the side-connected flower beds of a colour, largest first."""
    ground, sizes = beds_of(garden, colour), []
    while ground:
        group = region(ground, next(iter(ground)))
        ground -= group
        sizes.append(len(group))
    return sorted(sizes, reverse=True)


def protected(pawns: Mapping[Colour, Pawns]) -> dict[Space, str]:
    """Return the spaces that pawns stand on, with the pawn's name."""
    under: dict[Space, str] = {}
    for colour, own in pawns.items():
        spaces = {"gardener": own.gardener, "animal": own.animal}
        under |= {
            space: f"{colour}'s {kind}" for kind, space in spaces.items() if space is not None
        }
        under |= dict.fromkeys(own.ornament or (), f"{colour}'s ornament")
    return under


def lift(table: Table, colour: Colour) -> Table:
    """Return the table after a player has picked up his gardener and his animal."""
    own = replace(table.pawns.get(colour, Pawns()), gardener=None, animal=None)
    return replace(table, pawns={**table.pawns, colour: own})


def card_faults(table: Table, laid: Laid) -> Iterator[Fault]:
    """Yield why a card may not lie so; gardener and animal of its owner are lifted already."""
    under = covered(table.garden, laid)
    if table.garden and not under:
        yield Fault("", f"{laid.card.name} covers no space of the garden", "it covers 1 to 8")
    if len(under) == SIDE * SIDE:
        what = f"{laid.card.name} covers {len(under)} spaces"
        yield Fault("", what, "a part of every card lies on the table")
    standing = protected(table.pawns)
    for space in laid.spaces():
        if space in standing:
            what = f"{laid.card.name} covers {list(space)}, where {standing[space]} stands"
            yield Fault("", what, "pawns protect their spaces")


def legal_placements(table: Table, card: Card) -> Iterator[Laid]:
    """Yield every legal way to lay a card."""
    lifted = lift(table, card.colour)
    reach = range(1 - SIDE, 1)
    ats = {(x + dx, y + dy) for x, y in table.garden for dx in reach for dy in reach}
    for at in sorted(ats):
        for turn in TURNS:
            laid = Laid(card, at, turn)
            if next(card_faults(lifted, laid), None) is None:
                yield laid


# Flowers and sales --------------------------------------------------------------------------------


def bouquets(flowers: Iterable[Colour]) -> list[Flowers]:
    """Return the bouquets of the best sale: the largest first (proof: docs/garden-bouquets.md)."""
    left, sold = Counter(flowers), []
    while len(+left) > 1:
        bouquet = in_order(+left)
        left.subtract(bouquet)
        sold.append(bouquet)
    return sold


def price(sold: Iterable[Flowers]) -> int:
    """Return the coins for bouquets of different flowers."""
    return sum(PRICES[len(bouquet)] for bouquet in sold)


def without(flowers: Iterable[Colour], gone: Iterable[Colour]) -> Flowers:
    """Return the flowers that are left, in the order of the colours."""
    return in_order((Counter(flowers) - Counter(gone)).elements())


def sale_faults(barrow: Flowers, move: Move, turn: Turn) -> Iterator[Fault]:
    """Yield what is wrong with the sale of a move; the flowers picked are in the wheelbarrow."""
    gone = [*chain.from_iterable(move.sold), *move.discarded]
    full = len(barrow) >= turn.capacity
    if move.sold and not (full or turn.early or turn.last):
        what = f"a sale with {len(barrow)} flowers, but the wheelbarrow is full with"
        yield Fault("", f"{what} {turn.capacity}", "reading sell_early allows it")
    if move.discarded and not (full or turn.early):
        what = f"flowers are discarded though the wheelbarrow holds only {len(barrow)}"
        yield Fault("", what, f"it is full with {turn.capacity}")
    for bouquet in move.sold:
        if len(bouquet) < 2 or len(set(bouquet)) < len(bouquet):
            what = f"[{', '.join(bouquet)}] is no bouquet"
            yield Fault("", what, "two or more flowers, all different")
    if lacking := Counter(gone) - Counter(barrow):
        what = f"not in the wheelbarrow: {', '.join(lacking.elements())}"
        yield Fault("", what, f"it holds: {', '.join(barrow) or 'nothing'}")
    left = len(barrow) - len(gone)
    if left >= turn.capacity and not (turn.may_wait or turn.last):
        what = f"{left} flowers stay in the wheelbarrow"
        yield Fault("", what, f"sell or discard until fewer than {turn.capacity} are left")


# Pawns --------------------------------------------------------------------------------------------


def gardener_faults(table: Table, colour: Colour, space: Space) -> Iterator[Fault]:
    """Yield why a gardener may not stand on a space."""
    if table.garden.get(space) != colour:
        yield Fault("gardener", f"{list(space)} shows no {colour} flower bed")
    yield from _taken(table, "gardener", space)


def animal_faults(table: Table, space: Space) -> Iterator[Fault]:
    """Yield why an animal may not stand on a space, whoever has earned it."""
    if space in table.garden:
        yield Fault("animal", f"{list(space)} is a space of the garden", "it stands on the table")
    elif not any(near in table.garden for near in beside(space)):
        yield Fault("animal", f"{list(space)} is not beside the garden", "sides count")
    yield from _taken(table, "animal", space)


def ornament_faults(table: Table, colour: Colour, spaces: tuple[Space, Space]) -> Iterator[Fault]:
    """Yield why an ornament cannot stand on two spaces, a bed and a lawn."""
    bed, lawn = spaces
    if table.garden.get(bed) != colour:
        yield Fault("ornament", f"{list(bed)} shows no {colour} flower bed")
    if table.garden.get(lawn) != LAWN:
        yield Fault("ornament", f"{list(lawn)} shows no lawn")
    if lawn not in beside(bed):
        yield Fault("ornament", f"{list(bed)} and {list(lawn)} share no side")
    for space in spaces:
        yield from _taken(table, "ornament", space)


def _taken(table: Table, kind: str, space: Space) -> Iterator[Fault]:
    if pawn := protected(table.pawns).get(space):
        yield Fault(kind, f"{list(space)} is taken by {pawn}", "one pawn on a space")


def lawn_of(garden: Garden, ornament: tuple[Space, Space]) -> set[Space]:
    """Return the lawn that an ornament stands on."""
    return region({space for space, shows in garden.items() if shows == LAWN}, ornament[1])


def owners(garden: Garden, pawns: Mapping[Colour, Pawns], lawn: set[Space]) -> list[Colour]:
    """Return whose ornaments stand on a lawn."""
    return [c for c, own in pawns.items() if own.ornament and own.ornament[1] in lawn]


def lawn_points(garden: Garden, pawns: Mapping[Colour, Pawns], colour: Colour) -> int:
    """Return a player's points for the lawn of his ornament; owners share, the rest is lost."""
    ornament = pawns.get(colour, Pawns()).ornament
    if not ornament:
        return 0
    lawn = lawn_of(garden, ornament)
    whole = len(lawn) // int(FACTS["scoring"]["lawn_spaces"])
    return whole // len(owners(garden, pawns, lawn))


def bed_points(garden: Garden, colour: Colour) -> int:
    """Return a player's points for the flower beds that show."""
    return len(beds_of(garden, colour)) * int(FACTS["scoring"]["bed"])


def _stand(table: Table, move: Move, turn: Turn) -> tuple[Table, list[Fault]]:
    """Stand the pawns of a move: ornament, gardener, animal of each colour."""
    faults: list[Fault] = []
    for colour, wanted in move.pawns.items():
        if colour not in turn.stands:
            what = f"{colour}'s pawns are not {turn.performer}'s to stand now"
            faults.append(Fault(f"pawns.{colour}", what))
            continue
        for kind in ("ornament", "gardener", "animal"):
            place = getattr(wanted, kind)
            if place is None:
                continue
            found = list(_standing_faults(table, turn, colour, kind, place))
            faults += [replace(fault, where=f"pawns.{colour}.{kind}") for fault in found]
            own = replace(table.pawns.get(colour, Pawns()), **{kind: place})
            if not found:
                table = replace(table, pawns={**table.pawns, colour: own})
    return table, faults


def _standing_faults(
    table: Table, turn: Turn, colour: Colour, kind: str, place: Any
) -> Iterator[Fault]:
    if getattr(table.pawns.get(colour, Pawns()), kind) is not None:
        yield Fault(kind, f"{colour}'s {kind} stands already")
        return
    if kind == "gardener":
        yield from gardener_faults(table, colour, place)
    elif kind == "animal":
        if colour not in table.animals:
            what = f"{colour} has not ended a turn with {BEDS_OF_ANIMAL} flower beds"
            yield Fault(kind, what)
        yield from animal_faults(table, place)
    else:
        yield from _new_ornament_faults(table, turn, colour, place)


def _new_ornament_faults(
    table: Table, turn: Turn, colour: Colour, spaces: tuple[Space, Space]
) -> Iterator[Fault]:
    found = list(ornament_faults(table, colour, spaces))
    yield from found
    if colour == turn.virtual:
        yield Fault("ornament", f"the ornament of {colour}, who is nobody, is never placed")
    beds = len(beds_of(table.garden, colour))
    if beds < BEDS_OF_ORNAMENT:
        yield Fault("ornament", f"{colour} has {beds} beds", f"it takes {BEDS_OF_ORNAMENT}")
    if not found:
        for owner in owners(table.garden, table.pawns, lawn_of(table.garden, spaces)):
            yield Fault("ornament", f"{owner}'s ornament stands on that lawn")


# A turn -------------------------------------------------------------------------------------------


def lay(table: Table, move: Move, turn: Turn) -> tuple[Table, list[Fault]]:
    """Lay the card of a move and pick its flowers; a faulty card is laid all the same."""
    lifted = lift(table, turn.colour)
    faults = list(card_faults(lifted, move.laid))
    picked = flowers_of(table.garden, move.laid)
    if move.flowers is not None and in_order(move.flowers) != picked:
        what = f"flowers are [{', '.join(move.flowers)}]"
        faults.append(Fault("flowers", what, f"the card picks [{', '.join(picked)}]"))
    garden = {**table.garden, **move.laid.spaces()}
    barrow = in_order((*table.barrows.get(turn.performer, ()), *picked))
    barrows = {**table.barrows, turn.performer: barrow}
    animals = table.animals
    if len(beds_of(garden, turn.colour)) >= BEDS_OF_ANIMAL:
        animals |= {turn.colour}
    return replace(lifted, garden=garden, barrows=barrows, animals=animals), faults


def finish(table: Table, move: Move, turn: Turn) -> tuple[Table, list[Fault]]:
    """Sell and stand pawns as a move says, after its card was laid."""
    barrow = table.barrows.get(turn.performer, ())
    faults = list(sale_faults(barrow, move, turn))
    if not faults:
        table = _sell(table, turn.performer, move.sold, move.discarded)
    stood, more = _stand(table, move, turn)
    return stood, faults + more


def final_sale(table: Table, colour: Colour) -> Table:
    """Sell the best bouquets of a wheelbarrow; single flowers are left and worth nothing."""
    return _sell(table, colour, tuple(bouquets(table.barrows.get(colour, ()))), ())


def _sell(table: Table, colour: Colour, sold: tuple[Flowers, ...], discarded: Flowers) -> Table:
    gone = [*chain.from_iterable(sold), *discarded]
    barrows = {**table.barrows, colour: without(table.barrows.get(colour, ()), gone)}
    coins = {**table.coins, colour: table.coins.get(colour, 0) + price(sold)}
    return replace(table, barrows=barrows, coins=coins)
