"""A deck's file or table goes in; the flower of every card comes out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from layouts import HOME
from layouts.faults import Faults, did_you_mean
from layouts.sources import Source, parse_source, read_beside
from solver.field.notation import LAST_CARD, read_card
from solver.field.rules import FACTS, FLOWERS, SETUPS, Card, Flower
from solver.keys import Keys, of_kind, shown

STANDARD = "standard"
_NAMES: dict[str, Flower] = {flower["letter"]: flower["name"] for flower in FACTS["flowers"]}

Flowers = dict[Card, Flower]


def read_deck(keys: Keys, source: Source) -> Flowers:
    """Read ``deck`` or ``[flowers]``; without either it is our own deck.

    Raises:
        BadInput: the deck's file is not acceptable.
        Unreadable: the deck's file does not exist.
    """
    if keys.has("flowers"):
        if keys.has("deck"):
            keys.faults.add(keys.path("deck"), "stands beside [flowers]", "give one of them")
        table = keys.get("flowers", dict)
        return read_flowers(table, keys.path("flowers"), keys.faults)
    name = keys.get("deck", str, STANDARD)
    if name == STANDARD:
        return standard()
    other = read_beside(source, name, keys.path("deck"))
    faults = Faults(other.name)
    flowers = _of_file(other.table, faults)
    keys.faults.extend(faults.found)
    return flowers


@cache
def standard() -> Flowers:
    """Return our own deck."""
    path = HOME / "field" / "deck.toml"
    source = parse_source(path.read_bytes(), "field/deck.toml", Path())
    faults = Faults(source.name)
    flowers = _of_file(source.table, faults)
    faults.raise_if_any()
    return flowers


def _of_file(table: dict[str, Any], faults: Faults) -> Flowers:
    """Read a deck's file: ``[flowers]``, or the rows of a layout of cards."""
    keys = Keys(table, faults)
    if keys.has("flowers") and isinstance(table["flowers"], dict):
        return read_flowers(table["flowers"], "flowers", faults)
    flowers: Flowers = {}
    mend = "[flowers], or rows such as { number = 1, letter = 'I' }"
    for index, item in enumerate(keys.get("rows", list, None, mend)):
        row = Keys(of_kind(item, dict, faults, f"rows[{index}]") or {}, faults, f"rows[{index}]")
        number = row.get("number", int)
        letter = row.word("letter", _NAMES)
        if not 1 <= number <= LAST_CARD:
            faults.add(row.path("number"), f"{number} is no card", f"1 to {LAST_CARD}")
        elif number in flowers:
            faults.add(row.path("number"), f"card {number} stands twice", "each card once")
        flowers[number] = _NAMES[letter]
    return flowers


def read_flowers(table: dict[str, Any], where: str, faults: Faults) -> Flowers:
    """Read a table of flowers: numbers, or starting cards, and the names of flowers."""
    flowers: Flowers = {}
    for key, name in table.items():
        place = f"{where}.{key}"
        number = key.isascii() and key.isdecimal() and str(int(key)) == key
        card = read_card(int(key) if number else key, faults, place)
        text = of_kind(name, str, faults, place, "one of: " + ", ".join(FLOWERS))
        if text is not None and text not in FLOWERS:
            faults.add(place, f"{shown(text)} is no flower", did_you_mean(text, FLOWERS))
        elif text is not None and card is not None:
            flowers[card] = text
    return flowers


def check_flowers(flowers: Flowers, cards: set[Card], faults: Faults) -> None:
    """Note cards in use whose flower nobody says; starting cards need none."""
    lacking = sorted(card for card in cards - flowers.keys() - SETUPS.keys() if type(card) is int)
    if lacking:
        names = " ".join(map(str, lacking[:12])) + (" ..." if len(lacking) > 12 else "")
        faults.add("flowers", f"no flower for {names}", "every card in use has one")
