"""A table of a position goes in; a checked instance comes out, or every fault with its place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, cast

from layouts.faults import Faults
from layouts.sources import Source
from solver.field.deck import Flowers, check_flowers, read_deck
from solver.field.notation import read_card
from solver.field.rules import (
    FACTS,
    FLOWERS,
    LAST_ROUND,
    SETUPS,
    SOLO_START,
    Card,
    Cell,
    Decks,
    Field,
    Instance,
    field_faults,
    range_of,
    setup_cards,
)
from solver.keys import Keys, of_kind, shown

KINDS = ("placement", "round", "deal")
FARTHEST = 99  # a coordinate beyond is a slip of the pen
NO_FLOWER = "none"


def read_instance(source: Source) -> Instance:
    """Read an instance.

    Raises:
        BadInput: every fault, with its key path.
        Unreadable: the file of ``deck`` does not exist.
    """
    faults = Faults(source.name)
    keys = Keys(source.table, faults)
    instance = read_position(keys, source)
    keys.close()
    faults.raise_if_any()
    return instance


def kind_of(table: dict[str, Any]) -> str:
    """Return the kind that a table's keys tell where ``kind`` is left out."""
    for key, kind in (("cards", "placement"), ("rounds", "deal"), ("players", "game")):
        if key in table:
            return kind
    return "round" if {"large", "small"} & table.keys() else "field"


def read_position(keys: Keys, source: Source, record: bool = False) -> Instance:
    """Read what an instance and a record share; a record may leave out the decks."""
    faults = keys.faults
    keys.word("game", ["field"])
    kind = keys.word("kind", KINDS, kind_of(source.table))
    placement = kind == "placement"
    field = read_given_field(keys, needed=placement)
    number = read_round(keys, None if kind == "round" else 1) if kind != "deal" else 1
    cards: tuple[int, ...] = ()
    order, objective = "any", "total"
    decks: tuple[Decks, ...] = ()
    dummy: tuple[int, ...] = ()
    if placement:
        cards = read_cards(keys, "cards")
        order = keys.word("order", ["any", "given"], "any")
    else:
        decks, number = _read_decks(keys, kind, number, record)
        objective = keys.word("objective", ["total", "margin"], "total")
        dummy = read_cards(keys, "dummy", ())
        if objective == "margin" and kind == "round" and number != LAST_ROUND:
            what = f"margin in round {number}"
            faults.add("objective", what, f"only in round {LAST_ROUND} and for a deal")
    flowers, readings = read_flowers_and_readings(keys, source)
    named = [("cards", cards), ("dummy", dummy)]
    named += [(f"{w}large", d.large) for w, d in _places(kind, decks)]
    named += [(f"{w}small", d.small) for w, d in _places(kind, decks)]
    start = field.get((0, 0)) if placement else _solo_start(field, faults)
    check_cards(field, named, start, faults)
    if not (record and not decks and not placement):
        check_flowers(flowers, {*field.values(), *(c for _, cs in named for c in cs)}, faults)
    return Instance(
        cast(Literal["placement", "round", "deal"], kind),
        field,
        number,
        flowers,
        cards,
        cast(Literal["any", "given"], order),
        decks,
        cast(Literal["total", "margin"], objective),
        dummy,
        readings,
    )


def _places(kind: str, decks: tuple[Decks, ...]) -> Iterable[tuple[str, Decks]]:
    """Return the decks of each round with the start of their key path."""
    return ((f"rounds[{n}]." if kind == "deal" else "", pair) for n, pair in enumerate(decks))


def read_round(keys: Keys, default: int | None) -> int:
    """Read ``round``; without a default it must be there."""
    mend = "1, 2 or 3; the last one adds the groups"
    number = keys.get("round", int, default, mend)
    if type(keys.table.get("round", default)) is int and not 1 <= number <= LAST_ROUND:
        keys.faults.add(keys.path("round"), f"there is no round {number}", mend)
    return min(max(number, 1), LAST_ROUND)


def read_given_field(keys: Keys, needed: bool = False) -> Field:
    """Read ``field``; where it may be left out it is the starting card of the solo game."""
    default = None if needed else [[0, 0, SOLO_START]]
    items = keys.get("field", list, default, f'such as [[0, 0, "{SOLO_START}"], [0, 1, 28]]')
    if "field" in keys.table and type(keys.table["field"]) is not list:
        return {}
    if not keys.has("field") and needed:
        return {}
    return read_field_list(items, keys.path("field"), keys.faults)


def read_field_list(items: list[Any], where: str, faults: Faults) -> Field:
    """Read a list of ``[x, y, card]`` and check the field as a whole."""
    field: dict[Cell, Card] = {}
    before = len(faults.found)
    for index, item in enumerate(items):
        place = f"{where}[{index}]"
        if not isinstance(item, list) or len(item) != 3:
            faults.add(place, f"{shown(item)} is no card on a cell", "x, y and the card")
            continue
        cell = read_cell(item[:2], faults, place)
        card = read_card(item[2], faults, place)
        if cell is None or card is None:
            continue
        if cell in field:
            faults.add(place, f"two cards at {list(cell)}", "one sees one card a cell")
        if card in field.values():
            faults.add(place, f"card {card} lies twice", "each card once")
        if card in SETUPS and cell != (0, 0):
            faults.add(place, f"a starting card at {list(cell)}", "it lies at [0, 0]")
        field[cell] = card
    if len(faults.found) == before:
        for fault in field_faults(field):
            faults.add(where, fault.what, fault.mend)
    return field


def read_cell(value: object, faults: Faults, where: str) -> Cell | None:
    """Read ``[x, y]``; note a fault and return None where it is no cell."""
    if isinstance(value, list) and len(value) == 2:
        x, y = value
        if type(x) is int and type(y) is int and max(abs(x), abs(y)) <= FARTHEST:
            return x, y
    faults.add(where, f"{shown(value)} is no cell", "[x, y], whole numbers")
    return None


def read_cards(keys: Keys, key: str, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """Read a list of numbered cards."""
    usual = None if default is None else list(default)
    found = keys.get(key, list, usual, "such as [28, 36]")
    cards = []
    for index, item in enumerate(found):
        where = f"{keys.path(key)}[{index}]"
        card = read_card(item, keys.faults, where)
        if isinstance(card, int):
            cards.append(card)
        elif card is not None:
            keys.faults.add(where, f"{card} is a starting card", "a number")
    return tuple(cards)


def _read_decks(keys: Keys, kind: str, number: int, record: bool) -> tuple[tuple[Decks, ...], int]:
    """Read the decks; return them and the first round."""
    if kind == "round":
        if record and not (keys.has("large") or keys.has("small")):
            return (), number
        return (_read_pair(keys, number),), number
    if record and not keys.has("rounds"):
        return (), 1
    tables = keys.get("rounds", list, None, "such as [{large = [...], small = [...]}, ...]")
    if not 1 <= len(tables) <= LAST_ROUND and isinstance(keys.table.get("rounds"), list):
        keys.faults.add("rounds", f"{len(tables)} rounds", f"1 to {LAST_ROUND}")
    first = max(LAST_ROUND - len(tables) + 1, 1)
    decks = []
    for index, item in enumerate(tables[:LAST_ROUND]):
        where = f"rounds[{index}]"
        pair = Keys(of_kind(item, dict, keys.faults, where) or {}, keys.faults, where)
        decks.append(_read_pair(pair, first + index))
        pair.close()
    return tuple(decks), first


def _read_pair(keys: Keys, number: int) -> Decks:
    """Read ``large`` and ``small`` of a round, also half-played."""
    before = len(keys.faults.found)
    decks = Decks(read_cards(keys, "large"), read_cards(keys, "small"))
    large, small = len(decks.large), len(decks.small)
    most = FACTS["solo"]["large"][number - 1]
    if len(keys.faults.found) > before:
        return decks
    if large != small + 1 or not 2 <= large <= most:
        full = f"{most} and {FACTS['solo']['small'][number - 1]}"
        mend = f"large has one card more: {full}, or fewer in a round half played"
        keys.faults.add(keys.path("large"), f"decks of {large} and {small}", mend)
    return decks


def read_flowers_and_readings(keys: Keys, source: Source) -> tuple[Flowers, dict[str, str]]:
    """Read the deck and ``[readings]``: ``start_flower`` is for starting cards without one."""
    flowers = read_deck(keys, source)
    table = Keys(keys.get("readings", dict, {}), keys.faults, keys.path("readings"))
    start_flower = table.word("start_flower", [NO_FLOWER, *FLOWERS], NO_FLOWER)
    table.close()
    if start_flower != NO_FLOWER:
        flowers = {**dict.fromkeys(SETUPS, start_flower), **flowers}
    return flowers, {"start_flower": start_flower}


def _solo_start(field: Field, faults: Faults) -> Card | None:
    start = field.get((0, 0))
    if start in SETUPS and start != SOLO_START:
        what = f"a solo game that starts from {start}"
        faults.add("field", what, f"{SOLO_START}, or a number where it is covered")
    return SOLO_START


def check_cards(
    field: Field, named: Iterable[tuple[str, tuple[int, ...]]], start: Card | None, faults: Faults
) -> None:
    """Note cards that are not in the game, and cards that are at two places."""
    in_play, seen = setup_cards(start), dict.fromkeys(field.values(), "field")
    lying = tuple(card for card in field.values() if isinstance(card, int))
    for place, cards in (("field", lying), *named):
        for card in cards:
            if card not in in_play:
                faults.add(place, f"card {card} is not in this game", range_of(start))
            if place == "field":
                continue
            if card in seen:
                what = f"card {card} stands twice, also in {seen[card]}"
                faults.add(place, what, "each card is at one place")
            seen[card] = place
