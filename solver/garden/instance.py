"""A table of the garden game goes in; a checked turn or plan comes out, or every fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from layouts.faults import Fault, Faults
from layouts.sources import Source
from solver.garden.notation import (
    NAMES,
    our_cards,
    read_card,
    read_colour,
    read_rows,
    read_space,
    read_turn,
)
from solver.garden.rules import (
    BEDS_OF_ANIMAL,
    COLOURS,
    FACTS,
    TABLES,
    USUAL,
    Card,
    Colour,
    Flowers,
    Instance,
    Laid,
    Pawns,
    Readings,
    Table,
    animal_faults,
    beds_of,
    card_faults,
    gardener_faults,
    in_order,
    lay_all,
    ornament_faults,
)
from solver.keys import Keys, of_kind, shown

HAND = {"turn": (1, 9), "plan": (2, 4)}  # cards in hand: fewest, most
VERSIONS = ("family", "tactical")
OBJECTIVES = ("points", "flowers", "sale")


@dataclass(slots=True)
class Head:
    """What every kind starts with.

    ``seen`` gathers the colours in play; ``whole``: every card of the garden could be read;
    ``sure``: the number of players could be read, so that what hangs on it is checked.
    """

    keys: Keys
    players: int
    version: Literal["family", "tactical"]
    cards: Mapping[str, Card]
    readings: Readings
    virtual: Colour
    seen: set[Colour] = field(default_factory=set)
    whole: bool = True
    sure: bool = True

    @property
    def faults(self) -> Faults:
        """Where faults are noted."""
        return self.keys.faults

    def colour(self, value: object, where: str) -> Colour | None:
        """Read a colour and remember that it is in play."""
        colour = read_colour(value, self.faults, where)
        if colour is not None:
            self.seen.add(colour)
        return colour

    def card(self, value: object, where: str) -> Card | None:
        """Read a card that this table plays with."""
        card = read_card(value, self.cards, self.faults, where)
        if card is None:
            return None
        self.seen.add(card.colour)
        if self.sure and card.beds in left_out(self.players):
            what = f"{card.name} stays in the box with {self.players} players"
            self.faults.add(where, what, "each has the cards 2 to 9")
        return card

    def flowers(self, value: object, where: str) -> Flowers:
        """Read a list of flowers."""
        listed = of_kind(value, list, self.faults, where, "a list of flowers") or []
        found = (self.colour(item, f"{where}[{n}]") for n, item in enumerate(listed))
        return in_order(colour for colour in found if colour)

    def space(self, value: object, where: str) -> tuple[int, int] | None:
        """Read a space."""
        return read_space(value, self.faults, where)

    def close(self) -> None:
        """Note too many colours and unknown keys."""
        most = TABLES[self.players]["colours"]
        if self.sure and len(self.seen) > most:
            what = f"{len(self.seen)} colours in play: {', '.join(in_order(self.seen))}"
            self.faults.add("", what, f"{most} with {self.players} players")
        self.keys.close()


def left_out(players: int) -> set[int]:
    """Return the cards, by number of beds, that stay in the box."""
    return {row["beds"] for row in FACTS["cards"]["left_out"] if row["players"] == players}


def read_instance(source: Source, kind: str) -> Instance:
    """Read a turn or a plan.

    Raises:
        BadInput: every fault, with its key path.
    """
    faults = Faults(source.name)
    keys = Keys(source.table, faults)
    head = read_head(keys, kind)
    me = _read_me(head)
    laid = read_laid(head)
    hand = _read_hand(head, kind, me, laid)
    barrow = head.flowers(keys.get("wheelbarrow", list, []), "wheelbarrow")
    _check_barrow(head, barrow)
    table = read_pawns(head, Table(lay_all(laid)))
    objective = keys.word("objective", OBJECTIVES, "points") if kind == "turn" else None
    head.close()
    faults.raise_if_any()
    assert me is not None
    table = replace(table, barrows={me: barrow}, animals=_earned(table))
    return Instance(
        cast(Literal["turn", "plan"], kind),
        head.players,
        me,
        hand,
        laid,
        table,
        head.version,
        cast(Literal["flowers", "sale", "points"] | None, objective),
        head.readings,
        head.virtual,
    )


def _read_me(head: Head) -> Colour | None:
    if not head.keys.has("me"):
        head.faults.add("me", "is missing", "one of: " + ", ".join(COLOURS))
        return None
    me = head.colour(head.keys.table["me"], "me")
    if me and me == head.virtual:
        what = f"{me} is the virtual player's colour"
        head.faults.add("me", what, "solve plays a real player")
    return me


def _earned(table: Table) -> frozenset[Colour]:
    """Return who has an animal for certain: it stands, or the beds for it show."""
    stands = {colour for colour, own in table.pawns.items() if own.animal}
    enough = {c for c in COLOURS if len(beds_of(table.garden, c)) >= BEDS_OF_ANIMAL}
    return frozenset(stands | enough)


def read_head(keys: Keys, kind: str) -> Head:
    """Read what stands at the head of every kind."""
    faults = keys.faults
    keys.word("game", ["garden"])
    keys.word("kind", [kind], kind)
    players = keys.get("players", int, None, "2 to 5")
    sure = players in TABLES
    if not sure:
        if type(keys.table.get("players")) is int:
            faults.add("players", f"{players} players", "2 to 5")
        players = max(TABLES)
    version = cast(Literal["family", "tactical"], keys.word("version", VERSIONS, VERSIONS[0]))
    head = Head(keys, players, version, _read_patterns(keys), _read_readings(keys), "", sure=sure)
    if keys.has("virtual"):
        if sure and TABLES[players]["colours"] == players:
            faults.add("virtual", f"no virtual colour with {players} players", "leave it out")
        head.virtual = head.colour(keys.table["virtual"], "virtual") or ""
    return head


def _read_patterns(keys: Keys) -> Mapping[str, Card]:
    if not keys.has("patterns"):
        return our_cards()
    cards = {}
    given = keys.get("patterns", dict)
    if len(given) > len(NAMES):
        keys.faults.add("patterns", f"{len(given)} cards", f"there are {len(NAMES)}")
        return our_cards()
    for name, value in given.items():
        where = f"patterns.{name}"
        if name not in NAMES:
            keys.faults.add(where, f"{shown(name)} is no card", "a colour and 1 to 9")
            continue
        rows = read_rows(value, name, keys.faults, where)
        colour, _, beds = name.rpartition("-")
        # Where the rows are unreadable ours stand in, so that the rest can be checked.
        cards[name] = Card(colour, int(beds), rows or our_cards()[name].rows)
    return cards


def _read_readings(keys: Keys) -> Readings:
    table = Keys(keys.get("readings", dict, {}), keys.faults, "readings")
    final = table.word("final_scoring", ["own_last_card", "game_end"], USUAL.final_scoring)
    early = table.get("sell_early", bool, USUAL.sell_early)
    table.close()
    return Readings(cast(Literal["own_last_card", "game_end"], final), early)


def read_laid(head: Head) -> tuple[Laid, ...]:
    """Read ``cards``: each covers 1 to 8 spaces of those before it; pawns of the past are unknown.

    An empty garden is refused.
    """
    faults, rows = head.faults, head.keys.get("cards", list, None, "[['rose-4', 0, 0, 90], ...]")
    if head.keys.table.get("cards") == []:
        faults.add("cards", "the garden is empty", "at least one card")
    if len(rows) > len(NAMES):
        faults.add("cards", f"{len(rows)} cards", f"there are {len(NAMES)}")
        rows, head.whole = [], False
    found: list[Laid] = []
    for number, row in enumerate(rows):
        where = f"cards[{number}]"
        laid = _read_row(head, row, where)
        if laid is None:
            head.whole = False
            continue
        if any(laid.card == other.card for other in found):
            faults.add(where, f"{laid.card.name} lies in the garden twice", "each card once")
        if head.whole:  # without a card that is unreadable the later ones cannot be judged
            table = Table(lay_all(found))
            faults.extend(replace(fault, where=where) for fault in card_faults(table, laid))
        found.append(laid)
    return tuple(found)


def _read_row(head: Head, row: object, where: str) -> Laid | None:
    listed = of_kind(row, list, head.faults, where, "such as ['rose-4', 1, -2, 90]")
    if listed is None:
        return None
    if len(listed) != 4:
        head.faults.add(where, f"{len(listed)} values", "card, x, y, turn")
        return None
    card = head.card(listed[0], where)
    at = read_space(listed[1:3], head.faults, where)
    turn = read_turn(listed[3], head.faults, where)
    return Laid(card, at, turn) if card and at and turn is not None else None


def _read_hand(
    head: Head, kind: str, me: Colour | None, laid: tuple[Laid, ...]
) -> tuple[Card, ...]:
    faults, names = head.faults, head.keys.get("hand", list, None, "own cards such as ['rose-4']")
    fewest, most = HAND[kind]
    if isinstance(head.keys.table.get("hand"), list) and not fewest <= len(names) <= most:
        faults.add("hand", f"{len(names)} cards", f"a {kind} has {fewest} to {most}")
    hand = read_own(head, names, me, "hand")
    lying = {other.card for other in laid}
    for number, card in enumerate(hand):
        if card in lying:
            faults.add(f"hand[{number}]", f"{card.name} lies in the garden", "cards not yet laid")
    return hand


def read_own(head: Head, names: list[object], me: Colour | None, where: str) -> tuple[Card, ...]:
    """Read different cards of one colour."""
    hand: list[Card] = []
    for number, name in enumerate(names):
        place = f"{where}[{number}]"
        card = head.card(name, place)
        if card is None:
            continue
        if me and card.colour != me:
            head.faults.add(place, f"{card.name} is not a card of {me}", "own cards only")
        if card in hand:
            head.faults.add(place, f"{card.name} stands twice", "each card once")
        hand.append(card)
    return tuple(hand)


def _check_barrow(head: Head, barrow: Flowers) -> None:
    """Note a full wheelbarrow where no sale can have been put off."""
    capacity = TABLES[head.players]["wheelbarrow"]
    full = head.sure and len(barrow) >= capacity
    if full and head.version == "family" and head.players > 2:
        what = f"{len(barrow)} flowers, but it is full with {capacity}"
        head.faults.add("wheelbarrow", what, "a full one is sold at once")


def read_pawns(head: Head, table: Table) -> Table:
    """Read ``pawns`` and stand them on a table, one after the other."""
    for name, value in head.keys.get("pawns", dict, {}).items():
        where = f"pawns.{name}"
        colour = head.colour(name, where)
        own = read_own_pawns(head, value, where)
        if colour is None or not head.whole:
            continue
        if own.ornament and colour == head.virtual:
            head.faults.add(f"{where}.ornament", "the virtual player's is never placed")
        for kind, found in _place_faults(table, colour, own):
            placed = (replace(fault, where=f"{where}.{kind}") for fault in found)
            head.faults.extend(placed)
        table = replace(table, pawns={**table.pawns, colour: own})
    return table


def _place_faults(
    table: Table, colour: Colour, own: Pawns
) -> Iterable[tuple[str, Iterable[Fault]]]:
    if own.ornament is not None:
        yield "ornament", ornament_faults(table, colour, own.ornament)
    with_ornament = replace(table, pawns={**table.pawns, colour: Pawns(ornament=own.ornament)})
    if own.gardener is not None:
        yield "gardener", gardener_faults(with_ornament, colour, own.gardener)
    if own.animal is not None:
        yield "animal", animal_faults(with_ornament, own.animal)


def read_own_pawns(head: Head, value: object, where: str) -> Pawns:
    """Read the pawns of one colour."""
    faults = head.faults
    keys = Keys(
        of_kind(value, dict, faults, where, "{gardener = [x, y], ...}") or {}, faults, where
    )
    spaces = {
        kind: head.space(keys.table[kind], f"{where}.{kind}") if keys.has(kind) else None
        for kind in ("gardener", "animal")
    }
    ornament = None
    if keys.has("ornament"):
        place = f"{where}.ornament"
        listed = of_kind(keys.table["ornament"], list, faults, place, "[bed, lawn]")
        if listed is not None and len(listed) == 2:
            bed, lawn = (head.space(item, f"{place}[{n}]") for n, item in enumerate(listed))
            ornament = (bed, lawn) if bed and lawn else None
        elif listed is not None:
            faults.add(place, f"{shown(listed)} is not two spaces", "[bed, lawn]")
    keys.close()
    return Pawns(spaces["gardener"], spaces["animal"], ornament)
