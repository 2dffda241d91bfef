"""The garden's one-line texts: cards ``rose-4``, laid cards ``rose-4@1,-2/90``, whole gardens."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from layouts import HOME
from layouts.faults import Faults, did_you_mean
from solver.garden.rules import COLOURS, FACTS, SIDE, TURNS, Card, Laid, Space
from solver.keys import of_kind, shown

BEDS: tuple[int, ...] = tuple(FACTS["cards"]["beds"])
NAMES: tuple[str, ...] = tuple(f"{colour}-{beds}" for colour in COLOURS for beds in BEDS)
_LAID = re.compile(r"([a-z]+-[1-9])@(-?[0-9]{1,6}),(-?[0-9]{1,6})/(0|90|180|270)")


@cache
def our_cards() -> Mapping[str, Card]:
    """Return our cards by name (layouts/garden/cards.toml)."""
    file = HOME / "garden" / "cards.toml"
    rows: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["rows"]
    cards = (Card(row["colour"], row["beds"], tuple(row["pattern"])) for row in rows)
    return {card.name: card for card in cards}


def read_rows(value: object, name: str, faults: Faults, where: str) -> tuple[str, ...] | None:
    """Read the pattern of a card: three strings, as many F as the card has beds."""
    rows = of_kind(value, list, faults, where, "three rows such as 'F.F', the top row first")
    if rows is None:
        return None
    if len(rows) != SIDE or not all(
        isinstance(row, str) and re.fullmatch(f"[F.]{{{SIDE}}}", row) for row in rows
    ):
        faults.add(where, f"{shown(rows)} is no pattern", "three rows of three: F bed, . lawn")
        return None
    beds = "".join(rows).count("F")
    if str(beds) != name.rpartition("-")[2]:
        faults.add(where, f"{beds} flower beds on {name}", "as many as the card's number")
        return None
    return tuple(rows)


def read_colour(value: object, faults: Faults, where: str) -> str | None:
    """Read the name of a colour."""
    word = of_kind(value, str, faults, where, "one of: " + ", ".join(COLOURS))
    if word is not None and word not in COLOURS:
        faults.add(where, f"{shown(word)} is no flower", did_you_mean(word, COLOURS))
        return None
    return word


def read_card(value: object, cards: Mapping[str, Card], faults: Faults, where: str) -> Card | None:
    """Read the name of a card and return the card."""
    name = of_kind(value, str, faults, where, "such as 'rose-4'")
    if name is None:
        return None
    if name not in NAMES:
        faults.add(where, f"{shown(name)} is no card", "a colour and 1 to 9, such as 'rose-4'")
    elif name not in cards:
        faults.add(where, f"[patterns] lacks {name}", "it holds every card that is used")
    return cards.get(name)


def read_space(value: object, faults: Faults, where: str) -> Space | None:
    """Read a space ``[x, y]``."""
    pair = of_kind(value, list, faults, where, "a space such as [1, -2]")
    if pair is None:
        return None
    if len(pair) != 2 or not all(type(number) is int for number in pair):
        faults.add(where, f"{shown(pair)} is no space", "two whole numbers such as [1, -2]")
        return None
    return pair[0], pair[1]


def read_turn(value: object, faults: Faults, where: str) -> int | None:
    """Read a turn in degrees clockwise."""
    if type(value) is int and value in TURNS:
        return value
    faults.add(where, f"{shown(value)} is no turn", "0, 90, 180 or 270, clockwise")
    return None


def write_laid(laid: Laid) -> str:
    """Return a laid card as ``rose-4@1,-2/90``."""
    return f"{laid.card.name}@{laid.at[0]},{laid.at[1]}/{laid.turn}"


def garden_code(cards: Iterable[Laid]) -> str:
    """Return laid cards, lowest first, as one line."""
    return " ".join(map(write_laid, cards))


def read_garden_code(code: str, cards: Mapping[str, Card], faults: Faults) -> tuple[Laid, ...]:
    """Read a garden code; note what is no laid card."""
    found = []
    for number, word in enumerate(code.split()):
        where = f"garden[{number}]"
        match = _LAID.fullmatch(word)
        if not match:
            faults.add(where, f"{shown(word)} is no laid card", "such as rose-4@1,-2/90")
        elif card := read_card(match[1], cards, faults, where):
            found.append(Laid(card, (int(match[2]), int(match[3])), int(match[4])))
    return tuple(found)
